"""Refuses faces that are given two values: which of them was meant is open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import RulesError
from .faces import Faces
from .roll import Count

NO_TOP = 10**9  # the highest face of a die that is not known yet


def refuse_two_values(
    table: Sequence[tuple[Faces, Count]], faces: Iterable[int], top: int = NO_TOP
) -> None:
    """Refuse a `worth` in which two keys say different things about one of the faces."""
    for face in faces:
        said = [(held, count) for held, count in table if held.holds(face, top)]
        if len({face if isinstance(count, str) else count for _, count in said}) > 1:
            (first, one), (second, other), *_ = said
            raise RulesError(
                f'two keys of \'worth\' name a {face}: "{first}" counts {one} and "{second}" '
                f'counts {other}; write each face in one key, as in {{ "7-9" = 1, "10+" = 2 }}'
            )


def named_faces(table: Iterable[Faces]) -> list[int]:
    """Faces that show each overlap of these sets, as far as no parameter decides."""
    ends = {end for held in table for span in held.ranges for end in span if isinstance(end, int)}
    return sorted(ends | {end + 1 for end in ends})
