"""Columns become even in a few passes, or stay as they were."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext.rulebook.press.floats import FLOATS, SLACKS, Body, set_well, stranded
from sphinxext.rulebook.press.typeset import Printed

if TYPE_CHECKING:
    from pathlib import Path

BODY = Body(top=50, foot=750, middle=300, step=10, high=800)
LEFT, RIGHT = 40, 320


def marks(*blocks: tuple[int, int], end: tuple[int, int], pages: int = 1) -> list[dict[str, Any]]:
    """Marks of a chapter on one page, whose blocks begin at these places."""
    spots = [{"page": 1, "x": x, "y": y, "spot": n} for n, (x, y) in enumerate(blocks, 1)]
    start = {"page": 1, "x": LEFT, "y": 50, "begins": True}
    return [start, *spots, {"page": 1, "x": end[0], "y": end[1], "ends": "1"}, {"pages": pages}]


def passes(folder: Path, *layouts: list[dict[str, Any]]) -> list[float | None]:
    """Give a book these layouts in turn, and return the white that each was set with."""
    tried: list[float | None] = []

    def set_() -> Printed:
        fill = re.search(r'"1": ([\d.]+)', (folder / FLOATS).read_text("utf-8"))
        tried.append(float(fill[1]) if fill else None)
        return Printed([], layouts[min(len(tried), len(layouts)) - 1])

    set_well(folder, BODY, set_)
    return tried


ONE = marks((LEFT, 60), (LEFT, 200), (LEFT, 300), end=(LEFT, 450))
EVEN = marks((LEFT, 60), (LEFT, 200), (RIGHT, 50), end=(RIGHT, 200))


def test_text_in_one_column_goes_into_two(tmp_path: Path) -> None:
    assert passes(tmp_path, ONE, EVEN) == [None, 750 - 250 - SLACKS[0] * 10]


def test_even_columns_stay(tmp_path: Path) -> None:
    assert passes(tmp_path, marks((LEFT, 60), (RIGHT, 50), end=(RIGHT, 730))) == [None]


@pytest.mark.parametrize(
    "tight",
    [
        marks((LEFT, 60), (LEFT, 200), (RIGHT, 50), end=(RIGHT, 200), pages=2),  # a note moved on
        marks((RIGHT, 50), (RIGHT, 200), (RIGHT, 300), end=(RIGHT, 450)),  # nothing in the first
        marks((LEFT, 60), (LEFT, 190), (LEFT, 270), end=(LEFT, 410)),  # rows pushed together
    ],
)
def test_columns_get_longer_until_everything_fits(
    tmp_path: Path, tight: list[dict[str, Any]]
) -> None:
    assert passes(tmp_path, ONE, tight, tight, EVEN) == [
        None, *(500 - slack * 10 for slack in SLACKS[:3])
    ]  # fmt: skip
    assert passes(tmp_path, ONE, *[tight] * len(SLACKS), ONE)[-1] is None


@pytest.mark.parametrize(("y", "moves"), [(500, True), (637, True), (639, False), (700, False)])
def test_a_figure_may_leave_a_strip_of_the_page_white(y: int, moves: bool) -> None:
    """The strip is a seventh of the page, which is 800 high and whose text ends at 750."""
    spots = [
        {"page": 1, "x": LEFT, "y": y, "before": 7},
        {"page": 2, "x": LEFT, "y": 50, "after": 7},
    ]
    assert stranded(spots, BODY) == ({7} if moves else set())
