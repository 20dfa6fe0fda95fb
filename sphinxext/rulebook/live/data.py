"""The data of an explorer on its page: figures written once, numbers as digits read by place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..charts.colours import ink_on, outcome_colours
from ..language import formatter
from ..language.formatter import Style
from ..language.markup import plain_text
from ..rules.language.formulas import OPS
from ..rules.language.query import AVERAGES
from ..rules.model.game import Check
from .answers import Answers
from .dials import Dial
from .made import Head, Made
from .thrown import throw_data

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def page_data(made: Made) -> dict[str, Any]:
    """The data of one check."""
    columns, laws = made.columns, made.answers.laws
    is_mean = made.shown.event is not None and made.shown.event.kind in AVERAGES
    rows = [[*columns.figures(law), *([] if is_mean else law.events)] for law in laws]
    means = [law.events if is_mean else () for law in laws]
    check = made.ask.check
    noun = check.noun if check else None
    data: dict[str, Any] = {
        "dials": [_dial(dial) for dial in made.dials],
        "many": columns.many,
        **_figures(rows, means, made.ask.style),
        **_settings(made.answers),
        "tails": list(columns.tails),
        "one": noun.one if noun else "",
        "all": noun.many if noun else "",
    }
    if columns.named:
        assert check is not None  # plain dice name no outcomes
        data |= _outcomes(check)
    else:
        data["low"] = columns.low
    if columns.width > 1:
        data["width"] = columns.width
    # A page counts numbers that rise by one itself.
    if columns.width > 1 or not all(name.lstrip("−").isdecimal() for name in columns.names):
        data["names"] = list(columns.names)
    if made.heads:
        data["heads"] = [_head(head) for head in made.heads]
    else:
        data["turn"] = made.turn
    if made.spec.roll:
        data["roll"] = _throws(made.answers)
    return data


def _dial(dial: Dial) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": dial.name,
        "label": dial.label,
        "values": dial.labels,
        "start": dial.start,
    }
    if dial.keys != dial.labels:
        found["keys"] = dial.keys
    if not dial.is_words:
        found |= {"dice": 1} if dial.is_dice else {}
        found |= {"one": dial.one} if dial.one else {}
        return {**found, "many": dial.many}
    found["words"] = 1
    found |= {"hard": 1} if dial.is_difficulty else {}
    found |= {"notes": list(dial.notes)} if dial.notes else {}
    found |= {"colours": list(dial.colours)} if dial.colours else {}
    return found | ({"usual": dial.usual} if dial.usual is not None else {})


def _head(head: Head) -> dict[str, Any]:
    """Return the great figure for the page."""
    found: dict[str, Any] = {"col": head.column, "say": head.say}
    if head.event.kind in AVERAGES:
        return {**found, "mean": 1}
    if head.counting is not None:
        found["yes"] = "".join(str(int(yes)) for yes in head.counting)
    if head.event.kind in OPS:
        found["test"] = [head.event.kind, head.event.number]
    return found


def _outcomes(check: Check) -> dict[str, Any]:
    """Return how each outcome looks, and what it means for the story."""
    colours = outcome_colours(check)
    texts = [plain_text(each.text or each.shown) for each in check.outcomes]
    found: dict[str, Any] = {"colours": colours, "inks": [ink_on(colour) for colour in colours]}
    return {**found, "means": texts} if any(texts) else found


def plane(values: Sequence[int], most: int) -> str:
    """Numbers up to the most as digits of base 64, all highest digits first: alike beside alike."""
    width = 1 if most < 64 else 2 if most < 4096 else 3 if most < 262_144 else 4
    return "".join(DIGITS[v >> 6 * k & 63] for k in reversed(range(width)) for v in values)


def _figures(
    rows: Sequence[Sequence[Fraction]], means: Sequence[Sequence[Fraction]], style: Style
) -> dict[str, Any]:
    """The figures of every law, column by column: those of chances, then averages.

    Each text is there once, with how long its bar is; what is written alike has one number.
    """
    texts: list[str] = []
    bars: list[int] = []
    codes: tuple[dict[Fraction, int], dict[Fraction, int]] = {}, {}
    for chance in sorted({p for row in rows for p in row}):
        text = formatter.chance(chance, style)
        if not texts or texts[-1] != text:
            texts.append(text)
            bars.append(round(chance * 1000))
        codes[0][chance] = len(texts) - 1
    averages = sorted({m for row in means for m in row})
    seen: dict[str, int] = {}
    for mean in averages:
        text = formatter.average(mean, style)
        if text not in seen:
            seen[text] = len(texts)
            texts.append(text)
            bars.append(round(1000 * (mean - averages[0]) / (averages[-1] - averages[0] or 1)))
        codes[1][mean] = seen[text]
    lines = [
        [*map(codes[0].__getitem__, row), *map(codes[1].__getitem__, mean)]
        for row, mean in zip(rows, means, strict=True)
    ]
    columns = [code for column in zip(*lines, strict=True) for code in column]
    return {
        "texts": texts,
        "bars": bars,
        "rows": len(rows),
        "figs": plane(columns, len(texts)),
        "sure": formatter.chance(Fraction(1), style),
        "never": formatter.chance(Fraction(0), style),
    }


def _settings(answers: Answers) -> dict[str, Any]:
    """Pack the law of each setting, or why it has none."""
    many = len(answers.laws)
    at = [law if law >= 0 else many - 1 - law for law in answers.at]
    return {"at": plane(at, many + len(answers.refused) - 1), "refused": answers.refused}


def _throws(answers: Answers) -> dict[str, Any]:
    """Pack how the dice of each setting are thrown; some settings may throw none."""
    texts, at = _once(list(map(json.dumps, answers.plans)))
    return throw_data(answers.thrower) | {"plans": {"list": list(map(json.loads, texts)), "at": at}}


def _once(texts: Sequence[str]) -> tuple[list[str], str]:
    """Return each text once, and which of them is where."""
    known: dict[str, int] = {}
    codes = [known.setdefault(text, len(known)) for text in texts]
    return list(known), plane(codes, len(known) - 1)
