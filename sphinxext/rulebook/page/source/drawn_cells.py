"""The cells of a table drawn with letters: ASCII art, or what a program printed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from .cells import CellPiece, SourceCell

FEWEST = 2  # rows, and cells of a row
_LINE = re.compile(r"[\s|+\-=_─━═┄┈│┃║┌┐└┘├┤┬┴┼╞╪╡╔╗╚╝╠╣╦╩╬:]*")
_BAR = re.compile(r"[#*=█▇▆▅▄▃▂▁▓▒░▌▐xX.\-_]{2,}|[#*█]")
# Ways to part the cells of a line, the surest first.
_FRAME = re.compile(r"[\s|│┃║]*")
_JOINTS = tuple(
    re.compile(each)
    for each in (r"\s*[|│┃║]\s*", r"\t+", r"\s{2,}|(?<=\w|[+%]):\s+", r"\s*[;,](?=\s*\S)", r":?\s+")
)


def drawn_cells(lines: Sequence[str], first: int, last: int) -> list[list[SourceCell]]:
    """The cells of the lines, row by row; none if they are no table.

    Lines of another width are titles and notes, and bars are no cells.
    """
    said = [n for n in range(first, last) if not _LINE.fullmatch(lines[n])]
    for joint in _JOINTS:
        rows = [list(_parts(lines[n], n, joint)) for n in said]
        widths = Counter(len(row) for row in rows if len(row) >= FEWEST)
        if not widths:
            continue
        width, many = widths.most_common(1)[0]
        if many >= FEWEST and many * 2 > len(said):
            return [[(piece,) for piece in row] for row in rows if len(row) == width]
    return []


def _parts(text: str, line: int, joint: re.Pattern[str]) -> Iterator[CellPiece]:
    """The cells of a line, without the frame around them and without bars."""
    frame = re.match(r"[\s|│┃║>]*", text)
    start = frame.end() if frame else 0
    behind = _FRAME.match(text[::-1])
    end = len(text) - (behind.end() if behind else 0)
    for match in (*joint.finditer(text, start, end), None):
        stop = match.start() if match else end
        if not _BAR.fullmatch(text[start:stop].strip()):
            yield CellPiece(line, start, stop)
        if match:
            start = match.end()
