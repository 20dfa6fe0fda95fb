"""The whole book judged once: every claim of every page against the rules of today."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ...book.claims import Finding, Held, HeldRolls, HeldTable, unread
from ...book.domain import rulebook_of
from ...rules.errors import RulesError
from ...settings import Book
from ...tables.requests import reason
from .finding import Verdict, together
from .random_tables import judged_rolls
from .sentences import judged
from .tables import judged_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.environment import BuildEnvironment

_LONG = re.compile(r"'([^']{60})[^']{40,}'")  # words that would hide what is said of them


def judge_book(env: BuildEnvironment) -> Verdict:
    """Every claim of the book judged, page by page."""
    memory = rulebook_of(env)
    return together(judge_page(memory.book, memory.claims[page]) for page in sorted(memory.claims))


def judge_page(book: Book, claims: Iterable[Held]) -> Verdict:
    """Every claim of a page judged."""
    return together(judge_claim(book, claim) for claim in claims)


def judge_claim(book: Book, claim: Held) -> Verdict:
    """One claim judged."""
    if isinstance(claim, Finding):
        return Verdict(0, (claim,))
    try:
        if isinstance(claim, HeldTable):
            return judged_table(book, claim)
        if isinstance(claim, HeldRolls):
            return judged_rolls(book, claim)
        finding = judged(book, claim)
    except RulesError as error:
        message = _LONG.sub(r"'\1…'", reason(book, error))
        if not message:
            return Verdict()  # the rules file has said it
        kind, subtype = ("dice-table", "table")
        if isinstance(claim, HeldRolls):
            kind = "random-table"
        elif not isinstance(claim, HeldTable):
            kind = subtype = claim.request.kind
        return Verdict(0, (unread(claim.file, claim.line, f"{kind}: {message}", subtype),))
    return Verdict(1, () if finding is None else (finding,))


def without_rules(book: Book, confdir: Path) -> tuple[Finding, ...]:
    """Why some rules of the book could not be read, a line each."""
    found = []
    for mistake in book.mistakes:
        if mistake.leaves_no_rules:
            file, _, line = mistake.where.rpartition(":")
            if not line.isdecimal():
                file, line = mistake.where, "1"
            message = f"{mistake.subtype}: {mistake.message}"
            found.append(unread(str(confdir / file), int(line), message, mistake.subtype))
    return tuple(found)
