"""Kills work at random moments, and compares what a plain run makes afterwards with a clean one.

python -m tests.faults.kills 200
"""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path

from tests.support.life import output

from .apart import command, files, forked, new_book, sphinx

Work = Callable[[Path], object]  # in the folder that has the book and what is built of it

BUILDS: dict[str, tuple[str, ...]] = {
    "html": ("html",),
    "html -j 2": ("html", "-j", "2"),
    "latex": ("latex",),
    "drift": ("drift",),
    "rulebook-pdf": ("rulebook-pdf",),
    "epub": ("epub",),
}
EDITS: dict[str, tuple[str, str, str]] = {
    "rules": ("rules.toml", 'success = "5+"', 'success = "4+"'),
    "page": ("more-1.rst", ", see ", ", once more "),  # no title: Sphinx leaves it in other pages
    "conf": ("conf.py", "rulebook_digits = 0", "rulebook_digits = 1"),
}


class Trial:
    """A book, what is built of it, and work on it that is killed."""

    def __init__(self, folder: Path, template: Path, pick: random.Random) -> None:
        self.folder, self.pick = folder, pick
        self.book = folder / "book"
        shutil.copytree(template, self.book)
        self.before = files(self.book)

    def edited(self) -> None:
        """Change the book in one or two places, as authors do between builds."""
        for name in self.pick.sample(sorted(EDITS), self.pick.choice((1, 1, 2))):
            file, old, new = EDITS[name]
            path = self.book / file
            text = path.read_text("utf-8")
            assert old in text
            later = time.time() + 2  # another second: the clock of a page is all that Sphinx asks
            path.write_text(text.replace(old, new), "utf-8")
            os.utime(path, (later, later))
        self.before = files(self.book)

    def killed(self, work: Callable[[], object], seconds: float) -> bool:
        """Whether the work was killed before its end."""
        return forked(work, kill_after=self.pick.uniform(0, seconds)).was_killed

    def built(self, how: Sequence[str]) -> str:
        """What is wrong after a killed build and a plain one."""
        out = self.folder / how[0]
        if self.pick.random() < 0.7:  # else the first build of all is killed
            forked(lambda: sphinx(self.book, out, *how))
            self.edited()
        self.killed(lambda: sphinx(self.book, out, *how), 1.2)
        said = "" if files(self.book) == self.before else "the sources are others; "
        return said + self.differs(how[0])

    def differs(self, builder: str) -> str:
        """Where a plain build leaves something else than a clean one."""
        out, new = self.folder / builder, self.folder / "new" / builder
        done = forked(lambda: sphinx(self.book, out, builder))
        forked(lambda: sphinx(self.book, new, builder))
        if done.status not in (0, 1, 2) or "Traceback" in done.said:
            return f"the next build ends with {done.status}: {done.said[-2000:]}"
        found, right = contents(out), contents(new)
        # Drawings that no page shows any more stay in an output: Sphinx removes none.
        return ", ".join(sorted(name for name in right if found.get(name) != right[name]))

    def fix(self) -> str:
        """What is wrong after a killed fix: each source is as it was, or wholly mended."""
        self.killed(lambda: command("fix", self.book), 1.5)
        now = files(self.book)
        forked(lambda: command("fix", self.book))
        after = files(self.book)
        clean = self.folder / "clean"
        shutil.copytree(self.book, clean)
        for path in clean.rglob("*"):
            if path.is_file():
                path.unlink()
        for name, data in self.before.items():
            (clean / name).parent.mkdir(parents=True, exist_ok=True)
            (clean / name).write_bytes(data)
        forked(lambda: command("fix", clean))
        right = files(clean)
        half = [
            name
            for name, data in now.items()
            if data not in (self.before.get(name), right.get(name))
        ]
        wrong = [name for name in right if after.get(name) != right[name]]
        return ", ".join(
            [*(f"{name} half" for name in half), *wrong, *sorted(after.keys() - right)]
        )

    def lock(self) -> str:
        """What is wrong after a killed lock."""
        name = "odds.lock.json"
        if self.pick.random() < 0.5:
            forked(lambda: command("lock", self.book))
            self.edited()
        forked(lambda: command("fix", self.book))  # a book with a wrong figure is not locked
        before = files(self.book)
        self.killed(lambda: command("lock", self.book), 1.2)
        now = files(self.book)
        forked(lambda: command("lock", self.book))
        right = files(self.book)
        whole = now.get(name) in (before.get(name), right.get(name))
        rest = {key for key in right.keys() | before.keys() if right.get(key) != before.get(key)}
        return "" if whole and rest <= {name} else f"{name} whole: {whole}, {sorted(rest)}"

    def init(self) -> str:
        """What is wrong after a killed init: the next one makes the whole book."""
        one, other = self.folder / "one", self.folder / "other"
        words = ("--title", "The Ferry", "--author", "A")
        self.killed(lambda: command("init", one, *words), 0.02)
        again = forked(lambda: command("init", one, *words))
        forked(lambda: command("init", other, *words))
        if files(one) != files(other):
            return f"not the whole book: {sorted(files(one))}: {again.said}"
        return ""

    def preview(self) -> str:
        """What is wrong after a killed preview: the sources, or the book as it is built then."""
        self.killed(lambda: command("preview", self.book, "--port", "0"), 5)
        said = "" if files(self.book) == self.before else "the sources are others; "
        # Its own pages have marks in them, and whoever looks at them next has them built anew.
        again = forked(lambda: command("preview", self.book, "--port", "0"), kill_after=4)
        said += again.said[-1500:] if "Traceback" in again.said else ""
        return said + self.differs("html")


# Sphinx's own: entries of the index are lost where it reads a page again and not the others.
OF_SPHINX = re.compile(rb'"indexentries":\s*\{.*?\]\]\},|"indexentries":\s*\{\},')


def contents(folder: Path) -> dict[str, bytes]:
    """What a build leaves for readers; an e-book is compared by its pages."""
    found = {name: data for name, data in output(folder).items() if "trees" not in name}
    for name, data in found.items():
        if name == "searchindex.js":
            found[name] = OF_SPHINX.sub(b"", data)
    return found


KINDS: dict[str, Callable[[Trial], str]] = {
    **{name: partial(Trial.built, how=how) for name, how in BUILDS.items()},
    "fix": Trial.fix,
    "lock": Trial.lock,
    "init": Trial.init,
    "preview": Trial.preview,
}


def trials(many: int, first: int, kinds: list[str]) -> Iterator[tuple[str, str]]:
    """Each trial with what is wrong after it."""
    base = Path(tempfile.mkdtemp(prefix="rulebook-kills-"))
    template = base / "book"
    new_book(template)
    # Everything that is used is loaded once; but Typst's threads would not live on in a child.
    import typst  # noqa: F401

    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        for builder in ("html", "latex", "drift"):  # an e-book sets its cover with Typst
            sphinx(template, base / "warm" / builder, builder)
    try:
        for seed in range(first, first + many):
            kind = kinds[seed % len(kinds)]
            folder = base / str(seed)
            yield f"{kind}, seed {seed}", KINDS[kind](Trial(folder, template, random.Random(seed)))
            shutil.rmtree(folder)
    finally:
        shutil.rmtree(base, ignore_errors=True)


def main() -> int:
    """Read the command line, and say what was not made good."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("many", type=int, nargs="?", default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kind", action="append", choices=KINDS)
    given = parser.parse_args()
    wrong = Counter[str]()
    start = time.time()
    for name, fault in trials(given.many, given.first, given.kind or list(KINDS)):
        if fault:
            wrong[name.partition(",")[0]] += 1
            print(f"{name}: {fault}", flush=True)
    print(f"{given.many} kills, {wrong.total()} not made good {dict(wrong)}, "
          f"{time.time() - start:.0f} s")  # fmt: skip
    return min(1, wrong.total())


if __name__ == "__main__":
    sys.exit(main())
