"""Measure making a PDF: a new book and this manual, by Typst and, if here, LaTeX."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from figures import ROOT, RULEBOOK, SPHINX, Figure, figure, finish, run

# A book is set again while a figure leaves a page white, and Typst keeps what it knew of each pass.
ALONE = """
import sys, typst
fonts = typst.Fonts(include_system_fonts=False, font_paths=[f"{sys.argv[1]}/fonts"])
typst.Compiler(f"{sys.argv[1]}/book.typ", sys.argv[1], fonts).compile(format="pdf")
"""


def books(folder: Path) -> Iterator[Figure]:
    """Print both books."""
    new, latex = folder / "new", folder / "latex"
    run(*RULEBOOK, "init", new, "--title", "New", "--author", "Ada")
    took = run(*RULEBOOK, "pdf", new).processor
    beside = None
    if shutil.which("latexmk") and shutil.which("xelatex"):
        set_by = run(*SPHINX, "latex", new, latex), run("make", "-C", latex)
        beside = sum(each.processor for each in set_by)
    yield figure("PDF of a new book", "s", took, 3, peer="LaTeX" if beside else "", beside=beside)
    manual = run(*SPHINX, "rulebook-pdf", ROOT / "docs", folder / "manual")
    yield figure("PDF of the manual", "s", manual.processor, 20)
    alone = run(sys.executable, "-c", ALONE, folder / "manual" / "typst")
    yield figure(
        "PDF of the manual, memory", "MB", manual.memory, 1300,
        peer="one pass of Typst alone", beside=alone.memory,
    )  # fmt: skip


def main() -> int:
    """Time both books."""
    with tempfile.TemporaryDirectory() as folder:
        return finish(books(Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
