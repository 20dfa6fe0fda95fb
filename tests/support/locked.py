"""A book whose figures are locked, for the tests of locks and of what moves."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main
from tests.support.books import ROOTS

ROOT = ROOTS / "locked"
CONF, RULES, PAGE = (
    (ROOT / name).read_text("utf-8") for name in ("conf.py", "rules.toml", "index.rst")
)
EASIER = RULES.replace("(5 -", "(4 -")


@pytest.fixture
def locked_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book with its rules, locked."""
    folder = Path(shutil.copytree(ROOT, tmp_path / "docs"))
    (tmp_path / "new.toml").write_text(EASIER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["lock", "docs"]) == 0
    return folder


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    """The status of a diff and what it prints."""
    capsys.readouterr()
    status = main(["diff", *args])
    return status, capsys.readouterr().out


def git(folder: Path, *words: str) -> None:
    """Do something with git in a folder."""
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)
