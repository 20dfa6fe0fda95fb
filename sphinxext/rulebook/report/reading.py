"""A book read afresh, in a folder of its own that is thrown away, to be asked what it says."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx.util.console import color_terminal, nocolor
from sphinx.util.docutils import docutils_namespace, patch_docutils

from ..page.domain import rulebook_of
from ..rules.errors import RulesError
from .builder import SILENT, UNLOCKED, DriftBuilder
from .formats import Report
from .run import Judged, NothingHeldError, source_of, told

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from ..page.source.overlay import Shelf
    from ..settings import Book


class Reading(NamedTuple):
    """A book while it is open: its folder, its environment and what a check of it says."""

    folder: Path
    env: BuildEnvironment
    report: Report

    @property
    def book(self) -> Book:
        """The rules and the style of the book."""
        return rulebook_of(self.env).book


@contextmanager
def reading(
    docs: Path,
    shelf: Shelf | None = None,
    *,
    quiet: bool = False,
    lock: bool = True,
) -> Iterator[Reading]:
    """The book in a folder, read afresh; a shelf may hold other texts than its files.

    Without `lock` nobody asks what moved since the book was locked.
    """
    folder = source_of(docs)
    if not color_terminal():
        nocolor()
    temporary = tempfile.TemporaryDirectory(prefix="rulebook-")
    with temporary as made, patch_docutils(folder), docutils_namespace():
        try:
            app = Judged(
                folder,
                folder,
                Path(made) / "out",
                Path(made) / "doctrees",
                DriftBuilder.name,
                status=None,
                warning=None if quiet else sys.stderr,
                tags=[SILENT] if lock else [SILENT, UNLOCKED],
            )
            with shelf.opened(folder) if shelf else nullcontext():
                app.build()
        except NothingHeldError:
            raise RulesError(
                f"the book in {docs} does not list 'sphinxext.rulebook' in its extensions"
            ) from None
        except Exception as error:  # whatever an extension raises
            raise RulesError(told(error, folder / "conf.py")) from error
        assert isinstance(app.builder, DriftBuilder)
        assert app.builder.report is not None
        yield Reading(folder, app.env, app.builder.report)
