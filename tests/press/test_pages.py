"""Letters off a page: as many points as nobody sees, and more."""

import pytest

from sphinxext.rulebook.press.pages import PrintedPage, Run, Where, off_the_page, over_each_other

WORD = Run("word", 100, 100, 140, 110)


@pytest.mark.parametrize("edge", [0, 9])  # what a print shop cuts off
@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
@pytest.mark.parametrize(("over", "is_off"), [(-20, False), (1.4, False), (1.6, True), (6, True)])
def test_letters_may_be_off_the_page_by_a_point_and_a_half(
    side: str, over: float, is_off: bool, edge: int
) -> None:
    places = {"left": edge - over, "top": edge - over, "right": 300 - edge + over}
    place = {**places, "bottom": 400 - edge + over}[side]
    run = {
        "left": Run("word", place, 100, place + 40, 110),
        "right": Run("word", place - 40, 100, place, 110),
        "top": Run("word", 100, place, 140, place + 10),
        "bottom": Run("word", 100, place - 10, 140, place),
    }[side]
    page = PrintedPage(3, 300, 400, (WORD, run), 2)
    found = [fault.text for fault in off_the_page(page, Where([], None), edge)]
    assert found == ([f"'word' runs off the {side} of page 3"] if is_off else [])


@pytest.mark.parametrize(("lean", "is_over"), [(9.9, False), (10.1, True)])
def test_a_slanted_letter_may_lean_over_the_next_word(lean: float, is_over: bool) -> None:
    other = Run("next", 140 - lean, 100, 180, 110)
    page = PrintedPage(1, 300, 400, (WORD, other), 2)
    assert bool(list(over_each_other(page, Where([], None)))) == is_over
