"""The manual as a book: its examples are built, its links lead somewhere, its commands exist."""

import ast
import re
import shlex
from argparse import ArgumentParser
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from sphinxext.rulebook.commands import COMMANDS, command_named
from sphinxext.rulebook.rules import shipped
from tests.support import browser
from tests.support.books import Book, Builder
from tests.support.cases import cases_of

from .conftest import ALL, DOCS, MARKUPS, ROOT, Block, pages

CASES = cases_of(__file__)

# Programs that a page may name without our trying them: they install, publish or wait.
ELSEWHERE = {
    "pip",
    "cd",
    "git",
    "make",
    "sphinx-build",
    "sphinx-quickstart",
    "python",
    "python3",
    "pre-commit",
}
DOCUMENTS = [
    *pages(),
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "conf_template/README.md",
]
_LINK = re.compile(r"\]\(([^)\s]+)\)|!\[[^]]*\]\(([^)\s]+)\)")


def built(build: Builder, block: Block, name: str) -> Book:
    """A book of one page, which is the example, with the rules that it asks."""
    first = [block.rules] if block.rules in shipped() else []
    games = {game: f"game:{game}" for game in [*first, *shipped()]}
    if block.rules and not first:
        games = {Path(block.rules).stem: block.rules, **games}
    heading = "# Example\n\n" if block.language == "markdown" else "Example\n=======\n\n"
    return build(
        name,
        files={f"index{MARKUPS[block.language]}": heading + block.text, **block.files},
        conf={**CASES["conf"], "rulebook_rules": games},
        strict=True,
    )


def test_examples_of_pages_are_built(example: Block, build: Builder) -> None:
    """Each example of markup is a page that Sphinx builds without a warning."""
    # A piece of a page may refer to what stands elsewhere.
    found = built(build, example, "one").warnings
    assert [line for line in found if not re.search(r"\[(ref|myst)\.\w+\]$", line)] == []


def test_both_markups_show_the_same(pair: tuple[Block, Block], build: Builder) -> None:
    """Two examples side by side in tabs make the same page."""
    first, second = (built(build, block, block.language).soup() for block in pair)
    assert " ".join(first.get_text().split()) == " ".join(second.get_text().split())


def test_every_example_of_our_markup_stands_in_both() -> None:
    """No example has one markup only."""
    blocks = [item for item in ALL if isinstance(item, Block) and item.language in MARKUPS]
    ours = [block for block in blocks if re.search(r"dice-table|odds-chart|odds[:}]`", block.text)]
    for first, second in zip(ours[::2], ours[1::2], strict=True):
        assert {first.language, second.language} == {"rst", "markdown"}
        assert first.page == second.page


SHELL = [block for block in ALL if isinstance(block, Block) and block.language in ("shell", "bash")]


@pytest.mark.parametrize("block", SHELL, ids=[block.id for block in SHELL])
def test_shell_commands_exist(block: Block) -> None:
    """Each command that a page says to type is one that there is, with options that it takes."""
    for line in block.text.splitlines():
        program, *words = shlex.split(line.partition(" > ")[0], comments=True)
        if program == "make":
            makefiles = (ROOT / "Makefile", ROOT / "conf_template/Makefile.new.jinja")
            targets = "".join(path.read_text("utf-8") for path in makefiles)
            sphinx = {"html", "latexpdf", "epub"}
            assert all(word in sphinx or f"\n{word}:" in targets for word in words), line
        elif program == "rulebook":
            assert words[0] in COMMANDS, line
            parser = ArgumentParser(exit_on_error=False)
            command_named(words[0]).arguments(parser)
            parser.parse_args(words[1:])
        else:
            assert program in ELSEWHERE, line


PYTHON = [block for block in ALL if isinstance(block, Block) and block.language == "python"]


@pytest.mark.parametrize("block", PYTHON, ids=[block.id for block in PYTHON])
def test_python_is_python(block: Block) -> None:
    """Each block of Python can be read."""
    ast.parse(block.text)


@pytest.mark.parametrize("page", [p for p in DOCUMENTS if p.suffix == ".md"], ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Each link from a Markdown file into the repository leads to a file."""
    text = re.sub(r"(?ms)^( *)(`{3,}).*?^\1\2$", "", page.read_text("utf-8"))
    links = [one or two for one, two in _LINK.findall(text)]
    gone = [
        link
        for link in links
        if ":" not in link
        and not link.startswith("#")
        and not (page.parent / link.partition("#")[0]).exists()
    ]
    assert gone == []


def test_the_manual_builds_and_its_links_lead_somewhere(html: Path) -> None:
    """Every link between pages has a page and a place on it; all of it without a warning."""
    pages = {path.resolve(): unescape(path.read_text("utf-8")) for path in html.rglob("*.html")}
    places = {path: set(re.findall(r'\sid="([^"]+)"', page)) for path, page in pages.items()}
    gone = []
    for path, page in pages.items():
        article = page.partition("<article")[2].partition("</article>")[0]
        for target, place in re.findall(r'<a\b[^>]*\shref="([^"#]*)#?([^"]*)"', article):
            file = (path.parent / target).resolve() if target else path
            if not (":" in target or target.startswith("//")) and (
                not file.exists() or (place and place not in places.get(file, {place}))
            ):
                gone.append(f"{path.name}: {target}#{place}")
    assert len(places) > 50
    assert gone == []


@pytest.mark.parametrize("game", shipped())
def test_each_game_has_a_rulebook_that_shows_it_all(html: Path, game: str) -> None:
    """A game's chapters have generated and held tables, charts, odds, judged dice and previews."""
    from bs4 import BeautifulSoup

    sources = sorted((DOCS / "rulebooks").glob(f"{game}*"))
    assert sources
    text = "".join(path.read_text("utf-8") for path in sources)
    assert re.search(r"rolled[:}]`[^`]+<[^`]+ on ", text)  # the author's words, judged
    assert re.search(r"odds[:}]`[^`<]+[<>=i]", text)
    found = [
        BeautifulSoup((html / f"rulebooks/{path.stem}.html").read_text("utf-8"), "html.parser")
        for path in sources
    ]
    for wanted in (
        "table.rulebook-table",
        "figure.rulebook-chart",
        "a.hxr-hoverxref",
        ".rulebook-odds",
    ):
        assert any(page.select(wanted) for page in found), wanted


def test_what_the_rulebooks_hold_is_held() -> None:
    """Three rulebooks are in reStructuredText and two in Markdown, as their sources are."""
    suffixes = {game: next((DOCS / "rulebooks").glob(f"{game}.*")).suffix for game in shipped()}
    assert suffixes == {
        "uwr": ".rst", "fons": ".rst", "narrative": ".rst", "unnamed": ".md", "arrata": ".md",
    }  # fmt: skip


def test_no_page_is_long() -> None:
    """A page has at most 1,500 words, and the manual 36,000, beside the five rulebooks."""
    manual = [page for page in pages() if DOCS in page.parents and page.parent.name != "rulebooks"]
    words = {page.stem: len(page.read_text("utf-8").split()) for page in manual}
    assert {name: count for name, count in words.items() if count > 1500} == {}
    assert sum(words.values()) <= 36_000


@pytest.mark.slow
def test_no_page_is_tall(html: Path, chromium: Browser) -> None:
    """A page is at most 5,000 pixels tall on a desk, and none is wider than the window."""
    tall = {}
    with (
        browser.served(html) as base,
        browser.view(chromium, base, width=1280, script=False) as view,
    ):
        for path in sorted(html.rglob("*.html")):
            page = path.relative_to(html).as_posix()
            if page.startswith(("_", "rulebooks/", "genindex", "search")):
                continue
            view.page.goto(base + page)
            height = view.page.locator("article").evaluate("each => each.offsetHeight")
            wide = view.page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
            if height > 5000 or wide:
                tall[page] = height
    assert tall == {}
