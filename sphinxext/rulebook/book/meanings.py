"""Marks words of a page for a look: outcomes by their number, dice by their name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from docutils import nodes

from ..language.markup import plain_text
from ..rules.errors import RulesError, fold
from ..tables.specs import Request, TableSpec
from .number_columns import number_columns, placed_cells, rows_of

if TYPE_CHECKING:
    from ..rules.model.game import Check, Game
    from ..rules.rules import Rules


def outcome_classes(number: int) -> list[str]:
    """The classes of something that is an outcome: worst is 1."""
    return ["rulebook-outcome", f"rulebook-outcome-{number}"]


def many_class(many: int) -> list[str]:
    """The class of what holds outcomes of a check that has so many of them."""
    return [f"rulebook-of-{many}"] if many else []


def die_class(name: str) -> str:
    """The class of something that is one of a game's own dice."""
    return f"rulebook-die-{nodes.make_id(name) or 'other'}"


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
        if die.colour or die.image or die.named:
            for name in (die.name, plain_text(die.label)):
                if name:
                    found.setdefault(fold(name), die.name)
    return found


def mark_table(
    table: nodes.table, rules: Rules, spec: TableSpec, game: str, check: Check | None
) -> None:
    """Tell the looks what a table of the rules is, and what its cells are."""
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
