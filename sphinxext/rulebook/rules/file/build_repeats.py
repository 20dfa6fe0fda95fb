"""Builds a check that repeats or tries another one, and what conditions ask of that one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..language.formulas import ALWAYS, IS_ANY, Condition, Number
from ..language.nested import Nesting
from ..language.query import Call, words_in
from ..language.read_condition import parse_number
from ..model.game import Check, Use
from ..model.parameter import Parameter
from ..model.reading import OUTCOME
from .build_rolled import rolled_by
from .place import BuildPlace, condition_of, expect_outcome, expect_read
from .positions import KeyPath

FULL, BEYOND = "full", "beyond"
FoundKeys = Mapping[str, Any]
Checks = Mapping[str, FoundKeys]
Takes = tuple[Parameter, ...]


def check_several(place: BuildPlace, found: FoundKeys) -> None:
    """Note what does not fit a check that is the best or the worst of several tries."""
    _check_times(place, "roll", found["several"].many)
    if "outcomes" in found:
        message = f"several of '{found['several'].check}' have its outcomes; write yours there"
        place.add(("outcomes",), message)


def _check_times(place: BuildPlace, key: str, times: int | str) -> None:
    """Note a number of times that is none."""
    words = [times] if isinstance(times, str) else ()
    place.expect((key,), "parameter of numbers", words, place.numbers)


def repeated_of(
    place: BuildPlace, found: FoundKeys, checks: Checks, takes: Takes
) -> dict[str, Any]:
    """The repeated check and its end; notes the words that do not fit."""
    call = found["repeats"]
    repeated = checks.get(call.check) if isinstance(call, Call) else None
    if repeated is None:
        name = call.check if isinstance(call, Call) else call.text
        place.unknown(("repeats",), "check", name, checks)
        return {"repeats": ""}
    _check_times(place, "times", found.get("times", 0))
    inner = repeated
    for _ in checks:
        inner = checks.get(rolled_by(inner), inner) if "several" in inner else inner
    outcomes = inner.get("outcomes") or ()
    if isinstance(outcomes, str):
        outcomes = checks.get(outcomes, {}).get("outcomes") or found.get("slots", ())
    own = {"repeats": call.check, "repeated": call if call.args else None}
    if "slots" not in found and {"changes", "ends", "times"} & found.keys():
        return {**own, **_steered(place, found, takes, outcomes)}
    slots = found.get("slots", ())
    if "slots" not in found:
        place.add((), "'repeats' needs 'slots', the outcomes that fill one each")
    if outcomes:
        place.expect(("slots",), "outcome", slots, outcomes)
    else:
        place.add(("repeats",), f"'{call.check}' names no outcomes to fill slots with")
    for word in ("changes", "times"):
        if word in found:
            place.add((word,), f"'{word}' and 'slots' are two ways to repeat; keep one")
    if found.get("ends", BEYOND) not in (FULL, BEYOND):
        message = 'with slots, write "full" (when the last slot is filled) or "beyond" (when an '
        place.add(("ends",), f"{message}outcome finds none left)")
    handed = repeated.get("takes", {})
    for one in takes if not call.args else ():
        place.expect(("takes", one.name), f"parameter of '{call.check}'", [one.name], handed)
    return {**own, "full": found.get("ends") == FULL}


def _steered(place: BuildPlace, found: FoundKeys, takes: Takes, outcomes: Any) -> dict[str, Any]:
    """The changes that the outcomes of each repetition make, and the condition that ends it."""
    if not {"ends", "times"} & found.keys() and not any(each.choices for each in takes):
        place.add((), "a repetition needs 'ends', a condition, or 'times', the most it takes")
    changes, known = found.get("changes", {}), {each.name: each for each in takes}
    place.expect(("changes",), "outcome", changes, outcomes)
    after: dict[str, tuple[tuple[str, Any], ...]] = {}
    for outcome, changed in changes.items():
        made = []
        for name, value in changed.items():
            at = ("changes", outcome, name)
            place.expect(at, "parameter", [name], known)
            if value == 0:
                message = f"0 adds nothing; leave it out, or write \"0\" to make '{name}' 0"
                place.add(at, message)
            elif name in known and isinstance(value, str):
                if known[name].choices:
                    value = place.value(at, known[name], value, value)
                else:
                    value = _changing(place, at, value, name)
            made.append((name, value))
        after[outcome] = tuple(made)
    ends: str | None = found.get("ends")
    when = None if ends is None else condition_of(place, ("ends",), ends, OUTCOME)
    return {"after": after, "ends": when, "times": found.get("times", 0)}


def _changing(place: BuildPlace, at: KeyPath, written: str, name: str) -> Number | None:
    """The number that a parameter becomes after an outcome."""
    text = written.strip()
    if text[:1] in ("-", "+", "−"):
        taken = f"{name} {text[0]} {text[1:].strip()}"
        place.add(at, f"a text replaces '{name}'; to change it by so much, write '{taken}'")
        return None
    number: Number | None = place.read(at, parse_number, written)
    return number


def check_asked(place: BuildPlace, check: Check, checks: Mapping[str, Check]) -> None:
    """Note the outcomes that conditions ask another check for, and that it does not have."""
    like = checks.get(check.roll_of)
    if like is not None and (like.ends, like.outcomes) == (check.ends, check.outcomes):
        return  # a mistake that it shares with that one
    asked = {side: [*checks] for side in check.sides}
    for one in check.shares:
        if isinstance(one.thrown, Call) and one.thrown.check in checks:
            asked[one.of] = [one.thrown.check]
    if check.repeats in checks:
        asked[OUTCOME] = [check.repeats]
        _check_changes(place, check, checks[check.repeats])
        _check_limits(place, check)
    for at, condition in _conditions(check):
        for part in condition.shown():
            others = [checks[name].with_outcomes(checks) for name in asked.get(part.key, ())]
            of = f" of '{others[0].name}'" if len(others) == 1 else ""
            if any(other.outcomes for other in others):
                group = part.apply == IS_ANY
                expect_outcome(place, at, part.name, others, group=group, of=of)


def _check_changes(place: BuildPlace, check: Check, repeated: Check) -> None:
    """Note what a calculated change looks at, and neither the check nor the roll has."""
    for outcome, changes in check.after.items():
        for name, number in changes:
            if isinstance(number, Number):
                at = ("changes", outcome, name)
                expect_read(place, at, number, repeated, [one.name for one in check.takes])


def _check_limits(place: BuildPlace, check: Check) -> None:
    """Note conditions that are never true, as numbers stay within their limits."""
    limits = {one.name: (one.least, one.most) for one in check.takes if not one.choices}
    nesting = Nesting(limits)
    for at, condition in _conditions(check):
        for part in condition.compared():
            if part.names() and part.names() <= limits.keys() and not nesting.overlap(part, ALWAYS):
                said = [f"'{name}' is {limits[name][0]} or more" if limits[name][1] is None
                        else f"'{name}' is {limits[name][0]} to {limits[name][1]}"
                        for name in sorted(part.names())]  # fmt: skip
                message = f"'{part}' is never true: {' and '.join(said)}"
                place.add(at, f"{message}; give it another 'least' or 'most'")


def check_idle(place: BuildPlace, check: Check, checks: Mapping[str, Check]) -> None:
    """Note the parameters that neither the check nor the one that it repeats or tries looks at."""
    inner = checks.get(check.inner)
    if inner is None or check.slots or check.roll_of in checks:
        return
    handed = [each.name for each in inner.takes]
    used = {*handed} if check.repeated is None else {*words_in(check.repeated)}
    used = used.union(*[words for use, words in check.used.items() if use != Use.LEVELS])
    for one in check.takes:
        if one.thrown is None and one.name not in used:
            place.unknown(("takes", one.name), f"parameter of '{inner.name}'", one.name, handed)


def _conditions(check: Check) -> Iterator[tuple[KeyPath, Condition]]:
    if check.ends is not None:
        yield ("ends",), check.ends
    for one in check.outcomes:
        yield ("outcomes", one.name), one.when
