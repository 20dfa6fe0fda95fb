"""Typed tables, compared with the rules cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ..ask.cells import styled
from ..ask.table import table
from ..ask.units import PERCENT as PERCENT_UNIT
from ..ask.units import factor_of
from ..figures import MEAN, NEEDED
from ..figures.chance import CHANCE
from ..figures.change import applied, combined
from ..figures.kind import Case, Elsewhere, Fits, Ground, Wrong
from ..figures.left_out import Blanks, habit_of, kinds_in
from ..page.claims import Broken, HeldTable
from ..rules.errors import RulesError
from ..settings import Book
from ..words.formatter import MeanRounding, Style
from ..words.normalise import normalise
from ..words.phrases import phrase
from ..words.read_figure import Form, averages_in, figures_in, read
from .added_columns import with_extra
from .finding import Finding
from .needed_columns import NeededRoll, with_needed_apart
from .pairing import Pair, Paired, paired
from .rounding_habit import followed
from .stale import with_one_reason
from .unjudged import judged_part, refuse_undeclared

PERCENT = "%"


class TableVerdict(NamedTuple):
    """The verdict on a table: the number of cells compared, and the findings."""

    checked: int
    findings: tuple[Finding, ...]
    broken: tuple[Broken, ...]


def judged_table(book: Book, held: HeldTable) -> TableVerdict:
    """Every cell of the table compared."""
    sheet = judged_part(held.sheet, held.unjudged)
    spec = with_extra(held.spec, sheet)
    style = styled(book.style, spec)
    grid = table(book.rules, book.style, spec)
    sheet, rolls = with_needed_apart(sheet, grid, style.language)
    refuse_undeclared(sheet, grid, style.language)
    over = paired(sheet, grid, style.language)
    over = _in_unit(held, over, style)
    if factor_of(held.unit) is not None:  # they are rounded as chances are, to the typed digits
        style = style._replace(mean_rounding=MeanRounding(style.rounding))
    percent = _bare_is_percent(held, over, style)
    blanks = _blanks(book, held, over, style)
    names: dict[str, set[str]] = {}
    for pair in over.pairs:
        names.setdefault(pair.cell.kind.name, set()).update(pair.cell.names)
    grounds = {
        kind: Ground(book, style, spec.game, percent, frozenset(some), blanks)
        for kind, some in names.items()
    }
    checked, findings, broken = 0, [], []
    for pair in over.pairs:
        kind, typed, ground = pair.cell.kind, pair.typed, grounds[pair.cell.kind.name]
        if not kind.is_judged(typed, ground.names):
            continue
        checked += 1
        if typed.text and typed.text == pair.cell.text:
            continue  # just what a generated table would show
        case = Case(kind, typed, pair.cell, ground)
        try:
            wrong = case.wrong(_elsewhere(pair, over, style))
        except RulesError as error:
            broken.append(Broken(typed.file, typed.line, f"dice-table: {error}"))
            continue
        if wrong is not None:
            wrong = _whole_cell(case, wrong)
            found = typed.text or typed.images
            findings.append(Finding.of(held, typed.file, typed.line, found, case, wrong))
    needed = _needed(held, over, rolls, grounds.get(CHANCE.name))
    findings = with_one_reason(findings, over, spec, grid, book, style)
    findings = _with_habit(findings, over, style, percent=percent)
    checked += len(rolls) - len(broken)
    return TableVerdict(checked, (*findings, *needed), tuple(broken))


def _needed(
    held: HeldTable, over: Paired, rolls: Mapping[int, NeededRoll], ground: Ground | None
) -> Iterator[Finding]:
    """The needed rolls of a column of their own that do not belong to the chances beside them.

    Where no heading says that they are needed and most do not belong, they are something else.
    """
    wrong: list[tuple[NeededRoll, Finding]] = []
    judged = 0
    for pair in over.pairs:
        roll = rolls.get(id(pair.typed))
        if roll is None or ground is None or not re.search(r"\w", roll.cell.text):
            continue
        judged += 1
        case = Case(NEEDED, roll.cell, pair.cell, ground)
        if (found := case.wrong()) is not None:
            cell = roll.cell
            finding = Finding.of(held, cell.file, cell.line, cell.text, case, found)
            wrong.append((roll, finding))
    yield from (finding for roll, finding in wrong if roll.is_told or len(wrong) * 2 <= judged)


def _whole_cell(case: Case, wrong: Wrong) -> Wrong:
    """Correct a cell with several figures of one answer as a whole: "28% (10 in 36)"."""
    text = case.typed.text
    if case.kind is not CHANCE or len(figures_in(text, case.language)) < 2:
        return wrong
    for changes in combined(case.kind.rewrite(case, wrong.expected)):
        new = applied(text, changes)
        try:
            if case.saying(new).wrong() is None:
                return wrong._replace(expected=new)
        except RulesError:
            continue
    return wrong


def _with_habit(
    findings: list[Finding], over: Paired, style: Style, *, percent: bool
) -> list[Finding]:
    """The findings, and how the whole table is rounded where that explains some of them."""
    if not any(" rounded " in finding.why for finding in findings):
        return findings
    habit = followed(over.pairs, style, percent=percent)
    return [
        replace(finding, why=f"{finding.why}; {habit}")
        if habit and " rounded " in finding.why
        else finding
        for finding in findings
    ]


def _blanks(book: Book, held: HeldTable, over: Paired, style: Style) -> Blanks:
    """Read what the blank cells mean: as told, or as the whole table shows."""
    digits, blank, filled = 0, [], []
    for pair in over.pairs:
        if pair.cell.kind is not CHANCE or pair.cell.value is None:
            continue
        written = read(pair.typed.text, style.language)
        if written is not None and written.form is Form.BLANK:
            blank.append(pair.cell.value)
        else:
            filled.append(pair.cell.value)
            digits = max(digits, written.digits if written is not None else 0)
    told = held.blank or book.blank
    if told:
        return Blanks(kinds_in(told), digits)
    return habit_of(blank, filled, digits)


def _in_unit(held: HeldTable, over: Paired, style: Style) -> Paired:
    """The table with the exact values of its bare numbers in the unit that its author uses."""
    factor = factor_of(held.unit)
    if factor is None:
        return over

    def scaled(pair: Pair) -> Pair:
        cell = pair.cell
        if cell.kind not in (CHANCE, MEAN) or cell.value is None:
            return pair
        if not _is_bare(pair, style.language):
            return pair
        return pair._replace(
            cell=cell._replace(kind=MEAN, value=cell.value * factor, text="", names=())
        )

    return over._replace(pairs=tuple(map(scaled, over.pairs)))


def _is_bare(pair: Pair, language: str) -> bool:
    """True if the cell is a number without a sign: "12½", "30 feet", "35 (2d6)"."""
    words = phrase(pair.typed.text, language, ranged=False).rest
    is_chance = pair.cell.kind is CHANCE  # "1/6" and "1 in 6" are chances in any unit
    signed = (Form.PERCENT, Form.FRACTION, Form.ONE_IN) if is_chance else (Form.PERCENT,)
    if is_chance and any(each.form in signed for each in figures_in(words, language)):
        return False
    return any(each.form not in signed for each in averages_in(words, language))


def _bare_is_percent(held: HeldTable, over: Paired, style: Style) -> bool:
    """Decide if bare numbers are percentages: as told, by a sign, or by their size."""
    if held.unit:
        return held.unit == PERCENT_UNIT
    if any(PERCENT in normalise(text) for text in (held.sheet.caption, *over.headings)):
        return True
    values = [
        written.value
        for pair in over.pairs
        if pair.cell.kind.is_share
        and (written := read(pair.typed.text, style.language)) is not None
        and written.form is Form.NUMBER
    ]
    return not values or any(abs(value) > 1 for value in values)


def _elsewhere(pair: Pair, over: Paired, style: Style) -> Elsewhere:
    """A search for another place of the table in which a figure is right."""

    def reason(fits: Fits) -> str | None:
        if exchanged := _exchanged(pair, over, style):
            return exchanged
        beside = [
            other.cell
            for other in over.pairs
            if abs(other.row - pair.row) + abs(other.column - pair.column) == 1
            and other.cell.kind is pair.cell.kind
            and other.cell.value not in (None, pair.cell.value)
            and fits(other.cell.value or Fraction(0))
        ]
        if len(beside) == 1:
            return f"right in the neighbouring cell, {beside[0].question}"
        return "" if beside else None

    return reason


def _exchanged(pair: Pair, over: Paired, style: Style) -> str:
    """The row or column whose figures are all in this one, where it is exchanged with another."""
    return _exchanged_line(pair, over, style, down=True) or _exchanged_line(
        pair, over, style, down=False
    )


def _exchanged_line(pair: Pair, over: Paired, style: Style, *, down: bool) -> str:
    def place(each: Pair) -> tuple[int, int]:
        """The line of a cell and its place within it."""
        return (each.row, each.column) if down else (each.column, each.row)

    mine = [other for other in over.pairs if place(other)[0] == place(pair)[0]]
    if len(mine) < 2:
        return ""
    cells = {place(other): other.cell for other in over.pairs}
    found = []
    for line in sorted({place(other)[0] for other in over.pairs} - {place(pair)[0]}):
        there = [cells[line, place(each)[1]].value for each in mine]
        if all(value == each.cell.value for value, each in zip(there, mine, strict=True)):
            continue
        if all(
            value is not None and each.cell.kind.fits(each.typed.text, value, style)
            for value, each in zip(there, mine, strict=True)
        ):
            found.append(line)
    if len(found) != 1:
        return ""
    if down:
        label = over.labels.get(found[0]) or f"row {found[0] + 1}"
        return f"the figures of this row are right for '{label}'"
    label = over.heads.get(found[0]) or f"column {found[0] + 1}"
    return f"the figures of this column are right for '{label}'"
