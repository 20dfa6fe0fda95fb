"""One check of a rules file made whole: one way to roll, what it takes, what may come of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..language.formulas import Number
from ..model.game import Check, Game, Ladder, Noun, Parameter
from .build_names import Place, among, is_name
from .build_outcomes import Context, difficulties, known_words, outcomes, reading, table
from .build_takes import change, parameters
from .spec import Problems

COUNTED = Noun("success", "successes")
MOST_SLOTS = 12
WAYS = ("versus", "repeats", "python")
_CALLABLE = re.compile(r"[\w.]+:\w+")
_BRACES = re.compile(r"\{([^{}]*)\}")

Found = Mapping[str, Any]


def noun_of(given: Any) -> Noun | None:
    """What is counted, as the file says it."""
    if given is None:
        return None
    if isinstance(given, str):
        return Noun(given, given)
    return Noun(given["one"], given["many"], given.get("none", ""))


def check_of(
    game: Game,
    key: str,
    checks: Mapping[str, Found],
    own: Found,
    noun: Noun | None,
    problems: Problems,
) -> Check:
    """The check of that name; `own` is what it says itself, without what it is like."""
    found = checks[key]
    numbers = tuple(name for name, each in found.get("takes", {}).items() if "choices" not in each)
    place = Place(game, ("check", key), problems, numbers)
    if not is_name(key):
        place.add((), f"'{key}' cannot name a check; use letters, as in 'attack'")
    _one_way(place, found)
    takes = parameters(place, found.get("takes", {}))
    names = tuple(parameter.name for parameter in takes)
    readings = {k: reading(place, k, v, names) for k, v in found.get("readings", {}).items()}
    alone = any(way in found for way in WAYS)
    numbers = tuple(parameter.name for parameter in takes if not parameter.choices)
    context = Context(numbers, readings, _base_ladder(game, found, checks), game.signs, alone)
    same_roll = "roll" not in own and "takes" not in own
    made, ladder, groups = outcomes(place, found, context, same_roll=same_roll)
    if "repeats" in found:
        _repeated(place, found, checks, takes)
    if "python" in found and not _CALLABLE.fullmatch(found["python"]):
        place.add(("python",), f"'{found['python']}' should be 'module:name'")
    check = Check(
        name=key,
        title=found.get("title", ""),
        text=found.get("text", ""),
        notation=found.get("notation", ""),
        roll=change(place, found.get("roll", ()), ("roll",)),
        takes=takes,
        readings=readings,
        outcomes=made,
        ladder=ladder,
        groups=groups,
        difficulties=difficulties(place, found.get("difficulties", {}), takes, made, groups),
        tables={k: table(place, k, v) for k, v in found.get("table", {}).items()},
        noun=noun_of(found.get("noun")) or noun,
        like=found.get("like", ""),
        versus=found.get("versus", ()),
        repeats=found.get("repeats", ""),
        slots=found.get("slots", ()),
        python=found.get("python", ""),
        result=found.get("result"),
    )
    if check.result is not None:
        _result(place, check.result, context)
    _notation(place, check)
    return check._replace(noun=check.noun or (COUNTED if _counts(check) else None))


def _one_way(place: Place, found: Found) -> None:
    """Note where there is no way to roll, or more than one."""
    ways = [way for way in WAYS if way in found]
    if "roll" in found or (found.get("takes") and not ways):
        ways.insert(0, "roll")
    if len(ways) > 1:
        place.add((), f"'{ways[0]}' and '{ways[1]}' are two ways to roll; keep one")
    if not ways and "like" not in found:
        message = "nothing is rolled; give 'roll', 'takes', 'like', 'versus' or 'repeats'"
        place.add((), message)
    if "versus" in found:
        sides = found["versus"]
        if len(sides) != 2 or sides[0] == sides[1]:
            place.add(("versus",), 'two sides are needed: ["first", "second"]')
        if found.get("takes"):
            place.add(("takes",), "a check of two sides takes its two sides and nothing more")
    if "slots" in found and "repeats" not in found:
        place.add(("slots",), "'slots' are for a check that 'repeats' another")


def _result(place: Place, result: Number, context: Context) -> None:
    """Note what the result cannot be reckoned from."""
    if context.alone:
        place.add(("result",), "'result' is reckoned from a throw; this check makes none")
    known = known_words(context)
    for word in sorted(result.names() - {*known}):
        place.unknown(("result",), "parameter or reading", word, known)


def _repeated(
    place: Place, found: Found, checks: Mapping[str, Found], takes: tuple[Parameter, ...]
) -> None:
    """Note what does not fit between a check that repeats and the one it repeats."""
    repeated = checks.get(found["repeats"])
    if repeated is None:
        place.unknown(("repeats",), "check", found["repeats"], checks)
        return
    if "slots" not in found:
        place.add((), "'repeats' needs 'slots', the outcomes that fill one each")
    if len(found.get("slots", ())) > MOST_SLOTS:
        place.add(("slots",), f"{len(found['slots'])} slots; the most is {MOST_SLOTS}")
    known = repeated.get("outcomes") or ()
    if isinstance(known, str):
        ladder = place.game.ladders.get(known)
        known = ladder.names if ladder else found.get("slots", ())
    if not known:
        message = f"'{found['repeats']}' names no outcomes to fill slots with"
        place.add(("repeats",), message)
    else:
        among(found.get("slots", ()), known, (*place.at, "slots"), place.problems)
    handed = repeated.get("takes", {})
    for parameter in takes:
        if parameter.name not in handed:
            at = ("takes", parameter.name)
            place.unknown(at, f"parameter of '{found['repeats']}'", parameter.name, handed)


def _base_ladder(game: Game, found: Found, checks: Mapping[str, Found]) -> Ladder | None:
    """The ladder whose names the conditions of this check may ask for."""
    here: Found | None = found
    seen: list[Found] = []
    while here is not None and here not in seen:
        seen.append(here)
        if isinstance(here.get("outcomes"), str):
            return game.ladders.get(here["outcomes"])
        here = checks.get(here.get("like", ""))
    return None


def _notation(place: Place, check: Check) -> None:
    known = [parameter.name for parameter in check.takes]
    for word in _BRACES.findall(check.notation):
        if word not in known:
            place.unknown(("notation",), "parameter", word, known)
    if re.search(r"[{}]", _BRACES.sub("", check.notation)):
        place.add(("notation",), 'a bracket stands alone; write "{quality}{dice}"')


def _counts(check: Check) -> bool:
    """Whether the roll ever counts successes."""
    changes = [check.roll] + [
        change
        for parameter in check.takes
        for change in (parameter.each, parameter.first, *[c.change for c in parameter.choices])
    ]
    counting = any(key in ("success", "failure", "worth") for c in changes for key, _ in c)
    return counting or bool(check.versus)
