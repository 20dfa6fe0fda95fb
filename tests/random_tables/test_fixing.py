"""Whatever is wrong with a table, ``rulebook fix`` puts it right and changes nothing else."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from sphinxext.rulebook.random_tables.dice import TableDice, dice_of
from sphinxext.rulebook.random_tables.partition import RollLabels, is_partition, labels_of
from tests.random_tables import made_up
from tests.random_tables.made_up import Rows, Shape
from tests.support.command import Run

DICE = ("d6", "d8", "d12", "d20", "d100", "2d6", "3d6", "d66")
SLIPS = (made_up.gap, made_up.overlap, made_up.twice, made_up.dropped, made_up.put_in)
CELL = re.compile(r"^[\s|*\-\"]*(\d[^|\"]*?)[\s|\",]+(entry \d+)")


def fenced(table: Shape) -> Shape:
    """A directive of reStructuredText in MyST."""

    def made(head: str, rows: Rows) -> list[str]:
        first, *rest = table(head, rows)
        name = first.split()[1].removesuffix("::")
        return [f"```{{{name}}}", *(line.removeprefix("   ") for line in rest), "```"]

    return made


SHAPES = {
    "rst": (made_up.grid, made_up.simple, made_up.list_table, made_up.csv_table),
    "md": (made_up.pipe, fenced(made_up.list_table), fenced(made_up.csv_table)),
}


@dataclass(frozen=True)
class Mistaken:
    """A table with one mistake."""

    name: str
    dice: TableDice
    what: str
    rows: Rows
    lines: list[str]

    @property
    def markup(self) -> str:
        return self.name.rpartition("-")[2]

    @property
    def page(self) -> list[str]:
        """The lines of the table within its directive, one in two with odds."""
        options = [f":name: {self.name}"]
        options += [":odds:"] if int(self.name.split("-")[1]) % 2 else []
        if self.markup == "md":
            return ["````{random-table}", *options, "", *self.lines, "````", ""]
        body = [*options, "", *self.lines]
        return [".. random-table::", *(f"   {line}".rstrip() for line in body), ""]

    def read(self, rows: Rows) -> RollLabels:
        """Some rows on the dice of the table."""
        return labels_of(self.dice, [rolls for rolls, _ in rows])


def tables(rng: random.Random, count: int, markup: str) -> Iterator[Mistaken]:
    """Tables in turn in each syntax of a markup, each with one mistake."""
    number = 0
    while number < count:
        dice = dice_of(rng.choice(DICE))
        right = made_up.partition(rng, dice)
        slip, shape = rng.choice(SLIPS), SHAPES[markup][number % len(SHAPES[markup])]
        wrong = slip(rng, right)
        if wrong is None or wrong == right or len(wrong) > len(dice.values):
            continue
        labels = made_up.labelled(rng, dice, wrong)
        rows = [(label, f"entry {n}") for n, label in enumerate(labels)]
        name = f"table-{number}-{markup}"
        yield Mistaken(name, dice, slip.__name__, rows, shape(dice.name, rows))
        number += 1


def rows_in(lines: list[str]) -> Rows:
    """The rolls and the entry of every row, whatever the syntax."""
    text = re.sub(r"\n\s*- (?=entry)", " | ", "\n".join(lines))
    return [
        (match[1].strip(), match[2]) for line in text.split("\n") if (match := CELL.match(line))
    ]


def of_table(rulebook: Run, table: Mistaken) -> Rows:
    """The rows of a table in its page."""
    lines = rulebook.text(f"index.{table.markup}").split("\n")
    first = next(i for i, line in enumerate(lines) if line.strip() == f":name: {table.name}")
    ends = (i for i in range(first, len(lines)) if "random-table" in lines[i])
    return rows_in(lines[first : next(ends, len(lines))])


@pytest.mark.parametrize(
    ("seed", "count"), [(3, 8), *(pytest.param(n, 28, marks=pytest.mark.slow) for n in (1, 2, 3))]
)
@pytest.mark.parametrize("markup", SHAPES)
def test_a_fix_puts_every_table_right_in_every_syntax(
    seed: int, count: int, markup: str, rulebook: Run
) -> None:
    made = list(tables(random.Random(seed), count, markup))
    conf = 'extensions = ["myst_parser", "sphinxext.rulebook"]\n'
    title = ["# Tables", ""] if markup == "md" else ["Tables", "======", ""]
    page = [*title, *(line for each in made for line in each.page)]
    rulebook.write({"conf.py": conf, f"index.{markup}": "\n".join(page)})
    assert [of_table(rulebook, each) for each in made] == [each.rows for each in made]
    drift = rulebook.check()[1]["drift"]
    found = {name for each in drift for name in re.findall(r"table-\d+-\w+", json.dumps(each))}
    assert [each.what for each in made if each.name not in found] == []
    rulebook("fix", ".", ends=0)
    rulebook("check", ".", ends=0)
    for each in made:
        rows = of_table(rulebook, each)
        assert [text for _, text in rows] == [text for _, text in each.rows], each.what
        was, now = each.read(each.rows), each.read(rows)
        assert is_partition(now), (each.what, rows)
        changed = [n for n, (a, b) in enumerate(zip(each.rows, rows, strict=True)) if a != b]
        if each.what != "put_in":
            assert len(changed) == 1, (each.what, each.rows, rows)
        sizes = [len(row) for row in was.values]
        if sum(sizes) == len(each.dice.values):
            assert [len(row) for row in now.values] == sizes
