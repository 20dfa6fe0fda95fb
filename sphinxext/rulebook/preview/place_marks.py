"""Gives pieces of a page classes by which a browser finds a line, a figure or a question again."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from ..book.claims import Claim
from ..book.domain import rulebook_of
from ..book.resolve import ResolveFigures
from ..book.roles import KINDS, split

FIGURES = {f"rulebook-{kind.value}" for kind in KINDS}
BLOCKS = (
    nodes.paragraph,
    nodes.title,
    nodes.section,
    nodes.table,
    nodes.list_item,
    nodes.definition_list_item,
    nodes.literal_block,
    nodes.figure,
    nodes.Admonition,
    nodes.problematic,
)


def line_class(file: str, line: int) -> str:
    """The class of what begins on a line of a file."""
    return f"{file_class(file)}-{line}"


def file_class(file: str) -> str:
    """The beginning of the class of everything that comes from a file."""
    return f"rulebook-at-{_digest(os.path.realpath(file))}"


def claim_class(claim: Claim) -> str:
    """The class of a typed figure in a sentence."""
    held = (os.path.realpath(claim.file), claim.line, claim.request, claim.words)
    return f"rulebook-held-{_digest(repr(held))}"


class MarkPlaces(SphinxTransform):
    """Gives each block its line, each typed figure its claim and each figure its question."""

    default_priority = ResolveFigures.default_priority + 1

    def apply(self, **_: Any) -> None:
        """Walk the page in the order in which its claims were noted."""
        if str(self.document.get("source", "")).endswith("<translated>"):
            return
        claims = iter(rulebook_of(self.env).claims.get(self.env.docname, ()))
        for node in self.document.findall(nodes.Element):
            if isinstance(node, BLOCKS) and node.line and node.source:
                node["classes"].append(line_class(node.source, node.line))
            elif FIGURES & set(node.get("classes", ())) and isinstance(node, nodes.inline):
                node["classes"] += _of_figure(node, claims)


def _of_figure(node: nodes.inline, claims: Iterator[object]) -> list[str]:
    """The classes of a figure in a sentence."""
    text = node.rawsource
    role, _, asked = text.partition("`")
    words, question = split(asked.rstrip("`"))
    found = [f"rulebook-asked-{_digest(role + question)}"]
    if node.line and node.source:
        found.append(line_class(node.source, node.line))
    if words and (claim := _next_claim(claims, node.astext())):
        found.append(claim_class(claim))
    return found


def _next_claim(claims: Iterator[object], words: str) -> Claim | None:
    """The next typed figure; claims are noted in the order of the page."""
    return next((c for c in claims if isinstance(c, Claim) and c.words == words), None)


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=5).hexdigest()
