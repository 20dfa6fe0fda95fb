"""Explorers are small, and one that takes too long is refused."""

import gzip
from pathlib import Path

import pytest

from sphinxext.rulebook.files import small
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.live.directive import ExplorerSpec
from sphinxext.rulebook.live.explorer import explorer
from sphinxext.rulebook.live.pages import STATIC, STYLE, script
from sphinxext.rulebook.rules import load, load_game
from tests.live.conftest import CONF, Opened
from tests.support.books import Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

SMALL = ExplorerSpec("uwr", "direct", "dice = 1..10, favor = 0..3, rerolls = 0..3", roll="yes")
LARGE = ExplorerSpec(
    "unnamed",
    "pull",
    "traits = 0..9, aspects = 0..9, burned_aspects = 0..4, penalty = 0..9, drama = 0..1",
    roll="yes",
)


def compressed(text: str) -> int:
    """How many bytes a server sends."""
    return len(gzip.compress(text.encode(), 9))


@pytest.mark.parametrize(("spec", "most"), [(SMALL, 2_750), (LARGE, 24_000)])
def test_the_odds_are_small_with_all_that_a_throw_needs(spec: ExplorerSpec, most: int) -> None:
    assert compressed(explorer(load_game(spec.game), Style(), spec, 60).text) <= most


def test_the_script_and_the_stylesheet_are_small() -> None:
    assert compressed(script()) < 15_000
    assert compressed(small(STATIC / STYLE)) < 5_000


def test_an_explorer_that_takes_too_long_says_which_dial_to_shorten(build: Builder) -> None:
    page = CASES["page"]
    conf = {"rulebook_explorer_seconds": 1}
    book = build(files={"conf.py": CONF, "index.rst": page}, conf=conf)
    assert len(book.warnings) == 1
    assert book.warnings[0].startswith("index.rst:4: WARNING: odds-explorer: 827,421 settings take")
    assert "shorten the dial 'traits' from 41 values to about" in book.warnings[0]
    assert "After it." in book.read()


@pytest.mark.slow
def test_a_hundred_thousand_throws_fall_as_the_odds_say(opened: Opened) -> None:
    """Chi-square over the page's own throws: of 100,000 fair runs one is beyond the bound."""
    with opened() as view:
        counts = view.page.evaluate(CASES["a_hundred_thousand_throws_fall_as_the_odds_say"])
    odds = load_game("uwr").ask("direct(5, favor=2)").counts
    wanted = [float(odds[k]) * 100_000 for k in range(6)]
    square = sum((n - w) ** 2 / w for n, w in zip(counts, wanted, strict=True))
    assert sum(counts) == 100_000
    assert square < 30.9  # five degrees of freedom


def test_dials_that_nobody_wrote_are_as_long_as_time_allows(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(CASES["dials_that_nobody_wrote_are_as_long_as_time_allows"], "utf-8")
    check = "feud(test(5), test(5))"
    found = explorer(load(path), Style(), ExplorerSpec(check=check, game="rules"), 0.1)
    sizes = [len(dial["values"]) for dial in found.data["dials"]]
    assert 2 <= min(sizes) < 8
