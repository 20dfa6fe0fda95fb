"""Books full of random tables in every table syntax, each with one mistake planted."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sphinxext.rulebook.random_tables.dice import TableDice, dice_of
from sphinxext.rulebook.random_tables.partition import labels_of
from tests.random_tables.strangers import labelled, partition

DICE = ("d6", "d8", "d12", "d20", "d100", "2d6", "3d6", "d66")
Slip = Callable[[random.Random, list[list[int]]], "list[list[int]] | None"]
Rows = list[tuple[str, str]]  # rolls and entry


def gap(rng: random.Random, rows: list[list[int]]) -> list[list[int]] | None:
    """A row that ends too early."""
    wide = [n for n, row in enumerate(rows) if len(row) > 1]
    if not wide:
        return None
    row = rng.choice(wide)
    return [each[:-1] if n == row else each for n, each in enumerate(rows)]


def overlap(rng: random.Random, rows: list[list[int]]) -> list[list[int]] | None:
    """A row that begins with the last roll of the one before."""
    row = rng.randrange(1, len(rows))
    return [[rows[n - 1][-1], *each] if n == row else each for n, each in enumerate(rows)]


def twice(rng: random.Random, rows: list[list[int]]) -> list[list[int]] | None:
    """Rolls that are typed again in the next row."""
    row = rng.randrange(1, len(rows))
    return [rows[n - 1] if n == row else each for n, each in enumerate(rows)]


def dropped(rng: random.Random, rows: list[list[int]]) -> list[list[int]] | None:
    """A row that is missing."""
    row = rng.randrange(1, len(rows))
    return [*rows[:row], *rows[row + 1 :]] if len(rows) > 3 else None


def put_in(rng: random.Random, rows: list[list[int]]) -> list[list[int]] | None:
    """A row put in with the rolls of its neighbour: all rows have to be numbered anew."""
    row = rng.randrange(len(rows))
    return [*rows[: row + 1], rows[row], *rows[row + 1 :]]


SLIPS: tuple[Slip, ...] = (gap, overlap, twice, dropped, put_in)


def pipe(rows: Rows, dice: str) -> list[str]:
    """A pipe table."""
    return [f"| {dice} | Entry |", "|---|---|", *(f"| {rolls} | {text} |" for rolls, text in rows)]


def grid(rows: Rows, dice: str) -> list[str]:
    """A grid table."""
    rule = f"+{'-' * 14}+{'-' * 22}+"
    body = [line for rolls, text in rows for line in (f"| {rolls:<12} | {text:<20} |", rule)]
    return [rule, f"| {dice:<12} | {'Entry':<20} |", rule.replace("-", "="), *body]


def simple(rows: Rows, dice: str) -> list[str]:
    """A simple table."""
    rule = f"{'=' * 14}  {'=' * 20}"
    return [
        rule,
        f"{dice:<14}  Entry",
        rule,
        *(f"{rolls:<14}  {text}" for rolls, text in rows),
        rule,
    ]


def listed(rows: Rows, dice: str) -> list[str]:
    """A list-table of reStructuredText."""
    items = [line for rolls, text in [(dice, "Entry"), *rows]
             for line in (f"   * - {rolls}", f"     - {text}")]  # fmt: skip
    return [".. list-table::", "   :header-rows: 1", "", *items]


def comma(rows: Rows, dice: str) -> list[str]:
    """A csv-table of reStructuredText."""
    body = (f'   "{rolls}", "{text}"' for rolls, text in [(dice, "Entry"), *rows])
    return [".. csv-table::", "   :header-rows: 1", "", *body]


def fenced(table: Callable[[Rows, str], list[str]]) -> Callable[[Rows, str], list[str]]:
    """The same directive in MyST."""

    def made(rows: Rows, dice: str) -> list[str]:
        first, *rest = table(rows, dice)
        name = first.split()[1].removesuffix("::")
        return [f"```{{{name}}}", *(line.removeprefix("   ") for line in rest), "```"]

    made.__name__ = f"{table.__name__} in Markdown"
    return made


RESTRUCTURED = (grid, simple, listed, comma)
MARKDOWN = (pipe, fenced(listed), fenced(comma))


@dataclass(frozen=True)
class Mistaken:
    """A table with one mistake, and the same table as it was."""

    name: str
    dice: TableDice
    what: str
    rows: Rows
    right: Rows
    lines: list[str]

    @property
    def page(self) -> list[str]:
        """The lines of the table within its directive, one in two with odds."""
        options = [f":name: {self.name}"]
        options += [":odds:"] if int(self.name.split("-")[1]) % 2 else []
        if "pipe" in self.what or "Markdown" in self.what:
            return ["````{random-table}", *options, "", *self.lines, "````", ""]
        return [".. random-table::", *(f"   {option}" for option in options), "",
                *(f"   {line}".rstrip() for line in self.lines), ""]  # fmt: skip


def tables(rng: random.Random, count: int, *, markdown: bool) -> Iterator[Mistaken]:
    """Tables in turn in each syntax of a markup, each with one mistake."""
    syntaxes = MARKDOWN if markdown else RESTRUCTURED
    number = 0
    while number < count:
        dice = dice_of(rng.choice(DICE))
        assert dice is not None
        rows = [list(row) for row in partition(rng, dice)]
        slip, syntax = rng.choice(SLIPS), syntaxes[number % len(syntaxes)]
        wrong = slip(rng, rows)
        if wrong is None or wrong == rows or len(wrong) > len(dice.values):
            continue
        seed = rng.random()
        right = typed(random.Random(seed), dice, rows)
        made = typed(random.Random(seed), dice, wrong)
        what = f"{slip.__name__}, {syntax.__name__}"
        name = f"table-{number}-{'md' if markdown else 'rst'}"
        yield Mistaken(name, dice, what, made, right, syntax(made, dice.name))
        number += 1


def typed(rng: random.Random, dice: TableDice, rows: Sequence[Sequence[int]]) -> Rows:
    """The rows as an author types them, each with an entry of its own."""
    labels = labelled(rng, dice, rows)
    return [(re.sub(r"\*", "", label), f"entry {n}") for n, label in enumerate(labels)]


def book(folder: Path, made: Sequence[Mistaken]) -> None:
    """A book with the tables, a page for each markup."""
    (folder / "conf.py").write_text('extensions = ["myst_parser", "sphinxext.rulebook"]\n')
    for suffix in ("md", "rst"):
        lines = [line for each in made if each.name.endswith(suffix) for line in each.page]
        title = ["# Tables", ""] if suffix == "md" else ["Tables", "======", ""]
        name = "index.rst" if suffix == "rst" else "more.md"
        toc = [".. toctree::", "", "   more", ""] if suffix == "rst" else []
        (folder / name).write_text("\n".join([*title, *toc, *lines]) + "\n", "utf-8")


def values_of(dice: TableDice, rows: Rows) -> list[frozenset[int]]:
    """The values of the dice that each row has."""
    return list(labels_of(dice, [rolls for rolls, _ in rows]).values)
