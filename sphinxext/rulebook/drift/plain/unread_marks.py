"""Warns of comments on the pages of a Sphinx book that only plain folders read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes

from ...book.warn import warn
from ...source.document import Document
from .marks import FIGURES, TABLES, mark_in

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_MARK = re.compile(
    rf"(?:<!--|^[ \t]*\.\.)\s*(?:{'|'.join((*FIGURES, *TABLES))})\s*:(?!:)", re.MULTILINE
)
_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_KEY = "rulebook_plain_marks"


def watch_plain_marks(app: Sphinx) -> None:
    """Look for the comments on every page that is read."""
    app.connect("env-get-outdated", _warned)
    app.connect("source-read", _search)
    app.connect("doctree-read", _warn)


def _warned(_: Sphinx, env: BuildEnvironment, *__: Any) -> list[str]:
    """List the pages that are read again, so that each check says it again."""
    return sorted(page for page in env.found_docs if _KEY in env.metadata.get(page, {}))


def _search(app: Sphinx, _: str, source: list[str]) -> None:
    """Remember a page that may have one, which saves a walk through all others."""
    page = Document(source[0])
    lines = [page.line(match.end()) for match in _MARK.finditer(source[0])]
    if lines:
        app.env.temp_data[_KEY] = lines


def _warn(app: Sphinx, document: nodes.document) -> None:
    """Say how many there are, at the first; code has none."""
    if not app.env.temp_data.get(_KEY):
        return
    found: list[nodes.Element] = []
    for node in document.findall(nodes.FixedTextElement):
        if not isinstance(node, nodes.comment | nodes.raw):
            continue
        text = node.astext()
        said = [text] if isinstance(node, nodes.comment) else _COMMENT.findall(text)
        found += [node] * sum(mark_in(re.sub(r"<!--|-->", "", each)) is not None for each in said)
    if not found:
        return
    app.env.metadata[app.env.docname][_KEY] = True
    is_rest = str(app.env.doc2path(app.env.docname)).endswith((".rst", ".txt"))
    role = ":odds:`…`" if is_rest else "{odds}`…`"
    warn(
        "odds",
        f"a Sphinx book does not read comments such as those here ({len(found)}); write {role}, or "
        "check with --plain",
        (app.env.docname, _line(found[0], app.env.temp_data[_KEY])),
    )


def _line(node: nodes.Element, marks: list[int]) -> int | None:
    """The line of a node; docutils counts a comment to its end."""
    line = next((each for each in _lines_around(node) if each is not None), None)
    if line is None or not isinstance(node, nodes.comment):
        return line
    return max((each for each in marks if each <= line), default=line)


def _lines_around(node: nodes.Element | None) -> Iterator[int | None]:
    while node is not None:
        yield node.line
        node = node.parent
