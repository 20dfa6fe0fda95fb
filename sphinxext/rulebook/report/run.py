"""A book judged from the command line: Sphinx runs here, and only its warnings are heard."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.console import color_terminal, nocolor
from sphinx.util.docutils import docutils_namespace, patch_docutils

from ..check.judge import Verdict, from_here
from ..page.source.files import unreadable
from ..rules.errors import RulesError
from .builder import SILENT, DriftBuilder, write_reports
from .formats import Report


class NothingHeldError(Exception):
    """The book does not list the extension, so that nothing in it is held to any rules."""


class Judged(Sphinx):
    """Sphinx, stopped before it reads a book that has nothing to judge."""

    def preload_builder(self, name: str) -> None:
        """Look for our builder once all extensions of the book are in."""
        if name not in self.registry.builders:
            raise NothingHeldError
        super().preload_builder(name)


def checked(docs: Path, out: Path | None = None, *, suggest: bool = False) -> Report:
    """The report on the book in a folder; what keeps it from being read is one line.

    Where suggestions are wanted, a folder of sources that is no book has its own.
    """
    if suggest and not is_book(docs):
        return _of_folder(docs, out)
    source = source_of(docs)
    out = out or docs / "_build" / "drift"
    if not color_terminal():
        nocolor()
    try:
        with patch_docutils(source), docutils_namespace():
            app = Judged(
                source,
                source,
                out,
                docs / "_build" / "doctrees",
                DriftBuilder.name,
                status=None,
                warning=sys.stderr,
                tags=[SILENT],
            )
            app.build()
    except NothingHeldError:
        if suggest:
            return _of_folder(source, out)
        report = Report(Verdict(0, (), ()))
        write_reports(report, out)
        return report
    except Exception as error:  # whatever an extension raises: a crash is not drift
        raise RulesError(told(error, source / "conf.py")) from error
    assert isinstance(app.builder, DriftBuilder)
    assert app.builder.report is not None
    if not suggest:
        return app.builder.report
    from .suggestions import of_book

    report = app.builder.report._replace(suggestions=of_book(app.env))
    write_reports(report, out)
    return report


def _of_folder(folder: Path, out: Path | None) -> Report:
    """The suggestions for sources that no rules are held against yet."""
    from .suggestions import report_on_folder

    report = report_on_folder(folder)
    if out is not None:
        write_reports(report, out)
    return report


def is_book(docs: Path) -> bool:
    """Whether the folder is that of a book."""
    return any((folder / "conf.py").is_file() for folder in (docs, docs / "source"))


def source_of(docs: Path) -> Path:
    """The folder of the conf.py."""
    for folder in (docs, docs / "source"):
        if (folder / "conf.py").is_file():
            return folder.resolve()
    raise RulesError(f"no conf.py in {docs} or {docs / 'source'}")


def told(error: Exception, conf: Path) -> str:
    """Why Sphinx stopped, as one line; a mistake in conf.py at its place."""
    cause = error.__cause__
    if isinstance(error, SphinxError) and cause is not None:
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(cause.__traceback__)
            if Path(frame.filename) == conf
        ]
        if isinstance(cause, SyntaxError) and cause.filename == str(conf):
            return f"{from_here(str(conf))}:{cause.lineno}: {cause.msg}"
        if lines:
            return f"{from_here(str(conf))}:{lines[-1]}: {_named(cause)}"
    if isinstance(error, UnicodeDecodeError) and (place := unreadable(conf.parent)):
        return f"{place}: not UTF-8 text; save the file as UTF-8"
    if isinstance(error, SphinxError):
        return f"the book cannot be read: {' '.join(str(error).split())}"
    return f"the book cannot be read: {_named(error)}"


def _named(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
