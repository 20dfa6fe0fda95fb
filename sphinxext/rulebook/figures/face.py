"""Faces: what a die shows, a number or an outcome."""

from __future__ import annotations

from collections.abc import Iterator

from ..rules.questions import in_force
from ..rules.rules import Rules
from . import rephrase
from .kind import Case, FigureKind, Given, Wrong
from .name import judge_name, judge_number
from .rephrase import Change


class Face(FigureKind):
    """A face of a die."""

    name = "face"

    def judge(self, case: Case) -> Wrong | None:
        return judge_name(case) if case.given.value is None else judge_number(case)

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        yield from rephrase.names(case.typed.text, expected)

    def locked(self, given: Given) -> str:
        return given.text

    def relocked(self, rules: Rules, question: str) -> str | None:
        judged = rules.judge(in_force(question, rules.default))
        return judged.outcome if judged.outcome is not None else str(judged.value)


FACE = Face()
