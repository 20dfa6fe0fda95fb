"""Tells a page how to read the throws of a check: its conditions, its result, and its readings."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..rules.dice.readings import rules_of
from ..rules.language.conditions import ALL_FAILURES, ALWAYS, DEGREE, NATURAL, VALUE, read_by
from ..rules.model.game import Check, Game
from ..rules.model.going_on import CONTINUED, GoingOn, Then
from ..rules.model.push import PUSHED
from ..rules.model.reading import EVERY, FACES, GROUPS, PAIRED, SETS, SIGN, SIZED, SUM
from ..rules.model.reading import Reading as Rule
from ..words.markup import plain_text
from .trees import condition, number

KNOWN_TO_THE_PAGE = frozenset(
    {VALUE, NATURAL, "successes", "failures", ALL_FAILURES, PUSHED, CONTINUED}
)
RULE_WORDS = frozenset({"what", "faces", "sign", "of", "among", "throws", "against", "size"})


class ThrowReader(NamedTuple):
    """The words that a throw is read for: the author's readings, and the check's parameters."""

    marks: list[str]
    params: list[str]


class Readers:
    """Each way to read a throw once, by the number under which the page has it."""

    def __init__(self) -> None:
        """Begin with no checks."""
        self.all: list[dict[str, Any]] = []
        self._known: dict[object, int] = {}
        self._read: list[ThrowReader] = []

    def __getitem__(self, reader: int) -> ThrowReader:
        """Return what the throws of a check are read for."""
        return self._read[reader]

    def number_of(self, game_name: str, check: Check) -> int:
        """Return the number of the check's reader, which is made the first time."""
        against = [rule for rule in check.readings.values() if rule.against]
        kinds = [rule.of for rule in check.readings.values()]
        key = game_name, check.name, check.reads, *against, *kinds
        found = self._known.get(key)
        if found is None:
            wanted = _read_for(check)
            data = _data(check, wanted)
            found = self._known[key] = len(self.all)
            self._read.append(wanted)
            self.all.append(data)
        return found


def _read_for(check: Check) -> ThrowReader:
    if check.repeats:
        return ThrowReader([], [])
    names = {parameter.name for parameter in check.takes}
    words = set().union(
        *[read_by(one.when) for one in check.outcomes if one.when is not None],
        check.result.names() if check.result else (),
        *[one.result.names() for one in check.outcomes if one.result],
        read_by(check.going_on.when) if check.going_on else (),
        check.reads,
    )
    words -= {key for one in check.outcomes if one.result for key in one.result.own_rolls()}
    params = [each.name for each in check.takes if each.name in words]
    words -= {word for side in check.versus for word in (side, DEGREE)}
    return ThrowReader(sorted(words - KNOWN_TO_THE_PAGE - names), params)


def _data(check: Check, read: ThrowReader) -> dict[str, Any]:
    """Write the reader as the page has it."""
    found: dict[str, Any] = {}
    if check.outcomes:
        found["judge"] = [
            condition(ALWAYS if one.when is None else one.when) for one in check.outcomes
        ]
        found["names"] = [plain_text(o.label) or o.name for o in check.outcomes]
    if check.result is not None:
        found["result"] = number(check.result)
    if check.going_on is not None:
        found["goes"] = _goes(check.going_on)
    if read.params:
        found["params"] = read.params
    if read.marks:
        rules = rules_of(check, read.marks).items()
        found["reads"] = {name: _reading(rule) for name, rule in rules}
    return found


def _reading(rule: Rule) -> list[Any]:
    word = "" if rule.adds_up else rule.what
    found = [word, rule.of, rule.among, int(rule.throws == EVERY)]
    if rule.against:
        return [*found, _against(rule)]
    size = rule.size or SIZED.get(word)
    return [*found, None, size] if size else found


def _goes(on: GoingOn) -> list[Any]:
    """Write when a throw goes on, how often at most, and by what the last one counts."""
    return [condition(on.when), on.times, list(Then).index(on.then)]


def _against(rule: Rule) -> dict[str, Any]:
    """Return the dice that others are held against, and the faces that are left to count."""
    found: dict[str, Any] = {"of": rule.against}
    if rule.faces is not None:
        found["faces"] = [list(span) for span in rule.faces.ranges]
        found |= {"parity": list(rule.faces.parity)} if rule.faces.parity else {}
        found |= {"top": rule.faces.below} if rule.faces.top else {}
    return found


def is_known(rule: Rule, game: Game) -> bool:
    """Return whether the page has learnt the word that a reading is made of."""
    if any(getattr(rule, word) for word in {*Rule._fields} - RULE_WORDS):
        return False
    if rule.against:
        return rule.what in (FACES, *PAIRED)
    if rule.what == SIGN:
        return rule.sign in game.signs
    return rule.what in (FACES, SUM, *SETS, *SIZED, GROUPS)
