"""The builder that judges a book instead of writing it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.dummy import DummyBuilder
from sphinx.locale import __

from ...book.domain import rulebook_of

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from .formats import Report


SILENT = "rulebook_says_it_itself"  # the tag of a build that only reads


class DriftBuilder(DummyBuilder):
    """Judges every claim of the book, prints a line each and leaves reports for machines."""

    name = "drift"
    epilog = __("The reports are in %(outdir)s.")

    def init(self) -> None:
        """Begin with nothing found; other warnings have no say in the exit status."""
        self.report: Report | None = None
        # Sphinx before 8.1 has other words for it, and stops at the first warning.
        for setting in ("_fail_on_warnings", "warningiserror", "keep_going"):
            if hasattr(self._sphinx, setting):
                setattr(self._sphinx, setting, False)

    @property
    def _sphinx(self) -> Sphinx:
        """The application, which Sphinx 8.2 began to hide."""
        return self._app if hasattr(self, "_app") else self.app

    def get_outdated_docs(self) -> str:  # type: ignore[override]  # Sphinx takes a text, too
        """All of it, so that a book is judged to its end though no page of it changed."""
        return str(__("every claim of the book"))

    def write_documents(self, docnames: Set[str]) -> None:
        """No page is written."""

    # Sphinx before 8.1 has no write_documents and would resolve every page that was read.
    def _write_serial(self, docnames: Sequence[str]) -> None:
        del docnames

    def _write_parallel(self, docnames: Sequence[str], nproc: int) -> None:
        del docnames, nproc

    def finish(self) -> None:
        """Judge the book, print the findings and write the reports."""
        from .formats import as_github, as_text

        if SILENT in self.tags:
            return
        self.report = report_on(self.env, Path(self._sphinx.confdir), lock=True)
        write_reports(self.report, Path(self.outdir))
        print(as_text(self.report), end="")
        if os.environ.get("GITHUB_ACTIONS") == "true":
            print(as_github(self.report), end="")
        self._sphinx.statuscode = self.report.status


def report_on(env: BuildEnvironment, folder: Path, *, lock: bool) -> Report:
    """Everything a check of the book finds; its lock lies in the folder."""
    from ..check.finding import Verdict, together
    from ..check.judge import judge_book, without_rules
    from ..lock.lockfile import since_lock
    from ..lock.older import with_older_locks
    from .coverage import unshown
    from .formats import Report

    unread = without_rules(rulebook_of(env).book, folder)
    since = since_lock(env, folder) if lock else ()
    judged = judge_book(env)
    if lock:
        judged = judged._replace(findings=with_older_locks(judged.findings, env, folder))
    return Report(together([Verdict(0, (*unread, *since)), judged]), unshown(env))


def write_reports(report: Report, folder: Path) -> None:
    """Leave the reports for machines in the folder."""
    from .formats import FILES

    folder.mkdir(parents=True, exist_ok=True)
    for name, write in FILES.items():
        (folder / name).write_text(write(report), encoding="utf-8", newline="\n")
