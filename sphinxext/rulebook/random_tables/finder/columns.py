"""The columns of a stranger's table that may hold rolls, with all that may name their dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..columns import RollColumn, joined_beside, low_of, typed_rolls
from ..heads import heading_dice, is_pure, is_roll_word, measures, only_counts
from ..rolls import bare, read_rolls
from .around import Clue, DiceSource, SaidOfRoll, said_around
from .tables import TableInText

MOST_UNREAD = 0.25  # of the cells of a column with rolls
FEWEST_ACROSS = 3  # rolls of a heading row


@dataclass(frozen=True)
class Column:
    """A column, or a heading row, that may hold rolls."""

    rolls: RollColumn
    clues: tuple[Clue, ...]
    is_rolled: bool  # its head says so, with dice or without
    is_counted: bool  # its head says nothing against it
    table: TableInText
    said: SaidOfRoll

    @property
    def labels(self) -> tuple[str, ...]:
        """The cells with rolls."""
        return self.rolls.labels

    @property
    def is_first(self) -> bool:
        """Say whether it is the first column of its table."""
        return self.rolls.places[0][1] == 0

    @property
    def own_clues(self) -> list[Clue]:
        """The dice that its own head names."""
        return [clue for clue in self.clues if clue.source <= DiceSource.PHRASE]


def columns_of(table: TableInText) -> tuple[list[Column], Column | None]:
    """Return the columns of a table that have rolls, and the heading row where it has some."""
    rows = [[str(cell.text) for cell in row] for row in table.table.rows]
    lists_dice = [any(map(heading_dice, row[:1])) for row in rows[table.table.heads :]]
    if any(map(all, pairwise(lists_dice))):
        return [], None  # its rows are dice
    typed = typed_rolls(rows, table.table.heads)
    sure = [each for each in typed.columns
            if each.read > 1 and each.read >= (1 - MOST_UNREAD) * len(each.labels)]  # fmt: skip
    rolled = {each.head_place[1] for each in sure}
    if not any(cell.strip(" -–—") for r in typed.body
               for place, cell in enumerate(rows[r]) if place not in rolled):  # fmt: skip
        return [], None
    said = said_around(table.around, "".join(table.below))
    found = [_headed(each, table, said) for each in joined_beside(sure)]
    across = typed.across
    if across is None or len(across.labels) < FEWEST_ACROSS or not _is_corner(across.head):
        return found, None
    return found, _headed(across, table, said)


def _is_corner(cell: str) -> bool:
    """Say whether a cell may be in the corner of a grid of two dice."""
    return bool(heading_dice(cell)) or only_counts(cell)


def _headed(rolls: RollColumn, table: TableInText, said: SaidOfRoll) -> Column:
    """Return a column with what its head and the texts around the table say."""
    head = rolls.head
    mentions = () if measures(head) else heading_dice(head)
    source = DiceSource.HEAD if is_pure(head) else DiceSource.PHRASE
    own = (Clue(each.notation, source, each.is_open) for each in mentions)
    letter = bare(head).casefold()
    is_letter = len(letter) == 1 and letter.isalpha()
    is_die = is_letter and any(letter in each.notation.casefold() for each in said.clues)
    is_rolled = bool(mentions) or is_roll_word(head) or is_die
    is_counted = is_rolled or only_counts(head)
    return Column(rolls, (*own, *said.clues), is_rolled, is_counted, table, said)


def ends_of(labels: Sequence[str]) -> tuple[int | None, int | None]:
    """Return the least number of the first label, and the greatest of the last."""
    last = read_rolls(labels[-1])
    high = max((number.value for number in last.numbers), default=None) if last else None
    return low_of(labels[0]), high
