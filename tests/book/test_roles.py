"""odds, rule and rolled: a figure wherever a sentence can stand."""

from typing import Any

import pytest

from tests.support.books import Book, Builder
from tests.support.cases import cases_of
from tests.support.pages import captioned, cells, text

CASES = cases_of(__file__)

CONF = CASES["conf"]


def page_of(build: Builder, source: str, *, name: str = "index.rst", **conf: Any) -> Book:
    """A book of one page."""
    return build(files={"conf.py": CONF, name: source}, conf=conf, fresh=True)


def says(build: Builder, cases: list[tuple[str, str]], **files: str) -> None:
    """Make sure that each role, in a sentence of its own, shows what it should."""
    page = "T\n=\n\n" + "".join(f"It is {role}.\n\n" for role, _ in cases)
    book = build(files={"conf.py": CONF, "index.rst": page, **files})
    assert book.warnings == ()
    shown = [text(found) for found in book.soup().select("section > p")]
    assert shown == [f"It is {words}." for _, words in cases]


def test_what_a_role_says(build: Builder) -> None:
    says(build, CASES["shipped"])


RECKONED = CASES["reckoned_too"]


def test_what_a_role_says_of_a_roll_that_decides_another(build: Builder) -> None:
    conf = 'extensions = ["sphinxext.rulebook"]\n'
    says(build, CASES["reckoned"], **{"conf.py": conf, "rules.toml": RECKONED})


def test_a_role_works_wherever_a_sentence_stands(build: Builder) -> None:
    other = "Other, :odds:`direct(2) >= 2`\n=============================\n"
    book = build(files={"conf.py": CONF, "index.rst": CASES["everywhere"], "other.rst": other})
    assert book.warnings == ()
    page = book.soup()
    words = text(page)
    assert page.title.get_text().startswith("A page with 33%")
    for shown in (
        "Often is 56%, again 56%.",
        "A note with 70%.",
        "Term of 80%",
        "Definition with 87%.",
        "Caption with 91%",
        "Rubric of 96%",
        "Item 97%",
        "Other, 11%",
    ):
        assert shown in words
    assert cells(captioned(page, "Caption with 91%")) == [["Cell", "94%"]]


def test_section_ids_do_not_move_with_the_figure(build: Builder) -> None:
    source = "Odds of :odds:`direct({n}) >= {m}`\n==================================\n"
    ids = set()
    for conf in ({"rulebook_digits": 0}, {"rulebook_digits": 3}, {"language": "fr"}):
        page = page_of(build, source.format(n=4, m=2), **conf).soup()
        ids.add(page.select("section")[0]["id"])
    assert ids == {"odds-of-direct-4-2"}


DERIVED = CASES["derived"]


def test_derived_roles_after_the_plain_role_was_used(build: Builder) -> None:
    source = f"T\n=\n\n:odds:`direct(1) >= 1`\n\n{DERIVED}\n"
    source += ":in-six:`direct(1) >= 1` :odds:`direct(1) >= 1` :exactly:`direct(1) >= 1`\n"
    page = page_of(build, source).soup()
    assert text(page.select("section > p")[1]) == "1 in 3 33% 1/3"
    exact = page.select_one(".exact")
    assert exact["class"] == ["rulebook-odds", "exact"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_derived_role_stays_on_its_page(build: Builder, jobs: int) -> None:
    pages = {f"p{n}.rst": "P\n=\n\n:in-six:`direct(1) >= 1`\n" for n in range(7)}
    files = {
        "conf.py": CONF,
        "a.rst": f"A\n=\n\n{DERIVED}\n:in-six:`direct(1) >= 1`\n",
        "index.rst": "T\n=\n\n.. toctree::\n   :glob:\n\n   *\n",
        **pages,
    }
    book = build(files=files, jobs=jobs)
    assert "1 in 3" in text(book.soup("a.html"))
    assert len([line for line in book.warnings if "in-six" in line and "Unknown" in line]) == 7
    assert not any(line.startswith("a.rst") for line in book.warnings)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_derived_role_of_the_prolog_is_on_every_page(build: Builder, jobs: int) -> None:
    pages = {f"p{n}.rst": f"P\n=\n\n:odds:`2d6 >= 2` :in-six:`2d6 = {n}`\n" for n in range(2, 9)}
    index = "T\n=\n\n.. toctree::\n   :glob:\n\n   *\n"
    files = {"conf.py": CONF, "index.rst": index, **pages}
    book = build(files=files, jobs=jobs, conf={"rst_prolog": DERIVED})
    assert book.warnings == ()
    assert "1 in 36" in text(book.soup("p2.html"))
    assert "1 in 6" in text(book.soup("p7.html"))


def test_roles_in_markdown(build: Builder) -> None:
    source = CASES["source"]
    book = page_of(build, source, name="index.md")
    assert book.warnings == ()
    page = book.soup()
    assert text(page.select("section > p")[0]) == "41%, 5 or 6, 1 success, 1 in 6, 33%."
    assert str(page.select("section")[0]["id"]).startswith("odds-of-direct-1")


def test_the_game_in_force(build: Builder) -> None:
    part = ".. rulebook-game:: arrata\n\nPart :odds:`stat(S1) >= 1`\n"
    files = {"conf.py": CONF, "index.rst": CASES["games"], "part.txt": part}
    book = build(files=files)
    assert book.warnings == ()
    words = text(book.soup())
    for shown in ("Part 83%", "After the part 50%", "Back 33%, elsewhere 67%"):
        assert shown in words


def test_the_game_of_one_page_is_not_that_of_the_next(build: Builder) -> None:
    files = {
        "conf.py": CONF,
        "a.rst": "A\n=\n\n.. rulebook-game:: arrata\n\n:odds:`stat(B1) >= 1`\n",
        "b.rst": "B\n=\n\n:odds:`direct(1) >= 1`\n",
        "index.rst": "T\n=\n\n.. toctree::\n\n   a\n   b\n",
    }
    book = build(files=files)
    assert book.warnings == ()
    assert "33%" in text(book.soup("b.html"))


def test_a_translated_book_asks_the_same_game_and_shows_its_translators_words(
    build: Builder,
) -> None:
    files = {
        "conf.py": CONF,
        "index.rst": CASES["translated"],
        "locales/de/LC_MESSAGES/index.po": CASES["catalogue"],
    }
    conf = {"language": "de", "locale_dirs": ["locales"], "gettext_compact": False}
    book = build(files=files, conf=conf)
    assert book.warnings == ()
    page = book.soup()
    assert page.title is not None
    assert text(page.title).startswith("Titel 75 %")
    assert text(page.select("section > p")[0]) == "Wahrscheinlich 50 %, dazu Erfolg mit Haken."
    grid = cells(captioned(page, "Tafel von 50 %"))
    assert ["Erfolg mit Haken", "33 %"] in grid
    assert "Leicht: Einen Hang am Seil hinauf" in text(page)
