"""Builds a book again and again in one process, so that a save shows within a blink."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from sphinx.application import ENV_PICKLE_FILENAME, Sphinx
from sphinx.errors import SphinxError
from sphinx.util.docutils import docutils_namespace, patch_docutils

from ..draw.pictures import pixels
from ..files import load_json, save_json
from ..fix.book import planned
from ..fix.outcome import Fixed, written
from ..page.source.lines import forget_lines
from ..press.look import read_look
from ..report.reading import told
from ..rules.errors import RulesError
from .noted import NotingSphinx
from .place_marks import MarkPlaces
from .problems import Problem, of_finding, problems_of, stopped

FOLDER = Path("_build", "preview")
FEW = 8  # pages that are read at once, whoever looks at them


class Built(NamedTuple):
    """The end of a build."""

    number: int
    problems: tuple[Problem, ...]
    seconds: float


NOTHING = Built(0, (), 0.0)


class Interrupted(SphinxError):
    """Pages that nobody looks at have to wait: the author saved, or corrects a figure."""


@dataclass
class Builds:
    """The builds of one book; one at a time, and never while a fix is under way."""

    docs: Path
    last: Built = NOTHING
    busy: threading.Lock = field(default_factory=threading.Lock)
    open_pages: Callable[[], set[str]] = set  # the names of pages that somebody looks at
    troubled: set[str] = field(default_factory=set)  # pages with warnings, which Sphinx says once
    put_off: set[str] = field(default_factory=set)  # pages that the next build reads
    is_saved: Callable[[], bool] = bool  # true where a save waits for its build
    is_interrupted: bool = False
    fixing: int = 0  # corrections that wait for the book

    @property
    def html(self) -> Path:
        """The folder of the pages."""
        return self.docs / FOLDER / "html"

    @property
    def doctrees(self) -> Path:
        """The folder of what Sphinx has read."""
        return self.docs / FOLDER / "doctrees"

    @property
    def note(self) -> Path:
        """The file that names the pages put off, should the preview end before they are read."""
        return self.docs / FOLDER / "put-off.json"

    def build(self) -> Iterator[Built]:
        """Build what changed, and note what is wrong; the pages that somebody looks at first."""
        yield self._one_build(self.open_pages())
        if self.put_off:
            with suppress(Interrupted):
                yield self._one_build(None)

    def _one_build(self, pages: set[str] | None) -> Built:
        """Build these pages first; or all, as long as nothing is saved."""
        with self.busy:
            self.is_interrupted = False
            start = time.perf_counter()
            problems = self._built(pages)
            seconds = time.perf_counter() - start
            self.last = Built(self.last.number + 1, tuple(problems), seconds)
            return self.last

    def _built(self, pages: set[str] | None) -> list[Problem]:
        put_off = {*self.put_off, *(load_json(self.note) or ())}
        self.put_off = set()
        # Sphinx throws it away whenever a build stops, and would begin anew.
        environment = self.doctrees / ENV_PICKLE_FILENAME
        kept = environment.with_suffix(".kept")
        try:
            with book_modules(self.docs), patch_docutils(self.docs), docutils_namespace():
                app = NotingSphinx(
                    self.docs,
                    self.docs,
                    self.html,
                    self.doctrees,
                    "html",
                    {"show_warning_types": False},  # a record has the code beside its words
                    status=None,
                    warning=StringIO(),
                )
                if "rulebook" in app.registry.domains:
                    app.add_transform(MarkPlaces)

                def again(_: Sphinx, env: Any, added: set[str], *__: Any) -> list[str]:
                    # Sphinx would not repeat what is still wrong with a page.
                    return sorted(((self.troubled | put_off) & env.found_docs) - added)

                def make_way(*_: Any) -> None:
                    if pages is None and (self.fixing or self.is_saved()):
                        shutil.copyfile(environment, kept)
                        raise Interrupted

                def put_some_off(_: Sphinx, __: Any, names: list[str]) -> None:
                    if pages and self.last.number and len(names) > FEW:
                        self.put_off = set(names) - pages
                        save_json(self.note, sorted(self.put_off))
                        names[:] = [name for name in names if name in pages]

                app.connect("env-get-outdated", again)
                # Before anybody counts the pages that are read.
                app.connect("env-before-read-docs", put_some_off, priority=1)
                app.connect("source-read", make_way)
                app.connect("html-page-context", make_way)
                app.build()
                problems = problems_of(app)
                troubled = {app.env.path2doc(each.file) for each in problems if each.file}
                self.troubled = {*filter(None, troubled), *(self.troubled & self.put_off)}
        except Interrupted:
            self.put_off, self.is_interrupted = put_off, True
            kept.replace(environment)
            raise
        except Exception as error:  # whatever an extension raises: the author mends it and saves
            self.put_off |= put_off
            return stopped(told(error, self.docs / "conf.py"))
        if not self.put_off:
            self.note.unlink(missing_ok=True)
        return problems

    def fix(self, key: str) -> Fixed:
        """Correct one wrong figure in the sources, or all of them."""

        def wanted(finding: Any) -> bool:
            return key in ("", of_finding(finding).key)

        self.fixing += 1
        with self.busy, book_modules(self.docs):
            self.fixing -= 1
            fixed = planned(self.docs, wanted=wanted, doctrees=self.doctrees)
            done = written(fixed, self.docs)
        return done._replace(left=tuple(each for each in done.left if wanted(each.finding)))


@contextmanager
def book_modules(docs: Path) -> Iterator[None]:
    """Let go of the book's own Python modules, and of what was kept of its files."""
    path, modules = list(sys.path), set(sys.modules)
    root = os.path.join(docs.resolve(), "")
    forget_lines()
    pixels.cache_clear()
    read_look.cache_clear()
    try:
        yield
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - modules:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if os.path.realpath(file).startswith(root) and "site-packages" not in file:
                del sys.modules[name]


def why_left(fixed: Fixed) -> str:
    """Why a figure was not corrected."""
    reasons = [each.why for each in fixed.left] or [each.message for each in fixed.broken]
    return reasons[0] if reasons else "it is gone already; the page will show it in a moment"


def checked_folder(docs: Path) -> Path:
    """The folder of the conf.py."""
    for folder in (docs, docs / "source"):
        if (folder / "conf.py").is_file():
            return folder.resolve()
    raise RulesError(f"{docs} has no conf.py; 'rulebook init {docs}' makes a new book")
