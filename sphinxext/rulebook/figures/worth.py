"""Worths: how many levels of a parameter do as much."""

from __future__ import annotations

from fractions import Fraction

from ..words import formatter
from ..words.formatter import Style, rounded
from ..words.normalise import normalise
from ..words.phrases import phrase
from ..words.read_figure import Form, averages_in, numbers_in
from .correct import spelled
from .kind import Case, FigureKind, Wrong

NOTHING = "–"
AS = " as "  # between the question and the parameter whose levels are counted


class Worth(FigureKind):
    """The levels that are worth a change, with their sign."""

    name = "worth"

    def write(self, value: Fraction, style: Style) -> str:
        digits = max(1, style.digits)
        near = rounded(abs(value), digits, style.rounding)
        shown = formatter.decimal(near, digits, style.language, padded=False)
        mark = "+" if value > 0 else "−" if value < 0 else ""
        return mark + shown

    def judge(self, case: Case) -> Wrong | None:
        exact, text, style = case.given.value, case.typed.text, case.ground.style
        if exact is None:
            return Wrong(NOTHING, NOTHING) if numbers_in(text, style.language) else None
        found = averages_in(phrase(text, style.language, ranged=False).rest, style.language)
        if not found:
            raise case.unreadable("is not a number", "'+5'")
        written = found[0]
        near = rounded(abs(exact), written.digits, style.rounding)
        falls = normalise(text).lstrip("(~≈ ").startswith("-")
        if written.form is Form.NUMBER and near == abs(written.value) and (falls == (exact < 0)):
            return None
        shown = formatter.decimal(near, written.digits, style.language)
        mark = "−" if exact < 0 else "+" if "+" in text else ""
        return Wrong(mark + shown, spelled(exact, average=True))

    def asked(self, question: str) -> str:
        return question.rpartition(AS)[0]


WORTH = Worth()
