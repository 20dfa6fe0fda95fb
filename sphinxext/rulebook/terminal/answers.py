"""Answers for a person: a line for a chance, a table with bars for the whole.

Each figure is rounded from the exact value. What is rare is in one row at each end of a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..dice.law import Bounded, Law
from ..language import formatter
from ..language.formatter import Style
from ..rules import Answer
from ..rules.model.game import Check
from .screen import BOLD, CYAN, DIM, Screen, fit, wide

WIDEST_BAR, LEAST_BAR = 50, 6
AT_LEAST = "at least"
FADED = Fraction(1, 2000)  # what would show as less than 0.1%
MOST_ROWS = 50  # of single values; more are shown in spans
MOST_SPANS = 30
LONGEST_FRACTION = 40


def answer_text(answer: Answer, screen: Screen) -> str:
    """The answer as a person reads it."""
    with answer.budget():
        return _text(answer, screen)


def _text(answer: Answer, screen: Screen) -> str:
    lines = [screen.styled(" ".join(answer.text.split()), BOLD)]
    if answer.probability is not None:
        lines.append(_chance_line(answer.probability, screen, exact=answer.exact))
    elif answer.value is not None:
        lines.append(f"  {average(answer.value)}")
    else:
        lines.extend(_whole(answer, screen))
    if not _is_exact(answer):
        lines.append("  within 1e-15 of the exact value")
    return "\n".join(lines)


def _is_exact(answer: Answer) -> bool:
    """Return whether every figure of the answer is known exactly."""
    if answer.query.event is not None:
        return answer.exact
    return not answer.odds.error and not isinstance(answer.odds.mean, Bounded)


def _chance_line(chance: Fraction, screen: Screen, *, exact: bool) -> str:
    parts = percent(chance, 2, short=True), fraction(chance) if exact else "", one_in(chance)
    line = "  " + "   ".join(filter(None, parts))
    room = min(screen.width - len(line) - 4, WIDEST_BAR)
    if room < 2 * LEAST_BAR:
        return line
    full = screen.bar(chance, room)
    rest = ("░" if screen.blocks else ".") * (room - len(full))
    return f"{line}   {screen.styled(full, CYAN)}{screen.styled(rest, DIM)}"


def _whole(answer: Answer, screen: Screen) -> Iterator[str]:
    odds = answer.odds
    if not odds.named_only:
        yield from _table(_heading(odds.check), list(rows_of_values(odds.law)), screen)
        mean = answer.mean
        if mean is not None:
            yield f"  mean {average(mean)}"
    outcomes = answer.outcomes
    if outcomes:
        if not odds.named_only:
            yield ""
        more = "or better" if answer.graded else ""
        yield from _table("outcome", list(rows_of_outcomes(outcomes)), screen, more)


def _heading(check: Check | None) -> str:
    """The name of the check's values, for the head of their column."""
    if check is None or (check.noun is None and not check.sides and not check.repeats):
        return "total"
    if check.sides:
        return "margin"
    if check.repeats:
        return "times"
    return check.noun.many if check.noun else "total"


class _Columns(NamedTuple):
    """The widths of the columns of a table; 0 for a column that is left out."""

    label: int
    exactly: int
    more: int
    bar: int
    numbers: bool  # true where the labels are numbers, aligned to the right

    def line(self, label: str, exactly: str, more: str) -> str:
        """A line of the table, up to its bar."""
        line = f"  {fit(label, self.label, self.numbers)}  {exactly:>{self.exactly}}"
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
    heading: str, rows: Sequence[AnswerRow], screen: Screen, more: str = AT_LEAST
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


class AnswerRow(NamedTuple):
    """A row of a table: what it stands for, its own chance, and that of it or more."""

    label: str
    exactly: Fraction
    at_least: Fraction
    folded: bool = False


def rows_of_outcomes(outcomes: dict[str, Fraction]) -> Iterator[AnswerRow]:
    """Find a row for each outcome, with the chance of it or better."""
    left = sum(outcomes.values(), Fraction(0))
    for name, chance in outcomes.items():
        yield AnswerRow(name, chance, left)
        left -= chance


def rows_of_values(law: Law) -> Iterator[AnswerRow]:
    """A row for each value that may well come, its rare ends in one row each."""
    spans = _spans(law)
    low, _ = law.ends
    first, last = spans[0][0], spans[-1][1]
    if below := law.below(first):
        label = f"≤ {first - 1}" if law.low is None else _span(low, first - 1)
        yield AnswerRow(label, below, law.weight, folded=True)
    left = law.at_least(first)
    for start, end in spans:
        after = left - law.at(start) if start == end else law.at_least(end + 1)
        yield AnswerRow(_span(start, end), left - after, left)
        left = after
    if above := left:
        label = f"≥ {last + 1}" if last + 1 != law.high else str(law.high)
        yield AnswerRow(label, above, above, folded=True)


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
        found = enumerate(law.run(first, last), first)
        chances = {k: chance for k, chance in found if chance}
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
    """Return the greatest number of a range for which something holds that stops holding once."""
    while low < high:  # by hand, for numbers beyond all that `bisect` takes
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def _round_numbers() -> Iterator[int]:
    ten = 1
    while True:
        yield from (ten, 2 * ten, 5 * ten)
        ten *= 10


def percent(chance: Fraction, digits: int, *, short: bool = False) -> str:
    """The chance in percent; never 0% or 100% for what is not.

    `short` leaves out zeros at the end of a percentage that is exact.
    """
    text = formatter.chance(chance, Style(digits=digits))
    is_exact = formatter.rounded(chance, digits + 2) == chance
    if short and digits and is_exact and "." in text:
        return text.removesuffix("%").rstrip("0").rstrip(".") + "%"
    return text


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
    """The chance as "1 in n"; nothing where that would be a riddle, as "1 in 1.7"."""
    if chance.denominator == 1:
        return "always" if chance else "never"
    if chance > Fraction(1, 2):
        return ""
    n = 1 / chance
    if n.denominator == 1 and n < 10**9:
        return f"1 in {n.numerator:,}"
    if n < 10:
        return f"about 1 in {_decimal(n, 1, padded=False)}"
    whole = int(n + Fraction(1, 2))
    if whole < 10**9:
        return f"about 1 in {whole:,}"
    digits = str(whole)
    return f"about 1 in {digits[0]}.{digits[1]}e{len(digits) - 1}"


def average(value: Fraction) -> str:
    """An average with two decimals, and the fraction that it is."""
    near = _decimal(value, 2, padded=False)
    if formatter.rounded(value, 2) == value:
        return near
    return f"{_decimal(value, 2)} ({fraction(value)})"


def _decimal(value: Fraction, digits: int, *, padded: bool = True) -> str:
    near = formatter.rounded(abs(value), digits)
    return formatter.decimal(near if value > 0 else -near, digits, "en", padded=padded)
