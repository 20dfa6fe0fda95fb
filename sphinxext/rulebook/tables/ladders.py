"""Difficulties and outcomes as the rules file words them: a ladder, the degrees of success."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..figures import NAME, RUNG, WORDS
from ..figures.rung import holds_words, needs_markup, needs_words
from ..language.markup import escaped, plain_text
from ..language.phrasebook import Phrases
from ..rules.errors import RulesError, suggest
from ..rules.language.formulas import OPS
from ..rules.model.game import Check, Difficulty, Outcome
from .cells import Cell, Grid
from .places import Axis
from .target import Target


def ladder(target: Target, rows: Axis) -> Grid:
    """The named difficulties with the labels that the rules file gives."""
    check = target.check
    assert check is not None  # difficulties were read from it
    words = target.words
    found = [check.difficulty(place.difficulty) for place in rows.places]
    table = check.tables.get("difficulties")
    headings = table.headings if table else (words.difficulty, words.needs)
    cells = table.cells if table else ("{name}", "{needs}")
    rungs = [
        (f"{check.name}.{each.name}", _difficulty_words(check, each), needs_words(check, each))
        for each in found
    ]
    return _drawn(headings, cells, rungs, "needs")


def _difficulty_words(check: Check, difficulty: Difficulty) -> Fields:
    return {
        "name": (difficulty.label or difficulty.name, bool(difficulty.label)),
        "needs": (needs_markup(check, difficulty), True),
        "example": (difficulty.example, True),
        "text": (difficulty.text, True),
    }


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
        (f"{check.name}.{each.name}", _outcome_words(check, each, words), _held(each))
        for each in found
    ]
    return _named(_drawn(headings, cells, rungs, "shown"), cells, found)


def _outcome_cells(check: Check, found: Sequence[Outcome]) -> tuple[str, ...]:
    """The templates of a row: those of the rules file, else the name and what there is of it."""
    if (table := check.tables.get("outcomes")) is not None:
        return tuple(table.cells)
    return "{name}", "{text}" if any(outcome.text for outcome in found) else "{shown}"


def _named(grid: Grid, cells: Sequence[str], outcomes: Sequence[Outcome]) -> Grid:
    """The table with each outcome's name, where a typed cell is to say it or may mention it."""
    names_stand = any("{name}" in template for template in cells)
    body = []
    for outcome, row in zip(outcomes, grid.body, strict=True):
        names = tuple(plain_text(name) for name in (outcome.label, outcome.name) if name)
        named = []
        for template, cell in zip(cells, row, strict=True):
            if cell.kind is WORDS and "{name}" in template:
                named.append(cell._replace(kind=NAME, names=names))
            elif cell.kind is WORDS and not names_stand:
                named.append(cell._replace(names=names))
            else:
                named.append(cell)
        body.append(tuple(named))
    return grid._replace(body=tuple(body))


def _outcome_words(check: Check, outcome: Outcome, words: Phrases) -> Fields:
    return {
        "name": (outcome.label or outcome.name, bool(outcome.label)),
        "shown": (holds_words(check, outcome, words), True),
        "text": (outcome.text, True),
    }


def _held(outcome: Outcome) -> str:
    """Return what the rules say of an outcome, to which a typed table is held."""
    written = outcome.written
    if not written and outcome.when.apply in OPS:
        written = str(outcome.when.parts[1])
    return plain_text(outcome.shown) or written


Fields = dict[str, tuple[str, bool]]  # for each field its text, and whether that is markup


def _drawn(
    headings: Sequence[str],
    cells: Sequence[str],
    rows: Sequence[tuple[str, Fields, str]],
    held: str,
) -> Grid:
    """The table of the rules file, a row for each difficulty or outcome."""
    head = (tuple(Cell(heading, markup=True) for heading in headings),) if headings else ()
    body = tuple(
        tuple(_filled(template, words, f"{{{held}}}", rung, path) for template in cells)
        for path, words, rung in rows
    )
    return Grid(head, 1, body, words=True)


_FIELD = re.compile(r"\{(\w+)\}")


def _filled(template: str, words: Fields, held: str, rung: str, path: str) -> Cell:
    """A cell of a ladder: the template with the words of one rung, names kept from markup."""

    def put(match: re.Match[str]) -> str:
        found = words.get(match[1])
        if found is None:
            raise RulesError(f"no '{{{match[1]}}}' in a table's cell{suggest(match[1], words)}")
        text, markup = found
        return text if markup else escaped(text)

    text = _FIELD.sub(put, template)
    if held in template:
        # What the rules themselves say there is held where an author typed the table.
        return Cell(text, RUNG, question=path, names=(rung,), markup=True)
    return Cell(text, WORDS, question=path, markup=True)
