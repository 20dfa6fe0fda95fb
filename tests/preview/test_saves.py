"""Saves that change a book, and the copies that editors keep beside a file."""

from pathlib import Path

import pytest

from sphinxext.rulebook.preview.serve import is_source
from tests.support.cases import cases_of

CASES = cases_of(__file__)

DOCS = Path("/books/mine")


@pytest.mark.parametrize(("name", "is_saved"), CASES["a_save_builds_where_it_changes_the_book"])
def test_a_save_builds_where_it_changes_the_book(name: str, is_saved: bool) -> None:
    path = Path(str(DOCS / name).replace("/mine/..", ""))
    assert is_source(path, DOCS) == is_saved
