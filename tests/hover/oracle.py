"""Reads every marked reference of a built book against the page that it points at.

It shares nothing with what makes the previews: pages are read by Beautiful Soup, and the piece
that an id points at is found anew, by what the manual says that a link opens.

    python -m tests.hover.oracle BOOK [BOOK …]     # built books, anybody's
"""

from __future__ import annotations

import functools
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PageElement

from tests.hover.reading import previews

# What belongs to the page and not to what it says.
NOT_SAID = ".headerlink, .backrefs, nav, script, style, template, noscript, link, meta"
INLINE = "a abbr b bdi bdo cite code del dfn em i ins kbd label mark q s samp small span strong sub"
INLINE_TAGS = frozenset(f"{INLINE} sup tt u var".split())
WHOLE = {
    **dict.fromkeys(("tr", "td", "th", "thead", "tbody", "tfoot", "caption"), "table"),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "section"),
    "figcaption": "figure",
    "summary": "details",
    "legend": "fieldset",
}


@dataclass(frozen=True)
class Wrong:
    """A reference whose preview does not say what its page says."""

    page: str
    href: str
    why: str

    def __str__(self) -> str:
        return f"{self.page}: {self.href}: {self.why}"


@dataclass(frozen=True)
class Said:
    """What a piece says: its words, and each block of code to the letter."""

    words: str
    code: tuple[str, ...]


def read(book: Path) -> tuple[int, list[Wrong]]:
    """How many marked references there are, and those that are wrong."""
    found = list(_references(book))
    known: dict[tuple[str, str], str] = {}
    wrong = []
    for page, href, target, name in found:
        if (target, name) not in known:
            known[target, name] = _why_wrong(book, target, name)
        if known[target, name]:
            wrong.append(Wrong(page, href, known[target, name]))
    return len(found), wrong


def _references(book: Path) -> Iterator[tuple[str, str, str, str]]:
    for path in sorted(book.rglob("*.html")):
        if "_static" in path.parts:
            continue
        page = path.relative_to(book).as_posix()
        for link in _soup(path).select("a.hxr-hoverxref[href]"):
            href = str(link["href"])
            address = urlsplit(urljoin(f"http://book/{page}", href))
            if address.netloc == "book":
                target = unquote(address.path).removeprefix("/")
                target += "index.html" if target.endswith("/") or not target else ""
                yield page, href, target, unquote(address.fragment)


def _why_wrong(book: Path, target: str, name: str) -> str:
    path = book / target
    if not path.is_file():
        return f"there is no page {target}"
    entry = previews(book, re.sub(r"\.html$", "", target)).get(name)
    piece = _piece(_soup(path), name)
    on_page = _said(piece) if piece else None
    if entry is None:
        return "no preview" if on_page and on_page.words else ""
    if on_page is None:
        return "a preview of what the page lacks"
    shown = _said([BeautifulSoup(entry[0], "html.parser")])
    return _difference(shown, on_page, is_cut=len(entry) > 1)


def _difference(shown: Said, on_page: Said, is_cut: bool) -> str:
    if not is_cut:
        same = shown == on_page
    else:
        words = shown.words.removesuffix("…").rstrip()
        *whole, last = ("", *shown.code)
        same = on_page.words.startswith(words) and _begins(whole[1:], last, on_page.code)
    if same:
        return ""
    at = next(
        (n for n, (a, b) in enumerate(zip(shown.words, on_page.words, strict=False)) if a != b),
        min(len(shown.words), len(on_page.words)),
    )
    return f"says {_around(shown.words, at)!r} for {_around(on_page.words, at)!r}"


def _begins(whole: list[str], last: str, code: tuple[str, ...]) -> bool:
    if not last:
        return True
    lasts = last.removesuffix("…").rstrip()
    return list(code[: len(whole)]) == whole and code[len(whole)].startswith(lasts)


def _around(text: str, at: int) -> str:
    return text[max(0, at - 30) : at + 40]


@functools.lru_cache(maxsize=40)
def _soup(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


def _said(piece: list[Tag]) -> Said:
    """The words of a piece, with what belongs to the page left out."""
    texts: list[str] = []
    code: list[str] = []
    for part in piece:
        copy = BeautifulSoup(str(part), "html.parser")
        for element in copy.select(NOT_SAID):
            element.decompose()
        code += [pre.get_text() for pre in copy.select("pre")]
        for block in copy.find_all(lambda tag: tag.name not in INLINE_TAGS):
            block.insert_before(" ")  # words of two blocks are two words
            block.insert_after(" ")
        texts.append(copy.get_text())
    return Said(" ".join("\n".join(texts).split()), tuple(code))


def _piece(page: BeautifulSoup, name: str) -> list[Tag] | None:
    """The elements that an id points at."""
    content = _content(page)
    if not name:
        section = content.find("section")
        return [*_before(section), section] if isinstance(section, Tag) else [content]
    found = content.find(id=name)
    if not isinstance(found, Tag):
        return None
    element = _meant(found)
    if "rubric" in element.get_attribute_list("class"):
        return [element, *_under_a_rubric(element)]
    whole = WHOLE.get(element.name)
    element = element.find_parent(whole) or element if whole else element
    if whole == "section" and element.name != "section":
        return [element, *_under_a_heading(element)]
    if element.name == "dt":
        return [element, *_entry(element)]
    return [element]


def _content(page: BeautifulSoup) -> Tag:
    found = page.select("[role=main], article, main, [itemprop=articleBody]")
    holding = [tag for tag in found if tag.find(["h1", "section"])]
    return (holding or found or [page])[-1]


def _meant(found: Tag) -> Tag:
    """What an anchor stands for, or the block that an inline target stands in."""
    element: Tag = found
    if _is_anchor(element):
        following = element
        while _is_anchor(following):
            before = following
            following = _next_tag(following)
            if following is None:
                break
        parent = element.parent
        opens_it = parent is not None and all(_is_anchor(other) for other in _tags_before(element))
        if opens_it and parent is not None and parent.get("id") and parent.name != "article":
            return parent
        if following is not None and _stands_next(before, following):
            return following
        element = parent if parent is not None else element
    while element.name in INLINE_TAGS and not _is_picture(element) and element.parent is not None:
        element = element.parent
    return element


def _before(section: Tag) -> list[Tag]:
    """The text of a page above its title, up to an element of the theme."""
    texts: list[Tag] = []
    for element in section.find_previous_siblings():
        if isinstance(element, Tag) and not _is_anchor(element):
            if element.name != "p" and "admonition" not in element.get_attribute_list("class"):
                break
            texts.insert(0, element)
    return texts


def _is_anchor(element: Tag | None) -> bool:
    if element is None or element.name not in ("span", "a", "div"):
        return False
    return bool(element.get("id")) and not element.contents


def _stands_next(before: Tag, following: Tag) -> bool:
    between: PageElement | None = before.next_sibling
    while between is not following:
        if isinstance(between, NavigableString) and between.strip():
            return False
        between = between.next_sibling if between else following
    return following.name not in INLINE_TAGS or _is_picture(following)


def _is_picture(element: Tag) -> bool:
    return element.name == "a" and "image-reference" in element.get_attribute_list("class")


def _next_tag(element: Tag) -> Tag | None:
    found = element.find_next_sibling()
    return found if isinstance(found, Tag) else None


def _tags_before(element: Tag) -> list[Tag]:
    return [tag for tag in element.find_previous_siblings() if isinstance(tag, Tag)]


def _under_a_rubric(rubric: Tag) -> Iterator[Tag]:
    for other in rubric.find_next_siblings():
        if isinstance(other, Tag):
            if other.name == "section" or "rubric" in other.get_attribute_list("class"):
                return
            yield other


def _under_a_heading(heading: Tag) -> Iterator[Tag]:
    """What is under a heading in a theme that writes no sections."""
    for other in heading.find_next_siblings():
        if isinstance(other, Tag):
            if re.fullmatch("h[1-6]", other.name) and other.name <= heading.name:
                return
            yield other


def _entry(term: Tag) -> Iterator[Tag]:
    """The other terms of an entry and its meaning."""
    for other in term.find_next_siblings():
        if not isinstance(other, Tag) or other.name not in ("dt", "dd"):
            return
        yield other
        if other.name == "dd":
            return


def main(folders: list[str]) -> int:
    """Read built books and print what is wrong in each."""
    total = Counter[str]()
    for folder in folders:
        count, wrong = read(Path(folder))
        print(f"{folder}: {count} references, {len(wrong)} wrong")
        for each in {str(one.why): one for one in wrong}.values():
            print(f"  {each}")
        total += Counter(references=count, wrong=len(wrong))
    print(f"{total['references']} references, {total['wrong']} wrong")
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
