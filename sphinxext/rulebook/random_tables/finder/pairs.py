"""Tables in which two dice side by side lead to a row: every pair of faces is in one row, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from ..dice import TableDice, dice_of
from ..partition import MistakeKind, labels_of, slips_of
from ..rolls import style_of, written
from .around import DiceSource
from .columns import Column
from .evidence import begins_anew
from .wrong_row import ColumnVerdict, WrongRow, as_wrong

FacePair = tuple[int, int]
MOST_FACES = 20


@dataclass(frozen=True)
class PairTable:
    """Two columns of dice whose rows are blocks of pairs."""

    first: Column
    second: Column
    dice: tuple[TableDice, TableDice]
    blocks: tuple[frozenset[FacePair], ...]

    @property
    def pairs(self) -> frozenset[FacePair]:
        """Every pair that the two dice can show."""
        return frozenset(product(self.dice[0].values, self.dice[1].values))

    def left_by(self, row: int) -> frozenset[FacePair] | None:
        """The pairs that all other rows leave to a row; None where those share a pair."""
        counts = Counter(pair for n, block in enumerate(self.blocks) if n != row for pair in block)
        return None if counts and max(counts.values()) > 1 else self.pairs - counts.keys()


def verdict_on_pair(columns: Sequence[Column]) -> ColumnVerdict | None:
    """The verdict on two dice side by side; None where the columns are no such table."""
    table = _pair_table(columns)
    if table is None:
        return None
    counts = Counter(pair for block in table.blocks for pair in block)
    if counts.keys() == table.pairs and max(counts.values()) == 1:
        slips = [wrong for column in (table.first, table.second)
                 for wrong in as_wrong(column, slips_of(column.labels))]  # fmt: skip
        return ColumnVerdict(table.dice[0], tuple(slips))
    found = [(row, left) for row in range(len(table.blocks))
             if (left := table.left_by(row)) and _is_block(left)]  # fmt: skip
    if not found:
        return None
    row, right = min(found, key=lambda each: (len(each[1] ^ table.blocks[each[0]]), -each[0]))
    return ColumnVerdict(table.dice[0], (_wrong(table, row, right),))


def _pair_table(columns: Sequence[Column]) -> PairTable | None:
    by_place = {column.place: column for column in columns}
    first, second = by_place.get(0), by_place.get(1)
    if first is None or second is None or first.lines != second.lines:
        return None
    dice = tuple(die for each in (first, second) if (die := _die(each)))
    if len(dice) != 2 or not begins_anew([second]) or not _repeats(first):
        return None
    down, across = (_values(die, each) for die, each in zip(dice, (first, second), strict=True))
    if not all(down) or not all(across):
        return None
    blocks = tuple(frozenset(product(a, b)) for a, b in zip(down, across, strict=True))
    return PairTable(first, second, (dice[0], dice[1]), blocks)


def _values(die: TableDice, column: Column) -> list[frozenset[int]]:
    """The faces that each row names; a row with "any" has all of them."""
    labels = labels_of(die, column.labels)
    return [
        frozenset(die.values) if rolls is None and not any(map(str.isdigit, text)) else values
        for text, rolls, values in zip(labels.texts, labels.rolls, labels.values, strict=True)
    ]


def _die(column: Column) -> TableDice | None:
    """The one die that the column's own head names."""
    said = {clue.notation for clue in column.clues if clue.source <= DiceSource.PHRASE}
    die = dice_of(said.pop()) if len(said) == 1 else None
    return die if die is not None and die.is_flat and die.high <= MOST_FACES else None


def _repeats(column: Column) -> bool:
    """Say whether the rolls of the first die stay for several rows."""
    return 2 * len(set(column.labels)) <= len(column.labels) + 1


def _is_block(pairs: frozenset[FacePair]) -> bool:
    """Say whether pairs are all those of some faces of the one die and some of the other."""
    return len(pairs) == len({a for a, _ in pairs}) * len({b for _, b in pairs})


def _wrong(table: PairTable, row: int, right: frozenset[FacePair]) -> WrongRow:
    own = table.blocks[row]
    place = 0 if {a for a, _ in right} != {a for a, _ in own} else 1
    column, dice = (table.first, table.second)[place], table.dice[place]
    values = sorted({pair[place] for pair in right})
    expected = written(values, dice, style_of(column.labels))
    kind = MistakeKind.GAP if own < right else MistakeKind.OVERLAP
    why = "some rolls of the two dice are in no row" if own < right else (
        "some rolls of the two dice are in another row too"
    )  # fmt: skip
    return WrongRow(column.lines[row], kind, column.labels[row], expected, why)
