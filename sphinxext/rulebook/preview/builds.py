"""Builds a book again and again in one process, so that a save shows within a blink."""

from __future__ import annotations

import os
import secrets
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from sphinx.application import Sphinx

from ..book.places import forget_sources
from ..charts.pictures import pixels
from ..drift.fix.book import planned
from ..drift.fix.outcome import Fixed, written
from ..drift.report.reading import told
from ..press.look import read_look
from .noted import NotingSphinx, build_noted
from .problems import MarkPlaces, Problem, of_finding, problems_of, stopped

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
    name: str = field(default_factory=partial(secrets.token_hex, 4))  # so pages notice a new server
    last: Built = NOTHING
    reloads: int = 0  # builds that changed more than pages
    busy: threading.Lock = field(default_factory=threading.Lock)
    news: threading.Condition = field(default_factory=threading.Condition)
    troubled: set[str] = field(default_factory=set)  # pages with warnings, which Sphinx says once

    @property
    def html(self) -> Path:
        """The folder of the pages."""
        return self.docs / FOLDER / "html"

    @property
    def doctrees(self) -> Path:
        """The folder of what Sphinx has read."""
        return self.docs / FOLDER / "doctrees"

    def build(self, *, everything: bool) -> Built:
        """Build what changed, note what is wrong, and tell every open page."""
        with self.busy:
            start = time.perf_counter()
            problems = self._built()
            seconds = time.perf_counter() - start
            self.last = Built(self.last.number + 1, tuple(problems), seconds)
        with self.news:
            self.reloads += everything
            self.news.notify_all()
        return self.last

    def state(self, page: str) -> dict[str, Any]:
        """Return all that a page shows of the build."""
        return {
            "build": f"{self.name}-{self.last.number}",
            "page": self.stamp(page),
            "building": self.busy.locked(),
            "problems": [each.shown(self.docs) for each in self.last.problems],
        }

    def stamp(self, page: str) -> str:
        """Return a text that changes whenever the page has to be loaded anew."""
        path = (self.html / page.lstrip("/")).resolve()
        if path.is_dir():
            path /= "index.html"
        inside = path.is_relative_to(self.html)
        when = path.stat().st_mtime_ns if inside and path.is_file() else 0
        return f"{self.name}-{self.reloads}-{when}"

    def _built(self) -> list[Problem]:
        def prepare(app: NotingSphinx) -> None:
            if "rulebook" in app.registry.domains:
                app.add_transform(MarkPlaces)
            app.connect("env-get-outdated", again)

        def again(_: Sphinx, env: Any, added: set[str], *__: Any) -> list[str]:
            # Sphinx would not repeat what is still wrong with a page.
            return sorted((self.troubled & env.found_docs) - added)

        try:
            with book_modules(self.docs):
                # Sphinx would say the code of a warning after its words as well.
                app = build_noted(
                    self.docs, self.html, self.doctrees, "html", {"show_warning_types": False},
                    warning=StringIO(), prepare=prepare,
                )  # fmt: skip
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
        return done._replace(left=tuple(each for each in done.left if wanted(each)))


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
