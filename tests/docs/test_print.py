"""The manual on paper and on a reader, from the same sources as its pages."""

import re
from pathlib import Path

import pytest
from sphinx.cmd.build import main

from tests.support import tools

from .conftest import DOCS

pytestmark = pytest.mark.slow


def made(builder: str, folder: Path) -> Path:
    """The folder with what the builder made of the manual."""
    out = folder / builder
    options = ("-q", "-W", "-b", builder, "-d", str(folder / "doctrees"))
    assert main([*options, str(DOCS), str(out)]) == 0
    return out


def test_the_manual_can_be_printed(tmp_path: Path) -> None:
    """Its fonts have every letter, its charts are vectors, and nothing runs off the page."""
    tools.need("pdfimages")
    out = made("latex", tmp_path)
    pdf = tools.pdf_from(out, "rulebook.tex")
    log = pdf.with_suffix(".log").read_text("utf-8", errors="replace")
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    assert max(wide, default=0) < 25  # what the eye does not see in a margin of 70
    text = tools.pdf_text(pdf)
    assert "Random tables" in text
    assert "█" in text
    pictures = {path.name for path in out.glob("*.png")}
    assert pictures <= {path.name for path in DOCS.rglob("*.png")}  # screenshots, and no chart
    listed = tools.run("pdfimages", "-list", pdf).stdout.count("\n") - 2  # below its heading
    assert listed <= 2 * len(pictures)  # each may have a mask


def test_the_manual_is_a_valid_epub(tmp_path: Path) -> None:
    """Epubcheck has nothing against it."""
    out = made("epub", tmp_path)
    assert tools.epub_errors(out / "Rulebook.epub") == []
    charts = re.sub("<[^>]+>", "", (out / "how-to/charts.xhtml").read_text("utf-8"))
    assert charts.count("{odds-chart}") > 3
    assert "odds-chart::" not in charts  # each example is in one markup
