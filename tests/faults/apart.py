"""Work in processes of their own that are forked when everything is loaded, and may be killed."""

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sphinx.cmd.build import main as sphinx_build

from sphinxext.rulebook.cli import main as rulebook
from tests.support.life import output

LONGEST = 180  # seconds; work that takes longer hangs
CHAPTERS = 6  # so that Sphinx works in parallel
FORK = multiprocessing.get_context("fork")


class Done(NamedTuple):
    """How a piece of work ended, and what it printed."""

    status: int
    said: str


class Work:
    """Some work in a child of this process, in a group with its own children."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.said = Path(tempfile.mkstemp(prefix="rulebook-said-")[1])
        self.child = FORK.Process(target=self._run, args=(work,))
        sys.stdout.flush()
        self.child.start()

    def _run(self, work: Callable[[], object]) -> None:
        os.setsid()
        out = os.open(self.said, os.O_WRONLY | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
        status = work()
        sys.exit(status if isinstance(status, int) else 0)

    def done(self, seconds: float = LONGEST, *, killed: bool = False) -> Done:
        """Wait so long for its end, then kill it; only work that is to be killed may need that."""
        self.child.join(seconds)
        if self.child.exitcode is None:
            with suppress(ProcessLookupError):  # it leads no group yet
                os.killpg(self.child.pid, signal.SIGKILL)
            self.child.kill()
            self.child.join()
            assert killed, "work hangs"
        said = self.said.read_text("utf-8", "replace")
        self.said.unlink()
        return Done(self.child.exitcode, said)


def forked(work: Callable[[], object]) -> Done:
    """Do some work to its end."""
    return Work(work).done()


def sphinx(source: Path, out: Path, builder: str, *more: str) -> int:
    """Build a book as `sphinx-build` does."""
    trees = out.parent / f"trees-{out.name}"
    words = ["-q", "-b", builder, "-d", str(trees), *more, str(source), str(out)]
    if builder == "rulebook-pdf":  # Typst waits for threads of its own, and a fork has none of them
        os.execv(sys.executable, [sys.executable, "-m", "sphinx", *words])
    status: int = sphinx_build(words)
    return status


def command(*words: str | Path) -> int:
    """Run a subcommand of ours."""
    status: int = rulebook([str(word) for word in words])
    return status


def new_book(folder: Path) -> None:
    """Make a book as `rulebook init` does, with some chapters more and figures that drifted."""
    assert command("init", folder, "--title", "The Ferry", "--author", "A") == 0
    shutil.rmtree(folder / "vendor", ignore_errors=True)
    conf = folder / "conf.py"
    # No figure of the time of the build, and a theme that is quick to write.
    plain = conf.read_text("utf-8").replace('"furo" if find_spec("furo") else ', "")
    conf.write_text(f"{plain}\nhtml_last_updated_fmt = None\n", "utf-8")
    for number in range(CHAPTERS):
        (folder / f"more-{number}.rst").write_text(
            f"More {number}\n======\n\n:odds:`{10 + number}% <test({number + 1}) >= 2>` and "
            f":odds:`test({number + 1}) >= 1`, see :ref:`odds of {number} <sums-{number}>`.\n\n"
            f".. dice-table:: Sums {number}\n   :name: sums-{number}\n   :check: test({number})\n"
            f"   :rows: counts = 0..6\n\n"
            f".. odds-chart:: Bars {number}\n   :check: test({number + 1})\n   :kind: bars\n",
            "utf-8",
        )
    index = folder / "index.rst"
    more = "".join(f"   more-{number}\n" for number in range(CHAPTERS))
    index.write_text(index.read_text("utf-8").replace("   odds\n", f"   odds\n{more}"), "utf-8")


def files(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder that is its author's."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "_build" not in path.parts and "__pycache__" not in path.parts
    }


def differs(book: Path, out: Path, builder: str) -> str:
    """Say where a plain build leaves something else than a clean one."""
    done = forked(lambda: sphinx(book, out, builder))
    if done.status not in (0, 1, 2) or "Traceback" in done.said:
        return f"the next build ends with {done.status}: {done.said[-2000:]}"
    new = Path(tempfile.mkdtemp(dir=out.parent)) / builder
    forked(lambda: sphinx(book, new, builder))
    found, right = contents(out), contents(new)
    # Drawings that no page shows any more stay in an output: Sphinx removes none.
    return ", ".join(sorted(name for name in right if found.get(name) != right[name]))


def contents(folder: Path) -> dict[str, bytes]:
    """Return what a build leaves for readers, without the index of Sphinx's search.

    Sphinx loses entries of it where it reads a page again and not the others.
    """
    found = output(folder).items()
    return {n: data for n, data in found if "trees" not in n and n != "searchindex.js"}
