"""Chances: 33%, 1/3, 1 in 3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..language import formatter
from ..language.formatter import Style
from ..language.normalise import normalise
from ..language.phrasebook import Phrases
from ..language.phrases import Phrase, phrase
from ..language.read_figure import Form, TypedFigure, figures_in, is_refused, read
from ..rules.errors import RulesError
from ..rules.questions import in_force
from . import rephrase, rephrase_chance
from .beside import is_of_one_die, range_beside
from .correct import as_chance, expected_chance, is_correct, spelled
from .kind import Case, Explanation, FigureKind, Reason, Wrong
from .rephrase import Change


class Chance(FigureKind):
    """The chance of an event."""

    name = "chance"
    is_share = is_shaded = is_rounded = is_exact = True

    def write(self, value: Fraction, style: Style) -> str:
        return formatter.chance(value, style)

    def heading(self, words: Phrases) -> str:
        return words.chance

    def judge(self, case: Case) -> Wrong | None:
        words = _words(case)
        is_alone = read(case.typed.text, case.language) is not None
        if is_alone and normalise(case.typed.text).startswith("+"):
            raise _no_chance(case)  # but a change of one
        for written in chances_in(case, words.rest):
            if written.form is Form.BLANK and not case.ground.is_sentence:
                is_right = case.ground.blanks.holds(case.exact, case.ground.style)
            else:
                is_right = is_correct(written, case.exact, case.ground.style)
            if not is_right:
                expected = bare(case, expected_chance(written, case.exact, case.ground.style))
                return Wrong(expected, spelled(case.exact), case.exact)
        return _other_range(case, words)

    def figures_of(self, text: str, language: str) -> Sequence[TypedFigure]:
        return [as_chance(each, percent=each.value > 1) for each in figures_in(text, language)]

    def is_right(self, written: TypedFigure, value: Fraction, style: Style) -> bool:
        return is_correct(written, value, style)

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        text, style = case.typed.text, case.ground.style
        words = _words(case)
        try:
            other = _other_range(case, words)  # which may be wrong beside a wrong figure
            is_right = other and all(
                is_correct(w, case.exact, style) for w in chances_in(case, words.rest)
            )
        except RulesError:
            other = is_right = None  # it names dice that nobody can throw
        if not is_right:
            yield from rephrase_chance.chances(text, case.exact, style)
        if other is not None:
            yield from rephrase.other_range(text, other.expected)


CHANCE = Chance()


def _words(case: Case) -> Phrase:
    """The words around a chance, apart from it; in a cell only the roll for it: "11+ (50%)"."""
    text, language = case.typed.text, case.language
    nothing = Phrase(text, (), ())
    if read(text, language) is not None:
        return nothing
    apart = phrase(text, language)
    if case.ground.is_sentence:
        return apart
    if len(apart.ranges) != 1 or apart.dice or not figures_in(apart.rest, language):
        return nothing
    query = in_force(case.given.question, case.ground.game)
    is_roll = figures_in(text, language) and is_of_one_die(case.ground.book, query)
    return apart if is_roll else nothing


def _no_chance(case: Case) -> RulesError:
    if is_refused(case.typed.text, case.language):
        return case.unreadable("says more than a chance; mark the figure alone,", "'33%'")
    return case.unreadable("is not a chance", "'33%'", ", '1/3' or '1 in 3'")


def chances_in(case: Case, words: str) -> list[TypedFigure]:
    """The chances that the words say, else those of the whole text."""
    found = figures_in(words, case.language) or figures_in(case.typed.text, case.language)
    if not found:
        raise _no_chance(case)
    percent = case.ground.percent
    return [as_chance(each, percent=each.value > 1 if percent is None else percent)
            for each in found]  # fmt: skip


def bare(case: Case, expected: str) -> str:
    """The expected chance, without a sign where its table has bare numbers."""
    written = read(case.typed.text, case.language)
    is_bare = written is not None and written.form is Form.NUMBER and case.ground.percent
    return expected.replace("%", "").strip() if is_bare else expected


def _other_range(case: Case, words: Phrase) -> Wrong | None:
    """Find a mistake in the faces or totals named beside a chance."""
    for each in words.ranges:
        query = in_force(case.given.question, case.ground.game)
        other = range_beside(case.ground.book, query, words, each, case.exact)
        if other is None:
            continue
        figures = figures_in(words.rest or case.typed.text, case.language)
        if figures:
            written = as_chance(figures[0], percent=True)
            expected = expected_chance(written, case.exact, case.ground.style)
        else:  # a range alone
            expected = CHANCE.write(case.exact, case.ground.style)
        expected = f"{expected} ({other})" if other else expected
        why = Explanation(Reason.RANGE, (each,))
        return Wrong(expected, spelled(case.exact), case.exact, why)
    return None
