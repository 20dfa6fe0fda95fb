"""Finds what a check reads of the throws that its parameters hold: "hit.sixes", "hit is Miss"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ..errors import RulesError
from ..language.formulas import OUTCOME_OF, Number
from ..language.parse import parse_rolled
from ..language.query import FARTHEST, Call, PlainDice, SharedThrow
from ..language.read_condition import parse_number
from ..model.game import Check
from ..model.parameter import Parameter

Throws = Mapping[str, Call | PlainDice]


def throws_of(taken: Mapping[str, Mapping[str, Any]], checks: Collection[str]) -> Throws:
    """Return the parameters of numbers whose default is a check or dice, each with its throw."""
    found: dict[str, Call | PlainDice] = {}
    for name, said in taken.items():
        default = said.get("default")
        if "choices" in said or not isinstance(default, str):
            continue
        try:
            what = parse_rolled(default)
        except RulesError:
            continue
        alone = isinstance(what, Call) and not what.args and not default.rstrip().endswith("()")
        others = {*taken} - {name} if alone else set()
        if isinstance(what, PlainDice) or what.check in {*checks} - others:
            found[name] = what
    return found


def shares_of(found: Mapping[str, Any], throws: Throws) -> tuple[Parameter, ...]:
    """Return what the texts of a check read of each throw, as parameters that share it."""
    words = dict.fromkeys(word for text in _texts(found) for word in _read(text, throws))
    taken = found.get("takes", {}).values()
    words |= {(each["default"], OUTCOME_OF): None for each in taken
              if "choices" in each and each.get("default") in throws}  # fmt: skip
    return tuple([_share(name, word, throws[name]) for name, word in words])


def also_read(check: Check, text: str) -> Check:
    """Return the check, of whose parameters also that is read which a question looks at."""
    throws = {one.name: one.thrown for one in check.takes if one.thrown and not one.choices}
    known = {one.name for one in check.known}
    shares = [_share(name, word, throws[name]) for name, word in _read(text, throws)]
    more = {one.name: one for one in shares if one.name not in known}
    return check._replace(shares=(*check.shares, *more.values()))


def _share(name: str, word: str, throw: Call | PlainDice) -> Parameter:
    number = None if word == OUTCOME_OF else parse_number(word)
    full = f"{name}{OUTCOME_OF}" if number is None else f"{name}.{number}"
    return Parameter(full, least=-FARTHEST, default=SharedThrow(throw, number), of=name)


def _read(text: str, throws: Throws) -> Iterator[tuple[str, str]]:
    """Yield each name of a throw in the text with the word that is read of it."""
    for name in throws:
        read = rf"(?<![\w.'’-]){re.escape(name)}(?:\.([\w-]+(?:\([^()]*\))?)|\s+is\s)"
        for match in re.finditer(read, text):
            yield name, match[1] or OUTCOME_OF


def _texts(found: Any) -> Iterator[str]:
    """Yield every text of a check, and every number that is calculated in it."""
    if isinstance(found, Number):
        yield str(found)
    elif isinstance(found, str):
        yield found
    elif isinstance(found, Mapping):
        for value in found.values():
            yield from _texts(value)
    elif isinstance(found, tuple | list):
        for value in found:
            yield from _texts(value)
