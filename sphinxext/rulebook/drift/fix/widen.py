"""Edits of single lines that keep the tables around them in their columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from docutils.utils import column_width

GRID_BORDER = re.compile(r"\+[-=+]+\+")
SIMPLE_RULE = re.compile(r"\s*=+(?:\s+=+)+\s*")
PIPE_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")
BAR = re.compile(r"(?<!\\)\|")
RULED = re.compile(r"[-=:\s]*[-=][-=:\s]*")
QUOTED = "> \t"  # what is before a line that Markdown quotes
UNDERLINE = re.compile(r"([^\w\s])\1+")


class Edit(NamedTuple):
    """A part of a line and what should be there."""

    line: int
    start: int
    end: int
    new: str


class Room(NamedTuple):
    """The room of a cell in a line."""

    start: int
    end: int
    border: int = 0  # the column of the screen at its right; 0 where nothing has to be in line
    spare: tuple[int, int] = (1, 1)  # spaces that stay before and behind what it says


class Grid(NamedTuple):
    """The lines of a table, and the rooms in each."""

    first: int
    lines: Sequence[str]
    rooms: Sequence[Sequence[Room]]


def rewritten(lines: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    """Return the lines with the edits made, tables widened where a new figure needs room."""
    page, waiting = list(lines), sorted(edits)
    while waiting:
        line = waiting[0].line
        grid = _grid_around(lines, line) or Grid(line, [lines[line]], [[]])
        behind = grid.first + len(grid.lines)
        own = [edit for edit in waiting if edit.line < behind]
        waiting = waiting[len(own) :]
        made = _in_grid(grid, own)
        for at, new in enumerate(made, grid.first):
            page[at] = new.rstrip() if lines[at] == lines[at].rstrip() else new
        if not grid.rooms[0]:
            _title(page, line, lines[line])
    return page


def _in_grid(grid: Grid, edits: Sequence[Edit]) -> list[str]:
    """Return lines with the edits made; all cells of a column are as wide as one needs."""
    cells: list[list[tuple[str, int]]] = []  # what is in each room, and how much it is too wide
    needs: dict[int, int] = {}  # how far each border moves
    made: list[str] = []  # what is before the first room
    kept: list[Sequence[Room]] = []
    for number, (line, own) in enumerate(zip(grid.lines, grid.rooms, strict=True), grid.first):
        here = [edit for edit in edits if edit.line == number]
        # An edit between two rooms is in the second.
        at = [max((i for i, room in enumerate(own)
                   if room.start <= edit.start and edit.end <= room.end), default=None)
              for edit in here]  # fmt: skip
        kept.append(() if None in at else own)  # else the author keeps it in no columns
        made.append(line[: own[0].start] if kept[-1] else _spliced(line, here, 0))
        cells.append([])
        for i, room in enumerate(kept[-1]):
            mine = [edit for edit, where in zip(here, at, strict=True) if where == i]
            cell = line[room.start : room.end]
            cells[-1].append(_fitted(_spliced(cell, mine, room.start), cell, room))
            needs[room.border] = max(needs.get(room.border, 0), cells[-1][-1][1])
    for i, (line, rooms, said) in enumerate(zip(grid.lines, kept, cells, strict=True)):
        made[i] += "".join(_widened(line, rooms, said, needs))
    return made


def _spliced(text: str, edits: Sequence[Edit], start: int) -> str:
    """Return a part of a line with the edits made, which begins at a place of it."""
    for edit in reversed(edits):
        text = text[: edit.start - start] + edit.new + text[edit.end - start :]
    return text


def _fitted(new: str, old: str, room: Room) -> tuple[str, int]:
    """Return the text of a cell in the room that it had, and by how much it is too wide."""
    more, at_right = column_width(new) - column_width(old), _is_at_right(old, room)
    if more <= 0:
        return (" " * -more + new if at_right else new + " " * -more), 0
    spare = _blanks(new)[not at_right] - room.spare[not at_right]
    taken = max(0, min(more, spare))
    return (new[taken:] if at_right else new[: len(new) - taken]), more - taken


def _is_at_right(cell: str, room: Room) -> bool:
    """Check that what a cell says is at the right of its room."""
    before, behind = _blanks(cell)
    return bool(cell.strip()) and before > room.spare[0] and behind <= room.spare[1]


def _blanks(cell: str) -> tuple[int, int]:
    """Count the spaces before and behind what a cell says."""
    return len(cell) - len(cell.lstrip()), len(cell) - len(cell.rstrip())


def _widened(
    line: str, rooms: Sequence[Room], cells: Sequence[tuple[str, int]], needs: dict[int, int]
) -> Iterator[str]:
    """Yield a line from its first cell on, each cell as much wider as the borders in it move."""
    border = 0
    for i, (room, (cell, grown)) in enumerate(zip(rooms, cells, strict=True)):
        more = sum(need for at, need in needs.items() if border < at <= room.border) - grown
        border = room.border
        if RULED.fullmatch(cell):
            at = len(cell.rstrip(": "))
            cell = cell[:at] + cell[at - 1] * more + cell[at:]
        elif _is_at_right(cell, room):
            cell = " " * more + cell
        else:
            cell += " " * more
        yield cell
        behind = rooms[i + 1].start if i + 1 < len(rooms) else len(line)
        yield line[room.end : behind]


def _grid_around(lines: Sequence[str], line: int) -> Grid | None:
    """Return the table around a line."""
    text = lines[line]
    if "\t" in text.lstrip():
        return None  # a tab between cells gives way by itself
    if text.lstrip().startswith(("|", "+")):
        first, behind = _around(line, [each.lstrip().startswith(("|", "+")) for each in lines])
        block = lines[first:behind]
        if all(GRID_BORDER.fullmatch(block[i].strip()) for i in (0, -1)):
            return Grid(first, block, _drawn_rooms(block))
    if "|" in text:
        first, behind = _around(line, ["|" in each for each in lines])
        rules = [i for i in range(first + 1, behind) if PIPE_RULE.fullmatch(lines[i].strip(QUOTED))]
        block = lines[rules[0] - 1 : behind] if rules else ()
        return Grid(rules[0] - 1, block, rooms) if (rooms := _pipe_rooms(block)) else None
    for first, last in _simple_tables(lines):
        if first < line < last:
            columns = [match.span() for match in re.finditer("=+", lines[first].expandtabs())]
            block = [each + " " * (columns[-1][1] - _screen(each, len(each)))
                     for each in lines[first : last + 1]]  # fmt: skip
            return Grid(first, block, [list(_simple_rooms(each, columns)) for each in block])
    return None


def _around(line: int, like: Sequence[bool]) -> tuple[int, int]:
    """Return where the lines around one that are like it begin and end."""
    first = behind = line
    while first and like[first - 1]:
        first -= 1
    while behind < len(like) and like[behind]:
        behind += 1
    return first, behind


def _screen(text: str, index: int) -> int:
    """Return the column on the screen of a place in the text, tabs drawn out as docutils does."""
    return int(column_width(text[:index].expandtabs()))


def _drawn_rooms(lines: Sequence[str]) -> Sequence[Sequence[Room]]:
    """Return the rooms between the borders of a grid table."""
    signs = [{_screen(text, i): i for i, sign in enumerate(text) if sign in "|+"} for text in lines]
    borders = (each for each in zip(lines, signs, strict=True) if each[0].lstrip()[0] == "+")
    columns = {at for text, found in borders for at, i in found.items() if text[i] == "+"}
    return [
        [Room(found[left] + 1, found[at], at) for left, at in pairwise(sorted(columns & {*found}))]
        for found in signs
    ]


def _pipe_rooms(lines: Sequence[str]) -> Sequence[Sequence[Room]]:
    """Return the rooms between bars; nothing where the author keeps them in no columns."""
    bars = [[match.start() for match in BAR.finditer(text)] for text in lines]
    columns = [[_screen(text, i) for i in own] for text, own in zip(lines, bars, strict=True)]
    if any(own != columns[0] for own in columns):
        return []
    rooms: list[list[Room]] = []
    for text, own, at in zip(lines, bars, columns, strict=True):
        begin = len(text) - len(text.lstrip(QUOTED))
        starts = [*([] if own[0] == begin else [begin]), *(i + 1 for i in own)]
        ends = [i for i in own if i > begin]
        borders = at[len(own) - len(ends) :]
        spans = zip(starts, ends, borders, strict=False)
        rooms.append([Room(*span) for span in spans])
        if starts[len(ends) :] and text[starts[-1] :].strip():
            rooms[-1].append(Room(starts[-1], len(text)))
    return rooms


def _simple_rooms(text: str, columns: Sequence[tuple[int, int]]) -> Iterator[Room]:
    """Yield the rooms of a line of a simple table; a text over a gap is in one with both sides."""
    start = _index(text, columns[0][0])
    for (_, right), following in zip(columns, [*columns[1:], None], strict=True):
        end = _index(text, following[0]) if following else len(text)
        if following is None or not text[_index(text, right) : end].strip():
            yield Room(start, end, right, (0, following[0] - right if following else 0))
            start = end


def _index(text: str, column: int) -> int:
    """Return the place in the text that is in a column of the screen, or its end."""
    return next((i for i in range(len(text)) if _screen(text, i) >= column), len(text))


def _simple_tables(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of each simple table."""
    start = 0
    while start < len(lines):
        last, borders, width = start, 1, len(lines[start].rstrip())
        for i in range(start + 1, len(lines)) if SIMPLE_RULE.fullmatch(lines[start]) else ():
            if SIMPLE_RULE.fullmatch(lines[i]) and len(lines[i].rstrip()) == width:
                borders, last = borders + 1, i
                if borders == 3 or not "".join(lines[i + 1 : i + 2]).strip():
                    break
            elif lines[i].strip() and _indent(lines[i]) < _indent(lines[start]):
                break
        if last > start:
            yield start, last
        start = last + 1


def _indent(text: str) -> int:
    """Return the column at which a line begins."""
    return _screen(text, len(text) - len(text.lstrip()))


def _title(page: list[str], line: int, before: str) -> None:
    """Draw the lines under and over a title out where it became longer than they are."""
    under = page[line + 1].rstrip() if line + 1 < len(page) else ""
    over = page[line - 1].rstrip() if line else ""
    wide = column_width(page[line].rstrip())
    if UNDERLINE.fullmatch(under) and column_width(before.strip()) <= len(under) < wide:
        for other in (line + 1, *([line - 1] if over == under else [])):
            page[other] = under[0] * wide + page[other][len(under) :]
