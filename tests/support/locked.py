"""A book whose figures are locked, for the tests of locks and of what moves."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.books import ROOTS
from tests.support.command import Run

ROOT = ROOTS / "locked"
CONF, RULES, PAGE = (
    (ROOT / name).read_text("utf-8") for name in ("conf.py", "rules.toml", "index.rst")
)
EASIER = RULES.replace("(5 -", "(4 -")
LOCK = "docs/odds.lock.json"


@pytest.fixture
def locked(rulebook: Run) -> Run:
    """Runs commands beside `docs`, a book with its rules, locked; `new.toml` is easier."""
    shutil.copytree(ROOT, rulebook.folder / "docs")
    rulebook.write({"new.toml": EASIER})
    assert rulebook("lock", "docs").status == 0
    return rulebook


def git(folder: Path, *words: str) -> None:
    """Do something with git in a folder."""
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)
