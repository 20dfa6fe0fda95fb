"""Unknown nodes, wrong settings and every kind of markup in the PDF."""

from io import BytesIO
from itertools import pairwise

import pdfplumber
import pytest
from PIL import Image

from sphinxext.rulebook.press.maths import MathError, typst_math
from tests.support.books import Book, Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)

CONF = CASES["conf"]
ODD = CASES["odd"]


def text_of(book: Book) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in book.pdf)


def made(build: Builder, source: str, **conf: object) -> Book:
    page = "Book\n====\n\n.. toctree::\n\n   one\n"
    files = {"conf.py": CONF, "odd.py": ODD, "index.rst": page, "one.rst": source}
    return build(builder="rulebook-pdf", files=files, conf=conf)


def test_a_node_that_nobody_knows_is_a_warning_at_its_line_and_keeps_its_words(
    build: Builder,
) -> None:
    book = made(build, "One\n===\n\n.. odd::\n\n   x\n")
    [warning] = book.warnings
    assert warning.startswith("one.rst:4: WARNING: the PDF knows no 'odd'")
    assert "What the odd node says." in text_of(book)


def test_an_extension_can_teach_the_pdf_its_node(build: Builder) -> None:
    taught = ODD.replace(
        "app.add_node(odd)",
        'app.add_node(odd, **{"rulebook-pdf": '
        '(lambda writer, node: "#strong[Taught: " + writer.children(node) + "]", None)})',
    )
    files = {"conf.py": CONF, "odd.py": taught, "index.rst": "Book\n====\n\n.. odd::\n\n   x\n"}
    book = build(builder="rulebook-pdf", files=files)
    assert book.warnings == ()
    assert "Taught: What the odd node says." in text_of(book)


def test_words_in_html_are_a_warning(build: Builder) -> None:
    html = ".. raw:: html\n\n   <p>For the web</p><script>no()</script>\n"
    [warning] = made(build, f"One\n===\n\nText.\n\n{html}").warnings
    assert warning.startswith("one.rst:6: WARNING: the PDF leaves out HTML: 'For the web'")
    indented = "".join(f"   {line}\n" if line else "\n" for line in html.splitlines())
    assert made(build, f"One\n===\n\nText.\n\n.. only:: html\n\n{indented}").warnings == ()


def test_letters_without_a_font_are_one_warning_a_script(build: Builder) -> None:
    book = made(build, "One\n===\n\nText.\n\n\U00013000\U00013001 here.\n\n\U00013002.\n")
    [warning] = book.warnings
    assert warning.startswith("one.rst:6: WARNING: no font has \U00013000 (U+13000), ")
    assert "such as Noto Sans Egyptian" in warning


WIDE = ".. list-table::\n\n   * " + "     ".join(f"- Unbreakable{n:02}\n" for n in range(14))
FAULTS = {
    "a table with more words than a page is wide": (
        f"{WIDE}",
        "one.rst:6: WARNING: the table with 14 columns on page 4 is too wide for the page",
    ),
    "code that is longer than a line": (
        f"::\n\n   {'code' * 60}\n",
        "codecodecode…' runs off the right of page 4",
    ),
    "text over text": (
        "Here.\n\n.. raw:: typst\n\n   Overthere and elsewhere#h(-60pt)Thereabouts\n",
        "are printed over each other on page 4",
    ),
    "an empty page": (
        ".. raw:: typst\n\n   #pagebreak()\n   #pagebreak()\n\nAfter.\n",
        "page 5 is empty",
    ),
    "a heading alone": (
        "Text.\n\nTwo\n---\n\n.. raw:: typst\n\n   #pagebreak()\n\nAfter.\n",
        "the heading 'Two' is alone at the end of page 4",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_on_a_page_is_a_warning(build: Builder, fault: str) -> None:
    source, said = FAULTS[fault]
    book = made(build, f"One\n===\n\n{source}")
    assert [line for line in book.warnings if said in line], book.warnings


def test_a_die_and_its_name_are_on_one_line(build: Builder) -> None:
    table = ".. dice-table::\n   :check: action\n   :rows: die = all\n   :event: is any YES\n"
    book = made(build, f"One\n===\n\n{table}", rulebook_rules="game:narrative")
    assert book.warnings == ()
    lines = [line for page in book.pdf[3:] for line in page.extract_text().splitlines()]
    heights = [w["top"] for w in book.pdf[3].extract_words() if w["text"] in ("black", "17%")]
    assert "black 17%" in lines
    assert max(heights) - min(heights) < 3


def test_figures_align_on_the_decimal(build: Builder) -> None:
    rows = "".join(f"   * - a\n     - {figure}\n" for figure in ("1.5", "10.25", "100"))
    book = made(
        build, f"One\n===\n\n.. list-table::\n   :header-rows: 1\n\n   * - A\n     - 7\n{rows}"
    )
    assert book.warnings == ()
    letters = [c for page in book.pdf[3:] for c in page.chars if c["text"] in "0125."]
    points = [c["x0"] for c in letters if c["text"] == "."]
    hundred = [c["x1"] for c in letters if c["text"] == "0"][-2:]
    assert max(points) - min(points) < 0.5
    assert abs(max(hundred) - points[0]) < 1


def test_a_long_head_over_figures_takes_no_more_room_than_its_words(build: Builder) -> None:
    table = (
        ".. dice-table:: Odds\n   :check: pull\n   :rows: traits = 2..4\n   :columns: outcomes\n"
    )
    book = made(build, f"One\n===\n\n{table}", rulebook_rules="game:unnamed")
    assert book.warnings == ()
    [pdf] = book.outdir.glob("*.pdf")
    with pdfplumber.open(pdf) as opened:
        words = [each for page in opened.pages for each in page.extract_words()]
    ends = [word["x1"] for word in words if word["text"].endswith("%")][:6]
    gaps = [after - before for before, after in pairwise(ends)]
    assert max(gaps) < 2 * min(gaps)


def test_a_letter_without_a_font_is_a_warning_at_its_line(build: Builder) -> None:
    book = made(build, "One\n===\n\nPlain.\n\nA sign \U000e0abc of nothing.\n")
    assert any(
        line.startswith("one.rst:6: WARNING: no font has") and "U+E0ABC" in line
        for line in book.warnings
    )


@pytest.mark.parametrize(
    ("setting", "value", "said"), CASES["a_wrong_setting_is_one_line_and_the_book_is_made"]
)
def test_a_wrong_setting_is_one_line_and_the_book_is_made(
    build: Builder, setting: str, value: str, said: str
) -> None:
    book = made(build, "One\n===\n\nText.\n", **{setting: value})
    [warning] = book.warnings
    assert warning.startswith("conf.py:")
    assert f"{setting}: " in warning
    assert said in warning
    assert "Text." in text_of(book)


def test_everything_that_markup_can_hold_is_set(build: Builder) -> None:
    source = CASES["source"]
    book = made(build, source)
    assert book.warnings == ()
    text = text_of(book)
    for words in (
        "#not $code$ @at <angle> ~",
        "1. //",
        'print("[#1]")',
        "The note.",
        "After.",
    ):
        assert words in text
    assert text.count("The note.") == 1


def test_formulas_are_read_or_refused() -> None:
    assert typst_math(r"\frac{a}{b}") == "frac(a, b)"
    assert typst_math(r"\binom{n}{k} \leq 6^{2}") == "binom(n, k) ≤ 6 ^(2)"
    assert typst_math(r"\frac{1)}{2}") == r"frac(1 \), 2)"
    assert typst_math(r"_{n}C_k") == '"" _(n) C _(k)'
    assert typst_math(r"\frac12") == "frac(1, 2)"
    assert typst_math(r"\hat{}") == 'hat("")'
    with pytest.raises(MathError, match="unheard"):
        typst_math(r"\unheard{x}")
    for wrong in (r"x^^2", r"\frac{1}"):
        with pytest.raises(MathError):
            typst_math(wrong)


@pytest.mark.parametrize(
    ("language", "page"), [("en", ", page 5"), ("de", ", Seite 5"), ("hu", ", 5. oldal")]
)
def test_a_reference_says_its_page(build: Builder, language: str, page: str) -> None:
    table = ".. list-table:: Prices\n   :name: prices\n\n   * - Rope\n"
    one = "One\n===\n\nSee :ref:`prices`, :doc:`two` and :ref:`the end <two>`; :term:`Gap`. [#a]_\n"
    two = f".. _two:\n\nTwo\n===\n\n.. glossary::\n\n   Gap\n      A hole.\n\n{table}"
    files = {
        "conf.py": CONF, "odd.py": ODD, "two.rst": two,
        "one.rst": f"{one}\n.. [#a] A note.\n",
        "index.rst": "Book\n====\n\n.. toctree::\n\n   one\n   two\n",
    }  # fmt: skip
    book = build(builder="rulebook-pdf", files=files, conf={"language": language})
    assert book.warnings == ()
    said = f"See Prices{page}, Two{page} and the end{page}; Gap."
    assert said in text_of(book)
    assert "Two, " not in text_of(book).partition("One")[0]  # the contents say it anyway


def test_pictures_have_the_size_and_the_side_that_they_are_told(build: Builder) -> None:
    drawn = BytesIO()
    Image.new("RGB", (120, 60), "#205080").save(drawn, "png", dpi=(72, 72))
    options = [
        "", "   :scale: 50\n", "   :height: 50pt\n", "   :width: 40pt\n   :height: 60pt\n",
        "   :align: right\n   :width: 50%\n", "   :align: left\n   :scale: 25\n",
    ]  # fmt: skip
    pictures = "\n".join(f".. image:: a.png\n   :alt: A sea\n{each}" for each in options)
    page = "Book\n====\n\n.. toctree::\n\n   one\n\n.. meta::\n   :keywords: dice, odds\n"
    files: dict[str, str | bytes] = {
        "conf.py": CONF, "odd.py": ODD, "a.png": drawn.getvalue(), "index.rst": page,
        "one.rst": f"One\n===\n\n{pictures}",
    }  # fmt: skip
    book = build(builder="rulebook-pdf", files=files)
    [coarse] = book.warnings  # the one that fills half of the line
    assert "one.rst:20: WARNING: the picture 'a.png' has 55 dots to the inch in print" in coarse
    [pdf] = book.outdir.glob("*.pdf")
    with pdfplumber.open(pdf) as opened:
        assert opened.metadata["Keywords"] == "dice, odds"
        assert "CreationDate" not in opened.metadata
        found = [each for page in opened.pages for each in page.images]
    sizes = [(round(each["width"]), round(each["height"])) for each in found]
    text = max(each["x1"] for each in found) - min(each["x0"] for each in found)
    half = sizes[4][0]
    assert sizes == [(120, 60), (60, 30), (100, 50), (40, 60), (half, sizes[4][1]), (30, 15)]
    assert half == pytest.approx(text / 2, abs=1)
    assert sizes[4][1] == pytest.approx(half / 2, abs=1)


@pytest.mark.parametrize(("accent", "is_told"), [("#777777", True), ("#757575", False)])
def test_an_accent_that_is_hard_to_read_is_told(build: Builder, accent: str, is_told: bool) -> None:
    book = made(build, "One\n===\n\nText.\n", rulebook_accent=accent)
    assert [f"{accent} has a contrast of 4.48 with white" in line for line in book.warnings] == (
        [True] if is_told else []
    )


def test_a_bleed_makes_the_page_larger_on_every_side(build: Builder) -> None:
    book = made(build, "One\n===\n\nText.\n", rulebook_bleed="3mm", rulebook_mirrored=True)
    assert book.warnings == ()
    page = book.pdf[0]
    assert [round(float(each) * 25.4 / 72) for each in (page.width, page.height)] == [154, 216]
