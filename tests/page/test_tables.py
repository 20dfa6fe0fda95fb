"""Every kind of axis, every kind of cell, in reStructuredText and in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.books import Builder
from tests.support.pages import cells, directive, in_markdown

if TYPE_CHECKING:
    from collections.abc import Callable

Rows = list[list[str]]

CONF = """\
project = "Book"
author = copyright = "The authors"
extensions = ["myst_parser", "sphinxext.rulebook"]
rulebook_rules = {name: f"game:{name}" for name in ("uwr", "unnamed", "arrata", "narrative")}
"""

# Options, and the rows that a reader sees. Worked out by hand from the rules: a die succeeds on
# 5 or 6, with favor on 4 to 6; of two dice both fail in 4 of 9 throws.
TABLES: dict[str, tuple[dict[str, str], Rows]] = {
    "a range": (
        {"check": "direct", "rows": "dice = 1..3", "event": ">= 1"},
        [["dice", "≥ 1"], ["1", "33%"], ["2", "56%"], ["3", "70%"]],
    ),
    "a range downwards": (
        {"check": "direct", "rows": "dice = 3..1", "event": ">= 1"},
        [["dice", "≥ 1"], ["3", "70%"], ["2", "56%"], ["1", "33%"]],
    ),
    "a range with steps": (
        {"check": "direct", "rows": "dice = 1..4 by 2", "event": ">= 1"},
        [["dice", "≥ 1"], ["1", "33%"], ["3", "70%"]],
    ),
    "listed values with a half": (
        {"check": "direct", "rows": "dice = 1, 1.5", "event": ">= 1"},
        [["dice", "≥ 1"], ["1", "33%"], ["1.5", "56%"]],
    ),
    "two parameters": (
        {"check": "direct", "rows": "dice = 1, 2", "columns": "favor = 0, 1", "event": ">= 1"},
        [["dice", "favor"], ["0", "1"], ["1", "33%", "50%"], ["2", "56%", "75%"]],
    ),
    "words": (
        {"check": "narrative:action", "rows": "die = black, advantage", "event": "is any YES"},
        [["die", "any YES"], ["black", "17%"], ["green", "67%"]],
    ),
    "all words": (
        {"check": "narrative:action", "rows": "die = all", "event": 'is "YES!"'},
        [
            ["die", "YES!"],
            ["black", "0%"],
            ["red", "17%"],
            ["yellow", "17%"],
            ["green", "33%"],
            ["blue", "33%"],
        ],
    ),
    "difficulties across": (
        {"check": "direct", "rows": "dice = 1, 2", "columns": "difficulties"},
        [
            ["dice", "Easy", "Normal", "Difficult", "Extreme"],
            ["1", "50%", "33%", "0%", "0%"],
            ["2", "75%", "56%", "11%", "0%"],
        ],
    ),
    "some difficulties in an order": (
        {"check": "direct", "rows": "difficulties = Difficult, Easy", "columns": "dice = 2"},
        [["Difficulty", "dice"], ["2"], ["Difficult", "11%"], ["Easy", "75%"]],
    ),
    "difficulties with the event of another axis": (
        {"check": "direct(2)", "rows": "difficulties = Easy..Normal", "columns": "counts = 0, 1"},
        [["Difficulty", "successes"], ["0", "1"], ["Easy", "25%", "50%"], ["Normal", "44%", "44%"]],
    ),
    "outcomes down": (
        {"check": "narrative:action", "rows": "outcomes", "columns": "die = black, blue"},
        [
            ["Outcome", "black", "blue"],
            ["NO! AND…", "33%", "0%"],
            ["NO!", "33%", "0%"],
            ["NO! BUT…", "17%", "17%"],
            ["YES! BUT…", "17%", "17%"],
            ["YES!", "0%", "33%"],
            ["YES! AND…", "0%", "33%"],
        ],
    ),
    "some outcomes and a group": (
        {
            "check": "narrative:action",
            "rows": "die = red",
            "columns": 'outcomes = "YES!", "NO!", any NO',
        },
        [["die", "YES!", "NO!", "any NO"], ["red", "17%", "33%", "67%"]],
    ),
    "outcomes from one to another": (
        {
            "check": "narrative:action(red)",
            "rows": 'outcomes = "YES! AND…".."YES! BUT…"',
            "event": "is *",
        },
        [["Outcome", "Chance"], ["YES! AND…", "0%"], ["YES!", "17%"], ["YES! BUT…", "17%"]],
    ),
    "faces": (
        {"check": "narrative:action", "rows": "faces = 3..1", "columns": "die = red"},
        [["Face", "red"], ["3", "NO!"], ["2", "NO!"], ["1", "NO! AND…"]],
    ),
    "counts exactly": (
        {"check": "direct(2)", "rows": "counts = 0..2"},
        [["successes", "Chance"], ["0", "44%"], ["1", "44%"], ["2", "11%"]],
    ),
    "counts at least": (
        {"check": "direct", "rows": "dice = 2", "columns": "counts >= 1..2"},
        [["dice", "successes"], ["≥ 1", "≥ 2"], ["2", "56%", "11%"]],
    ),
    "counts at most and other than": (
        {"check": "direct(2)", "rows": "counts <= 0, 1", "columns": 'with = "", "favor=1"'},
        [["successes", "plain", "favor"], ["≤ 0", "44%", "25%"], ["≤ 1", "89%", "75%"]],
    ),
    "sets of arguments": (
        {
            "check": "arrata:stat(B2)",
            "rows": 'with = "", "advantage=1", "disadvantage=1"',
            "event": ">= 1",
        },
        [["", "≥ 1"], ["plain", "75%"], ["Advantage", "75%"], ["Disadvantage", "58%"]],
    ),
    "events with a place for the other axis": (
        {"check": "2d6", "rows": "counts = 2, 7", "columns": 'events = "= *", ">= *"'},
        [["", "exactly", "at least"], ["2", "3%", "100%"], ["7", "17%", "58%"]],
    ),
    "events of all kinds": (
        {"check": "direct", "rows": "dice = 2", "columns": 'events = ">= 1", "mean", "= 2"'},
        [["dice", "≥ 1", "mean", "= 2"], ["2", "56%", "0.67", "11%"]],
    ),
    "nested rows and columns": (
        {
            "check": "direct",
            "rows": "dice = 1, 2 ; rerolls = 0, 1",
            "columns": 'favor = 0, 1 ; events = ">= 1", ">= 2"',
        },
        [
            ["dice", "rerolls", "favor"],
            ["0", "1"],
            ["≥ 1", "≥ 2", "≥ 1", "≥ 2"],
            ["1", "0", "33%", "0%", "50%", "0%"],
            ["1", "56%", "0%", "75%", "0%"],
            ["2", "0", "56%", "11%", "75%", "25%"],
            ["1", "70%", "26%", "88%", "50%"],
        ],
    ),
    "one side of an opposed check": (
        {
            "check": "opposed(direct(1), direct(1))",
            "rows": "first.dice = 1, 2",
            "event": "is win",
        },
        [["first side’s dice", "win"], ["1", "22%"], ["2", "41%"]],
    ),
    "one side against the other": (
        {
            "check": "opposed(direct(1), direct(1))",
            "rows": "first.dice = 1, 2",
            "columns": "second.dice = 1",
            "event": "is win",
        },
        [["first side’s dice", "second side’s dice"], ["1"], ["1", "22%"], ["2", "41%"]],
    ),
    "arguments that stay": (
        {"check": "direct", "with": "favor=1", "rows": "dice = 1, 2", "event": ">= 1"},
        [["dice", "≥ 1"], ["1", "50%"], ["2", "75%"]],
    ),
    "plain dice": (
        {"check": "2d6", "rows": "counts = 11, 12", "format": "fraction"},
        [["", "Chance"], ["11", "1/18"], ["12", "1/36"]],
    ),
    "several dice": (
        {"check": "2d6", "rows": "checks = 2d6, 3d6kh2", "event": ">= 10"},
        [["", "≥ 10"], ["2d6", "17%"], ["3d6kh2", "36%"]],
    ),
    "ways": (
        {"check": "2d6", "rows": "counts = 2..4", "show": "ways"},
        [["", "Ways"], ["2", "1"], ["3", "2"], ["4", "3"]],
    ),
    "ways of a check": (
        {"check": "direct", "rows": "dice = 1, 2", "event": ">= 1", "show": "ways"},
        [["dice", "≥ 1"], ["1", "2"], ["2", "20"]],
    ),
    "averages": (
        {"check": "direct", "rows": "dice = 1, 3", "columns": "favor = 0, 1", "show": "mean"},
        [["dice", "favor"], ["0", "1"], ["1", "0.33", "0.5"], ["3", "1", "1.5"]],
    ),
    "differences": (
        {
            "check": "direct",
            "rows": "dice = 1, 2",
            "columns": "favor = 0, 1",
            "event": ">= 1",
            "show": "difference",
        },
        [["dice", "favor"], ["0", "1"], ["1", "33%", "+17%"], ["2", "56%", "+19%"]],
    ),
    "what it takes": (
        {
            "check": "direct",
            "rows": "difficulties = Easy, Normal",
            "columns": "chances = 30%..90% by 30%",
            "show": "reach",
            "of": "dice",
        },
        [
            ["Difficulty", "Chance"],
            ["30%", "60%", "90%"],
            ["Easy", "1", "2", "4"],
            ["Normal", "1", "3", "6"],
        ],
    ),
    "a footer": (
        {
            "check": "direct",
            "rows": "counts = 0, 1",
            "columns": "dice = 1, 2",
            "footer": ">= 1",
        },
        [
            ["successes", "dice"],
            ["1", "2"],
            ["0", "67%", "44%"],
            ["1", "33%", "44%"],
            ["≥ 1", "33%", "56%"],
        ],
    ),
    "values in quotes": (
        {"check": '"direct"', "rows": "'dice = 1, 2'", "event": '">= 1"', "digits": '"1"'},
        [["dice", "≥ 1"], ["1", "33.3%"], ["2", "55.6%"]],
    ),
    "a game of its own": (
        {"check": "action", "game": "narrative", "rows": "die = red", "event": "is any YES"},
        [["die", "any YES"], ["red", "33%"]],
    ),
    "never and always": (
        {"check": "2d6", "rows": "counts >= 2, 13"},
        [["", "Chance"], ["≥ 2", "100%"], ["≥ 13", "0%"]],
    ),
}


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[Rows]]:
    """The rows of all tables, in the order of `TABLES`, of the page in a language of markup."""
    rst = "".join(directive("dice-table", name, **options) for name, (options, _) in TABLES.items())
    md = "".join(
        in_markdown("dice-table", name, **options) for name, (options, _) in TABLES.items()
    )
    files = {
        "conf.py": CONF,
        "index.rst": f"T\n=\n\n.. toctree::\n\n   md\n\n{rst}",
        "md.md": f"# M\n\n{md}",
    }
    book = Builder(tmp_path_factory.mktemp("tables"))(files=files)
    assert book.warnings == ()
    pages = {
        page: [cells(table) for table in book.soup(f"{page}.html").select("table")]
        for page in ("index", "md")
    }
    return pages.__getitem__


@pytest.mark.parametrize("page", ["index", "md"])
@pytest.mark.parametrize("name", TABLES)
def test_a_table(shown: Callable[[str], list[Rows]], page: str, name: str) -> None:
    assert shown(page)[list(TABLES).index(name)] == TABLES[name][1]
