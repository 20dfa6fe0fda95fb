"""Makes random tables as strangers write them: shapes, dice, languages, right and wrong."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinxext.rulebook.random_tables.dice import TableDice, dice_of

SAID: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
DICE = ("d4", "d6", "d8", "d10", "d12", "d20", "d100", "2d6", "3d6", "d66", "2d10", "1d8+1d12")

Values = list[list[int]]  # of each row
Rows = Sequence[tuple[str, str]]  # rolls and entry
Slip = Callable[[random.Random, Values], "Values | None"]
Shape = Callable[[str, Rows], list[str]]


def partition(rng: random.Random, dice: TableDice) -> Values:
    """Every value of the dice in rows, in order."""
    n = len(dice.values)
    rows = n if n <= 12 and rng.random() < 0.5 else rng.randint(min(4, n), min(n, 12))
    cuts = sorted(rng.sample(range(1, n), rows - 1))
    return [list(dice.values[a:b]) for a, b in zip([0, *cuts], [*cuts, n], strict=True)]


def labelled(rng: random.Random, dice: TableDice, rows: Values) -> list[str]:
    """The rows' rolls, all in one manner."""
    dash = rng.choice(("-", "–", " - ", "–", "—"))
    padded = dice.high == 100 and rng.random() < 0.6
    zeros = padded and rng.random() < 0.7

    def said(value: int) -> str:
        return "00" if zeros and value == 100 else str(value).zfill(2 if padded else 1)

    return [said(r[0]) if len(r) == 1 else f"{said(r[0])}{dash}{said(r[-1])}" for r in rows]


def _changed(rows: Values, row: int, *new: list[int]) -> Values:
    return [*rows[:row], *new, *rows[row + 1 :]]


def _wide(rng: random.Random, rows: Values) -> int | None:
    wide = [n for n, row in enumerate(rows) if len(row) > 1]
    return rng.choice(wide) if wide else None


def gap(rng: random.Random, rows: Values) -> Values | None:
    """A row that ends too early."""
    row = _wide(rng, rows)
    return None if row is None else _changed(rows, row, rows[row][:-1])


def turned(rng: random.Random, rows: Values) -> Values | None:
    """A range that runs backwards; 100-96 would be written 00-96."""
    row = _wide(rng, rows)
    return None if row is None or rows[row][-1] == 100 else _changed(rows, row, rows[row][::-1])


def overlap(rng: random.Random, rows: Values) -> Values | None:
    """A row that begins with the last roll of the one before."""
    row = rng.randrange(1, len(rows))
    return _changed(rows, row, [rows[row - 1][-1], *rows[row]])


def twice(rng: random.Random, rows: Values) -> Values | None:
    """Rolls that are typed again in the next row."""
    row = rng.randrange(1, len(rows))
    return _changed(rows, row, rows[row - 1])


def dropped(rng: random.Random, rows: Values) -> Values | None:
    """A row that is missing."""
    return _changed(rows, rng.randrange(1, len(rows) - 1)) if len(rows) > 4 else None


def put_in(rng: random.Random, rows: Values) -> Values | None:
    """A row put in with the rolls of its neighbour: all rows have to be numbered anew."""
    row = rng.randrange(len(rows))
    return _changed(rows, row, rows[row], rows[row])


def beyond(_rng: random.Random, rows: Values) -> Values | None:
    """A last row that goes on past the dice."""
    return _changed(rows, len(rows) - 1, [*rows[-1], rows[-1][-1] + 1])


def dated(_rng: random.Random, rows: Values) -> Values | None:
    """A first range of which a spreadsheet made a date, see `page`."""
    return rows if len(rows[0]) > 1 and rows[0][0] == 1 and rows[0][-1] <= 12 else None


def pipe(head: str, rows: Rows) -> list[str]:
    return [f"| {head} | Result |", "|:---:|---|", *(f"| {a} | {b} |" for a, b in rows)]


def empty_head(head: str, rows: Rows) -> list[str]:
    return ["| | |", "|---|---|", *pipe(f"**{head}**", rows)[:1], *pipe(head, rows)[2:]]


def beside(head: str, rows: Rows) -> list[str]:
    half = (len(rows) + 1) // 2
    pairs = zip(rows[:half], [*rows[half:], ("", "")], strict=False)
    body = [f"| {a} | {b} | {c} | {d} |" for (a, b), (c, d) in pairs]
    return [f"| {head} | A | {head} | B |", "|---|---|---|---|", *body]


def html(head: str, rows: Rows) -> list[str]:
    body = [f"<tr><td>{label}</td><td>{text}</td></tr>" for label, text in rows]
    return ["<table>", f"<tr><th>{head}</th><th>Result</th></tr>", *body, "</table>"]


def grid(head: str, rows: Rows) -> list[str]:
    rule = f"+{'-' * 14}+{'-' * 22}+"
    body = [line for label, text in rows for line in (f"| {label:<12} | {text:<20} |", rule)]
    return [rule, f"| {head:<12} | {'Result':<20} |", rule.replace("-", "="), *body]


def simple(head: str, rows: Rows) -> list[str]:
    rule = f"{'=' * 14}  {'=' * 20}"
    return [rule, f"{head:<14}  Result", rule, *(f"{a:<14}  {b}" for a, b in rows), rule]


def list_table(head: str, rows: Rows) -> list[str]:
    every = [(head, "Result"), *rows]
    items = [line for a, b in every for line in (f"   * - {a}", f"     - {b}")]
    return [".. list-table::", "   :header-rows: 1", "", *items]


def csv_table(head: str, rows: Rows) -> list[str]:
    every = [(head, "Result"), *rows]
    return [".. csv-table::", "   :header-rows: 1", "", *(f'   "{a}", "{b}"' for a, b in every)]


MARKDOWN: tuple[Shape, ...] = (pipe, pipe, pipe, pipe, pipe, empty_head, beside, html)
RESTRUCTURED: tuple[Shape, ...] = (grid, simple, list_table, csv_table)
SLIPS: tuple[Slip, ...] = (gap, gap, dropped, dropped, overlap, twice, turned, dated, beyond)


@dataclass(frozen=True)
class Page:
    """A page with one random table."""

    text: str
    markdown: bool
    what: str


def page(rng: random.Random, *, wrong: bool) -> Page | None:
    """A page with one table; None where the mistake has no place in it."""
    dice = dice_of(rng.choice(DICE))
    assert dice is not None
    language = rng.choice(tuple(SAID["die"]))
    rows: Values | None = partition(rng, dice)
    slip = rng.choice(SLIPS) if wrong else None
    assert rows is not None
    rows = slip(rng, rows) if slip else rows
    if rows is None or len(rows) < 3:
        return None
    labels = labelled(rng, dice, rows)
    if slip is dated:
        labels[0] = f"1-{SAID['months'].split()[rows[0][-1] - 1]}"
    if rng.random() < 0.15:
        labels = [f"**{label}**" for label in labels]
    notation = dice.name.replace("d", SAID["die"][language])
    if rng.random() < 0.4 and not notation[0].isdigit():
        notation = f"1{notation}"
    words = SAID["words"].split()
    entries = [(label, f"{rng.choice(words)} {rng.choice(words)}") for label in labels]
    roll, where = SAID["roll"][language], rng.random()
    head = notation if where < 0.6 else f"{roll} ({notation})"
    heading, above = "Something", rng.choice(SAID["noise"])
    if where > 0.75:
        head = rng.choice((roll, "", "#"))
        above = f"{above}\n\n{SAID['sentence'][language].format(dice=notation)}"
    elif where > 0.7:
        head, heading = roll, f"Something ({notation})"
    markdown = rng.random() < 0.85
    shape = rng.choice(MARKDOWN if markdown else RESTRUCTURED)
    if shape in (simple, empty_head) and not head:
        head = roll
    title = f"# {heading}" if markdown else f"{heading}\n{'=' * len(heading)}"
    table = "\n".join(shape(head, entries))
    text = f"{title}\n\n{above}\n\n{table}\n\n{rng.choice(SAID['noise'])}\n"
    said = slip.__name__ if slip else "right"
    return Page(text, markdown, f"{dice.name} {said} {shape.__name__} {language} {head!r}")


def pages(seed: int, count: int, *, wrong: bool) -> list[Page]:
    """So many pages, always the same for a seed."""
    rng = random.Random(seed)
    found: list[Page] = []
    while len(found) < count:
        one = page(rng, wrong=wrong)
        if one is not None:
            found.append(one)
    return found
