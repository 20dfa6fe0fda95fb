"""Typed tables, compared with the rules cell by cell."""

from __future__ import annotations

from collections.abc import Iterable

from ...book.claims import Finding, HeldTable, unread
from ...figures import LABEL, MEAN
from ...figures.chance import CHANCE
from ...figures.kind import Answered, Case, Explanation, Ground, Reason, Wrong
from ...figures.left_out import Blanks, habit_of, kinds_in
from ...language.formatter import Style
from ...language.normalise import normalise
from ...language.phrases import phrase
from ...language.read_figure import Form, averages_in, figures_in, read
from ...rules.errors import RulesError
from ...settings import Book
from ...tables.grid import table
from ...tables.specs import PERCENT as PERCENT_UNIT
from ...tables.specs import factor_of
from ...tables.target import styled
from .align import Aligned, Pair, WrongLabel, aligned
from .finding import Verdict, finding_of
from .layout import text_of
from .reasons import with_reasons


def judged_table(book: Book, held: HeldTable) -> Verdict:
    """Every cell of the table compared."""
    spec = held.spec
    style = styled(book.style, spec)
    grid = table(book.rules, book.style, spec)
    if grid.refused:
        raise RulesError(grid.refused[0])
    over = _in_unit(held, aligned(held.sheet, grid, held.unjudged, style.language), style)
    if factor_of(held.unit) is not None:  # they are rounded as chances are, to the typed digits
        style = style._replace(mean_rounding=style.rounding)
    shares = (pair.typed.text for pair in over.pairs if pair.cell.kind.is_share)
    percent = held.unit == PERCENT_UNIT or (
        not held.unit
        and bare_is_percent((held.sheet.caption, *over.headings), shares, style.language)
    )
    blanks = _blanks(book, held, over, style)
    names: dict[str, set[str]] = {}
    for pair in over.pairs:
        names.setdefault(pair.cell.kind.name, set()).update(pair.cell.names)
    grounds = {
        kind: Ground(book, style, spec.game, percent, frozenset(some), blanks)
        for kind, some in names.items()
    }
    checked = 0
    findings: list[Finding] = []
    others: list[Finding] = []  # what cannot be read, and what nobody asked for
    for pair in over.pairs:
        kind, typed, ground = pair.cell.kind, pair.typed, grounds[pair.cell.kind.name]
        if not kind.is_judged(typed, ground.names):
            continue
        checked += 1
        if typed.text and typed.text == pair.cell.text:
            continue  # just what a generated table would show
        cell = pair.cell
        given = Answered(cell.text, cell.value, cell.question, cell.names)
        case = Case(kind, typed, given, ground)
        try:
            wrong = case.wrong()
        except RulesError as error:
            others.append(unread(typed.file, typed.line, f"dice-table: {error}"))
            continue
        if wrong is not None:
            found = typed.text or typed.images
            findings.append(finding_of(held, typed.file, typed.line, found, case, wrong))
    checked -= len(others)
    labels = [_label(held, wrong, Ground(book, style, spec.game)) for wrong in over.wrong]
    if over.unasked:
        others.append(Finding(held.file, held.line, Explanation(Reason.UNASKED, over.unasked)))
    findings = with_reasons(findings, over.pairs)
    return Verdict(checked, (*labels, *findings, *others))


def _label(held: HeldTable, wrong: WrongLabel, ground: Ground) -> Finding:
    """Return the finding on a label that is not that of its row or column."""
    typed = wrong.typed
    given = Answered(wrong.right, None, wrong.question)
    said = Wrong(wrong.right, "what this line asks", why=Explanation(Reason.LABEL))
    case = Case(LABEL, typed, given, ground)
    return finding_of(held, typed.file, typed.line, text_of(typed), case, said)


def _blanks(book: Book, held: HeldTable, over: Aligned, style: Style) -> Blanks:
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


def _in_unit(held: HeldTable, over: Aligned, style: Style) -> Aligned:
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
    """Return whether the cell is a number without a sign: "12½", "30 feet", "35 (2d6)"."""
    words = phrase(pair.typed.text, language, ranged=False).rest
    is_chance = pair.cell.kind is CHANCE  # "1/6" and "1 in 6" are chances in any unit
    signed = (Form.PERCENT, Form.FRACTION, Form.ONE_IN) if is_chance else (Form.PERCENT,)
    if is_chance and any(each.form in signed for each in figures_in(words, language)):
        return False
    return any(each.form not in signed for each in averages_in(words, language))


def bare_is_percent(headings: Iterable[str], texts: Iterable[str], language: str) -> bool:
    """Decide if bare numbers are percentages: by a sign in a heading, or by their size."""
    if any("%" in normalise(text) for text in headings):
        return True
    numbers = [each.value for text in texts if (each := read(text, language)) is not None
               and each.form is Form.NUMBER]  # fmt: skip
    return not numbers or any(abs(number) > 1 for number in numbers)
