"""Chapters in five languages, held through Sphinx and without: the same findings."""

import csv
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.drift.plain.book import read_text
from sphinxext.rulebook.drift.plain.claims import held_spans
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules import load
from sphinxext.rulebook.settings import Book
from tests.support.books import ROOTS
from tests.support.cases import cases_of

CASES = cases_of(__file__)

BOOKS = ("nacht", "brume", "void", "topos", "most", "coast", "giostra", "nine")
PROOF = ROOTS / "proof"
Finding = tuple[int, str]


def planted(book: str) -> list[dict[str, str]]:
    """The mistakes of a chapter: where they are, what is typed, and what would be right."""
    with (PROOF / book / "mistakes.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def as_myst(text: str) -> tuple[str, dict[int, int]]:
    """The chapter with directives for its comments; each new line with its old one."""
    lines: list[str] = []
    old: dict[int, int] = {}
    body = ""  # the beginning of the table's lines, once there are any
    is_held = False
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.fullmatch(r"<!-- dice-table: (.*) -->", line)
        if mark:
            options = [each.strip().split("=", 1) for each in re.split(r"; (?=\w+=)", mark[1])]
            lines += ["````{dice-table}", *(f":{name}: '{said}'" for name, said in options)]
            is_held, body = True, ""
            continue
        is_over = is_held and bool(body) and not (body == "|" and line.startswith("|"))
        if is_over and body == "|":
            lines.append("````")
        lines.append(line)
        old[len(lines)] = number
        if is_over and body == "`" and line == "```":
            lines.append("````")
        elif is_held and not body:
            body = line[:1]
            continue
        is_held = is_held and not (is_over and (body == "|" or line == "```"))
    return "\n".join([*lines, *(["````"] if is_held else [])]) + "\n", old


def with_roles(text: str, rules: Path, language: str) -> str:
    """The chapter with a role in the place of each figure and its comment."""
    claims = read_text(text, "page", Book(load(rules), Style(language=language)), markdown=True)
    for start, at in sorted(held_spans(claims), reverse=True):
        mark = re.compile(r"[^<]*?<!-- (\w+): (.*?) -->").match(text, at)
        role = f"{{{mark[1]}}}`{text[start:at]} <{mark[2]}>`"
        text = f"{text[:start]}{role}{text[at : mark.start(1) - 5]}{text[mark.end() :]}"
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
    settings = tomllib.loads((PROOF / book / "rulebook.toml").read_text("utf-8"))
    status = main(["check", str(PROOF / book), "--out", str(tmp_path / "plain")])
    checked, without = found(tmp_path / "plain")
    assert (status, without) == (1, wanted)

    made, old = as_myst(with_roles(text, PROOF / book / "rules.toml", settings["language"]))
    (tmp_path / "index.md").write_text(made, encoding="utf-8")
    (tmp_path / "rules.toml").write_bytes((PROOF / book / "rules.toml").read_bytes())
    conf = CASES["conf"] + "".join(f"{name} = {value!r}\n" for name, value in settings.items())
    (tmp_path / "conf.py").write_text(conf, encoding="utf-8")
    status = main(["check", str(tmp_path), "--out", str(tmp_path / "sphinx")])
    through, drift = found(tmp_path / "sphinx")
    there = Counter({(old[line], said): n for (line, said), n in drift.items()})
    assert (status, through, there) == (1, checked, wanted)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_all_are_mended_and_the_diff_applies(book: str, tmp_path: Path) -> None:
    shutil.copytree(PROOF / book, tmp_path / "book")
    command = [sys.executable, "-m", "sphinxext.rulebook", "fix", ".", "--dry-run"]
    diff = subprocess.run(command, cwd=tmp_path / "book", capture_output=True, check=True).stdout
    assert main(["fix", str(tmp_path / "book")]) == 0
    assert main(["check", str(tmp_path / "book"), "--out", str(tmp_path / "out")]) == 0
    mended = (tmp_path / "book/chapter.md").read_bytes()
    shutil.copyfile(PROOF / book / "chapter.md", tmp_path / "book/chapter.md")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path / "book", check=True)
    subprocess.run(["git", "apply", "-"], cwd=tmp_path / "book", input=diff, check=True)
    assert (tmp_path / "book/chapter.md").read_bytes() == mended


def test_there_are_enough_of_them() -> None:
    mistakes = sum(len(planted(book)) for book in BOOKS)
    cells = sum(
        len(re.findall(r"<!-- odds|\d ?%(?= \|)", (PROOF / book / "chapter.md").read_text("utf-8")))
        for book in BOOKS
    )
    assert mistakes >= 250
    assert cells - mistakes >= 600
