"""A book read afresh, in a folder of its own that is thrown away, to be asked what it says."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx.util.docutils import docutils_namespace, patch_docutils

from ..domain import rulebook_of
from ..rules.errors import RulesError
from .builder import SILENT, UNLOCKED, DriftBuilder
from .check import Judged, NothingHeldError, source_of, told
from .reports import Report

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

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
    instead: Mapping[Path, str] | None = None,
    seen: Callable[[Path], None] | None = None,
    *,
    quiet: bool = False,
    lock: bool = True,
) -> Iterator[Reading]:
    """The book in a folder, read afresh; some files may be read as other texts than they hold.

    Without `lock` nobody asks what moved since the book was locked.
    """
    folder = source_of(docs)
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
            _swapped(app, instead or {}, seen)
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


def _swapped(app: Sphinx, instead: Mapping[Path, str], seen: Callable[[Path], None] | None) -> None:
    def page(app: Sphinx, name: str, content: list[str]) -> None:
        path = Path(app.env.doc2path(name))
        if seen is not None:
            seen(path)
        if path.resolve() in instead:
            content[0] = instead[path.resolve()]

    def included(app: Sphinx, path: Path, name: str, content: list[str]) -> None:
        del name
        whole = Path(app.srcdir) / path
        if seen is not None:
            seen(whole)
        if whole.resolve() in instead:
            encoding = getattr(app.config, "source_encoding", "utf-8-sig")
            old = whole.read_text(encoding, "replace")
            content[0] = _part(content[0], old, instead[whole.resolve()])

    handlers: dict[str, Any] = {"source-read": page, "include-read": included}
    for event, handler in handlers.items():
        app.connect(event, handler, priority=1)


def _part(shown: str, old: str, new: str) -> str:
    """What is shown of a file, which may be some of its lines, as the new text has it."""
    lines, before, after = shown.splitlines(), old.splitlines(), new.splitlines()
    plain = [line.expandtabs().rstrip() for line in before]
    for first in range(len(before) - len(lines) + 1):
        there = plain[first : first + len(lines)]
        if (
            lines
            and there[1:-1] == [line.rstrip() for line in lines[1:-1]]
            and (there[0].endswith(lines[0].rstrip()) and there[-1].startswith(lines[-1].rstrip()))
        ):
            return "\n".join(
                after[first + i] if after[first + i] != before[first + i] else line
                for i, line in enumerate(lines)
            )
    return shown
