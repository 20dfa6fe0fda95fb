"""A preview: a real server on this machine, real saves, and what a browser shows of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from sphinxext.rulebook.preview.help import help_page
from tests.support.cases import cases_of
from tests.support.command import Run
from tests.support.previewing import Served, serving

CASES = cases_of(__file__)

CONF = 'extensions = ["sphinxext.rulebook"]\nhtml_theme = "basic"\n'
RULES = '[check.test]\nroll = "dice d6, success on 5+"\ntakes.dice = 0\n'
PAGE = CASES["page"]
OTHER = "Another page\n============\n\nTwo dice: :odds:`56% <test(2) >= 1>`.\n"


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A small book that is previewed."""
    # Only what is built inside the book is ignored.
    book = tmp_path_factory.mktemp("preview") / "build" / "book"
    book.mkdir(parents=True)
    begin(book)
    with serving(book, "preview", book) as place:
        yield place


def begin(book: Path) -> None:
    """Write the book as it is at first."""
    files = {"conf.py": CONF, "rules.toml": RULES, "index.rst": PAGE}
    for name, text in {**files, "other.rst": f":orphan:\n\n{OTHER}"}.items():
        if not (book / name).is_file() or (book / name).read_text("utf-8") != text:
            (book / name).write_text(text, "utf-8")


@pytest.fixture
def served(preview: Served) -> Served:
    """The previewed book as it is at first."""
    begin(preview.folder)
    preview.until(lambda: "33%" in preview.read() and preview.problems == "")
    return preview


@pytest.fixture
def page(served: Served, chromium: Browser) -> Iterator[Page]:
    """Its first page in a browser."""
    opened = chromium.new_page()
    opened.goto(served.address + "index.html")
    opened.wait_for_function("document.documentElement.dataset.rulebookBuild")
    yield opened
    opened.close()


def test_a_saved_rule_or_page_is_built_again_and_a_mistake_is_shown(served: Served) -> None:
    served.write("rules.toml", RULES.replace("5+", "4+"))
    served.until(lambda: "50%" in served.read())

    served.write("rules.toml", RULES)
    served.write("index.rst", PAGE.replace("One die", "A single die"))
    served.until(lambda: "A single die" in served.read())

    served.write("rules.toml", RULES.replace("success", "succes"))
    served.until(lambda: "rules.toml:2: check.test.roll" in served.problems)
    assert "did you mean 'success'?" in served.problems

    served.write("conf.py", CONF + "rulebook_digits = (\n")
    served.until(lambda: "conf.py:3:" in served.problems)
    assert "The build stopped" in served.problems

    begin(served.folder)
    served.until(lambda: served.problems == "" and "33%" in served.read())


def test_a_warning_of_a_page_lasts_until_it_is_mended(served: Served) -> None:
    """Sphinx says it once, when it reads the page."""
    served.write("index.rst", PAGE + "\n:ref:`nowhere`\n")
    served.until(lambda: "index.rst:18: undefined label" in served.problems)
    served.write("other.rst", ":orphan:\n\n" + OTHER.replace("Two", "A pair of"))
    served.until(lambda: "A pair of" in served.read("other.html"))
    assert "index.rst:18: undefined label" in served.problems


def test_a_wrong_figure_is_marked_in_its_place_and_corrected(served: Served, page: Page) -> None:
    served.write("rules.toml", RULES.replace("5+", "4+"))
    page.wait_for_selector(".rulebook-wrong")
    wrong = page.locator(".rulebook-wrong").all()
    said = [
        each.evaluate("e => [e.tagName, e.querySelector('p')?.firstChild.data ?? e.textContent]")
        for each in wrong
    ]
    assert said == [
        ["SPAN", "a third"],
        ["SPAN", "33%"],
        ["TD", "33%"],
        ["TD", "56%"],
        ["TD", "11%"],
    ]
    # The generated figure has moved, and says from what to what.
    assert page.locator(".rulebook-moved").first.inner_text() == "33% 50%"

    links = page.locator(".rulebook-box a.rulebook-where")
    assert links.all_inner_texts() == ["index.rst:4", "index.rst:4", "index.rst:14", "index.rst:15",
                                       "index.rst:15", "other.rst:6"]  # fmt: skip
    assert (links.last.get_attribute("href") or "").startswith("/other.html#rulebook-problem-")
    assert (
        page.locator(".rulebook-help").first.get_attribute("href")
        == "/_rulebook/help.html#trouble-drift"
    )

    page.locator("td .rulebook-fix").last.click()
    served.until(lambda: "2     56%    25%" in served.text("index.rst"))
    assert served.text("index.rst").count("33%") == 2  # nothing else is touched
    page.wait_for_function("document.querySelectorAll('.rulebook-wrong').length == 4")

    page.locator(".rulebook-box summary").click()
    page.reload()
    page.wait_for_selector(".rulebook-box")
    assert not page.locator(".rulebook-all").is_visible()  # the box is still folded
    page.locator(".rulebook-box summary").click()
    page.locator(".rulebook-all button").click()
    page.wait_for_function("!document.querySelector('.rulebook-box')")
    assert "half <test(1) >= 1>" in served.text("index.rst")
    assert "75% <test(2) >= 1>" in served.text("other.rst")


def test_a_mistake_at_the_end_of_a_page_is_seen_above_the_box(served: Served, page: Page) -> None:
    page.set_viewport_size({"width": 800, "height": 300})
    served.write("rules.toml", RULES.replace("5+", "4+"))
    page.wait_for_selector(".rulebook-wrong")
    # As in furo, whose pages are longer than their body.
    page.add_style_tag(
        content="html, body { height: 100% } .document { padding-top: 600px }"
        ".related, .footer, .sphinxsidebar { display: none }"
    )
    page.locator(".rulebook-box a.rulebook-where").nth(4).click()
    page.wait_for_function(
        """() => {
          const end = (name) => document.querySelector(name)?.getBoundingClientRect() ?? {};
          return end(".rulebook-here").bottom <= end(".rulebook-box").top;
        }"""
    )


def test_other_mistakes_are_told_where_they_are(served: Served, page: Page) -> None:
    served.write("index.rst", PAGE.replace(":rows: dice", ":rows: dise"))
    page.wait_for_selector(".rulebook-said")
    assert "did you mean 'dice'?" in page.locator(".rulebook-said").inner_text()
    above: Any = page.locator(".rulebook-wrong-block").evaluate("e => e.className")
    assert "rulebook-at-" in above


def test_only_a_page_of_the_preview_may_ask_for_a_correction(served: Served) -> None:
    own = served.address.rstrip("/")
    assert served.asked("POST", "/_rulebook/fix?key=0") == 403
    assert (
        served.asked("POST", "/_rulebook/fix?key=0", Origin="http://evil.example", X_Rulebook="fix")
        == 403
    )
    assert served.asked("GET", "/index.html", Host="evil.example") == 403
    assert served.asked("GET", "/../rules.toml") == 404
    assert served.asked("POST", "/_rulebook/fix?key=0", Origin=own, X_Rulebook="fix") == 200


ELSEWHERE = CASES["elsewhere"]


def test_a_page_of_elsewhere_gets_nothing(served: Served) -> None:
    for path in ("/index.html", "/_rulebook/state", "/_rulebook/preview.js", "/_static/basic.css"):
        assert served.asked("GET", path) == 200
        found = [served.asked(method, path, **headers) for method, headers in ELSEWHERE]
        assert found == [403] * len(ELSEWHERE), path
    opened = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    assert served.asked("GET", "/index.html", **opened, Sec_Fetch_Dest="document") == 200
    assert served.asked("HEAD", "/index.html") == 200


def test_an_address_that_is_none_is_refused_in_silence(served: Served) -> None:
    long = "a" * 5000
    for path in (f"/{long}.html", f"/{long}.png", "/%00.png"):
        assert served.asked("GET", path) in (400, 404), path[:40]
        assert served.asked("HEAD", path) in (400, 404), path[:40]
    assert served.asked("GET", "/_rulebook/state?page=%00") == 400
    assert served.asked("GET", "/index.html") == 200
    assert "Traceback" not in (served.folder.parent / "said").read_text("utf-8")


def test_the_help_has_a_place_for_every_kind_of_message() -> None:
    for kind in ("rules", "odds", "table", "chart", "drift", "hover", "start"):
        assert f'id="trouble-{kind}"' in help_page()


def test_a_folder_without_a_book_is_no_preview(rulebook: Run) -> None:
    (line,) = rulebook("preview", ".").refused()
    assert "has no conf.py; 'rulebook init" in line
