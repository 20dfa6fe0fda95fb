"""A preview's markup: a piece of a page without what belongs to the page, cut to a length.

Text is cut between words or, in scripts without spaces, between characters.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxext.rulebook.hover.markup import Page, Tag

if TYPE_CHECKING:
    from sphinxext.rulebook.hover.pieces import Piece

_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_WHOLE: Final = frozenset({"tr", "svg", "math", "object", "button", "select", "label"})
_LEFT_OUT: Final = frozenset({"nav"})  # a table of contents of the page says nothing about it
# Links to a heading itself, and from a footnote back to where it is named.
_OF_THE_PAGE: Final = re.compile(r"\bclass=\"[^\"]*\b(?:headerlink|backrefs)\b")
_PICTURES: Final = frozenset({"img", "svg", "object", "video", "canvas", "iframe"})
_PICTURE_LENGTH: Final = 60  # a picture takes room as some words do, so a gallery ends too
_NOT_AS_IT_IS: Final = re.compile(r"\s(?:style|srcdoc|on\w+)\s*=", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(
    r"""(?P<name>\s+[^\s"'>/=]+)(?P<value>\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?"""
)
# What a browser loads from somewhere: elements, and attributes of any.
_LOADING: Final = frozenset(
    ("img", "svg", "object", "video", "audio", "iframe", "embed", "source", "picture", "canvas")
)
_LOADS: Final = re.compile(
    r"""\s(?:src|srcset|poster|data|background|data-rulebook-style)\s*=\s*"""
    r"""(?:"[^"]*"|'[^']*'|[^\s"'>]+)""",
    re.IGNORECASE,
)
_ALT: Final = re.compile(r"""\salt\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_ID: Final = re.compile(r"""\sid\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
# Han, kana, bopomofo, hangul's neighbours of full width; Thai, Lao, Burmese, Khmer.
_WITHOUT_SPACES: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u31a0-\u31ff\u3400-\u9fff"
    "\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
_SENTENCE_END: Final = re.compile("[。．！？｡…!?][」』）】〉》”’]*|[།၊။។៕]|(?<=[\u0e00-\u0eff]) ")
# Vowels that are written before their consonant, and a vowel that belongs to the one before.
_THAI_BEFORE: Final = frozenset("เแโใไເແໂໃໄ")
_THAI_AFTER: Final = frozenset("ะาำๅๆฯະາຳໆຯ")
# What opens must not end a line, and what closes must not begin one.
_OPENING: Final = frozenset("「『（【〈《“‘［｛")
_CLOSING: Final = frozenset(
    "」』）】〉》”’］｝、。，．！？：；・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々"
)


class Preview(NamedTuple):
    """The markup of a preview, and whether the full entry goes on where it ends."""

    markup: str
    is_cut: bool


class Checkpoint(NamedTuple):
    """A place to come back to: how much was written, how much of it counts, what was open."""

    written: int
    length: int
    depth: int


@dataclass
class Cutter:
    """Writes tags and text of a page until the text is as long as it may be."""

    page: Page
    limit: int
    out: list[str] = field(default_factory=list)
    open_tags: list[tuple[int, str]] = field(default_factory=list)
    length: int = 0
    whole: Checkpoint | None = None  # where what must not be cut in two began
    titled: bool = False
    is_foreign: bool = False  # of another project, of which a browser must load nothing
    drawing: int = 0  # how many drawings are open: their labels are not read as text is

    @property
    def is_full(self) -> bool:
        """True once the text is longer than it may be."""
        return bool(self.limit) and self.length > self.limit

    @property
    def is_done(self) -> bool:
        """True once nothing more fits; the first block is never cut in two."""
        return self.is_full and (self.whole is None or self.whole.length > 0)

    def write_start(self, number: int, markup: str, name: str) -> None:
        """Write a start tag."""
        tag = self.page.tags[number]
        if self.whole is None and _is_whole(tag):
            self.whole = Checkpoint(len(self.out), self.length, len(self.open_tags))
        if tag.name in _PICTURES:
            self.length += _PICTURE_LENGTH
        self.out.append(markup)
        if not tag.closes_itself:
            self.open_tags.append((number, name))
            self.drawing += name == "svg"

    def write_ends(self, number: int) -> None:
        """Write the end of every tag that ends with a given one."""
        while self.open_tags and self.page.ends[self.open_tags[-1][0]] == number:
            self._close()

    def _close(self) -> None:
        name = self.open_tags.pop()[1]
        self.out.append(f"</{name}>")
        self.drawing -= name == "svg"
        if self.whole is not None and len(self.open_tags) == self.whole.depth:
            self.whole = None

    def write_text(self, text: str) -> None:
        """Write text, no more of it than there is room for."""
        if self.drawing:
            self.out.append(text)
            return
        words = html.unescape(text)
        room = max(self.limit - self.length, 0)
        self.length += len(" ".join(words.split()))
        if self.is_full and self.whole is None:
            text = html.escape(first_words(words, room), quote=False) + "…"
        self.out.append(text)

    def finish(self) -> Preview:
        """The preview, with all that is open closed."""
        is_cut = self.is_full
        if is_cut and self.whole is not None and self.whole.length > 0:
            del self.out[self.whole.written :]
            del self.open_tags[self.whole.depth :]
        while self.open_tags:
            self._close()
        return Preview("".join(self.out).strip(), is_cut)


def preview_of(page: Page, piece: Piece, limit: int, is_foreign: bool = False) -> Preview | None:
    """The preview of a piece of a page, or None where there is nothing to see in it."""
    cutter = Cutter(page, limit, is_foreign=is_foreign)
    if piece.around is not None:
        around = page.tags[piece.around]
        cutter.write_start(
            piece.around, f"<{around.name}{_ID.sub('', around.attributes)}>", around.name
        )
    number = piece.first
    while number <= piece.last and not cutter.is_done:
        number = _write(cutter, page, number)
        if number <= piece.last and not cutter.is_done:
            cutter.write_text(page.between(number - 1, number))
    length = cutter.length
    return cutter.finish() if length else None


def _write(cutter: Cutter, page: Page, number: int) -> int:
    """Write one tag, or leave out what it holds; the number of the next one."""
    tag = page.tags[number]
    if not tag.opens:
        cutter.write_ends(number)
        return number + 1
    if _is_left_out(tag) or page.is_anchor(number):
        return page.ends[number] + 1
    if cutter.is_foreign and tag.name in _LOADING:
        cutter.write_text(_in_words(tag))
        return page.ends[number] + 1
    if tag.name in _HEADINGS:
        kind = "heading" if cutter.titled else "title"
        cutter.titled = True
        cutter.write_start(number, f'<p class="rulebook-preview-{kind}">', "p")
    else:
        markup = _inert(page.text[tag.start : tag.end])
        if cutter.is_foreign:
            markup = _LOADS.sub("", markup)
        cutter.write_start(number, markup, tag.name)
    return number + 1


def _in_words(tag: Tag) -> str:
    """The words shown in place of a picture."""
    found = _ALT.search(tag.attributes)
    return next(filter(None, found.groups()), "") if found else ""


def _inert(markup: str) -> str:
    """A tag that runs nothing, its inline style as data: a strict policy lets a script set it."""
    return _ATTRIBUTE.sub(_attribute, markup) if _NOT_AS_IT_IS.search(markup) else markup


def _attribute(found: re.Match[str]) -> str:
    name = found["name"].strip().lower()
    if name == "onclick":
        return " data-rulebook-acts"
    if name.startswith("on") or name == "srcdoc":
        return ""
    return f" data-rulebook-style{found['value']}" if name == "style" else found[0]


def _is_left_out(tag: Tag) -> bool:
    return tag.name in _LEFT_OUT or bool(_OF_THE_PAGE.search(tag.attributes))


def _is_whole(tag: Tag) -> bool:
    return tag.name in _WHOLE or (" class=" in tag.attributes and "math" in tag.classes)


def first_words(text: str, room: int) -> str:
    """As much of a text as there is room for, cut where its script may be cut."""
    if room >= len(text):
        return text.rstrip()
    if not _runs_on(text, room):
        start = text[:room]
        if not text[room].isspace():
            start = _whole_words(start)
        return start.rstrip()
    end = _between_characters(text, room)
    # A sentence that ends near is better than one that is broken off.
    ends = [found.end() for found in _SENTENCE_END.finditer(text, 0, end)]
    if ends and ends[-1] >= end * 2 // 3:
        end = ends[-1]
    return text[:end].rstrip()


def _runs_on(text: str, room: int) -> bool:
    """Tell whether a text has no spaces near the cut."""
    return bool(room and _WITHOUT_SPACES.search(text, room - 1, room + 1))


def _whole_words(start: str) -> str:
    """The start of a text without the word that was cut; a word that is all there is stays."""
    word = re.search(r"\S+$", start)
    if word is None:
        return start
    joint = max((found.end() for found in _WITHOUT_SPACES.finditer(word[0])), default=0)
    return start[: word.start() + joint] or start


def _between_characters(text: str, end: int) -> int:
    """The last place at or before one at which two characters may be parted."""
    for at in range(end, 0, -1):
        if _may_part(text[at - 1], text[at]):
            return at
    return end


def _may_part(before: str, after: str) -> bool:
    if unicodedata.category(after).startswith("M") or "\u200d" in (before, after):
        return False
    if before in _THAI_BEFORE or after in _THAI_AFTER or before in _OPENING or after in _CLOSING:
        return False
    letters = before.isascii() and after.isascii() and before.isalnum() and after.isalnum()
    return not letters
