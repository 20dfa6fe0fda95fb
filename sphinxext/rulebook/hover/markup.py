"""A built page as elements and text in them: as much of HTML as cutting pieces out takes.

The MathJax of a page is for a preview that shows mathematics on a page that has none.
"""

from __future__ import annotations

import html
import json
import re
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


class Element:
    """One element of a page, with the elements and the text in it."""

    def __init__(self, name: str, attributes: str, markup: str, parent: Element | None) -> None:
        self.name = name
        self.attributes = attributes
        self.markup = markup  # its start tag
        self.parent = parent
        self.children: list[Element | str] = []
        self.at = len(parent.children) if parent else 0  # its place among them
        self.number = 0  # its place in the page
        self.closes_itself = name in VOID or attributes.endswith("/")

    @property
    def id(self) -> str | None:
        """The element's id, or None."""
        return html.unescape(found) if (found := value_in(_ID, self.attributes)) else None

    @property
    def classes(self) -> frozenset[str]:
        """The element's classes."""
        return frozenset(value_in(_CLASS, self.attributes).split())

    @property
    def outer(self) -> Element | None:
        """The element around it, if the page's text has one."""
        return self.parent if self.parent and self.parent.name else None

    @property
    def is_empty(self) -> bool:
        """True where nothing is in it, not even a space."""
        return not self.children and not self.closes_itself

    @property
    def is_anchor(self) -> bool:
        """True where it only carries an id: it is empty and draws nothing."""
        is_plain = self.name == "span" and _ID_ALONE.fullmatch(self.attributes)
        return self.is_empty and bool(is_plain)

    def after(self) -> Iterator[Element | str]:
        """Yield what follows it in the same element."""
        assert self.parent is not None
        for at in range(self.at + 1, len(self.parent.children)):
            yield self.parent.children[at]

    def before(self) -> Iterator[Element]:
        """Yield the elements before it in the same element, the nearest first."""
        assert self.parent is not None
        others = (self.parent.children[at] for at in range(self.at - 1, -1, -1))
        return (each for each in others if isinstance(each, Element))


def value_in(attribute: re.Pattern[str], attributes: str) -> str:
    """Return the value of an attribute, in quotes or not; nothing without one."""
    found = attribute.search(attributes)
    return next(filter(None, found.groups()), "") if found else ""


def elements_of(text: str) -> list[Element]:
    """Return the elements of a page's text in their order, without the theme's around it."""
    place = top = Element("", "", "", None)
    found: list[Element] = []
    end = start_of_content(text)
    for match in _TAG.finditer(text, end):
        if place is not top and (between := text[end : match.start()]):
            place.children.append(between)
        end, name = match.end(), (match["name"] or "").lower()
        if not name:
            continue  # a comment or a script
        if not match["end"]:
            element = Element(name, match["attributes"], match[0], place)
            element.number = len(found)
            found.append(element)
            place.children.append(element)
            place = place if element.closes_itself else element
            continue
        opened = place  # one that is not closed ends with its parent
        while opened.parent and opened.name != name:
            opened = opened.parent
        place = opened.parent or place
        if place is top:
            break
    return found


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
