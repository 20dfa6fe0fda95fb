"""What Windows does otherwise, as far as it shows here: consoles, drives, names, newlines."""

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.files import from_here
from sphinxext.rulebook.newbook import BookChoices, files_of
from tests.support.books import ROOTS
from tests.support.cases import cases_of

CASES = cases_of(__file__)

PACKAGE = Path(__file__).parents[2] / "sphinxext"
REFUSED = ("a wrong question", "a wrong rules file")
ALLOWED = re.compile(r'[^<>:"/\\|?*\x00-\x1f]*[^<>:"/\\|?*\x00-\x1f. ]')
DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book with letters that no western Windows console has, and the folder to be in."""
    folder = Path(shutil.copytree(ROOTS / "windows", tmp_path / "book"))
    text = (folder / "rules.toml").read_text("utf-8")
    for name, old, new in (("other", "5+", "4+"), ("wrong", "roll =", "röll☠ =")):
        assert old in text
        (folder / f"{name}.toml").write_text(text.replace(old, new), "utf-8")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """Runs a command on a console of western Windows; gives its status and all that it wrote."""

    def run(*command: str) -> tuple[int, str]:
        out, error = io.BytesIO(), io.BytesIO()
        for name, into in (("stdout", out), ("stderr", error)):
            stream = io.TextIOWrapper(into, encoding="cp1252", newline="\r\n", write_through=True)
            monkeypatch.setattr(sys, name, stream)
        status = main(command)
        return status, (out.getvalue() + error.getvalue()).decode("cp1252")

    return run


@pytest.mark.slow
def test_a_console_without_the_letters_stops_no_command(
    book: Path, console: Callable[..., tuple[int, str]]
) -> None:
    """And every file that they make has a name that Windows allows."""
    for name, command in CASES["commands"].items():
        status, said = console(*command)
        assert status in ((2,) if name in REFUSED else (0, 1)), said
        assert "Traceback" not in said
        assert "codec" not in said
        assert said.strip()
    made = [path for path in book.rglob("*") if path.is_file()]
    assert len(made) > 50
    names = {part for path in made for part in path.relative_to(book).parts}
    assert [name for name in names if not ALLOWED.fullmatch(name) or DEVICE.fullmatch(name)] == []
    folded: dict[str, Path] = {}
    for path in made:
        other = folded.setdefault(str(path).casefold(), path)
        assert other == path


def test_a_new_book_has_only_names_that_windows_allows() -> None:
    for name in files_of(BookChoices("A", "B")):
        for part in name.split("/"):
            assert ALLOWED.fullmatch(part), name
            assert not DEVICE.fullmatch(part), name


def test_a_file_on_another_drive_is_named_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    def elsewhere(path: str, start: str = ".") -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    monkeypatch.setattr(os.path, "relpath", elsewhere)
    assert from_here("/other/rules.toml") == "/other/rules.toml"


def test_no_file_is_opened_in_the_encoding_of_the_machine() -> None:
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--preview"]
    done = subprocess.run(
        [*command, "--select", "PLW1514", str(PACKAGE)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
