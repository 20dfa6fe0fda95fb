"""Signs that a column holds the rolls of some dice, and signs against it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ...language.table_words import table_words
from ..dice import TableDice, dice_of, readings
from ..heads import heading_dice, measures, names_table, spoken
from ..partition import (
    MistakeKind,
    RollLabels,
    RowMistake,
    fitting,
    is_partition,
    labels_of,
)
from ..rolls import bare, read_rolls
from .around import Clue, DiceSource, SaidOfRoll, is_direct
from .columns import Column, ends_of

USUAL = (
    "d4", "d6", "d8", "d10", "d12", "d20", "d30", "d100", "2d4", "2d6", "2d8", "2d10", "2d12",
    "2d20", "3d6", "4d6", "1d8+1d12", "d66", "d88", "d666", "d1000", "d2", "d3", "d5", "d7",
    "d14", "d16", "d24", "d36", "d50",
)  # fmt: skip
MOST_TITLE = 60  # letters of a line that is the title of what follows
NEAR = 12  # tables that may have the other pieces of one


def is_right(column: Column, rest: Sequence[Column], dice: TableDice) -> bool:
    labels = column.labels
    if is_partition(labels_of(dice, labels)):
        return True
    is_split = bool(rest) or column.place != 0 or _has_other_dice(column)
    if is_split and is_partition(labels_of(dice, merged(labels))):
        return True
    runs = runs_of(labels)
    return len(runs) > 1 and all(is_partition(labels_of(dice, run)) for run in runs)


def _has_other_dice(column: Column) -> bool:
    """Say whether the head of another column names dice, which may decide between equal rolls."""
    cells = [cell for row in column.table.head for cell in row.cells] if column.table else []
    return any(cell != column.head and heading_dice(cell) for cell in cells)


def merged(labels: Sequence[str]) -> tuple[str, ...]:
    """The labels with those that are repeated row after row taken together."""
    found: list[str] = []
    for label in labels:
        if not found or bare(found[-1]) != bare(label):
            found.append(label)
    return tuple(found)


def runs_of(labels: Sequence[str]) -> list[tuple[str, ...]]:
    """The labels cut where they begin anew."""
    lows = [ends_of([label])[0] for label in labels]
    first = lows[0]
    found: list[list[str]] = [[]]
    for place, (label, low) in enumerate(zip(labels, lows, strict=True)):
        if place and low is not None and low == first and bare(label) != bare(labels[place - 1]):
            found.append([])
        found[-1].append(label)
    if any(len(run) == 1 for run in found):
        return [tuple(labels)]  # a roll typed twice
    return [tuple(run) for run in found]


def usual_dice(labels: Sequence[str]) -> TableDice | None:
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
    return fitting(labels, ways)


def nearest_dice(labels: Sequence[str], ways: Sequence[TableDice]) -> TableDice | None:
    """The way to read the dice with the fewest mistakes; other than usual only where rolls suit."""
    every = [rolls for label in labels if (rolls := read_rolls(label))]
    numbers = [number for rolls in every for number in rolls.numbers]

    def suits(dice: TableDice) -> bool:
        return sum(number.on(dice) in dice.places for number in numbers) >= 0.8 * len(numbers)

    def unreached(dice: TableDice) -> int:
        return sum(not values for values in labels_of(dice, labels).values)

    usual = unreached(ways[0]) if ways else 0
    likely = [*ways[:1], *(way for way in ways[1:] if suits(way) and unreached(way) <= usual)]
    return min(likely, key=lambda dice: labels_of(dice, labels).badness, default=None)


def is_percentile(labels: Sequence[str]) -> bool:
    """Say whether rolls are written as those of percentile dice: 01-05 to 96-00."""
    texts = [bare(label) for label in labels]
    padded = any(re.match(r"0\d", text) for text in texts)
    return len(texts) > 2 and bool(re.search(r"(?<!\d)00$" if not padded else "00$", texts[-1]))


def top_of(labels: Sequence[str]) -> int | None:
    ends = [rolls for label in labels if (rolls := read_rolls(label))]
    if any(number.value == 0 and number.width == 2 for rolls in ends for number in rolls.numbers):
        return 100
    return max((number.value for rolls in ends for number in rolls.numbers), default=None)


def is_trusted(labels: RollLabels, share: float) -> bool:
    """Say whether so much is right that what is not is a mistake."""
    counts = labels.counts
    once = sum(count == 1 for count in counts.values())
    beyond = sum(len(rolls.beyond(labels.dice)) > 0 for rolls in labels.rolls if rolls)
    exact = once / (len(counts) + beyond)
    return exact >= share or (_adjacent(labels) >= share and exact >= share / 2)


def _adjacent(labels: RollLabels) -> float:
    """The share of rows that begin where the one before ends."""
    steps = 0
    for before, behind in zip(labels.values, labels.values[1:], strict=False):
        if before and behind:
            steps += labels.dice.after(max(before)) == min(behind)
            steps += labels.dice.before(min(before)) == max(behind)
    return steps / max(1, len(labels.values) - 1)


def far_from_ends(labels: RollLabels) -> bool:
    """Say whether more is missing at an end than a row or two, or something at both: no slip."""
    covered = [value for values in labels.values for value in values]
    if not covered:
        return True
    places = labels.dice.places
    before, behind = places[min(covered)], len(places) - 1 - places[max(covered)]
    if before and behind:
        return True
    largest = max(map(len, labels.values))
    return before > 2 * largest or behind > max(2 * largest, len(places) // 10)


def without_remarks(labels: Sequence[str]) -> tuple[str, ...]:
    """The labels that are rolls; others say something of their own, such as "natural 20"."""
    words = table_words()
    return tuple(
        label
        for label in labels
        if read_rolls(label) or not re.search(r"[^\W\d_]{3}", words.number.sub("", bare(label)))
    )


def goes_up(labels: RollLabels) -> bool:
    """Say whether nearly all rows begin above the one before, as the rows of no other list do."""
    lows = [min(values) for values in labels.values if values]
    is_read = len(lows) > 2 and len(lows) >= 0.75 * len(labels.values)
    steps = sum(after > before for before, after in pairwise(lows))
    return is_read and steps >= 0.75 * (len(lows) - 1) and len(set(lows)) == len(lows)


def begins_anew(rest: Sequence[Column]) -> bool:
    """Say whether another column begins anew, as the second of two dice does."""
    return any(len(runs_of(other.labels)) > 1 for other in rest)


def misses_only_ends(missing: set[int], labels: RollLabels) -> bool:
    held = [value for value, count in labels.counts.items() if count]
    return bool(held) and all(value > max(held) or value < min(held) for value in missing)


def is_about(column: Column, clue: Clue) -> bool:
    """Say whether the text that names the dice cannot mean another roll."""
    if column.table is None:
        return False
    around = column.table.around
    if clue.source is DiceSource.SENTENCE:
        return is_title(spoken(around.above), clue.notation) or any(
            is_direct(sentence, clue.notation)
            for text in (around.above, around.before)
            for sentence in re.split(r"(?<=[.!?。])\s+", text)
        )
    text = around.caption if clue.source is DiceSource.CAPTION else " ".join(around.headings[:1])
    return names_table(text, clue.notation)


def is_introduced(column: Column, clue: Clue) -> bool:
    """Say whether a list is announced as one to roll on; steps of a procedure are not."""
    assert column.table is not None
    words = table_words()
    items = [row.cells[-1] for row in column.table.rows]
    if sum(bool(words.rolling.search(spoken(item))) for item in items) * 4 > len(items):
        return False
    if clue.source is DiceSource.HEADING:
        return names_table(column.table.around.headings[0], clue.notation)
    if clue.source is not DiceSource.SENTENCE:
        return True
    above = spoken(column.table.around.above)
    said = re.split(r"(?<=[.!?。])\s+", above)
    named = (
        each for each in said if clue.notation in {dice.notation for dice in heading_dice(each)}
    )
    sentence = next(named, said[-1])
    if words.each.search(" ".join(sentence.partition(clue.notation)[2].split()[:5])):
        return False
    start = " ".join(sentence.split()[:2])
    if words.below.search(sentence) or words.rolling.search(start) or heading_dice(start):
        return True
    if is_title(above, clue.notation):
        return True
    opens = above.endswith((":", "：")) and words.rolling.search(sentence)
    return bool(opens) and not counts_up(column.labels)


def counts_up(labels: Sequence[str]) -> bool:
    """Say whether the rows are numbered 1, 2, 3, as steps of a procedure are too."""
    return [label.strip(" .") for label in labels] == [str(n + 1) for n in range(len(labels))]


def is_title(text: str, notation: str) -> bool:
    """Say whether a short line names a table and its dice: "Rumours – d6"."""
    words = text.strip(" .:!?()[]*–—-")
    is_short = len(text) < MOST_TITLE and not text.endswith(".")
    is_named = words.startswith(notation) or words.endswith(notation)
    return is_short and is_named and not measures(text) and not table_words().rolling.search(text)


def is_spared(mistake: RowMistake, labels: RollLabels, said: SaidOfRoll) -> bool:
    if mistake.kind is not MistakeKind.GAP:
        return False
    missing = {value for value, count in labels.counts.items() if not count}
    if missing <= said.spared:
        return True
    elsewhere = said.spares_ends or missing <= said.mentioned
    return elsewhere and misses_only_ends(missing, labels)


def leaves_dice(column: Column, dice: TableDice, clue: Clue) -> bool:
    """Say whether rolls past the dice are meant, because something is added to them."""
    rolls = [each for label in column.labels if (each := read_rolls(label))]
    numbers = [end for each in rolls for end in each.ends(dice)]
    if not numbers:
        return False
    past = max(numbers) > dice.high or min(numbers) < dice.low
    if not past:
        return clue.is_open
    if any(each.is_open and dice_of(each.notation) == dice for each in column.clues):
        return True
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


def is_piece(column: Column, everything: Sequence[Column], dice: TableDice) -> bool:
    """Say whether other tables of the page have the rest of the rolls."""
    labels = labels_of(dice, column.labels)
    counts = labels.counts
    missing = {value for value, count in counts.items() if not count}
    if (
        not missing
        or max(counts.values()) > 1
        or not all(labels.values)
        or not misses_only_ends(missing, labels)
    ):
        return False
    others: set[int] = set()
    at = next((place for place, other in enumerate(everything) if other is column), 0)
    for other in everything[max(0, at - NEAR) : at + NEAR + 1]:
        if other is not column and other.is_counted:
            its = labels_of(dice, other.labels)
            covered = frozenset().union(*its.values)
            is_beyond = any(rolls.beyond(dice) for rolls in its.rolls if rolls)
            if not is_beyond and not covered & (set(counts) - missing):
                others |= covered
    return missing <= others
