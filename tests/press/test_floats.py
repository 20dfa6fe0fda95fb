"""Which figures the text goes on before."""

import pytest

from sphinxext.rulebook.press.typeset import stranded


@pytest.mark.parametrize(("y", "moves"), [(500, True), (637, True), (639, False), (700, False)])
def test_a_figure_may_leave_a_strip_of_the_page_white(y: int, moves: bool) -> None:
    """The strip is a seventh of the page, which is 800 high and whose text ends at 750."""
    spots = [
        {"page": 1, "x": 40, "y": y, "before": 7},
        {"page": 2, "x": 40, "y": 50, "after": 7},
    ]
    assert stranded(spots, 750, 800) == ({7} if moves else set())
