"""Outcomes of other checks that conditions ask for: the last of a repetition, those of sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..errors import fold
from ..language.conditions import Condition, Shows, parts_of, read_by
from ..language.formulas import Number
from ..language.query import words_in
from ..model.game import Check
from ..model.push import OUTCOME
from .build_names import BuildPlace
from .positions import KeyPath


def outcomes_asked(place: BuildPlace, check: Check, checks: Mapping[str, Check]) -> None:
    """Note the outcomes that conditions ask another check for, and that it does not have."""
    if check.like in checks and (checks[check.like].ends, checks[check.like].outcomes) == (
        check.ends,
        check.outcomes,
    ):
        return  # a mistake that it shares with that one
    if check.repeats in checks:
        asked, others = {OUTCOME}, [checks[check.repeats].with_tries(checks)]
    elif check.versus:
        asked, others = {*check.versus}, [one.with_tries(checks) for one in checks.values()]
    else:
        return
    of = f" of '{check.repeats}'" if check.repeats else ""
    for at, condition in _conditions(check):
        for part in parts_of(condition):
            if not isinstance(part, Shows) or part.of not in asked:
                continue
            known = [name for one in others for name in (one.groups if part.group else _named(one))]
            if part.name not in map(fold, known):
                what = "group of outcomes" if part.group else "outcome"
                place.unknown(at, f"{what}{of}", part.written or part.name, known)


def idle_parameters(place: BuildPlace, check: Check, checks: Mapping[str, Check]) -> None:
    """Note the parameters that neither the check nor the one that it repeats or tries looks at."""
    inner = checks.get(check.repeats or check.tries)
    if inner is None or check.slots or check.like in checks:
        return
    used = {each.name for each in inner.takes}
    if check.repeated is not None:
        used = {*words_in(check.repeated)}
    for changes in check.after.values():
        for name, change in changes:
            used |= {name, *(change.names() if isinstance(change, Number) else ())}
    for _, condition in _conditions(check):
        used |= read_by(condition)
    used |= set(check.result.names()) if check.result is not None else set()
    used |= {str(word) for word in (check.times, check.best, check.worst)}
    for parameter in check.takes:
        used |= parameter.default.names() if isinstance(parameter.default, Number) else set()
    for parameter in check.takes:
        if parameter.name not in used and parameter.rolls is None:
            known = [each.name for each in inner.takes]
            place.unknown(
                ("takes", parameter.name), f"parameter of '{inner.name}'", parameter.name, known
            )


def _named(check: Check) -> Iterable[str]:
    """The names of its outcomes, then those that the book writes for them."""
    labels = [one.label for one in check.outcomes if one.label]
    return (*[one.name for one in check.outcomes], *labels)


def _conditions(check: Check) -> Iterator[tuple[KeyPath, Condition]]:
    if check.ends is not None:
        yield ("ends",), check.ends
    for one in check.outcomes:
        if one.when is not None:
            yield ("outcomes", one.name), one.when
