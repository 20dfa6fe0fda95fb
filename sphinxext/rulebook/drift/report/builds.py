"""Says in every build what drifted and what moved, also where no page is read again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...book.claims import FindingKind
from ...book.domain import rulebook_of
from ...book.warn import warn
from ...files import load_json, save_json
from ..lock import NAME

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from ...book.claims import Held
    from ...settings import Book

SAID = "rulebook-said.json"  # what the last build said, under which rules and which lock

Warnings = list[tuple[str, str, str]]  # for each its kind, its words and its place


def warn_in_builds(app: Sphinx) -> None:
    """Let every build warn of wrong figures, and of those that moved since the book was locked."""
    app.connect("env-before-read-docs", _forget)
    app.connect("env-updated", _warn)


def _forget(app: Sphinx, env: BuildEnvironment, pages: Sequence[str]) -> None:
    """Forget the pages that are read anew, whichever builder reads them and says what of them."""
    del env
    file = Path(app.doctreedir) / SAID
    found = load_json(file) if pages else None
    if isinstance(found, dict):
        read = set(pages)
        left = {page: said for page, said in found["pages"].items() if page not in read}
        save_json(file, {**found, "pages": left, "moved": None})


def _warn(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Warn again; no page needs to be written for it."""
    memory, lock = rulebook_of(env), Path(app.confdir) / NAME
    if app.builder.name == "drift" or not (memory.claims or lock.is_file()):
        return []  # that builder says it itself, and nothing else
    file = Path(app.doctreedir) / SAID
    before = _before(file, memory.seal.digest)
    pages = {
        page: before["pages"][page] if page in before["pages"] else _drifted(memory.book, claims)
        for page, claims in sorted(memory.claims.items())
    }
    locked = (
        hashlib.blake2b(lock.read_bytes(), digest_size=16).hexdigest() if lock.is_file() else ""
    )
    is_known = before["moved"] is not None and before["locked"] == locked
    moved = before["moved"] if is_known else _moved(app, env) if locked else []
    heard: set[tuple[Any, ...]] = set()
    for said in map(tuple, (*(said for each in pages.values() for said in each), *moved)):
        # A page that others include is judged with each of them, and fixed once.
        if said[0] == "drift" or said not in heard:
            warn(*said)
        heard.add(said)
    found = {"seal": memory.seal.digest, "pages": pages, "locked": locked, "moved": moved}
    save_json(file, found)
    return []


def _before(file: Path, seal: str) -> dict[str, Any]:
    """Read what the last build said under the same rules."""
    found = load_json(file) if seal else None
    is_known = isinstance(found, dict) and found.get("seal") == seal
    return found if isinstance(found, dict) and is_known else {"pages": {}, "moved": None}


def _drifted(book: Book, claims: Sequence[Held]) -> Warnings:
    from ..check.judge import judge_page
    from .words import message, subtype

    verdict = judge_page(book, claims)
    return [
        *(("drift", f"drift: {message(f)}", f"{f.file}:{f.line}") for f in verdict.drift),
        *((subtype(f), message(f), f"{f.file}:{f.line}") for f in verdict.errors),
    ]


def _moved(app: Sphinx, env: BuildEnvironment) -> Warnings:
    from ..lock.lockfile import since_lock
    from .words import message, messages

    since = since_lock(env, Path(app.confdir))
    return [
        *(("changed", f"changed: {says}", f"{part.file}:{part.line}")
          for part, says in messages(each for each in since if each.kind is FindingKind.CHANGED)),
        *(("changed", message(f), f"{f.file}:{f.line}") for f in since
          if f.kind is FindingKind.ERROR),
    ]  # fmt: skip
