"""The answers of a whole table or chart as a page writes them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ..language import formatter
from ..language.formatter import Style
from ..rules.answer import Answer
from ..rules.errors import RulesError
from ..rules.rules import Rules
from .chance import CHANCE
from .kind import FigureKind
from .mean import MEAN, meant


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
    asked = [answer for answer in answers if isinstance(answer, Answer)]
    shares = [answer.probability for answer in asked if answer.probability is not None]
    texts = iter(formatter.chances(shares, style))
    found: list[Written | RulesError] = []
    for answer in answers:
        if isinstance(answer, RulesError):
            found.append(answer)
        elif answer.probability is not None:
            found.append(Written(CHANCE, answer.probability, next(texts), answer.text))
        else:
            assert answer.value is not None  # an event has a chance or an average
            mean = meant(rules, answer.query, answer.value, style)
            found.append(Written(MEAN, mean, MEAN.write(mean, style), answer.text))
    return found
