"""Checks that every value of the dice leads to one row, and says which rolls would be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from .dice import TableDice, readings
from .rolls import Rolls, RollSlip, rolls_on, style_of, written


class MistakeKind(Enum):
    """The kinds of mistakes in a random table."""

    GAP = "gap"
    OVERLAP = "overlap"
    BEYOND = "beyond"  # a value that the dice cannot show
    UNREACHED = "unreached"  # no roll leads to the row
    REVERSED = "reversed"
    DATE = "date"
    UNREAD = "unread"
    DICE = "dice"  # the dice are others than elsewhere


_SLIPS = {
    RollSlip.DATE: (MistakeKind.DATE, "a spreadsheet made a date of the rolls"),
    RollSlip.REVERSED: (MistakeKind.REVERSED, "the range runs backwards"),
}


@dataclass(frozen=True)
class RowMistake:
    """A mistake in a row, and the rolls that would be right."""

    kind: MistakeKind
    row: int  # of those that have rolls
    found: str
    expected: str
    why: str
    place: tuple[int, int] = (0, 0)  # the row and column of its cell
    line: int = 0


@dataclass(frozen=True)
class RollLabels:
    """The rolls of a table's rows on their dice."""

    dice: TableDice
    texts: tuple[str, ...]
    rolls: tuple[Rolls | None, ...]
    values: tuple[frozenset[int], ...]

    def with_values(self, row: int, values: Iterable[int]) -> RollLabels:
        """The same rows, one of them with other values."""
        new = (*self.values[:row], frozenset(values), *self.values[row + 1 :])
        return replace(self, values=new)

    @property
    def counts(self) -> dict[int, int]:
        """In how many rows each value is."""
        found = dict.fromkeys(self.dice.values, 0)
        for values in self.values:
            for value in values:
                found[value] += 1
        return found

    @property
    def missing(self) -> list[int]:
        """The values that are in no row."""
        return [value for value, count in self.counts.items() if not count]


def labels_of(dice: TableDice, texts: Sequence[str]) -> RollLabels:
    """The rows of a table, read."""
    rolls = tuple(rolls_on(text, dice) for text in texts)
    values = tuple(frozenset() if each is None else each.on(dice) for each in rolls)
    return RollLabels(dice, tuple(texts), rolls, values)


def is_partition(labels: RollLabels) -> bool:
    """Say whether every value is in one row, and no row is written in a way that is wrong."""
    if any(rolls is None or rolls.slip for rolls in labels.rolls) or not all(labels.values):
        return False
    found = sum(map(len, labels.values))
    if found != len(labels.dice.values) or len(frozenset().union(*labels.values)) != found:
        return False
    return not any(rolls.beyond(labels.dice) for rolls in labels.rolls if rolls)


def fits(texts: Sequence[str], notation: str) -> bool:
    """Say whether the rolls are right for some reading of the dice."""
    return bool(notation) and fitting(texts, readings(notation)) is not None


def fitting(texts: Sequence[str], ways: Iterable[TableDice]) -> TableDice | None:
    """The first dice for which the rolls are right."""
    return next((dice for dice in ways if is_partition(labels_of(dice, texts))), None)


def mistakes(dice: TableDice, texts: Sequence[str]) -> tuple[RowMistake, ...]:
    """Every mistake of a table, in the order of its rows; few rows are blamed for many values."""
    labels = labels_of(dice, texts)
    if not texts or is_partition(labels):
        return ()
    if _runs_down(labels):
        last = len(texts) - 1
        turned = _mistakes_upwards(labels_of(dice, texts[::-1]))
        return tuple(replace(each, row=last - each.row) for each in reversed(turned))
    return _mistakes_upwards(labels)


def _runs_down(labels: RollLabels) -> bool:
    """Say whether the rows begin with the highest rolls."""
    lows = [min(values) for values in labels.values if values]
    down = sum(after < before for before, after in pairwise(lows))
    return down * 2 > len(lows)


def _mistakes_upwards(labels: RollLabels) -> tuple[RowMistake, ...]:
    """Every mistake of a table whose rows begin with the lowest rolls."""
    dice, texts = labels.dice, labels.texts
    like = style_of(texts)
    found: dict[int, RowMistake] = {}
    mended = labels
    while True:
        counts = mended.counts
        tried = [
            (_gain(mended, counts, row, values), _blame(mended, counts, row), row, values)
            for row in _suspects(mended, counts)
            if row not in found and (values := _free(mended, counts, row))
        ]
        gain, _, row, values = max(tried, key=lambda each: each[:2], default=(0, 0, 0, frozenset()))
        if gain <= 0:
            break
        found[row] = _mistake(labels, row, values, like)
        mended = mended.with_values(row, values)
    for row, rolls in enumerate(labels.rolls):
        if row in found:
            continue
        if (
            rolls is None
            or rolls.slip
            or rolls.beyond(dice)
            or not mended.values[row]
            or mended.values[row] & _before(mended, row)
        ):
            found[row] = _mistake(labels, row, mended.values[row] - _before(mended, row), like)
    for row, values in _gaps(mended):
        if row not in found:
            expected = mended.values[row] | values
            found[row] = _mistake(labels, row, expected, like)
    return tuple(found[row] for row in sorted(found))


def _gain(labels: RollLabels, counts: dict[int, int], row: int, values: frozenset[int]) -> int:
    """Measure how much less is wrong when the row has other values."""
    own = labels.values[row]
    freed = sum(1 if counts[value] > 1 else -1 for value in own - values)
    taken = sum(-1 if counts[value] else 1 for value in values - own)
    return freed + taken + (not own)


def _blame(labels: RollLabels, counts: dict[int, int], row: int) -> int:
    """Of rows that share a value the last is to blame; of those beside a gap, the first."""
    shares = any(counts[value] > 1 for value in labels.values[row])
    return row if shares else -1 - row


def _suspects(labels: RollLabels, counts: dict[int, int]) -> set[int]:
    """The rows next to what is wrong."""
    if all(count == 1 for count in counts.values()) and all(labels.values):
        return set()
    found = set()
    for row, values in enumerate(labels.values):
        if not values or any(counts[value] > 1 for value in values):
            found |= {row - 1, row, row + 1}
        else:
            ends = labels.dice.before(min(values)), labels.dice.after(max(values))
            if any(end is not None and not counts[end] for end in ends):
                found.add(row)
    return {row for row in found if 0 <= row < len(labels.values)}


def _free(labels: RollLabels, counts: dict[int, int], row: int) -> frozenset[int]:
    """The values that the row should have, as its neighbours leave them."""
    dice, own = labels.dice, labels.values[row]

    def is_free(value: int) -> bool:
        return counts[value] == (value in own)

    before = next((labels.values[r] for r in range(row - 1, -1, -1) if labels.values[r]), None)
    behind = next((v for v in labels.values[row + 1 :] if v), None)
    low = dice.low if before is None else dice.after(max(before))
    high = dice.high if behind is None else dice.before(min(behind))
    if low is not None and high is not None and low <= high:
        between = frozenset(filter(is_free, dice.between(low, high)))
        if between:
            return between
    left = frozenset(filter(is_free, own))
    found = set(left)
    value = dice.after(max(own)) if left else None
    while value is not None and is_free(value):
        found.add(value)
        value = dice.after(value)
    return frozenset(found)


def _before(labels: RollLabels, row: int) -> frozenset[int]:
    """The values of the rows above."""
    return frozenset().union(*labels.values[:row])


def _gaps(labels: RollLabels) -> list[tuple[int, frozenset[int]]]:
    """The values in no row, each with the row that is before them."""
    found: dict[int, set[int]] = {}
    for value in labels.missing:
        below = [
            (max(v for v in values if v < value), row)
            for row, values in enumerate(labels.values)
            if any(v < value for v in values)
        ]
        row = max(below)[1] if below else 0
        found.setdefault(row, set()).add(value)
    return [(row, frozenset(values)) for row, values in found.items()]


def _mistake(labels: RollLabels, row: int, expected: frozenset[int], like: str) -> RowMistake:
    text, rolls, dice = labels.texts[row], labels.rolls[row], labels.dice
    kind, why = _kind(labels, row, expected)
    right = _as_written(text, rolls, sorted(expected), dice, like)
    return RowMistake(kind, row, text.strip(), right, why)


def _kind(labels: RollLabels, row: int, expected: frozenset[int]) -> tuple[MistakeKind, str]:
    rolls, own, dice = labels.rolls[row], labels.values[row], labels.dice
    if rolls is None:
        return MistakeKind.UNREAD, f"'{labels.texts[row].strip()}' names no roll of {dice.name}"
    if rolls.slip:
        return _SLIPS[rolls.slip]
    beyond = rolls.beyond(dice)
    if not own:
        return MistakeKind.UNREACHED, f"no roll of {dice.name} leads to this row"
    if beyond:
        return MistakeKind.BEYOND, f"{dice.name} cannot show {_listed(beyond)}"
    taken = {v for other, values in enumerate(labels.values) if other != row for v in values}
    shared = sorted(own & taken)
    if shared and not expected:
        return (
            MistakeKind.OVERLAP,
            f"{written(shared, dice)} is in another row too, and no roll is left",
        )
    if shared:
        return MistakeKind.OVERLAP, f"{written(shared, dice)} is in another row too"
    missing = sorted(expected - own)
    verb = "is" if len(missing) == 1 else "are"
    return MistakeKind.GAP, f"{written(missing, dice)} {verb} in no row"


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, sorted(set(numbers))))


def _as_written(
    text: str, rolls: Rolls | None, values: list[int], dice: TableDice, like: str
) -> str:
    """The right rolls in the row's own words where it has an open end."""
    numbers = re.findall(r"\d+", text)
    if rolls is not None and rolls.is_open and len(numbers) == 1 and values:
        span = rolls.spans[0]
        is_run = len(values) == len(dice.between(values[0], values[-1]))
        end = values[0] if span.high is None else values[-1]
        at_end = values[-1] == dice.high if span.high is None else values[0] == dice.low
        if is_run and at_end:
            return text.strip().replace(numbers[0], str(end).zfill(len(numbers[0])))
    is_range = re.search(r"\d\D+\d", text) and not (rolls and rolls.slip is RollSlip.DATE)
    return written(values, dice, f"{text} {like}" if is_range else like)
