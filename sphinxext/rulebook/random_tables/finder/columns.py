"""The columns of a stranger's table that may hold rolls, joined where it goes on elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..columns import head_of, low_of, says_something, split_rows
from ..heads import heading_dice, is_pure, is_roll_word, measures, only_counts
from ..rolls import bare, read_rolls
from .around import Clue, DiceSource, SaidOfRoll, said_around
from .tables import TextTable

MOST_COLUMNS = 60  # no page is wide enough for more


@dataclass(frozen=True)
class Column:
    """A column, or a heading row, that may hold rolls."""

    labels: tuple[str, ...]
    lines: tuple[int, ...]
    head: str
    head_line: int
    place: int  # -1 of a heading row
    clues: tuple[Clue, ...]
    is_rolled: bool  # its head says so, with dice or without
    is_counted: bool  # its head says nothing against it
    table: TextTable
    said: SaidOfRoll

    @property
    def own_clues(self) -> list[Clue]:
        """The dice that its own head names."""
        return [clue for clue in self.clues if clue.source <= DiceSource.PHRASE]


def columns_of(table: TextTable) -> list[Column]:
    """Return the columns of a table that have rolls."""
    said = said_around(table.around, "".join(table.below))
    rows = [row.cells[:MOST_COLUMNS] for row in table.rows]
    above, below = split_rows(rows, table.heads)
    heads = [rows[n] for n in above]
    head_line = table.rows[above[-1]].line if above else table.first
    found = []
    for place in range(max(map(len, rows), default=0)):
        kept = [
            (rows[n][place], table.rows[n].line) for n in below
            if place < len(rows[n]) and says_something(rows[n][place])
        ]  # fmt: skip
        labels = tuple(label for label, _ in kept)
        read = sum(read_rolls(label) is not None for label in labels)
        if read >= 2 and read >= 0.75 * len(labels):
            column = Column(
                labels, tuple(line for _, line in kept), head_of(heads, place), head_line, place,
                said.clues, False, False, table, said,
            )  # fmt: skip
            found.append(_headed(column))
    if heads:
        found += _across(heads[-1], head_line, table, said)
    places = {column.place for column in found}
    texts = (cell for n in below for place, cell in enumerate(rows[n]) if place not in places)
    return found if any(map(says_something, texts)) else []


def _headed(column: Column) -> Column:
    """Return a column with what its head says."""
    head = column.head
    mentions = () if measures(head) else heading_dice(head)
    source = DiceSource.HEAD if is_pure(head) else DiceSource.PHRASE
    clues = [Clue(each.notation, source, each.is_open) for each in mentions]
    letter = bare(head).casefold()
    is_letter = len(letter) == 1 and letter.isalpha()
    is_die = is_letter and any(letter in each.notation.casefold() for each in column.said.clues)
    is_rolled = bool(mentions) or is_roll_word(head) or is_die
    is_counted = is_rolled or only_counts(head)
    clues += column.clues
    return replace(column, clues=tuple(clues), is_rolled=is_rolled, is_counted=is_counted)


def _across(row: Sequence[str], line: int, table: TextTable, said: SaidOfRoll) -> Iterator[Column]:
    """Yield the heading row where it has rolls, as in a grid of two dice or a table lying down."""
    corner, *cells = row
    labels = tuple(filter(says_something, cells))
    mentions = heading_dice(corner)
    is_said = mentions or only_counts(corner)
    if len(labels) > 2 and all(map(read_rolls, labels)) and is_said:
        own = (Clue(each.notation, DiceSource.PHRASE, each.is_open) for each in mentions)
        is_rolled = bool(mentions)
        yield Column(
            labels, (line,) * len(labels), corner, line, -1, (*own, *said.clues),
            is_rolled, is_rolled, table, said,
        )  # fmt: skip


def ends_of(labels: Sequence[str]) -> tuple[int | None, int | None]:
    """Return the least number of the first label, and the greatest of the last."""
    last = read_rolls(labels[-1])
    high = max((number.value for number in last.numbers), default=None) if last else None
    return low_of(labels[0]), high


def joined_beside(columns: Sequence[Column]) -> list[Column]:
    """Join the columns of a table that goes on beside itself."""
    found: list[Column] = []
    for head in dict.fromkeys(bare(column.head) for column in columns if column.place >= 0):
        same = [each for each in columns if bare(each.head) == head and each.place >= 0]
        goes_on = len({low_of(column.labels[0]) for column in same}) > 1
        found += [_joined(same)] if goes_on and same[0].is_counted else same
    return found + [column for column in columns if column.place < 0]


def _joined(columns: Sequence[Column]) -> Column:
    """Return columns as one, its rows in the order of their rolls."""
    pairs = [
        pair for each in columns for pair in zip(each.labels, each.lines, strict=True)
    ]  # fmt: skip
    pairs.sort(key=lambda pair: low_of(pair[0]) or 0)
    labels, lines = (tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs))
    return replace(columns[0], labels=labels, lines=lines)
