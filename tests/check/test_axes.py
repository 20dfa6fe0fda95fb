"""Every axis that a table can be made of can be held: what the directive draws, typed, is right."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.support.books import Builder
from tests.support.cases import cases_of
from tests.support.judging import CONF, GAMES, Judge

CASES = cases_of(__file__)
TABLES = CASES["tables"]


def directive(name: str, body: str = "") -> str:
    game, check, rows, columns, more = TABLES[name]
    options = [f":check: {check}", f":rows: {rows}"]
    options += [f":columns: {columns}"] if columns else []
    options += [f":game: {game}"] if game else []
    options += more.splitlines()
    lines = [".. dice-table::", *[f"   {option}" for option in options], ""]
    return "\n".join([*lines, *[f"   {line}" for line in body.splitlines()], ""])


def typed(build: Builder, name: str) -> list[list[str]]:
    """The cells of the table as a reader sees them, those that span repeated."""
    files = {"conf.py": CONF, "index.rst": "Odds\n====\n\n" + directive(name)}
    book = build("drawn", files=files, conf={"rulebook_rules": GAMES})
    assert book.warnings == ()
    filled: dict[tuple[int, int], str] = {}
    rows = book.soup().select("table tr")
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
        marked = [re.sub(r"([*`|_\\])", r"\\\1", cell) for cell in row]
        lines += [f"   {'*' if c == 0 else ' '} - {cell}" for c, cell in enumerate(marked)]
    return "\n".join(lines)


@pytest.mark.parametrize("name", TABLES)
def test_what_is_drawn_is_right_when_typed(build: Builder, judge: Judge, name: str) -> None:
    rows = typed(build, name)
    judged = judge(directive(name, as_list(rows)), game="uwr")
    assert judged.lines == [], as_list(rows)
    assert judged.checked


@pytest.mark.parametrize("name", TABLES)
def test_each_altered_cell_is_named_and_no_other(build: Builder, judge: Judge, name: str) -> None:
    rows = typed(build, name)
    changed = altered(rows)
    if not changed:
        pytest.fail("nothing to alter")
    wrong, old, new = changed
    judged = judge(directive(name, as_list(wrong)), game="uwr")
    assert [found for _, _, found in judged.found] == [new], f"{old} {judged.text}"
    assert judged.found == judged.places(new) or len(judged.places(new)) > 1


def altered(rows: list[list[str]]) -> tuple[list[list[str]], str, str] | None:
    """The rows with one figure near the end changed."""
    for r in range(len(rows) - 1, 0, -1):
        for c in range(len(rows[r]) - 1, 0, -1):
            text = rows[r][c]
            new = other(text)
            if new != text:
                wrong = [list(row) for row in rows]
                wrong[r][c] = new
                return wrong, text, new
    return None


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
