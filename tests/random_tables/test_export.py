"""What `rulebook export` writes is read back: by a schema, or by a small reader of ours.

Foundry and Roll20 publish no schema of their files. The fields of Foundry's documents are held to
its published types; the commands of Roll20's script TableExport are read by a reader below.
"""

import csv
import json
import re
import shutil
from collections.abc import Callable
from fractions import Fraction
from io import StringIO
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from tests.support.books import ROOTS
from tests.support.command import Run

# The fields in fvtt-types 13.346, the types of Foundry 13 on npm; `text` is what Foundry 12 reads.
TABLE_FIELDS = {"_id", "name", "img", "description", "formula", "replacement", "displayRoll",
                "results", "flags"}  # fmt: skip
RESULT_FIELDS = {"_id", "type", "name", "description", "text", "img", "weight", "range", "drawn",
                 "flags"}  # fmt: skip

Export = Callable[[str], Path]


@pytest.fixture
def exported(rulebook: Run) -> Export:
    """Exports a book in a format; what comes back is its folder."""
    shutil.copytree(ROOTS / "wanderings", "book")

    def export(form: str) -> Path:
        ends = 1 if form == "foundry" else 0
        rulebook("export", "book", "--format", form, "--out", form, ends=ends)
        return Path(form)

    return export


def test_json_keeps_to_its_schema(exported: Export) -> None:
    folder = exported("json")
    data = json.loads((folder / "tables.json").read_text("utf-8"))
    schema = json.loads((folder / "tables.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(data, schema, cls=jsonschema.Draft202012Validator)
    tables = {table["name"]: table for table in data["tables"]}
    assert set(tables) == {"road", "mood", "hits", "names", "cargo", "loot", "rumours", "evening"}
    for table in tables.values():
        for level in table["rows"][0]["odds"]:
            assert sum(Fraction(row["odds"][level]) for row in table["rows"]) == 1
    assert tables["road"]["rows"][1]["tables"] == ["cargo", "mood"]
    assert tables["loot"]["rows"][4]["times"] == 2
    checks = {check["name"]: check for check in data["checks"]}
    assert checks["direct"]["counts"] == {"0": "2/3", "1": "1/3"}


def rolled(formula: str, charm: int = 0) -> list[int]:
    """Every total that a formula of Foundry's may come to, as often as it does."""
    totals = [0]
    for sign, term in re.findall(r"([-+]?)\s*([^-+]+)", formula.replace(" ", "")):
        if term == "@charm":
            values = [charm]
        elif match := re.fullmatch(r"(\d+)d(\d+)(?:\*(\d+))?", term):
            sides = range(1, int(match[2]) + 1)
            values = [
                sum(dice) * int(match[3] or 1) for dice in product(sides, repeat=int(match[1]))
            ]
        else:
            values = [int(term)]
        by = -1 if sign == "-" else 1
        totals = [total + by * value for total in totals for value in values]
    return totals


def test_foundry_has_a_document_for_each_table(exported: Export) -> None:
    folder = exported("foundry")
    documents: dict[str, Any] = {
        path.stem: json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")
    }
    every = {"road", "mood", "names", "cargo", "loot", "rumours", "evening"}
    assert set(documents) == every  # no "hits": see below
    for document in documents.values():
        assert set(document) == TABLE_FIELDS
        assert re.fullmatch(r"[A-Za-z0-9]{16}", document["_id"])
        for result in document["results"]:
            assert set(result) == RESULT_FIELDS
            low, high = result["range"]
            assert low <= high
        totals = (rolled(document["formula"], charm) for charm in range(-1, 3))
        for total in {total for some in totals for total in some}:
            hit = [r for r in document["results"] if r["range"][0] <= total <= r["range"][1]]
            assert len(hit) == 1, (document["name"], total)
    assert documents["mood"]["name"] == "Mood"
    assert "@RollTable[Mood]{mood}" in documents["road"]["results"][1]["description"]
    assert "[[/roll 2d6]]" in documents["road"]["results"][0]["text"]
    assert "[[/roll 1d4*10]] hours" in documents["road"]["results"][-1]["text"]
    assert not documents["rumours"]["replacement"]


def some_table(made: Random) -> tuple[str, list[range]]:
    """Write a random table with a modifier, whose rows may go past the dice; and its rows."""
    low, high = made.choice([(1, 6), (1, 10), (2, 12), (3, 18)])
    dice = {6: "d6", 10: "d10", 12: "2d6", 18: "3d6"}[high]
    least, most = sorted(made.choices(range(-3, 5), k=2))
    first = made.randint(min(low, low + least), low)
    last = made.randint(high, max(high, high + most))
    cuts = sorted(made.sample(range(first + 1, last + 1), k=made.randint(1, 4)))
    rows = [range(*ends) for ends in pairwise([first, *cuts, last + 1])]
    said = [f"{row[0]} to {row[-1]}" if len(row) > 1 else str(row[0]) for row in rows]
    lines = "".join(f"| {rolls} | row {n} |\n" for n, rolls in enumerate(said))
    options = f":dice: {dice}\n:modifier: charm = {least}..{most}\n"
    return f"```{{random-table}} T\n{options}\n| roll | x |\n|-|-|\n{lines}```\n\n", rows


def test_every_roll_with_any_modifier_leads_to_one_row_in_every_format(rulebook: Run) -> None:
    made = Random(7)
    tables = [some_table(made) for _ in range(60)]
    rulebook.write({"page.md": "".join(text for text, _ in tables)})
    for form in ("json", "foundry", "csv"):
        rulebook("export", ".", "--format", form, "--out", ".", ends=0)
    data = json.loads(rulebook.text("tables.json"))["tables"]
    lines = list(csv.DictReader(StringIO(rulebook.text("tables.csv"), newline="")))
    for table, (text, rows) in zip(data, tables, strict=True):
        document = json.loads(rulebook.text(f"{table['name']}.json"))
        assert all(result["weight"] > 0 for result in document["results"]), text
        for level in range(table["modifier"]["least"], table["modifier"]["most"] + 1):
            for total in rolled(document["formula"], level):
                hit = [each["text"] for each in document["results"]
                       if each["range"][0] <= total <= each["range"][1]]  # fmt: skip
                near = min(max(total, rows[0][0]), rows[-1][-1])
                wanted = [f"row {n}" for n, row in enumerate(rows) if near in row]
                assert hit == wanted, (text, level, total)
        own = [line for line in lines if line["table"] == table["name"]]
        assert [[int(line["low"]), int(line["high"])] for line in own] == [
            run for row in table["rows"] for run in row["ranges"]
        ]


def test_a_table_on_a_check_is_left_out_for_foundry_and_named(rulebook: Run) -> None:
    shutil.copytree(ROOTS / "wanderings", "book")
    said = rulebook("export", "book", "--format", "foundry", "--out", "out", ends=1)
    assert "'Hits' is rolled on 'direct(dice=3)'" in said.err


def chat_import(text: str) -> dict[str, dict[str, int]]:
    """The tables that the script TableExport makes of lines in the chat."""
    assert "[[" not in text  # the chat would roll it before the script sees it
    tables: dict[str, dict[str, int]] = {}
    for line in text.splitlines():
        command, name, *rest = re.split(r"\s+--", line)
        if command == "!import-table":
            assert rest == ["show"]
            tables[name] = {}
        else:
            assert command == "!import-table-item"
            item, weight, avatar = rest
            assert avatar == ""
            item = re.sub(r"<%%(\d+)%%>", lambda sign: chr(int(sign[1])), item)
            tables[name][item] = int(weight)
    return tables


def pasted_import(text: str) -> dict[str, dict[str, int]]:
    """The tables that the extension betteR20 makes of what is pasted."""
    tables: dict[str, dict[str, int]] = {}
    current = ""
    for line in text.split("\n"):
        parts = [part.strip() for part in line.split("--")]
        if parts[0] == "!import-table-item":
            assert current
            _, _, item, weight, _ = parts
            tables[current][item] = int(weight)
        elif parts[0] == "!import-table":
            assert not current, "no empty line between tables"
            current = parts[1]
            tables[current] = {}
        else:
            assert not line
            current = ""
    return tables


def test_roll20_reads_every_table_and_its_weights(exported: Export) -> None:
    folder = exported("roll20")
    tables = chat_import((folder / "tables.txt").read_text("utf-8"))
    assert tables == pasted_import((folder / "tables-paste.txt").read_text("utf-8"))
    assert tables["mood"] == {"hostile": 5, "busy": 8, "friendly": 5}
    assert sum(tables["names"].values()) == 18
    assert any("[[1t[mood]]]" in item for item in tables["road"])


def test_csv_has_a_line_for_each_range(exported: Export) -> None:
    with (exported("csv") / "tables.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    road = [row for row in rows if row["table"] == "road"]
    assert [(row["low"], row["high"], row["chance"]) for row in road] == [
        ("11", "21", "7/36"), ("22", "55", "11/18"), ("56", "66", "7/36"),
    ]  # fmt: skip


def table(caption: str, *, name: str = "", rows: str = "- a\n- b\n") -> str:
    return f"```{{random-table}} {caption}\n:dice: d2\n:name: {name}\n\n{rows}```\n\n"


LONG = "Encounters by night " * 15
CAPTIONS = ("Encounters", "Encounters", "Rain", "rain", "RAIN!", "Con", "遭遇", LONG, LONG + "II")


@pytest.mark.parametrize("form", ["json", "foundry", "roll20", "csv"])
def test_tables_with_one_caption_are_kept_apart_in_every_format(form: str, rulebook: Run) -> None:
    names = ("rain-2", "table-7", "7-days")  # two as captions are numbered, and no check's name
    page = "".join(map(table, CAPTIONS)) + "".join(table(each, name=each) for each in names)
    rulebook.write({"page.md": page})
    out, count = Path("out"), len(CAPTIONS) + len(names)
    told = rulebook("export", ".", "--format", form, "--out", out, ends=0).out
    assert f"{count} random tables written" in told
    files = {path.name.casefold() for path in out.iterdir()}
    assert all(len(name) < 100 and "--" not in name and "-." not in name for name in files)
    if form == "foundry":
        assert len(files) == count
        titles = {json.loads(path.read_text("utf-8"))["name"] for path in out.iterdir()}
        assert len({title.casefold() for title in titles}) == count
        assert "con.json" not in files
    if form == "json":
        data = json.loads((out / "tables.json").read_text("utf-8"))
        assert len({each["name"] for each in data["tables"]}) == count
    if form == "roll20":
        assert len(chat_import((out / "tables.txt").read_text("utf-8"))) == count
    if form == "csv":
        with (out / "tables.csv").open(encoding="utf-8", newline="") as file:
            assert len({row["table"] for row in csv.DictReader(file)}) == count


def test_a_name_that_an_author_gave_stays_with_its_table_and_links_find_it(rulebook: Run) -> None:
    link = table("Start", rows="- {ref}`rain-2`\n- {ref}`Mood`\n")
    page = table("Rain") + table("Rain") + table("Wet", name="rain-2") + link
    rulebook.write({"page.md": page + table("Rain", name="Mood")})
    rulebook("export", ".", "--format", "foundry", "--out", ".", ends=0)
    assert json.loads(rulebook.text("rain-2.json"))["name"] == "Wet"
    said = [each["text"] for each in json.loads(rulebook.text("start.json"))["results"]]
    mood = json.loads(rulebook.text("mood.json"))["name"]
    assert said == ["@RollTable[Wet]{rain-2}", f"@RollTable[{mood}]{{Mood}}"]
    assert mood == "Rain (3)"


def test_roll20_gets_no_row_that_never_comes_up(rulebook: Run) -> None:
    rows = "| roll | what |\n|---|---|\n| 1 | a |\n| 2-6 | b |\n| 7 | never |\n"
    page = f"```{{random-table}} Road\n:dice: d6\n:modifier: luck = 0..1\n\n{rows}```\n"
    rulebook.write({"page.md": page})
    rulebook("export", ".", "--format", "roll20", "--out", ".", ends=0)
    tables = chat_import(rulebook.text("tables.txt"))
    assert tables == {"road": {"a": 1, "b": 5}}
