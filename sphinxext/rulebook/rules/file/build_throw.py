"""Builds what a throw shows and how it goes on: readings, pushes, further throws, choices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..errors import RulesError, fold
from ..language.conditions import VALUE
from ..language.formulas import Number
from ..language.read_condition import parse_figure, reads_faces
from ..model.game import Check
from ..model.reading import (
    AVERAGE,
    CONTINUED,
    OUTCOME,
    PUSHED,
    Aim,
    GoingOn,
    Push,
    Then,
    aim_in,
)
from .place import BuildPlace, condition_of, of_outcome
from .read_faces import read_faces

AIM = 'write the aim, as in "best for is Success", "best for >= 2" or "best for mean"'


def readings_of(place: BuildPlace, found: Mapping[str, str], *, result: bool) -> dict[str, Number]:
    """Return the author's names for what a throw shows; one may look at others."""
    done: dict[str, Number] = {}
    written: dict[str, Number] = {}
    for key, text in found.items():
        place.expect_name(("readings", key), key, "reading", [*place.numbers, *place.choices])
        number: Number | None = place.read(("readings", key), parse_figure, text)
        if number is not None:
            written[key] = number

    def resolve(key: str, above: tuple[str, ...]) -> Number:
        if key in above:
            raise RulesError(f"a circle: '{key}' looks at itself")
        if key not in done:
            others = sorted(written[key].names() & written.keys())
            named = {other: resolve(other, (*above, key)) for other in others}
            done[key] = place.thrown._replace(readings=named).resolved(written[key])
        return done[key]

    for key, number in written.items():
        at = ("readings", key)
        number = place.problems.attempt((*place.at, *at), partial(resolve, key, ()), number)
        place.expect_number(at, number, place.known, "parameter or reading")
        if not number.names() - {*place.numbers}:
            message = f"'{found[key]}' reads nothing of the throw"
            hint = (
                f"; to count faces write 'count({found[key]})'" if reads_faces(found[key]) else ""
            )
            place.add(at, f"{message}{hint}")
        if result and VALUE in number.names():
            place.add(at, f"'{VALUE}' is calculated by 'result' here; write the formula there")
    return done


def with_further_throws(place: BuildPlace, found: Mapping[str, Any], check: Check) -> Check:
    """Return the check with its push, its further throws, and the aim of a player who chooses."""
    names = [*[each.name for each in check.takes], *check.readings]
    if "push" in found:
        check = check._replace(push=_push(place, found["push"], check))
        if PUSHED in names:
            place.add(("push",), f"'{PUSHED}' is how often dice were thrown again; rename yours")
    if "continues" in found:
        check = check._replace(going_on=_going_on(place, found["continues"], names))
        if "push" in found or "choose" in found:
            other = "push" if "push" in found else "choose"
            place.add(("continues",), f"'continues' and '{other}' are two ways to go on; keep one")
    chosen = any(
        key == "keep" and keep.chosen for change in check.changes() for key, keep in change
    )
    if "choose" in found:
        aims = [_aim(place, each, check, chosen=chosen) for each in found["choose"]]
        return check._replace(choose=tuple([aim for aim in aims if aim is not None]))
    if chosen:
        place.add((), f"which dice are the best to keep is open; {AIM} at 'choose'")
    return check


def _push(place: BuildPlace, found: Mapping[str, Any], check: Check) -> Push:
    """Return when dice are thrown again, and which."""
    at = ("push", "when")
    faces = read_faces(place, ("push", "faces"), found["faces"])
    when = of_outcome(place, at, found["when"], check) if found.get("when") else None
    return Push(faces, when, found.get("times", 1))


def _going_on(place: BuildPlace, found: Mapping[str, Any] | str, names: list[str]) -> GoingOn:
    """Return when the whole throw is made again, and how it counts then."""
    table: Mapping[str, Any] = {"when": found} if isinstance(found, str) else found
    at = ("continues",) if isinstance(found, str) else ("continues", "when")
    if CONTINUED in names:
        place.add(at, f"'{CONTINUED}' is how often the throw went on; rename yours")
    when = condition_of(place, at, table["when"])
    if CONTINUED in when.names():
        place.add(at, f"'{CONTINUED}' is known at the end; write 'times' for the most throws")
    return GoingOn(when, table.get("times", 0), Then(table.get("then", Then.ADD)))


def _aim(place: BuildPlace, written: str, check: Check, *, chosen: bool) -> Aim | None:
    """Return the aim of a player who chooses."""
    aim = aim_in(written)
    if aim is None:
        place.add(("choose",), f"'{written}' names no aim; {AIM}")
        return None
    best, event = aim
    if check.push is None and not chosen:
        message = "there is nothing to choose; a player chooses the dice of a 'push', or which to "
        place.add(("choose",), f'{message}keep, as in keep = "best 2"')
    if fold(event) == AVERAGE:
        return Aim(event, None, best)
    names = {fold(word) for one in check.outcomes for word in (one.name, one.label)}
    if fold(event) in names | {f"any {fold(group)}" for group in check.groups}:
        event = f"is {event}"
    return Aim(event, of_outcome(place, ("choose",), event, check), best)


def check_overruled(place: BuildPlace, own: Mapping[str, Any], check: Check) -> None:
    """Note where a result of its own changes what the check takes over from another one."""
    of = f"which '{check.name}' takes from '{check.like}'"
    if "outcomes" not in own and check.has_results:
        message = f"the outcomes, {of}, have results of their own, which go before this one"
        place.add(("result",), f"{message}; write 'outcomes' here, too")
    when = check.push.when if check.push is not None else None
    aims = [aim.condition for aim in check.choose]
    for key, conditions in (("push", [when] if when is not None else []), ("choose", aims)):
        looks = any(one is None or one.names() & {VALUE, OUTCOME} for one in conditions)
        if looks and key not in own:
            message = f"'{key}', {of}, looks at the result, and this is another one"
            place.add(("result",), f"{message}; write '{key}' here, too")
