"""Saves that change a book, and the copies that editors keep beside a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinxext.rulebook.preview.serve import is_source

DOCS = Path("/books/mine")


@pytest.mark.parametrize(
    ("name", "is_saved"),
    [
        ("index.rst", True),
        ("parts/one.md", True),
        ("rules.toml", True),
        ("swap.swf", True),
        ("a.sws", True),
        ("number#one.rst", True),
        (".index.rst.swp", False),
        (".index.rst.swo", False),  # of a second editor
        (".index.rst.swa", False),
        (".index.rst.swx", False),
        ("index.rst~", False),
        ("#index.rst#", False),
        (".#index.rst", False),
        ("parts/.#one.md", False),
        ("_build/html/index.html", False),
        ("parts/build/x.rst", False),
        ("builder.rst", True),
        (".git/index", False),
        ("../rules/ours.toml", True),
        ("../notes.txt", False),
        ("../die.png", True),
    ],
)
def test_a_save_builds_where_it_changes_the_book(name: str, is_saved: bool) -> None:
    path = Path(str(DOCS / name).replace("/mine/..", ""))
    assert is_source(path, DOCS) == is_saved
