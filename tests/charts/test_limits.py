"""Where a drawing changes its ways: just inside each limit, and just outside."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from sphinxext.rulebook.book.chart import alt_text
from sphinxext.rulebook.charts.canvas import Room
from sphinxext.rulebook.charts.chart import Chart
from sphinxext.rulebook.charts.chart_files import KINDS
from sphinxext.rulebook.charts.marks import Shape, Words
from sphinxext.rulebook.charts.scale import scale_of
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.live.directive import ExplorerSpec
from sphinxext.rulebook.live.explorer import explorer
from sphinxext.rulebook.rules.rules import load
from tests.charts.test_read_chart import asked
from tests.support.books import CONF, Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)


@pytest.mark.parametrize(
    ("counts", "split", "is_whole"), CASES["an_alternative_text_lists_so_many_figures"]
)
def test_an_alternative_text_lists_so_many_figures(counts: str, split: str, is_whole: bool) -> None:
    chart = asked("uwr", "direct(15)", kind="bars", across=f"counts >= {counts}", split=split)
    assert ("…" not in alt_text(chart)) == is_whole
    many = sum(figure.text in alt_text(chart) for row in chart.figures for figure in row)
    assert (many == sum(map(len, chart.figures))) == is_whole


@pytest.mark.parametrize(("least", "marks"), CASES["guide_lines_are_five_at_most_and_round"])
def test_guide_lines_are_five_at_most_and_round(least: int, marks: list[str]) -> None:
    chart = asked("uwr", "d100", across=f"counts >= {least}..{least}")
    assert [text for _, text in scale_of(chart).marks] == marks


def boxes(chart: Chart, width: int) -> list[tuple[float, float]]:
    """From where to where each bar of a chart reaches."""
    sheet = KINDS[chart.kind](chart, Room(width))
    parts = [each for each in sheet.marks if isinstance(each, Shape)]
    own = [each.outline.get_extents() for each in parts if "rulebook-chart-part" in each.name]
    return [(each.x0, each.x1) for each in own]


def test_the_key_of_a_single_column_has_each_outcome_before_its_figure() -> None:
    chart = asked("unnamed", "pull(traits=5)", kind="stacked", across="outcomes")
    marks = KINDS[chart.kind](chart, Room(340)).marks
    said = [each.text for each in marks if isinstance(each, Words)]
    assert said[-2:] == ["Success 20%", "Triumph! 14%"]


def test_bars_are_wide_but_not_too_wide() -> None:
    shares = []
    for many in range(2, 20):
        bars = boxes(asked("uwr", f"d{many}"), 680)
        wide, pitch = bars[0][1] - bars[0][0], bars[1][0] - bars[0][0]
        assert wide == pytest.approx(min(84, 0.86 * pitch))
        shares.append(wide == pytest.approx(84))
    assert shares == sorted(shares, reverse=True)
    assert {*shares} == {True, False}


@pytest.mark.parametrize(
    ("die", "columns"),
    [(8, range(2, 10)), (9, range(2, 11, 2)), (16, range(2, 18, 2)), (17, range(2, 19, 3))],
)
def test_an_explorer_has_eight_columns_on_paper(tmp_path: Path, die: int, columns: range) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(f'[check.leap]\nroll = "d{die}"\ntakes.skill = {{ each = "+1" }}\n')
    spec = ExplorerSpec("", "leap", dials="skill = 0..1")
    head = explorer(load(str(rules)), Style(), spec, 5).grid.head[-1]
    assert [cell.text for cell in head if "≥" in cell.text] == [f"≥ {n}" for n in columns]


@pytest.mark.parametrize(
    ("die", "width"), [(60, 1), (122, 1), (123, 2), (244, 2), (245, 5), (612, 5), (613, 10)]
)
def test_many_values_of_an_explorer_share_columns(die: int, width: int) -> None:
    spec = ExplorerSpec("", f"d{die}")
    data = explorer(load("game:uwr"), Style(), spec, 5).data
    assert data.get("width", 1) == width


@pytest.mark.parametrize(
    ("many", "width", "step"),
    [(20, 680, 1), (40, 680, 2), (59, 330, 10), (100, 330, 20), (100, 200, 50)],
)
def test_numbers_under_a_chart_stand_apart(many: int, width: int, step: int) -> None:
    chart = asked("uwr", "direct(15)", across=f"counts = 1..{many}", kind="lines")
    sheet = KINDS[chart.kind](chart, Room(width))
    shown = [each.text for each in sheet.marks if isinstance(each, Words)]
    numbers = [int(text) for text in shown if text.isdecimal()]
    assert numbers == list(range(step, many + 1, step))


@pytest.mark.parametrize(
    ("die", "corners"), [(4, 3), (6, 0), (8, 4), (10, 4), (12, 5), (20, 6), (7, 0), (100, 0)]
)
def test_a_die_has_the_outline_that_players_know(build: Builder, die: int, corners: int) -> None:
    book = build(files={"conf.py": CONF, "index.rst": f"Die\n===\n\n:die:`d{die} 4`\n"})
    picture = BeautifulSoup(book.read(), "html.parser").select_one(".rulebook-die svg")
    outline = picture.select_one(".rulebook-die-body")
    assert outline.name == ("polygon" if corners else "rect" if die == 6 else "circle")
    if corners:
        assert len(str(outline["points"]).split()) == corners
