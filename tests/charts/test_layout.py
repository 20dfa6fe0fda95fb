"""Every kind of chart, at a text column's width and at a phone's: nothing is cut or overlaps."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import pytest

from sphinxext.rulebook.charts import letters
from sphinxext.rulebook.charts.canvas import Canvas, Room
from sphinxext.rulebook.charts.chart import Chart
from sphinxext.rulebook.charts.chart_files import KINDS, NARROW
from sphinxext.rulebook.charts.drawing import WIDE
from sphinxext.rulebook.charts.marks import Shape, Words
from tests.charts.test_read_chart import CHARTS, asked


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


CASES = CHARTS["layout"]


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


def test_words_break_evenly_and_only_where_they_may() -> None:
    lines = letters.wrapped("overwhelming disadvantage", 110, 13)
    assert lines == (("overwhelming", 13, False), ("disadvantage", 13, False))
    assert letters.wrapped("overwhelming", 40, 13) is None
    assert all(line.width <= 60 for line in letters.cut("overwhelming", 60, 13))
    assert letters.wrapped("大失敗です", 40, 13) is not None
