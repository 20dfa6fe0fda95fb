"""A typed table held to the rules, cell by cell."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from ..ask.cells import styled
from ..ask.specs import Request
from ..ask.table import table
from ..figures.correct import (
    as_chance,
    expected_average,
    expected_chance,
    right,
    right_average,
    right_difference,
    spelled,
)
from ..page.claims import Broken, Claim, HeldTable
from ..rules.digits import quotient
from ..rules.errors import RulesError, fold
from ..rules.language.parse import parse
from ..rules.language.query import Dice
from ..settings import Book
from ..words import formatter
from ..words.formatter import Style, rounded
from ..words.mentions import mentioned, says
from ..words.normalise import plain
from ..words.phrases import phrase
from ..words.read_figure import Written, averages_in, figures_in, numbers_in, reach_word, read
from .added_columns import with_extra
from .beside import dice_beside
from .pairing import Pair, Paired, paired
from .rounding_habit import followed
from .sentences import Finding, in_either, judged_rule
from .why import why_cell

PERCENT = "%"


class Held(NamedTuple):
    """What a held table comes to: how many cells were compared, and what is wrong."""

    checked: int
    findings: tuple[Finding, ...]
    broken: tuple[Broken, ...]


class Laid(NamedTuple):
    """A held table while it is judged."""

    book: Book
    style: Style
    paired: Paired
    percent: bool  # whether a bare number is a percentage
    game: str
    names: dict[str, set[str]]  # for each kind of cell the names that its cells say

    def finding(
        self, pair: Pair, expected: str, answer: str, exact: Fraction | None = None, why: str = ""
    ) -> Finding:
        """What is wrong with a cell."""
        probability = None if exact is None else quotient(exact)
        found = " ".join((pair.typed.text or pair.typed.images).split())
        query = pair.cell.question
        file, line = pair.typed.file, pair.typed.line
        return Finding(file, line, found, expected, query, answer, probability, why)


Judge = Callable[[Laid, Pair], "Finding | None"]


def judged_table(book: Book, held: HeldTable) -> Held:
    """Every cell of the table compared."""
    spec = with_extra(held.spec, held.sheet)
    style = styled(book.style, spec.format, spec.digits, spec.rounding)
    grid = table(book.rules, book.style, spec)
    over = paired(held.sheet, grid, style.language)
    names: dict[str, set[str]] = {}
    for pair in over.pairs:
        names.setdefault(pair.cell.kind, set()).update(pair.cell.names)
    laid = Laid(book, style, over, _bare_is_percent(held, over, style), spec.game, names)
    checked, findings, broken = 0, [], []
    for pair in over.pairs:
        judge = _CELLS.get(pair.cell.kind)
        if judge is None or (pair.cell.kind == "words" and not _names_any(laid, pair)):
            continue
        checked += 1
        if pair.typed.text and pair.typed.text == pair.cell.text:
            continue  # just what a generated table would show
        try:
            finding = in_either(partial(_judged_cell, judge, laid, pair), style, pair.typed.text)
        except RulesError as error:
            message = f"dice-table: {error}"
            broken.append(Broken(pair.typed.file, pair.typed.line, message))
            continue
        if finding is not None:
            findings.append(finding)
    if any(" rounded " in finding.why for finding in findings) and (
        habit := followed(over.pairs, style, percent=laid.percent)
    ):
        findings = [
            finding._replace(why=f"{finding.why}; {habit}")
            if " rounded " in finding.why
            else finding
            for finding in findings
        ]
    return Held(checked - len(broken), tuple(findings), tuple(broken))


def _judged_cell(judge: Judge, laid: Laid, pair: Pair, style: Style) -> Finding | None:
    """What is wrong with a cell that is read in the language of a style."""
    return judge(laid._replace(style=style), pair)


def _bare_is_percent(held: HeldTable, over: Paired, style: Style) -> bool:
    """What a bare number means: as told, by a sign around it, or by how large the numbers are."""
    if held.unit:
        return held.unit == "percent"
    if any(PERCENT in plain(text) for text in (held.sheet.caption, *over.headings)):
        return True
    values = [
        written.value
        for pair in over.pairs
        if pair.cell.kind in ("chance", "difference")
        and (written := read(pair.typed.text, style.language)) is not None
        and written.manner == "number"
    ]
    return not values or any(abs(value) > 1 for value in values)


def _chance(laid: Laid, pair: Pair) -> Finding | None:
    exact = pair.cell.value
    assert exact is not None  # a chance has a value
    for written in _chances(laid, pair):
        if right(written, exact, laid.style):
            continue
        expected = expected_chance(written, exact, laid.style)
        why = why_cell(laid.book, written, pair, laid.paired, laid.style)
        return laid.finding(pair, _as_typed(laid, pair, expected), spelled(exact), exact, why)
    return None


def _difference(laid: Laid, pair: Pair) -> Finding | None:
    exact = pair.cell.value
    assert exact is not None  # a difference has a value
    falls = plain(pair.typed.text).lstrip("(").startswith("-")
    for written in _chances(laid, pair):
        same_way = falls == (exact < 0) or written.value == 0
        if right_difference(written, exact, laid.style) and same_way:
            continue
        style = laid.style._replace(digits=written.digits)
        expected = _as_typed(laid, pair, formatter.difference(exact, style))
        return laid.finding(pair, expected, spelled(exact), exact)
    return None


def _chances(laid: Laid, pair: Pair) -> list[Written]:
    """The chances that a cell says."""
    found = figures_in(pair.typed.text, laid.style.language)
    if not found:
        what = f"'{pair.typed.text}' is no chance such as '33%'"
        raise RulesError(f"the cell {what} ({pair.cell.question})")
    return [as_chance(written, percent=laid.percent) for written in found]


def _as_typed(laid: Laid, pair: Pair, expected: str) -> str:
    """What is expected, without a sign where the author writes bare numbers."""
    written = read(pair.typed.text, laid.style.language)
    bare = written is not None and written.manner == "number" and laid.percent
    return expected.replace(PERCENT, "").strip() if bare else expected


def _mean(laid: Laid, pair: Pair) -> Finding | None:
    exact = pair.cell.value
    assert exact is not None  # an average has a value
    if not pair.typed.text.strip() and exact == 0:
        return None
    words = phrase(pair.typed.text, laid.style.language, ranged=False)
    found = averages_in(words.rest, laid.style.language)
    if not found:
        found = averages_in(words.beside, laid.style.language)
    if not found:
        what = f"'{pair.typed.text}' is no average such as '7'"
        raise RulesError(f"the cell {what} ({pair.cell.question})")
    for written in found:
        if not right_average(written, exact, laid.style):
            expected = expected_average(written, exact, laid.style)
            why = why_cell(laid.book, written, pair, laid.paired, laid.style)
            return laid.finding(pair, expected, spelled(exact, average=True), None, why)
    query = parse(pair.cell.question)
    if all(dice_beside(laid.book, query, dice) for dice in words.dice):
        return None
    expected = expected_average(found[0], exact, laid.style)
    if isinstance(query.what, Dice):
        expected = f"{expected} ({query.what.text})"
    answer = spelled(exact, average=True)
    return laid.finding(pair, expected, answer, None, "the dice are others")


def _whole(laid: Laid, pair: Pair) -> Finding | None:
    """A number of ways, a number on a face, or the least value that reaches a chance."""
    cell, text = pair.cell, pair.typed.text
    said = numbers_in(text, laid.style.language)
    if cell.kind == "reach" and (word := reach_word(text, laid.style.language)):
        if word == ("any" if "any" in cell.names else "" if cell.names else "none"):
            return None
        expected = cell.names[0] if cell.names else cell.text
        return laid.finding(pair, expected, expected)
    if cell.value is not None:
        if cell.kind == "ways" and _share(laid, pair):
            return None
        if said == (cell.value,) or (not text.strip() and cell.value == 0):
            return None
        if not said:
            raise RulesError(f"the cell '{text}' is no number ({cell.question})")
    elif cell.names:
        return _name(laid, pair)
    elif not said:  # a value that nothing reaches
        return None
    return laid.finding(pair, cell.text, cell.text)


def _share(laid: Laid, pair: Pair) -> bool:
    """Whether ways are written out of all, and rightly so: "6/36", "6 in 36", "6 (17%)"."""
    text, language = pair.typed.text, laid.style.language
    figures = [each for each in figures_in(text, language) if each.manner != "number"]
    if not figures or figures[0].manner == "blank":
        return False
    chance = laid.book.rules.ask(pair.cell.question).probability or Fraction(0)
    is_first = read(text, language) is not None or numbers_in(text, language)[:1] == (
        pair.cell.value,
    )
    return is_first and all(right(each, chance, laid.style) for each in figures)


def _worth(laid: Laid, pair: Pair) -> Finding | None:
    """How many levels are worth as much, with their sign."""
    exact, text = pair.cell.value, pair.typed.text
    if exact is None:
        return None if not numbers_in(text, laid.style.language) else laid.finding(pair, "–", "–")
    found = averages_in(phrase(text, laid.style.language, ranged=False).rest, laid.style.language)
    if not found:
        raise RulesError(f"the cell '{text}' is no number such as '+5' ({pair.cell.question})")
    written = found[0]
    near = rounded(abs(exact), written.digits, laid.style.rounding)
    falls = plain(text).lstrip("(~≈ ").startswith("-")
    if written.manner == "number" and near == abs(written.value) and (falls == (exact < 0)):
        return None
    shown = formatter.decimal(near, written.digits, laid.style.language)
    mark = "−" if exact < 0 else "+" if "+" in text else ""
    return laid.finding(pair, mark + shown, spelled(exact, average=True))


def _rule(laid: Laid, pair: Pair) -> Finding | None:
    """A value of the rules, such as the faces that succeed."""
    claim = Claim("", 0, Request("rule", laid.game, pair.cell.question), pair.typed.text)
    wrong = judged_rule(laid.book, claim, laid.style)
    return None if wrong is None else laid.finding(pair, wrong.expected, wrong.answer)


def _name(laid: Laid, pair: Pair) -> Finding | None:
    """The name of an outcome, in words or as an image."""
    cell = pair.cell
    if cell.value is not None:
        return _whole(laid, pair)
    if says(f"{pair.typed.text} {pair.typed.images}", cell.names, laid.names[cell.kind]):
        return None
    _no_chance(laid, pair)
    return laid.finding(pair, cell.names[0], cell.names[0])


def _names_any(laid: Laid, pair: Pair) -> bool:
    """Whether words of an author's own name an outcome."""
    return bool(mentioned(pair.typed.text, laid.names["words"]))


def _rung(laid: Laid, pair: Pair) -> Finding | None:
    """What a difficulty needs, or when an outcome holds: its numbers in their order."""
    cell, language = pair.cell, laid.style.language
    wanted = numbers_in(cell.names[0], language)
    if fold(pair.typed.text) == fold(cell.names[0]) or not wanted:
        return None
    if numbers_in(pair.typed.text, language) == wanted:
        return None
    _no_chance(laid, pair)
    return laid.finding(pair, cell.names[0], cell.names[0])


def _no_chance(laid: Laid, pair: Pair) -> None:
    """Nothing, where a cell that should be a label of the rules is no chance."""
    written = read(pair.typed.text, laid.style.language)
    if written is not None and written.manner in ("percent", "fraction", "one-in"):
        raise RulesError(
            f"the cell '{pair.typed.text}' is a chance where the rules give the label "
            f"'{pair.cell.names[0]}'; for chances add ':event: is *' or ':event: meets *'"
        )


_CELLS: dict[str, Judge] = {
    "chance": _chance,
    "difference": _difference,
    "mean": _mean,
    "ways": _whole,
    "reach": _whole,
    "worth": _worth,
    "rule": _rule,
    "face": _name,
    "name": _name,
    "words": _name,
    "rung": _rung,
}
