"""What reads the text of authors takes work in proportion to its length, whatever they typed.

Calls are counted here; `make bench` measures the time of the same pieces.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from sphinxext.rulebook.drift.plain.book import read_text
from sphinxext.rulebook.drift.suggest.scan import suggestions
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.language.read_figure import figures_in
from sphinxext.rulebook.random_tables.finder import find
from sphinxext.rulebook.rules import Rules
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.source.read import read_document
from tests.support.cases import cases_of
from tests.support.work import calls

CASES = cases_of(__file__)

BOOK = Book(Rules({}), Style())
PIECES = CASES["pieces"]
SHORT, LONG = 2_000, 16_000
MOST = 12  # times the work that eight times the text may take; a square takes 64 times
WORTH = 100  # calls a letter; what takes fewer is no trouble


def scanned(path: Path, text: str) -> None:
    """Look for figures that nothing holds."""
    path.write_text(text, "utf-8")
    suggestions([path], BOOK.rules, BOOK.style)


DOORS: dict[str, Callable[[Path, str], object]] = {
    "suggestions in Markdown": lambda folder, text: scanned(folder / "a.md", text),
    "suggestions in reStructuredText": lambda folder, text: scanned(folder / "a.rst", text),
    "a page of Markdown": lambda _, text: read_text(text, "a", BOOK, markdown=True),
    "a page of reStructuredText": lambda _, text: read_text(text, "a", BOOK, markdown=False),
    "random tables in Markdown": lambda _, text: find(read_document(text, markdown=True)),
    "random tables in reStructuredText": lambda _, text: find(read_document(text, markdown=False)),
    "held roles": lambda _, text: read_document(text, markdown=False),
    "held roles in MyST": lambda _, text: read_document(text, markdown=True, myst=True),
    "figures": lambda _, text: figures_in(text, "en"),
}


def grown(read: Callable[[Path, str], object], folder: Path, short: str, long: str) -> str:
    """Say how the work grows if it grows by more than the text does."""
    read(folder, short)  # what is compiled once is no work of the text
    after = calls(lambda: read(folder, long))
    before = calls(lambda: read(folder, short)) if after > WORTH * len(long) else after
    return f"{before:,} calls, then {after:,}" if after > MOST * before else ""


@pytest.mark.slow
@pytest.mark.parametrize("door", DOORS)
def test_eight_times_the_text_takes_eight_times_the_work(door: str, tmp_path: Path) -> None:
    found = {}
    for piece in PIECES:
        short, long = ((piece * size)[:size] for size in (SHORT, LONG))
        found[piece] = grown(DOORS[door], tmp_path, short, long)
    assert not {piece: said for piece, said in found.items() if said}


@pytest.mark.slow
@pytest.mark.parametrize(("door", "piece"), CASES["long_lines"].items())
def test_one_long_line_takes_work_in_proportion_to_its_length(
    door: str, piece: str, tmp_path: Path
) -> None:
    short, long = ((piece * size)[:size] for size in (SHORT * 8, LONG * 8))
    assert not grown(DOORS[door], tmp_path, short, long)
