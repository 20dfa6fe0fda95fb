"""Rungs: what a difficulty needs, or when an outcome holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ..language.face_ranges import says_at_most
from ..language.read_figure import numbers_in
from ..rules.errors import fold
from ..rules.rules import Rules
from . import rephrase
from .change import Change
from .kind import Case, FigureKind, Given, Wrong, only_numbers
from .names_and_numbers import refuse_chance
from .needs import needs_words


class Rung(FigureKind):
    """A step of a ladder, its numbers in their order."""

    name = "rung"
    is_figure = False
    names_a_rung = True

    def judge(self, case: Case) -> Wrong | None:
        right, language = case.given.names[0], case.language
        wanted = numbers_in(right, language)
        if fold(case.typed.text) == fold(right) or not wanted:
            return None
        if numbers_in(case.typed.text, language) == wanted:
            return None
        if says_at_most(case.typed.text, right, language):
            return None
        refuse_chance(case)
        return Wrong(right, right)

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        yield from chain(only_numbers(case, expected), rephrase.names(case.typed.text, expected))

    def locked(self, given: Given) -> str:
        return given.names[0] if given.names else given.text

    def relocked(self, rules: Rules, question: str) -> str | None:
        named, _, name = question.partition(".")
        check = rules.game().check(named)
        for difficulty in check.difficulties:
            if difficulty.name == name:
                return needs_words(check, difficulty)
        for outcome in check.outcomes:
            if outcome.name == name:
                return outcome.shown or outcome.written or None
        return None


RUNG = Rung()
