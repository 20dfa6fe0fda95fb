"""Says in every build what drifted and what moved, also where no page is read again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...book.claims import FindingKind
from ...book.domain import rulebook_of
from ...book.warn import warn
from ...files import load_json, save_json
from ..lock import NAME

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from ...book.claims import Finding
    from ..lock.published import Part

SAID = "rulebook-said.json"  # what the last build said, under which rules and which lock

Told = tuple[str, str, str]  # its kind, its words and its place


def warn_in_builds(app: Sphinx) -> None:
    """Let every build warn of wrong figures, and of those that moved since the book was locked."""
    app.connect("env-before-read-docs", _forget)
    app.connect("env-updated", _warn)


def _forget(app: Sphinx, env: BuildEnvironment, pages: Sequence[str]) -> None:
    """Forget what was said before a page is read anew, whichever builder reads it."""
    del env
    if pages:
        (Path(app.doctreedir) / SAID).unlink(missing_ok=True)


def _warn(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Warn again; no page needs to be written for it."""
    memory, lock = rulebook_of(env), Path(app.confdir) / NAME
    if app.builder.name == "drift" or not (memory.claims or lock.is_file()):
        return []  # that builder says it itself, and nothing else
    file, seal = Path(app.doctreedir) / SAID, memory.seal.digest
    locked = hashlib.blake2b(lock.read_bytes()).hexdigest() if lock.is_file() else ""
    now = [seal, locked, sorted(memory.claims)]
    before = load_json(file) if seal else None
    is_known = isinstance(before, dict) and before.get("now") == now
    said = before["said"] if before and is_known else list(_found(app, env))
    heard: set[Told] = set()
    for each in map(tuple, said):
        # A page that others include is judged with each of them, and fixed once.
        if each[0] == "drift" or each not in heard:
            warn(*each)
        heard.add(each)
    save_json(file, {"now": now, "said": said})
    return []


def _found(app: Sphinx, env: BuildEnvironment) -> Iterator[Told]:
    """Yield what is wrong with each page, then what moved."""
    from ..check.judge import judge_page
    from ..lock.lockfile import since_lock
    from .words import message, messages, subtype

    memory = rulebook_of(env)
    for _, claims in sorted(memory.claims.items()):
        verdict = judge_page(memory.book, claims)
        yield from (("drift", f"drift: {message(f)}", _place(f)) for f in verdict.drift)
        yield from ((subtype(f), message(f), _place(f)) for f in verdict.errors)
    since = since_lock(env, Path(app.confdir))
    changed = [each for each in since if each.kind is FindingKind.CHANGED]
    yield from (("changed", f"changed: {says}", _place(part)) for part, says in messages(changed))
    errors = (each for each in since if each.kind is FindingKind.ERROR)
    yield from (("changed", message(each), _place(each)) for each in errors)


def _place(found: Finding | Part) -> str:
    return f"{found.file}:{found.line}"
