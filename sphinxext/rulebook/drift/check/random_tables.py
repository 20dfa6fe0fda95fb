"""A typed random table held to its dice: every value leads to one row, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ...book.claims import HeldRolls
from ...figures.kind import Answered, Case, Explanation, FigureKind, Ground, Reason, Wrong
from ...random_tables.columns import RollColumn, renumbered, roll_columns, slips
from ...random_tables.dice import dice_for, dice_named
from ...random_tables.model import Modifier
from ...random_tables.partition import MistakeKind, RowMistake, labels_of
from ...rules.errors import RulesError
from ...settings import Book
from ...source.document import Cell
from ...source.text import Text
from .finding import Verdict, finding_of
from .roll_chances import chances_judged


class JudgedRolls(NamedTuple):
    """A random table as it is judged: its columns of rolls and what is wrong in them."""

    columns: list[RollColumn]
    wrong: list[tuple[Cell, RowMistake]]


def judged_rolls(book: Book, held: HeldRolls) -> Verdict:
    """The verdict on a random table."""
    columns, wrong = rolls_of(book, held)
    dice, spec = columns[0].dice, held.spec
    ground = Ground(book, book.style, spec.game, percent=False)
    findings = []
    for cell, each in wrong:
        name = spec.name or spec.title or "the table"
        case = Case(ROLLS, cell, Answered(each.expected, None, name), ground)
        why = Explanation(Reason.ROLLS, (each.why,))
        said = Wrong(each.expected, f"rolled on {dice.name}", why=why)
        findings.append(finding_of(held, cell.file, cell.line, each.found, case, said))
    checked = sum(len(column.labels) for column in columns)
    if not spec.modifier:
        unread = [each.place for _, each in wrong]
        for case, off in chances_judged(book, held, columns, unread):
            checked += 1
            if off is not None:
                at = case.typed
                assert isinstance(at, Cell)
                findings.append(finding_of(held, at.file, at.line, at.text, case, off))
    return Verdict(checked, tuple(sorted(findings, key=lambda each: each.line)))


def rolls_of(book: Book, held: HeldRolls) -> JudgedRolls:
    """The rolls of a typed table, held to its dice."""
    spec, sheet = held.spec, held.sheet
    texts = [[cell.text for cell in row] for row in sheet.rows]
    named = dice_named(book.rules, spec.game, spec.dice)
    known = partial(dice_for, book.rules, spec.game)
    columns = roll_columns(texts, sheet.heads, spec.title, named, known)
    wrong = slips(columns, Modifier.read(spec.modifier), named)
    return JudgedRolls(
        columns, [(sheet.rows[r][c], each) for each in wrong for r, c in [each.place]]
    )


class RollsKind(FigureKind):
    """The rolls that lead to a row; its table is judged and numbered as a whole."""

    name = "rolls"

    def is_alone(self, text: str, language: str) -> bool:  # noqa: ARG002  # nor is any mended alone
        return False


ROLLS = RollsKind()


class Numbering(NamedTuple):
    """The cells of a table to change, with their new texts, and what the author should know."""

    cells: list[tuple[Cell, str]]
    note: str = ""


def mended(book: Book, held: HeldRolls) -> Numbering:
    """The cells to change: those that are wrong, or all that move."""
    rolls = rolls_of(book, held)
    if any(each.kind is MistakeKind.DICE for _, each in rolls.wrong):
        return Numbering(
            [(cell, cell.text.replace(each.found, each.expected)) for cell, each in rolls.wrong]
        )
    changes = [(cell, each.expected) for cell, each in rolls.wrong]
    if not any(new == "–" for _, new in changes) and not _wrong_after(book, held, changes):
        return Numbering(changes)
    modifier = Modifier.read(held.spec.modifier)
    found, notes = [], []
    for column in rolls.columns:
        new = renumbered(column, modifier)
        notes += _lost_shares(column, new)
        for (r, c), text in zip(column.places, new, strict=True):
            cell = held.sheet.rows[r][c]
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
    sheet = held.sheet.changed(
        lambda cell: replace(cell, text=Text(new[id(cell)])) if id(cell) in new else cell
    )
    try:
        return bool(rolls_of(book, held._replace(sheet=sheet)).wrong)
    except RulesError:
        return True
