"""Words with many numbers in them are not tried in every combination."""

from pathlib import Path

from sphinxext.rulebook.book.claims import Claim
from sphinxext.rulebook.drift.check.sentences import judged
from sphinxext.rulebook.figures.rephrase import Changes
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules import load
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.tables.specs import Request, RequestKind
from tests.support.work import calls

ONE_DIE = '[check.cast]\nroll = "d10 + dice d10, again on top"\ntakes.dice = 0\n'


def _changes(tmp_path: Path, words: str, question: str) -> Changes:
    """The changes for a wrong figure of one die."""
    rules = tmp_path / "rules.toml"
    rules.write_text(ONE_DIE, encoding="utf-8")
    asked = Request(RequestKind.ODDS, "", question)
    finding = judged(Book(load(rules), Style(language="en")), Claim("page", 1, asked, words))
    return finding.changes


def test_dice_that_nobody_can_throw_are_left_alone(tmp_path: Path) -> None:
    assert _changes(tmp_path, "5-10-1000000d6", "cast != 2") == ()


def test_many_numbers_and_many_faces_are_not_tried_in_every_combination(tmp_path: Path) -> None:
    words = "just over 872\x12r 872\x12-\x1c0%"
    assert calls(lambda: _changes(tmp_path, words, "cast >= 2")) < 16_000_000
