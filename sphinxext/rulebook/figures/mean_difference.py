"""Differences of two averages: +0.5, −1."""

from __future__ import annotations

from fractions import Fraction

from ..language import formatter
from ..language.formatter import Style
from ..language.normalise import normalise
from ..language.phrasebook import Phrases
from ..language.read_figure import averages_in
from .correct import is_correct_average, spelled
from .difference import Difference
from .kind import Case, Wrong


class MeanDifference(Difference):
    """A change of an average."""

    name = "mean-difference"
    is_share = False

    def write(self, value: Fraction, style: Style) -> str:
        return formatter.mean_difference(value, style)

    def heading(self, words: Phrases) -> str:
        return f"{words.average} (±)"

    def judge(self, case: Case) -> Wrong | None:
        exact, style = case.exact, case.ground.style
        text = normalise(case.typed.text)
        falls = text.lstrip("(").startswith("-")
        found = averages_in(text.replace("-", " ").replace("+", " "), style.language)
        if not found:
            raise case.unreadable("is not a difference of averages", "'+0.5'")
        for written in found:
            same_way = falls == (exact < 0) or written.value == 0
            if is_correct_average(written, abs(exact), style) and same_way:
                continue
            finer = style._replace(digits=written.digits)
            return Wrong(self.write(exact, finer), spelled(exact, average=True), exact)
        return None


MEAN_DIFFERENCE = MeanDifference()
