"""Twenty thousand inputs keep within their bounds; those that once did not are tried every day."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sphinxext.rulebook.language.phrases import faces_in
from tests.support.judging import Judge

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits a process as Linux does")
ROOT = Path(__file__).parents[2]
PARTS, MANY, EVERYDAY = 4, 20_000, 600


def keep_within_bounds(first: int, many: int) -> None:
    """Make sure that so many inputs are taken in without a fault."""
    command = [sys.executable, "-m", "tests.fuzz.run", str(many), "--first", str(first)]
    done = subprocess.run(
        [*command, "--parts", "1"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]


def test_some_inputs_keep_within_bounds() -> None:
    keep_within_bounds(MANY, EVERYDAY)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_inputs_keep_within_bounds(part: int) -> None:
    keep_within_bounds(part * MANY // PARTS, MANY // PARTS)


def test_the_guard_sees_what_an_input_must_not_do() -> None:
    code = """
import subprocess, sys, socket, tempfile
from pathlib import Path
from tests.fuzz.guard import Guard, limit_memory
own = Path(tempfile.mkdtemp())
guard = Guard(own)
def spin():
    while True:
        try:
            while True: pass
        except Exception: pass
for work in (spin, lambda: 1 / 0, lambda: (own.parent / "elsewhere").write_text("x"),
             lambda: socket.create_connection(("127.0.0.1", 9), 0.1),
             lambda: subprocess.run(["true"]), lambda: (own / "x").write_text("x")):
    print(repr(guard.fault(work))[-3000:])
limit_memory()
print(guard.fault(lambda: bytearray(10**9)).splitlines()[:1])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    said = done.stdout.splitlines()
    expected = ("SlowError", "ZeroDivisionError", "elsewhere", "socket", "Popen", "''", "300 MB")
    assert len(said) == len(expected), done.stderr
    assert all(word in line for word, line in zip(expected, said, strict=True)), said


def test_a_range_alone_beside_another_chance_is_drift(judge: Judge) -> None:
    judged = judge(":odds:`5+ <2d6 >= 13>`")
    assert judged.lines == [
        'index.rst:4: drift: "5+" should be "0%": 2d6 >= 13 is 0 (0%); \'5+\' is another chance'
    ]


def test_entries_may_be_typed_before_their_rolls(judge: Judge) -> None:
    judged = judge("""
        .. random-table:: Beasts
           :name: beasts
           :dice: d6

           ===== =====
           Beast d6
           ===== =====
           Wolf  1-3
           Bear  4-6
           ===== =====

        :odds:`50% <beasts is Bear>`
        """)
    assert judged.lines == []
    assert judged.status == 0


def test_a_table_on_dice_that_never_end_is_refused(judge: Judge) -> None:
    judged = judge("""
        .. random-table:: Beasts
           :dice: d6!

           ===== =====
           d6!   Beast
           ===== =====
           1-3   Wolf
           4-6   Bear
           ===== =====
        """)
    assert judged.status == 2
    assert any("'d6!' rolls again without end" in line for line in judged.lines)


TABLES = {
    "a table without rolls": """
        .. random-table:: Beasts
           :dice: d6
           :modifier: level = 0..3

           ==== =====
           Wolf Beast
           ==== =====
           Bear Wolf
           Lion Bear
           ==== =====
        """,
    "too many levels": """
        .. random-table:: Beasts
           :dice: d6
           :modifier: level = -9999..9999

           - Wolf
        """,
}


@pytest.mark.parametrize("page", TABLES.values(), ids=TABLES)
def test_a_random_table_out_of_all_reason_gets_a_line(judge: Judge, page: str) -> None:
    judged = judge(page)
    assert judged.status in (1, 2)
    assert all(line.startswith("index.rst:") for line in judged.lines)


def test_a_long_range_of_numbers_is_no_range_of_faces() -> None:
    assert faces_in("30–" + "9" * 40, "en", 1, 6) is None
    assert faces_in("2-10000", "en", 1, 6) is not None
