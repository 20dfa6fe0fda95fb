"""What could stand where a figure drifted: texts in its author's manner that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain

from ..present.cells import styled
from ..present.grid import table
from ..present.lookup import Shown, rule_value
from ..present.numbers import Style
from ..rules.errors import RulesError
from ..settings import Book
from . import manner
from .claims import Claim, HeldTable
from .judge import judge_claim
from .manner import Change
from .pairing import Pair, paired
from .sheet import Typed
from .verdict import Finding, in_force
from .written import numbers_in


def for_claim(book: Book, claim: Claim, finding: Finding) -> Change | None:
    """The first change of the author's words that the rules allow."""
    style = book.style._replace(language=claim.language or book.style.language)
    for change in _of_claim(book, claim, finding, style):
        new = claim._replace(words=change.on(claim.words))
        verdict = judge_claim(book, new)
        if not verdict.findings and not verdict.broken:
            return change
    return None


def _of_claim(book: Book, claim: Claim, finding: Finding, style: Style) -> Iterator[Change]:
    words, request = claim.words, claim.request
    if request.kind == "odds":
        style = styled(style, *request.how)
        answer = book.rules.ask(in_force(request.text, request.game))
        if answer.value is not None:
            yield from averages(words, finding.expected, style)
        elif answer.probability is not None:
            yield from manner.chances(words, answer.probability, style)
    elif request.kind == "rule":
        value = rule_value(book.rules, request.game, request.text)
        if isinstance(value, Shown):
            yield from manner.faces(words, value, style.language)
        yield from same_numbers(words, finding.expected, style)
    else:
        judged = book.rules.judge(in_force(request.text, request.game))
        if judged.outcome is None and judged.value:
            yield from _counted(words, finding.expected, judged.value, style)
    yield from manner.names(words, finding.expected)


def averages(text: str, expected: str, style: Style) -> Iterator[Change]:
    """The text's only number replaced by the average."""
    wanted = numbers_in(expected, style.language)
    for change in manner.counts(text, wanted, style.language):
        old = text[change.start : change.end]
        if old[0].isalpha() and change.new.isalpha():
            yield change
        yield change._replace(new=expected)


def same_numbers(text: str, expected: str, style: Style) -> Iterator[Change]:
    """The text's numbers replaced by as many others."""
    yield from manner.counts(text, numbers_in(expected, style.language), style.language)


def _counted(words: str, expected: str, value: int, style: Style) -> Iterator[Change]:
    """The count replaced with its noun as the rules have it, in words where it was."""
    for change in manner.counts(words, [Fraction(value)], style.language):
        old = words[change.start : change.end]
        noun = expected.partition(" ")[2]
        rest = words[change.end :].strip()
        if rest and noun and rest.rstrip(".,;").casefold() != noun.casefold():
            most = words.casefold().rfind(noun.casefold().rstrip("s"))
            tail = words[change.end :].split()
            if most >= change.end and len(tail) == 1:
                yield Change(change.start, len(words), f"{change.new} {noun}")
                continue
            if abs(value) == 1 or old.strip("+-−") in ("1", "one"):
                continue
        yield change


def for_table(
    book: Book, held: HeldTable, findings: Sequence[Finding]
) -> list[tuple[Finding, Pair, Change | None]]:
    """For each finding of the table its cell, and the first change that the rules allow."""
    spec = held.spec
    style = styled(book.style, spec.format, spec.digits, spec.rounding)
    laid = paired(held.sheet, table(book.rules, book.style, spec), style.language)
    waiting: list[tuple[Finding, Pair, Iterator[Change], Change | None]] = []
    free = list(laid.pairs)
    for finding in findings:
        pair = next((p for p in free if _is_of(finding, p)), None)
        if pair is not None:
            free.remove(pair)
            waiting.append((finding, pair, _of_cell(pair, finding, style), None))
    done: list[tuple[Finding, Pair, Change | None]] = []
    while waiting:
        tried = [
            (finding, pair, changes, next(changes, None)) for finding, pair, changes, _ in waiting
        ]
        done += [(finding, pair, None) for finding, pair, _, change in tried if change is None]
        waiting = []
        texts = [(pair.typed, change.on(pair.typed.text)) for _, pair, _, change in tried if change]
        wrong = _still_wrong(book, _with(held, texts))
        for finding, pair, changes, change in tried:
            if change is None:
                continue
            if (finding.query, change.on(pair.typed.text)) in wrong:
                waiting.append((finding, pair, changes, None))
            else:
                done.append((finding, pair, change))
    return done


def _is_of(finding: Finding, pair: Pair) -> bool:
    typed = pair.typed
    return (
        typed.line == finding.line
        and typed.text == finding.found
        and pair.cell.question == finding.query
    )


def _still_wrong(book: Book, held: HeldTable) -> set[tuple[str, str]]:
    try:
        verdict = judge_claim(book, held)
    except RulesError:
        return set()
    unread = {("", each.message) for each in verdict.broken}
    return {(each.query, each.found) for each in verdict.findings} | unread


def _with(held: HeldTable, texts: Sequence[tuple[Typed, str]]) -> HeldTable:
    """The table with other texts in some of its cells."""
    rows = tuple(
        tuple(
            next((cell._replace(text=new) for typed, new in texts if typed is cell), cell)
            for cell in row
        )
        for row in held.sheet.rows
    )
    return held._replace(sheet=held.sheet._replace(rows=rows))


def _of_cell(pair: Pair, finding: Finding, style: Style) -> Iterator[Change]:
    cell, text = pair.cell, pair.typed.text
    found: Iterator[Change] = iter(())
    if cell.value is not None and cell.kind == "chance":
        found = manner.chances(text, cell.value, style)
    elif cell.value is not None and cell.kind == "difference":
        found = manner.differences(text, cell.value, style)
    elif cell.kind == "mean":
        found = averages(text, finding.expected, style)
    elif cell.kind in ("ways", "reach", "rung"):
        found = same_numbers(text, finding.expected, style)
    return chain(found, manner.names(text, finding.expected))
