"""The values that an option lists: ranges, names, quoted texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from ..rules.errors import RulesError, fold, suggest
from ..rules.language.parse import LONGEST

MOST = 400  # more places than this on one axis is a slip, not a table


_QUOTED = re.compile(r'"([^"]*)"|“([^”]*)”')
_RANGE = re.compile(
    r"([-−+]?\d+(?:\.\d+)?)(%?)\s*\.\.\s*([-−+]?\d+(?:\.\d+)?)(%?)(?:\s+by\s+(\d+(?:\.\d+)?)(%?))?"
)
_NUMBER = re.compile(r"([-−+]?\d+(?:\.\d+)?)(%?)")


def split_outside(text: str, mark: str) -> list[str]:
    """The parts of a text between the marks that stand outside quotes and brackets."""
    parts, depth, quoted, start = [], 0, "", 0
    for i, char in enumerate(text):
        if quoted:
            quoted = "" if char == quoted else quoted
        elif char in '"“':
            quoted = '"' if char == '"' else "”"
        elif char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif char == mark and not depth:
            parts.append(text[start:i])
            start = i + 1
    return [part.strip() for part in [*parts, text[start:]]]


def chosen(values: str, names: Sequence[str], more: Sequence[str] = ()) -> list[str]:
    """The names that the values list: all, some, or from one to another, in that order."""
    if not values or values == "all":
        return list(names)
    folded = {fold(name): name for name in [*names, *more]}
    chosen: list[str] = []
    for part in split_outside(values, ","):
        ends = [unquoted(end) for end in _split_range(part)]
        if len(ends) == 2:
            first, last = [_index(end, names) for end in ends]
            step = 1 if first <= last else -1
            chosen.extend(names[i] for i in range(first, last + step, step))
        else:
            chosen.append(folded.get(fold(ends[0]), ends[0]))
    return chosen


def _split_range(part: str) -> list[str]:
    if part.startswith(('"', "“")):
        match = re.fullmatch(r'("[^"]*"|“[^”]*”)\s*\.\.\s*("[^"]*"|“[^”]*”)', part)
        return [match[1], match[2]] if match else [part]
    first, dots, last = part.partition("..")
    if dots and first.strip() and last.strip() and not last.startswith("."):
        return [first.strip(), last.strip()]
    return [part]


def _index(name: str, names: Sequence[str]) -> int:
    for i, known in enumerate(names):
        if fold(known) == fold(name):
            return i
    raise RulesError(f"no '{name}' to run from or to{suggest(name, names)}")


def unquoted(text: str) -> str:
    match = _QUOTED.fullmatch(text.strip())
    return (match[1] if match[1] is not None else match[2]) if match else text.strip()


def listed_values(values: str) -> list[str]:
    return [unquoted(part) for part in split_outside(values, ",") if part]


def quoted_texts(values: str) -> list[str]:
    """Quoted texts, an empty one among them; a single one may be without quotes."""
    found = [m[1] if m[1] is not None else m[2] for m in _QUOTED.finditer(values)]
    return found or [values.strip()]


def numbers(values: str, word: str) -> list[int | Fraction]:
    """The numbers that the values list: ranges up or down, with steps, or single ones."""
    if not values:
        raise RulesError(f"the axis '{word}' needs its values, as in '{word} = 1..6'")
    found: list[int | Fraction] = []
    for part in split_outside(values, ","):
        if span := _RANGE.fullmatch(part):
            first, last = _number(span[1]), _number(span[3])
            step, gap = _number(span[5] or "1"), max(first, last) - min(first, last)
            if step <= 0:
                raise RulesError(f"the range '{part}' goes nowhere; its step is 1 or more")
            if gap > MOST * step:
                raise RulesError(f"the range '{part}' has more than {MOST} values")
            by = step if last >= first else -step
            found.extend(first + i * by for i in range(int(gap // step) + 1))
        elif number := _NUMBER.fullmatch(part):
            found.append(_number(number[1]))
        else:
            raise RulesError(f"'{part}' is not a value of '{word}'; write '1..6' or '2, 4, 6'")
    return found


def _number(text: str) -> int | Fraction:
    if len(text) > LONGEST:
        raise RulesError(f"a number of {len(text):,} digits; the most is {LONGEST}")
    text = text.replace("−", "-").replace("+", "")
    return Fraction(text) if "." in text else int(text)
