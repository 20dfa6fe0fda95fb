"""Reading and writing on every core gives what one core gives, whatever the seed of hashes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.books import Book, Builder
from tests.support.life import BOOK, output, rules

MANY = {
    f"page{number}.rst": (
        f"Page at :odds:`strike({number}) >= 1`\n===============================\n\n"
        f":odds:`guard({number}) >= 2` and :odds:`{number}% <strike(2) >= 1>`, and "
        f":odds:`hard:strike({number}) >= 1`.\n\n"
        f".. rulebook-game:: hard\n\n.. dice-table:: Table\n   :check: strike\n"
        f"   :rows: dice = 1..{number}\n   :event: >= 1\n"
    )
    for number in range(1, 13)
}
FILES = {
    **MANY,
    "index.rst": "Book\n====\n\n.. toctree::\n   :glob:\n\n   page*\n",
    "easy.toml": BOOK["rules.toml"],
    "hard.toml": rules("6+"),
    "conf.py": "project = 'Book'\nextensions = ['sphinxext.rulebook']\n"
    "rulebook_rules = {'easy': 'easy.toml', 'hard': 'hard.toml'}\n",
}


def built(book: Book, folder: Path, *, seed: int, jobs: int) -> tuple[dict[str, bytes], str]:
    """What a build with this seed leaves in a folder, and what it warns."""
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-j",
        str(jobs),
        "-d",
        str(folder / "doctrees"),
    ]
    done = subprocess.run(
        [*command, str(book.srcdir), str(folder / "html")],
        env={**os.environ, "PYTHONHASHSEED": str(seed), "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return output(folder / "html"), done.stderr


@pytest.mark.slow
def test_parallel_builds_equal_serial_ones_to_the_byte(build: Builder, tmp_path: Path) -> None:
    book = build(files=FILES)
    serial, said = built(book, tmp_path / "serial", seed=1, jobs=1)
    assert {"searchindex.js", "objects.inv", "page12.html"} <= serial.keys()
    assert said.count("drift:") == len(MANY)
    assert built(book, tmp_path / "2", seed=2, jobs=4) == (serial, said)
    records = [
        json.loads((tmp_path / name / "doctrees/rulebook-read.json").read_text())
        for name in ("serial", "2")
    ]
    assert records[0] == records[1]

    (book.srcdir / "hard.toml").write_text(rules("5+"))
    moved, said = built(book, tmp_path / "new", seed=1, jobs=1)
    assert built(book, tmp_path / "2", seed=4, jobs=4) == (moved, said)
