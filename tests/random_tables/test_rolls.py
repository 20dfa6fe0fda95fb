"""The rolls that a cell names, in every manner that books write them."""

import pytest

from sphinxext.rulebook.random_tables.columns import roll_columns
from sphinxext.rulebook.random_tables.dice import dice_in, dice_of, readings
from sphinxext.rulebook.random_tables.rolls import RollSlip, read_rolls, written
from tests.support.cases import cases_of

CASES = cases_of(__file__)


def on(text: str, notation: str) -> list[int]:
    dice, rolls = dice_of(notation), read_rolls(text)
    assert rolls is not None, text
    return sorted(rolls.on(dice))


@pytest.mark.parametrize(("text", "notation", "values"), CASES["cells"])
def test_a_cell_is_read(text: str, notation: str, values: list[int]) -> None:
    assert on(text, notation) == values


@pytest.mark.parametrize(
    "text", ["", "—", "Level 3", "3 gp", "+1", "1d6", "10,000", "May", "wolves"]
)
def test_what_names_no_roll_is_not_read(text: str) -> None:
    assert read_rolls(text) is None


@pytest.mark.parametrize("text", ["10-Jan", "1-Oct", "Oct-1", "1. Okt", "01-oct"])
def test_a_spreadsheets_date_is_the_range_it_was(text: str) -> None:
    rolls = read_rolls(text)
    assert rolls.slip is RollSlip.DATE
    assert on(text, "d20") == list(range(1, 11))


@pytest.mark.parametrize("text", ["2023-01-10", "1/10/2024", "10.01.2024", "2023-01-10 00:00"])
def test_so_is_a_date_with_its_year(text: str) -> None:
    rolls = read_rolls(text)
    assert rolls.slip is RollSlip.DATE
    d20 = dice_of("d20")
    assert rolls.on(d20) == frozenset(range(1, 11))


def test_a_range_that_runs_backwards_is_seen() -> None:
    rolls = read_rolls("79–64")
    assert rolls.slip is RollSlip.REVERSED
    assert on("79–64", "d100") == list(range(64, 80))


@pytest.mark.parametrize(("text", "name", "low", "high"), CASES["dice"])
def test_dice_are_read(text: str, name: str, low: int, high: int) -> None:
    dice = dice_of(text)
    assert (dice.name, dice.low, dice.high) == (name, low, high)


def test_dice_are_found_in_a_heading() -> None:
    found = list(dice_in("Roll 1d10 + level, or d20+5"))
    assert [(each.notation, each.is_open) for each in found] == [("1d10", True), ("d20+5", False)]
    assert next(dice_in("D66-Tabelle")).notation == "D66"
    assert not list(dice_in("an id6x and word20"))


def test_a_d10_may_begin_with_zero() -> None:
    d10, d0 = readings("d10")
    assert (d10.low, d0.low) == (1, 0)
    rows = [["0-4", "a bear"], ["5-9", "a fox"]]
    (column,) = roll_columns(rows, 0, "", [d10], lambda _: d10)
    assert column.dice == d0


def test_wide_digits_are_written_as_wide_ones() -> None:
    d100 = dice_of("d100")
    assert written(range(1, 52), d100, "０１－５０ ００") == "０１－５１"
    assert written([*range(96, 101)], d100, "０１－５０ ００") == "９６－００"


def test_rolls_are_written_as_the_book_does() -> None:
    d100, d66 = dice_of("d100"), dice_of("d66")
    assert written([1, 2, 3], d100, "01-05") == "01-03"
    assert written([97, 98, 99, 100], d100, "01—05") == "97—00"
    assert written([11, 12, 13, 14, 15, 16, 21], d66, "11–12") == "11–21"
    assert written([2, 12], d100) == "2, 12"


def test_numbers_without_end_are_no_dice() -> None:
    assert dice_of("2d6+3") is not None
    assert dice_of("2d6+" + "9" * 5000) is None
