"""Finds figures that leave much of a page white, so that the text goes on before them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .typeset import Printed

FLOATS = "floats.typ"
WHITE = 0.14  # of the page's height, that a figure on the next page may leave empty
PASSES = 4  # each may move figures that follow, and so leave other pages white
BODY = ("spot", "heading", "columns", "panel")


def set_with_floats(folder: Path, foot: float, high: float, set_: Callable[[], Printed]) -> Printed:
    """Set the book, again while a figure leaves a page white; the text ends at `foot`, in points.

    Figures that move stay moved, so this ends.
    """
    floats: set[int] = set()
    for _ in range(PASSES):
        numbers = "".join(f"{number}, " for number in sorted(floats))
        (folder / FLOATS).write_text(f"#let floats = ({numbers})\n", "utf-8")
        printed = set_()
        more = stranded(printed.spots, foot, high)
        if not more:
            break
        floats |= more
    blocks = [each for each in printed.spots if any(kind in each for kind in BODY)]
    return Printed(printed.messages, blocks)


def stranded(spots: Sequence[Mapping[str, Any]], foot: float, high: float) -> set[int]:
    """Return the figures that went to the next page or column and left more than a strip white."""
    before = {each["before"]: each for each in spots if "before" in each}
    found = set()
    for each in spots:
        start = before.get(each.get("after", -1))
        if start and (start["page"], start["x"]) != (each["page"], each["x"]):
            gap = foot - start["y"]
            if gap > WHITE * high:
                found.add(int(each["after"]))
    return found
