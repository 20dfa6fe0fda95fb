"""Work in processes of their own that are forked when everything is loaded, and may be killed."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sphinxext.rulebook.cli import main as rulebook

LONGEST = 180  # seconds; work that takes longer hangs
CHAPTERS = 6  # so that Sphinx works in parallel


class Done(NamedTuple):
    """How a piece of work ended, how long it took and what it printed."""

    status: int
    seconds: float
    said: str

    @property
    def was_killed(self) -> bool:
        return self.status == -signal.SIGKILL


def forked(work: Callable[[], object], *, kill_after: float | None = None) -> Done:
    """The end of some work in a child of this process, with all of its own children."""
    start = time.monotonic()
    said = Path(f"/tmp/rulebook-said-{os.getpid()}-{time.monotonic_ns()}")
    child = begun(work, said)
    status = None
    while status is None:
        ended, code = os.waitpid(child, os.WNOHANG)
        if ended:
            status = os.waitstatus_to_exitcode(code)
        elif kill_after is not None and time.monotonic() - start >= kill_after:
            os.killpg(child, signal.SIGKILL)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        elif time.monotonic() - start > LONGEST:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise TimeoutError(f"work hangs: {said.read_text('utf-8', 'replace')[-2000:]}")
        else:
            time.sleep(0.002)
    text = said.read_text("utf-8", "replace") if said.exists() else ""
    said.unlink(missing_ok=True)
    return Done(status, time.monotonic() - start, text)


def begun(work: Callable[[], object], said: Path) -> int:
    """The number of a child that does some work, in a group of its own."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        while True:  # until the child has its group
            try:
                if os.getpgid(child) == child:
                    return child
            except ProcessLookupError:
                return child
    os.setsid()
    out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)
    try:
        status = work()
        code = status if isinstance(status, int) else 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 70
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def sphinx(source: Path, out: Path, builder: str, *more: str) -> int:
    """Build a book as `sphinx-build` does."""
    from sphinx.cmd.build import main

    trees = out.parent / f"trees-{out.name}"
    status: int = main(["-q", "-b", builder, "-d", str(trees), *more, str(source), str(out)])
    return status


def command(*words: str | Path) -> int:
    """Run a subcommand of ours."""
    status: int = rulebook([str(word) for word in words])
    return status


def new_book(folder: Path) -> None:
    """A book as `rulebook init` makes it, with some chapters more and a figure that drifted."""
    done = forked(lambda: command("init", folder, "--title", "The Ferry", "--author", "A"))
    assert done.status == 0, done.said
    conf = folder / "conf.py"
    # No figure of the time of the build, and a theme that is quick to write.
    conf.write_text(
        conf.read_text("utf-8").replace('"furo" if find_spec("furo") else ', "")
        + "\nhtml_last_updated_fmt = None\n",
        "utf-8",
    )
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
    """Every file of a folder that is its author's."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "_build" not in path.parts and "__pycache__" not in path.parts
    }
