"""Readings of a throw as a set: its highest and lowest face and its equal faces, by icepool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import RulesError
from ..law import Factor, Listed, Sum
from ..roll import Die, Keep
from .kept import chosen
from .marks import Cell
from .pool import Reading, worths

SETS = ("highest", "lowest", "same")


def as_a_set(
    dice: Sequence[tuple[Die, int]],
    others: Sequence[tuple[Factor, int]],
    reading: Reading,
    flat: int,
    keep: Keep | None,
    marks: Mapping[str, Mapping[str, tuple[int, ...]]],
) -> list[Cell]:
    """The law of the (kept) sum split by what the throw shows as a set, and by its marks."""
    import icepool

    if reading.again is not None:
        raise RulesError(
            "dice that roll again cannot be read as a set (highest, lowest, same, kept dice "
            "with a reading); leave out 'again' or the reading"
        )
    names = tuple(marks)
    value_of: dict[int, int] = {}
    shows: dict[int, tuple[int, ...]] = {}
    for die, _ in dice:
        for i, (face, worth) in enumerate(zip(die.faces, worths(die.faces, reading), strict=True)):
            mark = tuple(marks[name][die.name][i] for name in names)
            if value_of.setdefault(face, worth) != worth or shows.setdefault(face, mark) != mark:
                raise RulesError(f"a face of {face} is read in two ways in one kept throw")

    class Throw(icepool.MultisetEvaluator[int, Any]):  # type: ignore[misc]  # icepool has no types
        def initial_state(self, *_: Any) -> Any:
            return 0, None, None, 0, (0,) * len(names)

        def next_state(self, state: Any, _order: Any, face: int, count: int, kept: int) -> Any:
            total, first, last, same, marked = state
            if count:
                first = face if first is None else first
                last = face
                same = max(same, count)
                marked = tuple(m + count * s for m, s in zip(marked, shows[face], strict=True))
            return total + kept * value_of[face], first, last, same, marked

        def final_outcome(self, state: Any, *_: Any) -> Any:
            total, first, last, same, marked = state
            ends = (0, 0) if first is None else (max(first, last), min(first, last))
            return total, *ends, same, *marked

    evaluator = Throw()

    @icepool.multiset_function  # type: ignore[untyped-decorator]  # icepool has no types for it
    def read(pool: Any) -> Any:
        return evaluator.evaluate(pool, chosen(keep, pool) if keep else pool)

    pool = icepool.Pool([icepool.Die(die.faces) for die, count in dice for _ in range(count)])
    found = read(pool)
    den = found.denominator()
    split: dict[tuple[int, ...], dict[int, int]] = {}
    for (total, *shown), ways in found.items():
        part = split.setdefault(tuple(shown), {})
        part[total] = part.get(total, 0) + ways
    cells: list[Cell] = []
    for shown, part in split.items():
        low, high = min(part), max(part)
        numerators = tuple(part.get(v, 0) for v in range(low, high + 1))
        facts = dict(zip((*SETS, *names), shown, strict=True))
        if others:
            one = Factor(low, numerators, (den,), Listed(low, numerators, den).mean)
            cells.append((facts, Sum([(one, 1), *others], flat)))
        else:
            cells.append((facts, Listed(low + flat, numerators, den)))
    return cells
