"""The build fixture: real books, one after the other in one process, and none marks the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.support.books import Builder

EXTENSION = """\
from docutils import nodes

def shout(name, rawtext, text, lineno, inliner, options=None, content=None):
    return [nodes.strong(text=text.upper())], []

def setup(app):
    app.add_role("shout", shout)
    return {"parallel_read_safe": True}
"""
LOUD = """\
import sys, pathlib
sys.path.insert(0, str(pathlib.Path(__file__).parent))
extensions = ["loud"]
"""


def test_a_book_of_files_has_pages_warnings_and_doctrees(build: Builder) -> None:
    book = build(files={"index.rst": "Title\n=====\n\n:nonsense:`x`\n"})
    assert book.status == 0
    assert book.warnings[0].startswith("index.rst:4: ERROR: Unknown interpreted text role")
    heading = book.soup().select_one("h1")
    assert heading is not None
    assert heading.get_text().startswith("Title")
    assert book.doctree()["source"] == str(book.srcdir / "index.rst")
    assert "build succeeded, 1 warning" in book.printed


def test_strict_is_a_failing_status_with_the_whole_book_read(build: Builder) -> None:
    files = {"index.rst": "Title\n=====\n\n:none:`x`\n\n.. none::\n"}
    for process in False, True:
        book = build(files=files, strict=True, fresh=True, process=process)
        assert book.status != 0
        assert any("index.rst:4:" in line for line in book.warnings)
        assert any("index.rst:6:" in line for line in book.warnings)


def test_the_next_build_reads_only_what_changed(build: Builder) -> None:
    files = {"index.rst": "Title\n=====\n\n.. toctree::\n\n   other\n", "other.rst": "O\n=\n"}
    assert "2 added" in build(files=files).printed
    assert "0 added, 1 changed" in build(files={"other.rst": "O\n=\n\nMore\n"}).printed
    assert "2 added" in build(fresh=True).printed


def test_neither_roles_modules_nor_language_reach_the_next_book(build: Builder) -> None:
    shouting = {"index.rst": "T\n=\n\n:shout:`x`\n\n.. note:: y\n"}
    loud = build(
        "loud",
        files={**shouting, "loud.py": EXTENSION, "conf.py": LOUD},
        conf={"language": "de"},
    )
    assert not loud.warnings
    assert "Bemerkung" in loud.read()
    quiet = build("quiet", files=shouting)
    assert any("shout" in line for line in quiet.warnings)
    assert "Bemerkung" not in quiet.read()
    assert "Note" in quiet.read()
    other = EXTENSION.replace("upper", "lower")
    low = build("low", files={**shouting, "loud.py": other, "conf.py": LOUD})
    assert "<strong>x</strong>" in low.read()


def test_a_book_read_in_parallel_is_the_same_book(build: Builder) -> None:
    pages = {f"p{n}.rst": f"P{n}\n==\n\nText\n" for n in range(8)}
    index = "T\n=\n\n.. toctree::\n   :glob:\n\n   p*\n"
    one = build("one", files={**pages, "index.rst": index})
    two = build("two", files={**pages, "index.rst": index}, jobs=2)
    assert not one.warnings
    assert not two.warnings
    assert one.soup().select_one(".body") == two.soup().select_one(".body")


def test_configuration_arrives_in_both_kinds_of_build(build: Builder) -> None:
    files = {"index.rst": "T\n=\n"}
    conf = {"html_theme": "basic", "html_title": "Würfel", "html_show_sphinx": False}
    here = build("here", files=files, conf=conf)
    apart = build("apart", files=files, conf=conf, process=True)
    assert here.read() == apart.read()
    assert "Würfel" in here.read()
