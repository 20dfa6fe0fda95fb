"""Builds the push of a check and the aim of a player who chooses, every word checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import fold
from ..language.conditions import VALUE, Condition, Shows, parts_of, read_by
from ..model.game import Check
from ..model.going_on import CONTINUED, GoingOn, Then
from ..model.push import AVERAGE, OUTCOME, Aim, Push, aim_in
from ..model.roll import Keep
from .build_names import BuildPlace
from .build_outcomes import Context, condition_of
from .build_takes import named_faces

MOST_PUSHES = 9
MOST_THROWS = 100
AIM = 'write the aim, as in "best for is Success", "best for >= 2" or "best for mean"'


def push_of(place: BuildPlace, found: Mapping[str, Any], check: Check, context: Context) -> Push:
    """When dice are thrown again, and which."""
    named_faces(place, ("push", "faces"), found["faces"])
    times = found.get("times", 1)
    if not 1 <= times <= MOST_PUSHES:
        place.add(("push", "times"), f"{times} times; it should be 1 to {MOST_PUSHES}")
    written = found.get("when", "")
    when = None
    if written:
        when = _condition(place, ("push", "when"), written, check, context)
    return Push(found["faces"], when, written, times)


def going_on_of(
    place: BuildPlace, found: Mapping[str, Any] | str, check: Check, context: Context
) -> GoingOn | None:
    """When the whole throw is made again, and how it counts then."""
    table: Mapping[str, Any] = {"when": found} if isinstance(found, str) else found
    at = ("continues",) if isinstance(found, str) else ("continues", "when")
    times = table.get("times", 0)
    if "times" in table and not 1 <= times <= MOST_THROWS:
        place.add(("continues", "times"), f"{times} times; it should be 1 to {MOST_THROWS}")
    for name in [each.name for each in check.takes] + [*check.readings]:
        if name == CONTINUED:
            place.add(at, f"'{CONTINUED}' is how often the throw went on; rename yours")
    when = condition_of(place, at, table["when"], context)
    if when is None:
        return None
    if CONTINUED in read_by(when):
        place.add(at, f"'{CONTINUED}' is known at the end; write 'times' for the most throws")
    return GoingOn(when, times, Then(table.get("then", Then.ADD)))


def aim_of(place: BuildPlace, written: str, check: Check, context: Context) -> Aim | None:
    """The aim of a player who chooses."""
    aim = aim_in(written)
    if aim is None:
        place.add(("choose",), f"'{written}' names no aim; {AIM}")
        return None
    best, event = aim
    if check.push is None and not any(keep.chosen for keep in keeps(check)):
        message = "there is nothing to choose; a player chooses the dice of a 'push', or which to "
        place.add(("choose",), f'{message}keep, as in keep = "best 2"')
    if fold(event) == AVERAGE:
        return Aim(event, None, best)
    names = {fold(one.name) for one in check.outcomes} | {fold(one.label) for one in check.outcomes}
    if fold(event) in names or fold(event) in {f"any {fold(group)}" for group in check.groups}:
        event = f"is {event}"
    return Aim(event, _condition(place, ("choose",), event, check, context), best)


def overruled(place: BuildPlace, own: Mapping[str, Any], check: Check) -> None:
    """Note where a result of its own changes what the check takes over from another one."""
    of = f"which '{check.name}' takes from '{check.like}'"
    if "outcomes" not in own and check.has_results:
        message = f"the outcomes, {of}, have results of their own, which go before this one"
        place.add(("result",), f"{message}; write 'outcomes' here, too")
    when = check.push.when if check.push is not None else None
    aims = [aim.condition for aim in check.choose]
    for key, conditions in (("push", [when] if when is not None else []), ("choose", aims)):
        looks = any(one is None or read_by(one) & {VALUE, OUTCOME} for one in conditions)
        if looks and key not in own:
            message = f"'{key}', {of}, looks at the result, and this is another one"
            place.add(("result",), f"{message}; write '{key}' here, too")


def keeps(check: Check) -> Iterable[Keep]:
    """Every way in which the check keeps dice."""
    return [value for change in check.changes() for key, value in change if key == "keep"]


def _condition(
    place: BuildPlace, at: tuple[str, ...], written: str, check: Check, context: Context
) -> Condition | None:
    """The condition that is there; "is Success" asks for the outcome."""
    asks = written.strip().casefold().startswith("is ")
    words = {**context.words, OUTCOME: None}
    context = context._replace(words=words)
    found = condition_of(place, at, f"{OUTCOME} {written}" if asks else written, context)
    for part in parts_of(found) if found is not None else ():
        if isinstance(part, Shows) and part.of == OUTCOME:
            names = [one.name for one in check.outcomes]
            words_known = {fold(word) for one in check.outcomes for word in (one.name, one.label)}
            if part.group and part.name not in map(fold, check.groups):
                place.unknown(at, "group of outcomes", part.written, check.groups)
            elif not part.group and part.name not in words_known:
                place.unknown(at, "outcome", part.written, names)
    return found
