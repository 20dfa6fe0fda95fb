"""Rungs: what a difficulty needs, or when an outcome holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ..language.labels import event_label
from ..language.markup import escaped, plain_text
from ..language.phrasebook import Phrases, words_of
from ..language.phrases import says_at_most
from ..language.read_figure import numbers_in
from ..rules.errors import fold
from ..rules.language.conditions import ALL_FAILURES, READINGS, VALUE, in_words
from ..rules.language.formulas import ALWAYS, AND, NEVER, OR, Condition, Number
from ..rules.language.query import EventKind
from ..rules.language.reading import SETS
from ..rules.model.game import Check
from ..rules.model.outcome import Difficulty, Noun, Outcome
from ..rules.rules import Rules
from . import rephrase
from .kind import Answered, Case, FigureKind, Wrong, only_numbers
from .name import refuse_chance
from .rephrase import Change


class Rung(FigureKind):
    """A step of a ladder, its numbers in their order."""

    name = "rung"
    names_a_rung = True

    def judge(self, case: Case) -> Wrong | None:
        right, language = case.given.names[0], case.language
        wanted, said = numbers_in(right, language), case.typed.text
        is_said = fold(said) == fold(right) or numbers_in(said, language) == wanted
        if not wanted or is_said or says_at_most(said, right, language):
            return None
        refuse_chance(case)
        return Wrong(right, right)

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        yield from chain(only_numbers(case, expected), rephrase.names(case.typed.text, expected))

    def locked(self, given: Answered) -> str:
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


def needs_words(check: Check, difficulty: Difficulty) -> str:
    """The needs of a difficulty: "1 success, +1 favor"."""
    return plain_text(needs_markup(check, difficulty))


def needs_markup(check: Check, difficulty: Difficulty) -> str:
    """The needs of a difficulty as markup, since the label of a parameter may have some."""
    event = difficulty.needs
    noun = check.noun or Noun("", "")
    if event.kind is EventKind.AT_LEAST and noun.one:
        parts = [escaped(noun.of(event.number))]
    elif event.kind is EventKind.AT_LEAST:
        parts = [f"{event.number}+"]
    else:
        parts = [escaped(event_label(event, words_of("en"), check).text)]  # never an average
    for name, value in difficulty.given:
        parameter = check.parameter(name)
        title = parameter.label or escaped(parameter.name)
        if isinstance(value, int):
            parts.append(f"{'−' if value < 0 else '+'}{abs(value)} {title}")
        elif choice := parameter.choice(str(value)):
            parts.append(choice.label or escaped(choice.name))
        else:
            parts.append(f"{title} {value}")
    return ", ".join(parts)


_SIGNS = {
    ">=": "at_least",
    "<=": "at_most",
    ">": "more_than",
    "<": "less_than",
    "!=": "other_than",
}


def holds_words(check: Check, outcome: Outcome, words: Phrases) -> str:
    """Return when an outcome is true: the author's words, else ours."""
    return outcome.shown or escaped(_said(outcome.when, check, words)) or outcome.name


def _said(condition: Condition, check: Check, words: Phrases) -> str:
    def said(one: Condition) -> str:
        if one in (ALWAYS, NEVER):
            return words.otherwise if one == ALWAYS else ""
        if one.apply == ALL_FAILURES:
            return words.all_failures
        if one.shows:
            return one.name
        left, right = one.parts
        return _about(left, _compared(one.apply, right, words), check, words)

    def span(left: Number, low: Number, high: Number) -> str:
        ends = words.upto.format(low=_number(low), high=_number(high))
        return _about(left, ends, check, words)

    return in_words(condition, {AND: words.both, OR: words.either}, said, span)


def _compared(op: str, number: Number, words: Phrases) -> str:
    said = _number(number)
    return f"{getattr(words, _SIGNS[op])} {said}" if op in _SIGNS else said


def _number(number: Number) -> str:
    return str(number).replace("-", "−")


def _about(left: Number, text: str, check: Check, words: Phrases) -> str:
    """Return a text with what it is said of, unless that is what the roll comes to."""
    name = str(left).removeprefix("first.")
    if name == VALUE:
        return text
    if name in (*READINGS, *SETS):
        return f"{getattr(words, name)}: {text}"
    labels = {each.name: plain_text(each.label) for each in check.takes if each.label}
    return f"{labels.get(name) or name.replace('-', ' ')}: {text}"
