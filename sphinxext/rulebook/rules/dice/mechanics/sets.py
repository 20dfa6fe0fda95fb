"""Readings of a throw as a set: its ends, its equal faces and its rows, by icepool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ...errors import RulesError
from ...model.roll import Die, Keep
from ..law import Listed
from .kept import chosen, refuse_too_many
from .pool import Reading, worths

Seen = Any  # what is known of a set so far; None before its first face


def _row(seen: Seen, face: int, _count: int) -> Seen:
    """The longest row so far, how long the one is that the face ends, and the face."""
    longest, length, last = seen or (0, 0, face)
    length = length + 1 if abs(face - last) == 1 else 1
    return max(longest, length), length, face


# For each reading of a set how the faces, one after the other, change what is known of it.
SETS: Mapping[str, Callable[[Seen, int, int], Seen]] = {
    "highest": lambda seen, face, _: face if seen is None else max(seen, face),
    "lowest": lambda seen, face, _: face if seen is None else min(seen, face),
    "same": lambda seen, _, count: max(seen or 0, count),
    "pairs": lambda seen, _, count: (seen or 0) + (count > 1),
    "row": _row,
}


def read_set(name: str, faces: Iterable[int]) -> int:
    """What the reading says of the faces of a throw."""
    seen: Seen = None
    for face, count in sorted(Counter(faces).items()):
        seen = SETS[name](seen, face, count)
    return _said(seen)


def _said(seen: Seen) -> int:
    """The number that a reading comes to."""
    return int(seen[0] if isinstance(seen, tuple) else seen or 0)


def as_a_set(
    dice: Sequence[tuple[Die, int]],
    reading: Reading,
    flat: int,
    keep: Keep | None,
    marks: Mapping[str, Mapping[str, tuple[int, ...]]],
    wanted: Collection[str],
) -> list[tuple[dict[str, int], Listed]]:
    """The law of the (kept) sum split by what the throw shows as a set, and by its marks."""
    if reading.again is not None:
        raise RulesError(
            f"dice that roll again cannot be read as a set ({', '.join(SETS)}, kept dice "
            "with a reading); leave out 'again' or the reading"
        )
    names = tuple(marks)
    sets = tuple(name for name in SETS if name in wanted)
    value_of, shows = _faces(dice, reading, marks)
    if keep and any(value_of[a] > value_of[b] for a, b in pairwise(sorted(value_of))):
        raise RulesError(
            "dice are kept by what they count; where a higher face counts less, "
            "a reading beside them has no answer"
        )
    many = sum(count for _, count in dice)
    read = [*sets, *names]
    refuse_too_many(many, len(value_of), min(keep.many, many) if keep else many, len(read))
    found = _thrown(dice, keep, value_of, shows, sets, (0,) * len(names))
    den = found.denominator()
    split: dict[tuple[int, ...], dict[int, int]] = {}
    for (total, *shown), ways in found.items():
        part = split.setdefault(tuple(shown), {})
        part[total] = part.get(total, 0) + ways
    cells = []
    for shown, part in split.items():
        low, high = min(part), max(part)
        numerators = tuple(part.get(v, 0) for v in range(low, high + 1))
        cells.append((dict(zip(read, shown, strict=True)), Listed(low + flat, numerators, den)))
    return cells


def _faces(
    dice: Sequence[tuple[Die, int]],
    reading: Reading,
    marks: Mapping[str, Mapping[str, tuple[int, ...]]],
) -> tuple[dict[int, int], dict[int, tuple[int, ...]]]:
    """What each face counts, and what it marks; one face means one thing on all dice."""
    value_of: dict[int, int] = {}
    shows: dict[int, tuple[int, ...]] = {}
    for die, _ in dice:
        for i, (face, worth) in enumerate(zip(die.faces, worths(die.faces, reading), strict=True)):
            mark = tuple(table[die.name][i] for table in marks.values())
            if value_of.setdefault(face, worth) != worth or shows.setdefault(face, mark) != mark:
                raise RulesError(f"a face of {face} is read in two ways in one kept throw")
    return value_of, shows


def _thrown(
    dice: Sequence[tuple[Die, int]],
    keep: Keep | None,
    value_of: Mapping[int, int],
    shows: Mapping[int, tuple[int, ...]],
    sets: Sequence[str],
    nothing: tuple[int, ...],
) -> Any:
    """Every kept sum with what is read of its throw, as icepool finds them."""
    import icepool

    steps = [SETS[name] for name in sets]

    class Throw(icepool.MultisetEvaluator[int, Any]):  # type: ignore[misc]  # icepool has no types
        def initial_state(self, *_: Any) -> Any:
            return 0, (None,) * len(sets), nothing

        def next_state(self, state: Any, _order: Any, face: int, count: int, kept: int) -> Any:
            total, seen, marked = state
            if count:
                seen = tuple(
                    [step(old, face, count) for old, step in zip(seen, steps, strict=True)]
                )
                marked = tuple(m + count * s for m, s in zip(marked, shows[face], strict=True))
            return total + kept * value_of[face], seen, marked

        def final_outcome(self, state: Any, *_: Any) -> Any:
            total, seen, marked = state
            return total, *map(_said, seen), *marked

    evaluator = Throw()

    @icepool.multiset_function  # type: ignore[untyped-decorator]  # icepool has no types for it
    def read(pool: Any) -> Any:
        return evaluator.evaluate(pool, chosen(keep, pool) if keep else pool)

    return read(icepool.Pool([icepool.Die(die.faces) for die, count in dice for _ in range(count)]))
