"""The names of the numbers, put together as each language puts them together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

Names = tuple[str, ...]  # of one number: the one to write, then others that are read


SpellingRules = Sequence[tuple[str, str]]  # patterns and what they become
_SPACED: SpellingRules = ((r"\+", " "),)


def names(said: Mapping[str, Any]) -> tuple[Names, ...]:
    """For each number from 0 on its names, from the table `numbers` of a language's file.

    The file lists the first ones, and tens and hundreds by their numbers; other forms of a name
    follow a bar. `join` says how two of them are put together.
    """
    forms = said.get("forms", ())
    found = [_forms(name, forms) for name in said["ones"]]
    tens, hundreds = (_bases(said.get(key, {}), forms) for key in ("tens", "hundreds"))
    join, above = said.get("join", _SPACED), said.get("join_hundreds", _SPACED)
    found += [_built(n, tens, found, join) for n in range(len(found), 100)]
    if hundreds:
        found += [_built(n, hundreds, found, above) for n in range(100, 1000)]
    else:
        found.append(tens[100])
    return tuple(found)


def _built(
    number: int, bases: Mapping[int, Names], smaller: list[Names], rules: SpellingRules
) -> Names:
    base = max(each for each in bases if each <= number)
    if base == number:
        return bases[base]
    pairs = product(bases[base], smaller[number - base])
    return tuple(dict.fromkeys(_joined(f"{first}+{second}", rules) for first, second in pairs))


def _bases(said: Mapping[str, str], forms: SpellingRules) -> dict[int, Names]:
    return {int(number): _forms(name, forms) for number, name in said.items()}


def _forms(name: str, rules: SpellingRules) -> Names:
    """The forms of a name, with those that the language makes of them."""
    listed = name.split("|")
    made = [_joined(form, [rule]) for rule in rules for form in listed]
    return tuple(dict.fromkeys((*listed, *made)))


def _joined(text: str, rules: SpellingRules) -> str:
    """The text after the first rule that fits."""
    for pattern, new in rules:
        made, many = re.subn(pattern, new, text)
        if many:
            return made
    return text
