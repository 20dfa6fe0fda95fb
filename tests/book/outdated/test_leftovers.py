"""Nothing of an older build stays in an edition, and an author's files always do."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.support.books import CONF, Book, Builder

INDEX = "Book\n====\n\n.. toctree::\n   :glob:\n\n   parts/*\n"
CHAPTER = """\
Chapter
=======

.. odds-chart:: A leap
   :check: {dice}
"""


def built(build: Builder, builder: str, dice: str = "2d6", **conf: str) -> Book:
    files = {
        "conf.py": f'{CONF}html_theme = "furo"\nhtml_static_path = ["own"]\n',
        "own/rulebook-mine.css": "p { color: red; }",
        "index.rst": INDEX,
        "parts/one.rst": CHAPTER.format(dice=dice),
    }
    return build("edition", builder, files=files, conf=conf)


def contents(book: Book, builder: str) -> set[str]:
    """The names of all files of an edition, those that are packed where it is."""
    if builder == "epub":
        (packed,) = book.outdir.glob("*.epub")
        return set(zipfile.ZipFile(packed).namelist())
    found = (path for path in book.outdir.rglob("*") if path.is_file())
    return {path.relative_to(book.outdir).as_posix() for path in found}


@pytest.mark.parametrize("builder", ["epub", "html", "dirhtml", "text"])
def test_a_deleted_chapter_leaves_the_edition(build: Builder, builder: str) -> None:
    book = built(build, builder)
    before = contents(book, builder)
    (book.srcdir / "parts/two.rst").write_text("Two\n===\n\nMore.\n")
    added = contents(built(build, builder), builder) - before
    assert any("parts/two" in name for name in added)
    (book.srcdir / "parts/two.rst").unlink()
    assert contents(built(build, builder), builder) == before
    assert not Path(book.outdir, "parts/two").exists()


@pytest.mark.parametrize("builder", ["epub", "html", "latex", "rulebook-pdf"])
def test_an_older_chart_leaves_the_edition(build: Builder, builder: str) -> None:
    before = contents(built(build, builder), builder)
    other = contents(built(build, builder, "3d6"), builder)
    assert len(other) == len(before)
    assert contents(built(build, builder), builder) == before


@pytest.mark.parametrize("builder", ["epub", "html", "rulebook-pdf"])
def test_an_older_look_leaves_the_edition(build: Builder, builder: str) -> None:
    before = contents(built(build, builder, rulebook_look="mimeo"), builder)
    other = contents(built(build, builder, rulebook_look="chapbook"), builder)
    assert other != before
    assert contents(built(build, builder, rulebook_look="mimeo"), builder) == before


@pytest.mark.parametrize("spoilt", ["", "7", "{}", '[1, null, ["x"], "OWN/rulebook-mine.css"]'])
def test_spoilt_names_remove_nothing(build: Builder, spoilt: str) -> None:
    book = built(build, "html")
    before = contents(book, "html")
    (kept,) = book.doctreedir.glob("rulebook-written-html-*.json")
    kept.write_text(spoilt.replace("OWN", (book.srcdir / "own").as_posix()))
    assert contents(built(build, "html"), "html") == before
    assert (book.srcdir / "own/rulebook-mine.css").is_file()


def test_a_books_own_files_stay(build: Builder) -> None:
    book = built(build, "html", rulebook_look="chapbook")
    own = ["CNAME", "old.html", "_static/rulebook-fonts/mine.woff2", "parts/two.txt"]
    for name in own:
        Path(book.outdir, name).write_text("mine")
    built(build, "text")
    left = contents(built(build, "html"), "html")
    assert {*own, "_static/rulebook-mine.css", "parts/one.html"} <= left
    assert [name for name in left if name.startswith("_static/rulebook-fonts/")] == own[2:3]
