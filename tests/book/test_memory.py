"""While a book is built, Python searches for garbage less often; afterwards as before."""

import gc

import pytest
from sphinx.errors import ExtensionError

from tests.support.books import Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

FILES = {"index.rst": "Book\n====\n", "conf.py": CASES["conf"]}


def test_the_collector_searches_less_often_and_then_as_before(build: Builder) -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    for fresh in (False, True):
        book = build("kept", files=FILES, fresh=fresh)
        bound, aside = map(int, (book.srcdir / "bound.txt").read_text().split())
        assert bound > before[0]
        assert aside == frozen
        assert gc.get_threshold() == before


def test_as_before_also_where_a_build_fails(build: Builder) -> None:
    before = gc.get_threshold()
    with pytest.raises(ExtensionError, match="no such page"):
        build("failed", files=FILES, conf={"author": "fails"})
    assert gc.get_threshold() == before
