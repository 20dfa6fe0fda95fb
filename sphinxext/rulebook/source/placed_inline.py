"""Reads the markup within a paragraph of reStructuredText, each letter with its place."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from docutils.parsers.rst import states
from docutils.utils import escape2null

from .document import Note, NoteKind
from .text import Text

_FOREIGN_ROLE = re.compile(r"\{(?P<name>[a-z]+)\}`(?P<text>[^`]+)`")
_SIGNS: dict[type[nodes.Node], tuple[int, int]] = {
    nodes.strong: (2, 2), nodes.emphasis: (1, 1), nodes.literal: (2, 2), nodes.target: (2, 1),
}  # fmt: skip


class Said(nodes.inline):
    """The text of a block, with what is noted in it."""

    text: Text
    typed: Text
    notes: tuple[Note, ...] = ()


class PlacedInliner(states.Inliner):
    """Reads markup in a text with docutils, and keeps the place of each letter."""

    typed: Text | None = None  # of the paragraph that is read next

    def interpreted(
        self, rawsource: str, text: str, role: str | None, lineno: int
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return a node that names the role."""
        del lineno
        return [nodes.inline(rawsource, text, role=role or "")], []

    def parse(
        self, text: str, lineno: int, memo: Any, parent: nodes.Element
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the text as one node that knows where its letters are."""
        typed = text if isinstance(text, Text) else self.typed
        typed = typed[: len(text)] if typed is not None and typed.startswith(text) else Text(text)
        self.typed = None
        self.document, self.language = memo.document, memo.language
        self.reporter, self.parent = self.document.reporter, parent
        shown = _Shown(typed)
        rest, end = shown.whole, len(shown.whole)
        while match := self.patterns.initial.search(rest):
            groups = match.groupdict()
            read: Any = self.dispatch[
                groups["start"] or groups["backquote"] or groups["refend"] or groups["fnend"]
            ]
            at = end - len(rest)
            before, found, rest, _ = read(self, match, lineno)
            shown.between(at + len(before))
            if found:
                shown.markup(found[0], at + len(before), end - len(rest), self)
        shown.between(end)
        node = Said(text, shown.text())
        node.text, node.typed, node.notes = shown.text(), typed, tuple(shown.notes)
        return [node], []


class _Shown:
    """The letters that readers see of a text."""

    def __init__(self, typed: Text) -> None:
        self.typed = typed
        self.whole = escape2null(str(typed))
        self.letters: list[int] = []
        self.notes: list[Note] = []
        self.at = 0  # behind what is read

    def text(self) -> Text:
        """Return what is shown so far."""
        return self.typed.chosen(self.letters)

    def between(self, end: int) -> None:
        """Show the letters up to some markup, and note what Markdown would write as a role."""
        for role in _FOREIGN_ROLE.finditer(self.whole, self.at, end):
            self.plain(role.start())
            said = self.typed[role.start("text") : role.end("text")]
            place = self.typed.places[role.start()] if self.typed.places else 0
            note = Note(NoteKind.FOREIGN, role["name"], said, len(self.letters), place)
            self.notes.append(note)
        self.plain(end)

    def plain(self, end: int, *, literal: bool = False) -> None:
        """Show the letters up to a place, without signs that hide others."""
        at = self.at
        while at < end:
            if self.whole[at] == "\0" and not literal:
                at += 1 + (self.whole[at + 1 : at + 2] in (" ", "\n"))
                if at < end and self.whole[at - 1] == "\0":
                    self.letters.append(at)
                    at += 1
                continue
            self.letters.append(at)
            at += 1
        self.at = max(self.at, end)

    def markup(self, node: nodes.Node, start: int, end: int, inliner: PlacedInliner) -> None:
        """Show what is within the signs of some markup."""
        first, last = self._inside(node, start, end, inliner)
        place = self.typed.places[start] if self.typed.places else 0
        at = len(self.letters)
        self.at = first
        self.plain(last, literal=isinstance(node, nodes.literal))
        if isinstance(node, nodes.inline) and "role" in node:
            said = self.typed.chosen(self.letters[at:])
            self.notes.append(Note(NoteKind.ROLE, node["role"], said, at, place))
        elif isinstance(node, nodes.substitution_reference):
            said = self.typed.chosen(self.letters[at:])
            self.notes.append(Note(NoteKind.SUBSTITUTION, said.strip("|_"), said, at, place))
        self.at = end

    def _inside(
        self, node: nodes.Node, start: int, end: int, inliner: PlacedInliner
    ) -> tuple[int, int]:
        """Return where the shown text of some markup begins and ends."""
        if isinstance(node, nodes.footnote_reference | nodes.citation_reference):
            return start, start
        if isinstance(node, nodes.problematic | nodes.substitution_reference):
            return start, end
        if signs := _SIGNS.get(type(node)):
            return start + signs[0], end - signs[1]
        if "`" not in self.whole[start:end]:
            return start, start + len(self.whole[start:end].rstrip("_"))  # a simple reference
        first, last = self.whole.index("`", start) + 1, self.whole.rindex("`", start, end)
        if isinstance(node, nodes.reference):
            link = inliner.patterns.embedded_link.search(self.whole[first:last])
            last = first + link.start() if link and link.start() else last
        return first, last


# docutils looks for the patterns of an inliner in its own class.
for _name, _value in vars(states.Inliner).items():
    if isinstance(_value, str) and not _name.startswith("__"):
        setattr(PlacedInliner, _name, _value)
