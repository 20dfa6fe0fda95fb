"""Which figures the text goes on before."""

from typing import Any

import pytest

from sphinxext.rulebook.press.typeset import PageShape, stranded

PAGE = PageShape(top=50, foot=750, wide=600, high=800, step=14)


@pytest.mark.parametrize(("y", "moves"), [(500, True), (637, True), (639, False), (700, False)])
def test_a_figure_may_leave_a_strip_of_the_page_white(y: int, moves: bool) -> None:
    """The strip is a seventh of the page."""
    spots = [
        {"page": 1, "x": 40, "y": y, "before": 7},
        {"page": 2, "x": 40, "y": 50, "after": 7},
    ]
    assert stranded(spots, PAGE) == ({7} if moves else set(), set())


@pytest.mark.parametrize(
    ("start", "page", "end", "stays_whole", "is_cut"),
    [
        (400, 2, 110, True, False),
        (400, 2, 150, False, False),
        (400, 2, 50, False, False),
        (400, 3, 100, False, True),  # no page has room for all of it
        (100, 2, 100, False, True),
        (100, 2, 110, False, False),
    ],
)
def test_a_table_leaves_no_row_or_two_to_the_next_page(
    start: int, page: int, end: int, stays_whole: bool, is_cut: bool
) -> None:
    """It stays whole, or leaves more; rows with many lines are not alone."""
    spots: list[dict[str, Any]] = [
        {"page": 1, "x": 40, "y": start, "before": 7, "table": True},
        {"page": page, "x": 40, "y": end, "after": 7, "table": True},
    ]
    assert stranded(spots, PAGE) == ({7} if stays_whole else set(), {7} if is_cut else set())
