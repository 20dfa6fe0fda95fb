"""Killed work, spoilt files and machines that refuse: the next plain build equals a clean one."""

import os
import resource
import shutil
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.faults.apart import Work, command, contents, differs, files, forked, new_book, sphinx
from tests.support.books import Builder
from tests.support.cases import cases_of
from tests.support.life import output

CASES = cases_of(__file__)

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="kills and limits as Linux does"),
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]
KILLS = int(os.environ.get("KILLS", "10"))  # each kind of work once
NOBODY = 65534
LOCK = "odds.lock.json"
BUILDS = {
    "html": (), "html -j 2": ("-j", "2"), "latex": (), "drift": (), "rulebook-pdf": (), "epub": (),
}  # fmt: skip
EDITS = CASES["edits"]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new book, and everything loaded that its builds use, so that no child has to."""
    folder = tmp_path_factory.mktemp("faults")
    new_book(folder / "book")
    for builder in ("html", "latex", "drift"):
        sphinx(folder / "book", folder / "warm" / builder, builder)
    return folder / "book"


@pytest.fixture
def book(template: Path, tmp_path: Path) -> Path:
    """A copy of the new book, in a folder of its own."""
    return Path(shutil.copytree(template, tmp_path / "book"))


def edited(book: Path, *edits: tuple[str, str, str]) -> None:
    """Change the book, as authors do between builds; what was changed is changed back."""
    for file, old, new in edits or EDITS[:1]:
        path = book / file
        text = path.read_text("utf-8")
        assert old in text or new in text
        path.write_text(text.replace(old, new) if old in text else text.replace(new, old), "utf-8")
        later = time.time() + 2  # another second: the clock of a page is all that Sphinx asks
        os.utime(path, (later, later))


def killed(work: Callable[[], object], pick: Random, seconds: float) -> None:
    """Do some work, and kill it at a random moment."""
    Work(work).done(pick.uniform(0, seconds), killed=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(KILLS))
def test_killed_work_is_made_good(book: Path, seed: int) -> None:
    pick = Random(seed)
    kinds: list[Callable[[Path, Random], None]] = [
        *(partial(killed_build, how=how) for how in BUILDS),
        *(killed_fix, killed_lock, killed_init, killed_preview),
    ]
    kinds[seed % len(kinds)](book, pick)


def killed_build(book: Path, pick: Random, how: str) -> None:
    """Kill a build: the sources stay, and the next one makes it good."""
    builder = how.partition(" ")[0]
    out = book.parent / builder
    if pick.random() < 0.7:  # else the first build of all is killed
        forked(lambda: sphinx(book, out, builder, *BUILDS[how]))
        edited(book, *pick.sample(EDITS, pick.choice((1, 1, 2))))
    before = files(book)
    seconds = 3 if builder == "rulebook-pdf" else 1.2  # it starts in a new process
    killed(lambda: sphinx(book, out, builder, *BUILDS[how]), pick, seconds)
    assert files(book) == before
    assert differs(book, out, builder) == ""


def killed_fix(book: Path, pick: Random) -> None:
    """Kill a fix: each source is as it was, or wholly fixed."""
    clean = Path(shutil.copytree(book, book.parent / "clean"))
    forked(partial(command, "fix", clean))
    before, right = files(book), files(clean)
    killed(partial(command, "fix", book), pick, 1.5)
    now = files(book)
    assert [name for name in now if now[name] not in (before.get(name), right.get(name))] == []
    forked(partial(command, "fix", book))
    assert files(book) == right


def killed_lock(book: Path, pick: Random) -> None:
    """Kill a lock: it is the old one or the new one."""
    forked(partial(command, "fix", book))  # a book with a wrong figure is not locked
    if pick.random() < 0.5:
        forked(partial(command, "lock", book))
        edited(book)
        forked(partial(command, "fix", book))
    before = files(book)
    killed(partial(command, "lock", book), pick, 1.2)
    now = files(book)
    forked(partial(command, "lock", book))
    right = files(book)
    assert now.get(LOCK) in (before.get(LOCK), right.get(LOCK))
    assert {**right, LOCK: b""} == {**before, LOCK: b""}


def killed_init(book: Path, pick: Random) -> None:
    """Kill an init: the next one makes the whole book."""
    new = book.parent / "new"
    words = ("--title", "The Ferry", "--author", "A")
    killed(partial(command, "init", new, *words), pick, 0.02)
    forked(partial(command, "init", new, *words))
    forked(partial(command, "init", book.parent / "other", *words))
    assert files(new) == files(book.parent / "other")


def killed_preview(book: Path, pick: Random) -> None:
    """Kill a preview twice: the sources stay, and the book builds."""
    before = files(book)
    for seconds in (pick.uniform(0, 5), 4):
        said = Work(partial(command, "preview", book, "--port", "0")).done(seconds, killed=True)
        assert "Traceback" not in said.said
    assert files(book) == before
    assert differs(book, book.parent / "html", "html") == ""


def one_line(work: Callable[[], object]) -> None:
    """Make sure that a command of ours is refused in words."""
    said = forked(work).said
    assert said.strip()
    assert "Traceback" not in said


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 100, 3000, 20_000])
def test_a_machine_that_writes_no_file_past_a_size(book: Path, size: int) -> None:
    def limited(work: Callable[[], object]) -> object:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return work()

    for builder in ("html", "latex", "drift"):
        out = book.parent / builder
        forked(partial(limited, partial(sphinx, book, out, builder)))
        assert differs(book, out, builder) == ""
    before = files(book)
    for word in ("fix", "lock"):
        said = forked(partial(limited, partial(command, word, book))).said
        assert "Traceback" not in said
        assert size == 20_000 or files(book) == before


@contextmanager
def written_by_nobody(*folders: Path) -> Iterator[Callable[[Callable[[], object]], object]]:
    """Take away the right to write in the folders; gives what does work as any other user."""
    places = [place for folder in folders for place in (folder, *folder.rglob("*"))]
    kept = {place: place.stat().st_mode for place in places}
    for place, mode in kept.items():
        open_to = stat.S_IRGRP | stat.S_IROTH | (0o111 if place.is_dir() else 0)
        place.chmod((mode & ~0o222) | open_to)

    def as_nobody(work: Callable[[], object]) -> object:
        if os.geteuid() == 0:
            os.environ["HOME"] = "/nonexistent"
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        return work()

    try:
        yield as_nobody
    finally:
        for place, mode in kept.items():
            place.chmod(mode)


@pytest.mark.slow
def test_folders_that_nobody_may_write(book: Path) -> None:
    for folder in (book, *book.parents[:4]):
        folder.chmod(0o755)
    out = book.parent / "html"
    forked(partial(sphinx, book, out, "html"))
    edited(book)
    with written_by_nobody(out, book.parent / "trees-html") as as_nobody:
        assert forked(partial(as_nobody, partial(sphinx, book, out, "html"))).status != 0
    assert differs(book, out, "html") == ""
    forked(partial(command, "fix", book))
    before = files(book)
    for words in (("fix", book), ("lock", book), ("init", book / "new"), ("check", book)):
        with written_by_nobody(book) as as_nobody:
            one_line(partial(as_nobody, partial(command, *words)))
        assert files(book) == before


@pytest.mark.slow
def test_a_clock_that_goes_back_or_stands_still(book: Path) -> None:
    path = book / "rules.toml"
    for builder in ("html", "latex"):
        out = book.parent / builder
        for shift in (0, -86_400, 0, -10 * 86_400):
            forked(partial(sphinx, book, out, builder))
            was = path.stat().st_mtime
            edited(book)  # as long as before
            os.utime(path, (was + shift, was + shift))
            assert differs(book, out, builder) == ""
    for place in book.parent.rglob("trees-*/**/*"):  # all that was built is from tomorrow
        late = place.stat().st_mtime + 86_400
        os.utime(place, (late, late))
    edited(book)
    assert differs(book, book.parent / "html", "html") == ""


GARBAGE = {
    "cut": b"",  # to half of what it was
    "empty": b"",
    "garbage": bytes(range(256)) * 4,
    "list": b"[]",
    "other": b'{"seal": 1, "pages": {"index": [1, 2]}, "state": null, "key": []}',
    "deep": b"[" * 100_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GARBAGE)
def test_small_files_that_are_cut_or_garbage(book: Path, name: str) -> None:
    def spoil(path: Path) -> None:
        data = path.read_bytes()
        path.write_bytes(data[: len(data) // 2] if name == "cut" else GARBAGE[name])

    out, trees = book.parent / "html", book.parent / "trees-html"
    for has_output in (True, False):
        forked(partial(sphinx, book, out, "html"))
        stores = [path for path in trees.rglob("*rulebook*/**/*") if path.is_file()]
        stores += trees.glob("rulebook*.json")
        assert len(stores) > 5
        for path in stores:
            spoil(path)
        if not has_output:
            shutil.rmtree(out)
        edited(book)
        assert differs(book, out, "html") == ""
    for path in stores:  # a folder where a file should be
        path.unlink(missing_ok=True)
        path.mkdir(parents=True)
    assert forked(partial(sphinx, book, out, "html")).status in (0, 2)  # as Sphinx refuses
    forked(partial(command, "fix", book))
    forked(partial(command, "lock", book))
    spoil(book / LOCK)
    assert "Traceback" not in forked(partial(command, "check", book)).said
    assert forked(partial(command, "lock", book)).status == 0


@pytest.mark.slow
@pytest.mark.parametrize("shared", [False, True])
def test_builds_at_once(book: Path, shared: bool) -> None:
    for many in (2, 4):
        edited(book)
        outs = [
            (("html", "latex")[n % 2], book.parent / f"{many}-{n}" / "out") for n in range(many)
        ]
        trees = ("-d", str(book.parent / "trees")) if shared else ()
        begun = [Work(partial(sphinx, book, out, builder, *trees)) for builder, out in outs]
        for work, (builder, out) in zip(begun, outs, strict=True):
            status, said = work.done()
            assert "sphinxext/rulebook" not in said or "Traceback" not in said
            assert status == 0 or shared
            forked(partial(sphinx, book, out, builder, *trees))
            forked(partial(sphinx, book, out.with_name("new"), builder))
            assert contents(out) == contents(out.with_name("new"))


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
