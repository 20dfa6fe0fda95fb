"""Answers for a person at a terminal: a line for a chance, a table with bars for the whole."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from .rules import Answer
from .rules.law import Bounded, Law
from .rules.values import Check

FADED = Fraction(1, 2000)  # ends of a table less likely than this stand in one row
MOST_ROWS = 50  # of single values; more are shown in spans
MOST_SPANS = 30
LONGEST_FRACTION = 40
AT_LEAST = "at least"
WIDEST_BAR, LEAST_BAR = 50, 6
EIGHTHS = " ▏▎▍▌▋▊▉█"
BOLD, DIM, CYAN = "1", "2", "36"


class Screen(NamedTuple):
    """How wide the terminal is, and what it can show."""

    width: int = 80
    colours: bool = False
    blocks: bool = True

    @classmethod
    def here(cls) -> Screen:
        """The screen that output goes to."""
        out = sys.stdout
        colours = (
            out.isatty()
            and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM", "") not in ("dumb", "")
        )
        return cls(max(20, shutil.get_terminal_size().columns), colours, _can_write(EIGHTHS))

    def styled(self, text: str, style: str) -> str:
        """The text in a style, where there are any."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.colours and text.strip() else text

    def plain(self, text: str) -> str:
        """The text in signs that the screen has."""
        return text if self.blocks else text.translate({0x2013: "-", 0x2265: ">=", 0x2264: "<="})

    def bar(self, share: Fraction, width: int) -> str:
        """A bar that fills its share of the width; the least share still shows."""
        if not self.blocks:
            return "#" * max(int(share * width + Fraction(1, 2)), 1 if share else 0)
        eighths = max(int(share * width * 8 + Fraction(1, 2)), 1 if share else 0)
        return EIGHTHS[-1] * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def _can_write(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Row(NamedTuple):
    """A row of a table: what it stands for, its own chance, and that of it or more."""

    label: str
    exactly: Fraction
    at_least: Fraction
    folded: bool = False


def shown(answer: Answer, screen: Screen) -> str:
    """The answer as a person reads it."""
    lines = [screen.styled(" ".join(answer.text.split()), BOLD)]
    if answer.probability is not None:
        lines.append(_chance_line(answer.probability, screen, exact=answer.exact))
    elif answer.value is not None:
        lines.append(f"  {_average(answer.value)}")
    else:
        lines.extend(_whole(answer, screen))
    if error := _error(answer):
        lines.append(f"  within {float(error):.0e} of the exact value")
    return "\n".join(lines)


def _error(answer: Answer) -> Fraction:
    """How far any figure of the answer may be off."""
    if answer.query.event is not None:
        return answer.error
    mean = answer.odds.mean
    return max(answer.odds.error, mean.error if isinstance(mean, Bounded) else Fraction(0))


def _chance_line(chance: Fraction, screen: Screen, *, exact: bool) -> str:
    parts = [percent(chance, 2, short=True), *([fraction(chance)] if exact else [])]
    line = "  " + "   ".join([*parts, one_in(chance)])
    room = min(screen.width - len(line) - 4, WIDEST_BAR)
    if room < 2 * LEAST_BAR:
        return line
    full = screen.bar(chance, room)
    rest = ("░" if screen.blocks else ".") * (room - len(full))
    return f"{line}   {screen.styled(full, CYAN)}{screen.styled(rest, DIM)}"


def _whole(answer: Answer, screen: Screen) -> Iterator[str]:
    odds = answer.odds
    if not odds.named_only:
        yield from _table(_heading(odds.check), list(_values(odds.law)), screen)
        mean = answer.mean
        if mean is not None:
            yield f"  mean {_average(mean)}"
    outcomes = answer.outcomes
    if outcomes:
        if not odds.named_only:
            yield ""
        more = "or better" if odds.graded else ""
        yield from _table("outcome", list(_named(outcomes)), screen, more)


def _heading(check: Check | None) -> str:
    """What the values of the check are, for the head of their column."""
    if check is None or (check.noun is None and not check.versus and not check.repeats):
        return "total"
    if check.versus:
        return "margin"
    if check.repeats:
        return "times"
    return check.noun.many if check.noun else "total"


def _named(outcomes: dict[str, Fraction]) -> Iterator[Row]:
    left = sum(outcomes.values(), Fraction(0))
    for name, chance in outcomes.items():
        yield Row(name, chance, left)
        left -= chance


def _values(law: Law) -> Iterator[Row]:
    """A row for each value that may well come, its rare ends in one row each."""
    spans = _spans(law)
    low, _ = law.ends
    first, last = spans[0][0], spans[-1][1]
    if below := law.below(first):
        label = f"≤ {first - 1}" if law.low is None else _span(low, first - 1)
        yield Row(label, below, law.weight, folded=True)
    left = law.at_least(first)
    for start, end in spans:
        exactly = law.between(start, end)
        yield Row(_span(start, end), exactly, left)
        left -= exactly
    if above := left:
        label = f"≥ {last + 1}" if last + 1 != law.high else str(law.high)
        yield Row(label, above, above, folded=True)


def _span(start: int, end: int) -> str:
    if start == end:
        return str(start)
    return f"{start} to {end}" if start < 0 else f"{start}–{end}"


def _spans(law: Law) -> list[tuple[int, int]]:
    """Each possible value by itself, or equal stretches where there are too many."""
    low, high = law.ends
    first = _last_where(low, high, lambda k: law.below(k) < FADED)
    last = _last_where(low, high, lambda k: law.at_least(k) >= FADED)
    if last - first < 10 * MOST_ROWS:
        chances = {k: chance for k in range(first, last + 1) if (chance := law.at(k))}
        possible = _without_rare_ends(chances)
        if len(possible) <= MOST_ROWS:
            return [(k, k) for k in possible]
    wide = next(w for w in _round_numbers() if (last - first) // w < MOST_SPANS)
    # A span ends on a multiple of its width: 1 to 5, 6 to 10.
    starts = range((first - 1) // wide * wide + 1, last + 1, wide)
    return [(max(start, low), min(start + wide - 1, high)) for start in starts]


def _without_rare_ends(chances: Mapping[int, Fraction]) -> list[int]:
    """The values without those at the ends that would show as next to nothing."""
    values = list(chances)
    rare = [chance < FADED for chance in chances.values()]
    if all(rare):
        return values
    return values[rare.index(False) : len(rare) - rare[::-1].index(False)]


def _last_where(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The greatest number of a range for which something holds that stops holding once."""
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):
            low = middle
        else:
            high = middle - 1
    return low


def _round_numbers() -> Iterator[int]:
    ten = 1
    while True:
        yield from (ten, 2 * ten, 5 * ten)
        ten *= 10


class _Columns(NamedTuple):
    """How wide each column of a table is; one that is not shown is 0 wide."""

    label: int
    exactly: int
    more: int
    bar: int
    numbers: bool  # whether the labels are numbers, and stand to the right

    def line(self, label: str, exactly: str, more: str) -> str:
        """A line of the table, up to its bar."""
        line = f"  {_fit(label, self.label, self.numbers)}  {exactly:>{self.exactly}}"
        return f"{line}  {more:>{self.more}}" if self.more else line


def _columns(heads: Sequence[str], cells: Sequence[Sequence[str]], width: int) -> _Columns:
    """The columns as they fit the width, the names before the sums and these before the bars."""
    label, exactly, more = (max(map(wide, column)) for column in zip(heads, *cells, strict=True))
    more = more if heads[2] else 0
    room = width - len("    ") - exactly - len("  ") - 1
    if more and label + LEAST_BAR <= room - more - 2:
        room -= more + 2
    else:
        more = 0
    label = min(label, max(8, room))
    return _Columns(label, exactly, more, min(room - label, WIDEST_BAR), heads[2] == AT_LEAST)


def _table(
    heading: str, rows: Sequence[Row], screen: Screen, more: str = AT_LEAST
) -> Iterator[str]:
    cells = [
        (screen.plain(row.label), percent(row.exactly, 1), percent(row.at_least, 1)) for row in rows
    ]
    heads = heading, "exactly", more
    columns = _columns(heads, cells, screen.width)
    yield screen.styled(columns.line(*heads).rstrip(), DIM)
    most = max(row.exactly for row in rows)
    for row, shown_as in zip(rows, cells, strict=True):
        line = columns.line(*shown_as)
        bar = screen.bar(row.exactly / most, columns.bar) if columns.bar > 0 else ""
        if row.folded:
            yield screen.styled(f"{line}  {bar}".rstrip(), DIM)
        else:
            yield f"{line}  {screen.styled(bar, CYAN)}".rstrip()


def wide(text: str) -> int:
    """How many columns the text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _fit(text: str, width: int, right: bool) -> str:
    """The text in so many columns, cut where it is longer."""
    if wide(text) > width:
        while wide(text) > width - 1:
            text = text[:-1]
        text = text.rstrip() + "…"
    space = " " * (width - wide(text))
    return space + text if right else text + space


def percent(chance: Fraction, digits: int, *, short: bool = False) -> str:
    """The chance in percent, halves up; never 0% or 100% for what is not.

    `short` leaves out zeros at the end of a percentage that is exact.
    """
    scale = 100 * 10**digits
    steps = int(chance * scale + Fraction(1, 2))
    least = _decimal(1, digits)
    if steps <= 0 and chance > 0:
        return f"<{least}%"
    if steps >= scale and chance < 1:
        return f">{_decimal(scale - 1, digits)}%"
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    text = _decimal(steps, digits)
    return f"{text.rstrip('0').rstrip('.') if short and steps == chance * scale else text}%"


def _decimal(steps: int, digits: int) -> str:
    """A whole number of steps as a decimal number."""
    whole, part = divmod(abs(steps), 10**digits)
    sign = "-" if steps < 0 else ""
    return f"{sign}{whole}.{part:0{digits}}" if digits else f"{sign}{whole}"


def fraction(number: Fraction) -> str:
    """The fraction, or how long it is where nobody would read it."""
    if number.denominator == 1:
        return str(number.numerator)
    text = f"{number.numerator}/{number.denominator}"
    if len(text) <= LONGEST_FRACTION:
        return text
    digits = len(str(number.denominator))
    return f"a fraction of {digits:,} digits"


def one_in(chance: Fraction) -> str:
    """The chance as 'one in n', or that it fails where that is the rarer."""
    if chance == 0:
        return "never"
    if chance == 1:
        return "always"
    if chance > Fraction(1, 2):
        return f"all but {_in(1 - chance)}"
    return _in(chance)


def _in(chance: Fraction) -> str:
    n = 1 / chance
    if n.denominator == 1 and n < 10**9:
        return f"1 in {n.numerator:,}"
    if n < 10:
        return f"about 1 in {_decimal(int(n * 10 + Fraction(1, 2)), 1).removesuffix('.0')}"
    whole = int(n + Fraction(1, 2))
    if whole < 10**9:
        return f"about 1 in {whole:,}"
    digits = str(whole)
    return f"about 1 in {digits[0]}.{digits[1]}e{len(digits) - 1}"


def _average(value: Fraction) -> str:
    """An average with two decimals, and the fraction that it is."""
    if value.denominator == 1:
        return str(value.numerator)
    sign = 1 if value > 0 else -1
    steps = sign * int(abs(value) * 100 + Fraction(1, 2))
    near = _decimal(steps, 2)
    if Fraction(steps, 100) == value:
        return near.rstrip("0")
    exact = fraction(value)
    return f"{near} ({exact})"


def wrapped(text: str, screen: Screen) -> str:
    """The text with each line wrapped, what follows a bullet indented under it."""
    lines = []
    for line in text.splitlines():
        bare = line.lstrip(" ")
        indent = line[: len(line) - len(bare)]
        hanging = indent + ("  " if bare.startswith("- ") else "")
        lines.extend(filled(bare, screen, indent, hanging) if bare else [""])
    return "\n".join(lines)


def filled(text: str, screen: Screen, first: str, then: str) -> list[str]:
    """The lines of a paragraph, the first one indented in its own way."""
    return textwrap.wrap(
        text,
        min(screen.width - 1, 100),
        initial_indent=first,
        subsequent_indent=then,
        break_on_hyphens=False,
        break_long_words=False,
    )
