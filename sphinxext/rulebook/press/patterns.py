"""Patterns in the place of colours, for a look with one ink: SVG for charts, CSS for boxes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..charts.chart import ChartKind
from ..charts.colours import HEATS
from .look import LOOKS

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
TONES = (INK, *(f"url(#rulebook-tone-{n})" for n in range(1, 7)), PAPER)
# Colour without colour: the hatching of engraved coats of arms.
HATCHES = {each: f"url(#rulebook-hatch-{each})" for each in ("red", "blue", "green", "yellow")}
# Of lines and bars that are neither an outcome nor a die.
SERIES = (TONES[0], TONES[1], TONES[2], TONES[7], HATCHES["red"], HATCHES["blue"])
# Chances from paper to ink, by the size of dots.
HEAT = (PAPER, *(f"url(#rulebook-dots-{n})" for n in range(1, HEATS + 1)))
ALL = (*TONES, *HATCHES.values(), *HEAT)
_KIND = re.compile(r"rulebook-(on-heat|outcome|on|die|series|heat)-([\w-]+)")


def tone_of(number: int, many: int) -> int:
    """Return the tone of an outcome: ink means trouble, and the best is paper."""
    many = max(number, many)
    chosen = CHOSEN.get(many)
    return chosen[number - 1] if chosen else round((number - 1) / (many - 1) * 7)


def is_patterned(tone: int) -> bool:
    """Tell if letters upon a tone need paper behind them."""
    return TONES[tone] not in (INK, PAPER)


def patterned(mark: Mark, chart: Chart, dice: Sequence[str]) -> Iterator[Mark]:
    """Yield a part of a chart in ink and patterns; letters on a pattern have paper behind them."""
    from ..charts import marks

    kind, name = "", ""
    if not isinstance(mark, marks.Image) and (found := _KIND.search(mark.name)):
        kind, name = found.groups()
    many = chart.outcomes
    if isinstance(mark, marks.Words):
        if "heat" in kind or (kind == "on" and is_patterned(tone_of(int(name), many))):
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


def _tone(kind: str, name: str, many: int, dice: Sequence[str]) -> str:
    if kind == "die":
        order = ("black", "white", "red", "yellow", "green", "blue")  # as in mimeo's look.typ
        at = dice.index(name) if name in dice else 0
        known = name if name in order else order[(at + 2) % len(order)]
        return {"black": TONES[0], "white": TONES[7], **HATCHES}[known]
    if kind == "series":
        return SERIES[(int(name) - 1) % len(SERIES)]
    return HEAT[int(name)] if kind == "heat" else TONES[tone_of(int(name), many)]


def on_paper(svg: str) -> str:
    """Return a drawing in black and white, where no stylesheet gives ink and paper."""
    svg = re.sub(r'"@(\d+)"', lambda found: f'"{ALL[int(found[1])]}"', svg)
    return svg.replace(INK, "#000000").replace(PAPER, "#ffffff")


def definitions() -> str:
    """Return the drawing that defines every pattern; a stylesheet can name but not draw them."""
    return (LOOKS / "patterns.svg").read_text("utf-8").strip()
