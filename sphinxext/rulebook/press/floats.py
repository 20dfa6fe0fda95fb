"""Finds the figures that the text has to go on before, so that none leaves a page white."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

WHITE = 0.14  # of the page's height, that a figure on the next page may leave empty
LayoutMarks = Sequence[Mapping[str, Any]]


def stranded(marks: LayoutMarks, foot: float, high: float) -> set[int]:
    """Return the figures that went to the next page or column and left more than a strip white.

    The text ends at `foot` on a page so `high`.
    """
    before = {each["before"]: each for each in marks if "before" in each}
    found = set()
    for each in marks:
        start = before.get(each.get("after", -1))
        moved_on = start and (start["page"], start["x"]) != (each["page"], each["x"])
        if start and moved_on and foot - start["y"] > WHITE * high:
            found.add(int(each["after"]))
    return found


def overtaking(marks: LayoutMarks, middle: float) -> set[int]:
    """Return the figures printed before one that moved, though they come after it in the book."""
    at = {each.get("moved", each.get("before")): each for each in marks}
    found, reached = set(), (0, False, 0.0)
    for number in sorted(each for each in at if each is not None):
        mark = at[number]
        place = mark["page"], mark["x"] > middle, mark["y"]
        if "moved" in mark:
            reached = max(reached, place)
        elif place < reached:
            found.add(int(number))
    return found
