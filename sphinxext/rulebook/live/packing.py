"""An explorer as the page reads it: figures written once, numbers as digits read by place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..language import formatter
from ..language.formatter import Style
from .answers import Answers

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
SHORT = 13  # letters of a fraction that is beside its figure
MOST_SHORT = 1200  # fractions in one explorer


def plane(values: Sequence[int], width: int) -> str:
    """Numbers as digits of base 64, all highest digits first: alike is beside alike."""
    return "".join(DIGITS[v >> 6 * k & 63] for k in reversed(range(width)) for v in values)


def width_for(most: int) -> int:
    """Return how many digits numbers up to this one need."""
    return 1 if most < 64 else 2 if most < 4096 else 3 if most < 262_144 else 4


class Texts:
    """The figures of a book as it writes them: each text once, with how long its bar is."""

    def __init__(self, style: Style, chances: set[Fraction], means: set[Fraction]) -> None:
        """Write every figure; what is written alike has one number."""
        self.texts: list[str] = []
        self.bars: list[int] = []
        self._chances: dict[Fraction, int] = {}
        self._means: dict[Fraction, int] = {}
        for chance in sorted(chances):
            text = formatter.chance(chance, style)
            if not self.texts or self.texts[-1] != text:
                self._add(text, round(chance * 1000))
            self._chances[chance] = len(self.texts) - 1
        seen: dict[str, int] = {}
        least, most = min(means, default=0), max(means, default=0)
        for mean in sorted(means):
            text = formatter.average(mean, style)
            if text not in seen:
                seen[text] = len(self.texts)
                self._add(text, round(1000 * (mean - least) / (most - least or 1)))
            self._means[mean] = seen[text]

    def _add(self, text: str, bar: int) -> None:
        self.texts.append(text)
        self.bars.append(bar)

    def chance(self, value: Fraction) -> int:
        """The number of a chance's text."""
        return self._chances[value]

    def mean(self, value: Fraction) -> int:
        """The number of an average's text."""
        return self._means[value]


def packed_figures(
    rows: Sequence[Sequence[Fraction]], means: Sequence[Sequence[Fraction]], style: Style
) -> dict[str, Any]:
    """The figures of every law, column by column: those of chances, then averages."""
    texts = Texts(style, {p for row in rows for p in row}, {m for row in means for m in row})
    codes = [
        [*map(texts.chance, row), *map(texts.mean, mean)]
        for row, mean in zip(rows, means, strict=True)
    ]
    columns = [row[j] for j in range(len(codes[0])) for row in codes]
    return {
        "texts": texts.texts,
        "bars": texts.bars,
        "rows": len(rows),
        "figs": plane(columns, width_for(len(texts.texts))),
        "sure": formatter.chance(Fraction(1), style),
        "never": formatter.chance(Fraction(0), style),
    }


def packed_settings(answers: Answers) -> dict[str, Any]:
    """Pack the law of each setting, or why it has none."""
    many = len(answers.laws)
    at = [law if law >= 0 else many - 1 - law for law in answers.at]
    return {"at": plane(at, width_for(many + len(answers.refused) - 1)), "refused": answers.refused}


def packed_fractions(
    rows: Sequence[Sequence[Fraction]], columns: Sequence[int]
) -> dict[str, Any] | None:
    """The fractions of the columns that a reader may choose, as far as they are short."""
    if len(rows) * len(columns) > MOST_SHORT:
        return None
    known: dict[str, int] = {"": 0}
    codes = [known.setdefault(_short(row[j]), len(known)) for j in columns for row in rows]
    if len(known) == 1:
        return None
    every = list(columns) == list(range(len(columns)))
    return {
        **({} if every else {"columns": list(columns)}),
        "list": "|".join(known),
        "codes": plane(codes, width_for(len(known) - 1)),
    }


def _short(chance: Fraction) -> str:
    if chance.denominator == 1:
        return ""
    text = f"{chance.numerator}/{chance.denominator}"
    return text if len(text) <= SHORT else ""


def packed_throws(answers: Answers) -> dict[str, Any] | None:
    """Pack how the dice of each setting are thrown; None where no setting throws any."""
    plans = answers.plans
    if not any(plan is not None for plan in plans):
        return None
    found = answers.thrower.data
    if all(plan is None or plan[0] == 0 for plan in plans):  # pools that are read alike
        found["dice"] = _listed([plan[1] if plan else "" for plan in plans])
        found["more"] = _listed([plan[2] if plan else "" for plan in plans])
    else:
        found["plans"] = _plans(plans)
    return found


def _listed(texts: Sequence[str]) -> dict[str, str]:
    known: dict[str, int] = {}
    codes = [known.setdefault(text, len(known)) for text in texts]
    return {"list": "|".join(known), "at": plane(codes, width_for(len(known) - 1))}


def _plans(plans: Sequence[Any]) -> dict[str, Any]:
    known: dict[str, int] = {}
    codes = [known.setdefault(json.dumps(plan), len(known)) for plan in plans]
    return {"list": list(map(json.loads, known)), "at": plane(codes, width_for(len(known) - 1))}
