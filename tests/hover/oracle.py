"""Holds every marked reference of a built book to the page that it points at.

It shares nothing with what makes the previews. What one says stands on that page in one piece,
where the reference leads, and its code to the letter; `pieces.toml` says how far a piece goes.
"""

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import BeautifulSoup, Tag

from tests.hover.reading import previews

# What belongs to the page and not to what it says.
NOT_SAID = ".headerlink, .backrefs, nav, script, style, template, noscript, link, meta"
INLINE = "a abbr b bdi bdo cite code del dfn em i ins kbd label mark q s samp small span strong sub"
INLINE_TAGS = frozenset(f"{INLINE} sup tt u var".split())


class Said(NamedTuple):
    """Hold what some markup says: its words, its blocks of code, and where each id stands in it."""

    words: str
    code: list[str]
    places: dict[str, list[int]]


def read(book: Path) -> tuple[int, list[str]]:
    """Count the marked references, and name those whose previews are wrong."""
    found = list(_references(book))
    wrong = (f"{href}: {why}" for href, *target in found if (why := _why_wrong(book, *target)))
    return len(found), sorted(set(wrong))


def _references(book: Path) -> Iterator[tuple[str, str, str]]:
    for path in sorted(book.rglob("*.html")):
        page = path.relative_to(book).as_posix()
        links = [] if "_static" in path.parts else _soup(path).select("a.hxr-hoverxref[href]")
        for href in (str(link["href"]) for link in links):
            address = urlsplit(urljoin(f"http://book/{page}", href))
            if address.netloc == "book":
                target = unquote(address.path).removeprefix("/")
                target += "index.html" if target.endswith("/") or not target else ""
                yield href, target, unquote(address.fragment)


@functools.cache
def _why_wrong(book: Path, target: str, name: str) -> str:
    if not (book / target).is_file():
        return f"there is no page {target}"
    page = _page(book / target)
    entry = previews(book, re.sub(r"\.html$", "", target)).get(name)
    if name and name not in page.places:
        return "" if entry is None else "a preview of what the page lacks"
    if entry is None:
        return "no preview"
    shown, is_cut = _said(BeautifulSoup(entry[0], "html.parser")), len(entry) > 1
    words = shown.words.removesuffix("…").rstrip() if is_cut else shown.words
    starts = [found.start() for found in re.finditer(re.escape(words), page.words)]
    if not any(
        start - 1 <= place <= start + len(words)
        for start in starts
        for place in page.places.get(name, starts)
    ):
        return f"says {words!r}"
    whole, last = (shown.code[:-1], shown.code[-1:]) if is_cut else (shown.code, [])
    begun = tuple(code.removesuffix("…").rstrip() for code in last)
    lost = [code for code in whole if code not in page.code]
    lost += [code for code in begun if not any(each.startswith(code) for each in page.code)]
    return f"says {lost}" if lost else ""


@functools.lru_cache(maxsize=40)
def _soup(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


@functools.lru_cache(maxsize=40)
def _page(path: Path) -> Said:
    page = BeautifulSoup(path.read_text("utf-8"), "html.parser")
    found = page.select("[role=main], article, main, [itemprop=articleBody]")
    holding = [tag for tag in found if tag.find(["h1", "section"])]
    return _said((holding or found or [page])[-1])


def _said(markup: Tag) -> Said:
    """Read some markup, with what belongs to the page left out; words of two blocks are two."""
    for element in markup.select(NOT_SAID):
        element.decompose()
    code = [pre.get_text() for pre in markup.select("pre")]
    for element in markup.find_all(True):
        if element.name not in INLINE_TAGS:
            element.insert_before(" ")
            element.insert_after(" ")
        if name := element.get("id"):
            element.insert_before(f"\0{name}\0")
    words, places = "", dict[str, list[int]]()
    for number, part in enumerate(markup.get_text().split("\0")):
        if number % 2:
            places.setdefault(part, []).append(len(words))
        else:
            words = re.sub(r"\s+", " ", words + part)
    return Said(words.strip(), code, places)
