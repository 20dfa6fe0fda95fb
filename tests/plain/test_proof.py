"""Three chapters in three languages, held through Sphinx and without: the same findings."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.plain.book import read_text
from sphinxext.rulebook.rules.rules import Rules
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.words.formatter import Style
from tests.support.books import ROOTS

BOOKS = {"nacht": "de", "brume": "fr", "void": "en"}
PROOF = ROOTS / "proof"
Finding = tuple[int, str]
CONF = """\
project = "A chapter"
author = copyright = "The authors"
extensions = ["myst_parser", "sphinxext.rulebook"]
language = "{language}"
rulebook_rules = "rules.toml"
"""


def planted(book: str) -> list[dict[str, str]]:
    """The mistakes of a chapter: where they are, what is typed, and what would be right."""
    with (PROOF / book / "mistakes.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def as_myst(text: str) -> tuple[str, dict[int, int]]:
    """The chapter with roles and directives for its comments; each new line with its old one."""
    lines: list[str] = []
    old: dict[int, int] = {}
    in_table = False
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.fullmatch(r"<!-- dice-table: (.*) -->", line)
        if mark:
            options = [each.strip().split("=", 1) for each in mark[1].split(";")]
            lines += ["```{dice-table}", *(f":{name}: '{said}'" for name, said in options)]
            continue
        if in_table and not line.startswith("|"):
            lines.append("```")
        in_table = line.startswith("|")
        lines.append(line)
        old[len(lines)] = number
    return "\n".join([*lines, *(["```"] if in_table else [])]) + "\n", old


def with_roles(text: str, language: str) -> str:
    """The chapter with a role in the place of each figure and its comment."""
    page = read_text(text, "page", Book(Rules({}), Style(language=language)), markdown=True)
    for words in sorted(page.spots, key=lambda each: -each.offset):
        end = text.index("-->", words.offset) + 3
        text = f"{text[: words.offset]}{{odds}}`{words.raw} <{words.question}>`{text[end:]}"
    return text


def found(out: Path) -> tuple[int, Counter[Finding]]:
    """How many figures a check compared, and which drifted."""
    report = json.loads((out / "drift.json").read_text("utf-8"))
    return report["checked"], Counter((e["line"], e["found"]) for e in report["drift"])


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_each_mistake_is_found_with_sphinx_and_without(book: str, tmp_path: Path) -> None:
    wanted = Counter((int(each["line"]), each["found"]) for each in planted(book))
    text = (PROOF / book / "chapter.md").read_text("utf-8")
    status = main(["check", str(PROOF / book), "--out", str(tmp_path / "plain")])
    checked, without = found(tmp_path / "plain")
    assert (status, without) == (1, wanted)

    made, old = as_myst(with_roles(text, BOOKS[book]))
    (tmp_path / "index.md").write_text(made, encoding="utf-8")
    (tmp_path / "rules.toml").write_bytes((PROOF / book / "rules.toml").read_bytes())
    (tmp_path / "conf.py").write_text(CONF.format(language=BOOKS[book]), encoding="utf-8")
    status = main(["check", str(tmp_path), "--out", str(tmp_path / "sphinx")])
    through, drift = found(tmp_path / "sphinx")
    there = Counter({(old[line], said): n for (line, said), n in drift.items()})
    assert (status, through, there) == (1, checked, wanted)


def test_there_are_enough_of_them() -> None:
    mistakes = sum(len(planted(book)) for book in BOOKS)
    cells = sum(
        len(re.findall(r"<!-- odds|\d ?%(?= \|)", (PROOF / book / "chapter.md").read_text("utf-8")))
        for book in BOOKS
    )
    assert mistakes >= 100
    assert cells - mistakes >= 400
