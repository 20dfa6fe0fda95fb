"""Finds the figure that a mark holds: the last one before it, from the start of its phrase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..ask.specs import RequestKind
from ..figures.ratio import multiple_in
from ..figures.rule_values import rule_text
from ..rules.errors import RulesError
from ..rules.language.parse import parse
from ..rules.language.query import Call
from ..settings import Book
from ..words.face_ranges import faces_in
from ..words.lexicon import lexicon_of
from ..words.mentions import mentioned
from ..words.phrases import phrase
from ..words.read_figure import Form, averages_in, figures_in, numbers_in, read

TextSpan = tuple[int, int]
MOST_WORDS = 14  # of a figure with its hedges and what stands beside it
MOST_LETTERS = 90  # from a figure to the end of its paragraph
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
    if kind == RequestKind.RULE:
        return _rule(text, starts, end, question, game, book)
    if kind == RequestKind.ROLLED:
        return _rolled(text, starts, end, _outcomes(question, game, book), language)
    if re.match(r"\s*(?:[\w-]+:)?ratio\s*\(", question):
        return _multiple(text, starts, end, language)
    return _odds(text, starts, end, _is_average(question), language)


def _multiple(text: str, starts: Sequence[int], end: int, language: str) -> TextSpan | None:
    """The last multiple, with what it is said of: "twice as likely", "50% more"."""
    begins: list[int] = []
    for at in reversed(list(_trimmed(text, starts))):
        found = multiple_in(text[at:end], language)
        if (
            found is not None
            and found.start == 0
            and (not begins or found.end >= _end_of_multiple(text, begins[-1], end, language) - at)
        ):
            begins.append(at)
        elif begins:
            break
    return (begins[-1], end) if begins else None


def _end_of_multiple(text: str, at: int, end: int, language: str) -> int:
    """The end of the number in the multiple that begins at a place."""
    found = multiple_in(text[at:end], language)
    return at + found.end if found else at


def _is_average(question: str) -> bool:
    return re.search(r"\b(?:mean|median)\s*$|^\s*(?:[\w-]+:)?wait\s*\(", question) is not None


def _odds(
    text: str, starts: Sequence[int], end: int, average: bool, language: str
) -> TextSpan | None:
    for at in _trimmed(text, starts):
        written = read(text[at:end], language)
        if written is not None and written.form is not Form.BLANK:
            return _shortest(text, at, end, language), end
    for at in _trimmed(text, starts):
        apart = phrase(text[at:end], language, ranged=not average)
        written = read(apart.rest, language)
        if written is not None and written.form is not Form.BLANK and (apart.dice or apart.ranges):
            return at, end
    figures = averages_in if average else figures_in
    for at in reversed(starts):  # the last figure, with what follows it
        if any(each.form is not Form.BLANK for each in figures(text[at:end], language)):
            return _widened(text, starts, at, end, language)
    return None


def _widened(text: str, starts: Sequence[int], at: int, end: int, language: str) -> TextSpan:
    """The figure that begins at a word, with the words before it that belong to it."""
    stop = end
    for last in [m.end() for m in _WORD.finditer(text, at, end)]:
        if read(text[at:last].rstrip(",;:"), language) is not None:
            stop = last
            break
    for start in starts:
        if start > at:
            break
        written = read(text[start:stop].rstrip(",;:"), language)
        if written is not None and written.form is not Form.BLANK:
            at = start
            break
    at = _shortest(text, at, stop, language)
    says_more = re.search(r"\d", text[stop:end]) and end - stop <= MOST_LETTERS
    return at, end if says_more else stop


def _shortest(text: str, at: int, end: int, language: str) -> int:
    """Skip words before the figure that say nothing of it: "a chance of 50%"."""
    whole = read(text[at:end].rstrip(",;:"), language)
    for start in [m.start() for m in _WORD.finditer(text, at, end)][:0:-1]:
        if whole is not None and read(text[start:end].rstrip(",;:"), language) == whole:
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
    for at in _trimmed(text, starts):
        if re.match(r"\W*\d|" + r"[^\W\d_]", text[at:]) and _is_faces(text[at:end], language):
            return at, end
    for at in reversed(starts):
        if numbers_in(text[at:end], language):
            return at, end
    try:
        words = len(rule_text(book.rules, game, question, book.style).split())
    except RulesError:
        words = 1
    return starts[-min(words, len(starts))], end


def _is_faces(words: str, language: str) -> bool:
    """Check that the words name faces and nothing before them."""
    first = words.split(maxsplit=1)[0]
    begins = bool(re.match(r"[<>≤≥]?\d", first)) or first.casefold() in lexicon_of(language).counts
    return begins and faces_in(words, language, 1, 100) is not None


def _rolled(
    text: str, starts: Sequence[int], end: int, names: Sequence[str], language: str
) -> TextSpan | None:
    for at in reversed(starts):
        found = mentioned(text[at:end], names)
        if found:
            return at, end
        if numbers_in(text[at:end], language) or _says_none(text[at:end], language):
            return _numeral(text, starts, at, language), end
    return None


def _says_none(words: str, language: str) -> bool:
    return words.split(maxsplit=1)[0].casefold() in lexicon_of(language).none


def _numeral(text: str, starts: Sequence[int], at: int, language: str) -> int:
    """The start of a number in words that begins before its last one: "twenty one"."""
    lexicon = lexicon_of(language)
    before = [start for start in starts if start < at]
    while before and lexicon.count(text[before[-1] : at].strip().casefold()) is not None:
        at = before.pop()
    return at


def _outcomes(question: str, game: str, book: Book) -> list[str]:
    try:
        query = parse(question)
        if not isinstance(query.what, Call):
            return []
        check = book.rules.game(query.game or game).check(query.what.check)
    except RulesError:
        return []
    return [outcome.name for outcome in check.outcomes]
