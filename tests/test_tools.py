"""Each outside program passes what Sphinx writes, and goes red for a file that is broken."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.support import tools
from tests.support.books import Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

BOOK = {"conf.py": CASES["conf"], "index.rst": CASES["page"]}
FIGURE = "16,7 % – ½"


def pdf_text(tex: Path) -> str:
    """The text of the PDF that LaTeX makes, which has pages to be looked at."""
    pdf = tools.pdf_from(tex.parent, tex.name)
    pages = tools.pdf_pages_png(pdf, tex.parent / "pages", dpi=20)
    assert all(page.read_bytes().startswith(b"\x89PNG") for page in pages)
    return tools.pdf_text(pdf).replace("\xa0", " ") if len(pages) > 1 else ""


READ = [
    # the builder, the program, a file, what reads it, what the reader finds, what breaks the file
    ("latex", "latexmk", "w*rfel.tex", pdf_text, FIGURE, ("2d6", r"\nothing"), r"\nothing"),
    ("latex", "latexmk", "w*rfel.tex", pdf_text, FIGURE, ("2d6", r"\ref{nowhere}"), "nowhere"),
    ("latex", "xelatex", "w*rfel.tex", pdf_text, "½", ("2d6", "🎲"), "Missing character"),
    ("texinfo", "makeinfo", "*.texi", tools.info_text, FIGURE, ("16,7", "@no{16,7}"), "no"),
    ("man", "groff", "dice.6", tools.man_text, FIGURE, (".TH", ".nosuch\n.TH"), "nosuch"),
    (
        "gettext",
        "msgfmt",
        "index.pot",
        tools.offered,
        "Ways to roll",
        ("Ways to", 'half" x'),
        "index.pot",
    ),
]


@pytest.mark.parametrize(("builder", "program", "file", "read", "holds", "spoil", "said"), READ)
def test_a_file_is_read_and_a_broken_one_rejected(
    build: Builder, builder: str, program: str, file: str, read: Any, holds: str,
    spoil: tuple[str, str], said: str,
) -> None:  # fmt: skip
    tools.need(program)
    engine = program if builder == "latex" and program != "latexmk" else "pdflatex"
    book = build(files=BOOK, builder=builder, conf={"latex_engine": engine, "language": "de"})
    (path,) = book.outdir.glob(file)
    assert holds in read(path)
    spoilt = path.read_text("utf-8").replace(*spoil)
    assert spoilt != path.read_text("utf-8")
    path.write_text(spoilt, "utf-8")
    with pytest.raises(tools.RejectedError, match=re.escape(said)):
        read(path)


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


def run_suite(folder: Path, ci: str) -> subprocess.CompletedProcess[str]:
    """A run of pytest, on two cores, over tests that need programs which nobody has."""
    (folder / "test_suite.py").write_text(CASES["suite"])
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
