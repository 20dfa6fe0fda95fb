"""Nothing of an older build stays in an edition, and an author's files always do."""

import zipfile
from pathlib import Path

import pytest

from tests.support.books import CONF, Book, Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

INDEX = "Book\n====\n\n.. toctree::\n   :glob:\n\n   parts/*\n"


def built(build: Builder, builder: str, dice: str = "2d6", **conf: str) -> Book:
    files = {
        "conf.py": f'{CONF}html_theme = "furo"\nhtml_static_path = ["own"]\n',
        "own/rulebook-mine.css": "p { color: red; }",
        "index.rst": INDEX,
        "parts/one.rst": CASES["chapter"].format(dice=dice),
    }
    return build("edition", builder, files=files, conf=conf)


def contents(book: Book, builder: str) -> set[str]:
    """The names of all files of an edition, those that are packed where it is."""
    if builder == "epub":
        (packed,) = book.outdir.glob("*.epub")
        return set(zipfile.ZipFile(packed).namelist())
    found = (path for path in book.outdir.rglob("*") if path.is_file())
    return {path.relative_to(book.outdir).as_posix() for path in found}


CHANGES = CASES["changes"]


@pytest.mark.parametrize("builder", CHANGES)
def test_nothing_of_an_older_build_stays(build: Builder, builder: str) -> None:
    looks = ("mimeo", "chapbook") if len(CHANGES[builder]) > 1 else ("", "")
    before = contents(built(build, builder, rulebook_look=looks[0]), builder)
    chapter = build.folder / "edition/parts/two.rst"
    chapter.write_text("Two\n===\n\nMore.\n")
    book = built(build, builder, "3d6", rulebook_look=looks[1])
    added = contents(book, builder) - before
    for change in CHANGES[builder]:
        assert any(name.endswith(change) for name in added), change
    chapter.unlink()
    assert contents(built(build, builder, rulebook_look=looks[0]), builder) == before
    assert not Path(book.outdir, "parts/two").exists()


def test_spoilt_names_remove_nothing(build: Builder) -> None:
    book = built(build, "html")
    before = contents(book, "html")
    (kept,) = book.doctreedir.glob("rulebook-written-html-*.json")
    for spoilt in ("", "7", "{}", '[1, null, ["x"], "OWN/rulebook-mine.css"]'):
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
