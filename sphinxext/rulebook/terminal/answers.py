"""Answers for a person: a line for a chance, a table with bars for the whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..dice.law import Bounded
from ..rules import Answer
from ..rules.model.game import Check
from .figures import average, fraction, one_in, percent
from .rows import AnswerRow, rows_of_outcomes, rows_of_values
from .screen import BOLD, CYAN, DIM, Screen, fit, wide

WIDEST_BAR, LEAST_BAR = 50, 6
AT_LEAST = "at least"


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
    if check is None or (check.noun is None and not check.versus and not check.repeats):
        return "total"
    if check.versus:
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
