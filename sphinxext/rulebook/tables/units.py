"""The unit of the bare numbers in a typed table: percent, out of 36, times 10."""

from __future__ import annotations

import re
from fractions import Fraction

PERCENT, NONE = "percent", "none"
_SCALED = re.compile(r"(?:(?P<out>(?:out )?of|in|per)|times|[x×]) ?(?P<number>\d[\d,]*(?:\.\d+)?)")
_NAMED = {"per mille": "out of 1000", "permille": "out of 1000", "‰": "out of 1000"}


def read_unit(text: str) -> str:
    """The unit as it was written; a ValueError if it is none."""
    text = " ".join(text.split())
    if text and text not in (PERCENT, NONE) and factor_of(text) is None:
        raise ValueError(
            f"no unit '{text}'; write 'percent', 'none', 'per mille', 'out of 36' or 'times 10'"
        )
    return text


def factor_of(unit: str) -> Fraction | None:
    """The number that the exact values are multiplied by; None for percent and plain numbers."""
    match = _SCALED.fullmatch(_NAMED.get(unit, unit))
    number = Fraction(match["number"].replace(",", "")) if match else None
    return number or None
