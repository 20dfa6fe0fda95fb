"""Looks at the pages of a PDF: empty ones, lonely headings, and text that runs off or over text."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from ..package_source import install_command
from ..rules.errors import RulesError

TINY = 1  # points; letters for screen readers only are lower
LOW, HUGE = 3, 20  # points; dots are lower, titles and numerals behind the text higher
SLACK = 1.5  # points that letters may be off the page
OVERHANG = 1  # of a letter's height, by which a slanted one may lean over the next word
FURNITURE = 12  # lines and ornaments that a head or foot may have
LONGEST = 40  # letters of a text that a warning quotes


class Fault(NamedTuple):
    """Something that is wrong on a page."""

    text: str
    spot: int | None  # the block of the book where it is


class Run(NamedTuple):
    """Letters that were set at once on a line; places in points from the top left."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def high(self) -> float:
        """Return how high the letters are."""
        return self.bottom - self.top


class PrintedPage(NamedTuple):
    """A page: its size, what is written on it, and how many things and pictures are on it."""

    number: int
    width: float
    height: float
    runs: tuple[Run, ...]
    things: int
    pictures: int = 0


def faults_of(pdf: Path, spots: Sequence[dict[str, Any]], edge: float, columns: int) -> list[Fault]:
    """Find everything that is wrong on the pages of a book with so many columns of text."""
    pages = list(read_pages(pdf))
    where = Where(spots, pages[0].width / 2 if columns > 1 else None)
    found = [*_lonely_headings(spots), *_told_by_the_look(spots, where)]
    told = {each["page"] for each in spots if "panel" in each}  # their panels run over
    for page in (each for each in pages if each.number not in told):
        found += empty(page, where)
        found += off_the_page(page, where, edge)
        found += over_each_other(page, where)
    return found


class Where:
    """Finds the block of the book at a place on a page."""

    def __init__(self, spots: Sequence[dict[str, Any]], middle: float | None) -> None:
        """Keep the blocks, and where the second column begins if there is one."""
        self.middle = middle
        places = (
            (self._order(e["page"], e["x"], e["y"]), int(e["spot"])) for e in spots if "spot" in e
        )
        self.blocks = sorted(places)

    def block(self, page: int, x: float, y: float) -> int | None:
        """Return the last block that begins before a place."""
        at = bisect(self.blocks, (self._order(page, x, y + SLACK), len(self.blocks)))
        return self.blocks[at - 1][1] if at else None

    def _order(self, page: int, x: float, y: float) -> tuple[int, bool, float]:
        return page, self.middle is not None and x > self.middle, y


def _lonely_headings(spots: Sequence[dict[str, Any]]) -> Iterator[Fault]:
    """Yield headings whose text begins on another page."""
    for heading, following in pairwise(spots):
        if "heading" in heading and following["page"] != heading["page"]:
            name = " ".join(heading["heading"].split())
            yield Fault(
                f"the heading '{name}' is alone at the end of page {heading['page']}; "
                "begin its text with a shorter paragraph, table or picture",
                following.get("spot"),
            )


def _told_by_the_look(spots: Sequence[dict[str, Any]], where: Where) -> Iterator[Fault]:
    """Yield tables whose words had to be broken to fit, and panels that are longer than a page."""
    for each in spots:
        page, text = each["page"], ""
        if "columns" in each:
            text = (
                f"the table with {each['columns']} columns on page {page} is too wide for the "
                "page, and its words are broken; make two of it, or take larger paper"
            )
        elif "panel" in each:
            text = (
                f"the panel '{' '.join(each['panel'].split())}' is longer than page {page}, even "
                "in small letters; leave it out of the sheet, or take larger paper"
            )
        if text:
            yield Fault(text, where.block(page, each["x"] + SLACK, each["y"]))


def empty(page: PrintedPage, where: Where) -> Iterator[Fault]:
    """Yield the page if nothing is on it but its head and its number."""
    body = [r for r in page.runs if r.top / page.height > 0.08 and r.bottom / page.height < 0.92]
    if not body and not page.pictures and page.things <= len(page.runs) + FURNITURE:
        yield Fault(f"page {page.number} is empty", where.block(page.number, page.width, 0))


def off_the_page(page: PrintedPage, where: Where, edge: float) -> Iterator[Fault]:
    """Yield the first text that runs over each edge of the page."""
    right, bottom = page.width - edge, page.height - edge
    told = set()
    for run in page.runs:
        over = {
            "left": edge - run.left, "right": run.right - right,
            "top": edge - run.top, "bottom": run.bottom - bottom,
        }  # fmt: skip
        side = max(over, key=lambda name: over[name])
        if over[side] > SLACK and side not in told:
            told.add(side)
            yield Fault(
                f"'{_quoted(run.text)}' runs off the {side} of page {page.number}",
                where.block(page.number, run.left, run.top),
            )


def over_each_other(page: PrintedPage, where: Where) -> Iterator[Fault]:
    """Yield the first text on a page that is printed over other text."""
    shown = sorted((r for r in page.runs if LOW < r.high < HUGE), key=lambda run: run.top)
    for at, one in enumerate(shown):
        for other in shown[at + 1 :]:
            if other.top > one.bottom:
                break
            high = min(one.bottom, other.bottom) - max(one.top, other.top)
            wide = min(one.right, other.right) - max(one.left, other.left)
            least = min(one.high, other.high)
            if wide > OVERHANG * least and high > 0.6 * least:
                yield Fault(
                    f"'{_quoted(one.text)}' and '{_quoted(other.text)}' are printed over each "
                    f"other on page {page.number}",
                    where.block(page.number, one.left, one.top),
                )
                return


def _quoted(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"


def read_pages(pdf: Path) -> Iterator[PrintedPage]:
    """Yield the pages of a PDF."""
    try:
        import pypdfium2
    except ImportError:
        raise RulesError(f"a PDF needs pypdfium2: {install_command('book')}") from None
    with pypdfium2.PdfDocument(pdf) as document:
        for number, page in enumerate(document, 1):
            wide, high = page.get_size()
            text = page.get_textpage()
            boxes = [text.get_rect(n) for n in range(text.count_rects())]
            runs = tuple(
                Run(text.get_text_bounded(*each), each[0], high - each[3], each[2], high - each[1])
                for each in boxes
                if each[3] - each[1] > TINY
            )
            things = pypdfium2.raw.FPDFPage_CountObjects(page.raw)
            kinds = [pypdfium2.raw.FPDF_PAGEOBJ_IMAGE, pypdfium2.raw.FPDF_PAGEOBJ_FORM]
            pictures = sum(1 for _ in page.get_objects(kinds, max_depth=1))
            yield PrintedPage(number, wide, high, runs, things, pictures)
            text.close()
            page.close()
