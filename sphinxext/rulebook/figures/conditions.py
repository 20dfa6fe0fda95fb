"""When an outcome holds, in the words of the book's language."""

from __future__ import annotations

from ..language.markup import escaped, plain_text
from ..language.phrasebook import Phrases
from ..rules.language.conditions import (
    ALWAYS,
    READINGS,
    VALUE,
    AllFailures,
    Both,
    Compare,
    Condition,
    Either,
)
from ..rules.language.formulas import Number
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


def _said(condition: Condition | None, check: Check, words: Phrases) -> str:
    if condition is None:
        return ""
    if condition == ALWAYS:
        return words.otherwise
    if isinstance(condition, Both | Either):
        return _span(condition, check, words) or _joined(condition, check, words)
    if isinstance(condition, AllFailures):
        return words.all_failures
    if isinstance(condition, Compare):
        return _about(
            condition.left, _compared(condition.op, condition.number, words), check, words
        )
    return condition.written or condition.name


def _joined(condition: Both | Either, check: Check, words: Phrases) -> str:
    joint = words.both if isinstance(condition, Both) else words.either
    said = (_said(part, check, words) for part in condition.parts)
    nested = (isinstance(part, Both | Either) for part in condition.parts)
    return f" {joint} ".join(
        f"({text})" if inside else text for text, inside in zip(said, nested, strict=True)
    )


def _span(condition: Both | Either, check: Check, words: Phrases) -> str:
    """Return the words for a range such as 7..9; nothing where the parts are no range."""
    if isinstance(condition, Either) or len(condition.parts) != 2:
        return ""
    low, high = condition.parts
    if not isinstance(low, Compare) or not isinstance(high, Compare):
        return ""
    if (low.left, low.op, high.op) != (high.left, ">=", "<="):
        return ""
    span = words.upto.format(low=_number(low.number), high=_number(high.number))
    return _about(low.left, span, check, words)


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
