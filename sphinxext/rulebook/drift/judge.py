"""The whole book judged once: every claim of every page against the rules of today."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx.util import logging

from ..domain import rulebook_of
from ..rules.errors import RulesError
from ..settings import Book
from .claims import Broken, Held, HeldTable
from .tables import judged_table
from .verdict import Finding, judged

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)


class Verdict(NamedTuple):
    """What a whole book comes to."""

    checked: int
    findings: tuple[Finding, ...]
    broken: tuple[Broken, ...]


def judge_book(env: BuildEnvironment) -> Verdict:
    """Every claim of the book judged, page by page."""
    memory = rulebook_of(env)
    checked = 0
    findings: list[Finding] = []
    broken: list[Broken] = []
    for page in sorted(memory.claims):
        for claim in memory.claims[page]:
            part = judge_claim(memory.book, claim)
            checked += part.checked
            findings += part.findings
            broken += part.broken
    return Verdict(checked, tuple(findings), tuple(broken))


def judge_claim(book: Book, claim: Held) -> Verdict:
    """One claim judged."""
    if isinstance(claim, Broken):
        return Verdict(0, (), (claim,))
    try:
        if isinstance(claim, HeldTable):
            return Verdict(*judged_table(book, claim))
        finding = judged(book, claim)
    except RulesError as error:
        message = book.problem if book.problem and not book.rules.games else str(error)
        kind = "dice-table" if isinstance(claim, HeldTable) else claim.request.kind
        return Verdict(0, (), (Broken(claim.file, claim.line, f"{kind}: {message}"),))
    return Verdict(1, () if finding is None else (finding,), ())


def warn_of_drift(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Say in an ordinary build what drifted; no page needs to be written for it."""
    if app.builder.name == "drift":
        return []  # it says so itself, and nothing else
    verdict = judge_book(env)
    for finding in verdict.findings:
        where = f"{finding.file}:{finding.line}"
        message = finding.message()
        logger.warning("drift: %s", message, location=where, type="rulebook", subtype="drift")
    for each in verdict.broken:
        if not each.said:
            where = f"{each.file}:{each.line}"
            logger.warning("%s", each.message, location=where, type="rulebook", subtype="claim")
    return []


def from_here(file: str) -> str:
    """The file relative to the working directory, with forward slashes."""
    try:
        shown = os.path.relpath(file)
    except ValueError:  # another drive
        shown = file
    return Path(shown).as_posix()
