"""Explains wrong figures by an older lock: the rules were others when they were typed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
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
from .lockfile import lock_of, parse_lock, read_lock
from .published import PublishedFigure, figures_shown

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


Values = dict[tuple[str, str, str], str]  # by question


def with_older_locks(
    findings: Sequence[Finding], env: BuildEnvironment, folder: Path
) -> tuple[Finding, ...]:
    """The findings; each that an older lock explains says which one."""
    book = rulebook_of(env).book
    wrong: dict[int, list[Finding]] = {}
    typed: dict[int, list[PublishedFigure]] = {}
    for each in findings:
        wrong.setdefault(id(each.claim), []).append(each)
        if isinstance(each.claim, Claim | HeldTable) and id(each.claim) not in typed:
            typed[id(each.claim)] = figures_shown(book, each.claim)
    reasons: dict[int, Explanation] = {}
    for says, values in _older_locks(folder) if any(typed.values()) else ():
        for key in typed.keys() - reasons.keys():
            if _explains(values, typed[key], wrong[key], book.style):
                reasons[key] = Explanation(Reason.LOCK, (says, len(wrong[key]) >= WHOLE))
        if len(reasons) == len(typed):
            break
    return tuple(each._replace(why=reasons.get(id(each.claim), each.why)) for each in findings)


def _explains(
    values: Values, typed: Sequence[PublishedFigure], wrong: Sequence[Finding], style: Style
) -> bool:
    """Check that a lock explains the wrong figures of one claim.

    Nearly all that is wrong must be right by the lock, and nearly all that is right must be so too.
    """
    known = [each for each in typed if each.key in values]
    right = {
        (each.file, each.line, normalise(each.shown))
        for each in known
        if _is_right(each, values[each.key], style)
    }
    fits = sum((each.file, each.line, normalise(each.shown)) in right for each in known)
    mended = sum((each.file, each.line, normalise(each.found)) in right for each in wrong)
    is_other = any(values[each.key] != each.value for each in known)
    return is_other and 0 < mended >= len(wrong) * 3 / 4 and fits >= len(known) * 7 / 8


def _is_right(figure: PublishedFigure, value: str, style: Style) -> bool:
    """Return whether what is typed is right for a locked value."""
    kind = kind_named(figure.kind)
    if not kind.is_exact:
        return normalise(figure.shown).casefold() == normalise(value).casefold()
    try:
        exact: Fraction = fraction_of(value)
        return bool(kind.fits(figure.shown, [exact], style))
    except (RulesError, ValueError, ArithmeticError):
        return False


def _older_locks(folder: Path) -> Iterator[tuple[str, Values]]:
    """The locks of the book, the newest first: the one in force, kept files, and git's versions."""
    path = lock_of(folder)
    others = [file for file in sorted(folder.glob("*.lock.json"), reverse=True) if file != path]
    for file in (path, *others):
        with suppress(RulesError):  # another program's lock; a check says what is wrong with ours
            yield file.name, _values(read_lock(file))
    for each in earlier_versions(path, MOST_LOCKS):
        with suppress(RulesError):
            says = f"{path.name} of {each.day} ({each.commit})"
            yield says, _values(parse_lock(each.data, path.name))


def _values(figures: Sequence[PublishedFigure]) -> Values:
    return {each.key: each.value for each in figures}


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
