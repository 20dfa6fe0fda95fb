"""Makes a game from the data of a rules file: words resolved, every reference checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path as FilePath
from typing import Any

from ..errors import fold
from ..language.formulas import Number
from ..language.query import Call, SharedThrow
from ..model.arguments import given
from ..model.game import Check, Game
from ..model.outcome import Ladder
from ..model.parameter import Parameter
from .build_check import check_of, is_ladder
from .build_die import die_of
from .build_repeats import check_asked, check_idle
from .build_rolled import rolled, rolled_by, with_shared
from .place import BuildPlace, expect_read
from .spec import Problems


def build(
    found: Mapping[str, Any],
    data: Mapping[str, Any],
    name: str,
    path: FilePath,
    problems: Problems,
    *,
    python: bool,
) -> Game:
    """The game, as far as no mistake is in the way; mistakes are noted."""
    given = {key: found[key] for key in ("limit", "effort") if key in found}
    game = Game(name, found.get("name", name), data, str(path), python=python, **given)
    place = BuildPlace(game, (), problems)
    ladders = {
        key: Ladder(key, tuple(each["outcomes"]), rolled(each, {}).get("groups", {}))
        for key, each in found["check"].items()
        if is_ladder(each.get("outcomes", ()))
    }
    place = place._replace(game=game._replace(ladders=ladders))
    outcomes = {
        fold(name) for each in found["check"].values() for name in _names(each.get("outcomes"))
    }
    dice = {
        key: die_of(place.below(what, key), each, outcomes)
        for what in ("die", "bag")
        for key, each in found.get(what, {}).items()
    }
    place.unique(("bag",), [*found.get("die", {}), *found.get("bag", {})])
    game = place.game._replace(dice=dice)
    if not found["check"]:
        place.add(("check",), "there is no check; a game needs at least one [check.NAME]")
    place.unique(("check",), found["check"])
    given_checks = {key: rolled(each, found["check"]) for key, each in found["check"].items()}
    for key, each in given_checks.items():
        if rolled_by(each) in dice:
            place.add(("check", key, "roll"), "a die and a check have this name; change one")
    raw = with_shared(given_checks, problems)
    own = {key: Problems() for key in raw}
    checks = {
        key: check_of(game, key, raw, given, found.get("noun"), own[key])
        for key, given in given_checks.items()
    }
    for key, check in checks.items():
        for at, message in own[key].found:
            # What a check shares with the one that it is like is that one's mistake.
            shared = (("check", check.roll_of, *at[2:]), message)
            if check.roll_of not in own or shared not in own[check.roll_of].found:
                problems.add(at, message)
    for key, check in checks.items():
        place = BuildPlace(game, ("check", key), problems)
        for parameter in check.known:
            _check_rolls(place, check, parameter, checks)
        check_asked(place, check, checks)
        check_idle(place, check, checks)
    _refuse_circles(checks, problems)
    return game._replace(checks=checks)


def _names(outcomes: Any) -> Iterable[str]:
    """Return the names of outcomes, where they are not those of another check."""
    return outcomes if isinstance(outcomes, Mapping) else ()


def _check_rolls(
    place: BuildPlace, check: Check, parameter: Parameter, checks: Mapping[str, Check]
) -> None:
    """Note where the check that decides a parameter is not there, or has words it does not take."""
    at = ("takes", parameter.of or parameter.name)
    default, throw = parameter.default, parameter.thrown
    if parameter.choices and isinstance(default, Number):  # its word is the outcome of a throw
        throw = check.parameter(default.apply).thrown
    number = default.number if isinstance(default, SharedThrow) else None
    asks_outcome = bool(parameter.of) and number is None
    thrown: Check | None = None
    if isinstance(throw, Call):
        if throw.check not in checks:
            place.unknown(at, "check", throw.check, checks)
            return
        thrown = checks[throw.check].with_outcomes(checks)
        if not parameter.of and not thrown.sides:
            place.problems.attempt((*place.at, *at), partial(given, thrown, throw.args))
        if asks_outcome and not thrown.outcomes:
            place.add(at, f"'{thrown.name}' names no outcomes; ask for a number, as in '2+'")
        for outcome in thrown.outcomes if parameter.choices else ():
            if parameter.choice(outcome.name) is None:
                message = f"may give '{outcome.name}', which is none of the choices"
                place.add(at, f"'{thrown.name}' {message}")
    elif asks_outcome:
        place.add(at, f"plain dice name no outcomes; ask for a number, as in '{parameter.of} 2+'")
    if number is not None:
        expect_read(place, at, number, thrown)


def _refuse_circles(checks: Mapping[str, Check], problems: Problems) -> None:
    """Note the checks that cannot be rolled before they are rolled themselves."""
    needs: dict[str, dict[str, tuple[str, ...]]] = {}
    for key, check in checks.items():
        needs[key] = {check.inner: ("repeats" if check.repeats else "roll",)} if check.inner else {}
        for parameter in check.takes:
            if isinstance(parameter.thrown, Call):
                needs[key].setdefault(parameter.thrown.check, ("takes", parameter.name))
    for key, first in needs.items():
        for other, at in first.items():
            seen, waiting = set(), [other]
            while waiting:
                here = waiting.pop()
                if here not in seen:
                    seen.add(here)
                    waiting.extend(needs.get(here, ()))
            if key in seen:
                how = {"roll": "rolls", "repeats": "repeats"}.get(at[0], "is rolled by")
                problems.add(("check", key, *at), f"a circle: '{key}' {how} itself")
