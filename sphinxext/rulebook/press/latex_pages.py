"""Looks at the PDF that LaTeX made: empty pages, long lines, text off the page or over its foot."""

from __future__ import annotations

import re
import shlex
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from .pages import PrintedPage

TOO_WIDE = 10  # points that a line may run into the margin
FOOT = 0.86  # of the page's height, where its foot may begin
_OVERFULL = re.compile(r"Overfull \\hbox \(([\d.]+)pt too wide\)([^\n]*)")


def add_check(app: Sphinx, exception: Exception | None) -> None:
    """Let the Makefile beside the book for LaTeX look at the pages; with -W a fault fails it."""
    makefile = Path(app.outdir, "Makefile")
    if exception or app.builder.name != "latex" or not makefile.is_file():
        return
    strict = getattr(app, "warningiserror", False) or getattr(app, "_fail_on_warnings", False)
    options = f"{app.config.latex_elements.get('extraclassoptions', '')}"
    given = ["--strict"] * bool(strict)
    given += ["--no-blanks"] * any(each in options for each in ("openany", "oneside"))
    command = shlex.join([sys.executable, "-m", __name__, *given]).replace("$", "$$")
    rule = f"\nall-pdf: pages\n.PHONY: pages\npages: $(ALLPDF)\n\t@{command} $(ALLPDF)\n"
    text = makefile.read_text("utf-8")
    if __name__ not in text:
        makefile.write_text(text + rule, "utf-8")


def main() -> int:
    """Print what is wrong with the PDFs. The exit status is 1 if that is to fail the build."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pdf", nargs="+", type=Path)
    parser.add_argument("--strict", action="store_true", help="fail if something is wrong")
    parser.add_argument("--no-blanks", action="store_true", help="an empty page is wrong, too")
    asked = parser.parse_args()
    found = [f"{pdf}: {fault}" for pdf in asked.pdf for fault in faults(pdf, asked.no_blanks)]
    for line in found:
        print(f"WARNING: {line}", file=sys.stderr)
    return int(bool(found) and asked.strict)


def faults(pdf: Path, no_blanks: bool) -> Iterator[str]:
    """Yield what is wrong with a PDF and, in its log, with its lines."""
    log = pdf.with_suffix(".log")
    text = log.read_text("utf-8", "replace") if log.is_file() else ""
    for points, where in _OVERFULL.findall(text):
        if float(points) > TOO_WIDE:
            yield f"something runs {float(points):.0f} points into the margin{where}"
    try:
        import pypdfium2  # noqa: F401  # the pages are read where the extra 'book' is installed
    except ImportError:
        return
    from . import pages

    nowhere = pages.Where([], None)
    for page in pages.read_pages(pdf):
        found = [
            *pages.off_the_page(page, nowhere, 0),
            *pages.over_each_other(_foot(page), nowhere),
        ]
        if no_blanks:
            found += pages.empty(page, nowhere)
        yield from (each.text for each in found)


def _foot(page: PrintedPage) -> PrintedPage:
    """Return only the foot of a page."""
    runs = tuple(run for run in page.runs if run.bottom > FOOT * page.height)
    return replace(page, runs=runs)


if __name__ == "__main__":
    sys.exit(main())
