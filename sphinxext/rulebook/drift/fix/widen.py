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
    width: int = 0  # of the screen, also where the line ends before it
    spare: tuple[int, int] = (1, 1)  # spaces that stay before and behind what it says
    slides: bool = False  # what is at its right stays there in a wider column

    def holds(self, edit: Edit) -> bool:
        """Check that an edit is within it."""
        is_of_next = bool(self.width) and self.start < self.end == edit.start
        return self.start <= edit.start and edit.end <= self.end and not is_of_next


Rooms = Sequence[Sequence[Room]]  # of each line of a table


def rewritten(lines: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    """Return the lines with the edits made, tables widened where a new figure needs room."""
    page, waiting = list(lines), sorted(edits)
    while waiting:
        line = waiting[0].line
        first, rooms = _table_around(lines, line) or (line, [[]])
        behind = first + len(rooms)
        own = [edit for edit in waiting if edit.line < behind]
        waiting = waiting[len(own) :]
        page[first:behind] = _in_table(lines[first:behind], rooms, own, first)
        if not rooms[0]:
            _title(page, line, lines[line])
    return page


def _in_table(lines: Sequence[str], rooms: Rooms, edits: Sequence[Edit], first: int) -> list[str]:
    """Return lines with the edits made; all cells of a column are as wide as one needs."""
    cells: list[list[tuple[str, int]]] = []  # what is in each room, and how much it is too wide
    heads: list[str] = []  # what is before the first
    needs: dict[int, int] = {}  # how far each border moves
    kept: list[Sequence[Room]] = []
    for number, (line, own) in enumerate(zip(lines, rooms, strict=True), first):
        here = [edit for edit in edits if edit.line == number]
        inside = [[edit for edit in here if room.holds(edit)] for room in own]
        if sum(map(len, inside)) != len(here):
            own = []  # the author keeps this line in no columns
        kept.append(own)
        heads.append(line[: own[0].start] if own else _spliced(line, here, 0))
        cells.append([])
        for room, mine in zip(own, inside, strict=False):
            cell = line[room.start : room.end]
            cell += " " * (room.width - column_width(cell))
            cells[-1].append(_fitted(_spliced(cell, mine, room.start), cell, room))
            needs[room.border] = max(needs.get(room.border, 0), cells[-1][-1][1])
    made = []
    for line, head, own, said in zip(lines, heads, kept, cells, strict=True):
        text = "".join([head, *_widened(line, own, said, needs)])
        made.append(text.rstrip() if line == line.rstrip() else text)
    return made


def _spliced(text: str, edits: Sequence[Edit], start: int) -> str:
    """Return a part of a line with the edits made, which begins at a place of it."""
    for edit in reversed(edits):
        text = text[: edit.start - start] + edit.new + text[edit.end - start :]
    return text


def _fitted(new: str, old: str, room: Room) -> tuple[str, int]:
    """Return the text of a cell in the room that it had, and by how much it is too wide."""
    more = column_width(new) - column_width(old)
    at_right = _is_at_right(old, room)
    if more <= 0:
        return (" " * -more + new if at_right else new + " " * -more), 0
    if at_right:
        taken = max(0, min(more, _blanks(new)[0] - room.spare[0]))
        return new[taken:], more - taken
    taken = max(0, min(more, _blanks(new)[1] - room.spare[1]))
    return new[: len(new) - taken], more - taken


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
        elif room.slides and _is_at_right(cell, room):
            cell = " " * more + cell
        else:
            cell += " " * more
        yield cell
        behind = rooms[i + 1].start if i + 1 < len(rooms) else len(line)
        yield line[room.end : behind]


def _table_around(lines: Sequence[str], line: int) -> tuple[int, Rooms] | None:
    """Return the first line of the table around a line, and the rooms in all its lines."""
    text = lines[line]
    if "\t" in text.lstrip():
        return None  # a tab between cells gives way by itself
    if text.lstrip().startswith(("|", "+")):
        first, behind = _around(line, [each.lstrip().startswith(("|", "+")) for each in lines])
        block = lines[first:behind]
        if all(GRID_BORDER.fullmatch(block[i].strip()) for i in (0, -1)):
            return first, _grid_rooms(block)
    if "|" in text:
        first, behind = _around(line, ["|" in each for each in lines])
        rules = [i for i in range(first + 1, behind) if PIPE_RULE.fullmatch(lines[i].strip(QUOTED))]
        if not rules or not (rooms := _pipe_rooms(lines[rules[0] - 1 : behind])):
            return None
        return rules[0] - 1, rooms
    for first, last in _simple_tables(lines):
        if first < line < last:
            columns = [match.span() for match in re.finditer("=+", lines[first].expandtabs())]
            return first, [list(_simple_rooms(each, columns)) for each in lines[first : last + 1]]
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


def _grid_rooms(lines: Sequence[str]) -> Rooms:
    """Return the rooms between the borders of a grid table."""
    signs = [{_screen(text, i): i for i, sign in enumerate(text) if sign in "|+"} for text in lines]
    borders = (each for each in zip(lines, signs, strict=True) if each[0].lstrip()[0] == "+")
    columns = {at for text, found in borders for at, i in found.items() if text[i] == "+"}
    return [
        [Room(found[left] + 1, found[at], at) for left, at in pairwise(sorted(columns & {*found}))]
        for found in signs
    ]


def _pipe_rooms(lines: Sequence[str]) -> Rooms:
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
        rooms.append([Room(*span, slides=True) for span in spans])
        if starts[len(ends) :] and text[starts[-1] :].strip():
            rooms[-1].append(Room(starts[-1], len(text)))
    return rooms


def _simple_rooms(text: str, columns: Sequence[tuple[int, int]]) -> Iterator[Room]:
    """Yield the rooms of a line of a simple table; a text over a gap is in one with both sides."""
    start = _index(text, columns[0][0])
    left = columns[0][0]
    for (_, right), following in zip(columns, [*columns[1:], None], strict=True):
        end = len(text) if following is None else _index(text, following[0])
        if following and text[_index(text, right) : end].strip():
            continue
        gap = following[0] - right if following else 0
        yield Room(start, end, right, right + gap - left, (0, gap))
        if following is None or end == len(text):
            return
        start, left = end, following[0]


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
