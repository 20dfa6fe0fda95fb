"""A typed random table held to its dice: every value leads to one row, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ...book.claims import Finding, HeldRolls
from ...figures.kind import Answered, Case, Explanation, FigureKind, Ground, Reason, Wrong
from ...random_tables.columns import (
    RollColumn,
    TypedRandomTable,
    WrongCell,
    dice_slips,
    renumbered,
    roll_columns,
    slips,
)
from ...random_tables.dice import TableDice, dice_for, dice_named
from ...random_tables.model import Modifier
from ...random_tables.partition import MistakeKind, labels_of
from ...rules.errors import RulesError
from ...settings import Book
from ...source.document import Cell
from ...source.text import Text
from .finding import Verdict, finding_of
from .roll_chances import chances_judged


class HeldCell(NamedTuple):
    """A cell that is wrong, and the finding that says so."""

    cell: Cell
    slip: WrongCell
    finding: Finding


class JudgedRolls(NamedTuple):
    """A random table as it is judged: its columns of rolls and what is wrong in them."""

    columns: tuple[RollColumn, ...]
    wrong: tuple[HeldCell, ...]

    @property
    def checked(self) -> int:
        """The number of cells that were read."""
        return sum(len(column.cells) for column in self.columns)


def judged_rolls(book: Book, held: HeldRolls) -> Verdict:
    """The verdict on a random table."""
    rolls = rolls_of(book, held)
    findings = [each.finding for each in rolls.wrong]
    checked = rolls.checked
    if not held.spec.modifier:
        unread = [each.slip.place for each in rolls.wrong]
        for case, wrong in chances_judged(book, held, rolls.columns, unread):
            checked += 1
            if wrong is not None:
                cell = case.typed
                assert isinstance(cell, Cell)
                findings.append(finding_of(held, cell.file, cell.line, cell.text, case, wrong))
    return Verdict(checked, tuple(sorted(findings, key=lambda each: each.line)))


def rolls_of(book: Book, held: HeldRolls) -> JudgedRolls:
    """The rolls of a typed table, held to its dice."""
    spec, sheet = held.spec, held.sheet
    typed = TypedRandomTable(
        tuple(tuple(cell.text for cell in row) for row in sheet.rows), sheet.heads, spec.title
    )
    named = dice_named(book.rules, spec.game, spec.dice)
    columns = roll_columns(typed, named, partial(dice_for, book.rules, spec.game))
    found = [*dice_slips(typed, columns, named), *slips(columns, Modifier.read(spec.modifier))]
    found.sort(key=lambda slip: (slip.place.row, slip.place.column))
    name = spec.name or spec.title or "the table"
    dice = columns[0].dice
    wrong = tuple(
        HeldCell(cell, slip, _finding(book, held, cell, slip, name, dice))
        for slip in found
        for cell in [sheet.rows[slip.place.row][slip.place.column]]
    )
    return JudgedRolls(tuple(columns), wrong)


class RollsKind(FigureKind):
    """The rolls that lead to a row; its table is judged and numbered as a whole."""

    name = "rolls"

    def is_alone(self, text: str, language: str) -> bool:  # noqa: ARG002  # nor is any mended alone
        return False


ROLLS = RollsKind()


def _finding(
    book: Book, held: HeldRolls, cell: Cell, slip: WrongCell, name: str, dice: TableDice
) -> Finding:
    given = Answered(slip.expected, None, name)
    case = Case(ROLLS, cell, given, Ground(book, book.style, held.spec.game, percent=False))
    wrong = Wrong(
        slip.expected, f"rolled on {dice.name}", why=Explanation(Reason.ROLLS, (slip.why,))
    )
    return finding_of(held, cell.file, cell.line, slip.found, case, wrong)


class Numbering(NamedTuple):
    """The cells of a table to change, with their new texts, and what the author should know."""

    cells: list[tuple[Cell, str]]
    note: str = ""


def mended(book: Book, held: HeldRolls) -> Numbering:
    """The cells to change: those that are wrong, or all that move."""
    rolls = rolls_of(book, held)
    if any(each.slip.kind is MistakeKind.DICE for each in rolls.wrong):
        return Numbering(
            [
                (each.cell, each.cell.text.replace(each.slip.found, each.slip.expected))
                for each in rolls.wrong
            ]
        )
    changes = [(each.cell, each.slip.expected) for each in rolls.wrong]
    if not any(new == "–" for _, new in changes) and not _wrong_after(book, held, changes):
        return Numbering(changes)
    modifier = Modifier.read(held.spec.modifier)
    found, notes = [], []
    for column in rolls.columns:
        new = renumbered(column, modifier)
        notes += _lost_shares(column, new)
        for labelled, text in zip(column.cells, new, strict=True):
            cell = held.sheet.rows[labelled.place.row][labelled.place.column]
            if cell.text != text:
                found.append((cell, text))
    return Numbering(found, "".join(f"; {note}" for note in dict.fromkeys(notes)))


def _lost_shares(column: RollColumn, new: Sequence[str]) -> list[str]:
    """Say so where rows that are numbered anew have fewer or more rolls than they had."""
    dice = column.dice
    sizes = zip(labels_of(dice, column.labels).values, labels_of(dice, new).values, strict=True)
    moved = [(len(old), len(now)) for old, now in sizes if len(old) != len(now)]
    if not moved:
        return []
    old, now = moved[0]
    rows = "1 row" if len(moved) == 1 else f"{len(moved)} rows"
    return [
        f"all rows are numbered anew, and {rows} could not keep as many rolls of {dice.name} as "
        f"before: the first had {old} and has {now}"
    ]


def _wrong_after(book: Book, held: HeldRolls, changes: Sequence[tuple[Cell, str]]) -> bool:
    """Say whether the table is still wrong with these changes made."""
    new = {id(cell): text for cell, text in changes}
    rows = [
        [replace(cell, text=Text(new.get(id(cell), cell.text))) for cell in row]
        for row in held.sheet.rows
    ]
    try:
        return bool(rolls_of(book, held._replace(sheet=replace(held.sheet, rows=rows))).wrong)
    except RulesError:
        return True
