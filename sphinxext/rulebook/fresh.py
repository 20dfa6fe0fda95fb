"""No page ever shows an old figure: which pages to read again, and which to write again."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .domain import RulebookDomain, rulebook_of
from .present.requests import Request, fingerprint

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

# Kept beside the doctrees, since an environment is only saved when a page was read.
STAMP = "rulebook-stamp"
SHOWN = "rulebook-shown"


def outdated(app: Sphinx, env: BuildEnvironment, *_: Any) -> list[str]:
    """The pages whose figures moved since they were read."""
    memory = rulebook_of(env)
    stamp = Path(app.doctreedir) / STAMP
    if not memory.asked or _text(stamp) == memory.book.stamp:
        return []
    prints: dict[Request, bytes] = {}
    return [page for page, asked in memory.asked.items() if _moved(memory, asked, prints)]


def _moved(
    memory: RulebookDomain, asked: Mapping[Request, bytes], prints: dict[Request, bytes]
) -> bool:
    for request, shown in asked.items():
        now = prints.get(request)
        if now is None:
            now = prints[request] = fingerprint(memory.book, request)
        if now != shown:
            return True
    return False


def rewritten(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """The pages that this output shows otherwise than they were read."""
    memory = rulebook_of(env)
    before = _shown(app)
    now = _digests(memory)
    if before and before.get("") != now.get(""):
        return sorted(env.found_docs)  # a figure in a title stands in menus of every page
    return sorted(page for page in now if page in env.found_docs and before.get(page) != now[page])


def remember(app: Sphinx, exception: Exception | None) -> None:
    """Note what this output shows now that all of it is written."""
    if exception is None and getattr(app, "env", None) is not None:
        memory = rulebook_of(app.env)
        _write(_shown_file(app), json.dumps(_digests(memory), sort_keys=True))
        # Only now is the environment saved that the stamp speaks of.
        _write(Path(app.doctreedir) / STAMP, memory.book.stamp)


def _digests(memory: RulebookDomain) -> dict[str, str]:
    """A digest of what each page shows, and of all figures in titles."""
    digests = {page: _digest(map(repr, asked.items())) for page, asked in memory.asked.items()}
    digests[""] = _digest(map(repr, memory.titles.items()))
    return digests


def _digest(parts: Iterable[str]) -> str:
    return hashlib.blake2b("\n".join(sorted(parts)).encode(), digest_size=12).hexdigest()


def _shown_file(app: Sphinx) -> Path:
    """One file for each output that shares the doctrees."""
    output = hashlib.blake2b(f"{app.builder.name}:{app.outdir}".encode(), digest_size=6)
    return Path(app.doctreedir) / f"{SHOWN}-{output.hexdigest()}.json"


def _shown(app: Sphinx) -> dict[str, str]:
    try:
        found = json.loads(_text(_shown_file(app)) or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError:
        return ""


def _write(path: Path, text: str) -> None:
    """Replace the file in one go, so that a killed build leaves the old one or the new."""
    if _text(path) == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
