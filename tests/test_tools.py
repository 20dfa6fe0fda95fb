"""Each outside program passes what Sphinx writes, and goes red for a file that is broken."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.support import tools
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


def with_change(archive: Path, name: str, old: bytes, new: bytes) -> Path:
    """Return a copy of an archive with a change in one of its files."""
    changed = archive.with_name(f"changed-{archive.name}")
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(changed, "w") as target:
        for item in source.infolist():
            data = source.read(item)
            assert old in data or item.filename != name
            target.writestr(item, data.replace(old, new) if item.filename == name else data)
    return changed


@pytest.mark.slow
def test_an_epub_is_sound_until_one_page_of_it_is_not(build: Builder) -> None:
    tools.need("epubcheck", "java")
    book = build(files=BOOK, builder="epub")
    (epub,) = book.outdir.glob("*.epub")
    assert tools.epub_errors(epub) == []
    (error,) = tools.epub_errors(with_change(epub, "index.xhtml", b"<p>See", b"<p><blink/>See"))
    assert "index.xhtml:" in error
    assert "blink" in error


@pytest.mark.slow
def test_the_html_checker_passes_sphinx_and_names_each_fault(
    build: Builder, tmp_path: Path
) -> None:
    tools.need("java", "vnu")
    book = build(files=BOOK).outdir
    assert tools.html_errors(book) == []
    page = book / "index.html"
    page.write_text(page.read_text("utf-8").replace("<p>See", "<p><div id='ways'></div>See"))
    errors = tools.html_errors(book)
    assert all(error.startswith("index.html:") for error in errors)
    assert any("ways" in error for error in errors)
    with pytest.raises(tools.RejectedError, match="no HTML page"):
        tools.html_errors(tmp_path / "book")


@pytest.mark.parametrize(
    ("builder", "file", "read", "spoil"),
    [
        ("texinfo", "*.texi", tools.info_text, ("16,7", "@nothing{16,7}")),
        ("man", "dice.6", tools.man_text, (".TH", ".nosuchrequest\n.TH")),
        ("gettext", "index.pot", tools.offered, ("Ways to roll", 'half" x')),
    ],
)
def test_a_file_is_read_and_a_broken_one_rejected(
    build: Builder, builder: str, file: str, read: Any, spoil: tuple[str, str]
) -> None:
    tools.need({"texinfo": "makeinfo", "man": "groff", "gettext": "msgfmt"}[builder])
    (path,) = build(files=BOOK, builder=builder).outdir.glob(file)
    assert FIGURE in read(path) or "Ways to roll" in read(path)
    path.write_text(path.read_text("utf-8").replace(*spoil), "utf-8")
    with pytest.raises(tools.RejectedError):
        read(path)


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
def test_a_missing_program_is_told_last_and_fails_on_ci(tmp_path: Path) -> None:
    done = run_suite(tmp_path, ci="")
    assert done.returncode == 0, done.stdout
    *_, proofs, hint, closing = done.stdout.splitlines()
    assert proofs == "3 proofs were left out: 2 that need no-such-program, 1 that need nor-this."
    assert hint == "`make tools` installs what they need."
    assert "1 passed, 3 skipped" in closing
    assert "3 failed, 1 passed" in run_suite(tmp_path, ci="true").stdout.splitlines()[-1]
