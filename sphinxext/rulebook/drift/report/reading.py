"""Reads a whole book with Sphinx and checks it."""

from __future__ import annotations

import shutil
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.console import color_terminal, nocolor
from sphinx.util.docutils import docutils_namespace, patch_docutils

from ...book.domain import rulebook_of
from ...files import from_here
from ...rules.errors import RulesError
from ...source.files import unreadable
from ..check.finding import Verdict
from ..plain.book import plain_book
from .builder import SILENT, DriftBuilder, report_on, write_reports
from .formats import Report

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from ...settings import Book


class NothingHeldError(Exception):
    """The book does not list the extension, so that nothing in it is held to any rules."""


class CheckedBook(Sphinx):
    """Sphinx, stopped before it reads a book that has nothing to judge."""

    def preload_builder(self, name: str) -> None:
        """Look for our builder once all extensions of the book are in."""
        if name not in self.registry.builders:
            raise NothingHeldError
        super().preload_builder(name)


class ReadBook(NamedTuple):
    """A book that was read: its folder, its environment and what a check of it says."""

    folder: Path
    env: BuildEnvironment
    report: Report

    @property
    def book(self) -> Book:
        """The rules and the style of the book."""
        return rulebook_of(self.env).book


def read_book(docs: Path, out: Path, doctrees: Path, *, lock: bool = True) -> ReadBook:
    """Read and check the book; what stops Sphinx is one line.

    Without `lock` nobody asks what moved since the book was locked.
    """
    folder = source_of(docs)
    if not color_terminal():
        nocolor()
    with patch_docutils(folder), docutils_namespace():
        try:
            app = CheckedBook(
                folder, folder, out, doctrees, DriftBuilder.name,
                status=None, warning=sys.stderr, tags=[SILENT],
            )  # fmt: skip
            app.build()
            return ReadBook(folder, app.env, report_on(app.env, folder, lock=lock))
        except NothingHeldError:
            raise
        except Exception as error:  # whatever an extension raises: a crash is not drift
            raise RulesError(str(told(error, folder / "conf.py"))) from error


@contextmanager
def read_once(
    docs: Path, *, plain: bool = False, doctrees: Path | None = None
) -> Iterator[ReadBook]:
    """Read the book in a folder of its own that is thrown away.

    With the doctrees of another build, only pages that changed since are read. A folder without
    a conf.py is read without Sphinx.
    """
    if plain or not is_book(docs):
        yield read_plain(docs)
        return
    with tempfile.TemporaryDirectory(prefix="rulebook-") as made:
        own = Path(made) / "doctrees"
        if doctrees and doctrees.is_dir():
            shutil.copytree(doctrees, own)
        try:
            book = read_book(docs, Path(made) / "out", own, lock=False)
        except NothingHeldError:
            raise RulesError(
                f"the book in {docs} does not list 'sphinxext.rulebook' in its extensions"
            ) from None
        yield book


def read_plain(docs: Path, *, lock: bool = False) -> ReadBook:
    """Read and check a folder of Markdown and reStructuredText without Sphinx."""
    folder = folder_of(docs, plain=True)
    env = plain_book(docs)
    return ReadBook(folder, env, report_on(env, folder, lock=lock))


def folder_of(docs: Path, *, plain: bool = False) -> Path:
    """The folder that holds the sources, with a conf.py or without."""
    if plain or not is_book(docs):
        return (docs if docs.is_dir() else docs.parent).resolve()
    return source_of(docs)


def is_book(docs: Path) -> bool:
    """Return whether the folder has a book."""
    return any((folder / "conf.py").is_file() for folder in (docs, docs / "source"))


def source_of(docs: Path) -> Path:
    """Return the folder of the conf.py."""
    for folder in (docs, docs / "source"):
        if (folder / "conf.py").is_file():
            return folder.resolve()
    raise RulesError(f"{docs} has no conf.py; 'rulebook init {docs}' makes a new book")


class Why(NamedTuple):
    """Why Sphinx stopped, and the file and line where that is known."""

    words: str
    place: str = ""

    def __str__(self) -> str:
        """Return it as one line."""
        return f"{self.place}: {self.words}" if self.place else self.words


def told(error: Exception, conf: Path) -> Why:
    """Return why Sphinx stopped; a mistake in conf.py at its place."""
    cause = error.__cause__
    if isinstance(error, SphinxError) and cause is not None:
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(cause.__traceback__)
            if Path(frame.filename) == conf
        ]
        if isinstance(cause, SyntaxError) and cause.filename == str(conf):
            return Why(cause.msg, f"{from_here(conf)}:{cause.lineno}")
        if lines:
            return Why(_named(cause), f"{from_here(conf)}:{lines[-1]}")
    if isinstance(error, UnicodeDecodeError) and (place := unreadable(conf.parent)):
        return Why("not UTF-8 text; save the file as UTF-8", place)
    words = " ".join(str(error).split()) if isinstance(error, SphinxError) else _named(error)
    return Why(f"the book cannot be read: {words}")


def _named(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def checked(
    docs: Path, out: Path | None = None, *, suggest: bool = False, plain: bool = False
) -> Report:
    """The report on the book in a folder; what keeps it from being read is one line.

    A folder without a conf.py is checked without Sphinx, and gets no reports unless `out` is given.
    """
    if plain or not is_book(docs):
        return _of_folder(docs, out, suggest=suggest, plain=plain)
    out = out or docs / "_build" / "drift"
    try:
        reading = read_book(docs, out, docs / "_build" / "doctrees")
    except NothingHeldError:
        if suggest:
            return _of_folder(source_of(docs), out, suggest=True)
        report = Report(Verdict())
    else:
        report = reading.report
        if suggest:
            from .suggestions import of_book

            report = report._replace(suggestions=of_book(reading.env))
    write_reports(report, out)
    return report


def _of_folder(folder: Path, out: Path | None, *, suggest: bool, plain: bool = False) -> Report:
    """Report on a folder of plain sources, and leave files only where they are asked for."""
    reading = read_plain(folder, lock=True)
    report = reading.report
    if suggest:
        from .suggestions import of_folder

        report = of_folder(reading.env, report, plain=plain)
    if out is not None:
        write_reports(report, out)
    return report
