"""References, targets, footnotes, citations and the entries of the index."""

from __future__ import annotations

from itertools import chain

from docutils import nodes

from .. import markup
from .base import BaseWriter


class ReferencesWriter(BaseWriter):
    """Writes references and notes."""

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


def _classes_within(node: nodes.Element) -> set[str]:
    """Return the classes of everything in a reference."""
    return set(chain.from_iterable(each["classes"] for each in node.findall(nodes.Element)))
