"""A built page as elements and text in them, as Python's own parser of HTML reads it.

The MathJax of a page is for a preview that shows mathematics on a page that has none.
"""

from __future__ import annotations

import html
import json
import re
from contextlib import suppress
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urljoin

if TYPE_CHECKING:
    from collections.abc import Iterator

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

_UNSEEN: Final = frozenset(("script", "style", "textarea", "noscript", "template"))


class Element:
    """One element of a page, with the elements and the text in it."""

    def __init__(
        self, name: str, attributes: dict[str, str | None], start: str, parent: Element | None
    ) -> None:
        self.name = name
        self.attributes = attributes
        self.start = start  # its start tag
        self.parent = parent
        self.children: list[Element | str] = []
        self.at = len(parent.children) if parent else 0  # its place among them
        self.number = 0  # its place in the page
        self.closes_itself = name in VOID or start.endswith("/>")
        self.classes: frozenset[str] = frozenset((attributes.get("class") or "").split())

    @property
    def outer(self) -> Element | None:
        """Return the element around it, if the page's text has one."""
        return self.parent if self.parent and self.parent.name else None

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is in it, not even a space."""
        return not self.children and not self.closes_itself

    @property
    def is_anchor(self) -> bool:
        """Return whether it only carries an id: it is empty and draws nothing."""
        return self.is_empty and self.name == "span" and self.attributes.keys() <= {"id"}

    def after(self) -> Iterator[Element | str]:
        """Yield what follows it in the same element."""
        assert self.parent is not None
        yield from self.parent.children[self.at + 1 :]

    def before(self) -> Iterator[Element]:
        """Yield the elements before it in the same element, the nearest first."""
        assert self.parent is not None
        others = self.parent.children[: self.at]
        return (each for each in reversed(others) if isinstance(each, Element))

    def tag(self, attributes: dict[str, str | None]) -> str:
        """Write its start tag with other attributes; as it is on its page with the same."""
        if attributes == self.attributes:
            return self.start
        written = "".join(
            f" {name}" if value is None else f' {name}="{_quoted(value)}"'
            for name, value in attributes.items()
        )
        end = self.start[len(self.start.rstrip(" />")) :]
        return f"<{self.name}{written}{end}"


def _quoted(value: str) -> str:
    return html.escape(value, quote=False).replace('"', "&quot;")


class _ContentEndedError(Exception):
    """The text of a page is over, and the theme's own parts follow."""


class _Page(HTMLParser):
    """Gathers the elements of a page's text; comments and what is never seen are left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)  # text stays as it is written
        self.place = self.top = Element("", {}, "", None)
        self.found: list[Element] = []
        self.unseen = ""  # the name of what is left out with all that is in it

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.unseen or tag in _UNSEEN:
            self.unseen = self.unseen or tag
            return
        element = Element(tag, dict(attrs), self.get_starttag_text() or "", self.place)
        element.number = len(self.found)
        self.found.append(element)
        self.place.children.append(element)
        self.place = self.place if element.closes_itself else element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self.unseen:
            self.unseen = "" if tag == self.unseen else self.unseen
            return
        opened = self.place  # one that is not closed ends with its parent
        while opened.parent and opened.name != tag:
            opened = opened.parent
        self.place = opened.parent or self.place
        if self.place is self.top:
            raise _ContentEndedError

    def handle_data(self, data: str) -> None:
        around = self.place.children
        if self.unseen or self.place is self.top:
            return
        if around and isinstance(around[-1], str):
            around[-1] += data
        else:
            around.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


def elements_of(text: str) -> list[Element]:
    """Return the elements of a page's text in their order, without the theme's around it."""
    page = _Page()
    with suppress(_ContentEndedError):
        page.feed(text[start_of_content(text) :])
        page.close()
    return page.found


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
