"""Colours that stay apart: palettes, and ink that can be read on each of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import asin, dist, pi, sqrt
from typing import TYPE_CHECKING

from ..tables.dice import own_colour

if TYPE_CHECKING:
    from ..rules.model.game import Check

# From worst to best by lightness, so that grey paper and colour-blind eyes see the same order.
_WORST_TO_BEST = ("#3c1f47", "#514a86", "#3b7d96", "#5fb08f", "#b9d795", "#f4efc6")
NEVER_TO_ALWAYS = ("#f3f0e4", "#b9d3cf", "#6ba5ac", "#2f7587", "#17475e")
# Each stands out by 3 to 1 from white and from a dark page, and differs from its neighbours.
LINES = ("#17829a", "#c65f22", "#9460b8", "#558f18", "#cb4a80", "#6675d6", "#92731f", "#717b87")
BAR = "#2a7f94"


def luminance(colour: str) -> float:
    """The relative luminance of a colour as WCAG defines it, 0 to 1."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG defines it, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=256)
def ink_on(fill: str) -> str:
    """Black or white, whichever reads better; one of them always has 4.5 to 1."""
    return "#000000" if contrast(fill, "#000000") >= contrast(fill, "#ffffff") else "#ffffff"


def line_like(colour: str, taken: Sequence[str]) -> str:
    """The colour of lines, of those that are left, that is most like another in hue."""
    wanted = _tint(colour)
    free = [line for line in LINES if line not in taken] or LINES
    return min(free, key=lambda line: dist(wanted, _tint(line)))


def _tint(colour: str) -> tuple[float, float]:
    """Return how red rather than green a colour is, and how yellow rather than blue."""
    red, green, blue = _parts(colour)
    most = max(red, green, blue, 1)
    return (red - green) / most, ((red + green) / 2 - blue) / most


def outcome_colour(index: int, many: int) -> str:
    """The colour of one outcome of so many, worst first."""
    return between(_WORST_TO_BEST, index / max(1, many - 1))


def outcome_colours(check: Check) -> list[str]:
    """Return the colour of each outcome: the rules' own, or its place from worst to best."""
    many = len(check.outcomes)
    return [
        own_colour(each.colour, each.name) or outcome_colour(k, many)
        for k, each in enumerate(check.outcomes)
    ]


HEATS = 20  # steps of shade that a stylesheet can name


def spread(share: float) -> float:
    """A chance on a scale that keeps apart what is close to never or to always."""
    return asin(sqrt(min(max(share, 0.0), 1.0))) * 2 / pi


def heat(share: float, stops: Sequence[str] = NEVER_TO_ALWAYS) -> str:
    """Return the colour of a chance, by some colours from never to always."""
    return between(stops, spread(share))


@lru_cache(maxsize=1024)
def between(stops: Sequence[str], share: float) -> str:
    """The colour at a share of the way along some colours."""
    at = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    first = min(int(at), len(stops) - 2)
    low, high = _parts(stops[first]), _parts(stops[first + 1])
    mixed = (round(a + (b - a) * (at - first)) for a, b in zip(low, high, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _parts(colour: str) -> list[int]:
    """Return red, green and blue, 0 to 255."""
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def _linear(colour: str) -> list[float]:
    """Return red, green and blue as light, 0 to 1."""
    shares = (part / 255 for part in _parts(colour))
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
