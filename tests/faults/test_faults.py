"""Killed work, full disks and spoilt files: the next plain build equals a clean one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.life import output

from .mishaps import MISHAPS, can_mount

if TYPE_CHECKING:
    from tests.support.books import Builder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="kills and mounts as Linux does")
ROOT = Path(__file__).parents[2]
KILLS = 20


def run(module: str, *words: str) -> None:
    """Run one of our modules, which says what was not made good."""
    command = [sys.executable, "-m", f"tests.faults.{module}", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_killed_work_is_made_good(part: int) -> None:
    run("kills", str(KILLS // 2), "--first", str(part * KILLS // 2))


@pytest.mark.slow
@pytest.mark.parametrize("name", MISHAPS)
def test_a_mishap_is_made_good(name: str) -> None:
    if name == "full-disk" and not can_mount():
        pytest.skip("this machine lets nobody mount a small disk")
    run("mishaps", name)


HOVER = 'extensions = ["sphinxext.rulebook", "sphinxext.rulebook.hover"]\nhtml_theme = "basic"\n'
PAGE = "Book\n====\n\n.. _here:\n\nHere\n----\n\nSee :ref:`here`, :odds:`2d6 >= 7`.\n"


def test_what_is_kept_beside_the_doctrees_may_be_garbage(build: Builder) -> None:
    book = build(files={"conf.py": HOVER, "index.rst": PAGE})
    right = output(book.outdir)
    stores = [path for path in book.doctreedir.rglob("rulebook*/**/*") if path.is_file()]
    stores += book.doctreedir.glob("rulebook*.json")
    assert len(stores) > 3
    for data in (bytes(range(256)), b"[]", b'{"key": [], "pages": 1}'):
        for path in stores:
            path.write_bytes(data)
        (book.srcdir / "index.rst").write_text(PAGE + "\nMore.\n")
        build()
        assert output(build(files={"index.rst": PAGE}).outdir) == right
