"""What reads the text of authors takes time in proportion to its length, whatever they typed."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sphinxext.rulebook.fix.role_words import spots
from sphinxext.rulebook.plain.book import read_text
from sphinxext.rulebook.random_tables.finder import find
from sphinxext.rulebook.rules import Rules
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.suggest.scan import suggestions
from sphinxext.rulebook.words.formatter import Style
from sphinxext.rulebook.words.read_figure import figures_in

BOOK = Book(Rules({}), Style())
PIECES = [
    *("- ", "33% ", "2d6 ", "`a", "`33% <2d6 >= 9>` ", "|", "<!-- odds: ", "one in six of "),
    *(
        "[",
        "![",
        ":",
        "5",
        "(",
        "1",
        "**",
        " ",
        "+-",
        "> ",
        "1/",
        "1-",
        "1, ",
        "a",
        "½",
        "¹",
        "roll a d6 and ",
        "= ",
    ),
    *(".. odds: 2d6\n", "三", ":odds:`", "| 1-3 | a |\n", "1. a\n", "# a\n", "\n"),
    *(
        "+---+\n| a |\n",
        "====  ===\n",
        ".. list-table::\n\n   * - a\n\n",
        "```{list-table}\n",
        "<td>",
        "+-+-+\n|1|a|\n",
        "+=+=+\n",
        "<li>1",
        "<table><tr><td>1",
        "--- ---\n",
        "==== ====\nx\n\n\n",
        "33% <!-- odds: 1d6 >= 5 --> ",
        "<!-- odds: 1d6 >= 5 -->\n\n",
        "<!-- dice-table: check=a -->\n\n| a |\n|---|\n| 1 |\n\n",
        "```\n",
        "1. ",
        "33% (2d6 >= 5) ",
    ),
]
SHORT, LONG = 4_000, 32_000
SLACK = 4  # eight times the text in at most 32 times the time; a square takes 64 times
WORTH = 0.3  # seconds below which nothing is measured


def scanned(path: Path, text: str) -> None:
    """Look for figures that nothing holds."""
    path.write_text(text, "utf-8")
    suggestions([path], BOOK.rules, BOOK.style)


DOORS: dict[str, Callable[[Path, str], object]] = {
    "suggestions in Markdown": lambda folder, text: scanned(folder / "a.md", text),
    "suggestions in reStructuredText": lambda folder, text: scanned(folder / "a.rst", text),
    "a page of Markdown": lambda _, text: read_text(text, "a", BOOK, markdown=True),
    "a page of reStructuredText": lambda _, text: read_text(text, "a", BOOK, markdown=False),
    "random tables in Markdown": lambda _, text: find(text, markdown=True),
    "random tables in reStructuredText": lambda _, text: find(text, markdown=False),
    "held roles": lambda _, text: spots(text.split("\n")),
    "figures": lambda _, text: figures_in(text, "en"),
}


def seconds(work: Callable[[], object]) -> float:
    """What the processor works for it."""
    start = time.process_time()
    work()
    return time.process_time() - start


@pytest.mark.slow
@pytest.mark.parametrize("door", DOORS)
def test_eight_times_the_text_takes_eight_times_the_time(door: str, tmp_path: Path) -> None:
    read, found = DOORS[door], []
    for piece in PIECES:
        short, long = ((piece * size)[:size] for size in (SHORT, LONG))
        taken = seconds(lambda: read(tmp_path, long))  # noqa: B023
        if taken < WORTH:
            continue
        before = min(seconds(lambda: read(tmp_path, short)) for _ in range(2))  # noqa: B023
        if taken > SLACK * before * LONG / SHORT:
            taken = min(taken, seconds(lambda: read(tmp_path, long)))  # noqa: B023
        if taken > SLACK * before * LONG / SHORT:
            found.append(f"{piece!r}: {before:.3f} s, then {taken:.3f} s")
    assert not found, found


HELD = "`33% <1d6 >= 5>` "
LONG_LINES = {
    "held roles": HELD,
    "a page of Markdown": ":odds:`",
    "suggestions in reStructuredText": "+-+-+ |1|a| ",
    "suggestions in Markdown": "33% <!-- odds: 1d6 >= 5 --> ",
}


@pytest.mark.slow
@pytest.mark.parametrize(("door", "piece"), LONG_LINES.items())
def test_one_long_line_takes_time_in_proportion_to_its_length(
    door: str, piece: str, tmp_path: Path
) -> None:
    short, long = ((piece * size)[:size] for size in (SHORT * 8, LONG * 8))
    before = min(seconds(lambda: DOORS[door](tmp_path, short)) for _ in range(2))
    taken = min(seconds(lambda: DOORS[door](tmp_path, long)) for _ in range(2))
    assert taken <= 2 * before * LONG / SHORT
