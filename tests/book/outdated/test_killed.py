"""A build that is killed half-way and started again leaves no old figure anywhere."""

import os
import signal
import subprocess
import sys

import pytest

from tests.support.books import Book, Builder
from tests.support.cases import cases_of
from tests.support.life import BOOK, CONF, as_new, output, rules, was_read

CASES = cases_of(__file__)

# The extension ends its own process at the second page that it sees.
KILLER = CASES["killer"]
PAGES = {
    **BOOK,
    "both.rst": "Both :odds:`guard(1) >= 1`\n==========================\n\n"
    ":odds:`strike(2) >= 1` and :odds:`strike(1) = 1`.\n",
    "conf.py": "import sys, pathlib\nsys.path.insert(0, str(pathlib.Path(__file__).parent))\n"
    + CONF.replace('"]', '", "killer"]'),
    "killer.py": KILLER,
}


def killed(book: Book, when: str) -> None:
    """Run a build of the book that does not live to its end."""
    folders = map(str, (book.doctreedir, book.srcdir, book.outdir))
    command = [sys.executable, "-m", "sphinx", "-q", "-d", *folders]
    done = subprocess.run(command, env={**os.environ, "KILLED": when}, check=False)
    assert done.returncode == -signal.SIGKILL


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("when", "after"),
    [
        ("reading", "back"),
        ("writing", "back"),
        pytest.param("reading", "same", marks=SLOW),
        pytest.param("reading", "on", marks=SLOW),
        pytest.param("writing", "same", marks=SLOW),
        pytest.param("writing", "on", marks=SLOW),
    ],
)
def test_a_killed_build_is_made_good_by_the_next(build: Builder, when: str, after: str) -> None:
    book = build(files=PAGES)
    moved = rules(strike="6+", guard="3+")
    (book.srcdir / "rules.toml").write_text(moved)
    killed(book, when)
    now = {"same": moved, "back": rules(), "on": rules(strike="4+")}[after]
    text = build(builder="text", files={"rules.toml": now})
    assert output(text.outdir) == as_new(build, text, "text")
    again = build()
    assert was_read(again) == set()
    assert output(again.outdir) == as_new(build, again)


def test_a_first_build_that_is_killed_while_it_writes_is_made_good(build: Builder) -> None:
    book = build(files=PAGES)
    for folder in (book.outdir, book.doctreedir):
        os.rename(folder, folder.with_name(f"{folder.name}-old"))
    killed(book, "writing")
    again = build(files={"rules.toml": rules(strike="6+", guard="3+")})
    assert output(again.outdir) == as_new(build, again)


def test_a_build_that_fails_is_made_good(build: Builder) -> None:
    book = build(files=PAGES)
    (book.srcdir / "rules.toml").write_text(rules(strike="6+"))
    (book.srcdir / "killer.py").write_text(
        "def setup(app):\n    app.connect('html-page-context', lambda *rest: 1 / 0)\n"
    )
    with pytest.raises(Exception, match="division by zero"):
        build()
    again = build(files={"killer.py": KILLER})
    assert output(again.outdir) == as_new(build, again)


@pytest.mark.parametrize("name", ["rulebook-read.json", "rulebook-shown-*.json"])
def test_a_spoilt_or_missing_record_is_made_good(build: Builder, name: str) -> None:
    book = build(files=BOOK)
    (record,) = book.doctreedir.glob(name)
    record.write_bytes(b"\xff{")
    again = build(files={"rules.toml": rules(strike="6+")})
    assert was_read(again) == {"strikes", "both"}
    record.unlink()
    again = build(files={"rules.toml": rules(strike="5+")})
    assert was_read(again) == {"strikes", "both"}
    assert output(again.outdir) == as_new(build, again)
