"""A chart on a page: what a reader gets of it in each output, and what an author is told."""

import re

import pytest
from bs4 import Tag

from tests.support import tools
from tests.support.books import Book, Builder
from tests.support.cases import cases_of
from tests.support.pages import cells, directive, in_markdown, text

CASES = cases_of(__file__)

CONF = CASES["conf"]
FIVE = {"check": "action", "across": "die = all"}
ALLOWED = {
    "svg": {"aria-label", "class", "fill", "role", "viewbox", "width", "xmlns"},
    "text": {"class", "fill", "font-size", "font-weight", "text-anchor", "transform", "x", "y"},
    "image": {"height", "href", "width", "x", "y"},
}
DRAWN = {"class", "d", "fill", "height", "width", "x", "y", "stroke", "stroke-width"}
DRAWN |= {"stroke-opacity", "stroke-dasharray"}


def page_of(build: Builder, source: str, output: str = "html", **files: str) -> Book:
    return build(builder=output, files={"conf.py": CONF, "index.rst": source, **files}, fresh=True)


def chart_of(build: Builder, **options: str) -> Tag:
    book = page_of(build, directive("odds-chart", "The dice", **{**FIVE, **options}))
    assert book.warnings == ()
    figure = book.soup().select_one("figure.rulebook-chart")
    assert figure is not None
    return figure


def test_the_figure_holds_svg_with_real_text_and_nothing_a_policy_refuses(build: Builder) -> None:
    figure = chart_of(build)
    drawings = figure.select("svg")
    assert [svg["class"] for svg in drawings] == [
        ["rulebook-chart-wide"],
        ["rulebook-chart-narrow"],
    ]
    for svg in drawings:
        assert svg["role"] == "img"
        assert "any YES: black 17%, red 33%, yellow 50%" in svg["aria-label"]
        words = [text(each) for each in svg.select("text")]
        assert words.count("any YES 17%") == 1
        assert "NO!" in words
        for node in [svg, *svg.find_all(True)]:
            allowed = ALLOWED.get(node.name, DRAWN)
            assert set(node.attrs) <= allowed, node
            assert node.name in ("svg", "rect", "path", "text"), node
    markup = "".join(map(str, drawings))
    for refused in ("style=", "<style", "<!DOCTYPE", "<?xml", "<metadata", "<defs", "id=", "xlink"):
        assert refused not in markup, refused


def test_ink_is_the_pages_own_colour(build: Builder) -> None:
    figure = chart_of(build)
    svg = figure.select_one("svg")
    assert svg["fill"] == "currentColor"
    strokes = {node["stroke"] for node in svg.find_all(stroke=True)}
    assert strokes == {"currentColor"}
    turns = svg.select(".rulebook-chart-turn")
    assert len(turns) == 5


def test_text_on_a_segment_can_be_read(build: Builder) -> None:
    from sphinxext.rulebook.charts.colours import contrast

    figure = chart_of(build)
    boxes = [
        ([float(str(part[key])) for key in ("x", "y", "width", "height")], str(part["fill"]))
        for part in figure.select("svg.rulebook-chart-wide .rulebook-chart-part")
    ]
    inside = 0
    for each in figure.select("svg.rulebook-chart-wide text[fill]"):
        x, y = float(str(each["x"])), float(str(each["y"]))
        fill = next(
            fill
            for (left, top, wide, high), fill in boxes
            if left < x < left + wide and top < y < top + high
        )
        assert contrast(str(each["fill"]), fill) >= 4.5
        inside += 1
    assert inside == 48  # a name and a figure in each of the 24 segments


def test_the_data_is_folded_in_sight_or_for_screen_readers(build: Builder) -> None:
    folded = chart_of(build)
    details = folded.select_one(".rulebook-chart-data-fold > details")
    assert text(details.select_one("summary")) == "The figures as a table"
    rows = cells(details)
    assert rows[0][0] == "die"
    assert rows[0][-1] == "any YES"
    assert rows[1] == ["black", "33%", "33%", "17%", "17%", "0%", "0%", "17%"]
    shown = chart_of(build, data="show")
    assert shown.select_one("details") is None
    assert cells(shown)[-5:] == rows[-5:]
    hidden = chart_of(build, data="hidden")
    assert hidden.select_one(".rulebook-chart-data-hidden table") is not None
    assert cells(hidden)[-5:] == rows[-5:]


def test_the_usual_options(build: Builder) -> None:
    figure = chart_of(
        build, name="dice", align="right", figwidth="50%", figclass="wide", alt="Five dice",
        **{"class": "own", "width": "300px"},
    )  # fmt: skip
    assert figure["id"] == "dice"
    assert {"align-right", "wide", "rulebook-chart"} <= set(figure["class"])
    frame = figure.select_one(".rulebook-chart-frame")
    assert "own" in frame["class"]
    (svg,) = figure.select("svg")  # small enough for a phone as it is
    assert svg["width"] == "300px"
    assert svg["aria-label"] == "Five dice"
    assert str(svg["viewbox"]).startswith("0 0 300 ")


def test_a_figure_beside_the_text_is_drawn_for_its_width(build: Builder) -> None:
    (svg,) = chart_of(build, align="left").select("svg")
    assert str(svg["viewbox"]).startswith("0 0 340 ")
    (svg,) = chart_of(build, figwidth="50%").select("svg")
    assert str(svg["viewbox"]).startswith("0 0 340 ")


def test_a_height_is_the_height_of_the_chart(build: Builder) -> None:
    (svg, _) = chart_of(build, height="600").select("svg")
    assert svg["viewbox"] == "0 0 680 600"


def test_format_digits_and_rounding_are_those_of_tables(build: Builder) -> None:
    svg = chart_of(build, digits="1", rounding="down").select_one("svg")
    assert "any YES 16.6%" in [text(each) for each in svg.select("text")]
    svg = chart_of(build, format="fraction").select_one("svg")
    assert "any YES 1/6" in [text(each) for each in svg.select("text")]


def test_both_markups_make_the_same_figure(build: Builder) -> None:
    files = {
        "conf.py": CONF,
        "index.rst": "Book\n====\n\n" + directive("odds-chart", "The dice", name="a", **FIVE),
        "md.md": "# Page\n\n" + in_markdown("odds-chart", "The dice", name="b", **FIVE),
    }
    book = build(files=files, fresh=True)
    one = book.soup().select_one(".rulebook-chart-frame")
    other = book.soup("md.html").select_one(".rulebook-chart-frame")
    assert str(one) == str(other)


def test_a_chart_has_a_number_and_can_be_referred_to(build: Builder) -> None:
    source = "Book\n====\n\nSee :numref:`dice`.\n\n"
    source += directive("odds-chart", "The *five* dice", name="dice", **FIVE)
    book = page_of(build, source)
    assert book.warnings == ()
    assert "See Fig. 1." in text(book.soup())
    assert book.soup().select_one("figcaption em") is not None


def with_picture(build: Builder, image: str, colour: str = "red", **files: str | bytes) -> Book:
    conf = CONF + 'rulebook_rules = "own.toml"\n'
    source = directive("odds-chart", "Flip", check="flip", across="die = all", kind="stacked")
    rules = CASES["rules"].format(image=image, colour=colour)
    files = {"conf.py": conf, "index.rst": source, "own.toml": rules, **files}
    return build(files=files, fresh=True)


def test_the_picture_of_a_die_stands_along_the_axis(build: Builder) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'
    book = with_picture(build, "dice/fair.svg", **{"dice/fair.svg": svg})
    assert book.warnings == ()
    pictures = {image["href"] for image in book.soup().select("svg image")}
    (address,) = pictures
    assert (book.outdir / str(address)).read_text("utf-8") == svg
    again = with_picture(build, "dice/fair.svg", **{"dice/fair.svg": svg.replace("9", "8")})
    assert {image["href"] for image in again.soup().select("svg image")} != pictures


@pytest.mark.parametrize(
    ("image", "says"), CASES["a_picture_that_cannot_be_shown_is_a_warning_and_its_colour_stands_in"]
)
def test_a_picture_that_cannot_be_shown_is_a_warning_and_its_colour_stands_in(
    build: Builder, image: str, says: str
) -> None:
    book = with_picture(build, image, "red" if image else "reddish")
    (warning,) = book.warnings
    assert f"index.rst:1: WARNING: odds-chart: {says}" in warning
    assert not image or book.soup().select_one(".rulebook-chart-die")["fill"] == "#ff0000"


def test_a_picture_that_was_missing_is_shown_once_it_is_there(build: Builder) -> None:
    with_picture(build, "fair.svg")
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'
    book = build(files={"fair.svg": svg})
    assert book.warnings == ()
    assert book.soup().select("svg image")


def test_labels_are_translated_with_the_page(build: Builder) -> None:
    source = directive("odds-chart", "The dice", **FIVE)
    files = {
        "conf.py": CONF,
        "index.rst": source,
        "locales/de/LC_MESSAGES/index.po": CASES["catalogue"],
    }
    conf = {"language": "de", "locale_dirs": ["locales"], "gettext_compact": False}
    book = build(files=files, conf=conf, fresh=True)
    svg = book.soup().select_one("figure svg")
    words = {text(each) for each in svg.select("text")}
    assert {"schwarz", "NEIN!", "jedes JA 17 %", "red"} <= words
    assert "jedes JA: schwarz 17\xa0%" in svg["aria-label"]
    rows = cells(book.soup())
    assert rows[1][0] == "schwarz"
    assert "Die Würfel" in text(book.soup())


def test_words_of_ours_are_in_the_books_language(build: Builder) -> None:
    chart = directive(
        "odds-chart", "Die Würfel", check="uwr:direct", across="dice = 1, 2", event="mean"
    )
    table = directive(
        "dice-table",
        "",
        check="uwr:direct(3)",
        rows="favor = 0",
        columns='events = "mean", "median"',
    )
    files = {"conf.py": CONF, "index.rst": chart + table}
    page = build(files=files, conf={"language": "de"}, fresh=True).soup()
    svg = page.select_one("figure svg")
    assert "Mittelwert" in [text(each) for each in svg.select("text")]
    assert svg["aria-label"] == "Liniendiagramm: Direct check (dice). Mittelwert: 1: 0,33, 2: 0,67."
    heads = [text(each) for each in page.select("table")[-1].select("thead th")]
    assert heads == ["favor", "Mittelwert", "Median"]


def test_labels_are_offered_to_translators(build: Builder) -> None:
    source = directive("odds-chart", "The dice", **FIVE)
    book = build(builder="gettext", files={"conf.py": CONF, "index.rst": source}, fresh=True)
    offered = tools.offered(book.outdir / "index.pot")
    assert {"The dice", "black", "overwhelming disadvantage", "NO! AND...", "any YES"} <= {*offered}
    assert not any("%" in each for each in offered)


def test_text_and_manual_pages_show_the_figures_of_a_chart(build: Builder) -> None:
    source = "Book\n====\n\n" + directive("odds-chart", "The dice", **FIVE)
    source += directive("odds-chart", "Shown", data="show", **FIVE)
    page = page_of(build, source, "text").read("index.txt")
    assert len(re.findall(r"\| black +\| 33% ", page)) == 2
    assert "The dice" in page
    conf = CONF + 'man_pages = [("index", "book", "Book", "me", 1)]\n'
    source = "Book\n====\n\n" + directive("odds-chart", "Four dice", check="uwr:direct(4)")
    book = build(builder="man", files={"conf.py": conf, "index.rst": source}, fresh=True)
    assert re.search(r"1\s+│?\s*40%", tools.man_text(book.outdir / "book.1"))


def test_an_unknown_builder_gets_ordinary_nodes(build: Builder) -> None:
    book = page_of(build, directive("odds-chart", "The dice", **FIVE), "xml")
    assert book.warnings == ()
    xml = book.read("index.xml")
    assert xml.count("<table") == 1
    assert "OddsChart" not in xml
    assert "ChartData" not in xml


def test_texinfo_shows_the_figures(build: Builder) -> None:
    book = page_of(build, "Book\n====\n\n" + directive("odds-chart", "The dice", **FIVE), "texinfo")
    assert book.warnings == ()
    assert "33%" in book.read("book.texi")


@pytest.mark.slow
def test_epub_holds_svg_that_epubcheck_accepts(build: Builder) -> None:
    source = "Book\n====\n\n" + directive("odds-chart", "The dice", **FIVE)
    source += directive("odds-chart", "Shown", data="show", **FIVE)
    book = page_of(build, source, "epub")
    page = book.soup("index.xhtml")
    (address, _) = [str(image["src"]) for image in page.select("figure img")]
    assert address.endswith(".svg")
    drawn = (book.outdir / address).read_text("utf-8")
    assert 'font-family="sans-serif"' in drawn
    assert tools.epub_errors(book.outdir / "Book.epub") == []


def test_latex_gets_vectors(build: Builder) -> None:
    source = "Book\n====\n\n" + directive("odds-chart", "The dice", data="show", **FIVE)
    book = page_of(build, source, "latex")
    (drawn,) = book.outdir.glob("????????????????????????.pdf")
    assert b"/Subtype /Image" not in drawn.read_bytes()
    pdf = tools.pdf_from(book.outdir)
    words = tools.pdf_text(pdf)
    assert "any YES 17%" in words
    assert "NO! AND..." in words
    assert re.search(r"black\s+33%\s+33%\s+17%", words)


def on_paper(build: Builder, one: str, other: str) -> str:
    """The text of a PDF with a chart of two outcomes."""
    rules = f"name = 'Own'\n[check.hit]\nroll = '2d6'\noutcomes = ['{one}: < 8', '{other}: 8+']\n"
    source = "Book\n====\n\n" + directive("odds-chart", "Hit", check="hit")
    conf = CONF + 'rulebook_rules = "own.toml"\n'
    files = {"conf.py": conf, "own.toml": rules, "index.rst": source}
    book = build(builder="latex", files=files, fresh=True)
    return tools.pdf_text(tools.pdf_from(book.outdir))


def test_words_that_a_latex_may_not_know_stay_in_the_picture(build: Builder) -> None:
    assert "Провал ★" in on_paper(build, "Провал ★", "Успех")


def test_no_letter_is_shown_as_a_box() -> None:
    from sphinxext.rulebook.charts.letters import font_for

    for letters in ("判定", "Провал ★", "\U0010fffd"):
        assert "LastResort" not in str(font_for(letters, False).get_file())


def test_labels_that_latex_would_read_as_commands_arrive_as_text(build: Builder) -> None:
    words = on_paper(build, r"A & \input{x} #1", "100% $2 ~ ^")
    assert r"A & \input{x} #1" in words
    assert "100% $2 ~ ^" in words


def test_a_chart_is_drawn_for_the_size_of_the_paper(build: Builder) -> None:
    """Not made smaller, as that would leave letters that nobody can read."""
    source = "Book\n====\n\n" + directive("odds-chart", "The dice", **FIVE)
    conf = {"latex_elements": {"papersize": "a5paper"}}
    book = build(builder="latex", files={"conf.py": CONF, "index.rst": source}, conf=conf)
    kept = {path.name for path in (book.doctreedir / "rulebook-charts").iterdir()}
    assert {name.partition("-")[2] for name in kept} == {"418.pdf"}
    assert "any YES 17%" in tools.pdf_text(tools.pdf_from(book.outdir))


def test_what_a_chart_shows_is_documented(build: Builder) -> None:
    import json

    source = directive("odds-chart", "The dice", **FIVE)
    book = build(builder="drift", files={"conf.py": CONF, "index.rst": source}, fresh=True)
    missing = json.loads((book.outdir / "drift.json").read_text("utf-8"))["undocumented"]
    names = {each["name"] for each in missing if each["game"] == "narrative"}
    assert "action" not in names
    assert "action.YES!" not in names
    assert "action-d6" in names
