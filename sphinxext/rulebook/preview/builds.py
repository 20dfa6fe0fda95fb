"""Builds a book again and again in one process, so that a save shows within a blink."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from ..book.places import forget_sources
from ..charts.pictures import pixels
from ..drift.fix.book import planned
from ..drift.fix.outcome import Fixed, written
from ..drift.report.reading import told
from ..press.look import read_look
from ..rules.errors import RulesError
from .problems import MarkPlaces, NotingSphinx, Problem, of_finding, problems_of, stopped

FOLDER = Path("_build", "preview")


class Built(NamedTuple):
    """The end of a build."""

    number: int
    problems: tuple[Problem, ...]
    seconds: float


NOTHING = Built(0, (), 0.0)


@dataclass
class Builds:
    """The builds of one book; one at a time, and never while a fix is under way."""

    docs: Path
    last: Built = NOTHING
    busy: threading.Lock = field(default_factory=threading.Lock)
    troubled: set[str] = field(default_factory=set)  # pages with warnings, which Sphinx says once

    @property
    def html(self) -> Path:
        """The folder of the pages."""
        return self.docs / FOLDER / "html"

    @property
    def doctrees(self) -> Path:
        """The folder of what Sphinx has read."""
        return self.docs / FOLDER / "doctrees"

    def build(self) -> Built:
        """Build what changed, and note what is wrong."""
        with self.busy:
            start = time.perf_counter()
            problems = self._built()
            seconds = time.perf_counter() - start
            self.last = Built(self.last.number + 1, tuple(problems), seconds)
            return self.last

    def _built(self) -> list[Problem]:
        html, doctrees = self.html, self.doctrees
        # Sphinx would say the code of a warning after its words as well.
        settings = {"show_warning_types": False}
        try:
            with book_modules(self.docs), patch_docutils(self.docs), docutils_namespace():
                app = NotingSphinx(
                    self.docs, self.docs, html, doctrees, "html", settings,
                    status=None, warning=StringIO(),
                )  # fmt: skip
                if "rulebook" in app.registry.domains:
                    app.add_transform(MarkPlaces)

                def again(_: Sphinx, env: Any, added: set[str], *__: Any) -> list[str]:
                    # Sphinx would not repeat what is still wrong with a page.
                    return sorted((self.troubled & env.found_docs) - added)

                app.connect("env-get-outdated", again)
                app.build()
                problems = problems_of(app)
                troubled = {app.env.path2doc(each.file) for each in problems if each.file}
                self.troubled = {*filter(None, troubled)}
        except Exception as error:  # whatever an extension raises: the author mends it and saves
            return stopped(told(error, self.docs / "conf.py"))
        return problems

    def fix(self, key: str) -> Fixed:
        """Correct one wrong figure in the sources, or all of them."""

        def wanted(finding: Any) -> bool:
            return key in ("", of_finding(finding).key)

        with self.busy, book_modules(self.docs):
            fixed = planned(self.docs, wanted=wanted, doctrees=self.doctrees)
            done = written(fixed, self.docs)
        return done._replace(left=tuple(each for each in done.left if wanted(each.finding)))


@contextmanager
def book_modules(docs: Path) -> Iterator[None]:
    """Let go of the book's own Python modules, and of what was kept of its files."""
    path, modules = list(sys.path), set(sys.modules)
    root = os.path.join(docs.resolve(), "")
    forget_sources()
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


def checked_folder(docs: Path) -> Path:
    """The folder of the conf.py."""
    for folder in (docs, docs / "source"):
        if (folder / "conf.py").is_file():
            return folder.resolve()
    raise RulesError(f"{docs} has no conf.py; 'rulebook init {docs}' makes a new book")
