"""A die is a die whichever letter its language writes it with, wherever a book may have one."""

import re

import pytest

from sphinxext.rulebook.language.language_file import die_letters, die_name, languages
from sphinxext.rulebook.language.normalise import normalise
from sphinxext.rulebook.random_tables.dice import dice_in, dice_of
from sphinxext.rulebook.random_tables.finder import find
from sphinxext.rulebook.source.read import read_document
from tests.support.books import Builder
from tests.support.cases import cases_of
from tests.support.command import Run
from tests.support.judging import Judge

CASES = cases_of(__file__)

LETTERS = [*die_letters(), *die_letters().upper()]


def test_held_tables_sentences_and_random_tables(judge: Judge) -> None:
    wrong = CASES["book"].format("82%", "82%", "8", "5")
    pages = {f"{n}.rst": f"{n}\n==\n{wrong}".replace("x6", f"{x}6") for n, x in enumerate(LETTERS)}
    contents = "".join(f"   {name}\n" for name in pages)
    judged = judge(f".. toctree::\n\n{contents}", files=pages)
    for n, letter in enumerate(LETTERS):
        drift = [each for each in judged.report["drift"] if each["file"] == f"{n}.rst"]
        assert [(each["line"], each["found"], each["expected"]) for each in drift] == [
            (13, "82%", "83%"),
            (31, "82%", "83%"),
            (33, f"8 (2{letter}6)", f"7 (2{letter}6)"),
            (42, "4-5", "4-6"),
        ]


def test_suggestions(rulebook: Run) -> None:
    lines = [f"It deals 7 (2{each}6) damage, then 5.5 (1{each}10)." for each in LETTERS]
    rulebook.write({"page.md": "\n\n".join(lines)})
    found = rulebook.check(".", "--suggest")[1]["suggestions"]
    held = ["{odds}`7 <2d6 mean>`", "{odds}`5.5 <1d10 mean>`"]
    assert [each["write"] for each in found] == held * len(LETTERS)


@pytest.mark.parametrize("letter", LETTERS)
def test_dice_in_text_and_random_tables_in_markdown(letter: str) -> None:
    assert normalise(f"1{letter}6 + 2{letter}10") == "1d6 + 2d10"
    assert [each.notation for each in dice_in(f"Roll 2{letter}6")] == [f"2{letter}6"]
    dice = dice_of(f"2{letter}6")
    assert dice.name == "2d6"
    rows = "".join(f"| {n} | {what} |\n" for n, what in enumerate(("fox", "owl", "elk", "cat"), 1))
    page = f"| 1{letter}6 | What |\n|--|--|\n{rows}| 5-7 | bear |\n"
    (table,) = find(read_document(page, markdown=True))
    assert table.dice == "d6"
    assert table.wrong


@pytest.mark.parametrize(
    ("notation", "language", "written"), CASES["our_dice_are_in_the_letter_of_the_language"]
)
def test_our_dice_are_in_the_letter_of_the_language(
    notation: str, language: str, written: str
) -> None:
    assert die_name(notation, language) == written


@pytest.mark.parametrize("language", languages())
def test_dice_that_we_write_are_dice_that_we_read(language: str) -> None:
    assert dice_of(die_name("2d6", language)) == dice_of("2d6")


def test_a_german_book_has_german_dice(build: Builder) -> None:
    files = {
        "rules.toml": (CASES["a_german_book_has_german_dice"]),
        "index.rst": CASES["german"],
    }
    book = build(files=files, conf={"language": "de"})
    assert book.warnings == ()
    page = book.soup()
    for script in page.select("script"):
        script.decompose()  # which no reader sees
    assert not page.find(string=re.compile(r"\bd\d"))
    assert [cell.get_text() for cell in page.select("thead th.rulebook-rolls")] == ["W20"]
    assert {"W4", "W6"} <= {cell.get_text() for cell in page.select("tbody th")}
    assert [each["aria-label"] for each in page.select(".rulebook-die svg")] == ["W20: 17", "rot"]
