"""Difficulties and outcomes as the rules file words them: a ladder, the degrees of success."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..figures import NAME, RUNG, WORDS
from ..figures.rung import holds_words, needs_markup, needs_words
from ..language.markup import escaped, plain_text
from ..rules.errors import RulesError, suggest
from ..rules.language.formulas import OPS
from ..rules.model.game import Check
from ..rules.model.outcome import Difficulty, Outcome
from .cells import Cell, Grid
from .places import Axis
from .target import Target


class Rung(NamedTuple):
    """A difficulty or an outcome: the words for each field, and what a typed table is held to."""

    path: str
    fields: Mapping[str, tuple[str, bool]]  # for each its text, and whether that is markup
    held: str
    names: tuple[str, ...] = ()  # of an outcome, which a typed cell is to say or may mention


def ladder(target: Target, rows: Axis) -> Grid:
    """The named difficulties with the labels that the rules file gives."""
    check = target.check
    assert check is not None  # difficulties were read from it
    table = check.tables.get("difficulties")
    headings = table.headings if table else (target.words.difficulty, target.words.needs)
    cells = table.cells if table else ("{name}", "{needs}")
    rungs = [
        _rung(check, each, "needs", needs_markup(check, each), needs_words(check, each))
        for each in (check.difficulty(place.difficulty) for place in rows.places)
    ]
    return _drawn(headings, cells, rungs, "{needs}")


def degrees(target: Target, rows: Axis) -> Grid:
    """The named outcomes with the labels that the rules file gives."""
    check = target.check
    assert check is not None  # outcomes were read from it
    words = target.words
    found = [check.outcome(place.event.name) for place in rows.places if place.event is not None]
    cells = _outcome_cells(check, found)
    if (table := check.tables.get("outcomes")) is not None:
        headings = table.headings
    else:
        headings = () if "{text}" in cells else (words.outcome, words.needs)
    rungs = [
        _rung(check, each, "shown", holds_words(check, each, words), _held(each))._replace(
            names=tuple(plain_text(name) for name in (each.label, each.name) if name)
        )
        for each in found
    ]
    return _drawn(headings, cells, rungs, "{shown}")


def _rung(check: Check, each: Difficulty | Outcome, key: str, words: str, held: str) -> Rung:
    """Return a rung whose own field is called so and has these words."""
    name = each.label or each.name, bool(each.label)
    fields = {"name": name, key: (words, True), "text": (each.text, True)}
    return Rung(f"{check.name}.{each.name}", fields, held)


def _outcome_cells(check: Check, found: Sequence[Outcome]) -> tuple[str, ...]:
    """The templates of a row: those of the rules file, else the name and what there is of it."""
    if (table := check.tables.get("outcomes")) is not None:
        return tuple(table.cells)
    return "{name}", "{text}" if any(outcome.text for outcome in found) else "{shown}"


def _held(outcome: Outcome) -> str:
    """Return what the rules say of an outcome, to which a typed table is held."""
    written = outcome.written
    if not written and outcome.when.apply in OPS:
        written = str(outcome.when.parts[1])
    return plain_text(outcome.shown) or written


def _drawn(headings: Sequence[str], cells: Sequence[str], rungs: Sequence[Rung], held: str) -> Grid:
    """The table of the rules file, a row for each difficulty or outcome."""
    head = (tuple(Cell(heading, markup=True) for heading in headings),) if headings else ()
    is_named = any("{name}" in cell for cell in cells)
    body = tuple(
        tuple(_filled(cell, rung, held, is_named=is_named) for cell in cells) for rung in rungs
    )
    return Grid(head, 1, body, words=True)


_FIELD = re.compile(r"\{(\w+)\}")


def _filled(template: str, rung: Rung, held: str, *, is_named: bool) -> Cell:
    """A cell of a ladder: the template with the words of one rung, names kept from markup."""

    def put(match: re.Match[str]) -> str:
        found = rung.fields.get(match[1])
        if found is None:
            hint = suggest(match[1], rung.fields)
            raise RulesError(f"no '{{{match[1]}}}' in a table's cell{hint}")
        text, markup = found
        return text if markup else escaped(text)

    cell = Cell(_FIELD.sub(put, template), WORDS, question=rung.path, markup=True)
    if held in template:
        # What the rules themselves say there is held where an author typed the table.
        return cell._replace(kind=RUNG, names=(rung.held,))
    if rung.names and "{name}" in template:
        return cell._replace(kind=NAME, names=rung.names)
    return cell if is_named else cell._replace(names=rung.names)
