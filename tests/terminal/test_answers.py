"""What a person sees at a terminal: figures that tell the truth, tables that fit."""

import re
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError, load, load_game
from sphinxext.rulebook.terminal import Screen, answer_text, wrapped
from tests.support.cases import cases_of

CASES = cases_of(__file__)

EIGHTY, FORTY = Screen(80), Screen(40)
DICE = Rules({})
FIGURE = re.compile(r"([<>]?[\d.]+)%")
BAR = re.compile(r"[█▉▊▋▌▍▎▏]+$")


def stated(folder: Path, text: str) -> Rules:
    """Return rules from the text of a rules file."""
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def lines(rules: Rules, query: str, screen: Screen = EIGHTY) -> list[str]:
    return answer_text(rules.ask(query), screen).splitlines()


@pytest.mark.parametrize(("query", "line"), CASES["a_chance_is_told_exactly_and_never_as_certain"])
def test_a_chance_is_told_exactly_and_never_as_certain(query: str, line: str) -> None:
    assert lines(DICE, query, Screen(20))[1] == f"  {line}"


@pytest.mark.parametrize("case", CASES["shown"], ids=lambda case: case["query"])
def test_a_question_is_answered_to_the_letter(case: dict[str, Any], tmp_path: Path) -> None:
    rules = stated(tmp_path, case["rules"]) if "rules" in case else DICE
    rules = load_game(case["game"]) if "game" in case else rules
    assert lines(rules, case["query"], Screen(case["width"])) == case["says"].splitlines()


@pytest.mark.parametrize("width", [20, 30, 40, 60, 80, 200])
@pytest.mark.parametrize(("game", "query"), CASES["a_table_fits_the_terminal"])
def test_a_table_fits_the_terminal(width: int, game: str, query: str) -> None:
    table = lines(load_game(game), query, Screen(width))[1:]
    assert max(map(len, table)) < max(width, 34)


@pytest.mark.parametrize("query", ["d%", "d1000", "3d20*5", "100d100", "500d6!", "10000d6"])
def test_many_values_are_shown_in_spans(query: str) -> None:
    table = lines(DICE, query)
    assert 12 < len(table) < 60
    wide = {
        int(high) - int(low) + 1
        for line in table[3:-3]
        for low, high in re.findall(r"^ *(\d+)–(\d+) ", line)
    }
    assert len(wide) <= 1


def test_values_may_be_beyond_the_numbers_of_the_machine(tmp_path: Path) -> None:
    rules = stated(tmp_path, "[check.x]\nroll = 'd6, again doubled when 1-5'\n")
    with pytest.raises(RulesError, match="doubles so often that it has no average"):
        lines(rules, "x")


@pytest.mark.parametrize(
    "query", ["2d6", "20d6", "d%", "3d6!", "40d6", "100d6", "4dF", "d66", "12d10kh3", "d20"]
)
def test_the_rows_of_a_table_sum_to_all_of_it(query: str) -> None:
    total = 0.0
    rows = lines(DICE, query)[2:-1]
    for row in rows:
        figure = FIGURE.findall(row)[0]
        total += 0 if figure.startswith("<") else float(figure)
    assert abs(total - 100) < 0.06 * len(rows)
    assert FIGURE.findall(rows[0])[1] == "100"


def test_a_chance_that_is_not_certain_never_looks_so() -> None:
    for row in lines(DICE, "10d6")[2:-1]:
        assert not re.search(r" 0(\.0)?%", row)
        assert row == lines(DICE, "10d6")[2] or not re.search(r" 100(\.0)?%", row)


def test_colours_stand_only_where_the_screen_has_them() -> None:
    assert "\x1b" not in "".join(lines(DICE, "2d6"))
    coloured = lines(DICE, "2d6", Screen(80, colours=True))
    assert coloured[0] == "\x1b[1m2d6\x1b[0m"
    plain = [re.sub(r"\x1b\[\d*m", "", line) for line in coloured]
    assert plain == lines(DICE, "2d6")


@pytest.mark.parametrize(
    ("env", "terminal", "coloured"), CASES["the_screen_is_what_the_surroundings_say"]
)
def test_the_screen_is_what_the_surroundings_say(
    env: dict[str, str], terminal: bool, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "57")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
    screen = Screen.here()
    assert screen.colours is coloured
    assert screen.width == 57


def test_a_screen_without_blocks_draws_with_signs() -> None:
    table = "\n".join(lines(DICE, "100d6", Screen(80, blocks=False)))
    assert table.isascii()
    assert "##########" in table


def test_text_is_wrapped_under_its_bullet() -> None:
    text = "Title\n\n  one two three four five\n  - six seven eight nine ten"
    assert wrapped(text, Screen(20)).splitlines() == [
        "Title",
        "",
        "  one two three",
        "  four five",
        "  - six seven eight",
        "    nine ten",
    ]


def test_a_table_is_shown_where_the_order_of_its_outcomes_is_too_much_work(tmp_path: Path) -> None:
    kinds = ("calm", "rage", "fear", "pain")
    text = [
        *[f'die.{kind}-die.faces = "1-6"' for kind in kinds],
        "[check.throw]",
        f'roll = "{" + ".join(f"{kind} {kind}-die" for kind in kinds)}"',
        *[f"takes.{kind} = {{}}" for kind in kinds],
        *[f'readings.{kind[0]} = "highest({kind}-die)"' for kind in kinds],
        'outcomes = ["Pain: p > c and p > r and p > f", "Calm: otherwise"]',
    ]
    shown = lines(stated(tmp_path, "\n".join(text)), "throw(calm=3, rage=2, fear=1, pain=4)")
    assert [line.split()[:2] for line in shown if "Pain" in line] == [["Pain", "20.1%"]], shown
