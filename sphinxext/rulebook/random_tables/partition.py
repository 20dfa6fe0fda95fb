"""Checks that every value of the dice leads to one row, and says which rolls would be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from .dice import TableDice, from_zero
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


Span = tuple[int, int]  # the first value's place, and the one behind the last's


@dataclass(frozen=True)
class RollLabels:
    """The rolls of a table's rows on their dice."""

    dice: TableDice
    texts: tuple[str, ...]
    rolls: tuple[Rolls | None, ...]
    values: tuple[frozenset[int], ...]

    @property
    def counts(self) -> dict[int, int]:
        """In how many rows each value is."""
        found = dict.fromkeys(self.dice.values, 0)
        for values in self.values:
            for value in values:
                found[value] += 1
        return found

    @property
    def ends(self) -> list[int]:
        """Every number that is written, as a value of the dice."""
        return [end for rolls in self.rolls if rolls for end in rolls.ends(self.dice)]

    @property
    def beyond(self) -> list[Rolls]:
        """The rolls with a number that the dice cannot show."""
        return [rolls for rolls in self.rolls if rolls and rolls.beyond(self.dice)]

    @property
    def missing(self) -> list[int]:
        """Find the values that are in no row."""
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
    is_whole = found == len(labels.dice.values) == len(frozenset().union(*labels.values))
    return is_whole and not labels.beyond


def fitting(texts: Sequence[str], ways: Iterable[TableDice]) -> TableDice | None:
    """The first dice for which the rolls are right."""
    return next((dice for dice in ways if is_partition(labels_of(dice, texts))), None)


def nearest(texts: Sequence[str], ways: Sequence[TableDice]) -> TableDice:
    """The dice for which the rolls are right, or else the usual ones; they may begin at 0."""
    usual = [ways[0], *from_zero(ways[0])]
    return fitting(texts, ways) or min(usual, key=lambda dice: len(mistakes(dice, texts)))


def mistakes(dice: TableDice, texts: Sequence[str]) -> tuple[RowMistake, ...]:
    """Every mistake of a table, in the order of its rows; few rows are blamed for many values."""
    labels = labels_of(dice, texts)
    if not texts or is_partition(labels):
        return ()
    like = style_of(texts)
    return tuple(
        _mistake(labels, row, right, like)
        for row, right in enumerate(_repaired(labels))
        if (rolls := labels.rolls[row]) is None
        or rolls.slip
        or rolls.beyond(dice)
        or not labels.values[row]
        or right != labels.values[row]
    )


Cost = tuple[int, int, int]  # rows that change, how unlike a slip it is, by how many values
FEW = 2  # rows that change more than where the fewest do
UNLIKELY = 10  # that a row is there, and no roll is left for it


def _repaired(labels: RollLabels) -> list[frozenset[int]]:
    """Return the values that each row should have, so that the fewest rows change."""
    right, dice = list(labels.values), labels.dice
    taken = dict[int | None, int]()  # values of rows with several runs, such as "2, 12"
    for row, values in enumerate(labels.values):
        if len(dice.runs(values)) > 1:
            right[row] = values - taken.keys()
            taken |= dict.fromkeys(right[row], row)
    for first, last in dice.runs(labels.missing) if taken else ():
        before, after = dice.before(first), dice.after(last)
        if {before, after} <= {None, *taken}:  # no other row is beside them
            row = taken[before if before in taken else after]
            right[row] |= {*dice.between(first, last)}
            taken |= dict.fromkeys(dice.between(first, last), row)
    line = [value for value in labels.dice.values if value not in taken]
    left = [row for row, values in enumerate(right) if not (values and values <= taken.keys())]
    if not left:
        return [right[0] | frozenset(line), *right[1:]]
    at = {value: place for place, value in enumerate(line)}
    typed = {row: sorted(at[value] for value in right[row] if value in at) for row in left}
    spans = {row: (some[0], some[-1] + 1) for row, some in typed.items() if some}
    low = 0  # of the row before, for one that has no rolls
    lows = {row: (low := spans.get(row, (low, 0))[0]) for row in left}
    found = _cut(left, spans, len(line))
    if found[0][0] > 1:  # the rows may stand in another order
        found = min(found, _cut(sorted(left, key=lows.__getitem__), spans, len(line)))
    _, order, cuts = found
    for row, (first, last) in zip(order, pairwise(cuts), strict=True):
        right[row] = frozenset(line[first:last])
    return right


def _cut(
    rows: list[int], spans: Mapping[int, Span], end: int
) -> tuple[Cost, list[int], tuple[int, ...]]:
    """Return what it costs to cut a line into a part for each row, and where to cut it.

    A part ends where the row's span does, or where that of the next row begins.
    """
    found: dict[int, tuple[Cost, tuple[int, ...]]] = {0: ((0, 0, 0), (0,))}
    for place, row in enumerate(rows):
        span = spans.get(row)
        further = next((spans[each][0] for each in rows[place + 1 :] if each in spans), end)
        ends = [end] if row == rows[-1] else [*(span or ())[1:], further]
        ways: dict[int, tuple[Cost, tuple[int, ...]]] = {}
        for first, (cost, cuts) in found.items():
            for last in (*ends, first):
                if last >= first:
                    total = _cost(cost, span, first, last)
                    if last not in ways or total < ways[last][0]:
                        ways[last] = total, (*cuts, last)
        fewest = min(cost[0] for cost, _ in ways.values())  # others will not become the best
        found = {cut: way for cut, way in ways.items() if way[0][0] <= fewest + FEW}
    return found[end][0], rows, found[end][1]


def _cost(before: Cost, span: Span | None, first: int, last: int) -> Cost:
    """Return what it costs that a row gets other values than it says, and the rows before it.

    Of rows that share a value the last is to blame; of those beside a gap, the first.
    """
    if span == (first, last):
        return before
    rows, unlike, values = before
    unlike += UNLIKELY * (first == last)
    if span is None:
        return (rows, unlike, values)
    is_likely = (first == span[0] and last > span[1]) or (last == span[1] and first > span[0])
    is_half = first == span[0] or last == span[1]
    unlike += 1 if is_likely else 2 if is_half else 3
    return (rows + 1, unlike, values + abs(first - span[0]) + abs(last - span[1]))


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
    behind = re.fullmatch(r"\d(?:[^()]*\d)?([.):%]+)", text.strip())
    right = written(values, dice, f"{text} {like}" if is_range else like)
    return right + behind[1] if behind and values else right
