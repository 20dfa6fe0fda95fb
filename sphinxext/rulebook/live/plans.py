"""Plans of throws: which dice a page throws for a setting, and in which order it reads them."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..rules.language.formulas import Number
from .trees import number


class Leaf(NamedTuple):
    """Dice thrown together: "4a2b" for four dice of kind a and two of kind b, and what else."""

    reader: int
    dice: str
    more: str  # rerolls, what counts without rolling, what is kept, added, or known


class ThrowSum(NamedTuple):
    """Several throws added up, as plain dice notation has them."""

    add: int
    parts: tuple[Leaf, ...]


class ComparedSide(NamedTuple):
    """A side of which more than the number is compared: its name, the words for its outcomes."""

    name: str
    words: tuple[tuple[str, ...], ...]


class Sides(NamedTuple):
    """Two throws held against each other."""

    reader: int
    first: Plan
    second: Plan
    compared: tuple[ComparedSide, ...] = ()


class Tried(NamedTuple):
    """A throw that is made several times; the best or the worst whole result counts."""

    one: Plan
    many: int
    best: bool


class OutcomeWorth(NamedTuple):
    """The result of an outcome: a formula, and for each of its words a number or a throw."""

    outcome: int
    formula: Number
    words: tuple[tuple[str, int | Plan], ...]


class Outcomes(NamedTuple):
    """A throw whose outcomes come to something of their own."""

    one: Plan
    results: tuple[OutcomeWorth, ...]


class Repeated(NamedTuple):
    """A throw that is repeated until its slots are full."""

    reader: int
    one: Plan
    slots: tuple[int, ...]  # for each outcome of the throw the first slot that it fills, or -1
    many: int
    full: bool = False  # whether it ends as soon as all are full


class Steered(NamedTuple):
    """A throw that is repeated while its outcomes change what it is given."""

    reader: int
    start: tuple[int, ...]  # each parameter: its number, or the place of its word
    most: int  # how often at most; 0 where only a condition ends it


class Decided(NamedTuple):
    """A throw that decides what is thrown next."""

    first: Plan
    by_name: bool  # whether the outcome decides, not the number
    cases: tuple[tuple[int, Plan], ...]


class DecidedTogether(NamedTuple):
    """A throw of which several numbers decide what is thrown next; None is its outcome."""

    first: Plan
    numbers: tuple[Number | None, ...]
    cases: tuple[tuple[str, Plan], ...]  # by the numbers, and the place of the outcome


Plan = Leaf | ThrowSum | Sides | Repeated | Steered | Decided | DecidedTogether | Tried | Outcomes


def plan_json(plan: Plan) -> Any:
    """Return the plan as the page reads it."""
    if isinstance(plan, Leaf):
        return [plan.reader, plan.dice + plan.more]
    if isinstance(plan, ThrowSum):
        return ["+", plan.add, *map(plan_json, plan.parts)]
    if isinstance(plan, Sides):
        sides = [plan_json(plan.first), plan_json(plan.second)]
        return ["-", plan.reader, *sides, *[list(each) for each in plan.compared]]
    if isinstance(plan, Repeated):
        slots = list(plan.slots)
        return ["n", plan.reader, plan_json(plan.one), slots, plan.many, int(plan.full)]
    if isinstance(plan, Steered):
        return ["s", plan.reader, list(plan.start), plan.most]
    if isinstance(plan, Tried):
        return ["b", plan_json(plan.one), plan.many, int(plan.best)]
    if isinstance(plan, Outcomes):
        return ["o", plan_json(plan.one), {str(one.outcome): _worth(one) for one in plan.results}]
    if isinstance(plan, DecidedTogether):
        numbers = [one and number(one) for one in plan.numbers]
        together = {key: plan_json(then) for key, then in plan.cases}
        return ["t", numbers, plan_json(plan.first), together]
    cases = {str(key): plan_json(then) for key, then in plan.cases}
    return ["?", int(plan.by_name), plan_json(plan.first), cases]


def _worth(found: OutcomeWorth) -> Any:
    words = {word: v if isinstance(v, int) else plan_json(v) for word, v in found.words}
    return [number(found.formula), words]
