"""`check --suggest`: what looks like a figure of the dice is found, and what does not is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sphinxext.rulebook.cli import main
from tests.drift.planted import CELLS, DECOYS, FIGURES, PRICES, TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

CONF = 'extensions = ["sphinxext.rulebook", "myst_parser"]\nrulebook_rules = "game:uwr"\n'


def planted() -> str:
    """The chapter of figures."""
    texts = "\n\n".join(text for text, _ in FIGURES)
    return f"Rolling the dice\n================\n\n{texts}\n\nChances by dice:\n\n{TABLE}"


def suggested(
    folder: Path, files: Mapping[str, str], capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[dict[str, str]]]:
    """The exit status of a check, and what it suggests."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    status = main(["check", str(folder), "--suggest", "--format", "json"])
    return status, json.loads(capsys.readouterr().out)["suggestions"]


@pytest.mark.parametrize("book", [True, False], ids=["a book with rules", "a folder without"])
def test_nine_of_ten_planted_figures_are_found(
    book: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"index.rst": planted(), **({"conf.py": CONF} if book else {})}
    status, found = suggested(tmp_path, files, capsys)
    assert status == 0
    have = [each["found"] for each in found]
    wanted = [figure for _, figures in FIGURES for figure in figures] + list(CELLS)
    missing = []
    for figure in wanted:
        if figure in have:
            have.remove(figure)
        else:
            missing.append(figure)
    assert len(wanted) >= 40
    assert len(missing) <= len(wanted) // 10, missing
    assert len(have) <= 4, have


@pytest.mark.parametrize("book", [True, False], ids=["a book with rules", "a folder without"])
def test_prices_weights_widths_and_rules_in_percent_are_left_alone(
    book: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Things\n======\n\n" + "\n\n".join(DECOYS) + "\n\nWhat it costs:\n\n" + PRICES
    files = {"index.rst": text, **({"conf.py": CONF} if book else {})}
    assert suggested(tmp_path, files, capsys) == (0, [])
    # In one paragraph with the dice they are still left alone.
    mixed = "Dice\n====\n\nRoll 2d6 and hope for a 7.\n" + "\n".join(DECOYS)
    _, found = suggested(tmp_path, {**files, "index.rst": mixed}, capsys)
    assert found == []
