"""The PDF of LaTeX is looked at: a fault on a page fails the build that is told -W."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sphinxext.rulebook.cli import main
from tests.support import tools

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow
FAULTS = """

.. raw:: latex

   \\clearpage\\mbox{}\\clearpage
   \\noindent\\rule{1.2\\paperwidth}{2pt}
   \\clearpage

The end.
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new book, as its author finds it."""
    tools.need("latexmk", "xelatex", "xindy")
    folder = tmp_path_factory.mktemp("latex") / "ferry"
    assert main(["init", str(folder), "--title", "The Last Ferry", "--author", "Ines"]) == 0
    return folder


def made(book: Path) -> subprocess.CompletedProcess[str]:
    """What `make latexpdf` says, run as its author runs it."""
    names = (f"SPHINXBUILD={sys.executable} -m sphinx",)
    return subprocess.run(
        ["make", "latexpdf", *names], cwd=book, capture_output=True, text=True, check=False
    )


def test_a_new_book_has_no_fault_and_no_release(book: Path) -> None:
    done = made(book)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "WARNING: thelastferry.pdf" not in done.stderr
    assert "Release" not in tools.pdf_text(book / "_build/latex/thelastferry.pdf")


def test_an_empty_page_and_a_long_line_fail_it(book: Path) -> None:
    page = book / "odds.rst"
    page.write_text(page.read_text("utf-8") + FAULTS, "utf-8")
    done = made(book)
    assert done.returncode != 0
    assert "is empty" in done.stderr
    assert "points into the margin" in done.stderr
