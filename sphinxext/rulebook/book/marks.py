"""Marks words, dice and columns of numbers of a page, for the stylesheet of a look."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from docutils import nodes

from ..language.markup import plain_text
from ..rules.errors import RulesError, fold
from ..tables.dice import die_class
from ..tables.spans import placed_rows
from ..tables.specs import Request, TableSpec

if TYPE_CHECKING:
    from ..rules.model.game import Check, Game
    from ..rules.questions import Called
    from ..rules.rules import Rules
    from ..tables.target import Target


def outcome_classes(number: int) -> list[str]:
    """The classes of something that is an outcome: worst is 1."""
    return ["rulebook-outcome", f"rulebook-outcome-{number}"]


def many_class(many: int) -> list[str]:
    """The class of what holds outcomes of a check that has so many of them."""
    return [f"rulebook-of-{many}"] if many else []


def outcomes_of(check: Check | None) -> dict[str, int]:
    """Every way to write an outcome of the check, with its number."""
    found: dict[str, int] = {}
    for number, outcome in enumerate(check.outcomes if check else (), 1):
        for name in (outcome.name, plain_text(outcome.label)):
            if name:
                found.setdefault(fold(name), number)
    return found


def dice_of(game: Game) -> dict[str, str]:
    """Every way to write one of the game's own dice, with its name."""
    found: dict[str, str] = {}
    for die in game.dice.values():
        if die.colour or die.image or die.names:
            for name in (die.name, plain_text(die.label)):
                if name:
                    found.setdefault(fold(name), die.name)
    return found


def mark_table(table: nodes.table, rules: Rules, spec: TableSpec, about: Called | Target) -> None:
    """Tell the looks what a table of the rules is, and what its cells are."""
    game, check = about.game, about.check
    table["classes"].append(f"rulebook-table-{_kind(spec)}")
    if check is not None:
        table["classes"] += many_class(len(check.outcomes))
        mark_entries(table.findall(nodes.entry), rules.game(game), check)


def mark_entries(entries: Iterable[nodes.entry], game: Game, check: Check | None) -> None:
    """Mark the cells whose words are an outcome of the check or a die of the game."""
    outcomes, dice = outcomes_of(check), dice_of(game)
    for entry in entries if outcomes or dice else ():
        words = fold(" ".join(entry.astext().split()))
        if number := outcomes.get(words):
            entry["classes"] += outcome_classes(number)
            for paragraph in entry.findall(nodes.paragraph):
                paragraph["classes"].append(f"rulebook-on-{number}")
        elif words in dice:
            entry["classes"].append(die_class(dice[words]))


def _kind(spec: TableSpec) -> str:
    """The kind of a table: faces, a ladder of difficulties or outcomes, or odds."""
    axes = f"{spec.rows};{spec.columns}"
    if "faces" in axes:
        return "faces"
    plain = not (spec.columns or spec.event or spec.show)
    if plain and spec.rows.strip().startswith(("difficulties", "outcomes")):
        return "ladder"
    return "odds"


def answer_classes(rules: Rules, request: Request, words: str) -> list[str]:
    """The classes of an answer's words, where they name an outcome."""
    from ..rules.language.parse import parse
    from ..rules.language.query import PlainDice

    try:
        query = parse(request.text)
        if isinstance(query.what, PlainDice):
            return []
        check = rules.game(query.game or request.game).check(query.what.check)
    except RulesError:
        return []
    number = outcomes_of(check).get(fold(words), 0)
    return [*outcome_classes(number), *many_class(len(check.outcomes))] if number else []


def mark_figures(table: nodes.table) -> None:
    """Align columns of typed figures to the right, as generated ones are."""
    for group in table.findall(nodes.tgroup):
        head, body = (placed_cells(rows_of(group, part)) for part in (nodes.thead, nodes.tbody))
        stubs = [bool(each.get("stub")) for each in group.findall(nodes.colspec)]
        found = {at for at, is_number in enumerate(number_columns(body, stubs)) if is_number}
        if len(found) > 1:
            found -= {0}  # before figures, numbers are the labels of rows
        for row in (*head, *body):
            for at, entry in row:
                if at in found and not entry.get("morecols"):
                    entry["classes"].append("rulebook-figure")


NUMBER = re.compile(r"[<>≥≤≈~−+–×$€£¥-]?\s*(?:\d[\d.,/\u00a0\u202f ]*[½⅓⅔¼¾]?|[½⅓⅔¼¾])\s*%?|[–—-]|")
FIGURE = "rulebook-figure"  # of cells that are aligned to the right
MOST_ROOM = 6  # digits that a stylesheet knows
THOUSANDS = 4  # letters of ",000", which are no decimals
_DECIMALS = re.compile(r"\d([.,]\d+)\s*%?$")
TablePart = TypeVar("TablePart", bound=nodes.Element)
PlacedRow = list[tuple[int, nodes.entry]]  # each cell with its first column


def rows_of(group: nodes.Element, part: type[nodes.Element]) -> list[nodes.row]:
    """Return the rows of the head or of the body of a table."""
    return [row for each in _all(group, part) for row in _all(each, nodes.row)]


def placed_cells(rows: Iterable[nodes.row]) -> list[PlacedRow]:
    """Return each cell with its first column, past cells that reach down from above."""
    return placed_rows(
        [
            [
                (each, int(each.get("morerows", 0)) + 1, int(each.get("morecols", 0)) + 1)
                for each in _all(row, nodes.entry)
            ]
            for row in rows
        ]
    )


def number_columns(rows: Sequence[PlacedRow], stubs: Sequence[bool]) -> list[bool]:
    """Tell for each column if it holds numbers, or figures of the rules."""
    columns: list[list[nodes.entry]] = [[] for _ in stubs]
    for row in rows:
        for at, entry in row:
            if not entry.get("morecols") and at < len(columns):
                columns[at].append(entry)
    ours = [any(map(is_figure, column)) for column in columns]
    return [
        any(entry.astext().strip() for entry in column)
        and all(is_figure(e) or NUMBER.fullmatch(e.astext().strip()) for e in column)
        and not stubs[at]
        and not any(map(_is_placed, column))
        and (ours[at] or not any(ours))  # beside figures of the rules, other numbers are labels
        for at, column in enumerate(columns)
    ]


def longest_decimals(rows: Sequence[PlacedRow], columns: Sequence[bool]) -> dict[int, str]:
    """Return the longest decimals of each column of numbers, as in ".25"."""
    found: dict[int, str] = {}
    for row in rows:
        for at, entry in row:
            if at < len(columns) and columns[at] and not entry.get("morecols"):
                found[at] = max(found.get(at, ""), decimals_of(entry.astext()), key=len)
    return found


def lacking(entry: nodes.entry, longest: str) -> str:
    """Return the decimals that a number lacks beside the longest of its column."""
    text = entry.astext().strip()
    own = decimals_of(text)
    is_number = NUMBER.fullmatch(text) and text.strip("–—-")
    return longest[len(own) :] if is_number and len(own) < len(longest) else ""


def decimals_of(text: str) -> str:
    """Return the decimals of a figure with their point: ".25" of "1.25%". Three are thousands."""
    match = _DECIMALS.search(text.strip())
    if match is None or (len(match[1]) == THOUSANDS and not text.strip().startswith(("0", "−0"))):
        return ""
    return match[1]


def is_figure(cell: nodes.entry) -> bool:
    """Tell if a cell has a figure of the rules."""
    return FIGURE in cell["classes"]


def align_numbers(table: nodes.table) -> None:
    """Mark the columns of numbers of a table, and what each number lacks, for a stylesheet.

    A first column of whole numbers names the rows: it stays at the edge, and its digits align.
    """
    for group in _all(table, nodes.tgroup):
        head, body = (placed_cells(rows_of(group, part)) for part in (nodes.thead, nodes.tbody))
        stubs = [bool(each.get("stub")) for each in _all(group, nodes.colspec)]
        columns = number_columns(body, stubs)
        longest = longest_decimals(body, columns)
        digits = _most_digits(body, columns)
        for row, in_head in [*((row, True) for row in head), *((row, False) for row in body)]:
            for at, entry in row:
                if at >= len(columns) or not columns[at] or entry.get("morecols"):
                    continue
                is_label = at == 0 and not longest.get(at) and not is_figure(entry)
                own = _digits(entry)
                if is_label and not in_head and own and (missing := digits - own):
                    entry["classes"].append(f"rulebook-before-{min(missing, MOST_ROOM)}")
                if not is_label:
                    entry["classes"].append("rulebook-number")
                if not is_label and not in_head and (room := lacking(entry, longest.get(at, ""))):
                    sign = "" if room[0].isdecimal() else "p"
                    many = min(len(room) - len(sign), MOST_ROOM)
                    entry["classes"].append(f"rulebook-room-{sign}{many}")


def _most_digits(rows: Sequence[PlacedRow], columns: Sequence[bool]) -> int:
    """Return how many digits the longest whole number of the first column has."""
    first = [entry for row in rows for at, entry in row[:1] if at == 0 and columns[:1] == [True]]
    return max(map(_digits, first), default=0)


def _digits(entry: nodes.entry) -> int:
    text = entry.astext().strip()
    return len(text) if text.isdecimal() else 0


def _is_placed(cell: nodes.entry) -> bool:
    """Tell if the author puts a cell to the left or the middle of its column."""
    return any(name in ("text-left", "text-center") for name in cell["classes"])


def _all(node: nodes.Element, kind: type[TablePart]) -> list[TablePart]:
    return [child for child in node.children if isinstance(child, kind)]
