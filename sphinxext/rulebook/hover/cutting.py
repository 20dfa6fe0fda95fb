"""A preview's markup: a piece of a page without what belongs to the page, cut to a length.

Text is cut between words or, in scripts without spaces, between characters.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxext.rulebook.hover.markup import Element
    from sphinxext.rulebook.hover.pieces import Piece

_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_WHOLE: Final = frozenset({"tr", "svg", "math", "object", "button", "select", "label"})
_LEFT_OUT: Final = frozenset({"nav"})  # a table of contents of the page says nothing about it
# Links to a heading itself, and from a footnote back to where it is named.
_OF_THE_PAGE: Final = frozenset({"headerlink", "backrefs"})
_PICTURES: Final = frozenset({"img", "svg", "object", "video", "canvas", "iframe"})
_PICTURE_LENGTH: Final = 60  # a picture takes room as some words do, so a gallery ends too
# Parts that a browser loads from somewhere: elements, and attributes of any.
_LOADING: Final = frozenset(
    ("img", "svg", "object", "video", "audio", "iframe", "embed", "source", "picture", "canvas")
)
_LOADS: Final = frozenset(("src", "srcset", "poster", "data", "background", "style"))
# Han, kana, bopomofo, hangul's neighbours of full width; Thai, Lao, Burmese, Khmer.
_WITHOUT_SPACES: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u31a0-\u31ff\u3400-\u9fff"
    "\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
# Opening signs, and vowels that are written before their consonant, must not end a line; closing
# ones, and vowels of the letter before, must not begin one.
_OPENING: Final = frozenset("「『（【〈《“‘［｛เแโใไເແໂໃໄ")
_CLOSING: Final = frozenset(
    "」』）】〉》”’］｝、。，．！？：；・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々ะาำๅๆฯະາຳໆຯ"
)


class Preview(NamedTuple):
    """The markup of a preview, and whether the full entry goes on where it ends."""

    markup: str
    is_cut: bool


@dataclass
class Cutter:
    """Writes elements and text of a page until the text is as long as it may be."""

    limit: int
    is_foreign: bool  # of another project, of which a browser must load nothing
    length: int = 0
    titled: bool = False
    whole: bool = False  # within what must not be cut in two
    is_first: bool = False  # and that is the first block, which stays even if it is too long
    is_drawing: bool = False  # within a drawing, whose labels are not read as text is

    @property
    def is_full(self) -> bool:
        """True once the text is longer than it may be."""
        return bool(self.limit) and self.length > self.limit

    def all(self, nodes: Iterable[Element | str]) -> str:
        """Write as much as there is room for."""
        return "".join(map(self._one, nodes))

    def _one(self, node: Element | str) -> str:
        if self.is_full and not self.is_first:
            return ""
        if isinstance(node, str):
            return self._text(node)
        if _is_left_out(node) or node.is_anchor:
            return ""
        if self.is_foreign and node.name in _LOADING:
            return self._text(html.escape(node.attributes.get("alt") or "", quote=False))
        if self.whole or not _is_whole(node):
            return self._element(node)
        self.whole, self.is_first, before = True, not self.length, self.length
        written = self._element(node)
        self.whole = self.is_first = False
        return "" if self.is_full and before else written

    def _element(self, node: Element) -> str:
        name = node.name
        if name in _HEADINGS:
            kind = "heading" if self.titled else "title"
            self.titled = True
            name, start = "p", f'<p class="rulebook-preview-{kind}">'
        else:
            start = node.tag(dict(self._inert(node.attributes)))
        if name in _PICTURES:
            self.length += _PICTURE_LENGTH
        if node.closes_itself:
            return start
        around, self.is_drawing = self.is_drawing, self.is_drawing or name == "svg"
        inside = self.all(node.children)
        self.is_drawing = around
        return f"{start}{inside}</{name}>"

    def _inert(self, attributes: dict[str, str | None]) -> Iterator[tuple[str, str | None]]:
        """Yield the attributes that run nothing.

        An inline style becomes data, for a strict policy lets a script set it.
        """
        for name, value in attributes.items():
            if self.is_foreign and name in _LOADS:
                continue
            if name == "onclick":
                yield "data-rulebook-acts", None
            elif name == "style":
                yield "data-rulebook-style", value
            elif not name.startswith("on") and name != "srcdoc":
                yield name, value

    def _text(self, text: str) -> str:
        if self.is_drawing:
            return text
        words = html.unescape(text)
        room = max(self.limit - self.length, 0)
        self.length += len(" ".join(words.split()))
        if self.is_full and not self.whole:
            return html.escape(first_words(words, room), quote=False) + "…"
        return text


def preview_of(piece: Piece, limit: int, is_foreign: bool = False) -> Preview | None:
    """Return the preview of a piece of a page, or None where there is nothing to see in it."""
    assert piece.first.parent is not None
    cutter = Cutter(limit, is_foreign)
    try:
        written = cutter.all(piece.first.parent.children[piece.first.at : piece.last.at + 1])
    except RecursionError:  # a page that nobody wrote by hand
        return None
    if (around := piece.around) is not None:
        rest = {name: value for name, value in around.attributes.items() if name != "id"}
        written = f"{around.tag(rest)}{written}</{around.name}>"
    return Preview(written.strip(), cutter.is_full) if cutter.length else None


def _is_left_out(element: Element) -> bool:
    return element.name in _LEFT_OUT or not _OF_THE_PAGE.isdisjoint(element.classes)


def _is_whole(element: Element) -> bool:
    return element.name in _WHOLE or "math" in element.classes


def first_words(text: str, room: int) -> str:
    """Return as much of a text as there is room for, cut where its script may be cut."""
    end = room if room < len(text) else 0
    while end and not _may_part(text[end - 1], text[end]):
        end -= 1
    return text[: end or room].rstrip()  # a word that is all there is stays


def _may_part(before: str, after: str) -> bool:
    """Tell whether a text may end between two letters: between words, or between characters."""
    if unicodedata.category(after).startswith("M") or "\u200d" in (before, after):
        return False
    if before in _OPENING or after in _CLOSING:
        return False
    return (before + after).strip() != before + after or bool(
        _WITHOUT_SPACES.search(before + after)
    )
