"""Whatever is wrong with a table, ``rulebook fix`` puts it right and changes nothing else."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.random_tables.partition import is_partition, labels_of
from tests.random_tables.mistaken import Mistaken, Rows, book, tables

CELL = re.compile(r"^[\s|*\-\"]*(\d[^|\"]*?)[\s|\",]+(entry \d+)")


def rows_in(lines: list[str]) -> Rows:
    """The rolls and the entry of every row, whatever the syntax."""
    text = re.sub(r"\n\s*- (?=entry)", " | ", "\n".join(lines))
    return [
        (match[1].strip(), match[2]) for line in text.split("\n") if (match := CELL.match(line))
    ]


def of_table(folder: Path, table: Mistaken) -> list[str]:
    """The lines of a table in its page."""
    page = "more.md" if table.name.endswith("md") else "index.rst"
    lines = (folder / page).read_text("utf-8").split("\n")
    first = next(i for i, line in enumerate(lines) if line.strip() == f":name: {table.name}")
    ends = (i for i in range(first, len(lines)) if "random-table" in lines[i])
    return lines[first : next(ends, len(lines))]


@pytest.mark.parametrize(
    ("seed", "count"), [(3, 8), *(pytest.param(n, 28, marks=pytest.mark.slow) for n in (1, 2, 3))]
)
def test_a_fix_puts_every_table_right_in_every_syntax(
    seed: int, count: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(seed)
    made = [*tables(rng, count, markdown=False), *tables(rng, count * 3 // 4, markdown=True)]
    book(tmp_path, made)
    before = {each.name: of_table(tmp_path, each) for each in made}
    assert main(["check", str(tmp_path), "--format", "json"]) == 1
    drift = json.loads(capsys.readouterr().out)["drift"]
    found = {name for each in drift for name in re.findall(r"table-\d+-\w+", json.dumps(each))}
    assert [each.what for each in made if each.name not in found] == []
    assert main(["fix", str(tmp_path)]) == 0, capsys.readouterr().out
    assert main(["check", str(tmp_path)]) == 0, capsys.readouterr().out
    for each in made:
        after = of_table(tmp_path, each)
        rows, was = rows_in(after), rows_in(before[each.name])
        assert was == each.rows, each.what
        assert [text for _, text in rows] == [text for _, text in was], each.what
        labels = labels_of(each.dice, [rolls for rolls, _ in rows])
        assert is_partition(labels), (each.what, rows)
        changed = [n for n, (a, b) in enumerate(zip(was, rows, strict=True)) if a != b]
        if not each.what.startswith("put_in"):
            assert len(changed) == 1, (each.what, was, rows)
        sizes = [len(row) for row in labels_of(each.dice, [rolls for rolls, _ in was]).values]
        if sum(sizes) == len(each.dice.values):
            assert [len(row) for row in labels.values] == sizes
