"""Colours that stay apart: palettes, and ink that can be read on each of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import asin, pi, sqrt
from typing import TYPE_CHECKING

from ..tables.dice import own_colour

if TYPE_CHECKING:
    from ..rules.model.game import Check

RGB = tuple[float, float, float]

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
    _, a, b = _oklab(colour)
    free = [line for line in LINES if line not in taken] or LINES
    return min(free, key=lambda line: (_oklab(line)[1] - a) ** 2 + (_oklab(line)[2] - b) ** 2)


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
    """The colour of a chance, by some colours from never to always."""
    return between(stops, spread(share))


@lru_cache(maxsize=1024)
def between(stops: Sequence[str], share: float) -> str:
    """The colour at a share of the way along some colours."""
    at = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    first = min(int(at), len(stops) - 2)
    low, high = _oklab(stops[first]), _oklab(stops[first + 1])
    part = at - first
    return _hex([a + (b - a) * part for a, b in zip(low, high, strict=True)])


def _linear(colour: str) -> RGB:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def _oklab(colour: str) -> RGB:
    """The colour where equal steps look equal (Ottosson's Oklab)."""
    r, g, b = _linear(colour)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _hex(lab: Sequence[float]) -> str:
    light, a, b = lab
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    shown = (
        c * 12.92 if c <= 0.0031308 else 1.055 * max(c, 0) ** (1 / 2.4) - 0.055 for c in linear
    )
    return "#" + "".join(f"{round(255 * min(max(c, 0), 1)):02x}" for c in shown)
