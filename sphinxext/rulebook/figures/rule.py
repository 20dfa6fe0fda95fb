"""Rules: a value of the rules file, such as the faces that succeed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from ..language.formatter import Style
from ..language.lexicon import FILL, in_digits, lexicon_of, one_of
from ..language.phrases import by_article, faces_in, phrase, says_at_most
from ..language.read_figure import numbers_in
from ..language.unread import changed_from, counts_any
from ..rules.errors import fold
from ..rules.model.outcome import Outcome
from ..rules.rules import Rules
from . import rephrase
from .kind import CHANGED, Case, FigureKind, Wrong, only_numbers
from .rephrase import Change
from .rule_values import Named, NamedFaces, rule_text, rule_value

D100 = 100  # whose faces may be said in percent


class Rule(FigureKind):
    """A value at a path such as `direct.success`."""

    name = "rule"
    names_a_rule = True

    def judge(self, case: Case) -> Wrong | None:
        ground, path = case.ground, case.given.question
        value = rule_value(ground.book.rules, ground.game, path)
        expected = rule_text(ground.book.rules, ground.game, path, ground.style)
        if not _says(case.typed.text, value, expected, case.language):
            return Wrong(expected, expected)
        bounds = " most less more" if len(numbers_in(case.typed.text, case.language)) > 1 else ""
        is_plain = isinstance(value, NamedFaces | int | Fraction)
        if is_plain and (case.is_denied(f"denied none{bounds}") or _is_changed(case, value)):
            raise case.unreadable(CHANGED, f"'{expected}'")
        return None

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        value = rule_value(case.ground.book.rules, case.ground.game, case.given.question)
        if isinstance(value, NamedFaces):
            yield from rephrase.faces(case.typed.text, value, case.language)
        yield from only_numbers(case, expected)

    def is_alone(self, text: str, language: str) -> bool:
        return super().is_alone(text, language) or faces_in(text, language, 1, 1) is not None

    def relocked(self, rules: Rules, question: str) -> str | None:
        return rule_text(rules, rules.default, question, Style())


RULE = Rule()


def _is_changed(case: Case, value: object) -> bool:
    """Return whether words make another thing of it: "5-6%", "half of 2", "2 miles"."""
    said = lexicon_of(case.language)
    words = in_digits(case.typed.text, said)
    percent = rf"\d{FILL}*\s*(?:{one_of(('%', *said.percent))})"
    if isinstance(value, int | Fraction) and counts_any(
        "money weight size", case.typed.text, case.language
    ):
        return True
    if isinstance(value, NamedFaces) and max(value, default=0) < D100 and re.search(percent, words):
        return True
    first = re.search(r"\d", words)
    start = first.start() if first else 0
    return changed_from(words, start, case.language, is_share=False) < start


def _says(words: str, value: object, expected: str, language: str) -> bool:
    if fold(words) == fold(expected):
        return True
    if isinstance(value, NamedFaces):
        return bool(value) and _says_faces(words, value, language)
    if isinstance(value, int | Fraction):
        return (numbers_in(words, language) or by_article(words, language)) == (Fraction(value),)
    wanted = numbers_in(expected, language)
    same = bool(wanted) and numbers_in(words, language) == wanted
    if isinstance(value, Named) and isinstance(value.one, Outcome):
        expected = value.one.written  # "0 to 6" says "<= 6"
    return same or says_at_most(words, expected, language)


def _says_faces(words: str, value: NamedFaces, language: str) -> bool:
    top = max(value)
    if faces_in(words, language, 1, top) == frozenset(value):
        return True
    apart = phrase(words, language)
    sides = {term.die for dice in apart.dice for term in dice.terms}
    return (
        len(apart.ranges) == 1
        and {face for face in range(1, top + 1) if apart.ranges[0].holds(face)} == set(value)
        and (apart.ranges[0].high or top) == top
        and all(die.removeprefix("d") == str(top) for die in sides)
    )
