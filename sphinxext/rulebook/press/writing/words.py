"""Words in a line: paragraphs, stress, code, figures of the rules, dice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from docutils import nodes

from ...live.nodes import FIXED
from .. import markup
from .base import BaseWriter, capital, classes_of

SHORT = 40  # letters of what is left out that a warning quotes
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_UNSEEN = re.compile(r"<!--.*?-->|<(script|style|template|svg)\b.*?</\1\s*>", re.I | re.S)
_TAG = re.compile(r"</?[a-z][^>]*>", re.IGNORECASE)


class WordsWriter(BaseWriter):
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
