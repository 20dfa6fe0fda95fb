"""A preview: a real server on this machine, a real edit, and what a browser is given."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main

CONF = 'extensions = ["sphinxext.rulebook"]\nhtml_theme = "basic"\n'
RULES = '[check.test]\nroll = { success = "5+" }\ntakes.dice = { each = { d6 = 1 } }\n'
PAGE = "A book\n======\n\nOne die: :odds:`test(1) >= 1`.\n"


@dataclass
class Served:
    """A book that is being previewed."""

    book: Path
    address: str

    def write(self, name: str, text: str) -> None:
        """Save a file of the book as an editor does."""
        (self.book / name).write_text(text, encoding="utf-8")

    def read(self, path: str = "") -> str:
        """What a browser gets there, empty where there is nothing yet."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=5) as answer:
                return str(answer.read().decode())
        except (OSError, HTTPException):  # not there, or just being written
            return ""

    @property
    def problems(self) -> str:
        """What the page would show over itself."""
        found = re.search(
            r"rulebookProblems = (\[.*\]);", self.read("_static/rulebook-problems.js")
        )
        return found[1] if found else "?"

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for it."""
        end = time.monotonic() + 30
        while not holds():
            assert time.monotonic() < end, f"{self.problems}\n{self.read()}"
            time.sleep(0.1)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A small book, previewed on a free port."""
    book = tmp_path / "build" / "book"  # only what is built inside the book is ignored
    book.mkdir(parents=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    place = Served(book, f"http://127.0.0.1:{port}/")
    for name, text in {"conf.py": CONF, "rules.toml": RULES, "index.rst": PAGE}.items():
        place.write(name, text)
    command = [
        sys.executable,
        "-m",
        "sphinxext.rulebook",
        "preview",
        str(book),
        "--port",
        str(port),
    ]
    with (tmp_path / "said").open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
        try:
            yield place
        finally:
            process.terminate()
            process.wait(10)


def test_a_saved_rule_or_page_is_built_again_and_a_mistake_is_shown(served: Served) -> None:
    served.until(lambda: "33%" in served.read())
    assert served.problems == "[]"
    assert "websocket-reload" in served.read()  # the page is loaded again by itself

    served.write("rules.toml", RULES.replace("5+", "4+"))
    served.until(lambda: "50%" in served.read())

    served.write("index.rst", PAGE.replace("One die", "A single die"))
    served.until(lambda: "A single die" in served.read())

    served.write("rules.toml", RULES.replace("success", "succes"))
    served.until(lambda: "rules.toml:2: check.test.roll" in served.problems)
    assert "did you mean 'success'?" in served.problems
    assert "rulebook-problems.js" in served.read()

    served.write("conf.py", CONF + "rulebook_digits = (\n")
    served.until(lambda: "conf.py:3:" in served.problems)
    assert "The build stopped" in served.problems

    served.write("conf.py", CONF)
    served.write("rules.toml", RULES)
    served.until(lambda: served.problems == "[]" and "33%" in served.read())


def test_a_folder_without_a_book_is_no_preview(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["preview", str(tmp_path)]) == 2
    assert "has no conf.py; 'rulebook init" in capsys.readouterr().err
