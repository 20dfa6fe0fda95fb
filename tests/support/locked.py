"""A book whose figures are locked, for the tests of locks and of what moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main

CONF = 'extensions = ["sphinxext.rulebook"]\nexclude_patterns = ["_build"]\n'
RULES = (
    'name = "Pools"\n'
    "\n"
    "[check.direct]\n"
    'noun = { one = "success", many = "successes" }\n'
    'roll = "dice d6, success on (5 - favor)+"\n'
    "takes.dice = { required = true }\n"
    "takes.favor = {}\n"
    "difficulties.Normal = { needs = 1 }\n"
    "difficulties.Difficult = { needs = 2 }\n"
)
PAGE = """\
Dice
====

A check of three dice: :odds:`direct(3) >= 1`, held :odds:`26% <direct(3) >= 2>`.

A die succeeds on :rule:`direct.success`; Anna has :rolled:`direct(2) on 4 5`.

.. dice-table::
   :check: direct
   :rows: dice = 1, 2
   :columns: difficulties

.. dice-table::
   :check: direct
   :rows: dice = 1, 2
   :event: >= 1

   ====  ===
   Dice  Any
   ====  ===
   1     33%
   2     56%
   ====  ===

.. dice-table::
   :check: direct
   :rows: difficulties
   :columns: chances = 50%, 80%
   :show: reach
   :of: dice
"""
EASIER = RULES.replace("(5 -", "(4 -")


@pytest.fixture
def locked_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book with its rules, locked."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in {"conf.py": CONF, "rules.toml": RULES, "index.rst": PAGE}.items():
        (folder / name).write_text(text, encoding="utf-8")
    (tmp_path / "new.toml").write_text(EASIER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["lock", "docs"]) == 0
    return folder


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    """The status of a diff and what it prints."""
    capsys.readouterr()
    status = main(["diff", *args])
    return status, capsys.readouterr().out
