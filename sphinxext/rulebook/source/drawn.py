"""Reads a table that is drawn with letters in a block of code, or that a program printed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from .text import Text

FEWEST = 2  # rows, and cells of a row
_RULE = re.compile(r"[\s|+\-=_─━═┄┈│┃║┌┐└┘├┤┬┴┼╞╪╡╔╗╚╝╠╣╦╩╬:]*")
_BAR = re.compile(r"[#*=█▇▆▅▄▃▂▁▓▒░▌▐xX.\-_]{2,}|[#*█]")
_FRAME = re.compile(r"[\s|│┃║]*")
# Ways to part the cells of a line, the surest first.
_JOINTS = tuple(
    re.compile(each)
    for each in (r"\s*[|│┃║]\s*", r"\t+", r"\s{2,}|(?<=\w|[+%]):\s+", r"\s*[;,](?=\s*\S)", r":?\s+")
)


def drawn_rows(lines: Sequence[Text]) -> list[list[Text]]:
    """Return the cells of some lines, row by row; none if they are no table.

    Lines of another width are titles and notes, and bars are no cells.
    """
    said = [line for line in lines if not _RULE.fullmatch(line)]
    for joint in _JOINTS:
        rows = [list(_cells(line, joint)) for line in said]
        widths = Counter(len(row) for row in rows if len(row) >= FEWEST)
        if not widths:
            continue
        width, many = widths.most_common(1)[0]
        if many >= FEWEST and many * 2 > len(said):
            return [row for row in rows if len(row) == width]
    return []


def _cells(line: Text, joint: re.Pattern[str]) -> Iterator[Text]:
    """Yield the cells of a line, without the frame around them and without bars."""
    frame, behind = re.match(r"[\s|│┃║>]*", line), _FRAME.match(line[::-1])
    start = frame.end() if frame else 0
    end = len(line) - (behind.end() if behind else 0)
    for match in (*joint.finditer(line, start, end), None):
        stop = match.start() if match else end
        if not _BAR.fullmatch(line, *_trimmed(line, start, stop)):
            yield line[start:stop].strip()
        if match:
            start = match.end()


def _trimmed(line: str, start: int, stop: int) -> tuple[int, int]:
    """Return where the text of a part of a line begins and ends."""
    inner = line[start:stop]
    return start + len(inner) - len(inner.lstrip()), start + len(inner.rstrip())
