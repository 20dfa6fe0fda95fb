"""Finds the piece of a page that an id points at: a section, a term and its meaning, a figure."""

from __future__ import annotations

from collections import deque
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxext.rulebook.hover.markup import INLINE, Element

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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
