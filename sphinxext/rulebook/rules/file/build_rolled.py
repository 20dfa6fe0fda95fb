"""Reads a roll that is of other checks: the same as one, the better of several, two sides."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..errors import suggest
from ..language.query import Call
from ..model.game import Several
from .place import is_name
from .spec import Problems

OWN = ("label", "text", "roll_of")  # what a check shares with no other
OF_OUTCOMES = ("groups", "table")  # nor these, where it has outcomes of its own
OTHERWISE = frozenset({"repeats", "python"})  # ways without a roll
BARE = frozenset({"label", "one", "text", "listed"})  # all that is said of a side
FoundKeys = Mapping[str, Any]
_NAME = r"[^\W\d]\w*(?:[-'’][^\W\d]\w*)*"
_TRIES = re.compile(rf"(?P<many>\d+|{_NAME})\s+(?P<check>{_NAME})\s+keep\s+(?P<end>highest|lowest)")
_SIDES = re.compile(rf"(?P<first>{_NAME})\s+-\s+(?P<second>{_NAME})")


def rolled(found: FoundKeys, checks: FoundKeys) -> dict[str, Any]:
    """Return a check with a roll of other checks taken apart, and the names of its groups."""
    own = dict(found)
    if groups := own.get("groups"):
        own["groups"] = {name: each["outcomes"] for name, each in groups.items()}
        own["called"] = {name: each["name"] for name, each in groups.items() if "name" in each}
    text, takes = own.get("roll", ""), own.get("takes", {})
    words = [name for name, each in takes.items() if "choices" in each]
    if text in checks and text not in words and is_name(text):
        return {**_without(own, "roll"), "roll_of": text}
    tries = _TRIES.fullmatch(text.strip())
    if tries and tries["check"] in checks and tries["check"] not in words:
        many = int(tries["many"]) if tries["many"].isdecimal() else tries["many"]
        several = Several(tries["check"], many, tries["end"] == "highest")
        return {**_without(own, "roll"), "several": several}
    sides = () if own.keys() & OTHERWISE else _sides(text, takes)
    if not sides:
        return own
    called = {name: takes[name]["label"] for name in sides if takes[name].get("label")}
    called |= own.get("called", {})
    return {**_without(own, "roll", "takes"), "sides": sides, "called": called}


def rolled_by(found: FoundKeys) -> str:
    """Return the check that is rolled, once or several times, in the place of dice."""
    several: Several | None = found.get("several")
    return several.check if several is not None else str(found.get("roll_of", ""))


def _without(own: FoundKeys, *keys: str) -> dict[str, Any]:
    return {key: value for key, value in own.items() if key not in keys}


def _merged(shared: FoundKeys, own: FoundKeys) -> dict[str, Any]:
    """Return what two checks take together; what is in a list keeps its place in it."""
    places = {name: {"listed": True} for name, each in shared.items() if "listed" in each}
    return {name: {**places.get(name, {}), **each} for name, each in {**shared, **own}.items()}


def is_bare(takes: FoundKeys) -> bool:
    """Return whether these may be the two sides of a check, of which no more is said."""
    return len(takes) == 2 and all(each.keys() <= BARE for each in takes.values())


def _sides(text: str, takes: FoundKeys) -> tuple[str, ...]:
    """Return the names of two sides, which are all that a check takes."""
    if not is_bare(takes):
        return ()
    if not text and all("listed" in each for each in takes.values()):
        return tuple(takes)
    match = _SIDES.fullmatch(text.strip())
    return match.groups() if match and {*match.groups()} == {*takes} else ()


def with_shared(checks: FoundKeys, problems: Problems) -> dict[str, dict[str, Any]]:
    """Return each check with what it shares with the one that it rolls, or whose outcomes it has.

    A check takes what the check takes that it rolls, beside what it says itself.
    """
    done: dict[str, dict[str, Any]] = {}

    def resolve(key: str, above: tuple[str, ...]) -> dict[str, Any]:
        if key in done:
            return done[key]
        own = dict(checks[key])
        other = rolled_by(own)
        if other in (*above, key):
            problems.add(("check", key, "roll"), f"a circle: '{key}' rolls itself")
        elif other:
            shared = resolve(other, (*above, key))
            if "takes" in shared:
                own["takes"] = _merged(shared["takes"], own.get("takes", {}))
            if "roll_of" in own:
                not_shared = (*OWN, *OF_OUTCOMES) if "outcomes" in own else OWN
                own = {**_without(shared, *not_shared), **own}
        own = _with_outcomes(key, _with_takes(key, own, above), above)
        done[key] = own
        return own

    def _with_takes(key: str, own: dict[str, Any], above: tuple[str, ...]) -> dict[str, Any]:
        call = own.get("repeats")
        if not isinstance(call, Call) or call.args or "slots" not in own or "takes" in own:
            return own
        if call.check not in checks or call.check in (*above, key):
            return own
        return {**own, "takes": resolve(call.check, (*above, key)).get("takes", {})}

    def _with_outcomes(key: str, own: dict[str, Any], above: tuple[str, ...]) -> dict[str, Any]:
        named = own.get("outcomes")
        if not isinstance(named, str):
            return own
        given = {}
        if named in checks and named not in (*above, key):
            given = resolve(named, (*above, key))
        if not given.get("outcomes"):
            names = [each for each in checks if "outcomes" in checks[each] and each != key]
            hint = suggest(named, names) or "; there is none"
            problems.add(("check", key, "outcomes"), f"no check with outcomes '{named}'{hint}")
        groups = {**given.get("groups", {}), **own.get("groups", {})}
        return {**own, "outcomes": given.get("outcomes", {}), "groups": groups}

    return {key: resolve(key, ()) for key in checks}
