"""What could stand where a figure drifted: texts in its author's manner that the rules allow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain

from ..ask.cells import styled
from ..ask.rule_values import Shown, rule_value
from ..ask.table import table
from ..check.judge import judge_claim
from ..check.pairing import Pair, paired
from ..check.sentences import Finding, in_force, outcomes_of
from ..figures import rephrase
from ..figures.correct import mean_rounding
from ..figures.rephrase import Change, Changes, applied, combined
from ..page.claims import Claim, HeldTable
from ..page.source.typed_table import Typed
from ..rules.errors import RulesError
from ..settings import Book
from ..words.face_ranges import faces_in
from ..words.formatter import Style, decimal, rounded
from ..words.lexicon import lexicon_of
from ..words.read_figure import numbers_in, read

MOST_ALONE = 2  # words that are all a figure or a name, though it cannot be read


def for_claim(book: Book, claim: Claim, finding: Finding) -> Changes:
    """The first changes of the author's words that the rules allow."""
    style = book.style._replace(language=claim.language or book.style.language)
    some = combined(_of_claim(book, claim, finding, style))
    for changes in chain(some, _whole(claim.words, finding.expected, claim.request.kind, style)):
        new = claim._replace(words=applied(claim.words, changes))
        verdict = judge_claim(book, new)
        if not verdict.findings and not verdict.broken:
            return changes
    return ()


def _of_claim(book: Book, claim: Claim, finding: Finding, style: Style) -> Iterator[Change]:
    words, request = claim.words, claim.request
    if request.kind == "odds":
        style = styled(style, *request.how)
        answer = book.rules.ask(in_force(request.text, request.game))
        if answer.value is not None:
            yield from averages(words, finding.expected, answer.value, style)
        elif answer.probability is not None:
            yield from rephrase.chances(words, answer.probability, style)
            yield from rephrase.other_range(words, finding.expected)
    elif request.kind == "rule":
        value = rule_value(book.rules, request.game, request.text)
        if isinstance(value, Shown):
            yield from rephrase.faces(words, value, style.language)
        yield from same_numbers(words, finding.expected, style)
    else:
        judged = book.rules.judge(in_force(request.text, request.game))
        if judged.outcome is None and judged.value:
            yield from _counted(words, finding.expected, judged.value, style)
        elif judged.outcome is not None:
            known = outcomes_of(book, in_force(request.text, request.game))
            yield from rephrase.names(words, judged.outcome, known)


def _whole(text: str, expected: str, kind: str, style: Style) -> Iterator[Changes]:
    """What should stand there for all of the text, where it says nothing else."""
    alone = read(text, style.language) is not None or (
        len(text.split()) <= MOST_ALONE and rephrase.without_dice(text) == text
    )
    if alone or (kind == "rule" and faces_in(text, style.language, 1, 1) is not None):
        yield from ((change,) for change in rephrase.names(text, expected))


def averages(text: str, expected: str, exact: Fraction, style: Style) -> Iterator[Change]:
    """The text's only number replaced by the average, with its decimals or as many as it needs."""
    yield from rephrase.other_dice(text, expected)
    text = rephrase.without_dice(text)
    yield from rephrase.mixed(text, exact)
    written = read(text, style.language)
    hedged = written is not None and written.hedged
    for change in rephrase.counts(text, numbers_in(expected, style.language), style.language):
        old = text[change.start : change.end]
        _, point, decimals = old.replace(",", ".").partition(".")
        if point or (hedged and old.isdecimal()):
            near = rounded(exact, len(decimals), mean_rounding(style))
            yield change._replace(new=decimal(near, len(decimals), style.language))
        if old[0].isalpha() and change.new.isalpha():
            yield change
        yield change._replace(new=expected)


def same_numbers(text: str, expected: str, style: Style) -> Iterator[Change]:
    """The text's numbers replaced by as many others."""
    yield from rephrase.counts(text, numbers_in(expected, style.language), style.language)


def _counted(words: str, expected: str, value: int, style: Style) -> Iterator[Change]:
    """The count replaced with its noun as the rules have it, in words where it was."""
    none = [word for word in lexicon_of(style.language).none if " " not in word]
    noun = expected.partition(" ")[2]
    for change in rephrase.counts(words, [Fraction(value)], style.language, none):
        behind = re.match(r"(\s+)(\w+)", words[change.end :])
        if noun and behind and behind[2][:3].casefold() == noun[:3].casefold():
            end = change.end + behind.end()
            change = Change(change.start, end, f"{change.new}{behind[1]}{noun}")
        yield change


def for_table(
    book: Book, held: HeldTable, findings: Sequence[Finding]
) -> list[tuple[Finding, Pair, Changes]]:
    """For each finding of the table its cell, and the first changes that the rules allow."""
    spec = held.spec
    style = styled(book.style, spec.format, spec.digits, spec.rounding)
    laid = paired(held.sheet, table(book.rules, book.style, spec), style.language)
    waiting: list[tuple[Finding, Pair, Iterator[Changes]]] = []
    free = list(laid.pairs)
    for finding in findings:
        pair = next((p for p in free if _is_of(finding, p)), None)
        if pair is not None:
            free.remove(pair)
            some = combined(_of_cell(pair, finding, style))
            whole = _whole(pair.typed.text, finding.expected, pair.cell.kind, style)
            waiting.append((finding, pair, chain(some, whole)))
    done: list[tuple[Finding, Pair, Changes]] = []
    while waiting:
        tried = [(finding, pair, ways, next(ways, ())) for finding, pair, ways in waiting]
        done += [(finding, pair, ()) for finding, pair, _, changes in tried if not changes]
        waiting = []
        texts = [(pair.typed, applied(pair.typed.text, new)) for _, pair, _, new in tried if new]
        wrong = _still_wrong(book, _with(held, texts))
        for finding, pair, ways, changes in tried:
            if changes and (finding.query, applied(pair.typed.text, changes)) in wrong:
                waiting.append((finding, pair, ways))
            elif changes:
                done.append((finding, pair, changes))
    return done


def _is_of(finding: Finding, pair: Pair) -> bool:
    typed = pair.typed
    return (
        typed.line == finding.line
        and typed.text.split() == finding.found.split()
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
        found = rephrase.chances(text, cell.value, style)
    elif cell.value is not None and cell.kind == "difference":
        found = rephrase.differences(text, cell.value, style)
    elif cell.kind == "mean":
        found = averages(text, finding.expected, cell.value or Fraction(0), style)
    elif cell.kind in ("ways", "reach", "rung"):
        found = same_numbers(text, finding.expected, style)
    if cell.kind in ("face", "rung"):
        found = chain(found, rephrase.names(text, finding.expected))
    return found
