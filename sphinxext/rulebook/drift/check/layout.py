"""Finds the rows and columns of a typed table that the rules are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from operator import eq
from typing import NamedTuple

from ...figures.reach import reach_word
from ...language.normalise import normalise
from ...language.phrases import mentioned, phrase
from ...language.read_figure import Form, numbers_in, read
from ...rules.errors import RulesError, suggest
from ...source.document import Cell as TypedCell
from ...source.document import Table
from ...tables.cells import Cell
from .side import TableSide, folded

Rows = list[list[TypedCell]]
Names = list[int | None]  # the place that each line names
MOST_FOLDS, MOST_LABELS, MOST_HEADS = 12, 4, 3
STRONG = (Form.PERCENT, Form.FRACTION, Form.ONE_IN)  # forms in which a number is a chance


def judged_part(sheet: Table, names: str) -> Table:
    """Return the table without the columns and rows that its author leaves unjudged."""
    heads = sheet.rows[: min(MOST_HEADS, max(1, sheet.heads))]
    columns: set[int] = set()
    rows: set[int] = set()
    for name in filter(None, (each.strip().strip("\"'") for each in names.split(","))):
        wanted = folded(name)
        found = {c for row in heads for c, cell in enumerate(row) if folded(cell.text) == wanted}
        below = {r for r, row in enumerate(sheet.rows) if row and folded(row[0].text) == wanted}
        if not found and not below:
            cells = (*chain(*heads), *(row[0] for row in sheet.rows if row))
            near = suggest(name, {cell.text for cell in cells})
            raise RulesError(f"no column or row of the table is called '{name}'{near}")
        columns |= found
        rows |= set() if found else below - set(range(len(heads)))
    kept = [
        [cell for column, cell in enumerate(row) if column not in columns]
        for number, row in enumerate(sheet.rows)
        if number not in rows
    ]
    return replace(sheet, rows=kept)


class AskedTable(NamedTuple):
    """The asked table: its figures, and what its rows and columns are called."""

    body: Sequence[Sequence[Cell]]
    down: TableSide
    across: TableSide
    language: str

    @property
    def size(self) -> tuple[int, int]:
        """Return how many rows and columns of figures it has."""
        return len(self.body), len(self.body[0])

    def mentions(self, cell: TypedCell) -> bool:
        """Return whether a typed cell says the name of an outcome that a figure may say."""
        names = {name for row in self.body for cell in row for name in cell.names}
        return bool(mentioned(text_of(cell), names))


class FoundTable(NamedTuple):
    """Typed rows that have the asked figures, and where."""

    rows: Rows
    heads: int  # heading rows, at the top
    body: tuple[int, ...]  # the rows of figures
    columns: tuple[int, ...]  # the columns of figures
    row_places: tuple[int, ...]  # for each of these rows and columns its place
    column_places: tuple[int, ...]
    rows_named: int  # so many of them are named by their labels
    named: int  # and so many rows and columns together
    unasked: tuple[int, ...]  # rows that nobody asked for

    @property
    def left(self) -> Rows:
        """Return the columns of labels, beside the figures alone."""
        return [[self.rows[r][c] for r in self.body] for c in range(self.columns[0])]

    @property
    def above(self) -> Rows:
        """Return the rows of headings, above the figures alone."""
        return [[row[c] for c in self.columns] for row in self.rows[: self.heads]]


def laid(rows: Rows, heads: int, asked: AskedTable) -> FoundTable | None:
    """Find the asked figures in rows of which some at least are headings; None if they do not fit.

    An error says which columns may both be meant.
    """
    wanted, width = asked.size
    heads = _heads(rows, heads, asked)
    columns = _columns(rows, heads, asked) if len(rows) - heads >= wanted else None
    if columns is None:
        return None
    found = _without_notes(rows, heads, wanted)
    names = _row_names([rows[r] for r in found], columns, asked)
    body = found
    if len(found) > wanted and _many(names) == wanted:
        others = [r for r, place in zip(found, names, strict=True) if place is None]
        if columns[0] and all(_is_own(rows[r][0].text, asked) for r in others):
            body = [r for r in found if r not in others]
            names = [place for place in names if place is not None]
    if len(body) != wanted:
        return None
    above = [[text_of(row[c]) for row in rows[:heads]] for c in columns]
    heads_named = [asked.across.named(texts) for texts in above]
    return FoundTable(
        rows,
        heads,
        tuple(body),
        columns,
        in_order(names, wanted),
        in_order(heads_named, width),
        _many(names),
        _many(names) + _many(heads_named),
        tuple(r for r in found if r not in body),
    )


def text_of(cell: TypedCell) -> str:
    """Return the words of a cell, with those of its images."""
    return f"{cell.text} {cell.images}".strip()


def in_order(named: Names, places: int) -> tuple[int, ...]:
    """Give each line the place that it names, and the rest the other places in their order.

    Where most name none, or each another one by the same step, all keep their order.
    """
    order = range(places)
    own = {
        line: place
        for line, place in enumerate(named)
        if place is not None and (place == line or named.count(place) == 1)
    }
    steps = {place - line for line, place in own.items()}
    is_shifted = len(own) < len(named) and len(steps) == 1 and 0 not in steps
    if len(own) * 2 < len(named) or is_shifted:
        return tuple(order[: len(named)])
    known = list(own.values())
    falls = len(known) > 1 and known == sorted(known, reverse=True)
    rest = iter(sorted(set(order) - set(known), reverse=falls))
    return tuple(own[line] if line in own else next(rest) for line in range(len(named)))


def _many(named: Names) -> int:
    return len({place for place in named if place is not None})


def _heads(rows: Rows, declared: int, asked: AskedTable) -> int:
    """Count the heading rows: the first that hold no figure, or that name the columns."""
    across = asked.across
    spare, left = len(rows) - len(asked.body), set(range(across.levels))
    most = min(max(MOST_HEADS, declared, 2 * across.levels), len(rows))
    for number, row in enumerate(rows[:most]):
        said = [text_of(cell) for cell in row[1:] if is_said(cell)]
        named = {level: len(across.values_in(said, level)) for level in left}
        level = max(left, key=lambda level: named[level], default=0)
        many = named.get(level, 0)
        if many * 2 >= len(said) and many and (number < spare or many > max(1, len(across) // 2)):
            left.discard(level)
        elif number >= spare or any(_is_figure(cell, asked, number < declared) for cell in row[1:]):
            return number
    return most


def _is_figure(cell: TypedCell, asked: AskedTable, is_declared: bool) -> bool:
    """Return whether a cell is a figure and nothing else; in a declared heading, a sure one."""
    written = read(cell.text, asked.language)
    if written is None or written.form is Form.BLANK:
        return asked.body[0][0].value is None and asked.mentions(cell)
    return not is_declared or written.form in STRONG or written.digits > 0


def _columns(rows: Rows, heads: int, asked: AskedTable) -> tuple[int, ...] | None:
    """Find the columns that are asked for: by their headings, their unit and their place."""
    width, across, body = asked.size[1], len(rows[0]), rows[heads:]
    while width > max(1, across - 1) and all(row[width - 1].kind.is_optional for row in asked.body):
        width -= 1  # words that an author leaves out at the end

    def names_rows(column: int) -> bool:
        return _many([asked.down.named([text_of(row[column])]) for row in body]) * 2 >= len(body)

    has_dice = all(cell.kind.has_dice_beside for row in asked.body for cell in row)
    if across == width and len(body) > 1 and names_rows(0) and not has_dice:
        return None  # labels, and a column too few
    first = next((c + 1 for c in range(across - width) if names_rows(c)), min(1, across - width))
    found = list(range(first, across))

    def is_asked(column: int) -> bool:
        texts = [text_of(row[column]) for row in rows[:heads]]
        return asked.across.named(texts) is not None or any(
            asked.across.is_bare_value(text, level)
            for text in texts
            for level in range(asked.across.levels)
        )

    def is_filled(column: int) -> bool:
        said = [row[column] for row in body if is_said(row[column])]
        return sum(_may_be_figure(cell, asked) for cell in said) * 2 > len(said)

    def is_signed(column: int) -> bool:
        written = [read(row[column].text, asked.language) for row in body]
        signed = [each for each in written if each is not None and each.form in STRONG]
        return len(signed) * 2 > len(body) or any(
            "%" in normalise(row[column].text) for row in rows[:heads]
        )

    ways: tuple[Callable[[int], bool], ...] = (is_asked, is_filled, is_signed)
    for is_meant in ways:
        if len(found) > width:
            some = [column for column in found if is_meant(column)]
            found = some if len(some) >= width else found
    if len(found) == width:
        return tuple(found)
    if not heads or len(found) < width:
        return None
    titles = [f"'{text_of(rows[0][column])}'" for column in found]
    raise RulesError(
        f"{len(titles)} columns may hold the {'figures' if width > 1 else 'figure'} that "
        f"you ask for: {', '.join(titles)}; write ':unjudged: …' with the headings of the others"
    )


def _may_be_figure(cell: TypedCell, asked: AskedTable) -> bool:
    """Return whether a cell has a figure, or words that are asked for."""
    is_read = read(cell.text, asked.language) is not None or reach_word(cell.text, asked.language)
    return is_number(cell) or bool(is_read) or asked.mentions(cell)


def are_numbers(cells: Sequence[TypedCell]) -> bool:
    """Return whether most of the cells that say something begin with a number."""
    return sum(map(is_number, cells)) * 2 > sum(map(is_said, cells))


def is_number(cell: TypedCell) -> bool:
    """Return whether a cell begins with a number, whatever is behind it."""
    return normalise(cell.text).lstrip("(+-~<>≈≤≥$£€ ")[:1].isdecimal()


def _without_notes(rows: Rows, heads: int, wanted: int) -> list[int]:
    """Return the rows below the headings; where they are too many, those that are no notes."""
    found = list(range(heads, len(rows)))
    repeated = [[cell.text for cell in row] for row in rows[:heads]]
    return [
        r
        for r in found
        if len(found) <= wanted
        or (any(map(is_said, rows[r][1:])) and [cell.text for cell in rows[r]] not in repeated)
    ]


def _is_own(label: str, asked: AskedTable) -> bool:
    """Return whether a label is an author's own words, and no value that may be asked for."""
    return any(map(str.isalpha, label)) and not numbers_in(label, asked.language)


def _row_names(body: Rows, columns: Sequence[int], asked: AskedTable) -> Names:
    """Return the place that each row names, by the labels that name the most, best in order."""
    labels = range(columns[0])
    ways = [[[text_of(row[c])] for row in body] for c in labels]
    ways += [[[text_of(row[c]) for c in labels] for row in body]]
    # Dice beside averages name their row as well.
    figures = [[phrase(row[c].text, asked.language, ranged=False) for c in columns] for row in body]
    ways += [[[dice.text for each in row for dice in each.dice] for row in figures]]
    named = [[asked.down.named(texts) for texts in way] for way in ways]
    return max(named, key=lambda way: (_many(way), sum(map(eq, way, count()))))


def said_rows(typed: Sequence[Sequence[TypedCell]]) -> Rows:
    """Return the typed rows and columns that say something, without headings within the table."""
    rows = [list(row) for row in typed if not _is_divider(row) and any(map(is_said, row))]
    said = [c for c in range(len(rows[0]) if rows else 0) if any(is_said(row[c]) for row in rows)]
    return [[row[c] for c in said] for row in rows]


def is_said(cell: TypedCell) -> bool:
    """Return whether the cell says something."""
    return bool(cell.text or cell.images)


def _is_divider(row: Sequence[TypedCell]) -> bool:
    """Return whether one cell spans the whole row, as a heading within the table does."""
    return len(row) > 1 and all(cell is row[0] for cell in row) and is_said(row[0])


def unfolded(rows: Rows, wanted: int, width: int) -> Iterator[Rows]:
    """Yield the blocks of columns that are side by side, one below the other."""
    across = len(rows[0]) if len(rows) < wanted and rows else 0
    widths = [across // n for n in range(2, MOST_FOLDS + 1) if not across % n]
    for block in sorted(widths, key=lambda each: abs(each - width - 1)):
        if not 1 < block <= width + MOST_LABELS:
            continue
        for heads in range(min(MOST_HEADS, len(rows) - 1) + 1):
            starts = range(0, across, block)
            body = [row[start : start + block] for start in starts for row in rows[heads:]]
            body = [row for row in body if any(map(is_said, row))]
            if len(body) == wanted:
                yield [*(_heading(row, block) for row in rows[:heads]), *body]


def _heading(row: Sequence[TypedCell], width: int) -> list[TypedCell]:
    """Return the headings of the first block; where they are empty, those that another has."""
    return [
        next((cell for cell in row[place::width] if cell.text.strip()), row[place])
        for place in range(width)
    ]
