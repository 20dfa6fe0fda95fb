"""Finds the piece of a page that an id points at, and writes it as a preview, cut to a length.

Text is cut between words or, in scripts without spaces, between characters.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import deque
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxext.rulebook.hover.markup import INLINE, Element

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
# Parts that mean nothing alone, and show with the whole that they are a part of.
_PART_OF: Final = {
    **dict.fromkeys(("tr", "td", "th", "thead", "tbody", "tfoot", "caption", "colgroup"), "table"),
    **dict.fromkeys(_HEADINGS, "section"),
    "figcaption": "figure",
    "summary": "details",
    "legend": "fieldset",
}
_OF_THE_THEME: Final = frozenset({"header", "footer", "form"})
_TEXT: Final = frozenset({"p", "blockquote", "figure", "table", "dl", "ol"})
_SCHEMES: Final = frozenset({"only-light", "only-dark"})
_LISTS: Final = frozenset({"dl", "ul", "ol"})
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


class Piece(NamedTuple):
    """The first and the last element of a preview, and the list that they must be in."""

    first: Element
    last: Element
    around: Element | None = None


def piece_at(page: Sequence[Element], spot: Element) -> Piece:
    """Return the elements to show for one that has an id."""
    element = _after_anchor(spot) if spot.is_empty or spot.name == "hr" else spot
    while element.outer and element.name in INLINE and not _is_picture(element):
        element = element.outer
    if "rubric" in element.classes:
        return Piece(element, _last_of(element, _stands_under_a_rubric))
    if _is_for_one_scheme(element):
        return Piece(element, _last_of(element, _is_for_one_scheme))
    element = _whole(element)
    if element.name in _HEADINGS:
        return Piece(element, _last_under(element))
    if element is page[0] and (heading := _heading_before(page, spot)):
        return Piece(heading, _last_under(heading))
    parent = element.outer if element.outer and element.outer.name in _LISTS else None
    return Piece(element, _end_of_entry(element) if element.name == "dt" else element, parent)


def whole_page(page: Sequence[Element]) -> Piece | None:
    """Return the elements to show for a whole page: its first section and what is before that.

    Where a theme writes no sections, it is all that is with the first heading.
    """
    begins = "section" if any(each.name == "section" for each in page) else "h1"
    for each in page:
        if each.name == begins and not any(map(_stands_before_a_title, _around(each))):
            opening = [each]
            for before in each.before():
                if _stands_before_a_title(before):
                    opening.append(before)
                elif not before.is_empty:
                    break
            return Piece(opening[-1], each if begins == "section" else _last_under(each))
    return Piece(page[0], page[0]) if page else None


def _around(element: Element) -> Iterator[Element]:
    """Yield the elements around one, the nearest first."""
    while element.outer:
        element = element.outer
        yield element


def _stands_before_a_title(element: Element) -> bool:
    """Tell whether an element is text of a page, such as a warning at its top, not a theme's."""
    return element.name in _TEXT or "admonition" in element.classes


def _after_anchor(anchor: Element) -> Element:
    """Return the element that an empty anchor names: the one it opens, else the one after it."""
    outer = anchor.outer
    if outer and outer.outer and outer.attributes.get("id") and next(anchor.before(), None) is None:
        return outer
    said = ""
    for each in anchor.after():
        if isinstance(each, str):
            said += each
        elif not each.is_empty:
            is_block = each.name not in INLINE or _is_picture(each)
            if is_block and not said.strip():
                return each
            break
    return outer or anchor


def _is_picture(element: Element) -> bool:
    """Tell whether a link only wraps a picture: Sphinx links a scaled one to its file."""
    return "image-reference" in element.classes


def _whole(element: Element) -> Element:
    """Return the whole that a part belongs to, or the part itself where there is none around it."""
    whole = _PART_OF.get(element.name)
    return next((each for each in _around(element) if each.name == whole), element)


def _last_of(element: Element, belongs: Callable[[Element], bool]) -> Element:
    """Return the last of an element and those after it, as long as they belong to it."""
    after = (each for each in element.after() if isinstance(each, Element))
    return deque([element, *takewhile(belongs, after)], maxlen=1)[0]


def _last_under(heading: Element) -> Element:
    """Return the last element under a heading, where its theme puts no section around both."""
    return _last_of(
        heading,
        lambda each: (
            each.name not in _OF_THE_THEME
            and not (each.name in _HEADINGS and each.name <= heading.name)
        ),
    )


def _heading_before(page: Sequence[Element], spot: Element) -> Element | None:
    """Return the heading that a place of a page without sections is under."""
    return next((e for e in reversed(page[1 : spot.number]) if e.name in _HEADINGS), None)


def _stands_under_a_rubric(element: Element) -> bool:
    return element.name != "section" and "rubric" not in element.classes


def _is_for_one_scheme(element: Element) -> bool:
    """Tell whether a picture is for light or dark only, with its counterpart beside it."""
    return not element.classes.isdisjoint(_SCHEMES)


def _end_of_entry(term: Element) -> Element:
    """Return the last of a term's entry: other terms of the same meaning, then the meaning."""
    last = _last_of(term, lambda each: each.name == "dt")
    meaning = next((each for each in last.after() if isinstance(each, Element)), last)
    return meaning if meaning.name == "dd" else last


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
        """Return whether the text is longer than it may be."""
        return bool(self.limit) and self.length > self.limit

    def all(self, nodes: Iterable[Element | str]) -> str:
        """Write as much as there is room for."""
        return "".join(map(self._one, nodes))

    def _one(self, node: Element | str) -> str:
        if self.is_full and not self.is_first:
            return ""
        if isinstance(node, str):
            return self._text(node)
        is_of_the_page = not _OF_THE_PAGE.isdisjoint(node.classes)
        if node.name in _LEFT_OUT or is_of_the_page or node.is_anchor:
            return ""
        if self.is_foreign and node.name in _LOADING:
            return self._text(html.escape(node.attributes.get("alt") or "", quote=False))
        if self.whole or not (node.name in _WHOLE or "math" in node.classes):
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


def preview_of(piece: Piece, limit: int, is_foreign: bool = False) -> list[object]:
    """Return the markup of a piece of a page, and a 1 where it is cut; nothing if it is empty."""
    assert piece.first.parent is not None
    cutter = Cutter(limit, is_foreign)
    try:
        written = cutter.all(piece.first.parent.children[piece.first.at : piece.last.at + 1])
    except RecursionError:  # a page that nobody wrote by hand
        return []
    if (around := piece.around) is not None:
        rest = {name: value for name, value in around.attributes.items() if name != "id"}
        written = f"{around.tag(rest)}{written}</{around.name}>"
    return [written.strip(), *[1] * cutter.is_full] if cutter.length else []


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
