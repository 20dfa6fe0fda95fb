"""What a person sees at a terminal: figures that tell the truth, tables that fit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sphinxext.rulebook.rules import Rules, load, load_game
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


@pytest.mark.parametrize(
    ("query", "line"),
    CASES["a_chance_is_told_exactly_and_never_as_certain"],
)
def test_a_chance_is_told_exactly_and_never_as_certain(query: str, line: str) -> None:
    assert lines(DICE, query, Screen(20))[1] == f"  {line}"


def test_one_chance_is_one_line_under_its_question() -> None:
    asked, line = lines(DICE, "d20 >= 15")
    assert asked == "d20 >= 15"
    assert line.startswith("  30%   3/10   about 1 in 3.3   ")
    bar = line.split("   ")[-1]
    assert len(line) < 80
    assert abs(bar.count("█") / len(bar) - 0.3) < 0.05


def test_an_average_is_told_with_its_fraction() -> None:
    assert lines(load_game("uwr"), "direct(4) mean") == ["direct(4) mean", "  1.33 (4/3)"]
    assert lines(DICE, "2d6 mean")[1] == "  7"
    assert lines(DICE, "d6 mean")[1] == "  3.5"
    assert lines(load_game("uwr"), "opposed(direct(1), direct(4)) mean")[1] == "  -1"
    assert lines(load_game("uwr"), "opposed(direct(1), direct(2)) mean")[1] == "  -0.33 (-1/3)"


def test_the_whole_distribution_is_a_table_with_bars() -> None:
    table = lines(load_game("uwr"), "direct(4)")
    assert table[1] == "  successes  exactly  at least"
    assert table[3].startswith("          1    39.5%     80.2%  █")
    assert table[-1] == "  mean 1.33 (4/3)"
    longest = max(table[2:-1], key=lambda line: len(line))
    assert longest == table[3]


@pytest.mark.parametrize(
    ("query", "heading"),
    [
        ("direct(2)", "successes"),
        ("opposed(direct(2), direct(2))", "margin"),
        ("2d6", "total"),
    ],
)
def test_the_values_are_headed_by_what_they_are(query: str, heading: str) -> None:
    assert lines(load_game("uwr"), query)[1].split()[0] == heading


def test_faces_that_count_what_they_show_are_a_total(tmp_path: Path) -> None:
    text = '[die.blank]\nfaces = [0, 2, 3]\n[check.x]\nroll = "2 blank"\n'
    assert lines(stated(tmp_path, text), "x")[1].split()[0] == "total"


@pytest.mark.parametrize("width", [20, 30, 40, 60, 80, 200])
@pytest.mark.parametrize(
    ("game", "query"),
    [
        ("unnamed", "pull(traits=3, aspects=2)"),
        ("unnamed", "pull(3) is Failure"),
        ("narrative", "taken-out(red)"),
        ("narrative", "resisting(red)"),
        ("uwr", "100d6"),
        ("arrata", "stat(B5, advantage=1)"),
    ],
)
def test_a_table_fits_the_terminal(width: int, game: str, query: str) -> None:
    table = lines(load_game(game), query, Screen(width))[1:]
    assert max(map(len, table)) < max(width, 34)


def test_a_narrow_terminal_keeps_the_names_of_outcomes() -> None:
    table = "\n".join(lines(load_game("unnamed"), "pull(traits=3, aspects=2)", FORTY))
    assert "Success with a twist    21.9%  █" in table


def test_outcomes_stand_in_the_order_of_the_rules_with_their_sums() -> None:
    table = lines(load_game("narrative"), "action(red)")
    assert table[1].split() == ["outcome", "exactly", "or", "better"]
    assert [line[2:14].strip() for line in table[2:]] == [
        "NO! AND...",
        "NO!",
        "NO! BUT...",
        "YES! BUT...",
        "YES!",
        "YES! AND...",
    ]
    assert FIGURE.findall(table[3]) == ["33.3", "83.3"]
    assert FIGURE.findall(table[-1]) == ["0", "0"]
    assert not BAR.search(table[-1])


def test_a_check_with_numbers_and_outcomes_shows_both() -> None:
    table = lines(load_game("uwr"), "opposed(direct(2), direct(2))")
    assert "  mean 0" in table
    assert table[-1].split()[0] == "win"


def test_rare_ends_are_folded_into_one_row_that_keeps_their_chance() -> None:
    table = lines(DICE, "20d6")
    assert table[2].split()[:3] == ["20–46", "0.1%", "100%"]
    assert table[-2].split()[1].startswith("9")
    assert len(table) < 55


def test_an_endless_tail_ends_in_a_row_of_so_many_or_more() -> None:
    assert lines(DICE, "3d6!")[-2].split()[:2] == ["≥", "38"]


def test_a_margin_without_ends_is_folded_on_both_sides() -> None:
    table = lines(load_game("arrata"), "opposed(stat(B5, advantage=1), stat(B5, advantage=1))")
    assert table[2].split()[0] == "≤"
    assert any(line.split()[0] == "≥" for line in table if line)


@pytest.mark.parametrize(
    "query",
    ["d%", "d1000", "3d20*5", "100d100", "500d6!", "10000d6"],
)
def test_many_values_are_shown_in_spans(query: str) -> None:
    table = lines(DICE, query)
    assert 12 < len(table) < 60
    wide = {
        int(high) - int(low) + 1
        for line in table[3:-3]
        for low, high in re.findall(r"^ *(\d+)–(\d+) ", line)
    }
    assert len(wide) <= 1


def test_values_that_cannot_come_are_left_out() -> None:
    assert [line.split()[0] for line in lines(DICE, "1d3*10")[2:-1]] == ["10", "20", "30"]
    # No single risk takes an untouched character out.
    assert lines(load_game("narrative"), "taken-out(black)")[2].split()[0] == "2"


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
    ("env", "terminal", "coloured"),
    [
        ({"TERM": "xterm"}, True, True),
        ({"TERM": "xterm"}, False, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
    ],
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


def test_wide_letters_keep_the_columns_straight(tmp_path: Path) -> None:
    rules = stated(
        tmp_path,
        ('[check.wurf]\nroll = "d6"\noutcomes = { "成功" = ">= 4", "Pech" = "<= 3" }\n'),
    )
    good, bad = lines(rules, "wurf")[-2:]
    assert good.startswith("  成功       50.0%")
    assert bad.startswith("  Pech       50.0%")


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


def test_outcomes_without_an_order_of_better_and_worse_have_no_sums(tmp_path: Path) -> None:
    rules = stated(
        tmp_path,
        (
            "[check.attack]\n"
            'roll = "d20"\n'
            "[check.attack.outcomes]\n"
            'Fumble = "natural = 1"\n'
            'Critical = "natural = 20"\n'
            'Miss = "< 12"\n'
            'Hit = ">= 12"\n'
        ),
    )
    table = lines(rules, "attack")
    heading = next(i for i, line in enumerate(table) if "outcome" in line)
    assert table[heading].split() == ["outcome", "exactly"]
    assert [len(FIGURE.findall(line)) for line in table[heading + 1 :]] == [1, 1, 1, 1]


def test_a_bounded_answer_says_how_near_it_is_and_shows_no_fraction() -> None:
    uwr = load_game("uwr")
    _asked, line, note = lines(uwr, "opposed(2d6!kh1, 2d6!kh1) >= 2")
    assert line.startswith("  32.99%   about 1 in 3   ")
    assert note == "  within 1e-15 of the exact value"
    assert lines(uwr, "opposed(2d6!kh1, 2d6!kh1)")[-1].endswith("of the exact value")


def test_a_table_is_shown_where_the_order_of_its_outcomes_is_too_much_work(tmp_path: Path) -> None:
    kinds = ("calm", "rage", "fear", "pain")
    text = [
        *[f'die.{kind}-die.faces = "1-6"' for kind in kinds],
        "[check.throw]",
        f'roll = "{" + ".join(f"{kind} {kind}-die" for kind in kinds)}"',
        *[f"takes.{kind} = {{}}" for kind in kinds],
        *[f'readings.{kind[0]} = {{ is = "highest", of = "{kind}-die" }}' for kind in kinds],
        'outcomes = { Pain = "p > c and p > r and p > f", Calm = "otherwise" }',
    ]
    shown = lines(stated(tmp_path, "\n".join(text)), "throw(3, 2, 1, 4)")
    assert [line.split()[:2] for line in shown if "Pain" in line] == [["Pain", "20.1%"]], shown
