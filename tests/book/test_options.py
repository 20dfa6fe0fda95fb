"""The options that any table takes: names, classes, widths, headings, shading."""

import pytest
from bs4 import Tag

from tests.support.books import Book, Builder
from tests.support.cases import cases_of
from tests.support.pages import cells, directive, in_markdown, text

CASES = cases_of(__file__)

CONF = CASES["conf"]
ASK = {"check": "direct", "rows": "dice = 2, 3", "columns": "favor = 0, 1", "event": ">= 1"}


def book_of(build: Builder, markdown: bool, options: dict[str, str], **conf: object) -> Book:
    make = in_markdown if markdown else directive
    table = make("dice-table", "Odds", **{**ASK, **options})
    page = {"index.md": f"# T\n\n{table}"} if markdown else {"index.rst": f"T\n=\n\n{table}"}
    return build("md" if markdown else "rst", files={"conf.py": CONF, **page}, conf=conf)


def table_of(build: Builder, markdown: bool = False, /, **options: str) -> Tag:
    book = book_of(build, markdown, options)
    assert book.warnings == ()
    (table,) = book.soup().select("table")
    return table


@pytest.mark.parametrize("markdown", [False, True])
def test_class_align_width_and_name(build: Builder, markdown: bool) -> None:
    options = {"class": "wide odds", "align": "center", "width": "50%", "name": "odds"}
    table = table_of(build, markdown, **options)
    assert {"rulebook-table", "wide", "odds", "align-center"} <= set(table["class"])
    assert "width: 50%" in str(table["style"])
    assert table["id"] == "odds"


@pytest.mark.parametrize("markdown", [False, True])
def test_widths(build: Builder, markdown: bool) -> None:
    table = table_of(build, markdown, widths="20 40 40")
    shares = [str(col["style"]) for col in table.select("col")]
    assert shares == ["width: 20.0%", "width: 40.0%", "width: 40.0%"]


def test_widths_that_the_table_finds_for_itself(build: Builder) -> None:
    assert not table_of(build).select("col")
    assert not table_of(build, widths="grid").select("col")


def test_other_header_rows_and_stub_columns(build: Builder) -> None:
    table = table_of(build, header_rows="1", stub_columns="0")
    assert len(table.select("thead tr")) == 1
    assert not table.select("tbody th")
    table = table_of(build, header_rows="3", stub_columns="2")
    assert len(table.select("thead tr")) == 3
    assert [text(cell) for cell in table.select("tbody th")] == ["3", "70%"]


def test_numbers_of_its_own(build: Builder) -> None:
    exact = table_of(build, format="fraction")
    assert cells(exact)[2] == ["2", "5/9", "3/4"]
    fine = table_of(build, digits="2")
    assert cells(fine)[2] == ["2", "55.56%", "75.00%"]
    low = table_of(build, rounding="down")
    assert cells(low)[2] == ["2", "55%", "75%"]
    few = table_of(build, format="one-in", digits="1")
    assert cells(few)[2] == ["2", "5 in 9", "3 in 4"]


def test_the_books_own_numbers(build: Builder) -> None:
    conf = {"rulebook_digits": 1, "language": "fr"}
    book = book_of(build, False, {}, **conf)
    (table,) = book.soup().select("table")
    space = "\N{NO-BREAK SPACE}"
    shown = [cell.get_text() for cell in table.select("td")]
    assert shown[:2] == [f"55,6{space}%", f"75,0{space}%"]


def test_references_by_name_and_number(build: Builder) -> None:
    table = directive("dice-table", "Odds", name="odds", **ASK)
    source = f"T\n=\n\n{table}\n\nSee :ref:`odds`, :numref:`odds` and :ref:`gone`.\n\n"
    source += directive("dice-table", "Gone", name="gone", check="dirct", rows="dice = 1")
    book = build(files={"conf.py": CONF, "index.rst": source})
    assert len(book.warnings) == 1  # for the check alone, not for what refers to its table
    page = book.soup()
    assert "See Odds, Table 1 and Gone." in text(page)
    assert page.select_one("a[href='#gone']") is not None
    assert "Missing here: Gone" in text(page)


def test_shading_has_a_class_a_step(build: Builder) -> None:
    table = table_of(build, shade="", rows="dice = 1, 2, 20", columns="counts >= 0, 1, 2")
    steps = [
        [name for name in cell["class"] if "shade" in name] for cell in table.select("tbody td")
    ]
    found = [[int(step.rpartition("-")[2]) for step in cell] for cell in steps]
    assert found == [[10], [3], [0], [10], [5], [1], [10], [9], [9]]
    assert "rulebook-shade" not in str(table_of(build))


def test_a_screen_reader_hears_what_each_heading_heads(build: Builder) -> None:
    table = table_of(build, rows="dice = 1, 2 ; rerolls = 0, 1", columns='with = "", "favor=1"')
    assert [cell.get("scope") for cell in table.select("thead th")] == ["col"] * 4
    body = [
        [(cell.name, cell.get("scope")) for cell in row.select("th, td")]
        for row in table.select("tbody tr")
    ]
    label, figure = ("th", "row"), ("td", None)
    assert body == [
        [label, label, figure, figure],
        [label, figure, figure],
        [label, label, figure, figure],
        [label, figure, figure],
    ]
    assert table.select_one("caption") is not None


def test_an_empty_corner_is_no_heading(build: Builder) -> None:
    table = table_of(build, rows='with = "", "favor=1"', check="direct(2)", columns="counts = 0")
    corner = table.select("thead tr")[0].select("th, td")[0]
    assert (corner.name, text(corner)) == ("td", "")


def test_figures_stand_to_the_right_and_words_do_not(build: Builder) -> None:
    faces = {"check": "narrative:action", "rows": "faces", "columns": "die = red", "event": ""}
    book = book_of(build, False, {**faces, "footer": "is any YES"})
    (table,) = book.soup().select("table")
    assert not table.select(".rulebook-figure")
    assert len(table_of(build).select("td.rulebook-figure")) == 4


def test_a_wide_table_scrolls_where_the_keyboard_reaches_it(build: Builder) -> None:
    book = book_of(build, False, {"rows": "dice = 1", "columns": "favor = 0..4", "digits": "6"})
    box = book.soup().select_one(".rulebook-scroll")
    assert (box["tabindex"], box["role"], box["aria-label"]) == ("0", "group", "Odds")
    narrow = book_of(build, False, {}).soup().select_one(".rulebook-scroll")
    assert narrow.get("tabindex") is None
