"""Names of outcomes, and words of an author's own that may mention one."""

from __future__ import annotations

from ..language.mentions import mentioned
from .kind import Case, FigureKind, Typed, Wrong
from .names_and_numbers import judge_name


class Name(FigureKind):
    """The name of an outcome or a difficulty, as the label of its row."""

    name = "name"
    is_figure = False
    names_a_rung = True
    is_relocked = False  # its cell may hold more than the name, as the page's template says

    def judge(self, case: Case) -> Wrong | None:
        return judge_name(case)


class LabelWords(Name):
    """Words of the rules file beside a difficulty or an outcome."""

    name = "words"
    is_locked = False
    is_optional = True

    def is_judged(self, typed: Typed, names: frozenset[str]) -> bool:
        return bool(mentioned(typed.text, names))


NAME = Name()
WORDS = LabelWords()
