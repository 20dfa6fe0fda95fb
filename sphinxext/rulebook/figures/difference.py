"""Differences of two chances or two averages: +12%, −3 points, +0.5."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from ..language import formatter
from ..language.formatter import Style
from ..language.lexicon import lexicon_of
from ..language.normalise import normalise
from ..language.phrasebook import Phrases
from ..language.read_figure import TypedFigure, averages_in
from ..rules.digits import fraction_of, text_of
from ..rules.rules import Rules
from . import rephrase
from .chance import bare, chances_in
from .correct import is_correct_average, is_correct_difference, spelled
from .kind import Case, FigureKind, Wrong, number_asked
from .rephrase import Change

MINUS = " − "  # between the two questions of a locked difference


class Difference(FigureKind):
    """A change of a chance."""

    name = "difference"
    is_share = is_rounded = is_exact = True

    def write(self, value: Fraction, style: Style) -> str:
        return formatter.difference(value, style)

    def heading(self, words: Phrases) -> str:
        return f"{words.chance} (±)"

    def figures(self, case: Case) -> Iterable[TypedFigure]:
        """Return the sizes that the words say."""
        points = rf"(?<=\d)\s*(?:{lexicon_of(case.language).one_of('points')})(?!\w)"
        text = re.sub(points, "%", normalise(case.typed.text))
        return chances_in(case.saying(text), text)

    def is_right(self, written: TypedFigure, value: Fraction, style: Style) -> bool:
        return is_correct_difference(written, value, style)

    def judge(self, case: Case) -> Wrong | None:
        exact, style = case.exact, case.ground.style
        falls = normalise(case.typed.text).lstrip("(").startswith("-")
        for written in self.figures(case):
            same_way = falls == (exact < 0) or written.value == 0
            if self.is_right(written, abs(exact), style) and same_way:
                continue
            expected = self.write(exact, style._replace(digits=written.digits))
            return Wrong(bare(case, expected), spelled(exact, average=not self.is_share), exact)
        return None

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        yield from rephrase.differences(case.typed.text, case.exact, case.ground.style)

    def locked_question(self, question: str, base: str, where: str) -> str:
        return f"{question}{MINUS}{base}"

    def relocked(self, rules: Rules, question: str) -> str | None:
        here, _, there = question.rpartition(MINUS)
        first, second = (fraction_of(number_asked(rules, text)) for text in (here, there))
        return text_of(first - second)


DIFFERENCE = Difference()


class MeanDifference(Difference):
    """A change of an average."""

    name = "mean-difference"
    is_share = False

    def write(self, value: Fraction, style: Style) -> str:
        return formatter.mean_difference(value, style)

    def heading(self, words: Phrases) -> str:
        return f"{words.average} (±)"

    def figures(self, case: Case) -> Iterable[TypedFigure]:
        text = normalise(case.typed.text).replace("-", " ").replace("+", " ")
        if not (found := averages_in(text, case.language)):
            raise case.unreadable("is not a difference of averages", "'+0.5'")
        return found

    def is_right(self, written: TypedFigure, value: Fraction, style: Style) -> bool:
        return is_correct_average(written, abs(value), style)


MEAN_DIFFERENCE = MeanDifference()
