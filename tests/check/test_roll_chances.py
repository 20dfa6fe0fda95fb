"""A chance beside the rolls of a random table is held to the dice, and mended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main
from tests.support.cases import cases_of

CASES = cases_of(__file__)
PAGE = CASES["page"]
ROWS = "| {} | {} | A sign |\n"
# The dice, the heading, each row's rolls and chance, and the wrong chances with what is right.
TABLES = CASES["tables"]


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
