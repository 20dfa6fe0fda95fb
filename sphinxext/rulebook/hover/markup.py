"""A built page as tags and text between them: as much of HTML as cutting pieces out takes.

The MathJax of a page is for a preview that shows mathematics on a page that has none.
"""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urljoin

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# fmt: off
VOID: Final = frozenset((
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
))
INLINE: Final = frozenset((
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i",
    "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub",
    "sup", "time", "tt", "u", "var",
))
# fmt: on

_TAG: Final = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>"
    r"|<(?P<raw>script|style|textarea|noscript|template)\b[^>]*>.*?</(?P=raw)\s*>"
    r"|<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*)"
    r"(?P<attributes>[^\"'>]*(?:(?:\"[^\"]*\"|'[^']*')[^\"'>]*)*)>",
    re.DOTALL | re.IGNORECASE,
)
_ID: Final = re.compile(r"""\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_ID_ALONE: Final = re.compile(
    r"""(?:\s+id\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?\s*""", re.IGNORECASE
)
_CLASS: Final = re.compile(r"""\sclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)


class Tag(NamedTuple):
    """One tag of a page and where it is."""

    name: str
    opens: bool
    attributes: str
    start: int
    end: int

    @property
    def id(self) -> str | None:
        """The tag's id, or None."""
        found = _ID.search(self.attributes)
        return html.unescape(next(filter(None, found.groups()), "")) if found else None

    @property
    def classes(self) -> frozenset[str]:
        """The tag's classes."""
        found = _CLASS.search(self.attributes)
        return frozenset((next(filter(None, found.groups()), "")).split() if found else ())

    @property
    def closes_itself(self) -> bool:
        """True for elements that have no end tag."""
        return self.name in VOID or self.attributes.endswith("/")


class Spot(NamedTuple):
    """A place in a page: its tag's number, and the numbers of the tags open around it."""

    tag: int
    around: tuple[int, ...]


class Page:
    """The tags of a page's text, without what the theme puts around it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tags: list[Tag] = []
        # The number of each start tag's end tag; one that is missing ends with its parent.
        self.ends: dict[int, int] = {}
        open_tags: list[tuple[int, str]] = []
        for number, tag in enumerate(_tags(text, start_of_content(text))):
            self.tags.append(tag)
            if tag.opens:
                if tag.closes_itself:
                    self.ends[number] = number
                else:
                    open_tags.append((number, tag.name))
                continue
            self._close(open_tags, number, tag.name)
            if not open_tags:
                break
        self.ends.update((number, len(self.tags) - 1) for number, _name in open_tags)

    def _close(self, open_tags: list[tuple[int, str]], end: int, name: str) -> None:
        if not any(name == other for _number, other in reversed(open_tags)):
            return
        while open_tags:
            number, closed = open_tags.pop()
            self.ends[number] = end
            if closed == name:
                return

    def spots(self, ids: Iterable[str]) -> dict[str, Spot]:
        """The first place of each id that the page has."""
        wanted = set(ids)
        found: dict[str, Spot] = {}
        around: list[int] = []
        for number, tag in enumerate(self.tags):
            if not tag.opens:
                while around and self.ends[around[-1]] <= number:
                    around.pop()
                continue
            if " id=" in tag.attributes and (name := tag.id) in wanted and name not in found:
                found[str(name)] = Spot(number, tuple(around))
                if len(found) == len(wanted):
                    break
            if not tag.closes_itself:
                around.append(number)
        return found

    def is_empty(self, number: int) -> bool:
        """Tell whether an element is empty, without even a space in it."""
        end = self.ends[number]
        return end == number + 1 and not self.between(number, end)

    def is_anchor(self, number: int) -> bool:
        """Tell whether an element only carries an id: it is empty and draws nothing."""
        tag = self.tags[number]
        return (
            tag.name == "span"
            and bool(_ID_ALONE.fullmatch(tag.attributes))
            and self.is_empty(number)
        )

    def between(self, first: int, second: int) -> str:
        """The text between two tags, without comments and scripts."""
        text = self.text[self.tags[first].end : self.tags[second].start]
        return _TAG.sub("", text) if "<" in text else text


def _tags(text: str, start: int) -> Iterator[Tag]:
    for match in _TAG.finditer(text, start):
        name = match["name"]
        if name:
            yield Tag(
                name.lower(), not match["end"], match["attributes"], match.start(), match.end()
            )


# Where themes begin the text of a page: the last of these before the first heading.
_CONTENT: Final = re.compile(
    r"<(?:article|main)\b[^>]*>|<div\b[^>]*\b(?:role=\"main\"|itemprop=\"articleBody\")[^>]*>"
)


def start_of_content(text: str) -> int:
    """The place where the text of a page begins, after the theme's own parts."""
    heading = text.find("<h1")
    found = list(_CONTENT.finditer(text, 0, heading if heading >= 0 else len(text)))
    return found[-1].start() if found else 0


_SCRIPT: Final = re.compile(r'<script\b[^>]*\ssrc="([^"]*)"')
_CONFIG: Final = re.compile(r"<script>\s*window\.MathJax = (\{.*?\})\s*</script>", re.DOTALL)


class MathJax(NamedTuple):
    """The address of a page's MathJax, seen from the book's root, and its settings."""

    src: str
    config: dict[str, Any] | None


def mathjax_of(text: str, uri: str, path: str) -> MathJax | None:
    """The MathJax that a page loads, from a path that the book gives or by its name, or None."""
    for script in map(html.unescape, _SCRIPT.findall(text)):
        if "mathjax" in script.lower() or (path and script.partition("?")[0].endswith(path)):
            depth = urljoin("/", uri).count("/") - 1
            return MathJax(script.removeprefix("../" * depth), _config(text))
    return None


def _config(text: str) -> dict[str, Any] | None:
    found = _CONFIG.search(text)
    try:
        return json.loads(found[1]) if found else None
    except json.JSONDecodeError:  # a configuration in JavaScript: only its own page can run it
        return None
