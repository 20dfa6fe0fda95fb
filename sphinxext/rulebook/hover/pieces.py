"""Finds the piece of a page that an id points at: a section, a term and its meaning, a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxext.rulebook.hover.markup import INLINE

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext.rulebook.hover.markup import Page, Spot, Tag

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


class Piece(NamedTuple):
    """The tags that a preview shows, first and last, and the list that they must be in."""

    first: int
    last: int
    around: int | None = None


def piece_at(page: Page, spot: Spot) -> Piece:
    """The elements to show for an id of a page."""
    number, around = spot
    if page.is_empty(number) or page.tags[number].name == "hr":
        number, around = _after_anchor(page, number, around)
    while around and page.tags[number].name in INLINE and not _is_picture(page.tags[number]):
        number, around = around[-1], around[:-1]
    if "rubric" in page.tags[number].classes:
        return Piece(number, _last_of(page, number, _stands_under_a_rubric))
    if _is_for_one_scheme(page.tags[number]):
        return Piece(number, _last_of(page, number, _is_for_one_scheme))
    number, around = _whole(page, number, around)
    if page.tags[number].name in _HEADINGS:
        return Piece(number, _last_under(page, number))
    if number == 0 and (heading := _heading_before(page, spot.tag)):
        return Piece(heading, _last_under(page, heading))
    parent = around[-1] if around and page.tags[around[-1]].name in _LISTS else None
    if page.tags[number].name == "dt":
        return Piece(number, _end_of_entry(page, number), parent)
    return Piece(number, page.ends[number], parent)


def whole_page(page: Page) -> Piece | None:
    """The elements to show for a whole page: its first section and what it says before that.

    Where a theme writes no sections, it is all that is with the first heading.
    """
    opening = {tag.name for tag in page.tags if tag.opens}
    begins = "section" if "section" in opening else "h1"
    number, first = 0, None
    while number < len(page.tags):
        tag = page.tags[number]
        if tag.opens and tag.name == begins:
            last = page.ends[number] if begins == "section" else _last_under(page, number)
            return Piece(number if first is None else first, last)
        if tag.opens and _stands_before_a_title(tag):
            first = number if first is None else first
            number = page.ends[number] + 1
        elif tag.opens and page.is_empty(number):
            number = page.ends[number] + 1
        else:
            first = None
            number += 1
    return Piece(0, page.ends[0]) if page.tags else None


def _stands_before_a_title(tag: Tag) -> bool:
    """Tell whether an element is text of a page, such as a warning at its top, not a theme's."""
    return tag.name in _TEXT or "admonition" in tag.classes


def _after_anchor(page: Page, number: int, around: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The element that an empty anchor names: the one it opens, else the one after it."""
    before, after = number, page.ends[number] + 1
    while before - 1 in page.ends and _is_empty_pair(page, before - 2):
        before -= 2
    if before - 1 in around[1:] and page.tags[before - 1].id:
        return around[-1], around[:-1]
    while after + 1 < len(page.tags) and _is_empty_pair(page, after):
        after += 2
    if after < len(page.tags) and page.tags[after].opens and _nothing_between(page, number, after):
        return after, around
    return (around[-1], around[:-1]) if around else (number, around)


def _is_picture(tag: Tag) -> bool:
    """Tell whether a link only wraps a picture: Sphinx links a scaled one to its file."""
    return "image-reference" in tag.classes


def _is_empty_pair(page: Page, number: int) -> bool:
    return number >= 0 and page.tags[number].opens and page.is_empty(number)


def _nothing_between(page: Page, number: int, after: int) -> bool:
    texts = (page.between(before, before + 1) for before in range(page.ends[number], after))
    tag = page.tags[after]
    is_block = tag.name not in INLINE or _is_picture(tag)
    return is_block and not any(text.strip() for text in texts)


def _whole(page: Page, number: int, around: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The whole that a part belongs to, or the part itself where there is none around it."""
    whole = _PART_OF.get(page.tags[number].name)
    for depth in range(len(around) - 1, -1, -1):
        if page.tags[around[depth]].name == whole:
            return around[depth], around[:depth]
    return number, around


def _last_of(page: Page, number: int, belongs: Callable[[Tag], bool]) -> int:
    """The last tag of an element and of those after it, as long as they belong to it."""
    last = page.ends[number]
    while last + 1 < len(page.tags) and page.tags[last + 1].opens and belongs(page.tags[last + 1]):
        last = page.ends[last + 1]
    return last


def _last_under(page: Page, heading: int) -> int:
    """The last tag under a heading, where its theme puts no section around both."""
    level = page.tags[heading].name
    return _last_of(
        page,
        heading,
        lambda tag: (
            tag.name not in _OF_THE_THEME and not (tag.name in _HEADINGS and tag.name <= level)
        ),
    )


def _heading_before(page: Page, number: int) -> int | None:
    """The heading that a place of a page without sections is under."""
    before = range(number - 1, 0, -1)
    return next((n for n in before if page.tags[n].opens and page.tags[n].name in _HEADINGS), None)


def _stands_under_a_rubric(tag: Tag) -> bool:
    return tag.name != "section" and "rubric" not in tag.classes


def _is_for_one_scheme(tag: Tag) -> bool:
    """Tell whether a picture is for light or dark only, with its counterpart beside it."""
    return not tag.classes.isdisjoint(_SCHEMES)


def _end_of_entry(page: Page, number: int) -> int:
    """The last tag of a term's entry: other terms of the same meaning, then the meaning."""
    last = page.ends[number]
    while last + 1 < len(page.tags) and page.tags[last + 1].opens:
        following = last + 1
        if page.tags[following].name not in ("dt", "dd"):
            break
        last = page.ends[following]
        if page.tags[following].name == "dd":
            break
    return last
