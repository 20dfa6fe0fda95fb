"""A chance beside the rolls of a random table is held to the dice, and mended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main

PAGE = """\
<!-- random-table: dice={dice}; name=omens -->

| Roll | {head} | Omen |
|------|--------|------|
"""
ROWS = "| {} | {} | A sign |\n"
# The dice, the heading, each row's rolls and chance, and the wrong chances with what is right.
TABLES = [
    ("2d6", "Chance", [("2-4", "17%"), ("5, 6, 7", "42%"), ("8-12", "42%")], {}),
    ("2d6", "Chance", [("2", "3%"), ("3, 4, 5", "70%"), ("6, 7", "31%"), ("8-12", "42%")],
     {"70%": "25%"}),
    ("2d6", "Probability", [("2-9", "30/36"), ("10", "8/36"), ("11-12", "3/36")],
     {"8/36": "3/36"}),
    ("d20", "%", [("1-5", "25"), ("6-20", "70")], {"70": "75"}),
    ("d66", "Odds", [("11-36", "1 in 2"), ("41-66", "1 in 3")], {"1 in 3": "1 in 2"}),
    ("d20", "Chance of gold", [("1-5", "90%"), ("6-20", "70%")], {}),
    ("d20", "Price", [("1-5", "90"), ("6-20", "70")], {}),
]  # fmt: skip


@pytest.mark.parametrize(("dice", "head", "rows", "wrong"), TABLES)
def test_a_chance_is_that_of_its_row(
    dice: str,
    head: str,
    rows: list[tuple[str, str]],
    wrong: dict[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = tmp_path / "page.md"
    text = PAGE.format(dice=dice, head=head)
    page.write_text(text + "".join(ROWS.format(*row) for row in rows), encoding="utf-8")
    main(["check", str(tmp_path), "--out", str(tmp_path / "out"), "--format", "json"])
    drift = json.loads(capsys.readouterr().out)["drift"]
    assert {each["found"]: each["expected"] for each in drift} == wrong
    assert {each["query"] for each in drift} <= {"omens"}
    main(["fix", str(tmp_path)])
    mended = text + "".join(ROWS.format(rolls, wrong.get(typed, typed)) for rolls, typed in rows)
    assert page.read_text("utf-8") == mended
