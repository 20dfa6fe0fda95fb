"""Finds the figure that a mark holds: the last one before it, from the start of its phrase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ...figures.ratio import MOST_BEFORE, multiple_in
from ...figures.rule_values import rule_text
from ...language.lexicon import lexicon_of
from ...language.normalise import normalise
from ...language.phrases import is_average_with_dice, mentioned, phrase
from ...language.read_figure import (
    Form,
    TypedFigure,
    averages_in,
    figures_in,
    numbers_in,
    read,
)
from ...language.unread import changed_from
from ...rules.errors import RulesError
from ...rules.language.parse import parse
from ...rules.language.query import Call
from ...settings import Book
from ...tables.specs import RequestKind

TextSpan = tuple[int, int]
MOST_WORDS = 14  # of a figure with its hedges and what is beside it
WIDEST = Fraction(1, 4)  # of a range that two numbers and a word between them may mean
_OPENING = {")": "(", "]": "[", "”": "“", "»": "«"}
_WORD = re.compile(r"\S+")
_SENTENCE = re.compile(r"[.!?][\"”’)]?\s+(?=[\"“‘(]?[^\W\d_a-z])")


def figure_before(text: str, kind: str, question: str, game: str, book: Book) -> TextSpan | None:
    """Find the figure that a mark behind the text holds."""
    end = len(text.rstrip())
    if not text.endswith("...", 0, end):  # which may end the name of an outcome
        end = len(text[:end].rstrip(".,;:?" if kind == RequestKind.ROLLED else ".,;:?!"))
    sentences = () if kind == RequestKind.ROLLED else _SENTENCE.finditer(text, 0, end)
    begin = max([0, *(match.end() for match in sentences)])
    starts = [match.start() for match in _WORD.finditer(text, begin, end)][-MOST_WORDS:]
    if not starts:
        return None
    language = book.style.language

    def found_before(last: int) -> TextSpan | None:
        if kind == RequestKind.RULE:
            return _rule(text, starts, last, question, game, book)
        if kind == RequestKind.ROLLED:
            return _rolled(text, starts, last, _outcomes(question, game, book), language)
        if re.match(r"\s*(?:[\w-]+:)?ratio\s*\(", question):
            return _multiple(text, starts, last, language)
        average = _is_average(question)
        found = _odds(text, starts, last, average, language)
        return found and _with_changes(text, starts, *found, language, average)

    found = found_before(end)
    if found is not None and (closed := _before_brackets(text, *found)) < found[1]:
        return found_before(closed) or (found[0], closed)
    return found


def _before_brackets(text: str, at: int, end: int) -> int:
    """The end of the figure, without a bracket or quotes that were opened before it."""
    while end > at + 1 and (opening := _OPENING.get(text[end - 1])):
        if text.count(text[end - 1], at, end) <= text.count(opening, at, end):
            break
        end = len(text[: end - 1].rstrip())
    return end


def _multiple(text: str, starts: Sequence[int], end: int, language: str) -> TextSpan | None:
    """The last multiple, with what it is said of: "twice as likely", "50% more"."""
    begins: list[int] = []
    misses = 0  # words within: "more than twice", "one and a half times"
    for at in reversed(list(_trimmed(text, starts))):
        found = multiple_in(text[at:end], language)
        if found is not None and found.begin == 0:
            begins.append(at)
        elif begins and (misses := misses + 1) > MOST_BEFORE:
            break
    return (changed_from(text, begins[-1], language), end) if begins else None


def _is_average(question: str) -> bool:
    return re.search(r"\b(?:mean|median)[\s)]*$|^\s*(?:[\w-]+:)?wait\s*\(", question) is not None


def _odds(
    text: str, starts: Sequence[int], end: int, average: bool, language: str
) -> TextSpan | None:
    for at in _trimmed(text, starts):
        written = read(text[at:end], language, as_average=average)
        if written is None or written.form is Form.BLANK:
            continue
        if written.form is Form.MIXED and not average:
            continue  # "a roll beats 7 5/12 of the time"
        if not average and _is_bare(written) and _has_chance(text, starts[0], at, language):
            break  # "and 70% on three"
        if not _is_of_two(text[at:end], written):
            return _with_article(
                text, starts, _shortest(text, at, end, language, average), end, language, average
            )
    if average and (found := _with_dice(text, starts, end, language)) is not None:
        return found, end
    figures = averages_in if average else figures_in
    for at in reversed(starts):  # the last figure, with what follows it
        found_here = figures(text[at:end], language)
        if any(w.form is not Form.BLANK and (average or not _is_bare(w)) for w in found_here):
            return _widened(text, starts, at, end, language, average)
    return None


def _with_changes(
    text: str, starts: Sequence[int], at: int, end: int, language: str, average: bool
) -> TextSpan:
    """Take in what is before the figure and changes it, so that it is refused: "not 33%"."""
    begin = changed_from(text, at, language)
    figures = averages_in if average else figures_in
    for start in [each for each in starts if each <= begin < at][: -MOST_BEFORE - 1 : -1]:
        if figures(text[start:end], language):
            return start, end  # "1 in 3 or 33%"
    return begin, end


def _is_bare(written: TypedFigure) -> bool:
    """Return whether the figure is a whole number without a sign."""
    return written.form is Form.NUMBER and not written.digits


def _has_chance(text: str, begin: int, end: int, language: str) -> bool:
    """Return whether a chance is before a place, in the same clause."""
    clause = max(begin, *(text.rfind(mark, begin, end) + 1 for mark in ",;:("))
    return any(not _is_bare(each) for each in figures_in(text[clause:end], language))


def _is_of_two(words: str, written: TypedFigure) -> bool:
    """True if the words may well be two numbers: "with 3 to 77%", where nobody means 3% to 77%."""
    is_wide = written.bound == "-" and written.top - written.value > WIDEST
    return is_wide and re.match(r"[\d.,]+\s+[^\W\d]", words) is not None


def _with_dice(text: str, starts: Sequence[int], end: int, language: str) -> int | None:
    """The start of an average that is behind its dice: "2d6 + 3 (avg 10)"."""
    found = None
    for at in reversed(list(_trimmed(text, starts))):
        if is_average_with_dice(text[at:end], language):
            found = at
        elif len(phrase(text[at:end], language, ranged=False).dice) > 1:
            break
    return found


def _with_article(
    text: str, starts: Sequence[int], at: int, end: int, language: str, average: bool
) -> TextSpan:
    """The figure with the article that belongs to it: "a third", and not "a 33%"."""
    lexicon = lexicon_of(language)
    words = (*lexicon.articles, *lexicon.of)
    whole = read(text[at:end].rstrip(",;:"), language, as_average=average)
    for start in reversed([each for each in starts if each < at]):
        is_article = normalise(text[start:at]) in words
        if re.search(r"\d", text[at:end]) or not is_article:
            break
        if read(text[start:end].rstrip(",;:"), language, as_average=average) != whole:
            break
        at = start
    return at, end


def _widened(
    text: str, starts: Sequence[int], at: int, end: int, language: str, average: bool
) -> TextSpan:
    """The figure that begins at a word, with the words before it that belong to it."""
    stop = end
    for last in [m.end() for m in _WORD.finditer(text, at, end)][::-1]:  # "once every six"
        if read(text[at:last].rstrip(",;:"), language, as_average=average) is not None:
            stop = last
            break
    for start in starts:
        if start > at:
            break
        written = read(text[start:stop].rstrip(",;:"), language, as_average=average)
        if written is None or written.form in (Form.BLANK, Form.MIXED):
            continue
        if not _is_of_two(text[start:stop], written):
            at = start
            break
    at = _shortest(text, at, stop, language, average)
    at, _ = _with_article(text, starts, at, stop, language, average)
    says_more = re.search(r"\d", text[stop:end])
    return at, end if says_more else stop


def _shortest(text: str, at: int, end: int, language: str, average: bool) -> int:
    """Skip words before the figure that say nothing of it: "a chance of 50%"."""
    whole = read(text[at:end].rstrip(",;:"), language, as_average=average)
    if whole is None or whole.bound == "-":  # "between 30 and 40%"
        return at
    for start in [m.start() for m in _WORD.finditer(text, at, end)][:0:-1]:
        if read(text[start:end].rstrip(",;:"), language, as_average=average) == whole:
            return start
    return at


def _trimmed(text: str, starts: Sequence[int]) -> Iterator[int]:
    """List where each word begins, its opening quotes and brackets left out."""
    for at in starts:
        quotes = re.match(r"[\"'“‘«(\[]*", text[at:])
        yield at + (quotes.end() if quotes else 0)


def _rule(
    text: str, starts: Sequence[int], end: int, question: str, game: str, book: Book
) -> TextSpan | None:
    language = book.style.language
    for at in reversed(starts):
        if numbers_in(text[at:end], language):
            return at, end
    try:
        words = len(rule_text(book.rules, game, question, book.style).split())
    except RulesError:
        words = 1
    return starts[-min(words, len(starts))], end


def _rolled(
    text: str, starts: Sequence[int], end: int, names: Sequence[str], language: str
) -> TextSpan | None:
    for at in reversed(starts):
        if mentioned(text[at:end], names) or numbers_in(text[at:end], language):
            return at, end
    return None


def _outcomes(question: str, game: str, book: Book) -> list[str]:
    try:
        query = parse(question)
        if not isinstance(query.what, Call) or query.also:
            return []
        check = book.rules.game(query.game or game).check(query.what.check)
    except RulesError:
        return []
    return [outcome.name for outcome in check.outcomes]
