"""The lock watched in every build: what moved since is said, also where no page is read again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..files import load_json, save_json
from ..page.domain import rulebook_of
from ..page.warn import warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

NAME = "odds.lock.json"
MOVED = "rulebook-moved.json"


def watch_lock(app: Sphinx) -> None:
    """Let every build say what moved since the book was locked."""
    app.connect("env-before-read-docs", _forget)
    app.connect("env-updated", _warn)


def _forget(app: Sphinx, env: BuildEnvironment, pages: Sequence[str]) -> None:
    """Forget what moved where a page is read again, whichever builder reads it."""
    del env
    if pages:
        (Path(app.doctreedir) / MOVED).unlink(missing_ok=True)


def _warn(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Say what moved; what it was at the last build is known where nothing was touched."""
    path = Path(app.confdir) / NAME
    if app.builder.name == "drift" or not path.is_file():
        return []  # that builder says it itself
    seal = rulebook_of(env).seal.digest
    state = [seal, hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()]
    file = Path(app.doctreedir) / MOVED
    before = load_json(file) if seal else None
    if isinstance(before, dict) and before.get("state") == state:
        said = before["said"]
    else:
        said = _said(app, env)
        state[0] = rulebook_of(env).seal.digest
        save_json(file, {"state": state, "said": said})
    for message, place in said:
        warn("changed", message, place)
    return []


def _said(app: Sphinx, env: BuildEnvironment) -> list[tuple[str, str]]:
    from .lockfile import since_lock
    from .summary import messages

    since = since_lock(env, Path(app.confdir))
    found = [
        (f"changed: {says}", f"{part.file}:{part.line}") for part, says in messages(since.changed)
    ]
    return found + [(each.message, f"{each.file}:{each.line}") for each in since.broken]
