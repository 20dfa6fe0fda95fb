"""Mishaps of machines, each followed by a plain build that has to equal a clean one.

python -m tests.faults.mishaps            all of them
python -m tests.faults.mishaps full-disk  one
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path

from .apart import begun, command, files, forked, new_book, sphinx
from .kills import contents

NOBODY = 65534
BUILDERS = ("html", "latex", "drift", "rulebook-pdf")


class Mishap:
    """A book and what is built of it."""

    def __init__(self, folder: Path, template: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.book = folder / "book"
        shutil.copytree(template, self.book)
        shutil.rmtree(self.book / "vendor", ignore_errors=True)  # larger than the small disks
        self.before = files(self.book)
        self.wrong: list[str] = []

    def expect(self, is_so: object, said: str) -> None:
        """Note what is wrong."""
        if not is_so:
            self.wrong.append(said)

    def one_line(self, said: str, what: str) -> None:
        """Make sure that a command of ours refused with one line."""
        lines = [line for line in said.splitlines() if line.strip()]
        self.expect("Traceback" not in said and lines, f"{what}: {said[-1500:]}")

    def differs(self, builder: str = "html", out: Path | None = None) -> None:
        """Note where a plain build leaves something else than a clean one."""
        out = out or self.folder / builder
        done = forked(partial(sphinx, self.book, out, builder))
        self.expect("Traceback" not in done.said, f"the next build: {done.said[-2000:]}")
        new = Path(tempfile.mkdtemp(dir=self.folder)) / builder
        forked(partial(sphinx, self.book, new, builder))
        found, right = contents(out), contents(new)
        other = sorted(name for name in right if found.get(name) != right[name])
        self.expect(not other, f"{builder}: {', '.join(other)}")

    def edited(self) -> None:
        """Change the rules."""
        path = self.book / "rules.toml"
        text = path.read_text("utf-8")
        path.write_text(text.replace('success = "5+"', 'success = "4+"'), "utf-8")
        self.before = files(self.book)

    def mended(self) -> None:
        """Correct the wrong figures, since a book with a wrong one is not locked."""
        done = forked(partial(command, "fix", self.book))
        self.expect(done.status == 0, f"fix: {done.said[-900:]}")
        self.before = files(self.book)


def full_disk(mishap: Mishap) -> None:
    """A disk that is full after so many bytes, and has room again afterwards."""
    place = mishap.folder / "disk"
    for kilobytes in (60, 300, 800, 1500):
        for builder in BUILDERS[:2]:
            with mounted(place, f"size={kilobytes}k") as disk:
                out = disk / builder
                done = forked(partial(sphinx, mishap.book, out, builder))
                if kilobytes < 500:
                    mishap.expect(done.status, f"{builder} went well on {kilobytes} kB")
                empty = out / ".buildinfo"  # Sphinx stumbles over its own where it has no text
                if empty.is_file() and not empty.stat().st_size:
                    empty.unlink()
                mishap.expect(files(mishap.book) == mishap.before, "the sources are others")
                remount(disk, "size=100m")
                mishap.differs(builder, out)
    for words in (("fix",), ("fix", "--dry-run"), ("lock",)):
        if words == ("lock",):
            mishap.mended()
        with mounted(place, "size=400k") as disk:
            book = disk / "book"
            shutil.copytree(mishap.book, book)
            fill(disk / "full")
            done = forked(partial(command, words[0], book, *words[1:]))
            mishap.expect(files(book) == mishap.before, f"{words[0]}: the sources are others")
            if words[1:] == ():
                mishap.one_line(done.said, words[0])
    with mounted(place, "size=8k") as disk:
        done = forked(partial(command, "init", disk / "new", "--title", "A", "--author", "B"))
        mishap.one_line(done.said, "init")
        mishap.expect(done.status == 2, f"init ends with {done.status}")


def cut_files(mishap: Mishap) -> None:
    """A machine that writes no file past some size, and does again afterwards."""
    for size in (0, 100, 3000, 20_000):
        for builder in BUILDERS[:3]:
            out = mishap.folder / f"{builder}-{size}"
            forked(partial(limited, size, partial(sphinx, mishap.book, out, builder)))
            mishap.differs(builder, out)
        done = forked(partial(limited, size, partial(command, "fix", mishap.book)))
        same = files(mishap.book) == mishap.before
        mishap.expect(same or size == 20_000, f"fix past {size} bytes: sources are others")
        mishap.expect("Traceback" not in done.said, f"fix past {size} bytes: {done.said[-1500:]}")
        mishap.before = files(mishap.book)


def limited(size: int, work: Callable[[], object]) -> object:
    """Let no file grow past the size while the work is done."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return work()


def read_only(mishap: Mishap) -> None:
    """An output, and then a book, that nobody may write."""
    out = mishap.folder / "html"
    forked(partial(sphinx, mishap.book, out, "html"))
    mishap.edited()
    everything = [out, out.parent / "trees-html"]
    with written_by_nobody(*everything):
        done = forked(partial(as_nobody, partial(sphinx, mishap.book, out, "html")))
        mishap.expect(done.status, "a build went well in folders that are read-only")
    mishap.differs("html", out)
    for word in ("fix", "lock"):
        if word == "lock":
            mishap.mended()
        with written_by_nobody(mishap.book):
            done = forked(partial(as_nobody, partial(command, word, mishap.book)))
            mishap.one_line(done.said, word)
            mishap.expect(files(mishap.book) == mishap.before, f"{word} changed a source")
    with written_by_nobody(mishap.book):
        done = forked(partial(as_nobody, partial(command, "init", mishap.book / "new")))
        mishap.one_line(done.said, "init")
        done = forked(partial(as_nobody, partial(command, "check", mishap.book)))
        mishap.one_line(done.said, "check")


def as_nobody(work: Callable[[], object]) -> object:
    """Do the work as a user to whom no folder belongs."""
    package = importlib.import_module("sphinxext.rulebook")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)  # while we may read where Python is
    import getpass  # noqa: F401
    import unittest.mock  # noqa: F401

    if os.geteuid() == 0:
        os.environ["HOME"] = "/nonexistent"
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    return work()


@contextmanager
def written_by_nobody(*folders: Path) -> Iterator[None]:
    """Take away the right to write from all that is in the folders."""
    places = [p for folder in folders for p in (folder, *folder.rglob("*"))]
    kept = {place: place.stat().st_mode for place in places}
    for place, mode in kept.items():
        place.chmod(
            (mode & ~0o222) | stat.S_IRGRP | stat.S_IROTH | (0o111 if place.is_dir() else 0)
        )
    try:
        yield
    finally:
        for place, mode in kept.items():
            place.chmod(mode)


def clock_back(mishap: Mishap) -> None:
    """A clock that goes back between two edits of the rules, or stands still."""
    path = mishap.book / "rules.toml"
    for builder in BUILDERS[:2]:
        out = mishap.folder / builder
        for turn, shift in enumerate((0, -86_400, 0, -10 * 86_400)):
            forked(partial(sphinx, mishap.book, out, builder))
            was = path.stat().st_mtime
            text = path.read_text("utf-8")
            old, new = ('"5+"', '"4+"') if '"5+"' in text else ('"4+"', '"5+"')
            path.write_text(text.replace(old, new), "utf-8")  # as long as before
            os.utime(path, (was + shift, was + shift))
            mishap.differs(builder)
            mishap.expect(len(mishap.wrong) == 0, f"at turn {turn} of {builder}")
    # All that was built is from tomorrow.
    for place in mishap.folder.rglob("trees-*/**/*"):
        late = place.stat().st_mtime + 86_400
        os.utime(place, (late, late))
    mishap.edited()
    mishap.differs()


GARBAGE: dict[str, bytes] = {
    "cut": b"",  # to half of what it was
    "empty": b"",
    "garbage": bytes(range(256)) * 4,
    "list": b"[]",
    "other": b'{"seal": 1, "pages": {"index": [1, 2]}, "state": null, "key": []}',
    "deep": b"[" * 100_000,
}


def spoilt(data: bytes, how: str) -> bytes:
    """What becomes of a file."""
    return data[: len(data) // 2] if how == "cut" else GARBAGE[how]


def spoilt_stores(mishap: Mishap) -> None:
    """Each small file beside the doctrees cut short or filled with garbage."""
    out = mishap.folder / "html"
    forked(partial(sphinx, mishap.book, out, "html"))
    trees = mishap.folder / "trees-html"
    stores = sorted(
        path
        for path in trees.rglob("*")
        if path.is_file() and "rulebook" in str(path.relative_to(trees))
    )
    mishap.expect(len(stores) > 5, f"only {stores}")
    kept = {path: path.read_bytes() for path in stores}
    for name in GARBAGE:
        for clean_output in (False, True):
            for path, data in kept.items():
                path.write_bytes(spoilt(data, name))
            if clean_output:
                shutil.rmtree(out)
            mishap.edited()
            before = len(mishap.wrong)
            mishap.differs()
            mishap.expect(len(mishap.wrong) == before, f"where the stores are {name}")
    for path in stores:  # a folder where a file should be
        if path.exists():
            path.unlink()
        path.mkdir(parents=True, exist_ok=True)
    done = forked(partial(sphinx, mishap.book, out, "html"))
    mishap.expect(done.status != 70, f"folders for files: {done.said[-1500:]}")
    mishap.mended()
    lock = mishap.book / "odds.lock.json"
    for name in GARBAGE:
        forked(partial(command, "lock", mishap.book))
        lock.write_bytes(spoilt(lock.read_bytes(), name))
        for words in (("check", mishap.book), ("lock", mishap.book)):
            done = forked(partial(command, *words))
            mishap.expect(
                "Traceback" not in done.said, f"{words[0]}, {name} lock: {done.said[-900:]}"
            )
        mishap.expect(done.status == 0, f"lock over a {name} lock: {done.said[-900:]}")


def builds_at_once(mishap: Mishap) -> None:
    """Two builds, and four, of one book at once, with doctrees of their own or the same."""
    from sphinx.cmd.build import main

    for many in (2, 4):
        for shared in (False, True):
            mishap.edited()
            children = []
            for number in range(many):
                builder = BUILDERS[number % 2]
                trees = mishap.folder / ("trees" if shared else f"trees-{builder}-{number}")
                out = mishap.folder / f"at-once-{builder}-{number}"
                words = ["-q", "-b", builder, "-d", str(trees), str(mishap.book), str(out)]
                said = mishap.folder / f"said-{many}-{shared}-{number}"
                children.append((begun(partial(main, words), said), said, words))
            for child, said, words in children:
                status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                text = said.read_text("utf-8", "replace")
                ours = "sphinxext/rulebook" in text and "Traceback" in text
                mishap.expect(not ours and (status == 0 or shared), f"at once: {text[-1500:]}")
                forked(partial(main, words))
                new = Path(tempfile.mkdtemp(dir=mishap.folder)) / words[2]
                forked(partial(sphinx, mishap.book, new, words[2]))
                found, right = contents(Path(words[-1])), contents(new)
                other = sorted(name for name in right if found.get(name) != right[name])
                mishap.expect(not other, f"{many} at once, {shared=}: {other}")


@contextmanager
def mounted(place: Path, options: str) -> Iterator[Path]:
    """A small disk."""
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", place], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=True)


def remount(place: Path, options: str) -> None:
    """Give the disk other options."""
    subprocess.run(["mount", "-o", f"remount,{options}", place], check=True)


def fill(path: Path) -> None:
    """Write into a file until the disk is full."""
    try:
        with path.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1024))
    except OSError:
        return


def can_mount() -> bool:
    """Say if this machine lets us have a small disk."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            with mounted(Path(folder) / "disk", "size=8k"):
                return True
        except (subprocess.CalledProcessError, OSError):
            return False


MISHAPS: dict[str, Callable[[Mishap], None]] = {
    "full-disk": full_disk,
    "cut-files": cut_files,
    "read-only": read_only,
    "clock-back": clock_back,
    "spoilt-stores": spoilt_stores,
    "builds-at-once": builds_at_once,
}


def main() -> int:
    """Run the mishaps that are named."""
    base = Path(tempfile.mkdtemp(prefix="rulebook-mishaps-"))
    base.chmod(0o755)
    status = 0
    try:
        new_book(base / "template")
        import typst  # noqa: F401  (loaded, but its threads would not live on in a child)

        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            sphinx(base / "template", base / "warm" / "html", "html")
            sphinx(base / "template", base / "warm" / "latex", "latex")
        for name in sys.argv[1:] or MISHAPS:
            mishap = Mishap(base / name, base / "template")
            MISHAPS[name](mishap)
            print(f"{name}: {'; '.join(mishap.wrong) or 'made good'}", flush=True)
            status |= bool(mishap.wrong)
    finally:
        shutil.rmtree(base, ignore_errors=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
