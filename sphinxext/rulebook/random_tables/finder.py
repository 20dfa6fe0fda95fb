"""Finds random tables in a page that knows no rules, and says what is wrong with them."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .clues import (
    Clue,
    Said,
    Source,
    around_clues,
    heading_dice,
    is_direct,
    is_pure,
    is_roll_word,
    measures,
    names_table,
    only_counts,
    spoken,
)
from .dice import TableDice, dice_of, flat, readings
from .partition import Kind, Labels, Mistake, is_partition, labels_of, mistakes
from .rolls import bare, read_rolls
from .shapes import Row, Shape, TextTable, tables_in
from .vocabulary import vocabulary

USUAL = (
    "d4", "d6", "d8", "d10", "d12", "d20", "d30", "d100", "2d4", "2d6", "2d8", "2d10", "2d12",
    "2d20", "3d6", "4d6", "1d8+1d12", "d66", "d88", "d666", "d1000", "d2", "d3", "d5", "d7",
    "d14", "d16", "d24", "d36", "d50",
)  # fmt: skip
NEAR = 12  # tables that may have the other pieces of one
STANDARD = frozenset(("d4", "d6", "d8", "d10", "d12", "d20", "d30", "d100", "2d6", "3d6", "d66"))


@dataclass(frozen=True)
class Wrong:
    """A mistake, at the line of its row."""

    line: int
    kind: Kind
    found: str
    expected: str
    why: str


@dataclass(frozen=True)
class Found:
    """A random table of a page."""

    line: int
    last: int
    shape: Shape
    dice: str
    title: str
    wrong: tuple[Wrong, ...]


@dataclass(frozen=True)
class _Column:
    """A column, or a heading row, that may hold rolls."""

    labels: tuple[str, ...]
    lines: tuple[int, ...]
    head: str
    head_line: int
    place: int
    clues: tuple[Clue, ...]
    is_rolled: bool  # its head says so, with dice or without
    is_counted: bool  # its head says nothing against it
    is_first: bool = True
    table: TextTable | None = None
    said: Said | None = None


def find(text: str, *, markdown: bool) -> tuple[Found, ...]:
    """The random tables of a page."""
    tables = tables_in(text, markdown=markdown)
    columns = [(table, _columns(table)) for table in tables]
    columns = _continued(columns)
    everything = [column for _, some in columns for column in some]
    found = []
    for table, some in columns:
        one = _judged(table, some, everything)
        if one is not None:
            found.append(one)
    return tuple(found)


# Columns ------------------------------------------------------------------------------------------


def _columns(table: TextTable) -> list[_Column]:
    """The columns of a table that have rolls."""
    said = around_clues(table.around)
    if table.shape is Shape.LIST:
        labels = tuple(row.cells[0] for row in table.rows)
        lines = tuple(row.line for row in table.rows)
        column = _Column(labels, lines, "", table.first, 0, said.clues, False, True)
        return [replace(column, table=table, said=said)] if _reads(labels) else []
    heads, body = _split(table)
    width = max((len(row.cells) for row in table.rows), default=0)
    body = [row for row in body if not _divides(row)]
    found = []
    for place in range(width):
        cells = [row.cells[place] if place < len(row.cells) else "" for row in body]
        kept = [(cell, row.line) for cell, row in zip(cells, body, strict=True) if _says(cell)]
        labels = tuple(cell for cell, _ in kept)
        if len(labels) < 2 or not _reads(labels):
            continue
        head_cells = [row.cells[place] for row in heads if place < len(row.cells)]
        head = next((cell for cell in reversed(head_cells) if _says(cell)), "")
        found.append(
            _column(table, said, labels, tuple(line for _, line in kept), head, heads, place)
        )
    found += _across(table, said, heads, body, found)
    if not any(_is_text(row, {column.place for column in found}) for row in body):
        return []
    return found


def _column(
    table: TextTable, said: Said, labels: tuple[str, ...], lines: tuple[int, ...], head: str,
    heads: Sequence[Row], place: int,
) -> _Column:  # fmt: skip
    mentions = () if measures(head) else heading_dice(head)
    source = Source.HEAD if is_pure(head) else Source.PHRASE
    clues = [Clue(each.notation, source, each.is_open) for each in mentions]
    above = [row.cells[place] for row in heads[:-1] if place < len(row.cells)]
    clues += [
        Clue(each.notation, Source.CAPTION, each.is_open)
        for cell in dict.fromkeys(above)
        if cell != head
        for each in heading_dice(cell)
    ]
    beside = [cell for row in heads for cell in row.cells if cell != head]
    if not clues:
        clues += [
            Clue(each.notation, Source.NEAR, each.is_open)
            for cell in beside
            for each in heading_dice(cell)
        ]
    rolled = bool(mentions) or is_roll_word(head)
    counted = rolled or only_counts(head)
    return _Column(
        labels, lines, head, heads[-1].line if heads else table.first, place,
        (*clues, *said.clues), rolled, counted, place == 0, table, said,
    )  # fmt: skip


def _split(table: TextTable) -> tuple[list[Row], list[Row]]:
    """The heading rows, also those that stand in the body under an empty head."""
    heads, body = list(table.head), list(table.body)
    while body and len(heads) < 4:
        cells = [cell for cell in body[0].cells if _says(cell)]
        rolls = [cell for cell in cells if read_rolls(cell)]
        named = [cell for cell in body[0].cells if heading_dice(cell) and is_pure(cell)]
        worded = body[0].cells and is_roll_word(body[0].cells[0])
        is_head = (named or worded) and not (body[0].cells and read_rolls(body[0].cells[0]))
        is_title = len(cells) <= 1 and not rolls and len(body) > 2
        if not (is_head or (is_title and not any(_says(c) for row in heads for c in row.cells))):
            break
        heads.append(body.pop(0))
    return [row for row in heads if any(_says(cell) for cell in row.cells)], body


def _says(cell: str) -> bool:
    """Whether a cell says anything."""
    return bool(re.search(r"[^\W_]|[⚀-⚅]", bare(cell)))


def _reads(labels: Sequence[str]) -> bool:
    """Whether nearly all cells are rolls."""
    read = sum(read_rolls(label) is not None for label in labels)
    return read >= 2 and read >= 0.75 * len(labels)


def _divides(row: Row) -> bool:
    """Whether a row only names the part of the table below it."""
    said = {cell for cell in row.cells if _says(cell)}
    return len(said) <= 1 and not any(read_rolls(cell) for cell in said)


def _is_text(row: Row, places: set[int]) -> bool:
    return any(_says(cell) for place, cell in enumerate(row.cells) if place not in places)


def _across(
    table: TextTable, said: Said, heads: Sequence[Row], body: Sequence[Row], down: list[_Column]
) -> Iterator[_Column]:
    """The heading row where it has rolls, as in a grid of two dice or a table that lies down."""
    if not heads:
        return
    row = heads[-1]
    labels = tuple(cell for cell in row.cells[1:] if _says(cell))
    if len(labels) < 3 or not all(read_rolls(label) for label in labels):
        return
    corner = row.cells[0] if row.cells else ""
    mentions = heading_dice(corner)
    if not mentions or (len(body) > 1 and not any(column.place == 0 for column in down)):
        return
    clues = tuple(Clue(each.notation, Source.PHRASE, each.is_open) for each in mentions)
    lines = tuple(row.line for _ in labels)
    yield _Column(
        labels, lines, corner, row.line, -1, (*clues, *said.clues), True, True, False, table, said
    )


# Tables in two pieces -----------------------------------------------------------------------------


def _continued(
    tables: list[tuple[TextTable, list[_Column]]],
) -> list[tuple[TextTable, list[_Column]]]:
    """Joins a table that goes on in the next one."""
    found: list[tuple[TextTable, list[_Column]]] = []
    for table, columns in tables:
        last = found[-1][1] if found else []
        if len(last) == len(columns) == 1 and _goes_on(last[0], columns[0]):
            joined = replace(
                last[0],
                labels=last[0].labels + columns[0].labels,
                lines=last[0].lines + columns[0].lines,
                clues=(*last[0].clues, *columns[0].clues),
            )
            found[-1] = (found[-1][0], [joined])
        else:
            found.append((table, columns))
    return found


def _goes_on(first: _Column, second: _Column) -> bool:
    end, start = _ends(first.labels)[1], _ends(second.labels)[0]
    if end is None or start is None or start <= 1 or not first.is_counted:
        return False
    dice = next((dice_of(c.notation) for c in first.clues if c.source <= Source.PHRASE), None)
    following = dice.after(end) if dice and end in dice.places else end + 1
    return start == following and (second.is_counted or first.head == second.head)


def _ends(labels: Sequence[str]) -> tuple[int | None, int | None]:
    first, last = read_rolls(labels[0]), read_rolls(labels[-1])
    low = min((number.value for number in first.numbers), default=None) if first else None
    high = max((number.value for number in last.numbers), default=None) if last else None
    return low, high


# Judging ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Verdict:
    dice: TableDice
    wrong: tuple[Wrong, ...]
    is_random: bool = True


def _judged(
    table: TextTable, columns: list[_Column], everything: Sequence[_Column]
) -> Found | None:
    columns = _beside(columns)
    verdicts = []
    for column in columns:
        rest = [other for other in columns if other is not column]
        verdict = _judge(column, rest, everything)
        if verdict is not None:
            verdicts.append(verdict)
    if not verdicts:
        return None
    wrong = tuple(dict.fromkeys(each for verdict in verdicts for each in verdict.wrong))
    wrong += tuple(_cut_rows(table)) if table.shape is Shape.PIPE else ()
    title = table.around.caption or (table.around.headings[0] if table.around.headings else "")
    dice = verdicts[0].dice.name
    ordered = tuple(sorted(wrong, key=lambda each: each.line))
    return Found(table.first, table.last, table.shape, dice, spoken(title), ordered)


def _beside(columns: list[_Column]) -> list[_Column]:
    """Joins the columns of a table that goes on beside itself."""
    heads = Counter(bare(column.head) for column in columns if column.place >= 0)
    found: list[_Column] = []
    for head, count in heads.items():
        same = [c for c in columns if bare(c.head) == head and c.place >= 0]
        notation = next((c.notation for c in same[0].clues if c.source <= Source.PHRASE), "")
        if count == 1 or not same[0].is_counted or all(_fits(c, notation) for c in same):
            found += same
            continue
        labels = tuple(label for column in same for label in column.labels)
        lines = tuple(line for column in same for line in column.lines)
        joined = replace(same[0], labels=labels, lines=lines)
        sorted_ = _in_order(joined)
        ends = [_ends(column.labels) for column in same]
        follow = all(
            a[1] is not None and b[0] is not None and b[0] >= a[1]
            for a, b in itertools.pairwise(ends)
        )
        if _fits(sorted_, notation) or follow or not _restarts(same):
            found.append(sorted_)
        else:
            found += same
    return found + [column for column in columns if column.place < 0]


def _restarts(columns: Sequence[_Column]) -> bool:
    """Whether each column begins with the same roll."""
    return len({_ends(column.labels)[0] for column in columns}) == 1


def _in_order(column: _Column) -> _Column:
    def low(pair: tuple[str, int]) -> int:
        rolls = read_rolls(pair[0])
        numbers = (
            [n.value if n.value or n.width == 1 else 10**n.width for n in rolls.numbers]
            if rolls
            else []
        )
        return min(numbers, default=0)

    pairs = sorted(zip(column.labels, column.lines, strict=True), key=low)
    return replace(column, labels=tuple(p[0] for p in pairs), lines=tuple(p[1] for p in pairs))


def _fits(column: _Column, notation: str) -> bool:
    return bool(notation) and _fitting(column.labels, readings(notation)) is not None


def _fitting(labels: Sequence[str], ways: Sequence[TableDice]) -> TableDice | None:
    """The first dice that the rolls are a partition of."""
    return next((dice for dice in ways if is_partition(labels_of(dice, labels))), None)


def _usual(labels: Sequence[str]) -> TableDice | None:
    """The usual dice that the rolls are a partition of; an open end may not hold most of them."""
    every = [rolls for label in labels if (rolls := read_rolls(label))]
    numbers = [number for rolls in every for number in rolls.numbers]
    top = max((number.value for number in numbers), default=0)
    ends = {top, *(int(10**number.width) for number in numbers if not number.value)}
    opened = any(rolls.is_open for rolls in every)
    ways = [
        dice
        for name in USUAL
        for dice in readings(name)[:2]
        if (0.6 * dice.high <= top <= dice.high if opened else dice.high in ends)
    ]
    return _fitting(labels, ways)


def _judge(
    column: _Column, rest: Sequence[_Column], everything: Sequence[_Column]
) -> _Verdict | None:
    """Whether a column has the rolls of a random table, and what is wrong with them."""
    own = [clue for clue in column.clues if clue.source <= Source.PHRASE]
    if not column.is_counted and not own:
        return None
    levels = any(other.place == 0 and not other.is_counted for other in rest)
    if levels and column.place > 0 and all(clue.source is Source.PHRASE for clue in own):
        return None
    ways = [(clue, dice) for clue in column.clues for dice in readings(clue.notation)]
    for clue, dice in ways:
        if clue.source in (
            Source.HEAD,
            Source.PHRASE,
            Source.CAPTION,
            Source.SENTENCE,
            Source.HEADING,
        ) and _is_right(column, rest, dice):
            return _agreed(column, clue, dice)
    return _unsure(column, rest, everything)


def _is_right(column: _Column, rest: Sequence[_Column], dice: TableDice) -> bool:
    labels = column.labels
    if is_partition(labels_of(dice, labels)):
        return True
    if len(rest) or column.place != 0:
        merged = _merged(labels)
        if is_partition(labels_of(dice, merged)):
            return True
    if column.place < 0 or any(other.place < 0 for other in rest):
        sides = _side_of(dice)
        if sides and is_partition(labels_of(flat(sides), labels)):
            return True
    runs = _runs(labels)
    return len(runs) > 1 and all(is_partition(labels_of(dice, run)) for run in runs)


def _side_of(dice: TableDice) -> int | None:
    """The sides of each die of a pair."""
    if dice.is_digits:
        return int(str(dice.high)[0])
    match = re.fullmatch(r"2d(\d+)", dice.name)
    return int(match[1]) if match else None


def _merged(labels: Sequence[str]) -> tuple[str, ...]:
    """The labels with those that are repeated row after row taken together."""
    found: list[str] = []
    for label in labels:
        if not found or bare(found[-1]) != bare(label):
            found.append(label)
    return tuple(found)


def _runs(labels: Sequence[str]) -> list[tuple[str, ...]]:
    """The labels cut where they begin anew."""
    lows = [_ends([label])[0] for label in labels]
    first = lows[0]
    found: list[list[str]] = [[]]
    for place, (label, low) in enumerate(zip(labels, lows, strict=True)):
        if place and low is not None and low == first and bare(label) != bare(labels[place - 1]):
            found.append([])
        found[-1].append(label)
    if any(len(run) == 1 for run in found):
        return [tuple(labels)]  # a roll typed twice
    return [tuple(run) for run in found]


def _agreed(column: _Column, clue: Clue, dice: TableDice) -> _Verdict:
    """The table is right on these dice; what else speaks of it must say the same."""
    if clue.source not in (Source.HEAD, Source.PHRASE):
        own = next((c for c in column.clues if c.source is Source.HEAD), None)
        if own is not None and not own.is_open and clue.source in (Source.SENTENCE, Source.CAPTION):
            other = dice_of(own.notation)
            if other and other.name != dice.name and not _fits(column, own.notation):
                why = f"the rows are those of {dice.name}, as the text says"
                return _Verdict(dice, (_head_wrong(column, own.notation, clue.notation, why),))
    if clue.source is Source.HEAD:
        sentence = [c for c in column.clues if c.source in (Source.SENTENCE, Source.CAPTION)]
        names = {each.name for c in sentence for each in readings(c.notation)}
        if sentence and dice.name not in names and len({c.notation for c in sentence}) == 1:
            told = sentence[0]
            ours = {each.name for each in readings(clue.notation)}
            if (
                not told.is_open
                and not names & ours
                and _same_scale(told.notation, dice)
                and _is_about(column, told)
            ):
                why = f"the text above says {told.notation}, the table is for {dice.name}"
                return _Verdict(dice, (_head_wrong(column, told.notation, clue.notation, why),))
    return _Verdict(dice, ())


def _is_about(column: _Column, clue: Clue) -> bool:
    """Whether the text that names the dice cannot mean another roll."""
    if column.table is None:
        return False
    around = column.table.around
    if clue.source is Source.SENTENCE:
        return any(
            is_direct(sentence, clue.notation)
            for text in (around.above, around.before)
            for sentence in re.split(r"(?<=[.!?。])\s+", text)
        )
    text = around.caption if clue.source is Source.CAPTION else " ".join(around.headings[:1])
    return names_table(text, clue.notation)


def _same_scale(notation: str, dice: TableDice) -> bool:
    other = dice_of(notation)
    return other is not None and other.high != dice.high


def _head_wrong(column: _Column, found: str, expected: str, why: str) -> Wrong:
    return Wrong(column.head_line, Kind.DICE, found, expected, why)


def _unsure(
    column: _Column, rest: Sequence[_Column], everything: Sequence[_Column]
) -> _Verdict | None:
    labels = column.labels
    fits = _usual(labels)
    clue = _surest(column)
    if clue is None:
        return _implied(column, fits)
    dice = _nearest(labels, readings(clue.notation))
    if dice is None:
        return None
    if clue.source > Source.PHRASE and fits is not None:
        return _by_text(column, clue, dice, fits)
    if clue.source > Source.PHRASE and not (column.is_rolled or clue.source <= Source.HEADING):
        return None
    if _pairs(labels):
        return _Verdict(dice, ())
    return _wrong_on(column, rest, everything, clue, dice, fits)


def _surest(column: _Column) -> Clue | None:
    clues = [clue for clue in column.clues if clue.source < Source.NEAR]
    if not clues and column.is_rolled:
        near = {clue.notation: clue for clue in column.clues}
        return next(iter(near.values())) if len(near) == 1 else None
    return min(clues, key=lambda clue: clue.source, default=None)


def _nearest(labels: Sequence[str], ways: Sequence[TableDice]) -> TableDice | None:
    return min(ways, key=lambda dice: labels_of(dice, labels).badness, default=None)


def _pairs(labels: Sequence[str]) -> bool:
    """Whether the rows name two dice each: (1, 1), (1, 2), …"""
    found = [re.fullmatch(r"\(?(\d) ?[-,/.+ ] ?(\d)\)?", bare(label)) for label in labels]
    pairs = [match.groups() for match in found if match]
    if len(pairs) < 0.9 * len(labels):
        return False
    turned = [pair for pair in pairs if pair[0] > pair[1]]
    return len(turned) * 4 > len(pairs)


def _by_text(column: _Column, clue: Clue, dice: TableDice, fits: TableDice) -> _Verdict | None:
    """The rows fit some dice, and a text around names others: perhaps for another roll."""
    if not column.is_counted:
        return None
    is_title = clue.source is Source.CAPTION or clue.source in (Source.HEADING, Source.SENTENCE)
    others = {c.notation for c in column.clues if c.source < Source.NEAR}
    near = [c for c in column.clues if dice_of(c.notation) == fits]
    is_list = column.table is not None and column.table.shape is Shape.LIST
    big_enough = fits.high >= 0.5 * dice.high
    if near or clue.is_open or len(others) != 1 or not is_title or not big_enough:
        return _Verdict(fits, ()) if column.is_rolled or near else None
    if column.said is not None and column.said.may_change and fits.high > dice.high:
        return _Verdict(dice, ())
    if fits.name in STANDARD and not _is_about(column, clue):
        return _Verdict(fits, ()) if column.is_rolled else None
    if is_list and (
        abs(fits.high - dice.high) > max(2, dice.high // 4) or not _introduced(column, clue)
    ):
        return None
    if column.said is not None and (column.said.spares_ends or _spares(column, dice)):
        return _Verdict(dice, ())
    rows = _as_wrong(column, mistakes(dice, column.labels))
    return _Verdict(dice, rows[:1])


def _spares(column: _Column, dice: TableDice) -> bool:
    """Whether all values in no row are said to be rolled again."""
    missing = {value for value, count in labels_of(dice, column.labels).counts.items() if not count}
    return column.said is not None and bool(missing) and missing <= column.said.spared


def _implied(column: _Column, fits: TableDice | None) -> _Verdict | None:
    """Nobody names the dice: the rolls must look like those of a table by themselves."""
    if not column.is_rolled and not _is_percentile(column.labels):
        return None
    if fits is not None:
        return _Verdict(fits, ())
    top = _top(column.labels)
    bottom = _ends(column.labels)[0]
    if top is None or bottom is None:
        return None
    names = ["d100"] if _is_percentile(column.labels) else [
        name for name in ("d4", "d6", "d8", "d10", "d12", "d20", "d30", "d100", "2d6", "3d6", "d66")
        if (dice := dice_of(name)) and dice.high == top and dice.low == bottom
    ]  # fmt: skip
    for name in names:
        for dice in readings(name)[:2]:
            labels = labels_of(dice, column.labels)
            if len(column.labels) >= 4 and _trusted(labels, 0.8):
                return _with_mistakes(column, dice)
    return None


def _is_percentile(labels: Sequence[str]) -> bool:
    """Whether rolls are written as those of percentile dice: 01-05 to 96-00."""
    texts = [bare(label) for label in labels]
    padded = sum(bool(re.match(r"0\d", text)) for text in texts)
    return padded >= 1 and (texts[-1].endswith("00")) and len(texts) > 2


def _top(labels: Sequence[str]) -> int | None:
    ends = [rolls for label in labels if (rolls := read_rolls(label))]
    if any(number.value == 0 and number.width == 2 for rolls in ends for number in rolls.numbers):
        return 100
    return max((number.value for rolls in ends for number in rolls.numbers), default=None)


def _trusted(labels: Labels, share: float) -> bool:
    """Whether so much is right that what is not is a mistake."""
    counts = labels.counts
    once = sum(count == 1 for count in counts.values())
    beyond = sum(len(rolls.beyond(labels.dice)) > 0 for rolls in labels.rolls if rolls)
    exact = once / (len(counts) + beyond)
    return exact >= share or (_adjacent(labels) >= share and exact >= share / 2)


def _adjacent(labels: Labels) -> float:
    """The share of rows that begin where the one before ends."""
    steps = 0
    for before, behind in zip(labels.values, labels.values[1:], strict=False):
        if before and behind:
            steps += labels.dice.after(max(before)) == min(behind)
            steps += labels.dice.before(min(before)) == max(behind)
    return steps / max(1, len(labels.values) - 1)


def _wrong_on(
    column: _Column, rest: Sequence[_Column], everything: Sequence[_Column], clue: Clue,
    dice: TableDice, fits: TableDice | None,
) -> _Verdict | None:  # fmt: skip
    said = column.said
    own = clue.source <= Source.PHRASE
    texts = column.labels
    if own and (len(rest) or column.place != 0):
        texts = _merged(texts) if _restarting(rest) else texts
    runs = _runs(texts)
    if len(runs) > 1 and sum(is_partition(labels_of(dice, run)) for run in runs) * 2 >= len(runs):
        wrong: list[Wrong] = []
        at = 0
        for run in runs:
            part = replace(column, labels=run, lines=column.lines[at : at + len(run)])
            verdict = _with_mistakes(part, dice) if len(run) > 1 else None
            wrong += verdict.wrong if verdict and len(verdict.wrong) <= 2 else ()
            at += len(run)
        return _Verdict(dice, tuple(wrong))
    column = replace(column, labels=texts) if len(texts) == len(column.labels) else column
    labels = labels_of(dice, column.labels)
    if _leaves(column, dice, clue):
        return _changed(column, dice)
    if _is_piece(column, everything, dice):
        return _Verdict(dice, ())
    is_list = column.table is not None and column.table.shape is Shape.LIST
    is_told = clue.source in (Source.HEAD, Source.CAPTION, Source.SENTENCE, Source.HEADING)
    share = 0.5 if is_told else 0.7
    if is_list:
        share = 0.75
        if not _introduced(column, clue):
            return None
    if len(texts) < 3 or not _trusted(labels, share):
        return _other_dice(column, clue, dice, fits)
    if clue.source is not Source.HEAD and _only_longer(labels) and not _is_about(column, clue):
        return None
    if _far_from_ends(labels):
        return _other_dice(column, clue, dice, fits)
    found = mistakes(dice, column.labels)
    if said is not None and found:
        found = tuple(each for each in found if not _is_spared(each, labels, said))
    if len(found) > max(2, len(texts) // 3) and not all(
        each.kind in (Kind.UNREACHED, Kind.REVERSED, Kind.DATE) for each in found
    ):
        descending = sum(each.kind is Kind.REVERSED for each in found) > len(texts) / 2
        return _Verdict(dice, ()) if descending else _other_dice(column, clue, dice, fits)
    if all(each.kind is Kind.REVERSED for each in found) and len(found) * 2 > len(texts):
        return _Verdict(dice, ())
    return _Verdict(dice, _as_wrong(column, found))


def _introduced(column: _Column, clue: Clue) -> bool:
    """Whether a list is announced as one to roll on; steps of a procedure are not."""
    assert column.table is not None
    words = vocabulary()
    items = [row.cells[-1] for row in column.table.rows]
    if sum(bool(words.rolling.search(spoken(item))) for item in items) * 4 > len(items):
        return False
    if clue.source is not Source.SENTENCE:
        return True
    last = re.split(r"(?<=[.!?。])\s+", spoken(column.table.around.above))[-1]
    behind = last.partition(clue.notation)[2]
    if words.each.search(" ".join(behind.split()[:5])):
        return False
    start = " ".join(last.split()[:2])
    return bool(words.below.search(last) or words.rolling.search(start) or heading_dice(start))


def _far_from_ends(labels: Labels) -> bool:
    """Whether more is missing at an end than a row or two: it is no slip."""
    covered = [value for values in labels.values for value in values]
    if not covered:
        return True
    places = labels.dice.places
    before, behind = places[min(covered)], len(places) - 1 - places[max(covered)]
    largest = max(map(len, labels.values))
    return before > 2 * largest or behind > max(2 * largest, len(places) // 10)


def _restarting(rest: Sequence[_Column]) -> bool:
    """Whether another column begins anew, as the second of two dice does."""
    return any(len(_runs(other.labels)) > 1 for other in rest)


def _only_longer(labels: Labels) -> bool:
    """Whether the rows count on past the dice: a list of its own."""
    return all(labels.counts.values()) and any(not values for values in labels.values)


def _is_spared(mistake: Mistake, labels: Labels, said: Said) -> bool:
    if mistake.kind is not Kind.GAP:
        return False
    missing = {value for value, count in labels.counts.items() if not count}
    return missing <= said.spared or (said.spares_ends and _only_ends(missing, labels))


def _only_ends(missing: set[int], labels: Labels) -> bool:
    held = [value for value, count in labels.counts.items() if count]
    return bool(held) and all(value > max(held) or value < min(held) for value in missing)


def _leaves(column: _Column, dice: TableDice, clue: Clue) -> bool:
    """Whether rolls past the dice are meant, because something is added to them."""
    rolls = [each for label in column.labels if (each := read_rolls(label))]
    numbers = [number.on(dice) for each in rolls for number in each.numbers]
    if not numbers:
        return False
    past = max(numbers) > dice.high or min(numbers) < dice.low
    if not past:
        return clue.is_open
    if min(numbers) == 0 and max(numbers) == dice.high and dice.high in (10, 100, 1000):
        return clue.is_open  # a slip: such dice begin with 1 where they end with 00
    opened = any(each.is_open and each.beyond(dice) for each in rolls)
    below = (
        min(numbers) <= 0
        and dice.low > 0
        and not any(n.width > 1 and not n.value for each in rolls for n in each.numbers)
    )
    may_change = column.said is not None and column.said.may_change
    head = spoken(column.head)
    for mention in reversed(heading_dice(column.head)):
        head = head[: mention.start] + head[mention.end :]
    words = bool(re.search(r"[+±]", head))
    return clue.is_open or opened or below or may_change or words


def _changed(column: _Column, dice: TableDice) -> _Verdict:
    """A table whose roll may be changed: only what is between its ends is held."""
    rolls = [each for label in column.labels if (each := read_rolls(label))]
    numbers = [number.on(dice) for each in rolls for number in each.numbers]
    if dice.is_digits or not numbers:
        return _Verdict(dice, ())
    wide = TableDice(dice.name, tuple(range(min(numbers), max(numbers) + 1)))
    labels = labels_of(wide, column.labels)
    if not _trusted(labels, 0.75):
        return _Verdict(dice, ())
    found = mistakes(wide, column.labels)
    if len(found) > 2:
        return _Verdict(dice, ())
    return _Verdict(dice, _as_wrong(column, found))


def _is_piece(column: _Column, everything: Sequence[_Column], dice: TableDice) -> bool:
    """Whether other tables of the page have the rest of the rolls."""
    labels = labels_of(dice, column.labels)
    counts = labels.counts
    missing = {value for value, count in counts.items() if not count}
    if (
        not missing
        or max(counts.values()) > 1
        or not all(labels.values)
        or not _only_ends(missing, labels)
    ):
        return False
    others: set[int] = set()
    at = next((place for place, other in enumerate(everything) if other is column), 0)
    for other in everything[max(0, at - NEAR) : at + NEAR + 1]:
        if other is not column and other.is_counted:
            values = labels_of(dice, other.labels).values
            covered = frozenset().union(*values)
            if not covered & (set(counts) - missing):
                others |= covered
    return missing <= others


def _other_dice(
    column: _Column, clue: Clue, dice: TableDice, fits: TableDice | None
) -> _Verdict | None:
    """The rows are those of other dice than the head says."""
    if clue.source is not Source.HEAD or fits is None or clue.is_open:
        return None
    if column.said is not None and (column.said.spares_ends or column.said.may_change):
        return _Verdict(dice, ())
    told = [
        c
        for c in column.clues
        if c is not clue and fits.name in {d.name for d in readings(c.notation)}
    ]
    if not told and (fits.name not in STANDARD or fits.high < dice.high / 2):
        return None
    why = f"the rows are those of {fits.name}"
    return _Verdict(fits, (_head_wrong(column, clue.notation, fits.name, why),))


def _with_mistakes(column: _Column, dice: TableDice) -> _Verdict:
    return _Verdict(dice, _as_wrong(column, mistakes(dice, column.labels)))


def _as_wrong(column: _Column, found: Sequence[Mistake]) -> tuple[Wrong, ...]:
    return tuple(
        Wrong(column.lines[each.row], each.kind, each.found, each.expected, each.why)
        for each in found
    )


def _cut_rows(table: TextTable) -> Iterator[Wrong]:
    """Rows of a pipe table with more cells than its head: a pipe in the text cuts them."""
    width = len(table.rows[0].cells)
    many = [row for row in table.body if any(_says(cell) for cell in row.cells[width:])]
    if len(many) > max(2, len(table.body) // 5):
        return
    for row in many:
        extra = [cell for cell in row.cells[width:] if _says(cell)]
        if extra and width > 1:
            cell = " | ".join(row.cells[width - 1 :])
            right = cell.replace("|", "\\|")
            yield Wrong(row.line, Kind.CUT, cell, right, "a pipe cuts the row; the rest is lost")
