"""Columns that an author adds to those that were asked for: differences, modifiers worth them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..ask.option_values import quoted_texts
from ..ask.places import AxisKind
from ..ask.specs import TableSpec
from ..page.source.typed_table import TypedTable
from ..rules.errors import RulesError
from ..words.language_file import words_of_all
from ..words.normalise import normalise

_SIGNED = re.compile(r"[(~≈]*\s*[-+±]\s*\d")
_WITH = re.compile(r"\s*with\s*=(?P<values>[^|;]*)")


def with_extra(spec: TableSpec, sheet: TypedTable) -> TableSpec:
    """The table that is asked for, with the signed columns that the author added at its end."""
    asked = _WITH.fullmatch(spec.columns)
    if asked is None or spec.show or not sheet.rows:
        return spec
    sets = quoted_texts(asked["values"])
    if len(sets) < 2 or sets[0]:
        return spec  # nothing plain to compare with
    columns = list(zip(*sheet.rows, strict=True))
    more = len(columns) - len(sets) - 1
    signed: list[list[str]] = []
    for column in reversed(columns):
        texts = [normalise(cell.text) for cell in column]
        if len(signed) >= more or not _is_signed(texts):
            break
        signed.append(texts)
    parts = [spec.columns]
    for place, texts in enumerate(reversed(signed)):
        kind = _kind(texts, [normalise(cell.text) for cell in columns[1]])
        if kind is AxisKind.WORTH and not spec.of:
            raise RulesError(
                f"the column '{texts[0]}' counts levels; name the parameter in ':of:', or write "
                f"'| difference = …' or '| worth = …' into ':columns:'"
            )
        meant = _meant(texts, sets[1:], place, len(signed))
        parts.append(f'{kind} = "{meant}"')
    return replace(spec, columns=" | ".join(parts))


def _is_signed(texts: Sequence[str]) -> bool:
    """Check that every figure of a column has a sign."""
    figures = [text for text in texts if re.match(r"\W*\d", text)]
    return bool(figures) and all(_SIGNED.match(text) for text in figures)


def _kind(texts: Sequence[str], chances: Sequence[str]) -> AxisKind:
    """Tell differences of chances from levels, which have no percent sign."""
    head = " ".join(text for text in texts if not re.match(r"\W*\d", text))
    points = words_of_all("percentage_points")
    if any("%" in text for text in texts) or any(word in head for word in ("%", *points)):
        return AxisKind.DIFFERENCE
    in_percent = any("%" in text and re.match(r"\W*\d", text) for text in chances)
    return AxisKind.WORTH if in_percent else AxisKind.DIFFERENCE


def _meant(texts: Sequence[str], sets: Sequence[str], place: int, many: int) -> str:
    """The arguments that a column compares: those that its heading names, else in order."""
    words = " ".join(re.findall(r"[^\W\d]+", " ".join(texts)))
    named = [each for each in sets if _names(words, each)]
    if len(named) == 1:
        return named[0]
    return sets[place] if many == len(sets) else sets[min(place, len(sets) - 1)]


def _names(words: str, arguments: str) -> bool:
    """Check that the heading has the argument's name, or the beginning of it."""
    name = normalise(arguments).partition("=")[0].strip()
    return any(len(word) > 2 and name.startswith(word) for word in words.split())
