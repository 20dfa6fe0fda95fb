"""One doctree folder and several outputs: each is right, whichever builder read the pages."""

import json
import shutil

import pytest

from tests.support.books import Builder
from tests.support.life import BOOK, EVERY, as_new, output, rules, was_read, was_written

TITLED = {
    "index.rst": "Book\n====\n\n.. toctree::\n\n   one\n   two\n   three\n",
    "one.rst": (
        "One at :odds:`strike(2) >= 1`\n=============================\n\n.. _inner:\n\n"
        "Inner :odds:`strike(1) >= 1`\n----------------------------\n\n"
        ".. _guarding:\n\n.. dice-table:: Guards at :odds:`guard(1) >= 1`\n   :check: guard\n"
        "   :rows: dice = 1..2\n   :event: >= 1\n\n"
        ".. glossary::\n\n   Odd :odds:`strike(3) >= 1`\n      A term.\n"
    ),
    "two.rst": "Two\n===\n\nSee :ref:`inner` and :ref:`guarding`.\n",
    "three.rst": "Three\n=====\n\nNothing.\n",
    "rules.toml": rules(),
}


def test_an_output_that_another_builder_read_for_is_written_again(build: Builder) -> None:
    build(files=BOOK)
    assert was_written(build(builder="text")) == EVERY
    text = build(builder="text", files={"rules.toml": rules(strike="6+")})
    assert was_read(text) == {"strikes", "both"}
    page = build()
    assert was_read(page) == set()
    assert was_written(page) == {"strikes", "both", "index"}
    assert "31%" in page.read("strikes.html")
    assert output(page.outdir) == as_new(build, page)
    assert was_written(build()) == set()


def test_rules_that_went_and_came_back_in_another_builder_write_nothing(build: Builder) -> None:
    build(files=BOOK)
    build(builder="text", files={"rules.toml": rules(strike="6+")})
    build(builder="text", files={"rules.toml": rules()})
    book = build()
    assert was_read(book) == was_written(book) == set()


def test_a_page_named_on_the_command_line_is_written_alone_and_the_others_later(
    build: Builder,
) -> None:
    book = build(files=BOOK)
    assert book.app is not None
    (book.srcdir / "rules.toml").write_text(rules(strike="6+"))
    alone = build(only=["both.rst"])
    assert was_read(alone) == {"strikes", "both"}
    assert "56%" in alone.read("strikes.html")
    rest = build()
    assert was_read(rest) == set()
    assert "31%" in rest.read("strikes.html")
    assert output(rest.outdir) == as_new(build, rest)


SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("dirhtml", "singlehtml", "latex")]


@pytest.mark.parametrize("builder", ["html", "epub", "text", *SLOW])
def test_a_figure_in_a_title_is_fresh_wherever_the_title_is_repeated(
    build: Builder, builder: str
) -> None:
    build(builder=builder, files=TITLED)
    build(builder="xml", files={"rules.toml": rules(strike="6+", guard="3+")})  # reads the page
    book = build(builder=builder)
    assert was_read(book) == set()
    assert output(book.outdir) == as_new(build, book, builder)
    shutil.rmtree(book.outdir)
    assert output(build(builder=builder).outdir) == as_new(build, book, builder)


def test_a_figure_in_a_term_is_fresh_in_the_index(build: Builder) -> None:
    words = "Words\n=====\n\n.. glossary::\n\n   odds of :odds:`strike(1) >= 1`\n      meant\n"
    build(files={**BOOK, "plain.rst": words})
    book = build(files={"rules.toml": rules(strike="6+")})
    (term,) = book.soup("genindex.html").select("#index strong, dl strong, table strong")
    assert term.text == "odds of 17%"


def test_the_drift_builder_judges_without_reading_and_writes_for_nobody(build: Builder) -> None:
    held = "Strikes\n=======\n\n:odds:`56% <strike(2) >= 1>` or :odds:`strike(1) >= 1`\n"
    build(files={**BOOK, "strikes.rst": held})
    drift = build(builder="drift", files={"rules.toml": rules(strike="6+")})
    assert was_read(drift) == {"strikes", "both"}
    assert len(json.loads(drift.read("drift.json"))["drift"]) == 1
    book = build()
    assert was_read(book) == set()
    assert was_written(book) == {"strikes", "both", "index"}
    assert len(book.warnings) == 1
