"""Conditions of a check with their words resolved: names of outcomes, parameters, readings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import fold
from ..language.conditions import ALL_FAILURES, READINGS, equals
from ..language.formulas import AND, IS_ANY, NEVER, OR, Condition, Number
from ..language.read_condition import parse_condition
from ..model.game import Check, Outcome
from ..model.reading import OUTCOME
from .place import BuildPlace
from .positions import KeyPath

# What authors write in a condition for a word of ours.
OUR_WORDS = {
    **dict.fromkeys(("else", "default", "always", "anything"), "'otherwise'"),
    **dict.fromkeys(
        ("total", "roll", "result", "count", "sum", "margin"), "'value', or no word, as in '>= 10'"
    ),
    **dict.fromkeys(("double", "doubles", "doublet", "pair"), "'same >= 2'"),
    **dict.fromkeys(("triple", "triples", "triplet"), "'same >= 3'"),
    "straight": "'row >= 5'",
}
NO_DICE = "a condition compares numbers that are known; roll dice in a parameter with 'rolls'"


def condition_of(place: BuildPlace, at: KeyPath, written: str) -> Condition:
    """Return the condition that is there, its words checked."""
    readings = (*place.readings, *place.game.signs)
    when = place.read(at, lambda text: parse_condition(text, readings), written, NEVER)
    return _resolved(place, when, at)


def of_outcome(place: BuildPlace, at: KeyPath, written: str, check: Check) -> Condition:
    """Return a condition in which "is Success" asks for the outcome of the check."""
    asks = written.strip().casefold().startswith("is ")
    place = place._replace(asked={**place.asked, OUTCOME: None})
    found = condition_of(place, at, f"{OUTCOME} {written}" if asks else written)
    for part in found.compared():
        if part.key == OUTCOME:
            expect_outcome(
                place, at, part.name, check.outcomes, check.groups, group=part.apply == IS_ANY
            )
    return found


def expect_outcome(
    place: BuildPlace,
    at: KeyPath,
    name: str,
    outcomes: Sequence[Outcome],
    groups: Iterable[str],
    *,
    group: bool,
    of: str = "",
) -> None:
    """Note the name of an outcome, or of a group of them, that is not there."""
    known = [*groups] if group else [one.name for one in outcomes]
    labels = () if group else [one.label for one in outcomes if one.label]
    if fold(name) not in map(fold, [*known, *labels]):
        place.unknown(at, f"{'group of outcomes' if group else 'outcome'}{of}", name, known)


def _resolved(place: BuildPlace, condition: Condition, at: KeyPath) -> Condition:
    """Return the condition with named outcomes as their places, its words checked."""
    if condition.apply in (AND, OR):
        parts = [_resolved(place, part, at) for part in condition.parts]
        return condition._replace(parts=tuple(parts))
    if not condition.shows:
        for word in sorted(condition.names() - {ALL_FAILURES}):
            _check_word(place, at, word)
        return condition
    if not condition.key:
        return _placed(place, condition, at)
    words = place.asked.get(condition.key, ())
    if condition.key not in place.asked:
        place.unknown(at, "parameter of words", condition.key, place.asked)
    elif words is not None and fold(condition.name) not in map(fold, words):
        place.unknown(at, "choice", condition.name, words)
    return condition


def _check_word(place: BuildPlace, at: KeyPath, word: str) -> None:
    """Note a word that is compared, and is no number."""
    words = place.asked.get(word)
    if words is not None:
        message = f"no parameter or reading named '{word}' is a number; it takes words, so write "
        place.add(at, f"{message}'{word} is {(words or ('',))[0]}'")
    elif any(ch.isdecimal() for ch in word) and " " in word:
        place.add(at, NO_DICE)
    elif word not in place.known and not (place.alone and word in READINGS):
        if other := OUR_WORDS.get(fold(word)):
            place.add(at, f"no parameter or reading named '{word}'; write {other}")
        else:
            place.unknown(at, "parameter or reading", word, place.known)


def _placed(place: BuildPlace, shows: Condition, at: KeyPath) -> Condition:
    """Return the places on the ladder of a named outcome or of a group."""
    names, groups = (place.base.names, place.base.groups) if place.base else ((), {})
    places = {fold(each): i for i, each in enumerate(names, 1)}
    known = {fold(key): members for key, members in groups.items()}
    if shows.apply != IS_ANY:
        known = {name: (name,) for name in places}
    if fold(shows.name) not in known:
        what = "group" if shows.apply == IS_ANY else "outcome"
        place.unknown(at, what, shows.name, groups if shows.apply == IS_ANY else names)
        return NEVER
    members = [fold(member) for member in known[fold(shows.name)]]
    parts = [equals(places[member]) for member in members if member in places]
    return parts[0] if len(parts) == 1 else Number(OR, tuple(parts))
