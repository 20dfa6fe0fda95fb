"""Finds our roles where they are typed as the other markup writes them, so that no role is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from docutils import nodes

from .roles import KINDS

NAMES = "|".join(KINDS)
RESTRUCTURED = re.compile(rf"(?<![\w:`]):(?P<role>{NAMES}):$")  # a code span follows
ROLE_BEGINS = re.compile(rf":(?:{NAMES}):`")
MARKDOWN = re.compile(rf"\{{(?P<role>{NAMES})\}}`(?P<text>[^`]+)`")
_AS_TYPED = (nodes.literal, nodes.FixedTextElement, nodes.Invisible, nodes.raw, nodes.math)


class OtherMarkup(NamedTuple):
    """A role in the other markup: the text around it, how it is typed, and a line about it."""

    parent: nodes.Element
    role: str
    typed: str
    message: str


def _in_markdown(role: str) -> str:
    """Tell how Markdown writes a role."""
    return f"Markdown writes roles as {{{role}}}`…`; :{role}:`…` is shown as it is"


def _in_restructured(role: str) -> str:
    """Tell how reStructuredText writes a role."""
    return f"reStructuredText writes roles as :{role}:`…`; {{{role}}}`…` is shown as it is"


def roles_in_other_markup(document: nodes.document, *, markdown: bool) -> Iterator[OtherMarkup]:
    """Find them in the prose of a page; in Markdown also within parts in reStructuredText."""
    for field in document.findall(nodes.field) if markdown else ():
        # With MyST's field lists, a paragraph that begins with such a role is a field.
        name, body = field.children[0].astext(), field.children[-1]
        code = next(body.findall(nodes.Text), None)
        if name in KINDS and code is not None and isinstance(code.parent, nodes.literal):
            message = _in_markdown(name)
            yield OtherMarkup(field, name, f":{name}:`{code}`", message)
    for node in document.findall(nodes.Text):
        parent = node.parent
        after = node.next_node(descend=False, siblings=True) if markdown else None
        if isinstance(after, nodes.literal) and (found := RESTRUCTURED.search(node)):
            role, typed = found["role"], f"{found[0]}`{after.astext()}`"
            message = _in_markdown(role)
            yield OtherMarkup(parent, role, typed, message)
        for match in MARKDOWN.finditer(node):
            if not _is_as_typed(parent):
                message = _in_restructured(match["role"])
                yield OtherMarkup(parent, match["role"], match[0], message)


def _is_as_typed(node: nodes.Node | None) -> bool:
    """True within code, formulas, comments and the like."""
    while node is not None and not isinstance(node, _AS_TYPED):
        node = node.parent
    return node is not None
