"""One explanation for a table with many wrong cells: another argument, or cells that moved."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from typing import NamedTuple

from ..ask.cells import Cell, Grid
from ..ask.specs import TableSpec
from ..ask.table import table
from ..rules.errors import RulesError
from ..rules.file.older_rules import older_games
from ..rules.language.parse import parse, parse_args, parse_call
from ..rules.language.query import Call, EventKind
from ..rules.model.arguments import given as given_to
from ..rules.rules import Rules
from ..settings import Book
from ..words.formatter import Style
from .finding import Finding
from .pairing import Pair, Paired, expanded

FEWEST = 4  # wrong cells that want one explanation
FEWEST_OF_LINE = 3  # wrong cells of a row or a column that want one
MOST = 48  # tables that are tried
MOST_SAID = 2  # explanations of which either may be meant
STEPS = (1, -1, 2, -2, 3, -3)  # from an argument, the nearest first
SIZES = (4, 6, 8, 10, 12, 20, 100)
_DICE = re.compile(r"(?P<many>\d*)d(?P<size>\d+)(?P<rest>.*)")
_AXIS = re.compile(
    r"(?P<name>[\w.-]+)(?P<sign>\s*(?:[<>]=?|=)\s*)(?P<values>[-\d\s,.]+?)(?P<by>\s+by\s+\d+)?"
)
_VALUE = re.compile(r"(?<![\d.])-?\d+|(?<=\.\.)-?\d+")
_SIGNS = (">=", "<=", "=", ">", "<")


class _Other(NamedTuple):
    """Another table that the author may have typed off, and how to say so."""

    says: str
    spec: TableSpec
    shift: tuple[int, int] = (0, 0)
    rules: Rules | None = None  # of an earlier version


def with_one_reason(
    findings: list[Finding], over: Paired, spec: TableSpec, grid: Grid, book: Book, style: Style
) -> list[Finding]:
    """The findings of a table with many wrong cells, which say the same reason or none.

    A row or a column that is all wrong has a reason of its own.
    """
    if len(findings) < FEWEST or len(findings) * 3 < len(over.pairs):
        return _with_reasons_of_lines(findings, over, spec, book, style)

    def right_with(others: Iterable[_Other]) -> list[str]:
        return [
            other.says for other in others if _explains(other, findings, over, grid, book, style)
        ]

    right = (
        right_with(_others(spec, book))
        or right_with(_shifted(spec))
        or right_with(islice(_other_rules(spec, book), MOST))
    )
    if 0 < len(right) <= MOST_SAID:
        said = f"the whole table is right {' or '.join(right)}"
        return [replace(finding, why=said) for finding in findings]
    found = _with_reasons_of_lines(findings, over, spec, book, style)
    reasons = Counter(finding.why for finding in found)
    return [
        finding
        if " rounded " in finding.why or reasons[finding.why] > 2  # by no coincidence
        else replace(finding, why="")
        for finding in found
    ]


def _with_reasons_of_lines(
    findings: list[Finding], over: Paired, spec: TableSpec, book: Book, style: Style
) -> list[Finding]:
    """The findings; those of a row or a column made with another argument say with which."""
    wrong = {id(finding.case.typed): finding for finding in findings}
    lines: dict[tuple[str, int], list[Pair]] = {}
    for pair in over.pairs:
        lines.setdefault(("row", pair.row), []).append(pair)
        lines.setdefault(("column", pair.column), []).append(pair)
    bad = {
        line: pairs
        for line, pairs in lines.items()
        if len(pairs) >= FEWEST_OF_LINE
        and sum(id(pair.typed) in wrong for pair in pairs) * 4 >= len(pairs) * 3
        and len({pair.typed.text for pair in pairs if id(pair.typed) in wrong}) >= FEWEST_OF_LINE
        and not _has_one_reason(
            [wrong[id(each.typed)] for each in pairs if id(each.typed) in wrong]
        )
    }
    if not bad or len(bad) * 2 > len(lines):
        return findings
    made = list(_bodies((*islice(_changed(spec, book), MOST), *_shifted(spec)), book))
    reasons: dict[int, str] = {}
    for (kind, _), pairs in bad.items():
        right = [says for says, body in made if _is_right(pairs, body, style)]
        if 0 < len(right) <= MOST_SAID:
            said = f"the {kind} is right {' or '.join(right)}"
            reasons.update((id(pair.typed), said) for pair in pairs)
    return [
        replace(finding, why=reasons.get(typed, finding.why)) for typed, finding in wrong.items()
    ]


def _has_one_reason(findings: Sequence[Finding]) -> bool:
    """Check that all say the same already, such as that two columns are exchanged."""
    return bool(findings[0].why) and len({finding.why for finding in findings}) == 1


def _bodies(others: Iterable[_Other], book: Book) -> Iterator[tuple[str, Sequence[Sequence[Cell]]]]:
    """The figures of other tables, each with how to say what is other."""
    for other in others:
        try:
            made = table(book.rules, book.style, other.spec)
        except (RulesError, ArithmeticError, LookupError):
            continue
        yield other.says, [row[made.stubs :] for row in expanded(made.body)]


def _is_right(pairs: Sequence[Pair], body: Sequence[Sequence[Cell]], style: Style) -> bool:
    """Check that every cell of a line is right in another table."""
    for pair in pairs:
        cell = _cell(body, pair.row, pair.column)
        if cell is None or cell.value is None or cell.kind is not pair.cell.kind:
            return False
        if not cell.kind.fits(pair.typed.text, cell.value, style):
            return False
    return True


def _explains(
    other: _Other, findings: Sequence[Finding], over: Paired, grid: Grid, book: Book, style: Style
) -> bool:
    """Check that nearly all cells are right in the other table."""
    try:
        rules = other.rules or book.rules
        made = grid if other.shift != (0, 0) else table(rules, book.style, other.spec)
    except (RulesError, ArithmeticError, LookupError):
        return False
    body = [row[made.stubs :] for row in expanded(made.body)]
    down, across = other.shift
    hits = tried = mended = 0
    wrong = {id(finding.case.typed) for finding in findings}
    for pair in over.pairs:
        cell = _cell(body, pair.row + down, pair.column + across)
        if cell is None or cell.value is None or cell.kind is not pair.cell.kind:
            continue
        tried += 1
        if pair.cell.kind.fits(pair.typed.text, cell.value, style):
            hits += 1
            mended += id(pair.typed) in wrong
    return (
        tried * 2 >= len(over.pairs) and hits * 8 >= tried * 7 and mended * 4 >= len(findings) * 3
    )


def _cell(body: Sequence[Sequence[Cell]], row: int, column: int) -> Cell | None:
    if 0 <= row < len(body) and 0 <= column < len(body[row]):
        return body[row][column]
    return None


def _others(spec: TableSpec, book: Book) -> Iterator[_Other]:
    """The tables with one argument, one sign or one number changed, or moved by a row or column."""
    yield _Other("one row further up", spec, (-1, 0))
    yield _Other("one row further down", spec, (1, 0))
    yield _Other("one column further left", spec, (0, -1))
    yield _Other("one column further right", spec, (0, 1))
    yield from islice(_changed(spec, book), MOST)


def _changed(spec: TableSpec, book: Book) -> Iterator[_Other]:
    try:
        game, what = parse_call(spec.check)
        event = parse(f"{spec.check} {spec.event}").event if spec.event else None
        given = dict(parse_args(spec.given)) if spec.given else {}
    except RulesError:
        return
    if event is not None and event.kind in _SIGNS:
        for step in (-1, 1):
            other = event._replace(number=event.number + step)
            yield _Other(f"for '{other}'", replace(spec, event=str(other)))
        for sign in _SIGNS[:3]:
            if sign != event.kind:
                other = event._replace(kind=EventKind(sign))
                yield _Other(f"for '{other}'", replace(spec, event=str(other)))
    for sign, another in product(_SIGNS, _SIGNS):
        old, new = f"counts {sign} ", f"counts {another} "
        if sign == another:
            continue
        if spec.rows.startswith(old):
            changed = new + spec.rows.removeprefix(old)
            yield _Other(f"with '{changed}'", replace(spec, rows=changed))
        if spec.columns.startswith(old):
            changed = new + spec.columns.removeprefix(old)
            yield _Other(f"with '{changed}'", replace(spec, columns=changed))
    if not isinstance(what, Call):
        yield from _other_dice(spec)
        return
    try:
        check = book.rules.game(game or spec.game).check(what.check)
        values = given_to(check, what.args) | {name: old for name, old in given.items() if name}
    except RulesError:
        return
    on_axes = f"{spec.rows} {spec.columns}"
    for parameter in check.takes:
        name = parameter.name
        if name in on_axes.replace("=", " ").replace(";", " ").split():
            continue
        value = values.get(name, parameter.default)
        tries: list[str] = [f'"{each.name}"' for each in parameter.choices if each.name != value]
        if isinstance(value, int | Fraction) and not parameter.choices:
            tries = [str(value + step) for step in STEPS]
        for text in tries:
            rest = [f"{key}={_said(old)}" for key, old in given.items() if key and key != name]
            yield _Other(
                f"with {name}={text}", replace(spec, given=", ".join([*rest, f"{name}={text}"]))
            )


def _shifted(spec: TableSpec) -> Iterator[_Other]:
    """The tables with every number on one axis one higher or lower than its label says."""
    for axis in ("rows", "columns"):
        match = _AXIS.fullmatch(getattr(spec, axis))
        if match is None:
            continue
        for step, said in ((1, "higher"), (-1, "lower")):
            values = _VALUE.sub(lambda number, by=step: str(int(number[0]) + by), match["values"])
            by = match["by"] or ""
            changed = f"{match['name']}{match['sign']}{values}{by}"
            other = (
                replace(spec, rows=changed) if axis == "rows" else replace(spec, columns=changed)
            )
            yield _Other(f"with '{match['name']}' one {said}", other)


def _other_rules(spec: TableSpec, book: Book) -> Iterator[_Other]:
    """The table by rules of which one threshold or number was another."""
    try:
        name, what = parse_call(spec.check)
        if not isinstance(what, Call):
            return
        game = book.rules.game(name or spec.game)
        for says, older in older_games(game, what.check):
            games = {key: older if each is game else each for key, each in book.rules.games.items()}
            yield _Other(f"with {says} in the rules", spec, rules=Rules(games))
    except RulesError:
        return


def _other_dice(spec: TableSpec) -> Iterator[_Other]:
    """The table with one die more or fewer, or with dice of another size."""
    dice = _DICE.fullmatch(spec.check.strip())
    if dice is None:
        return
    many, size, rest = int(dice["many"] or 1), int(dice["size"]), dice["rest"]
    changed = [(many + 1, size), (many - 1, size), *((many, other) for other in SIZES)]
    for count, sides in changed:
        if count and (count, sides) != (many, size):
            check = f"{count}d{sides}{rest}"
            yield _Other(f"with {check}", replace(spec, check=check))


def _said(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
