"""The answers of a whole table or chart as a page writes them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ..language.formatter import Style
from ..rules.answer import Answer
from ..rules.errors import RulesError
from .chance import CHANCE
from .kind import FigureKind
from .mean import MEAN
from .ratio import RATIO


class Written(NamedTuple):
    """The chance or the average that answers a question, and how the page writes it."""

    kind: FigureKind
    value: Fraction
    text: str
    question: str


def written(answers: Sequence[Answer | RulesError], style: Style) -> list[Written | RulesError]:
    """Write each answer; what was refused stays refused."""
    return [each if isinstance(each, RulesError) else write(each, style) for each in answers]


def write(answer: Answer, style: Style) -> Written:
    """Write the answer to a question about an event."""
    kind, value = figure_of(answer)
    return Written(kind, value, kind.write(value, style), answer.text)


def figure_of(answer: Answer) -> tuple[FigureKind, Fraction]:
    """Return the kind of figure that answers a question about an event, and its value."""
    if answer.value is not None:
        return RATIO if answer.query.over else MEAN, answer.value
    assert answer.probability is not None  # an event has a chance or an average
    return CHANCE, answer.probability
