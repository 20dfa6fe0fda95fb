"""The command line as its user sees it: what is printed where, and the exit status."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sphinxext.rulebook.cli import main
from tests.support.books import write_files


class Said(NamedTuple):
    """What a command printed and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, as JSON."""
        return json.loads(self.out)

    def refused(self) -> list[str]:
        """Return the lines of an error, which is all that was printed."""
        assert self.status == 2
        assert self.out == ""
        lines = self.err.splitlines()
        assert lines
        assert all(line.startswith("rulebook: ") for line in lines)
        return [line.removeprefix("rulebook: ") for line in lines]


class Run:
    """Runs commands in a folder of the test's own, which is empty at first."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def __call__(self, *argv: object, ends: int | None = None) -> Said:
        """Run a command, which has to end with a status if one is given."""
        self.capsys.readouterr()
        said = Said(main([str(word) for word in argv]), *self.capsys.readouterr())
        assert ends in (None, said.status), said
        return said

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Save files, by their paths below the folder."""
        write_files(self.folder, files)

    def text(self, name: str) -> str:
        """Return what a file says, each letter as it stands."""
        return (self.folder / name).read_bytes().decode()

    def check(self, *argv: object) -> tuple[int, dict[str, Any]]:
        """Check a book, this folder unless another is named: the status and the report."""
        said = self("check", *(argv or (".",)), "--format", "json")
        return said.status, said.json
