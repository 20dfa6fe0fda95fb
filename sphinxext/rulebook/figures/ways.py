"""Ways: how many of all rolls."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..language.phrasebook import Phrases
from ..language.read_figure import Form, figures_in, numbers_in, read
from ..rules.digits import fraction_of, text_of
from ..rules.language.query import EventKind
from ..rules.questions import in_force, rolls_in_all
from ..rules.rules import Rules
from .correct import is_correct
from .kind import Case, FigureKind, Wrong, number_asked, only_numbers
from .name import judge_number
from .rephrase import Change


class Ways(FigureKind):
    """The number of rolls for which an event holds."""

    name = "ways"
    is_exact = True

    def heading(self, words: Phrases) -> str:
        return words.ways

    def judge(self, case: Case) -> Wrong | None:
        if case.given.value is not None and _is_share(case):
            return None
        return judge_number(case)

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        yield from only_numbers(case, expected)

    def relocked(self, rules: Rules, question: str) -> str | None:
        query = in_force(question, rules.default)
        if query.event is not None and query.event.kind is EventKind.MEETS:
            query = rules.met(query)
        chance = fraction_of(number_asked(rules, str(query)))
        return text_of(chance * rolls_in_all(rules, query.game, query.what))


WAYS = Ways()


def _is_share(case: Case) -> bool:
    """Return whether ways are correctly written with their total: "6/36", "6 in 36", "6 (17%)"."""
    text, language = case.typed.text, case.language
    figures = [each for each in figures_in(text, language) if each.form is not Form.NUMBER]
    if not figures or figures[0].form is Form.BLANK:
        return False
    chance = case.ground.book.rules.ask(case.given.question).probability or Fraction(0)
    is_first = read(text, language) is not None or numbers_in(text, language)[:1] == (
        case.given.value,
    )
    return is_first and all(is_correct(each, chance, case.ground.style) for each in figures)
