"""Builds what a throw shows and how it goes on: readings, pushes, further throws, choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import fold
from ..language.conditions import VALUE
from ..model.game import Check
from ..model.reading import (
    AVERAGE,
    CONTINUED,
    EVERY,
    FACES,
    GROUPS,
    OUTCOME,
    PAIRED,
    PUSHED,
    SETS,
    SIGN,
    SIZED,
    SUM,
    Aim,
    GoingOn,
    Push,
    Reading,
    Then,
    aim_in,
)
from .build_takes import check_die
from .place import BuildPlace, condition_of, of_outcome
from .read_faces import read_faces

AIM = 'write the aim, as in "best for is Success", "best for >= 2" or "best for mean"'
COMPARED = 'compare dice by of = "red", against = "blue", with \'faces\' or is = "beats" or "ties"'


def reading_of(place: BuildPlace, key: str, found: Mapping[str, Any]) -> Reading:
    """Return the dice and faces that one of the check's own readings looks at."""
    at = ("readings", key)
    place.expect_name(at, key, "reading", [*place.numbers, *place.choices])
    ways = [word for word in (FACES, SIGN, "is") if word in found]
    if len(ways) != 1:
        place.add(at, "a reading looks at 'faces', at a 'sign', or 'is' a word; give one of these")
        return Reading(SUM)
    faces = read_faces(place, at, found["faces"]) if "faces" in found else None
    if found.get("sign"):
        place.expect((*at, "sign"), "sign", [found["sign"]], place.game.signs)
    of, against = found.get("of", faces.of if faces is not None else ""), found.get("against", "")
    what = found.get("is", ways[0])
    check_die(place, (*at, "of"), of)
    check_die(place, (*at, "against"), against)
    if found.get("throws") == EVERY and what in (*SETS, *SIZED, GROUPS):
        place.add((*at, "throws"), f"'{what}' looks at the last throws; leave 'throws' out")
    if (what in PAIRED) > bool(against) or (against and (not of or what not in (*PAIRED, FACES))):
        place.add(at, COMPARED)
    if against and {"among", "throws"} & found.keys():
        place.add(at, "dice that are compared are all thrown dice; leave 'among' and 'throws' out")
    meant = {"sets": "size", "height": "size", "width": "place", GROUPS: "reach"}.get(what, "")
    for word in ("size", "place", "reach"):
        if word in found and word != meant:
            place.add((*at, word), f"'{word}' says nothing of '{what}'; leave it out")
    if what == GROUPS and "reach" not in found:
        place.add(at, "say what the faces of a group add up to, as in reach = 10")
    size = found.get(meant, SIZED.get(what, 0)) if meant else 0
    own = {key: found[key] for key in ("sign", "among", "throws", "against") if key in found}
    return Reading(what, faces, of=of, size=size, **own)


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
