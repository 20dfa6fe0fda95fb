"""Each outside program passes what Sphinx writes, and goes red for a file that is broken."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support import tools

if TYPE_CHECKING:
    from tests.support.books import Builder

CONF = """\
project = "Würfel"
author = copyright = "A"
version = "1"
man_pages = [("index", "dice", "about dice", "A", 6)]
"""
PAGE = """\
Ünïcode – one page
==================

.. list-table:: Ways to roll
   :header-rows: 1
   :name: ways

   * - Dice
     - Chance
   * - 2d6
     - 16,7 % – ½

See :ref:`ways`, and [#]_ or :index:`a word`.

.. [#] A footnote
"""
BOOK = {"conf.py": CONF, "index.rst": PAGE}
FIGURE = "16,7 % – ½"


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_pdf_holds_what_the_page_says(build: Builder, language: str, tmp_path: Path) -> None:
    tools.need("latexmk")
    book = build(files=BOOK, builder="latex", conf={"language": language}, strict=True)
    pdf = tools.pdf_from(book.outdir)
    assert FIGURE in tools.pdf_text(pdf).replace("\xa0", " ")
    pages = tools.pdf_pages_png(pdf, tmp_path / "pages", dpi=20)
    assert len(pages) > 1
    assert all(page.read_bytes().startswith(b"\x89PNG") for page in pages)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["xelatex", "lualatex"])
def test_the_engines_for_symbols_show_them(build: Builder, engine: str) -> None:
    tools.need("latexmk", engine, "xindy")
    page = PAGE.replace("½", "⅓ ≤ ⚀ ★")
    book = build(files={**BOOK, "index.rst": page}, builder="latex", conf={"latex_engine": engine})
    assert "⅓ ≤ ⚀ ★" in tools.pdf_text(tools.pdf_from(book.outdir))


@pytest.mark.parametrize(
    ("engine", "old", "new", "said"),
    [
        ("pdflatex", "2d6", r"\nothing", r"\nothing"),
        ("xelatex", "2d6", "🎲", "Missing character"),
        ("pdflatex", "2d6", r"\ref{nowhere}", "nowhere"),
    ],
)
def test_a_latex_file_with_a_fault_is_no_pdf(
    build: Builder, engine: str, old: str, new: str, said: str
) -> None:
    tools.need("latexmk", engine)
    book = build(files=BOOK, builder="latex", conf={"latex_engine": engine})
    (tex,) = (path for path in book.outdir.glob("*.tex") if old in path.read_text("utf-8"))
    tex.write_text(tex.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(tools.RejectedError) as failure:
        tools.pdf_from(book.outdir, tex.name)
    assert said in str(failure.value)


@pytest.mark.slow
def test_an_epub_is_sound_until_one_page_of_it_is_not(build: Builder) -> None:
    tools.need("epubcheck", "java")
    book = build(files=BOOK, builder="epub")
    (epub,) = book.outdir.glob("*.epub")
    assert tools.epub_errors(epub) == []
    errors = tools.epub_errors(with_change(epub, "index.xhtml", b"<p>See", b"<p><blink/>See"))
    assert len(errors) == 1
    assert "index.xhtml:" in errors[0]
    assert "blink" in errors[0]
    with pytest.raises(tools.RejectedError):
        tools.epub_errors(book.outdir / "none.epub")


def with_change(archive: Path, name: str, old: bytes, new: bytes) -> Path:
    """A copy of an archive with a change in one of its files."""
    changed = archive.with_name(f"changed-{archive.name}")
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(changed, "w") as target:
        for item in source.infolist():
            data = source.read(item)
            assert old in data or item.filename != name
            target.writestr(item, data.replace(old, new) if item.filename == name else data)
    return changed


@pytest.mark.slow
def test_the_html_checker_passes_sphinx_and_names_each_fault(build: Builder) -> None:
    tools.need("java", "vnu")
    books = [
        build(files=BOOK, builder=builder, conf={"html_theme": theme}).outdir
        for builder, theme in [("html", "alabaster"), ("dirhtml", "furo"), ("singlehtml", "basic")]
    ]
    assert tools.html_errors(*books) == []
    assert tools.html_errors(*books, themes=True) != []
    page = books[0] / "index.html"
    page.write_text(page.read_text("utf-8").replace("<p>See", "<p><div id='ways'></div>See"))
    errors = tools.html_errors(*books)
    assert any(error.startswith("index.html:") and "ways" in error for error in errors)
    assert all(error.startswith("index.html:") for error in errors)


def test_no_page_at_all_is_no_proof(tmp_path: Path) -> None:
    tools.need("java", "vnu")
    with pytest.raises(tools.RejectedError, match="no HTML page"):
        tools.html_errors(tmp_path)


def test_info_is_read_and_a_broken_file_rejected(build: Builder) -> None:
    tools.need("makeinfo")
    book = build(files=BOOK, builder="texinfo")
    (texi,) = book.outdir.glob("*.texi")
    assert FIGURE in tools.info_text(texi)
    texi.write_text(texi.read_text("utf-8").replace("16,7", "@nothing{16,7}"), "utf-8")
    with pytest.raises(tools.RejectedError, match="nothing"):
        tools.info_text(texi)


def test_a_manual_page_is_read_and_a_broken_one_rejected(build: Builder) -> None:
    tools.need("groff")
    book = build(files=BOOK, builder="man")
    page = book.outdir / "dice.6"
    assert FIGURE in tools.man_text(page)
    page.write_text(page.read_text("utf-8") + ".nosuchrequest here\n", "utf-8")
    with pytest.raises(tools.RejectedError, match="nosuchrequest"):
        tools.man_text(page)


def test_translators_are_offered_text_and_a_broken_catalogue_rejected(build: Builder) -> None:
    tools.need("msgfmt")
    book = build(files=BOOK, builder="gettext")
    catalogue = book.outdir / "index.pot"
    assert "Ways to roll" in tools.offered(catalogue)
    catalogue.write_text(catalogue.read_text("utf-8") + 'msgid "half\n', "utf-8")
    with pytest.raises(tools.RejectedError):
        tools.offered(catalogue)


SUITE = """\
from tests.support.tools import need

def test_two_and_two(): assert 2 + 2 == 4
def test_first(): need("no-such-program")
def test_second(): need("no-such-program", "nor-this")
def test_third(): need("nor-this")
"""


def run_suite(folder: Path, ci: str) -> subprocess.CompletedProcess[str]:
    """A run of pytest, on two cores, over tests that need programs which nobody has."""
    (folder / "test_suite.py").write_text(SUITE)
    return subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-n", "2", "-p", "tests.conftest"),
            *("-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)),
        ],
        cwd=Path(__file__).parents[1],
        env={**{k: v for k, v in os.environ.items() if "PYTEST" not in k}, "CI": ci},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.slow
def test_a_machine_without_the_programs_passes_and_says_so_last(tmp_path: Path) -> None:
    done = run_suite(tmp_path, ci="")
    assert done.returncode == 0, done.stdout
    *_, proofs, hint, closing = done.stdout.splitlines()
    assert proofs == ("3 proofs were left out: 2 that need no-such-program, 1 that need nor-this.")
    assert hint == "`make tools` installs what they need."
    assert "1 passed, 3 skipped" in closing


@pytest.mark.slow
def test_ci_fails_for_a_missing_program(tmp_path: Path) -> None:
    done = run_suite(tmp_path, ci="true")
    assert done.returncode == 1
    assert "3 failed, 1 passed" in done.stdout.splitlines()[-1]
