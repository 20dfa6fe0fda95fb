"""What a reader sees of random tables, on real builds of a book in both markups."""

import json
from fractions import Fraction

import pytest
from playwright.sync_api import Browser, expect

from sphinxext.rulebook.book.domain import rulebook_of
from tests.support import browser
from tests.support.books import Book, Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book in which readers roll."""
    return Builder(tmp_path_factory.mktemp("page"))("wanderings", strict=True)


def rows(book: Book, table: str, page: str = "index.html") -> list[list[str]]:
    found = book.soup(page).select(f"table#{table} tr")
    return [[" ".join(cell.get_text().split()) for cell in row.select("th, td")] for row in found]


def test_a_list_is_numbered_and_its_odds_told(book: Book) -> None:
    assert rows(book, "road") == [
        ["d66", "Outcome", "Chance"],
        ["11–21", "A pack of wolves, 2d6 of them.", "7/36"],
        ["22–55", "A pedlar. For sale: cargo. Her mood: mood", "11/18"],
        ["56–66", "Rain – it goes on for 1d4 × 10 hours", "7/36"],
    ]


def test_a_typed_table_has_the_odds_of_each_level_of_its_modifier(book: Book) -> None:
    assert rows(book, "mood")[0] == ["2d6", "Mood", "charm -1", "charm 0", "charm +1", "charm +2"]
    assert rows(book, "mood")[3] == ["9+", "friendly", "17%", "28%", "42%", "58%"]


def test_a_list_may_be_folded_in_markdown(book: Book) -> None:
    found = rows(book, "loot", "cargo.html")
    assert found[1] == ["1–4", "A knife", "13–16", "Nothing"]
    assert found[3] == ["9–12", "A letter from home", "", ""]


def test_the_text_asks_the_tables(book: Book) -> None:
    text = book.soup().select_one("section > p")
    said = " ".join(text.get_text().split())
    assert said == (
        "Wolves come 19% of the time, and somebody friendly 17%. "
        "The mill burns 57%, by one rumour alone 25%."
    )


def test_the_page_has_what_a_roll_needs(book: Book) -> None:
    soup = book.soup()
    road = soup.select_one("figure#roll-road")
    assert (road["data-dice"], road["data-roll"]) == ("d66", "")
    assert [row["data-rolls"] for row in road.select("tr[data-rolls]")] == [
        "11..21", "22..55", "56..66",
    ]  # fmt: skip
    assert [dice["data-roll"] for dice in road.select(".rulebook-dice")] == ["2d6", "d4*10"]
    assert [link["data-table"] for link in road.select(".rulebook-nested")] == [
        "roll-cargo-id1", "roll-mood",
    ]  # fmt: skip
    assert road.select_one('a[href^="cargo.html#"]') is not None
    copy = soup.select_one("figure#roll-cargo-id1[hidden]")
    assert "a jar of oil" in copy.get_text()
    assert soup.select("#id1, [id='cargo']") == soup.select("table#id1")  # no name stands twice
    mood = soup.select_one("figure#roll-mood")
    assert mood["data-levels"] == "-1,0,1,2"
    assert [row["data-rolls"] for row in mood.select("tr[data-rolls]")] == ["..5", "6..8", "9.."]
    hits = soup.select_one("figure#roll-hits")
    assert hits.select_one('script[type="application/json"]') is not None
    loot = book.soup("cargo.html").select_one("td[data-times]")
    assert loot["data-times"] == "2"


def test_a_crossed_table_has_its_rolls_on_its_cells(book: Book) -> None:
    cells = [cell for cell in book.soup().select("td[data-rolls]") if cell.get_text(strip=True)]
    ivy = next(cell for cell in cells if cell.get_text(strip=True) == "Ivy")
    assert ivy["data-rolls"] == "33,43"


def test_the_search_of_the_book_leads_to_a_table_and_not_to_its_hidden_copies(book: Book) -> None:
    text = (book.outdir / "searchindex.js").read_text("utf-8")
    index = json.loads(text[text.index("(") + 1 : text.rindex(")")])
    assert index["docnames"][index["terms"]["oil"]] == "cargo"


def test_a_book_on_one_page_needs_no_copies(build: Builder) -> None:
    soup = build("wanderings", "singlehtml", strict=True).soup()
    assert soup.select("figure[hidden]") == []
    names = [figure["id"] for figure in soup.select("figure.rulebook-random")]
    assert len(names) == len(set(names))
    assert {link["data-table"] for link in soup.select(".rulebook-nested")} <= set(names)


@pytest.mark.parametrize("builder", ["text", "latex", "man", "epub", "gettext", "xml"])
def test_every_other_output_has_an_ordinary_table(build: Builder, builder: str) -> None:
    book = build("wanderings", builder, strict=True)
    assert book.status == 0


def test_the_odds_of_several_results_are_those_of_being_among_them(book: Book) -> None:
    told = [row[2] for row in rows(book, "rumours", "cargo.html")]
    assert told == ["Chance (2×)", "81%", "57%", "31%", "31%"]


def test_results_of_another_table_may_have_to_differ(book: Book) -> None:
    ask = rulebook_of(book.app.env).book.rules.ask
    assert ask("evening is The mill burns at night").probability == Fraction(1, 2) * Fraction(4, 7)


def test_an_edited_table_moves_what_other_pages_say_of_it_and_its_copies(build: Builder) -> None:
    first = build("wanderings")
    assert not any("drift" in line for line in first.warnings)
    for name, old, new in (
        ("index.rst", "[3]", "[1]"),
        ("cargo.md", "a jar of oil", "a jar of honey"),
    ):
        page = first.srcdir / name
        page.write_text(page.read_text("utf-8").replace(old, new), "utf-8")
    second = build("wanderings")
    assert any('"19%" should be "33%"' in line for line in second.warnings)
    copy = second.soup().select_one("figure#roll-cargo-id1")
    assert "honey" in copy.get_text()


def test_a_reader_rolls(book: Book, chromium: Browser) -> None:
    with browser.served(book.outdir) as base:  # noqa: SIM117  # two things that end apart
        with browser.view(chromium, base + "index.html") as view:
            view.page.click("#roll-road .rbx-main")
            view.page.wait_for_selector("#roll-road tr.rbx-lit")
            said = view.page.inner_text("#roll-road .rbx-said")
            assert any(word in said for word in ("wolves", "pedlar", "Rain"))
            assert view.refused_to("rulebook") == []
            assert view.errors == []
            for sums, name in (("mood", "friendly"), ("hits", "You")):
                view.page.click(f"#roll-{sums} .rbx-main")
                lit = view.page.inner_text(f"#roll-{sums} tr.rbx-lit")
                assert lit
                assert name


def test_the_cell_of_a_folded_table_lights_up(book: Book, chromium: Browser) -> None:
    colour = "one => getComputedStyle(one).backgroundColor"
    with browser.view(chromium, (book.outdir / "cargo.html").as_uri()) as view:
        view.page.click("#roll-loot .rbx-main")
        lit = view.page.eval_on_selector("#roll-loot td.rbx-lit", colour)
        assert lit != view.page.eval_on_selector("#roll-loot td:not(.rbx-lit)", colour)


PLAYED = CASES["played"]


def test_a_roll_plays_out_tables_of_other_pages_from_a_disk(book: Book, chromium: Browser) -> None:
    with browser.view(chromium, (book.outdir / "index.html").as_uri()) as view:
        goods, mood = view.page.evaluate(PLAYED, ["road", "pedlar"])
        assert any(word in goods for word in ("grain", "oil", "wool", "empty"))
        assert any(word in mood for word in ("hostile", "busy", "friendly"))
        (hours,) = view.page.evaluate(PLAYED, ["road", "Rain"])
        assert hours in ("10", "20", "30", "40")


def test_a_roll_brings_several_results(book: Book, chromium: Browser) -> None:
    with browser.view(chromium, (book.outdir / "cargo.html").as_uri()) as view:
        assert len(view.page.evaluate(PLAYED, ["loot", "[data-times]"])) == 2
        heard = view.page.evaluate(PLAYED, ["evening", "no duplicates"])
        assert len(heard) == 2
        assert heard[0] != heard[1]
        for _ in range(5):
            view.page.click("#roll-rumours .rbx-main")
            entries = view.page.query_selector_all("#roll-rumours .rbx-lit [data-entry]")
            lit = [entry.inner_text() for entry in entries]
            assert len(lit) == 2
            said = view.page.inner_text("#roll-rumours .rbx-said")
            assert all(entry in said for entry in lit)


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
def test_keyboard_touch_and_screen_readers_roll(book: Book, chromium: Browser, dark: bool) -> None:
    with browser.served(book.outdir) as base:  # noqa: SIM117  # two things that end apart
        with browser.view(chromium, base + "index.html", width=320, touch=True, dark=dark) as view:
            button = view.page.locator("#roll-road .rbx-main")
            said = view.page.locator("#roll-road [role=status]")
            for key in ("Enter", " ", ""):
                view.page.evaluate(
                    "document.querySelector('#roll-road [role=status]').textContent = ''"
                )
                if key:
                    button.press(key)
                else:
                    button.tap()
                expect(said).not_to_be_empty()
                expect(view.page.locator("#roll-road [aria-current]")).to_have_count(1)
            assert browser.axe_violations(view.page, "#roll-road, #roll-mood") == []
            assert view.refused_to("rulebook") == []
            assert view.errors == []


ENTRIES = CASES["entries"]


@pytest.mark.parametrize("typed", [False, True], ids=["a list", "a typed table"])
def test_a_name_in_braces_takes_no_word_from_its_sentence(build: Builder, typed: bool) -> None:
    lines = [f"- {text}" for text, _, _ in ENTRIES]
    if typed:
        lines = [f"   {n}, {text}" for n, (text, _, _) in enumerate(ENTRIES, 1)]
        lines = [".. csv-table::", "", *lines]
    body = "\n   ".join(lines)
    named = "\n\n".join(f":odds:`weather is {name}`" for *_, name in ENTRIES)
    page = (
        "T\n=\n\n.. _there:\n\nWhere it leads\n--------------\n\n"
        f".. random-table:: Weather\n   :name: weather\n   :dice: d8\n\n   {body}\n\n{named}\n"
    )
    book = build(files={"index.rst": page})
    assert not book.warnings
    shown = [row[1] for row in rows(book, "weather")]
    assert shown[not typed :] == [text for _, text, _ in ENTRIES]
    assert book.soup().get_text().count("12%") + book.soup().get_text().count("13%") == len(ENTRIES)
