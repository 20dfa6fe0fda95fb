"""Runs Typst, and puts its warnings and errors into words for an author."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..package_source import install_command
from ..rules.errors import RulesError
from . import markup
from .pages import Fault

if TYPE_CHECKING:
    import typst as typst_module
    from typst import PDFStandard

PASSES = 4  # each may move figures that follow, and so leave other pages white
FORGOTTEN = 11  # other documents, after which Typst drops what it kept for one
MISSING_LETTER = re.compile(r"the text .* could not be displayed with font")
UNKNOWN_FONT = "unknown font family: "
TAIL = 6.5  # lines that a row or two of a table take with its head
LONE = 4  # lines that they take if they are short
HALF = 0.5  # of the page's height, that a table which stays whole may leave empty
WHITE = 0.14  # of the page's height, that a figure on the next page may leave empty

LayoutMarks = Sequence[Mapping[str, Any]]


class PageShape(NamedTuple):
    """The measures of a page, as base.typ tells them."""

    top: float  # where the text of a page begins, in points from its top
    foot: float  # and where it ends
    wide: float  # of a page, in points
    high: float
    step: float  # from one line to the next


def typeset(
    source: Path, target: Path, fonts: Path, timestamp: int
) -> tuple[list[Fault], list[dict[str, Any]]]:
    """Make the PDF and return the warnings and the places of its blocks.

    Base.typ gives the places as `spots`. A PDF that misses the standard is still made. The book is
    set again while a figure leaves a page white. Figures that moved stay moved.
    """
    try:
        import typst
    except ImportError:
        raise RulesError(f"a PDF needs typst: {install_command('book')}") from None
    known = typst.Fonts(include_system_fonts=False, font_paths=[str(fonts)])
    said: list[Fault] = []
    try:
        floats, cuts = set[int](), set[int]()
        for _ in range(PASSES):
            named = {"floats": floats, "cuts": cuts}
            inputs = {key: " ".join(map(str, sorted(each))) for key, each in named.items()}
            compiler = typst.Compiler(str(source), str(source.parent), known, sys_inputs=inputs)
            told = json.loads(compiler.query("<spots>", field="value", one=True))
            page, spots = PageShape(**told["page"]), told["spots"]
            alone, cut = stranded(spots, page)
            more = (alone | overtaking(spots, page.wide / 2)) - floats
            if not more and cut <= cuts:
                break
            floats |= more
            cuts |= cut - floats
            _forget(known)
        try:
            data, warnings = _pdf(compiler, timestamp, "ua-1")  # that every reader can hear
        except typst.TypstError as error:
            said.append(_told(error, source, known))
            data, warnings = _pdf(compiler, timestamp)
    except typst.TypstError as error:
        why = _told(error, source, known).text
        raise RulesError(f"Typst cannot set the book: {why}") from None
    target.write_bytes(data)
    said += [_told(each, source, known) for each in warnings]
    # Letters that no font has are told already, with their script.
    said = [each for each in said if not MISSING_LETTER.search(each.text)]
    return said, [e for e in spots if not e.keys() & {"before", "after", "moved"}]


def _forget(fonts: typst_module.Fonts) -> None:
    """Let Typst go of a layout that is not needed any more, and takes as much as the next one."""
    import typst

    for _ in range(FORGOTTEN):
        typst.Compiler(b"", font_paths=fonts).compile(format="svg")


def _pdf(
    compiler: typst_module.Compiler, timestamp: int, *standards: PDFStandard
) -> tuple[bytes, Sequence[typst_module.TypstWarning]]:
    data, warnings = compiler.compile_with_warnings(
        format="pdf", pdf_standards=list(standards), timestamp=timestamp
    )
    assert isinstance(data, bytes)  # a PDF is one file
    return data, warnings


def _told(
    message: typst_module.TypstError | typst_module.TypstWarning,
    source: Path,
    fonts: typst_module.Fonts,
) -> Fault:
    """Put a message of Typst on one line, at the block that it is about if it names its place."""
    hints = f" ({'; '.join(message.hints)})" if message.hints else ""
    text = f"{message.message}{hints}{_wider_family(message.message, fonts)}"
    places = re.findall(r"┌─ (\S+):(\d+):(\d+)", message.diagnostic)
    for path, line, column in places:
        if path.endswith(source.name):
            written = source.read_text("utf-8")
            return Fault(text, markup.place_before(written, int(line), int(column)))
    return Fault(text + "".join(f", at {path}:{line}" for path, line, _ in places[:1]), None)


def _wider_family(message: str, fonts: typst_module.Fonts) -> str:
    """Say how Typst names a narrow or bold font, which it keeps in the family of the others."""
    name = message.removeprefix(UNKNOWN_FONT)
    families = [each for each in fonts.families() if name.startswith(f"{each.lower()} ")]
    if name == message or not families:
        return ""
    family = max(families, key=len)
    return (
        f"; Typst has it in the family '{family}': write font: \"{family}\", and stretch: 75% for "
        "a condensed font or weight: 700 for a bold one"
    )


def stranded(marks: LayoutMarks, shape: PageShape) -> tuple[set[int], set[int]]:
    """Return the figures that went to the next page or column and left more than a strip white.

    The tables among them left no more than a row or two to a page that has room for all. Then come
    the longer tables that did, which are to leave more.
    """
    before = {each["before"]: each for each in marks if "before" in each}
    found, longer = set[int](), set[int]()
    for each in marks:
        start = before.get(each.get("after", -1))
        if start and (start["page"], start["x"]) != (each["page"], each["x"]):
            first, rest = shape.foot - start["y"], each["y"] - shape.top
            if "table" not in each:
                if first > WHITE * shape.high:
                    found.add(int(each["after"]))
            elif first < HALF * shape.high and each["page"] - start["page"] < 2:
                found |= {int(each["after"])} if 1 < rest < TAIL * shape.step else set()
            elif 1 < rest < LONE * shape.step:
                longer.add(int(each["after"]))
    return found, longer


def overtaking(marks: LayoutMarks, middle: float) -> set[int]:
    """Return the figures printed before one that moved, though they come after it in the book."""
    figures = [each for each in marks if "table" not in each]
    at = {each.get("moved", each.get("before")): each for each in figures}
    found, reached = set(), (0, False, 0.0)
    for number in sorted(each for each in at if each is not None):
        mark = at[number]
        place = mark["page"], mark["x"] > middle, mark["y"]
        if "moved" in mark:
            reached = max(reached, place)
        elif place < reached:
            found.add(int(number))
    return found
