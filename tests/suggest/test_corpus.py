"""Pages in the manner of many books: nearly every figure is found, and hardly anything else."""

from pathlib import Path

import pytest

from tests.suggest.score import Score, score

CORPUS = Path(__file__).parent / "corpus"
DENSE = Path(__file__).parent / "dense"  # full of numbers, of which few are decided by dice
GENRES = Path(__file__).parent / "genres"  # written before the words and patterns were read


@pytest.fixture(scope="module")
def total() -> Score:
    """The counts of all pages together."""
    found = Score()
    for path in sorted(CORPUS.glob("*.md")):
        found += score(path)
    return found


def test_nine_of_ten_figures_are_pointed_out(total: Score) -> None:
    assert total.figures > 150
    assert total.found >= total.figures * 9 / 10, total.details


def test_hardly_anything_else_is(total: Score) -> None:
    assert total.false <= 4, total.details


def test_three_of_four_that_are_wrong_by_themselves_are_called_wrong(total: Score) -> None:
    assert total.wrong > 20
    assert total.called >= total.wrong * 3 / 4, total.details
    assert total.falsely == 0, total.details


def test_half_a_page_about_other_things_is_left_alone() -> None:
    assert score(CORPUS / "lore.md").false == 0


@pytest.mark.slow
def test_pages_of_other_genres_are_read_nearly_as_well() -> None:
    found = Score()
    for path in sorted(GENRES.glob("*.md")):
        found += score(path)
    assert found.figures > 700
    assert found.found >= found.figures * 82 / 100, found.details
    assert found.false <= found.figures * 4 / 100, found.details
    assert found.wrong > 35
    assert found.called >= found.wrong * 3 / 4, found.details
    assert found.falsely == 0, found.details


def test_pages_full_of_numbers_are_no_noise() -> None:
    found = Score()
    for path in sorted(DENSE.glob("*.md")):
        found += score(path)
    assert found.figures > 500
    assert found.found >= found.figures * 88 / 100, found.details
    assert found.false <= found.figures * 8 / 100, found.details
    assert found.called >= found.wrong * 4 / 5, found.details
    assert found.falsely == 0, found.details
