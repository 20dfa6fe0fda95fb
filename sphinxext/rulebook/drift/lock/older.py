"""Explains wrong figures by an older lock: the rules were others when they were typed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...book.claims import Claim, Finding, HeldTable
from ...book.domain import rulebook_of
from ...figures import kind_named
from ...figures.kind import Explanation, Reason
from ...language.formatter import Style
from ...language.normalise import normalise
from ...rules.digits import fraction_of
from ...rules.errors import RulesError
from ...settings import Book
from .lockfile import lock_of, parse_lock, read_lock
from .published import PublishedFigure, of_claim

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

SECONDS = 10  # for all that git is asked
# A book may come from anywhere: git only reads its store, asks no server and starts no program.
ALONE = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
MOST_LOCKS = 60  # versions of the lock that are looked at, the newest first
WHOLE = 4  # wrong cells that share one sentence


class OlderLock(NamedTuple):
    """A lock of before: how to name it, and its figures."""

    says: str
    values: dict[tuple[str, str, str], str]


def with_older_locks(
    findings: Sequence[Finding], env: BuildEnvironment, folder: Path
) -> tuple[Finding, ...]:
    """The findings; each that an older lock explains says which one."""
    if not findings:
        return ()
    book = rulebook_of(env).book
    claims = {id(each.claim): each.claim for each in findings}
    asked = {
        key: typed
        for key, claim in claims.items()
        if isinstance(claim, Claim | HeldTable) and (typed := _typed(book, claim))
    }
    if not asked:
        return tuple(findings)
    reasons: dict[int, Explanation] = {}
    for lock in _older_locks(folder):
        for key in asked.keys() - reasons.keys():
            wrong = [each for each in findings if id(each.claim) == key]
            if reason := _reason(lock, asked[key], wrong, book.style):
                reasons[key] = reason
        if len(reasons) == len(asked):
            break
    return tuple(
        each._replace(why=reasons[id(each.claim)]) if id(each.claim) in reasons else each
        for each in findings
    )


def _typed(book: Book, claim: Claim | HeldTable) -> list[PublishedFigure]:
    return list(of_claim(book, claim))


def _reason(
    lock: OlderLock, typed: Sequence[PublishedFigure], wrong: Sequence[Finding], style: Style
) -> Explanation | None:
    """Explain the wrong figures of one claim by the lock, if it can.

    Nearly all that is wrong must be right by the lock, and nearly all that is right must be so too.
    """
    known = [each for each in typed if each.key in lock.values]
    right = {
        (each.file, each.line, normalise(each.shown))
        for each in known
        if _is_right(each, lock.values[each.key], style)
    }
    fits = sum((each.file, each.line, normalise(each.shown)) in right for each in known)
    mended = sum((each.file, each.line, normalise(each.found)) in right for each in wrong)
    changed = any(lock.values[each.key] != each.value for each in known)
    if not changed or not mended or mended * 4 < len(wrong) * 3 or fits * 8 < len(known) * 7:
        return None
    return Explanation(Reason.LOCK, (lock.says, len(wrong) >= WHOLE))


def _is_right(figure: PublishedFigure, value: str, style: Style) -> bool:
    """True if what is typed is right for a locked value."""
    kind = kind_named(figure.kind)
    if not kind.is_exact:
        return normalise(figure.shown).casefold() == normalise(value).casefold()
    try:
        exact: Fraction = fraction_of(value)
        return kind.fits(figure.shown, exact, style)
    except (RulesError, ValueError, ArithmeticError):
        return False


def _older_locks(folder: Path) -> Iterator[OlderLock]:
    """The locks of the book, the newest first: the one in force, kept files, and git's versions."""
    path = lock_of(folder)
    for file in (path, *sorted(folder.glob("*.lock.json"), reverse=True)):
        if file.is_file() and (file == path or file.name != path.name):
            try:
                yield _named(file.name, read_lock(file))
            except RulesError:
                continue  # another program's lock; a check says what is wrong with ours
    for version in earlier_versions(path, MOST_LOCKS):
        try:
            figures = parse_lock(version.data, path.name)
        except RulesError:
            continue
        yield _named(f"{path.name} of {version.day} ({version.commit})", figures)


def _named(says: str, figures: Sequence[PublishedFigure]) -> OlderLock:
    return OlderLock(says, {each.key: each.value for each in figures})


class Version(NamedTuple):
    """A file as a commit has it."""

    commit: str  # abbreviated
    day: str
    data: bytes


def earlier_versions(path: Path, most: int) -> Iterator[Version]:
    """The versions of a file, the newest first; none where git or its history is missing."""
    listed = _git(
        path.parent, "rev-list", f"--max-count={most}", "--timestamp", "HEAD", "--", path.name
    )
    for line in listed.decode("ascii", "replace").splitlines():
        seconds, _, commit = line.partition(" ")
        data = _git(path.parent, "cat-file", "blob", f"{commit}:./{path.name}")
        if data:
            day = datetime.fromtimestamp(int(seconds), UTC).date().isoformat()
            yield Version(commit[:7], day, data)


def _git(folder: Path, *words: str) -> bytes:
    """The answer of git; nothing if it has none."""
    command = ["git", "-c", "protocol.allow=never", "-c", "core.fsmonitor=false", *words]
    try:
        done = subprocess.run(  # fixed words and a commit that git named
            command, cwd=folder, env={**os.environ, **ALONE}, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return b""
    return done.stdout if done.returncode == 0 else b""
