"""Any dice, any partition: right is right, and one planted mistake is found and nothing else."""

import random
import re
from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sphinxext.rulebook.random_tables.dice import TableDice, dice_of, readings
from sphinxext.rulebook.random_tables.partition import MistakeKind, mistakes, nearest
from sphinxext.rulebook.random_tables.rolls import read_rolls, written
from tests.support.work import calls

NAMES = ("d4", "d6", "d8", "d10", "d12", "d20", "d30", "d100", "2d6", "3d6", "2d10", "d66", "d88",
         "1d8+1d12", "d6+2", "d1000")  # fmt: skip
STEADY = settings(max_examples=50)
DASHES = ("1-2", "1–2", "1 — 2")


@st.composite
def tables(draw: st.DrawFn, least: int = 2) -> tuple[TableDice, list[list[int]], str]:
    """Dice, the values of each row, and how they are written."""
    dice = dice_of(draw(st.sampled_from(NAMES)))
    count = len(dice.values)
    rows = draw(st.integers(min(least, count), min(count, 40)))
    cuts = sorted(draw(st.sets(st.integers(1, count - 1), min_size=rows - 1, max_size=rows - 1)))
    parts = [list(dice.values[a:b]) for a, b in zip([0, *cuts], [*cuts, count], strict=True)]
    like = draw(st.sampled_from(DASHES))
    if dice.high == 100 and draw(st.booleans()):
        like = f"{like} 01 00"
    return dice, parts, like


def labels(dice: TableDice, parts: list[list[int]], like: str) -> list[str]:
    return [written(part, dice, like) for part in parts]


def means(text: str, dice: TableDice) -> list[int]:
    """The values that written rolls have."""
    rolls = read_rolls(text)
    return sorted(rolls.on(dice))


@STEADY
@given(tables())
def test_a_partition_is_right(table: tuple[TableDice, list[list[int]], str]) -> None:
    dice, parts, like = table
    assert mistakes(dice, labels(dice, parts, like)) == ()


@STEADY
@given(tables(), st.randoms(use_true_random=False))
def test_rows_in_any_order_are_right(
    table: tuple[TableDice, list[list[int]], str], rng: random.Random
) -> None:
    dice, parts, like = table
    mixed = labels(dice, parts, like)
    rng.shuffle(mixed)
    assert mistakes(dice, mixed) == ()


def shortened(parts: list[list[int]], row: int) -> tuple[list[int], ...]:
    return (parts[row][:-1],)


def dropped(_parts: list[list[int]], _row: int) -> tuple[list[int], ...]:
    return ()


def too_early(parts: list[list[int]], row: int) -> tuple[list[int], ...]:
    return ([parts[row - 1][-1], *parts[row]],)


def typed_twice(parts: list[list[int]], row: int) -> tuple[list[int], ...]:
    return (parts[row - 1],)


Slip = Callable[[list[list[int]], int], tuple[list[int], ...]]
SLIPS: dict[Slip, tuple[MistakeKind, set[int]]] = {
    shortened: (MistakeKind.GAP, {0}),
    dropped: (MistakeKind.GAP, {-1}),
    too_early: (MistakeKind.OVERLAP, {-1, 0}),
    typed_twice: (MistakeKind.OVERLAP, {0}),
}


@STEADY
@given(tables(3), st.data())
@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.__name__)
def test_one_slip_is_found_and_nothing_else(
    slip: Slip, table: tuple[TableDice, list[list[int]], str], data: st.DataObject
) -> None:
    dice, parts, like = table
    row = data.draw(st.integers(1, len(parts) - 1))
    if slip is shortened:
        assume(len(parts[row]) > 1)
    typed = [*parts[:row], *slip(parts, row), *parts[row + 1 :]]
    (found,) = mistakes(dice, labels(dice, typed, like))
    kind, rows = SLIPS[slip]
    assert found.kind is kind
    assert found.row - row in rows
    if slip in (shortened, typed_twice):
        assert means(found.expected, dice) == parts[row]


@STEADY
@given(tables(3), st.data(), st.booleans())
def test_a_range_beyond_the_dice_or_backwards_is_found(
    table: tuple[TableDice, list[list[int]], str], data: st.DataObject, turned: bool
) -> None:
    dice, parts, _ = table
    row = data.draw(st.integers(0, len(parts) - 1)) if turned else len(parts) - 1
    low, high = parts[row][0], parts[row][-1]
    assume(low < high or not turned)
    typed = labels(dice, parts, "1-2")
    typed[row] = f"{high}-{low}" if turned else f"{low}-{high + 1}"
    (found,) = mistakes(dice, typed)
    kind = MistakeKind.REVERSED if turned else MistakeKind.BEYOND
    assert (found.kind, found.row) == (kind, row)
    assert found.expected == labels(dice, parts, "1-2")[row]


def test_more_rows_than_the_dice_have() -> None:
    d20 = dice_of("d20")
    found = mistakes(d20, [str(n) for n in range(1, 25)])
    assert [each.row for each in found] == [20, 21, 22, 23]
    assert {each.kind for each in found} == {MistakeKind.UNREACHED}


@pytest.mark.parametrize(
    ("notation", "rows", "wrong"),
    [
        ("d8", "1 2 7 3 4 5 6 7 8", {2: "–"}),
        ("d8", "7-8 1-2 3-4 6", {2: "3-5"}),
        ("d8", "1-2 4-5 3 6-7 9", {4: "8"}),
        ("d8", "2, 7 1 3-4 5-8", {3: "5-6, 8"}),
        ("d8", "1-3 3-4 5 7-8", {1: "4", 2: "5-6"}),
        ("3d6", "3, 18 4-6, 15-16 7-14", {1: "4-6, 15-17"}),
        ("d4", "1) 3) 3) 4)", {1: "2)"}),
        ("d10", "0-3 4-6 7-8", {2: "7-9"}),
    ],
)
def test_the_fewest_rows_are_blamed(notation: str, rows: str, wrong: dict[int, str]) -> None:
    typed = re.split(r"(?<!,) ", rows)
    dice = nearest(typed, readings(notation))
    assert {each.row: each.expected for each in mistakes(dice, typed)} == wrong


def test_an_end_in_words_that_no_language_has_here_is_right() -> None:
    two = dice_of("2d6")
    rows = ["2 o menys", "3-5", "6-8", "9-11"]
    assert mistakes(two, [*rows, "12 o més"]) == ()
    assert mistakes(two, [*rows, "11 o més"]) != ()


def test_open_ends_keep_their_words() -> None:
    two = dice_of("2d6")
    (found,) = mistakes(two, ["5 or less", "7-9", "10 or more"])
    assert (found.row, found.expected) == (0, "6 or less")


def test_five_hundred_tables_of_a_hundred_rows_are_quick() -> None:
    d1000 = dice_of("d1000")
    many = []
    for n in range(500):
        rows = [f"{i}-{i + 9}" for i in range(1, 1001, 10)]
        if n % 10 == 0:
            rows[n % 97 + 1] = rows[n % 97]
        many.append([f"{row}{' ' * (n % 5)}" for row in rows])
    assert calls(lambda: [mistakes(d1000, rows) for rows in many]) < 4_000_000
    assert sum(len(mistakes(d1000, rows)) for rows in many) == 50
