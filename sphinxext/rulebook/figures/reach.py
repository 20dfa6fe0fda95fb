"""Reaches: the least value with which a chance is reached."""

from __future__ import annotations

from collections.abc import Iterator

from ..language.lexicon import lexicon_of
from ..language.normalise import normalise
from ..language.read_figure import DASHES
from .kind import Case, FigureKind, Wrong, only_numbers
from .name import judge_number
from .rephrase import Change


class Reach(FigureKind):
    """A cell of an inverse table."""

    name = "reach"
    names_outcomes = is_relocked = False

    def judge(self, case: Case) -> Wrong | None:
        given = case.given
        word = reach_word(case.typed.text, case.language)
        if not word:
            return judge_number(case)
        if word == ("any" if "any" in given.names else "" if given.names else "none"):
            return None
        expected = given.names[0] if given.names else given.text
        return Wrong(expected, expected)

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        yield from only_numbers(case, expected)

    def locked_question(self, question: str, base: str, where: str) -> str:
        return where


REACH = Reach()


def reach_word(text: str, language: str) -> str:
    """Read a text that says any value will do, or none does: "any", "none" or ""."""
    words, lexicon = normalise(text), lexicon_of(language)
    if words in DASHES or words in (*lexicon.none, *lexicon.never):
        return "none" if words else ""
    return "any" if words in (*lexicon.any, *lexicon.always) else ""
