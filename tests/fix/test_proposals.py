"""Words with many numbers in them are not tried in every combination."""

from __future__ import annotations

import time
from pathlib import Path

from sphinxext.rulebook.ask.specs import Request, RequestKind
from sphinxext.rulebook.check.sentences import judged
from sphinxext.rulebook.fix.proposals import changes_for
from sphinxext.rulebook.page.claims import Claim
from sphinxext.rulebook.rules import load
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.words.formatter import Style

ONE_DIE = """\
[check.cast]
roll = { d10 = 1, again = "top" }
takes.dice.each = { d10 = 1 }
"""


def test_many_numbers_and_many_faces_take_no_time(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(ONE_DIE, encoding="utf-8")
    book = Book(load(rules), Style(language="en"))
    asked = Request(RequestKind.ODDS, "", "cast >= 2")
    finding = judged(book, Claim("page", 1, asked, "just over 872\x12r 872\x12-\x1c0%"))
    assert finding is not None
    start = time.process_time()
    changes_for(finding.case, finding.expected)
    assert time.process_time() - start < 10  # 40 with every combination
