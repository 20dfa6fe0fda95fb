"""Every kind of chart, at a text column's width and at a phone's: nothing is cut or overlaps."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import NamedTuple

import pytest

from sphinxext.rulebook.charts import letters
from sphinxext.rulebook.charts.canvas import Canvas, Room
from sphinxext.rulebook.charts.chart import Chart
from sphinxext.rulebook.charts.chart_files import KINDS, NARROW
from sphinxext.rulebook.charts.drawing import WIDE
from sphinxext.rulebook.charts.frame import Box
from sphinxext.rulebook.charts.lines import spread
from sphinxext.rulebook.charts.marks import Shape, Words
from tests.charts.test_read_chart import asked


class Area(NamedTuple):
    """Where a line of text stands."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def touches(self, other: Area) -> bool:
        """Whether the two stand on each other."""
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)


def area(words: Words) -> Area:
    """The box of a text: its width as measured, its height from capitals to the baseline."""
    x, y = words.x, words.y
    wide = letters.width(words.text, words.size, words.bold) / letters.ROOM
    tall = words.size * letters.RISE
    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor] * wide
    if words.turned:
        return Area(words.text, x - tall, y - wide + before, x, y + before)
    return Area(words.text, x - before, y - tall, x - before + wide, y)


def texts(sheet: Canvas) -> list[Area]:
    return [area(mark) for mark in sheet.marks if isinstance(mark, Words)]


CASES: dict[str, tuple[str, str, dict[str, str]]] = {
    "five dice": ("narrative", "action", {"across": "die = all"}),
    "plain dice": ("narrative", "action-d6", {"across": "level = all"}),
    "eight columns": ("unnamed", "pull", {"given": "aspects=1", "across": "traits = 1..8"}),
    "ten columns": ("long", "bonus", {"across": "bonus = -3..6"}),
    "ten long names": ("long", "standing", {"across": "footing = all"}),
    "twelve outcomes": ("long", "fate", {"across": "die = all"}),
    "one column": ("narrative", "action(red)", {"kind": "stacked", "across": "outcomes"}),
    "exact fractions": (
        "unnamed", "pull", {"across": "traits = 1..4", "format": "fraction"},
    ),
    "six decimals": ("long", "bonus", {"across": "bonus = -3..6", "digits": "6"}),
    "distribution": ("uwr", "2d6", {}),
    "long distribution": ("uwr", "10d6", {"digits": "1"}),
    "outcomes": ("narrative", "action(red)", {}),
    "twelve bars": ("long", "fate(ember)", {}),
    "bars of dice": (
        "narrative", "action", {"kind": "bars", "across": "die = all", "event": "is any YES"},
    ),
    "grouped bars": (
        "narrative", "action",
        {"kind": "bars", "across": "outcomes", "split": "die = black, yellow, blue"},
    ),
    "averages": (
        "arrata", "stat",
        {"kind": "bars", "given": "quality=B", "across": "dice = 1..8", "event": "mean"},
    ),
    "lines": ("uwr", "direct", {"across": "dice = 1..10", "split": "counts >= 1..3"}),
    "a distribution as a line": ("uwr", "2d6", {"kind": "lines"}),
    "lines that meet": (
        "uwr", "direct", {"across": "dice = 1..12", "split": "counts >= 0..7"},
    ),
    "a long line": ("uwr", "direct", {"across": "dice = 1..60", "event": ">= 15"}),
    "lines of long names": (
        "long", "standing", {"kind": "lines", "across": "footing = all", "split": "outcomes"},
    ),
    "a line of dice": ("narrative", "taken-out", {"across": "die = all", "event": "mean"}),
    "lines at one place": ("uwr", "direct", {"across": "dice = 4", "split": "counts >= 1..3"}),
    "percentile targets": ("uwr", "d%", {"across": "counts >= 5..100 by 5"}),
    "long line names": (
        "long", "bonus",
        {"kind": "lines", "across": "bonus = 0..3",
         "split": 'events = ">= 5", "is Partial hit"'},
    ),
    "a crowded heat map": (
        "uwr", "direct", {"kind": "heatmap", "across": "dice = 1..24", "split": "counts >= 1..26"},
    ),
    "heat map": (
        "uwr", "direct", {"across": "dice = 1..8", "split": "favor = 0..2", "event": ">= 2"},
    ),
    "ten by ten": (
        "uwr", "opposed(direct(3), direct(3))",
        {"across": "first.dice = 1..10", "split": "second.dice = 1..10", "event": "is win",
         "digits": "2"},
    ),
    "heat map of long names": (
        "long", "standing",
        {"kind": "heatmap", "across": "outcomes", "split": "footing = all"},
    ),
    "turned heat map": (
        "long", "standing",
        {"kind": "heatmap", "split": "outcomes", "across": "footing = all"},
    ),
}  # fmt: skip


def long_named(chart: Chart) -> Chart:
    """The same chart with a word in each name that no column is made for."""
    words = {
        text: f"{text} Donaudampfschifffahrtsgesellschaft" for text in chart.words if text.isalpha()
    }
    return chart.renamed(words)


@pytest.mark.parametrize(
    "width", [WIDE, NARROW, *(pytest.param(n, marks=pytest.mark.slow) for n in (200, 450, 1000))]
)
@pytest.mark.parametrize("longer", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_no_label_is_cut_or_stands_on_another(case: str, longer: bool, width: int) -> None:
    game, check, options = CASES[case]
    chart = asked(game, check, **options)
    chart = long_named(chart) if longer else chart
    sheet = KINDS[chart.kind](chart, Room(width))
    found = texts(sheet)
    cut = [
        each
        for each in found
        if each.left < -1
        or each.right > width + 1
        or each.top < -1
        or each.bottom > sheet.height + 1
    ]
    assert cut == []
    assert [(a, b) for a, b in combinations(found, 2) if a.touches(b)] == []
    assert min(each.size for each in sheet.marks if isinstance(each, Words)) >= 8


@pytest.mark.parametrize("width", [WIDE, 200])
@pytest.mark.parametrize(
    "options", [{"split": "die = red, blue"}, {"split": 'with = "die=red"'}, {}]
)
def test_bars_wear_what_their_key_says(width: int, options: dict[str, str]) -> None:
    """Stylesheets colour by class, so that a class must stand for one colour of the chart."""
    check = "action" if options else "action(red)"
    chart = asked("narrative", check, kind="bars", across="outcomes", **options)
    sheet = KINDS[chart.kind](chart, Room(width))
    worn = {
        (each.name, each.fill)
        for each in sheet.marks
        if isinstance(each, Shape) and "rulebook-chart-part" in each.name
    }
    assert len(worn) == len({name for name, _ in worn}) > 1
    assert any("rulebook-die-" in name for name, _ in worn) == ("die =" in str(options))


def test_names_of_lines_keep_their_order_and_their_distance() -> None:
    placed = spread([10, 12, 200, 201], [20, 20, 20, 20], Box(0, 0, 100, 200))
    assert placed == sorted(placed)
    assert all(b - a >= 20 for a, b in pairwise(placed))
    assert placed[-1] <= 208


def test_words_break_evenly_and_only_where_they_may() -> None:
    assert letters.wrapped("overwhelming disadvantage", 110, 13) == (
        "overwhelming",
        "disadvantage",
    )
    assert letters.wrapped("overwhelming", 40, 13) is None
    assert all(letters.width(t, 13) <= 60 for t in letters.cut("overwhelming", 60, 13))
    assert letters.wrapped("大失敗です", 40, 13) is not None
