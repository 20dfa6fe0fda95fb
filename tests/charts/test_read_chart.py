"""What a chart shows: its kind, its places, its exact figures and its colours."""

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from sphinxext.rulebook.book.chart import alt_text
from sphinxext.rulebook.charts.chart import Chart, ChartSpec
from sphinxext.rulebook.charts.colours import line_like
from sphinxext.rulebook.charts.read_chart import chart
from sphinxext.rulebook.charts.scale import scale_of
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.errors import RulesError
from sphinxext.rulebook.rules.rules import Rules, load
from tests.support.cases import cases_of

CASES = cases_of(__file__)

CHARTS = tomllib.loads(Path(__file__).with_name("charts.toml").read_text("utf-8"))
LONG = Path(__file__).parents[1] / "roots/charts/long.toml"


def rules_of(game: str) -> Rules:
    return load(str(LONG)) if game == "long" else load(f"game:{game}")


def asked(game: str, check: str, language: str = "en", **options: str) -> Chart:
    return chart(rules_of(game), Style(language=language), ChartSpec("", check, **options))


def values(found: Chart) -> list[list[Fraction]]:
    return [[figure.value for figure in row] for row in found.figures]


@pytest.mark.parametrize(("game", "check", "options", "kind"), CHARTS["kinds"])
def test_the_kind_follows_from_the_axes(
    game: str, check: str, options: dict[str, str], kind: str
) -> None:
    assert asked(game, check, **options).kind == kind
    assert asked(game, check, kind="auto", **options).kind == kind


@pytest.mark.parametrize(("game", "check", "options", "names"), CHARTS["names"])
def test_lines_are_named_as_their_events_are_said(
    game: str, check: str, options: dict[str, str], names: list[str]
) -> None:
    assert [line.text for line in asked(game, check, **options).series] == names


def test_the_dice_of_the_narrative_game_from_black_to_blue() -> None:
    found = asked("narrative", "action", across="die = all")
    assert [tick.text for tick in found.ticks] == ["black", "red", "yellow", "green", "blue"]
    assert [tick.die for tick in found.ticks][:2] == ["#1f1f21", "#c53030"]
    assert found.ticks[0].level == "overwhelming disadvantage"
    assert next(each.colour for each in found.series) == "#6b3d7d"
    sixth = Fraction(1, 6)
    assert values(found)[0] == [2 * sixth, 2 * sixth, sixth, sixth, 0, 0]
    assert [sum(row) for row in values(found)] == [1] * 5
    assert found.turn.at == (3,)
    assert [figure.text for figure in found.turn.figures] == ["17%", "33%", "50%", "67%", "83%"]


def test_outcomes_stand_in_the_columns_whichever_axis_they_are_given_on() -> None:
    one = asked("narrative", "action", across="die = red, blue")
    other = asked("narrative", "action", across="outcomes", split="die = red, blue")
    assert one == other


def test_a_distribution_leaves_out_the_far_ends_of_an_endless_one() -> None:
    found = asked("arrata", "stat(B3, advantage=1)")
    assert values(found)[0] == [Fraction(27, 8) / 27]
    assert all(row[0] * 1000 >= 1 for row in values(found))
    assert 5 < len(found.ticks) < 20


def test_figures_are_those_of_a_table_in_the_same_format() -> None:
    found = asked(
        "arrata", "stat", across="dice = 1..3", split="quality = all", event=">= 2",
        format="fraction",
    )  # fmt: skip
    assert [figure.text for figure in found.figures[1]] == ["1/4", "4/9", "25/36"]


def test_averages_have_a_scale_of_their_own() -> None:
    found = asked("arrata", "stat", across="dice = 1..3", given="quality=B", event="mean")
    assert not found.chances
    assert [figure.text for (figure,) in found.figures] == ["0.5", "1", "1.5"]


def test_outcomes_without_colours_go_from_dark_to_light() -> None:
    found = asked("unnamed", "pull", across="traits = 1..3")
    assert len({each.colour for each in found.series}) == 6
    only = asked("unnamed", "pull", across="traits = 1..3", split='outcomes = "Success"')
    assert only.series[0].colour == found.series[4].colour  # the same in every chart of a book


def test_two_sides_are_told_apart() -> None:
    found = asked(
        "uwr", "opposed(direct(3), direct(3))", across="first.dice = 1..3",
        split="second.dice = 1..2", event="is win",
    )  # fmt: skip
    assert (found.axis, found.side) == ("first side’s dice", "second side’s dice")


@pytest.mark.parametrize(("options", "kind", "shown"), CASES["a_chart_draws_what_its_axis_names"])
def test_a_chart_draws_what_its_axis_names(options: dict[str, str], kind: str, shown: str) -> None:
    found = asked("uwr", options.pop("check", "direct(4)"), **options)
    assert (found.shows.name, found.figures[0][0].text) == (kind, shown)
    assert not found.chances


def test_what_rises_and_what_falls_has_its_line_between() -> None:
    found = asked(
        "arrata", "stat(B4)", across='difference = "advantage=1", "disadvantage=1"', event=">= 2"
    )
    up, down = (figure.value for (figure,) in found.figures)
    assert down < 0 < up
    scale = scale_of(found)
    assert scale.low <= down and scale.high >= up  # noqa: PT018
    assert next(text for mark, text in scale.marks if mark < 0).startswith("−")
    fallen = scale_of(found._replace(figures=found.figures[1:], ticks=found.ticks[1:]))
    assert fallen.high == 0


@pytest.mark.parametrize(("options", "says"), CHARTS["wrong"].values(), ids=CHARTS["wrong"])
def test_a_wrong_chart_says_what_would_be_right(options: dict[str, str], says: str) -> None:
    with pytest.raises(RulesError) as wrong:
        asked("narrative", **{"check": "action", **options})
    assert says in str(wrong.value)


def test_segments_that_overlap_are_refused() -> None:
    with pytest.raises(RulesError, match="add up to 170%; stacked columns need outcomes that"):
        asked("uwr", "direct", kind="stacked", across="dice = 3", split="counts >= 0..1")


def test_the_alternative_text_names_the_figures() -> None:
    assert alt_text(asked("narrative", "action", across="die = all")) == (
        "Stacked columns: Action roll (die, Outcome). "
        "any YES: black 17%, red 33%, yellow 50%, green 67%, blue 83%."
    )
    assert alt_text(asked("unnamed", "pull", across="traits = 1, 2")) == (
        "Stacked columns: Pulling dice (Traits, Outcome). "
        "Disaster!: 1: 17%, 2: 3%; Failure: 1: 0%, 2: 17%; Marginal Failure: 1: 50%, 2: 36%; "
        "Success with a twist: 1: 33%, 2: 33%; Success: 1: 0%, 2: 11%; Triumph!: 1: 0%, 2: 0%."
    )
    assert alt_text(
        asked("uwr", "direct", across="dice = 1..4", split="favor = 0..1", event=">= 1")
    ) == (
        "Heat map: Direct check (dice, favor). favor 0: 1: 33%, 2: 56%, 3: 70%, 4: 80%; "
        "favor 1: 1: 50%, 2: 75%, 3: 88%, 4: 94%."
    )
    assert alt_text(asked("uwr", "direct", "de", across="dice = 1..60", event=">= 15")) == (
        "Liniendiagramm: Direct check (dice). ≥ 15 successes: 1: 0\u00a0% … 60: 94\u00a0%."
    )


def test_a_line_of_a_die_is_of_the_colour_most_like_it() -> None:
    """No reader is told by a pink line how the blue die does."""
    taken: list[str] = []
    for colour in ("#1f1f21", "#c53030", "#f0c030", "#3f9b4a", "#2a61cc"):
        taken.append(line_like(colour, taken))
    assert taken == ["#717b87", "#c65f22", "#92731f", "#558f18", "#6675d6"]
