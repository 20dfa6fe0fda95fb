"""The answers of a whole table or chart as a page writes them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ..rules.answer import Answer
from ..rules.errors import RulesError
from ..rules.rules import Rules
from ..words.formatter import Style
from .chance import CHANCE
from .kind import FigureKind
from .mean import MEAN
from .mean_habits import meant


class Written(NamedTuple):
    """The chance or the average that answers a question, and how the page writes it."""

    kind: FigureKind
    value: Fraction
    text: str
    question: str


def written(
    rules: Rules, answers: Sequence[Answer | RulesError], style: Style
) -> list[Written | RulesError]:
    """Write each answer; what was refused stays refused."""
    return [
        each if isinstance(each, RulesError) else _written(rules, each, style) for each in answers
    ]


def _written(rules: Rules, answer: Answer, style: Style) -> Written:
    if answer.value is not None:
        mean = meant(rules, answer.query, answer.value, style)
        return Written(MEAN, mean, MEAN.write(mean, style), answer.text)
    value = answer.probability
    assert value is not None  # an event has a chance or an average
    return Written(CHANCE, value, CHANCE.write(value, style), answer.text)
