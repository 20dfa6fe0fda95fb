"""Builds what a throw shows and how it goes on: readings, pushes, further throws, choices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..errors import RulesError, fold, listed
from ..language.conditions import VALUE
from ..language.formulas import NOTHING, Number
from ..language.read_condition import parse_aim, parse_figure, reads_faces
from ..model.game import Check
from ..model.reading import AGAIN, OUTCOME, Aim
from .place import BuildPlace, condition_of, of_outcome

AIM = "write it, as in aim = 'is Success', aim = '2+' or aim = 'value'"


def readings_of(place: BuildPlace, found: Mapping[str, str], *, result: bool) -> dict[str, Number]:
    """Return the author's names for what a throw shows; one may look at others."""
    place.unique(("readings",), found)
    done: dict[str, Number] = {}
    written: dict[str, Number] = {}
    for key, text in found.items():
        place.expect_name(("readings", key), key, "reading", [*place.numbers, *place.choices])
        number: Number | None = place.read(("readings", key), parse_figure, text)
        if number is not None and key not in place.game.signs:
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
        place.expect_number(at, number, place.known)
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
    """Return the check with the conditions of its further throws, and what a player aims at."""
    push, goes, at = check.push, check.going_on, ("roll",)
    if AGAIN in check.readings:
        place.add(
            ("readings", AGAIN), f"'{AGAIN}' is how often dice were thrown again; rename yours"
        )
    if push is not None and push.when is not None:
        check = check._replace(push=push._replace(when=of_outcome(place, at, push.when, check)))
    if goes is not None:
        alone = place._replace(thrown=place.thrown._replace(goes_on=False))
        when = condition_of(alone, at, goes.when)
        check = check._replace(going_on=goes._replace(when=when))
        if AGAIN in when.names():
            place.add(at, f"'{AGAIN}' is known at the end; say how often at most, as in '3 times'")
    keeps = any(key == "keep" and each.chosen for change in check.changes() for key, each in change)
    ways = ["'may keep'"] * keeps
    ways += ["'may reroll'" if push.may else "'reroll … when'"] if push is not None else []
    ways += ["'again when'"] if goes is not None else []
    chosen = keeps or (push is not None and push.may)
    if len(ways) > 1 and (goes is not None or not (push and push.may)):
        place.add(at, f"{listed(ways, 'and', '')} are two ways to go on; keep one")
    if chosen and "aim" not in found:
        place.add(at, f"{ways[0]}: for which aim? {AIM}")
    if "aim" in found and not chosen and (check.roll or not found.get("roll")):
        message = "there is nothing to choose; write 'may reroll' or 'may keep 2' in 'roll'"
        place.add(("aim",), message)
    return check._replace(aims=tuple([_aim(place, each, check) for each in found.get("aim", ())]))


def _aim(place: BuildPlace, written: str, check: Check) -> Aim:
    """Return what a player who chooses aims at."""
    names = {fold(word) for one in check.outcomes for word in (one.name, one.label)}
    if fold(written) in names | {f"any {fold(group)}" for group in check.groups}:
        written = f"is {written}"
    number: Number | None = place.read(("aim",), parse_aim, written)
    return Aim(written, of_outcome(place, ("aim",), number or NOTHING, check))


def check_overruled(place: BuildPlace, own: Mapping[str, Any], check: Check) -> None:
    """Note where a result of its own changes what the check takes over from another one."""
    of = f"which '{check.name}' takes from '{check.roll_of}'"
    if "outcomes" not in own and check.has_results:
        message = f"the outcomes, {of}, have results of their own, which go before this one"
        place.add(("result",), f"{message}; write 'outcomes' here, too")
    when = check.push.when if check.push is not None else None
    aims = [aim.number for aim in check.aims]
    for key, conditions in (("roll", [when] if when is not None else []), ("aim", aims)):
        looks = any(one.names() & {VALUE, OUTCOME} for one in conditions)
        if looks and key not in own:
            message = f"'{key}', {of}, looks at the result, and this is another one"
            place.add(("result",), f"{message}; write '{key}' here, too")
