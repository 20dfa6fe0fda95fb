"""A typed table held to the rules, cell by cell."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..present import numbers
from ..present.cells import styled
from ..present.grid import table
from ..present.numbers import Style
from ..rules.errors import RulesError, fold
from ..settings import Book
from .claims import Broken, HeldTable
from .pairing import Pair, Paired, paired
from .verdict import Finding, expected_average, expected_chance, spelled
from .why import why_cell
from .written import Written, as_chance, numbers_in, plain, read, read_within, right, right_average

PERCENT = "%"


class Held(NamedTuple):
    """What a held table comes to: how many cells were compared, and what is wrong."""

    checked: int
    findings: tuple[Finding, ...]
    broken: tuple[Broken, ...]


class Sheet(NamedTuple):
    """A held table while it is judged."""

    book: Book
    style: Style
    held: HeldTable
    paired: Paired
    percent: bool  # whether a bare number is a percentage


def judged_table(book: Book, held: HeldTable) -> Held:
    """Every cell of the table compared."""
    spec = held.spec
    style = styled(book.style, spec.format, spec.digits, spec.rounding)
    grid = table(book.rules, book.style, spec)
    laid = paired(held, grid)
    sheet = Sheet(book, style, held, laid, _bare_is_percent(held, laid, style))
    checked, findings, broken = 0, [], []
    for pair in laid.pairs:
        judge = _CELLS.get(pair.cell.kind)
        if judge is None:
            continue
        try:
            finding = judge(sheet, pair)
        except RulesError as error:
            broken.append(Broken(held.file, pair.typed.line, str(error)))
            continue
        checked += 1
        if finding is not None:
            findings.append(finding)
    return Held(checked, tuple(findings), tuple(broken))


def _bare_is_percent(held: HeldTable, laid: Paired, style: Style) -> bool:
    """What a bare number means: as told, by a sign around it, or by how large the numbers are."""
    if held.unit:
        return held.unit == "percent"
    around = [held.caption, *[text for texts in laid.headings for text in texts]]
    around += [text for texts in laid.labels for text in texts]
    if any(PERCENT in plain(text) for text in around):
        return True
    values = [
        written.value
        for pair in laid.pairs
        if pair.cell.kind in ("chance", "difference")
        and (written := read(pair.typed.text, style.language)) is not None
        and written.manner == "number"
    ]
    return not values or any(abs(value) > 1 for value in values)


def _chance(sheet: Sheet, pair: Pair) -> Finding | None:
    exact = pair.cell.value
    assert exact is not None  # a chance has a value
    written = _read(sheet, pair, "a chance such as '33%'")
    written = as_chance(written, percent=sheet.percent)
    if pair.cell.kind == "difference":
        written = written._replace(value=abs(written.value), bound="")
        is_right = _right_difference(written, pair, sheet.style)
    else:
        is_right = right(written, exact, sheet.style)
    if is_right:
        return None
    if pair.cell.kind == "difference":
        expected = numbers.difference(exact, sheet.style._replace(digits=written.digits))
    else:
        expected = expected_chance(written, exact, sheet.style)
        if read(pair.typed.text, sheet.style.language) is not None and _bare(sheet, pair):
            expected = expected.replace(PERCENT, "").strip()
    why = why_cell(sheet.book, written, pair, sheet.paired, sheet.style)
    return _finding(sheet, pair, expected, spelled(exact), exact, why)


def _bare(sheet: Sheet, pair: Pair) -> bool:
    written = read(pair.typed.text, sheet.style.language)
    return written is not None and written.manner == "number" and sheet.percent


def _right_difference(written: Written, pair: Pair, style: Style) -> bool:
    exact = pair.cell.value
    assert exact is not None  # a difference has a value
    places = written.digits + (2 if written.manner == "percent" else 0)
    sign = -1 if plain(pair.typed.text).lstrip("(").startswith("-") else 1
    near = numbers.rounded(abs(exact), places, style.rounding)
    return near == written.value and (exact * sign >= 0 or near == 0)


def _read(sheet: Sheet, pair: Pair, wanted: str) -> Written:
    written = read_within(pair.typed.text, sheet.style.language)
    if written is None:
        raise RulesError(f"the cell '{pair.typed.text}' is not {wanted} ({pair.cell.question})")
    return written


def _mean(sheet: Sheet, pair: Pair) -> Finding | None:
    exact = pair.cell.value
    assert exact is not None  # an average has a value
    written = _read(sheet, pair, "an average such as '7'")
    if right_average(written, exact, sheet.style):
        return None
    expected = expected_average(written, exact, sheet.style)
    return _finding(sheet, pair, expected, spelled(exact, average=True), None, "")


def _whole(sheet: Sheet, pair: Pair) -> Finding | None:
    """A number of ways, or the least value that reaches a chance."""
    exact = pair.cell.value
    said = numbers_in(pair.typed.text, sheet.style.language)
    if exact is None:
        blank = read(pair.typed.text, sheet.style.language)
        none = (blank is not None and blank.manner == "blank") or not said
        if none or fold(pair.typed.text) == fold(pair.cell.text):
            return None
    elif said == [exact]:
        return None
    elif not said:
        raise RulesError(f"the cell '{pair.typed.text}' is no number ({pair.cell.question})")
    return _finding(sheet, pair, pair.cell.text, pair.cell.text, None, "")


def _name(sheet: Sheet, pair: Pair) -> Finding | None:
    """The name of an outcome, or a number on a face."""
    typed = fold(pair.typed.text) or fold(pair.typed.other)
    if typed in [fold(name) for name in (pair.cell.text, *pair.cell.names)]:
        return None
    return _finding(sheet, pair, pair.cell.text, pair.cell.text, None, "")


def _rung(sheet: Sheet, pair: Pair) -> Finding | None:
    """What a difficulty needs, or when an outcome holds: its numbers in their order."""
    language = sheet.style.language
    wanted = numbers_in(pair.cell.names[0], language)
    if numbers_in(pair.typed.text, language) == wanted:
        return None
    if not wanted:
        return None
    return _finding(sheet, pair, pair.cell.names[0], pair.cell.names[0], None, "")


def _finding(
    sheet: Sheet, pair: Pair, expected: str, says: str, exact: Fraction | None, why: str
) -> Finding:
    return Finding(
        sheet.held.file,
        pair.typed.line,
        pair.typed.text or pair.typed.other,
        expected,
        pair.cell.question,
        says,
        None if exact is None else f"{exact.numerator}/{exact.denominator}",
        why,
    )


_CELLS = {
    "chance": _chance,
    "difference": _chance,
    "mean": _mean,
    "ways": _whole,
    "reach": _whole,
    "face": _name,
    "rung": _rung,
}
