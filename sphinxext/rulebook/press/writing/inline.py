"""Writes what is in a line: words, figures, dice, references, notes and entries of the index."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from itertools import chain

from docutils import nodes

from ...live.nodes import FIXED
from .. import markup
from .base import BaseWriter, capital, classes_of

SHORT = 40  # letters of what is left out that a warning quotes
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_UNSEEN = re.compile(r"<!--.*?-->|<(script|style|template|svg)\b.*?</\1\s*>", re.I | re.S)
_TAG = re.compile(r"</?[a-z][^>]*>", re.IGNORECASE)


class InlineWriter(BaseWriter):
    """Writes paragraphs and what is in their lines."""

    def on_Text(self, node: nodes.Text) -> str:  # noqa: N802  # docutils names it so
        words = self.words_of(node.astext(), node)  # without the escapes that docutils keeps
        return self.flush() + words if words.strip() else words

    def on_paragraph(self, node: nodes.Element) -> str:
        self.anchor(node)
        if "rulebook-says" in node["classes"]:
            return self._said(node)
        if "rulebook-aside" in node["classes"]:
            return markup.block("aside", body=self.children(node))
        if FIXED in node["classes"]:
            return markup.block("settings", body=self.words_of(capital(node.astext()), node))
        words = self.children(node) + self.flush()
        return f"\n\n{words.strip()}\n\n" if words.strip() else ""

    def _said(self, node: nodes.Element) -> str:
        """Write a speaker and the speech, apart from each other."""
        who, *said = [e for e in node.children if "rulebook-colon" not in classes_of(e)]
        name = self.flush() + self.words_of(who.astext(), node)
        return markup.block("says", f"[{name}]", body="".join(map(self, said)).strip())

    def on_literal(self, node: nodes.Element) -> str:
        return self.flush() + markup.inline("code", self.string(node.astext(), node))

    def on_inline(self, node: nodes.Element) -> str:
        classes = node["classes"]
        body = self.children(node)
        for name in ("odds", "rule", "rolled"):
            if f"rulebook-{name}" in classes:
                return markup.inline(name, *_outcome_of(classes), body=body)
        if "rulebook-tick" in classes:
            return markup.inline("tick")
        if "menuselection" in classes or "guilabel" in classes:
            return markup.inline("strong", body=body)
        if "kbd" in classes:
            return markup.inline("code", self.string(node.astext(), node))
        if node.get("ids"):
            self.anchor(node)
            return self.flush() + body
        return body

    def on_rulebook_die(self, node: nodes.Element) -> str:
        face = node["face"]
        words = self.string(face.words, node)
        given = [markup.string(face.die), markup.string(face.face), str(face.sides)]
        own = f"own: {markup.boolean(face.own)}"
        return self.flush() + markup.inline("die-face", *given, own, words)

    def on_raw(self, node: nodes.Element) -> str:
        formats = node.get("format", "").split()
        if "typst" in formats:
            return node.astext()
        if "html" in formats:
            return self._html(node)
        return ""

    def _html(self, node: nodes.Element) -> str:
        """Leave HTML to the web, and warn if it holds words. A line break is kept."""
        if _BREAK.fullmatch(node.astext().strip()):
            return "#linebreak();"
        words = words_of_html(node.astext())
        beside = [each for each in node.parent.children if isinstance(each, nodes.raw)]
        if words and not any("typst" in each.get("format", "") for each in beside):
            shown = words if len(words) <= SHORT else f"{words[:SHORT]}…"
            self.warn(
                f"the PDF leaves out HTML: '{shown}'; write it as text, or keep it to the web "
                "with '.. only:: html'",
                node,
            )
        return ""

    def on_reference(self, node: nodes.Element) -> str:
        page, name, address = self._goal(node)
        body = self.children(node)
        if address:
            shown = node.astext().strip()
            footed = shown not in (address, address.removeprefix("mailto:"))
            footed = footed and not self.where.plain and not address.startswith("mailto:")
            note = f"footed: {markup.boolean(footed)}"
            return markup.inline("web", markup.string(address), note, body=body)
        label = self.target(page, name)
        if not label:
            return body
        at = markup.string(label)
        if "std-term" in _classes_within(node):
            return markup.inline("term", at, body=body)
        seen = markup.inline("see", at, body=body)
        is_short = self.where.title or f"{page}:{name}" in self.notes
        return (
            seen if is_short or not node.astext().strip() else seen + markup.inline("on-page", at)
        )

    on_number_reference = on_reference

    def _goal(self, node: nodes.Element) -> tuple[str, str, str]:
        """Return the page and the name that a reference leads to, or an address outside."""
        if "refid" in node:
            return self.where.page, node["refid"], ""
        address = node.get("refuri", "")
        if address.startswith("%"):
            page, _, name = address[1:].partition("#")
            return page, name, ""
        if address.startswith("#"):
            return self.where.page, address[1:], ""
        return "", "", address

    def on_target(self, node: nodes.Element) -> str:
        if "refid" in node or "refuri" in node:
            return self.children(node)
        self.anchor(node)
        return self.children(node)

    def on_footnote_reference(self, node: nodes.Element) -> str:
        key = f"{self.where.page}:{node.get('refid', '')}"
        note = self.notes.get(key)
        if note is None:
            return markup.inline("super", body=self.text_of(node))
        label = f"note-{key}"
        if key in self.placed_notes:
            return markup.inline("note-again", markup.string(label))
        self.placed_notes.add(key)
        inner = "".join(self(each) for each in note.children if not isinstance(each, nodes.label))
        if self.where.title:
            return markup.inline("title-note", markup.string(label), body=inner.strip())
        return f"#footnote[{inner.strip()}]#std.label({markup.string(label)});"

    def on_footnote(self, node: nodes.Element) -> str:
        """Write a note that nothing refers to. All others are at the foot of a page."""
        keys = [f"{self.where.page}:{name}" for name in node["ids"]]
        if any(key in self.placed_notes for key in keys) or node.get("backrefs"):
            return ""
        return self.on_citation(node)

    def on_citation(self, node: nodes.Element) -> str:
        label = next((each for each in node.children if isinstance(each, nodes.label)), None)
        self.anchor(node)
        name = self.words_of(label.astext(), node) if label is not None else ""
        rest = "".join(self(each) for each in node.children if each is not label).strip()
        return markup.block("cited", f"[{self.flush()}{name}]", body=rest)

    def on_citation_reference(self, node: nodes.Element) -> str:
        return f"\\[{self.children(node)}\\]"

    def on_index(self, node: nodes.Element) -> str:
        entries: list[tuple[str, str, str]] = node.get("entries", [])
        for entry in entries:
            self._index(*entry[:3])
        return ""

    def _index(self, kind: str, value: str, target: str) -> None:
        """Note an entry of the index for the next words."""
        main = target != "" and not target.startswith("term-")
        self.has_index = self.has_index or main
        parts = [part.strip() for part in value.split(";") if part.strip()]
        found: list[tuple[str, str, str]] = []  # the entry, what is under it, where else to look
        if kind in ("see", "seealso") and len(parts) == 2:
            found = [(parts[0], "", parts[1])]
        elif kind == "triple" and len(parts) == 3:
            a, b, c = parts
            found = [(a, f"{b} {c}", ""), (b, f"{c}, {a}", ""), (c, f"{a} {b}", "")]
        elif kind == "pair" and len(parts) == 2:
            found = [(parts[0], parts[1], ""), (parts[1], parts[0], "")]
        elif parts:
            found = [(parts[0], ", ".join(parts[1:]), "")]
        for name, under, see in found:
            self.indexed.add(name)
            texts = [markup.string(each) for each in (name, under, see)]
            self.marks.append(markup.inline("ix", *texts))


def _outcome_of(classes: Sequence[str]) -> list[str]:
    """Return the number of the outcome in the classes, and of how many, as arguments."""
    return [
        f"{key}: {number}"
        for key in ("outcome", "of")
        for name in classes
        if (number := name.removeprefix(f"rulebook-{key}-")).isdecimal()
    ]


def words_of_html(source: str) -> str:
    """Return the words that a browser would show."""
    return " ".join(unescape(_TAG.sub(" ", _UNSEEN.sub(" ", source))).split())


def _classes_within(node: nodes.Element) -> set[str]:
    """Return the classes of everything in a reference."""
    return set(chain.from_iterable(each["classes"] for each in node.findall(nodes.Element)))
