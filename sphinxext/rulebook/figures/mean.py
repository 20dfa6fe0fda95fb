"""Averages: 7, 3.5, 10½, and the dice beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..language import formatter
from ..language.formatter import Style, decimal, rounded
from ..language.phrasebook import Phrases
from ..language.phrases import phrase
from ..language.read_figure import TypedFigure, averages_in, numbers_in, read
from ..language.unread import counts_any
from ..rules.language.query import PlainDice
from ..rules.questions import in_force
from . import rephrase
from .beside import dice_beside
from .correct import expected_average, is_correct_average, spelled
from .kind import Case, Explanation, FigureKind, Reason, Wrong
from .rephrase import NUMBER, Change


class Mean(FigureKind):
    """The average of a roll."""

    name = "mean"
    is_rounded = is_exact = has_dice_beside = True

    def write(self, value: Fraction, style: Style) -> str:
        return formatter.average(value, style)

    def heading(self, words: Phrases) -> str:
        return words.average

    def judge(self, case: Case) -> Wrong | None:
        exact, style = case.exact, case.ground.style
        if not case.typed.text.strip() and exact == 0:
            return None
        words = phrase(case.typed.text, style.language, ranged=False)
        language = style.language
        found = averages_in(words.rest, language) or averages_in(words.beside, language)
        if not found:
            raise case.unreadable("is not an average", "'7'", " or '3.5'")
        wrong = next((w for w in found if not is_correct_average(w, exact, style)), None)
        if wrong is not None:
            return Wrong(expected_average(wrong, exact, style), spelled(exact, average=True))
        query = in_force(case.given.question, case.ground.game)
        is_total = isinstance(query.what, PlainDice) and query.event and query.event.is_average
        if is_total and counts_any("dice", words.rest, language):
            raise case.unreadable("counts dice; write their average alone,", "'7'")
        if not words.dice:
            return None
        if all(dice_beside(case.ground.book, query, dice) for dice in words.dice):
            return None
        expected = expected_average(found[0], exact, style)
        if isinstance(query.what, PlainDice):
            expected = f"{expected} ({query.what.text})"
        return Wrong(expected, spelled(exact, average=True), None, Explanation(Reason.DICE))

    def figures_of(self, text: str, language: str) -> Sequence[TypedFigure]:
        return averages_in(phrase(text, language, ranged=False).rest, language)

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        """The text's only number replaced, with its decimals or as many as the average needs."""
        text, style = case.typed.text, case.ground.style
        exact = case.given.value or Fraction(0)
        query = in_force(case.given.question, case.ground.game)
        right = f"({query.what.text})" if isinstance(query.what, PlainDice) else expected
        yield from rephrase.other_dice(text, right)
        text = rephrase.without_dice(text)
        yield from rephrase.mixed(text, exact)
        written = read(text, style.language)
        hedged = written is not None and written.hedged
        for change in rephrase.counts(text, numbers_in(expected, style.language), style.language):
            old = text[change.start : change.end]
            _, point, decimals = old.replace(",", ".").partition(".")
            if point or (hedged and old.isdecimal()):
                near = rounded(exact, len(decimals), style.rounding_of_averages)
                yield change._replace(new=decimal(near, len(decimals), style.language))
            if old[0].isalpha() and change.new.isalpha():
                yield change
            yield change._replace(new=expected)
        for match in NUMBER.finditer(text):  # one of several, beside its dice
            yield Change(*match.span("digits"), expected)


MEAN = Mean()
