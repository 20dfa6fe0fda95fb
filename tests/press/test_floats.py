"""Which figures the text goes on before."""

from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.press.typeset import Typeset, stranded

FILE = Path("book.typ")
PAGE = Typeset(FILE, FILE, FILE, 0, top=50, foot=750, wide=600, high=800, step=14)


@pytest.mark.parametrize(("y", "moves"), [(500, True), (637, True), (639, False), (700, False)])
def test_a_figure_may_leave_a_strip_of_the_page_white(y: int, moves: bool) -> None:
    """The strip is a seventh of the page."""
    spots = [
        {"page": 1, "x": 40, "y": y, "before": 7},
        {"page": 2, "x": 40, "y": 50, "after": 7},
    ]
    assert stranded(spots, PAGE) == ({7} if moves else set())


@pytest.mark.parametrize(
    ("start", "end", "stays_whole"),
    [(400, 110, True), (400, 150, False), (400, 50, False), (100, 110, False)],
)
def test_a_table_that_leaves_a_row_or_two_to_the_next_page_stays_whole(
    start: int, end: int, stays_whole: bool
) -> None:
    """More rows may go on, and so may a table that is longer than half a page."""
    spots: list[dict[str, Any]] = [
        {"page": 1, "x": 40, "y": start, "before": 7, "table": True},
        {"page": 2, "x": 40, "y": end, "after": 7, "table": True},
    ]
    assert stranded(spots, PAGE) == ({7} if stays_whole else set())
