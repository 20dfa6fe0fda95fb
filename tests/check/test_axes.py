"""Every axis that a table can be made of can be held: what the directive draws, typed, is right."""

import re
from collections.abc import Mapping
from html import unescape

import pytest
from bs4 import BeautifulSoup

from tests.support.books import Builder
from tests.support.cases import cases_of
from tests.support.judging import CONF, GAMES, Judge

CASES = cases_of(__file__)
TABLES = CASES["tables"]
RULES = {"rulebook_rules": GAMES}


def directive(name: str, body: str = "") -> str:
    game, check, rows, columns, more = TABLES[name]
    options = [f":check: {check}", f":rows: {rows}"]
    options += [f":columns: {columns}"] if columns else []
    options += [f":game: {game}"] if game else []
    options += more.splitlines()
    lines = [".. dice-table::", *[f"   {option}" for option in options], ""]
    return "\n".join([*lines, *[f"   {line}" for line in body.splitlines()], ""])


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[str]]]:
    """The cells of each table as a reader sees them."""
    build = Builder(tmp_path_factory.mktemp("drawn"))
    book = build(files=pages(dict.fromkeys(TABLES, "")), conf=RULES)
    assert book.warnings == ()
    return {name: cells(book.soup(f"{number}.html")) for number, name in enumerate(TABLES)}


def pages(bodies: Mapping[str, str]) -> dict[str, str]:
    """A book with a page for each table, typed or drawn."""
    head = ":orphan:\n\nOdds\n====\n\n"
    numbers = {name: number for number, name in enumerate(TABLES)}
    found = {f"{numbers[n]}.rst": head + directive(n, body) for n, body in bodies.items()}
    return {"conf.py": CONF, "index.rst": "Book\n====\n", **found}


def cells(page: BeautifulSoup) -> list[list[str]]:
    """The cells of a table, those that span repeated."""
    filled: dict[tuple[int, int], str] = {}
    rows = page.select("table tr")
    for r, row in enumerate(rows):
        column = 0
        for cell in row.select("th, td"):
            while (r, column) in filled:
                column += 1
            down, across = int(str(cell.get("rowspan", "1"))), int(str(cell.get("colspan", "1")))
            text = " ".join(unescape(cell.get_text()).split())
            for dr in range(down):
                for dc in range(across):
                    filled[r + dr, column + dc] = text
            column += across
    width = max(c for _, c in filled) + 1
    return [[filled.get((r, c), "") for c in range(width)] for r in range(len(rows))]


def as_list(rows: list[list[str]]) -> str:
    lines = [".. list-table::", ""]
    for row in rows:
        lines += [f"   {'*' if c == 0 else ' '} - {cell}" for c, cell in enumerate(row)]
    return "\n".join(lines)


def test_what_is_drawn_is_right_when_typed(drawn: dict[str, list[list[str]]], judge: Judge) -> None:
    judged = judge(files=pages({n: as_list(rows) for n, rows in drawn.items()}), **RULES)
    assert judged.lines == []
    assert judged.checked > 300


def test_each_altered_cell_is_named_and_no_other(
    drawn: dict[str, list[list[str]]], judge: Judge
) -> None:
    changed = {name: altered(rows) for name, rows in drawn.items()}
    judged = judge(files=pages({n: as_list(wrong) for n, (wrong, _) in changed.items()}), **RULES)
    for number, (name, (_, new)) in enumerate(changed.items()):
        found = [each for each in judged.found if each[0] == f"{number}.rst"]
        assert [text for _, _, text in found] == [new], name
        places = [each for each in judged.places(new) if each[0] == f"{number}.rst"]
        assert found == places or len(places) > 1, name


def altered(rows: list[list[str]]) -> tuple[list[list[str]], str]:
    """The rows with one figure near the end changed."""
    for r in range(len(rows) - 1, 0, -1):
        for c in range(len(rows[r]) - 1, 0, -1):
            text = rows[r][c]
            new = other(text)
            if new != text:
                wrong = [list(row) for row in rows]
                wrong[r][c] = new
                return wrong, new
    raise LookupError("nothing to alter")


def other(text: str) -> str:
    """Another figure or outcome in its place."""
    names = {"YES!": "NO!", "NO!": "YES!", "black": "blue", "blue": "black",
             "Triumph!": "Failure", "–": "2", "1 success": "2 successes"}  # fmt: skip
    if text in names:
        return names[text]
    if text in ("0%", "100%", "<1%", ">99%"):
        return "77%"
    if "Severe" in text:
        return text.replace("Severe", "Mild")
    if " in " in text or re.fullmatch(r"[+−<>]?\d+([.,/]\d+)?%?", text):
        return re.sub(r"\d(?=\D*$)", lambda match: str((int(match[0]) + 2) % 10), text)
    if re.match(r"\d success", text):
        return str(int(text[0]) + 1) + text[1:]
    return text
