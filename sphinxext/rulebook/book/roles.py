"""The roles: a figure in a sentence, asked when the whole page is read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.utils import unescape

from ..language.formatter import FORMATS, ROUNDINGS
from ..rules.errors import suggest
from ..tables.specs import RequestKind, StyleOptions

if TYPE_CHECKING:
    from docutils.parsers.rst.states import Inliner
    from sphinx.application import Sphinx

KINDS = (RequestKind.ODDS, RequestKind.RULE, RequestKind.ROLLED, RequestKind.DIE)
# The words of the author, then the question between < and >, which may itself compare.
HELD = re.compile(r"(?P<words>.+?)\s*<(?P<question>(?:[^\W\d]|\d*[dD](?:\d|%|F)).*)>", re.DOTALL)


class Waiting(nodes.Node):
    """A node that is settled when the whole page is read."""


class WaitingFigure(nodes.inline, Waiting):
    """A figure that waits for the end of the page, when the game in force is known."""

    def astext(self) -> str:
        """The text for a title's name; a text node would keep the whole page in memory."""
        return str(self["words"] or self["question"])


class GameMark(nodes.Invisible, nodes.Element, Waiting):
    """From here on a page asks another game."""


class HeldMark(nodes.Invisible, nodes.Element, Waiting):
    """A mark in a typed table: its question, kept until the page is read to its end."""


def word_of(words: Sequence[str]) -> Any:
    """A directive option that takes one of some words."""

    def read(argument: str | None) -> str:
        value = (argument or "").strip()
        if value not in words:
            raise ValueError(f"no '{value}'{suggest(value, words)}")
        return value

    return read


OPTIONS = {
    "format": word_of(FORMATS),
    "digits": directives.nonnegative_int,
    "rounding": word_of(ROUNDINGS),
    "game": directives.unchanged_required,
    "class": directives.class_option,
}


def split(text: str) -> tuple[str, str]:
    """The author's words, if any, and the question."""
    match = HELD.fullmatch(text.strip())
    if match is None:
        return "", text.strip()
    return match["words"].strip(), match["question"].strip()


def _place(inliner: Inliner, lineno: int) -> tuple[str | None, int | None]:
    """The file and the line of a role; none where the paragraph around it knows better."""
    document = inliner.document
    if type(inliner).__module__.startswith("myst_parser"):
        return document["source"], lineno
    source, line = inliner.reporter.get_source_and_line(lineno)
    # Within Markdown the reporter may speak of a file that was read before.
    return (source, line) if source == document.current_source else (None, None)


def _role_of(kind: RequestKind) -> Any:
    """A plain function, since only its options reach roles that are derived from it."""

    def ask(
        name: str,  # noqa: ARG001  # docutils gives a role all of these
        rawtext: str,
        text: str,
        lineno: int,
        inliner: Inliner,
        options: Mapping[str, Any] | None = None,
        content: Sequence[str] = (),  # noqa: ARG001  # as above
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        given = options or {}
        words, question = split(unescape(text))
        node = WaitingFigure(rawtext, classes=list(given.get("classes", [])))
        node["kind"], node["words"], node["question"] = kind, words, question
        node["style"] = StyleOptions(*(str(given.get(key, "")) for key in StyleOptions._fields))
        node["game"] = given.get("game", "")
        node["within"] = text
        node.source, node.line = _place(inliner, lineno)
        return [node], []

    ask.options = OPTIONS  # type: ignore[attr-defined]  # where docutils looks for a role's options
    ask.rulebook = True  # type: ignore[attr-defined]  # how our derived roles are told from others
    return ask


def add_roles(app: Sphinx) -> None:
    """Make the roles known."""
    for kind in KINDS:
        app.add_role(kind.value, _role_of(kind))
    app.add_node(WaitingFigure)
    app.add_node(GameMark)
