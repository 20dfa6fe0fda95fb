"""A printed page has whole rows, figures in order, charts that fit, an imprint."""

import re
import zipfile
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from sphinxext.rulebook.charts.colours import between, contrast
from sphinxext.rulebook.press.look import look_named
from tests.press.test_writer import CONF, made, text_of
from tests.support.books import Book, Builder

WORDS = "The road remembers all who walk on it by night and in the mist of the morning. "
HEAD = "Book\n====\n\n.. toctree::\n\n   one\n"


def pages_of(book: Book, apart: float = 3) -> list[str]:
    """Return the text of each page, whose words are so many points apart."""
    return [page.extract_text(x_tolerance=apart) for page in book.pdf]


def picture(width: int, height: int) -> bytes:
    drawn = BytesIO()
    Image.new("RGB", (width, height), "#884422").save(drawn, "PNG", dpi=(37, 37))
    return drawn.getvalue()


def pictured(build: Builder, source: str, look: str = "chapbook") -> Book:
    files: dict[str, Any] = {
        "conf.py": f"{CONF}rulebook_look = {look!r}\n", "odd.py": "def setup(app): pass\n",
        "index.rst": HEAD,
        "one.rst": f"One\n===\n\n{source}", "a.png": picture(900, 600),
        "small.png": picture(120, 80),
    }  # fmt: skip
    return build(builder="rulebook-pdf", files=files)


@pytest.mark.parametrize("look", ["chapbook", "daylight", "mimeo"])
def test_rows_and_entries_stay_on_one_page(build: Builder, look: str) -> None:
    rows = "".join(f"   * - begin{n}\n     - {WORDS * 3} end{n}\n" for n in range(20))
    entries = "".join(f"   begin{n}\n      {WORDS * 3} end{n}\n\n" for n in range(20, 40))
    terms = "".join(f"begin{n}\n   {WORDS * 3} end{n}\n\n" for n in range(40, 60))
    table = f".. list-table::\n   :widths: 1 4\n\n{rows}"
    book = made(
        build,
        f"One\n===\n\n{WORDS * 7}\n\n{table}\n.. glossary::\n\n{entries}\n{terms}",
        rulebook_look=look,
    )
    assert book.warnings == ()
    for text in pages_of(book):
        words = text.split()
        for n in range(60):
            assert (f"begin{n}" in words) == (f"end{n}" in words), n


def test_a_row_that_is_longer_than_a_page_goes_on(build: Builder) -> None:
    book = made(build, f"One\n===\n\n.. list-table::\n\n   * - First\n     - {WORDS * 60} end\n")
    assert book.warnings == ()
    assert "end" in pages_of(book)[-1].split()


def test_figures_stay_in_their_order(build: Builder) -> None:
    figures = "".join(
        f".. figure:: a.png\n   :width: {width}%\n   :alt: A field\n\n   Picture {n}\n\n"
        f"{WORDS * 4}\n\n"
        for n, width in enumerate((70, 12, 90, 10, 80))
    )
    book = pictured(build, f"{WORDS * 18}\n\n{figures}")
    assert book.warnings == ()
    words = text_of(book).split()
    at = [words.index("Picture", n) for n in range(len(words)) if words[n] == "Picture"]
    assert [words[n + 1] for n in at] == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize("look", ["chapbook", "daylight", "mimeo"])
def test_a_chart_of_many_bars_fits_its_page(build: Builder, look: str) -> None:
    chart = ".. odds-chart:: Many\n   :check: direct\n   :kind: bars\n   :event: meets Normal\n"
    chart += "   :across: dice = 1..40\n"
    book = made(build, f"One\n===\n\n{chart}", rulebook_rules="game:uwr", rulebook_look=look)
    assert book.warnings == ()
    [page] = [text for text in pages_of(book, apart=1.5) if "Many" in text]  # in small letters
    assert {"1", "40"} <= set(page.split())


def test_no_row_of_a_long_table_is_alone_on_a_page(build: Builder) -> None:
    rows = {n: "".join(f"   * - row{n}\n     - {i}\n" for i in range(n)) for n in range(24, 29)}
    head = ".. list-table::\n   :header-rows: 1\n\n   * - Name\n     - Number\n"
    files = {f"c{n}.rst": f"Rows\n====\n\n{head}{rows[n]}" for n in rows}
    index = HEAD.replace("one", "\n   ".join(f"c{n}" for n in rows))
    conf = f"{CONF}rulebook_look = 'daylight'\nrulebook_paper = 'a5'\n"
    files |= {"conf.py": conf, "odd.py": "def setup(app): pass\n", "index.rst": index}
    pages = pages_of(build(builder="rulebook-pdf", files=files))
    for n in rows:
        shown = [many for page in pages if (many := page.count(f"row{n}"))]
        assert sum(shown) == n
        assert shown[-1] > 2, shown


def test_words_in_a_table_are_not_broken(build: Builder) -> None:
    senses = ("Hearing", "Seeing", "Smelling", "Tasting", "Touching", "Balancing")
    rows = "".join(
        f"   * - {name}\n" + "".join(f"     - {cell}\n" for cell in cells)
        for name, cells in (("Sense", senses), ("Fox", ["very remarkably good"] * 6))
    )
    book = made(build, f"One\n===\n\n.. list-table::\n   :header-rows: 1\n\n{rows}")
    assert book.warnings == ()
    said = text_of(book).lower().split()
    assert {*map(str.lower, senses), "remarkably"} <= {*said}


def test_a_table_takes_the_margins_before_its_words_are_broken(build: Builder) -> None:
    row = "   * - Level\n" + "".join(f"     - {n}00%\n" for n in range(1, 14))
    source = f"One\n===\n\n.. list-table::\n   :header-rows: 1\n\n{row * 3}"
    book = made(build, source, rulebook_paper="a4")
    assert book.warnings == ()
    [page] = [page for page in book.pdf if "1300%" in page.extract_text()]
    words = page.extract_words()
    cells = [word for word in words if word["text"].endswith("00%")]
    assert len(cells) == 39
    assert min(word["x0"] for word in words) > 28  # a centimetre stays white
    assert max(word["x1"] for word in words) < float(page.width) - 28


def test_a_picture_is_told_that_has_few_dots_or_no_description(build: Builder) -> None:
    source = ".. image:: small.png\n\n.. image:: small.png\n   :width: 60px\n   :alt:\n"
    told, coarse = pictured(build, source).warnings
    assert "one.rst:4: WARNING: the picture 'small.png' has no ':alt:'" in told
    assert "one.rst:4: WARNING: the picture 'small.png' has 37 dots to the inch" in coarse


@pytest.mark.parametrize("look", ["chapbook", "daylight", "mimeo"])
def test_a_page_of_pictures_is_not_empty(build: Builder, look: str) -> None:
    source = "Before.\n\n.. raw:: typst\n\n   #pagebreak()\n\n.. image:: a.png\n   :alt: A\n\n"
    book = pictured(build, f"{source}.. raw:: typst\n\n   #pagebreak()\n\nAfter.\n", look)
    assert book.warnings == ()


def test_a_comparison_stays_on_one_line(build: Builder) -> None:
    head = "".join(f"     - ≥ {n}\n" for n in range(2, 15)).replace("     - ", "   * - ", 1)
    rows = "".join("     - 100%\n" for _ in range(13)).replace("     - ", "   * - ", 1)
    book = made(build, f"One\n===\n\n.. list-table::\n   :header-rows: 1\n\n{head}{rows}")
    assert book.warnings == ()
    (line,) = (line for line in pages_of(book)[3].splitlines() if "≥" in line)
    assert [word for word in line.replace("\u00a0", " ").split() if word != "≥"] == [
        str(n) for n in range(2, 15)
    ]


def test_an_escape_in_the_opening_words_is_no_letter(build: Builder) -> None:
    """Typst would set a letter that no font has, and the PDF would miss its standard."""
    book = made(build, f"One\n===\n\nThrow 4\\ d6 (*z*\\ ). {WORDS * 4}\n")
    assert book.warnings == ()
    assert "\0" not in (book.outdir / "typst" / "book.typ").read_text("utf-8")
    [file] = book.outdir.glob("*.pdf")
    assert b"pdfuaid:part" in file.read_bytes()


def test_an_imprint_says_whose_the_book_is(build: Builder) -> None:
    book = made(build, "One\n===\n\nText.\n", copyright="2026, Ada. CC BY 4.0", release="1.2")
    assert book.warnings == ()
    assert pages_of(book)[1].split("\n") == [
        "Book", "The authors", "Book 1.2", "© 2026, Ada. CC BY 4.0"
    ]  # fmt: skip
    assert "Contents" in pages_of(made(build, "One\n===\n\nText.\n", copyright=""))[1]


def test_a_font_is_told_that_typst_keeps_in_a_wider_family(build: Builder) -> None:
    words = '.. raw:: typst\n\n   #text(font: "DejaVu Sans Mono Condensed")[Narrow]\n'
    [told] = made(build, f"One\n===\n\n{words}").warnings
    assert "Typst has it in the family 'DejaVu Sans Mono': write font:" in told
    assert "stretch: 75%" in told


@pytest.mark.parametrize("look", ["chapbook", "daylight"])
@pytest.mark.parametrize("many", [3, 5, 6])
def test_outcomes_stay_apart_in_grey(look: str, many: int) -> None:
    """Each is lighter than the one before, by day and by night, so no hue is needed."""
    found = look_named(look)
    for colours in (found.chart.outcomes, found.dark.outcomes):
        fills = [between(colours, n / (many - 1)) for n in range(many)]
        lights = [contrast(fill, "#000000") for fill in fills]
        assert all(after / before > 1.12 for before, after in pairwise(lights)), lights


def test_charts_of_an_e_book_have_its_font_and_accent_and_fit_a_phone(build: Builder) -> None:
    chart = ".. odds-chart:: Odds\n   :check: 2d6\n"
    conf = {"rulebook_look": "chapbook", "rulebook_accent": "#1d4e89", "version": "1"}
    files = {"conf.py": CONF, "odd.py": "def setup(app): pass\n", "index.rst": HEAD,
             "one.rst": f"One\n===\n\n{chart}"}  # fmt: skip
    book = build(builder="epub", files=files, conf=conf)
    assert book.warnings == ()
    [path] = book.outdir.glob("*.epub")
    with zipfile.ZipFile(path) as packed:
        [svg] = [packed.read(n).decode() for n in packed.namelist() if n.endswith(".svg")]
        sheet = packed.read("_static/rulebook-look.css").decode()
    assert 'viewBox="0 0 360 ' in svg
    assert 'width="360"' in svg
    assert '@font-face{font-family:"Book"' in svg
    assert "#1d4e89" in svg
    assert "color: #1d4e89" in sheet
    assert "#8f1d16" not in sheet


def test_an_e_book_holds_nothing_that_the_build_keeps_for_itself(tmp_path: Path) -> None:
    chart = ".. odds-chart:: Odds\n   :check: 2d6\n"
    conf = 'extensions = ["sphinxext.rulebook"]\nrulebook_look = "mimeo"\n'  # it draws a cover
    (tmp_path / "conf.py").write_text(conf)
    (tmp_path / "index.rst").write_text(f"Book\n====\n\n{chart}")
    out = tmp_path / "out"
    with docutils_namespace():
        Sphinx(tmp_path, tmp_path, out, out / ".doctrees", "epub", status=None).build()
    [path] = out.glob("*.epub")
    with zipfile.ZipFile(path) as packed:
        assert [name for name in packed.namelist() if "doctrees" in name] == []


def test_each_die_has_a_pattern_of_its_own_in_one_ink(build: Builder) -> None:
    chart = (
        ".. odds-chart:: Odds\n   :check: action\n   :across: die = all\n   :event: is any YES\n"
    )
    conf = {"rulebook_rules": "game:narrative", "rulebook_look": "mimeo"}
    book = made(build, f"One\n===\n\n{chart}", **conf)
    assert book.warnings == ()
    [svg] = (book.outdir / "typst/pictures").glob("*.svg")
    fills = dict(re.findall(r'rulebook-die-(\w+)" fill="([^"]+)"', svg.read_text("utf-8")))
    assert {*fills} == {"black", "red", "yellow", "green", "blue"}
    assert len({*fills.values()}) == 5
    assert fills["black"] == "#000000"
