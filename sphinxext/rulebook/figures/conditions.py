"""When an outcome holds, in the words of the book's language."""

from __future__ import annotations

from ..language.markup import escaped, plain_text
from ..language.phrasebook import Phrases
from ..rules.language.conditions import ALL_FAILURES, READINGS, VALUE, in_words
from ..rules.language.formulas import ALWAYS, AND, NEVER, OR, Condition, Number
from ..rules.model.game import Check, Outcome

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
    name = str(left)
    if name == VALUE:
        return text
    if name in READINGS:
        return f"{getattr(words, name)}: {text}"
    labels = {each.name: plain_text(each.label) for each in check.takes if each.label}
    return f"{labels.get(name) or name.replace('-', ' ')}: {text}"
