"""Stale tables: an earlier rule explains all of one, another argument a row or a column."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main

RULES = """
[check.attack]
roll = { d6 = 2 }
takes.bonus = { each = { add = 1 }, default = 0 }
outcomes = { Miss = "<= 6", Graze = "7..9", Hit = ">= 10" }

[check.pool]
roll = { d6 = 0, success = "5+" }
takes.dice = { each = { d6 = 1 } }
difficulties = { Easy = { needs = 1 }, Hard = { needs = 3 } }
"""
ATTACK = """
<!-- dice-table: check=attack; rows=bonus = 0..3; columns=outcomes -->

| Bonus | Miss | Graze | Hit |
|-------|------|-------|-----|
"""
POOL = """
<!-- dice-table: check=pool; rows=dice = 2..5; columns=COLUMNS -->

| Dice | First | Second |
|------|-------|--------|
"""
TABLES = [
    (
        ATTACK + "| 0 | 42% | 31% | 28% |\n| 1 | 28% | 31% | 42% |\n| 2 | 17% | 25% | 58% |\n"
        "| 3 | 8% | 19% | 72% |\n",
        "the whole table is right with check.attack.outcomes.Hit = '>= 9' in the rules",
    ),
    (
        POOL.replace("COLUMNS", "counts >= 1..2")
        + "| 2 | 75% | 25% |\n| 3 | 88% | 50% |\n| 4 | 94% | 69% |\n| 5 | 97% | 81% |\n",
        "the whole table is right with check.pool.roll.success = '4+' in the rules",
    ),
    (
        POOL.replace("COLUMNS", "difficulties")
        + "| 2 | 56% | 11% |\n| 3 | 70% | 26% |\n| 4 | 80% | 41% |\n| 5 | 87% | 54% |\n",
        "the whole table is right with check.pool.difficulties.Hard.needs = 2 in the rules",
    ),
    (
        POOL.replace("COLUMNS", "counts >= 1..2")
        + "| 2 | 70% | 11% |\n| 3 | 80% | 26% |\n| 4 | 87% | 41% |\n| 5 | 91% | 54% |\n",
        "the column is right with 'dice' one higher",
    ),
    (
        ATTACK + "| 0 | 42% | 42% | 17% |\n| 1 | 20% | 31% | 49% |\n| 2 | 17% | 42% | 42% |\n"
        "| 3 | 8% | 33% | 58% |\n",
        "",
    ),
]


@pytest.mark.parametrize(("text", "why"), TABLES)
def test_an_earlier_rule_or_another_argument_explains_what_is_wrong(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rules.toml").write_text(RULES, encoding="utf-8")
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    assert main(["check", str(tmp_path), "--format", "json"]) == 1
    assert {each["why"] for each in json.loads(capsys.readouterr().out)["drift"]} == {why}
