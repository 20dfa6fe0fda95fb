"""Builds the outcomes and difficulties of a check, every word of them checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..language.conditions import ALL_FAILURES, READINGS, VALUE, equals
from ..language.formulas import Number
from ..language.query import AVERAGES, Event, EventKind
from ..language.read_condition import AGAIN
from ..model.game import Check, Difficulty, Ladder, Outcome
from .conditions_of import condition_of, expect_outcome
from .place import BuildPlace

Groups = Mapping[str, tuple[str, ...]]


def outcomes_of(
    place: BuildPlace, found: Mapping[str, Any], *, same_roll: bool
) -> tuple[tuple[Outcome, ...], str, Groups]:
    """The outcomes, the ladder they are where there is no number to ask for, and the groups."""
    given, groups = found.get("outcomes", {}), dict(found.get("groups", {}))
    if isinstance(given, str):
        ladder = place.game.ladders.get(given)
        if ladder is None:
            place.unknown(("outcomes",), "ladder of outcomes", given, place.game.ladders)
            return (), "", groups
        made, name, known = _of_ladder(ladder), given, ladder.names
        every = {**ladder.groups, **groups}
    else:
        made = tuple([_outcome(place, name, each) for name, each in given.items()])
        place.unique(("outcomes",), given)
        named = same_roll or any(one.written.casefold().startswith("is ") for one in made)
        name = place.base.name if place.base and named and made else ""
        known, every = tuple(given), groups
    for group, members in groups.items():
        place.expect(("groups", group), "outcome", members, known)
    return made, name, every


def _of_ladder(ladder: Ladder) -> tuple[Outcome, ...]:
    texts, colours = ladder.texts, ladder.colours
    return tuple(
        [
            Outcome(name, equals(at), text=texts.get(name, ""), colour=colours.get(name, ""))
            for at, name in enumerate(ladder.names, 1)
        ]
    )


def _outcome(place: BuildPlace, name: str, found: Mapping[str, Any]) -> Outcome:
    fields = dict(found)
    written = fields.pop("when", "")
    at = ("outcomes", name)
    when = condition_of(place, at, written)
    if place.alone and when.names() & {*READINGS, ALL_FAILURES} - {VALUE}:
        place.add(at, f"'{written}' reads dice, and here is but one number; write '>= 2'")
    result: Number | None = fields.get("result")
    if result is not None:
        rolls = result.own_rolls()
        words = sorted(result.names() - rolls.keys() - {*place.known})
        place.expect((*at, "result"), "parameter or reading", words, place.known)
        again = [each.rpartition(" ")[0] for each in rolls.values() if each.endswith(f" {AGAIN}")]
        place.expect((*at, "result"), "parameter", again, place.names)
        if place.alone:
            place.add((*at, "result"), "an outcome has a result only where dice are thrown")
    return Outcome(name, when, written, **fields)


def difficulties_of(
    place: BuildPlace, check: Check, found: Mapping[str, Any]
) -> tuple[Difficulty, ...]:
    """The named difficulties, easiest first."""
    place.unique(("difficulties",), found)
    return tuple([_difficulty(place, check, key, each) for key, each in found.items()])


def _difficulty(place: BuildPlace, check: Check, key: str, found: Mapping[str, Any]) -> Difficulty:
    at = ("difficulties", key)
    fields = dict(found)
    given = tuple(fields.pop("with", {}).items())
    known = {parameter.name: parameter for parameter in check.takes}
    place.expect((*at, "with"), "parameter", [name for name, _ in given], known)
    for name, value in given:
        parameter = known.get(name)
        if parameter is None:
            continue
        if parameter.choices and parameter.choice(str(value)) is None:
            names = [choice.name for choice in parameter.choices]
            place.unknown((*at, "with", name), "choice", str(value), names)
        elif not parameter.choices and isinstance(value, str):
            place.add((*at, "with", name), f"should be a number, not '{value}'")
    needs: Event = fields["needs"]
    if needs.kind in {*AVERAGES, EventKind.MEETS}:
        message = f"'{needs}' is not an event that a roll meets; write a number or '>= 2'"
        place.add((*at, "needs"), message)
    if needs.kind in (EventKind.IS, EventKind.ANY):
        group = needs.kind is EventKind.ANY
        expect_outcome(place, (*at, "needs"), needs.name, check.outcomes, check.groups, group=group)
    return Difficulty(key, given=given, **fields)
