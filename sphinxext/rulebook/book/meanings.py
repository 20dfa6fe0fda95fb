"""Marks words of a page for a look: outcomes by their number, dice by their name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from docutils import nodes

from ..language.markup import plain_text
from ..rules.errors import RulesError, fold
from ..tables.specs import Request, TableSpec

if TYPE_CHECKING:
    from ..rules.model.game import Check, Game
    from ..rules.rules import Rules

Child = TypeVar("Child", bound=nodes.Element)
_NUMBER = re.compile(r"[<>≥≤≈~−+–-]?\s*\d[\d.,/\u00a0\u202f ]*\s*%?|[–—-]|")


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
        heads, body = (
            [
                _children(row, nodes.entry)
                for part in _children(group, kind)
                for row in _children(part, nodes.row)
            ]
            for kind in (nodes.thead, nodes.tbody)
        )
        rows = [*heads, *body]
        if any(e.get("morecols") or e.get("morerows") for row in rows for e in row):
            continue  # the place in a row does not tell the column
        stubs = [bool(each.get("stub")) for each in _children(group, nodes.colspec)]
        marked = []
        for at, stub in enumerate(stubs):
            column = [row[at] for row in rows if at < len(row)]
            texts = [" ".join(row[at].astext().split()) for row in body if at < len(row)]
            if not stub and any(texts) and all(map(_NUMBER.fullmatch, texts)):
                marked.append((at, column))
        for at, column in marked:
            if at or len(marked) == 1:  # before figures, numbers are the labels of rows
                for entry in column:
                    entry["classes"].append("rulebook-figure")


def _children(node: nodes.Element, kind: type[Child]) -> list[Child]:
    """The children of one kind; quicker than a walk of all that is in them."""
    return [child for child in node.children if isinstance(child, kind)]
