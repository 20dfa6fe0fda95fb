"""Patterns in the place of colours, for a look with one ink: SVG for charts, CSS for boxes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..charts.chart import ChartKind
from ..charts.colours import HEATS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..charts.chart import Chart
    from ..charts.marks import Mark, Shape, Words

INK, PAPER = "var(--look-ink)", "var(--look-paper)"
# Which tones a check with so many outcomes takes, from worst to best; more outcomes share them out.
# The looks for print choose the same ones.
CHOSEN = {
    1: (7,), 2: (0, 7), 3: (0, 3, 7), 4: (0, 1, 3, 7), 5: (0, 1, 3, 6, 7), 6: (0, 1, 3, 5, 6, 7),
    7: (0, 1, 3, 4, 5, 6, 7),
}  # fmt: skip


@dataclass(frozen=True)
class Tone:
    """One pattern: what fills a shape, the SVG that defines it, and the same as a background."""

    fill: str
    defined: str
    background: str

    @property
    def is_patterned(self) -> bool:
        """Tell if letters upon it need paper behind them."""
        return bool(self.defined)


def tone_of(number: int, many: int) -> Tone:
    """Return the tone of an outcome: ink means trouble, and the best is paper."""
    many = max(number, many)
    chosen = CHOSEN.get(many)
    return TONES[chosen[number - 1] if chosen else round((number - 1) / (many - 1) * 7)]


def _solid(colour: str) -> Tone:
    return Tone(colour, "", f"linear-gradient({colour}, {colour})")


def _pattern(name: str, size: float, drawn: str, background: str, turned: bool = False) -> Tone:
    turn = ' patternTransform="rotate(45)"' if turned else ""
    defined = (
        f'<pattern id="{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse"{turn}>'
        f'<rect width="{size}" height="{size}" fill="{PAPER}"/>{drawn}</pattern>'
    )
    return Tone(f"url(#{name})", defined, background)


def _slants(name: str, size: float, width: float) -> Tone:
    drawn = f'<rect width="{width}" height="{size}" fill="{INK}"/>'
    lines = f"repeating-linear-gradient(135deg, {INK} 0 {width}px, {PAPER} {width}px {size}px)"
    return _pattern(name, size, drawn, lines, turned=True)


def _lines(name: str, size: float, width: float, angle: int) -> Tone:
    across, down = (size, width) if angle == 0 else (width, size)
    drawn = f'<rect width="{across}" height="{down}" fill="{INK}"/>'
    turn = {0: "0deg", 90: "90deg"}[angle]
    lines = f"repeating-linear-gradient({turn}, {INK} 0 {width}px, {PAPER} {width}px {size}px)"
    return _pattern(name, size, drawn, lines)


def _dots(name: str, size: float, radius: float) -> Tone:
    half = size / 2
    drawn = f'<circle cx="{half}" cy="{half}" r="{radius}" fill="{INK}"/>'
    ends = f"{INK} {radius}px, {PAPER} {radius + 0.3:g}px"
    dots = f"radial-gradient(circle, {ends}) 0 0 / {size}px {size}px"
    return _pattern(name, size, drawn, dots)


TONES = (
    _solid(INK),
    _slants("rulebook-tone-1", 5, 2.1),
    _dots("rulebook-tone-2", 4.4, 1.4),
    _dots("rulebook-tone-3", 7, 1.1),
    _slants("rulebook-tone-4", 8, 0.8),
    _lines("rulebook-tone-5", 6.5, 0.7, 0),
    _dots("rulebook-tone-6", 10, 0.8),
    _solid(PAPER),
)
# Colour without colour: the hatching of engraved coats of arms.
HATCHES = {
    "red": _lines("rulebook-hatch-red", 3.4, 1.2, 90),
    "blue": _lines("rulebook-hatch-blue", 3.4, 1.2, 0),
    "green": _slants("rulebook-hatch-green", 3.6, 1.2),
    "yellow": _dots("rulebook-hatch-yellow", 3.6, 0.8),
}


# Of lines and bars that are neither an outcome nor a die.
SERIES = (TONES[0], TONES[1], TONES[2], TONES[7], HATCHES["red"], HATCHES["blue"])
# Chances from paper to ink, by the size of dots.
HEAT = tuple(
    _dots(f"rulebook-dots-{n}", 6.2, 0.37 + 0.12 * n) if n else _solid(PAPER)
    for n in range(HEATS + 1)
)
ALL = (*TONES, *HATCHES.values(), *HEAT)
_KIND = re.compile(r"rulebook-(on-heat|outcome|on|die|series|heat)-([\w-]+)")


def patterned(mark: Mark, chart: Chart, dice: Sequence[str]) -> Iterator[Mark]:
    """Yield a part of a chart in ink and patterns; letters on a pattern have paper behind them."""
    from ..charts import marks

    kind, name = "", ""
    if not isinstance(mark, marks.Image) and (found := _KIND.search(mark.name)):
        kind, name = found.groups()
    many = chart.outcomes
    if isinstance(mark, marks.Words):
        if "heat" in kind or (kind == "on" and tone_of(int(name), many).is_patterned):
            mark = mark._replace(colour=marks.INK)
            yield _paper_behind(mark)
    elif isinstance(mark, marks.Shape):
        if mark.stroke and "rulebook-chart-guide" not in mark.name:
            mark = mark._replace(stroke=marks.INK, strength=1)
        # Segments without names of their own are grey, and so is their key.
        is_grey = kind == "series" and chart.kind is ChartKind.STACKED
        if mark.fill and kind and not is_grey:
            mark = mark._replace(fill=f"@{ALL.index(_tone(kind, name, many, dice))}")
    yield mark


def _paper_behind(words: Words) -> Shape:
    """Return a box of paper as large as some words."""
    from ..charts import letters, marks

    wide = letters.width(words.text, words.size, words.bold)
    left = words.x - wide * {"start": 0, "middle": 0.5, "end": 1}[words.anchor]
    box = marks.Box(left - 2, words.y - 0.82 * words.size, wide + 4, words.size)
    if words.turned:
        box = marks.Box(words.x - 0.82 * words.size, words.y - wide / 2 - 2, words.size, wide + 4)
    return marks.Shape(marks.box(box), "#ffffff")


def _tone(kind: str, name: str, many: int, dice: Sequence[str]) -> Tone:
    if kind == "die":
        order = ("black", "white", "red", "yellow", "green", "blue")  # as in mimeo's look.typ
        at = dice.index(name) if name in dice else 0
        known = name if name in order else order[(at + 2) % len(order)]
        return {"black": TONES[0], "white": TONES[7], **HATCHES}[known]
    if kind == "series":
        return SERIES[(int(name) - 1) % len(SERIES)]
    return HEAT[int(name)] if kind == "heat" else tone_of(int(name), many)


def on_paper(svg: str) -> str:
    """Return a drawing in black and white, where no stylesheet gives ink and paper."""
    svg = re.sub(r'"@(\d+)"', lambda found: f'"{ALL[int(found[1])].fill}"', svg)
    return svg.replace(INK, "#000000").replace(PAPER, "#ffffff")


def definitions() -> str:
    """Return the drawing that defines every pattern; a stylesheet can name but not draw them."""
    drawn = "".join(each.defined for each in ALL)
    hidden = 'aria-hidden="true" width="0" height="0" style="position: absolute"'
    return f'<svg {hidden} class="rulebook-patterns"><defs>{drawn}</defs></svg>'
