"""Keeps the findings of each page until it is read again or the rules change."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files import load_json, save_json
from ..page.domain import rulebook_of
from ..page.warn import warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from ..page.claims import Held
    from ..settings import Book

JUDGED = "rulebook-judged.json"

SavedFindings = list[tuple[str, str, str]]


def keep_judged(app: Sphinx) -> None:
    """Let every build say what drifted, also one in which no page is read again."""
    app.connect("env-before-read-docs", _forget)
    app.connect("env-updated", _warn)


def _forget(app: Sphinx, env: BuildEnvironment, pages: Sequence[str]) -> None:
    """Forget the pages that are read anew, whichever builder reads them and says what of them."""
    del env
    file = Path(app.doctreedir) / JUDGED
    found = load_json(file) if pages else None
    if isinstance(found, dict):
        read = set(pages)
        left = {page: said for page, said in found["pages"].items() if page not in read}
        save_json(file, {**found, "pages": left})


def _warn(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Say what drifted; no page needs to be written for it."""
    memory = rulebook_of(env)
    if app.builder.name == "drift" or not memory.claims:
        return []  # that builder says it itself, and nothing else
    file = Path(app.doctreedir) / JUDGED
    before = _judged(file, memory.seal.digest)
    now: dict[str, SavedFindings] = {}
    heard: set[tuple[Any, ...]] = set()
    for page in sorted(memory.claims):
        if page in before:
            now[page] = before[page]
        else:
            now[page] = _verdict(memory.book, memory.claims[page])
        for said in map(tuple, now[page]):
            # What a page includes is judged with each that does, and mended once.
            if said[0] == "drift" or said not in heard:
                warn(*said)
            heard.add(said)
    save_json(file, {"seal": memory.seal.digest, "pages": now})
    return []


def _judged(file: Path, seal: str) -> dict[str, SavedFindings]:
    """The earlier findings of the pages under the same rules."""
    found = load_json(file) if seal else None
    if not isinstance(found, dict) or found.get("seal") != seal:
        return {}
    pages: dict[str, SavedFindings] = found["pages"]
    return pages


def _verdict(book: Book, claims: Sequence[Held]) -> SavedFindings:
    from .judge import judge_page, warnings_of

    return warnings_of(judge_page(book, claims))
