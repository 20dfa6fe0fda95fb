"""Sets a book again until no figure leaves a page white and its columns end at one height."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from .typeset import Printed

FLOATS = "floats.typ"
WHITE = 0.14  # of the page's height, that a figure on the next page may leave empty
PASSES = 4  # each may move figures that follow, and so leave other pages white
# Lines by which columns of one height are longer than half of their text: a paragraph or a table
# that does not break needs some.
SLACKS = (0.4, 4, 11)
MOVED = 1.5  # points, by which a block may come nearer to the one before it
EVEN = 3  # lines by which one column may be longer than the other
BODY = ("spot", "heading", "columns", "panel", "entries")
LayoutMark = Mapping[str, Any]
LayoutMarks = Sequence[LayoutMark]


@dataclass(frozen=True)
class Body:
    """The part of a page that text fills, in points from the top left."""

    top: float
    foot: float
    middle: float  # between two columns
    step: float  # from line to line
    high: float  # of the whole page


def set_well(folder: Path, body: Body, set_: Callable[[], Printed]) -> Printed:
    """Set the book, again while a figure leaves a page white or columns end at two heights.

    Figures that move stay moved, and columns only get longer, so this ends.
    """
    floats: set[int] = set()
    for _ in range(PASSES):
        printed = _set_with(folder, floats, {}, set_)
        more = stranded(printed.spots, body) | overtaking(printed.spots, body)
        if not more:
            break
        floats |= more
    plain = stretches(printed.spots)
    white = {name: room for name, each in plain.items() if (room := uneven(each, body))}
    tries = dict.fromkeys(white, 0)
    while tries:
        fills = {name: white[name] - SLACKS[n] * body.step for name, n in tries.items()}
        fills = {name: fill for name, fill in fills.items() if fill > EVEN / 2 * body.step}
        printed = _set_with(folder, floats, fills, set_)
        now = stretches(printed.spots)
        tight = {
            name
            for name, fill in fills.items()
            if is_tight(plain[name], now[name], body, _room(now[name], body) - fill, floats)
        }
        if not tight:
            break
        tries = {name: n + (name in tight) for name, n in tries.items()}
        tries = {name: n for name, n in tries.items() if n < len(SLACKS)}
        if not tries:
            printed = _set_with(folder, floats, {}, set_)
    blocks = [each for each in printed.spots if any(kind in each for kind in BODY)]
    return Printed(printed.messages, blocks)


def _set_with(
    folder: Path, floats: set[int], fills: Mapping[str, float], set_: Callable[[], Printed]
) -> Printed:
    """Set the book with figures that move, and with so much white below the last columns."""
    write_floats(folder, floats, fills)
    return set_()


def write_floats(folder: Path, floats: set[int], fills: Mapping[str, float]) -> None:
    """Write what the looks read: which figures move, and the white below columns."""
    numbers = "".join(f"{number}, " for number in sorted(floats))
    heights = ", ".join(f'"{name}": {height:.1f}' for name, height in fills.items()) or ":"
    text = f"#let floats = ({numbers})\n#let fills = ({heights})\n"
    (folder / FLOATS).write_text(text, "utf-8")


def stranded(spots: LayoutMarks, body: Body) -> set[int]:
    """Return the figures that went to the next page or column and left more than a strip white."""
    before = {each["before"]: each for each in spots if "before" in each}
    found = set()
    for each in spots:
        start = before.get(each.get("after", -1))
        if start and (start["page"], start["x"]) != (each["page"], each["x"]):
            gap = body.foot - start["y"]
            if gap > WHITE * body.high:
                found.add(int(each["after"]))
    return found


def overtaking(spots: LayoutMarks, body: Body) -> set[int]:
    """Return the figures printed before one that moved, though they come after it in the book."""
    at = {each.get("moved", each.get("before")): each for each in spots}
    found, reached = set(), (0, False, 0.0)
    for number in sorted(each for each in at if each is not None):
        mark = at[number]
        place = mark["page"], mark["x"] > body.middle, mark["y"]
        if "moved" in mark:
            reached = max(reached, place)
        elif place < reached:
            found.add(int(number))
    return found


@dataclass(frozen=True)
class Stretch:
    """Pages in columns, such as a chapter, with the marks of its blocks in their order."""

    start: LayoutMark
    blocks: LayoutMarks
    figures: LayoutMarks  # with their heights
    ends: LayoutMarks  # of its text, and of the white below it
    pages: int  # to the next stretch, or to the end of the book

    @property
    def end(self) -> LayoutMark:
        """Where the text ends."""
        return self.ends[0]


def stretches(marks: LayoutMarks) -> dict[str, Stretch]:
    """Return each stretch by its number."""
    begins = [at for at, each in enumerate(marks) if "begins" in each]
    last = next((each["pages"] for each in marks if "pages" in each), 0)
    found = {}
    for number, at in enumerate(begins, 1):
        upto = begins[number] if number < len(begins) else len(marks)
        own = marks[at:upto]
        ends = [each for each in own if each.get("ends") == str(number)]
        next_page = marks[upto]["page"] if upto < len(marks) else last + 1
        if ends:
            own = own[: own.index(ends[0]) + 1]
            blocks = [each for each in own if "spot" in each or "ends" in each]
            figures = [each for each in own if "high" in each]
            pages = next_page - marks[at]["page"]
            found[str(number)] = Stretch(marks[at], blocks, figures, ends, pages)
    return found


def uneven(stretch: Stretch, body: Body) -> float | None:
    """Return what stays white below the last columns once they are even; None if they are."""
    start, end = stretch.start, stretch.end
    top = start["y"] if start["page"] == end["page"] else body.top
    in_first = (start["x"] > body.middle) == (end["x"] > body.middle)
    first, second = (end["y"], top) if in_first else (body.foot, end["y"])
    if first - second <= EVEN * body.step:
        return None
    return body.foot - float(first + second) / 2


def _room(stretch: Stretch, body: Body) -> float:
    """Return how high the columns of the last page can be."""
    is_first_page = stretch.start["page"] == stretch.end["page"]
    return body.foot - float(stretch.start["y"] if is_first_page else body.top)


def is_tight(before: Stretch, after: Stretch, body: Body, room: float, floats: set[int]) -> bool:
    """Tell if a stretch lacks room: more pages, a column without text, or blocks moved together."""
    if after.pages > before.pages or any(e["page"] > before.end["page"] for e in after.ends):
        return True
    if any(each["high"] > room for each in _figures_at_the_end(after, floats)):
        return True
    if _skips_a_column(after, body) and not _skips_a_column(before, body):
        return True
    apart = dict(_distances(before, body))
    return any(apart.get(pair, 0) - far > MOVED for pair, far in _distances(after, body))


def _figures_at_the_end(stretch: Stretch, floats: set[int]) -> Iterator[LayoutMark]:
    """Yield the figures that may be on the last page; one that moves may come from another page."""
    last = stretch.end["page"]
    for each in stretch.figures:
        if each["page"] == last or (each["float"] in floats and each["page"] == last - 1):
            yield each


def _skips_a_column(stretch: Stretch, body: Body) -> bool:
    """Tell if nothing begins in the first column of the last page."""
    sides = {e["x"] > body.middle for e in stretch.blocks if e["page"] == stretch.end["page"]}
    return (stretch.start["x"] > body.middle) not in sides


def _distances(stretch: Stretch, body: Body) -> Iterator[tuple[tuple[int, int], float]]:
    """Yield how far blocks are from the blocks before them in a column, but for its first ones.

    Notes are numbered before the block that has them, so they are no block's next.
    """
    top: dict[tuple[int, bool], float] = {}
    for one, other in pairwise(stretch.blocks):
        column = one["page"], one["x"] > body.middle
        first = top.setdefault(column, one["y"])
        is_next = other.get("spot", one["spot"] + 1) == one["spot"] + 1
        is_below = first < one["y"] <= other["y"]
        if column == (other["page"], other["x"] > body.middle) and is_next and is_below:
            yield (one["spot"], other.get("spot", 0)), other["y"] - one["y"]
