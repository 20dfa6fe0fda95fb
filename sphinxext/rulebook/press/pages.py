"""Looks at the pages of a PDF: empty ones, lonely headings, and text that runs off or over text."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..package_source import install_command
from ..rules.errors import RulesError

TINY = 1  # points; letters for screen readers only are smaller
HUGE = 26  # points; titles and numerals behind the text are larger
SLACK = 1.5  # points that letters may be off the page
OVERHANG = 0.4  # of a letter's size, by which a slanted one may lean over the next word
FURNITURE = 12  # lines and ornaments that a head or foot may have
LONGEST = 40  # letters of a text that a warning quotes


@dataclass(frozen=True)
class Fault:
    """Something that is wrong on a page."""

    text: str
    spot: int | None  # the block of the book where it is


@dataclass(frozen=True)
class Run:
    """Letters of one size that are beside each other; places in points from the top left."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float


@dataclass(frozen=True)
class PrintedPage:
    """A page: its size, what is written on it, and how many things are on it at all."""

    number: int
    width: float
    height: float
    runs: tuple[Run, ...]
    things: int


def faults_of(pdf: Path, spots: Sequence[dict[str, Any]], edge: float, columns: int) -> list[Fault]:
    """Find everything that is wrong on the pages of a book with so many columns of text."""
    pages = list(read_pages(pdf))
    where = Where(spots, pages[0].width / 2 if columns > 1 else None)
    found = [*_lonely_headings(spots), *_wide_tables(spots, where), *_high_panels(spots, where)]
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
        self.spots = [each for each in spots if "spot" in each]
        self.middle = middle

    def block(self, page: int, x: float, y: float) -> int | None:
        """Return the last block that begins before a place."""
        goal = self._order(page, x, y + SLACK)
        before = [e for e in self.spots if self._order(e["page"], e["x"], e["y"]) <= goal]
        chosen = max(before, key=lambda e: self._order(e["page"], e["x"], e["y"]), default=None)
        return None if chosen is None else int(chosen["spot"])

    def _order(self, page: int, x: float, y: float) -> tuple[int, bool, float]:
        return page, self.middle is not None and x > self.middle, y


def _lonely_headings(spots: Sequence[dict[str, Any]]) -> Iterator[Fault]:
    """Yield headings whose text begins on another page."""
    for at, heading in enumerate(spots):
        if "heading" not in heading:
            continue
        following: list[dict[str, Any]] = []
        for each in spots[at + 1 :]:
            following.append(each)
            if "heading" in each:
                break
        beside = [e for e in following if e["page"] == heading["page"]]
        if following and not any(e["y"] >= heading["y"] - SLACK for e in beside) and not beside:
            spot = next((int(e["spot"]) for e in following if "spot" in e), None)
            name = " ".join(heading["heading"].split())
            yield Fault(
                f"the heading '{name}' is alone at the end of page {heading['page']}; "
                "begin its text with a shorter paragraph, table or picture",
                spot,
            )


def _wide_tables(spots: Sequence[dict[str, Any]], where: Where) -> Iterator[Fault]:
    """Yield tables whose words had to be broken to fit the page."""
    for each in spots:
        if "columns" in each:
            yield Fault(
                f"the table with {each['columns']} columns on page {each['page']} is too wide for "
                "the page, and its words are broken; make two of it, or take larger paper",
                where.block(each["page"], each["x"] + SLACK, each["y"]),
            )


def _high_panels(spots: Sequence[dict[str, Any]], where: Where) -> Iterator[Fault]:
    """Yield panels of a sheet that are longer than a page."""
    for each in spots:
        if "panel" in each:
            name = " ".join(each["panel"].split())
            yield Fault(
                f"the panel '{name}' is longer than page {each['page']}, even in small letters; "
                "leave it out of the sheet, or take larger paper",
                where.block(each["page"], each["x"] + SLACK, each["y"]),
            )


def empty(page: PrintedPage, where: Where) -> Iterator[Fault]:
    """Yield the page if nothing is on it but its head and its number."""
    body = [r for r in page.runs if r.top / page.height > 0.08 and r.bottom / page.height < 0.92]
    if not body and page.things <= len(page.runs) + FURNITURE:
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
    shown = sorted((r for r in page.runs if r.size < HUGE and r.text.strip(" .")), key=_top)
    for at, one in enumerate(shown):
        for other in shown[at + 1 :]:
            if other.top > one.bottom:
                break
            high = min(one.bottom, other.bottom) - max(one.top, other.top)
            wide = min(one.right, other.right) - max(one.left, other.left)
            least = min(one.bottom - one.top, other.bottom - other.top)
            if wide > OVERHANG * min(one.size, other.size) and high > 0.6 * least:
                yield Fault(
                    f"'{_quoted(one.text)}' and '{_quoted(other.text)}' are printed over each "
                    f"other on page {page.number}",
                    where.block(page.number, one.left, one.top),
                )
                return


def _top(run: Run) -> float:
    return run.top


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
            text = page.get_textpage()
            runs = tuple(_runs(text.raw, page.get_height()))
            things = pypdfium2.raw.FPDFPage_CountObjects(page.raw)
            yield PrintedPage(number, page.get_width(), page.get_height(), runs, things)
            text.close()
            page.close()


def _runs(text: Any, height: float) -> Iterator[Run]:
    """Yield the words of a page, each with its box."""
    from pypdfium2 import raw

    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    box = [ctypes.byref(each) for each in (left, right, bottom, top)]
    letters: list[tuple[str, float, float, float, float, float]] = []
    for index in range(raw.FPDFText_CountChars(text)):
        letter = chr(raw.FPDFText_GetUnicode(text, index))
        size = raw.FPDFText_GetFontSize(text, index)
        if letter.isspace() or raw.FPDFText_IsGenerated(text, index) == 1:
            yield from _joined(letters)
            letters = []
            continue
        if size <= TINY or not raw.FPDFText_GetCharBox(text, index, *box):
            continue
        letters.append(
            (letter, left.value, height - top.value, right.value, height - bottom.value, size)
        )
    yield from _joined(letters)


def _joined(letters: Iterable[tuple[str, float, float, float, float, float]]) -> Iterator[Run]:
    """Yield letters as one run, or several where they jump."""
    run: Run | None = None
    for text, left, top, right, bottom, size in letters:
        apart = max(left - run.right, run.left - right) if run else 0
        if run and apart < size and min(run.bottom, bottom) > max(run.top, top) - size:
            run = Run(
                run.text + text, min(run.left, left), min(run.top, top), max(run.right, right),
                max(run.bottom, bottom), size,
            )  # fmt: skip
            continue
        if run:
            yield run
        run = Run(text, left, top, right, bottom, size)
    if run:
        yield run
