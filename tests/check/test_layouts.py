"""Held tables in many shapes: a true one is right, and one change in it is reported."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.drift.check.side import expanded
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules import load
from sphinxext.rulebook.tables.grid import table
from sphinxext.rulebook.tables.specs import TableSpec
from tests.support.cases import cases_of
from tests.support.command import Run

RULES = tomllib.loads(Path(__file__).with_name("shapes.toml").read_text("utf-8"))["rules"]
Rows = list[list[str]]


@dataclass(frozen=True)
class Shape:
    """A true table: its question, its own headings and labels, and which of them name values."""

    asks: str
    heads: str  # the corner first; several rows of headings with a stroke between
    labels: str
    rows_named: bool = True
    columns_named: bool = True
    cells: str = "{}"
    blocks: int = 1  # folded into so many, side by side
    turned: bool = False
    beside: str = ""  # a column that nobody asks for, its heading first
    more: str = ""  # of the options


COUNTS = "check=2d6; rows=counts >= 6..9"
PLAIN = 'check=save; rows=counts >= 10, 15, 18; columns=with = "", "advantage=1", "disadvantage=1"'
SIDES = "check=fight(pool(1), pool(1)); rows=a.dice = 1..3; columns=d.dice = 1..3; event=is win"
POOLS = "check=pool; rows=dice = 1..4; columns=counts >= 1..3"
CASES = cases_of(__file__)
SHAPES = {name: Shape(**each) for name, each in CASES["shapes"].items()}


def listed(text: str) -> list[str]:
    return [each.strip() for each in text.split(",")]


def options(text: str) -> dict[str, str]:
    """The options of a comment; a semicolon within an axis joins two."""
    return dict(each.split("=", 1) for each in re.split(r";\s*(?=[a-z]+=(?![ =]))", text))


def figures(shape: Shape, folder: Path) -> Rows:
    told = options(shape.asks)
    names = {"with": "given"}
    spec = TableSpec("", **{names.get(name, name): value for name, value in told.items()})
    grid = table(load(folder / "rules.toml"), Style(), spec)
    cells = [row[grid.stubs :] for row in expanded(grid.body)]
    if shape.cells == "per mille":
        return [[str(round((cell.value or 0) * 1000)) for cell in row] for row in cells]
    return [[cell.text.rstrip("%") if shape.cells == "bare" else cell.text for cell in row]
            for row in cells]  # fmt: skip


def changed(text: str, others: list[str]) -> str:
    """Another label, or another figure: the last digit changed, else one of the others."""
    if dice := re.match(r"(\d)d\d", text):
        return f"{int(dice[1]) + 1}{text[1:]}"
    if re.search(r"\d", text):
        return re.sub(r"\d(?=\D*$)", lambda match: str((int(match[0]) + 3) % 10), text)
    return next((other for other in others if other and other != text), text)


def mutants(shape: Shape, true: Rows) -> Iterator[tuple[str, Rows, Rows, Rows]]:
    """Each change with the headings, the labels and the figures after it."""
    heads = [listed(row)[1:] for row in shape.heads.split("/")]
    labels = [[label] for label in listed(shape.labels)]
    yield "", heads, labels, true
    for r in (0, len(labels) - 1) if shape.rows_named else ():
        other = [list(row) for row in labels]
        other[r][0] = changed(labels[r][0], [row[0] for row in labels])
        yield f"label {r}", heads, other, true
        other = [list(row) for row in labels]
        other[r][0] = labels[r - 1][0]
        yield f"label twice {r}", heads, other, true
        if dice := re.match(r"\dd(?=6)", labels[r][0]):
            other[r][0] = f"{dice[0]}7"
            yield f"other dice {r}", heads, other, true
    if shape.rows_named:
        yield "labels shifted", heads, [*labels[1:], labels[0]], true
    for c in (0, len(heads[-1]) - 1) if shape.columns_named else ():
        other = [list(row) for row in heads]
        other[-1][c] = changed(heads[-1][c], heads[-1])
        yield f"head {c}", other, labels, true
        other[-1][c] = heads[-1][c - 1]
        yield f"head twice {c}", other, labels, true
    for r, row in enumerate(true):
        for c, cell in enumerate(row):
            new = [list(each) for each in true]
            new[r][c] = changed(cell, [each[c] for each in true])
            if new != true:
                yield f"digit {r} {c}", heads, labels, new
            if cell[0] in "−<>":
                new[r][c] = cell[1:]
                yield f"sign {r} {c}", heads, labels, new
    for name, order in orders(len(true)):
        moved = [true[each] for each in order]
        if moved != true:
            yield f"rows {name}", heads, labels, moved
            yield f"whole rows {name}", heads, [labels[each] for each in order], moved
    for name, order in orders(len(true[0])):
        moved = [[row[each] for each in order] for row in true]
        if moved != true:
            yield f"columns {name}", heads, labels, moved
            above = [[row[each] for each in order] for row in heads]
            yield f"whole columns {name}", above, labels, moved
    sides = [list(row) for row in zip(*true, strict=True)]
    if len(sides) == len(true) and sides != true:
        yield "sides", heads, labels, sides


def orders(many: int) -> Iterator[tuple[str, list[int]]]:
    """Each exchange of two lines, all shifted by one either way, and all reversed."""
    lines = list(range(many))
    for a, b in combinations(lines, 2):
        yield f"{a}-{b}", [{a: b, b: a}.get(line, line) for line in lines]
    if many > 2:
        yield "down", [*lines[1:], 0]
        yield "up", [many - 1, *lines[:-1]]
    if many > 3:
        yield "reversed", lines[::-1]


def is_true(shape: Shape, change: str) -> bool:
    kind = change.rpartition(" ")[0]
    return not change or {"whole rows": shape.rows_named, "whole columns": shape.columns_named}.get(
        kind, False
    )


def typed(shape: Shape, heads: Rows, labels: Rows, cells: Rows) -> Rows:
    """The whole table as its author lays it out."""
    corners = [listed(row)[0] for row in shape.heads.split("/")]
    beside = [[each] for each in listed(shape.beside)] if shape.beside else [[]] * (len(cells) + 1)
    above = [[corner, *row, *beside[0]] for corner, row in zip(corners, heads, strict=True)]
    below = [
        [*label, *row, *more] for label, row, more in zip(labels, cells, beside[1:], strict=True)
    ]
    if shape.blocks > 1:
        size = len(below) // shape.blocks
        blocks = [below[n : n + size] for n in range(0, len(below), size)]
        above = [row * shape.blocks for row in above]
        below = [[cell for row in rows for cell in row] for rows in zip(*blocks, strict=True)]
    rows = [*above, *below]
    return [list(row) for row in zip(*rows, strict=True)] if shape.turned else rows


def markdown(asks: str, rows: Rows) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([f"<!-- dice-table: {asks} -->", "", lines[0], "|---" * len(rows[0]) + "|",
                      *lines[1:], ""])  # fmt: skip


def _widths(rows: Rows) -> list[int]:
    return [max(2, *(len(row[c]) for row in rows)) for c in range(len(rows[0]))]


def grid(asks: str, rows: Rows) -> str:
    widths = _widths(rows)
    rule = "+" + "+".join("-" * (width + 2) for width in widths) + "+"
    lines = [rule]
    for row in rows:
        cells = " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True))
        lines += ["| " + cells + " |", rule]
    return "\n".join([f".. dice-table: {asks}", "", *lines, ""])


def simple(asks: str, rows: Rows) -> str:
    widths = _widths(rows)
    rule = "  ".join("=" * width for width in widths)
    rows = [["\\" if not cell and c == 0 else cell for c, cell in enumerate(row)] for row in rows]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip()
             for row in rows]  # fmt: skip
    return "\n".join([f".. dice-table: {asks}", "", rule, lines[0], rule, *lines[1:], rule, ""])


def as_list(asks: str, rows: Rows) -> str:
    lines = [f"   {'*' if c == 0 else ' '} - {cell}" for row in rows for c, cell in enumerate(row)]
    return "\n".join([f".. dice-table: {asks}", "", ".. list-table::", "", *lines, ""])


def html(asks: str, rows: Rows) -> str:
    kinds = ["th", *["td"] * (len(rows) - 1)]
    lines = ["<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in row) + "</tr>"
             for kind, row in zip(kinds, rows, strict=True)]  # fmt: skip
    return "\n".join([f"<!-- dice-table: {asks} -->", "", "<table>", *lines, "</table>", ""])


def csv(asks: str, rows: Rows) -> str:
    lines = ["   " + ", ".join(f'"{cell}"' for cell in row) for row in rows]
    return "\n".join([f".. dice-table: {asks}", "", ".. csv-table::", "", *lines, ""])


MARKUPS = {"md": (markdown, html), "rst": (grid, simple, as_list, csv)}


def judged(rulebook: Run, page: str = "", rules: str = RULES) -> dict[str, list[int]]:
    """The lines of each file at which something is reported."""
    rulebook.write({"page.md": page, "rules.toml": rules} if page else {"rules.toml": rules})
    report = rulebook.check()[1]
    found: dict[str, list[int]] = {}
    for each in [*report["drift"], *report["unread"]]:
        found.setdefault(each["file"], []).append(each["line"])
    return found


@pytest.mark.parametrize("turn", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_a_true_table_is_right_and_one_change_in_it_is_reported(turn: int, rulebook: Run) -> None:
    """The shapes are written in both markups in turn, and by the slow test in the other one."""
    rulebook.write({"rules.toml": RULES})
    cases: dict[str, list[tuple[int, int, str, bool, str]]] = {}
    for number, shape in enumerate(SHAPES.values()):
        markup = ("md", "rst")[(number + turn) % 2]
        write = MARKUPS[markup][number % len(MARKUPS[markup])]
        text, file = "", f"{number}.{markup}"
        for change, *parts in mutants(shape, figures(shape, rulebook.folder)):
            start = text.count("\n") + 1
            body = write(shape.asks + shape.more, typed(shape, *parts)) + "\n"
            text += body
            end = text.count("\n")
            cases.setdefault(file, []).append((start, end, change, is_true(shape, change), body))
        rulebook.write({file: text})
    found = judged(rulebook)
    wrong = []
    many = 0
    for name, (file, some) in zip(SHAPES, cases.items(), strict=True):
        for start, end, change, is_right, body in some:
            many += 1
            told = any(start <= line <= end for line in found.get(file, ()))
            if told is is_right:
                wrong.append(f"{name}: {change or 'true'}: {'told' if told else 'silent'}\n{body}")
    assert not wrong, f"{len(wrong)} of {many}\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    ("corner", "many"),
    [("Yours", 0), ("Yours \\ mine", 0), ("Mine", 6), ("Mine / yours", 6), ("", 6), ("Dice", 6)],
)
def test_the_corner_says_which_side_is_down_else_it_is_as_declared(
    corner: str, many: int, rulebook: Run
) -> None:
    page = CASES["duel"] + CASES["turned_duel"].format(corner=corner)
    assert len(judged(rulebook, page, CASES["duel_rules"]).get("page.md", [])) == many


@pytest.mark.parametrize("row", ["| 5 | 6 | 7 |", "|  | 6 | 7 |", "| 3 | 70% | 26% |"])
def test_a_row_of_numbers_that_nobody_asked_for_is_no_heading(row: str, rulebook: Run) -> None:
    page = (
        "<!-- dice-table: check=pool; rows=dice = 1..2; columns=counts >= 1..2 -->\n\n"
        f"| Dice | 1+ | 2+ |\n|---|---|---|\n{row}\n| 1 | 33% | 0% |\n| 2 | 56% | 11% |\n"
    )
    assert judged(rulebook, page) == {"page.md": [1]}


LEFT = CASES["left"]


def test_a_fix_changes_no_price_no_page_and_no_label(rulebook: Run) -> None:
    rulebook.write({"armour.md": LEFT})
    assert '"8" should be "10"' in rulebook("fix", ".", ends=1).out
    assert rulebook.text("armour.md") == LEFT.replace("27%", "28%").replace("9% ", "8% ")


LEVELS = CASES["levels"]


def test_figures_keep_their_order_beside_labels_of_the_next_values(rulebook: Run) -> None:
    assert judged(rulebook, LEVELS) == {"page.md": [5, 6, 7, 7]}
    rulebook("fix", ".", ends=1)
    assert rulebook.text("page.md") == LEVELS.replace("81%", "80%")
    assert judged(rulebook, LEVELS.replace("event", "unjudged=Hero; event")) == {"page.md": [7]}


def test_each_cell_of_a_table_is_judged_a_few_times(
    rulebook: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sphinxext.rulebook.figures.chance import Chance

    calls = []
    judge = Chance.judge

    def counted(*given: Any) -> Any:
        calls.append(1)
        return judge(*given)

    monkeypatch.setattr(Chance, "judge", counted)
    heads = ["Dice", *[f"{n}+" for n in range(1, 22)]]
    rows = [[str(n), *["50.5%"] * 21] for n in range(1, 25)]
    asks = "check=pool; rows=dice = 1..24; columns=counts >= 1..21"
    assert len(judged(rulebook, markdown(asks, [heads, *rows]))["page.md"]) == 504
    assert len(calls) <= 4 * 504  # once as typed, and once or more as a fix would write it


def test_a_typed_table_may_leave_out_its_last_column_of_words(rulebook: Run) -> None:
    rules = """
[check.strike]
roll = "d6"
outcomes = [
  { name = "Miss", when = "<= 2", shown = "1-2", text = "Nothing." },
  { name = "Hit", when = ">= 3", shown = "3-6", text = "It hurts." },
]
table.outcomes = ["{name}", "{shown}", "{text}"]
"""
    head = "<!-- dice-table: check=strike; rows=outcomes -->\n\n| Result | When |\n| --- | --- |\n"
    assert judged(rulebook, head + "| Miss | 1-2 |\n| Hit | 3-6 |\n", rules) == {}
    swapped = head + "| Hit | 1-2 |\n| Miss | 3-6 |\n"
    assert judged(rulebook, swapped, rules) == {"page.md": [5, 6]}
