"""Warns of comments on the pages of a Sphinx book that only plain folders read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...book.places import is_myst
from ...book.warn import warn
from ...source.document import Kind, NoteKind
from ...source.read import read_document
from .marks import mark_in, may_hold_mark

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_KEY = "rulebook_plain_marks"


def watch_plain_marks(app: Sphinx) -> None:
    """Look for the comments on every page that is read."""
    app.connect("env-get-outdated", _warned)
    app.connect("source-read", _warn)


def _warned(_: Sphinx, env: BuildEnvironment, *__: Any) -> list[str]:
    """List the pages that are read again, so that each check says it again."""
    return sorted(page for page in env.found_docs if _KEY in env.metadata.get(page, {}))


def _warn(app: Sphinx, page: str, source: list[str]) -> None:
    """Say how many there are, at the first; code has none."""
    if not may_hold_mark(source[0]):
        return
    markdown = is_myst(Path(app.env.doc2path(page)), source[0])
    document = read_document(source[0], markdown=markdown, myst=True)
    found = [each.line for each in document.blocks if each.kind is Kind.COMMENT
             and mark_in(each.text)]  # fmt: skip
    found += [document.line(note.place) for each in document.blocks for note in each.notes
              if note.kind is NoteKind.COMMENT and mark_in(note.text)]  # fmt: skip
    if found:
        app.env.metadata[page][_KEY] = True
        role = "{odds}`…`" if markdown else ":odds:`…`"
        says = f"a Sphinx book does not read comments such as those here ({len(found)})"
        warn("odds", f"{says}; write {role}, or check with --plain", (page, min(found)))
