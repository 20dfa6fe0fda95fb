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
    is_refused,
    numbers_in,
    read,
)
from ...language.unread import changed_from, counts_any
from ...rules.errors import RulesError
from ...rules.language.parse import parse
from ...rules.language.query import Call
from ...settings import Book
from ...tables.specs import RequestKind

TextSpan = tuple[int, int]
MOST_WORDS = 14  # of a figure with its hedges and what is beside it
WIDEST = Fraction(1, 4)  # of a range that two numbers and a word between them may mean
_OPENING = {")": "(", "]": "[", "”": "“", "»": "«"}
_CLOSING = "".join(_OPENING)
_WORD = re.compile(r"\S+")
_SENTENCE = re.compile(r"[.!?][\"”’)]?\s+(?=[\"“‘(]?[^\W\d_a-z])")
_AVERAGE = re.compile(r"\b(?:mean|median)[\s)]*$|^\s*(?:[\w-]+:)?wait\s*\(")
_RATIO = re.compile(r"\s*(?:[\w-]+:)?ratio\s*\(")


def figure_before(text: str, kind: str, question: str, game: str, book: Book) -> TextSpan | None:
    """Find the figure that a mark behind the text holds."""
    end = len(text.rstrip())
    if not text.endswith("...", 0, end):  # which may end the name of an outcome
        end = len(text[:end].rstrip(".,;:?" if kind == RequestKind.ROLLED else ".,;:?!"))
    sentences = () if kind == RequestKind.ROLLED else _SENTENCE.finditer(text, 0, end)
    begin = max([0, *(match.end() for match in sentences)])
    starts = [match.start() for match in _WORD.finditer(text, begin, end)][-MOST_WORDS:]
    language = book.style.language

    def found_before(last: int) -> TextSpan | None:
        if kind in (RequestKind.RULE, RequestKind.ROLLED):
            names, many = _told(kind, question, game, book)
            for at in reversed(starts):
                if numbers_in(text[at:last], language) or mentioned(text[at:last], names):
                    return at, last
            return (starts[-min(many, len(starts))], last) if many else None
        if _RATIO.match(question):
            return _multiple(text, starts, last, language)
        return _Sentence(text, starts, language, _AVERAGE.search(question) is not None).held(last)

    found = found_before(end) if starts else None
    if found is not None and (closed := _before_brackets(text, *found)) < found[1]:
        return found_before(closed) or (found[0], closed)
    return found


def _told(kind: str, question: str, game: str, book: Book) -> tuple[Sequence[str], int]:
    """Return the names that a roll may come to, and how many words a rule takes."""
    try:
        if kind == RequestKind.RULE:
            return (), len(rule_text(book.rules, game, question, book.style).split())
        query = parse(question)
        if not isinstance(query.what, Call) or query.also:
            return (), 0
        check = book.rules.game(query.game or game).check(query.what.check)
    except RulesError:
        return (), int(kind == RequestKind.RULE)
    return [outcome.name for outcome in check.outcomes], 0


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
    return (changed_from(text, begins[-1], language, is_share=False), end) if begins else None


def _trimmed(text: str, starts: Sequence[int]) -> Iterator[int]:
    """List where each word begins, its opening quotes and brackets left out."""
    for at in starts:
        quotes = re.match(r"[\"'“‘«(\[]*", text[at:])
        yield at + (quotes.end() if quotes else 0)


class _Sentence:
    """The words before a mark, read for the last chance or average in them."""

    def __init__(self, text: str, starts: Sequence[int], language: str, average: bool) -> None:
        self.text, self.starts, self.language, self.average = text, starts, language, average
        self.figures = averages_in if average else figures_in

    def read(self, at: int, end: int) -> TypedFigure | None:
        """Return the figure that all of a part writes."""
        return read(self.text[at:end].rstrip(",;:"), self.language, as_average=self.average)

    def held(self, end: int) -> TextSpan | None:
        """Return where the figure is, with what changes it, so that it is refused: "not 33%"."""
        found = self._whole(end, end) or self._with_dice(end) or self._within(end)
        if found is None:
            return None
        if self.average and counts_any("dice", self.text[found[0] : end], self.language):
            return found[0], end
        begin = changed_from(self.text, found[0], self.language)
        for start in [each for each in self.starts if each <= begin < found[0]][::-1][
            : MOST_BEFORE + 1
        ]:
            if self.figures(self.text[start : found[1]], self.language):
                return start, found[1]  # "1 in 3 or 33%"
        return begin, found[1]

    def _whole(self, stop: int, end: int) -> TextSpan | None:
        """Return the longest part up to a place that is a figure, without words that add nothing.

        A number behind it belongs to it: "33% (5 or 6)".
        """
        text = self.text
        for at in _trimmed(text, [each for each in self.starts if each < stop]):
            figure = self.read(at, stop)
            if figure is None or figure.form is Form.BLANK:
                continue
            if not self.average and figure.form is Form.MIXED:
                continue  # "a roll beats 7 5/12 of the time"
            if not self.average and _is_bare(figure) and (stop < end or self._has_chance(at)):
                return None  # "and 70% on three"
            if _is_of_two(text[at:stop], figure):
                continue
            begin = self._shortest(at, stop, figure)
            return begin, end if re.search(r"\d", text[stop:end]) else stop
        return None

    def _within(self, end: int) -> TextSpan | None:
        """Return the last figure with other words behind it."""
        ends = [m.end() for m in _WORD.finditer(self.text, self.starts[0], end)]
        for behind in reversed(ends):
            stop = len(self.text[:behind].rstrip(_CLOSING))
            found = self._whole(stop, end)
            if found is not None and self.figures(self.text[found[0] : end], self.language):
                return found  # nothing behind it changes it, as in "33% of 200"
        for at in reversed(self.starts):  # in letters that touch it: "33%のとき"
            if any(not _is_bare(each) for each in self.figures(self.text[at:end], self.language)):
                return at, end
        return None

    def _shortest(self, at: int, stop: int, figure: TypedFigure) -> int:
        """Skip words that say nothing of a figure but its article: "a chance of", "a third"."""
        words = [m.start() for m in _WORD.finditer(self.text, at, stop)]
        same = [each for each in words if self.read(each, stop) == figure]
        if figure.bound == "-" or not same:  # "between 30 and 40%"
            return at
        begin = same.pop()
        lexicon = lexicon_of(self.language)
        while same and not re.search(r"\d", self.text[begin:stop]):
            if normalise(self.text[same[-1] : begin]) not in (*lexicon.articles, *lexicon.of):
                break
            begin = same.pop()
        return begin

    def _has_chance(self, end: int) -> bool:
        """Return whether a chance is before a place, in the same clause."""
        begin = self.starts[0]
        clause = max(begin, *(self.text.rfind(mark, begin, end) + 1 for mark in ",;:("))
        words = self.text[clause:end]
        before = figures_in(words, self.language)
        return is_refused(words, self.language) or not all(map(_is_bare, before))

    def _with_dice(self, end: int) -> TextSpan | None:
        """Return the average that is behind its dice: "2d6 + 3 (avg 10)"."""
        found = None
        for at in reversed(list(_trimmed(self.text, self.starts))) if self.average else ():
            if is_average_with_dice(self.text[at:end], self.language):
                found = at, end
            elif len(phrase(self.text[at:end], self.language, ranged=False).dice) > 1:
                break
        return found


def _is_bare(figure: TypedFigure) -> bool:
    """Return whether the figure is a whole number without a sign."""
    return figure.form is Form.NUMBER and not figure.digits


def _is_of_two(words: str, figure: TypedFigure) -> bool:
    """Return whether the words may be two numbers: nobody means 3% to 77% by "3 to 77%"."""
    is_wide = figure.bound == "-" and figure.top - figure.value > WIDEST
    return is_wide and re.match(r"[\d.,]+\s+[^\W\d]", words) is not None
