"""Colours stay apart: on any page, for colour-blind eyes and on grey paper."""

from itertools import pairwise

import pytest

from sphinxext.rulebook.charts.colours import (
    BAR,
    LINES,
    contrast,
    heat,
    ink_on,
    luminance,
    outcome_colour,
)
from sphinxext.rulebook.tables.dice import hex_of
from tests.support.cases import cases_of

CASES = cases_of(__file__)

PAGES = ("#ffffff", "#131416", "#1e1e1e")  # light, and the dark pages of furo and the book theme
# What each kind of eye makes of red, green and blue light (Machado and others, 2009).
EYES = CASES["eyes"]


def seen(colour: str, eye: str) -> str:
    """The colour as that eye sees it."""
    rgb = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    mixed = [sum(a * b for a, b in zip(row, light, strict=True)) for row in EYES[eye]]
    shown = [max(0.0, min(1.0, c)) for c in mixed]
    back = [c * 12.92 if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in shown]
    return "#" + "".join(f"{round(255 * c):02x}" for c in back)


@pytest.mark.parametrize("many", range(2, 13))
def test_outcomes_get_lighter_from_worst_to_best_for_every_eye(many: int) -> None:
    colours = [outcome_colour(i, many) for i in range(many)]
    for shown in (colours, *([seen(colour, eye) for colour in colours] for eye in EYES)):
        bright = [luminance(colour) for colour in shown]
        assert bright == sorted(bright)
        assert all((b + 0.05) / (a + 0.05) > 1.12 for a, b in pairwise(bright))


def test_lines_and_bars_stand_out_from_light_and_dark_pages() -> None:
    for colour in (BAR, *LINES):
        assert all(contrast(colour, page) >= 3 for page in PAGES)
    assert len(set(LINES)) == 8


def test_ink_can_be_read_on_every_fill() -> None:
    fills = [heat(n / 100) for n in range(101)]
    fills += [outcome_colour(i, 12) for i in range(12)]
    fills += [f"#{n:02x}{n:02x}{n:02x}" for n in range(256)]
    assert min(contrast(fill, ink_on(fill)) for fill in fills) >= 4.5


def test_heat_gets_darker_with_the_chance() -> None:
    bright = [luminance(heat(n / 20)) for n in range(21)]
    assert bright == sorted(bright, reverse=True)


def test_colours_are_read_as_authors_write_them() -> None:
    assert hex_of("#ABC") == "#aabbcc"
    assert hex_of(" #a1b2c3 ") == "#a1b2c3"
    assert hex_of("crimson") == "#dc143c"
    assert hex_of("reddish") == ""
