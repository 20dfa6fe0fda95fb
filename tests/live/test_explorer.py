"""Explorers on built pages: what stands there, and what the rules say of each setting."""

import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from sphinxext.rulebook.language.formatter import Style, chance
from sphinxext.rulebook.rules import load_game
from tests.live.conftest import CONF, Opened
from tests.support import browser
from tests.support.books import Book, Builder
from tests.support.cases import cases_of
from tests.support.command import Run
from tests.support.pages import directive

CASES = cases_of(__file__)


def test_the_book_builds_without_a_warning(live_book: Book) -> None:
    assert live_book.warnings == ()


def test_the_table_without_scripts_says_what_the_rules_say(live_book: Book) -> None:
    rules = load_game("uwr")
    rows = live_book.soup().select("#direct tbody tr")
    shown = [[cell.get_text(strip=True) for cell in row.select("td")] for row in rows]
    wanted = [
        [
            chance(rules.ask(f"direct({dice}) meets {hard}").probability, Style())
            for hard in ("Easy", "Normal", "Difficult", "Extreme")
        ]
        for dice in range(1, 7)
    ]
    assert shown == wanted


def test_an_explorer_is_numbered_and_referred_to(live_book: Book) -> None:
    soup = live_book.soup()
    assert soup.select_one("#direct .caption-number").get_text(strip=True) == "Table 1"
    links = [link.get_text() for link in soup.select("a.reference.internal[href^='#']")]
    assert "Table 1" in links
    assert "Pulling dice" in links


def odds_of_every_setting(rulebook: Run) -> dict[str, str]:
    """Ask `rulebook odds` for every setting of the first explorer."""
    asked = [
        f"direct({dice}, favor={favor}) meets {hard}"
        for dice, favor, hard in product(
            range(1, 7), range(3), ("Easy", "Normal", "Difficult", "Extreme")
        )
    ]
    told = rulebook("odds", "--game", "uwr", "--json", *asked).json
    return {each["query"]: chance(Fraction(each["probability"]), Style()) for each in told}


def shows_every_setting(view: browser.View, wanted: dict[str, str]) -> None:
    """Turn the dials through every setting and hold what the page shows."""
    found = view.page.evaluate(CASES["every_setting"])
    assert view.errors == []
    assert view.refused_to("rulebook-live") == []
    assert found == wanted
    assert len(found) == 72


def test_every_setting_shows_what_the_command_line_says(opened: Opened, rulebook: Run) -> None:
    wanted = odds_of_every_setting(rulebook)
    for from_disk in (False, True):
        with opened(from_disk=from_disk) as view:
            shows_every_setting(view, wanted)


def test_the_address_keeps_what_left_its_start_and_brings_it_back(opened: Opened) -> None:
    with opened() as view:
        dial = view.page.locator("#direct input[data-dial=favor]")
        dial.focus()
        view.page.keyboard.press("ArrowRight")
        view.page.wait_for_function("() => location.hash === '#direct:favor=1'")
        view.page.reload()
        assert dial.input_value() == "1"
        figure = view.page.locator("#direct .rulebook-figure").text_content()
    answer = load_game("uwr").ask("direct(4, favor=1) meets Difficult").probability
    assert figure == chance(answer, Style())


def test_a_setting_that_the_rules_refuse_says_why(opened: Opened) -> None:
    with opened("index.html#pull:traits=0") as view:
        line = view.page.locator("#pull .rbx-line").text_content()
        assert line == "The rules do not allow this: no dice are left to roll"
        assert view.page.locator("#pull .rbx-main").is_disabled()


def test_a_row_means_all_from_it_on_and_tapped_again_it_alone(opened: Opened) -> None:
    rules = load_game("unnamed")
    with opened("index.html#pull") as view:
        rows, line = view.page.locator("#pull .rbx-row"), view.page.locator("#pull .rbx-line")
        figure = view.page.locator("#pull .rulebook-figure")
        assert line.text_content() == "Success with a twist or better"
        rows.nth(3).click()
        assert line.text_content() == "Success with a twist"
        alone = rules.ask("pull(traits=2) is Success with a twist").probability
        assert figure.text_content() == chance(alone, Style())
        assert view.page.locator("#pull .rbx-row.rbx-yes").count() == 1
        view.page.wait_for_function("() => location.hash.includes(':')")
        view.page.reload()
        assert line.text_content() == "Success with a twist"
        rows.nth(0).click()
        assert line.text_content() == "Disaster!"
        rows.nth(1).click()
        assert line.text_content() == "Failure or better"


def test_a_long_dial_shows_the_curve_and_the_next_values(opened: Opened) -> None:
    rules = load_game("uwr")
    setting = "dice=3,favor=1,rerolls=2,difficulties=Extreme"
    with opened(f"index.html#crowd:{setting}") as view:
        view.page.wait_for_selector("#crowd .rbx-steps small")
        dial = view.page.locator("#crowd .rbx-slide:has([data-dial=dice])")
        near = [each.text_content() for each in dial.locator(".rbx-steps small").all()]
        curve = dial.locator(".rbx-curve").evaluate("(node) => node.style.clipPath")
        view.page.locator("#crowd input[data-dial=dice]").focus()
        view.page.keyboard.press("Home")
        first = [each.text_content() for each in dial.locator(".rbx-steps small").all()]
    asked = [rules.ask(f"direct({n}, favor=1, rerolls=2) meets Extreme") for n in range(1, 61)]
    shown = [chance(answer.probability, Style()) for answer in asked]
    assert near == shown[1:4]
    assert first == ["", *shown[:2]]
    heights = [float(part.split()[1].rstrip("%")) for part in curve[8:-1].split(",")][1:-1]
    wanted = [float(100 - 100 * answer.probability) for answer in asked]
    assert heights == pytest.approx(wanted, abs=1.1)  # a bar for each text


def test_markdown_and_an_event(opened: Opened) -> None:
    with opened("markdown.html") as view:
        assert view.page.locator("#in-markdown .rbx-line").text_content() == "2 successes or more"


MISTAKES = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text("utf-8"))["mistake"]


def test_bad_input_is_a_located_warning_and_the_page_builds(build: Builder) -> None:
    page, wanted = "Page\n====\n", []
    for n, (options, said) in enumerate(MISTAKES):
        wanted.append((f"index.rst:{page.count(chr(10)) + 2}: WARNING: odds-explorer: ", said))
        page += "\n" + directive("odds-explorer", f"Odds {n}", **options)
    book = build(files={"index.rst": page}, conf={"rulebook_rules": "game:uwr"})
    assert len(book.warnings) == len(wanted)
    for warning, (place, said) in zip(book.warnings, wanted, strict=True):
        assert warning.startswith(place)
        assert said in warning
        assert "none of these settings" not in warning or "needs" in said
    assert book.read().count("Missing here: Odds") == len(wanted)


def test_a_lock_keeps_the_table_of_an_explorer(build: Builder) -> None:
    from sphinxext.rulebook.drift.lock.published import published

    options = "   :check: direct\n   :dials: dice = 1..2, difficulties\n"
    page = f"Page\n====\n\n.. odds-explorer:: Odds\n{options}"
    book = build(files={"index.rst": page}, conf={"rulebook_rules": "game:uwr"})
    found = {figure.query: figure.shown for figure in published(book.app.env)}
    assert found["direct(dice=2) meets Normal"] == "56%"
    assert len(found) == 8


CERTAIN = CASES["certain"]


def test_a_number_that_is_certain_at_every_setting_has_its_table(build: Builder) -> None:
    conf = {"rulebook_rules": "sure.toml"}
    book = build(
        "sure",
        "text",
        files={"conf.py": CONF, "sure.toml": CERTAIN, "index.rst": CASES["sure"]},
        conf=conf,
    )
    assert book.warnings == ()
    rows = [line.split("|")[1:-1] for line in book.read("index.txt").splitlines() if "|" in line]
    cells = [[cell.strip() for cell in row] for row in rows]
    cells = [row for row in cells if len(row) > 1]
    assert cells[0] == ["skill", "≥ 11", "≥ 12", "≥ 13"]
    assert ["1", "100%", "0%", "0%"] in cells
    assert ["2", "100%", "100%", "0%"] in cells
    assert not [row for row in cells if row[0].isdecimal() and len(row) > 9]  # of thirteen values


def test_an_aim_that_nobody_can_take_is_a_located_warning(build: Builder) -> None:
    page = "Aim\n===\n\n.. odds-explorer:: Blow\n   :check: blow\n"
    conf = {"rulebook_rules": "sure.toml"}
    book = build("aim", files={"conf.py": CONF, "sure.toml": CERTAIN, "index.rst": page}, conf=conf)
    (said,) = book.warnings
    assert said.startswith("index.rst:4: WARNING: odds-explorer: the rules allow none of these")
    assert "aim at an outcome" in said
