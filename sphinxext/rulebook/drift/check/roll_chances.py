"""The chances that a typed random table gives beside its rolls, held to its dice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from ...book.claims import HeldRolls
from ...figures.chance import CHANCE
from ...figures.kind import Answered, Case, Ground, Wrong
from ...language.language_file import FALLBACK, language_file
from ...language.lexicon import starred
from ...language.normalise import normalise
from ...language.read_figure import Form, read
from ...random_tables.columns import RollColumn
from ...random_tables.model import CellPlace
from ...random_tables.partition import labels_of
from ...rules.errors import RulesError
from ...settings import Book
from .tables import bare_is_percent

_SIGN = re.compile(r"\s*\(?%\)?\s*")


def chances_judged(
    book: Book, held: HeldRolls, columns: Sequence[RollColumn], unread: Iterable[CellPlace]
) -> Iterator[tuple[Case, Wrong | None]]:
    """Judge each chance beside a roll, in a column whose heading calls it one.

    A row whose rolls cannot be trusted is left out.
    """
    rows, skipped = held.sheet.rows, set(unread)
    begins = sorted({c for column in columns for _, c in column.places})
    for column in columns:
        row, first = column.places[0]
        if any(c != first for _, c in column.places):
            continue  # the rolls are headings
        end = next((each for each in begins if each > first), len(rows[0]))
        chances = column.dice.chances
        values = labels_of(column.dice, column.labels).values
        for place in range(first + 1, end):
            heads = [row[place].text for row in rows[:row] if place < len(row)]
            if not any(_is_chance(head, book.style.language) for head in heads):
                continue
            beside = [
                (rows[at[0]][place], label, shown)
                for at, label, shown in zip(column.places, column.labels, values, strict=True)
                if at not in skipped and shown and place < len(rows[at[0]])
            ]
            texts = [cell.text for cell, *_ in beside]
            percent = bare_is_percent(heads, texts, book.style.language)
            ground = Ground(book, book.style, held.spec.game, percent)
            name = held.spec.name or held.spec.title or "the table"
            for cell, rolls, shown in beside:
                case = Case(
                    CHANCE,
                    cell,
                    Answered("", sum((chances[value] for value in shown), Fraction(0)), name),
                    ground,
                )
                yield from _judged(case, f"rolled on {column.dice.name}, where {rolls} is")


def _judged(case: Case, says: str) -> Iterator[tuple[Case, Wrong | None]]:
    written = read(case.typed.text, case.language)
    if written is not None and written.form is Form.BLANK:
        return
    try:
        wrong = case.wrong()
    except RulesError:
        return  # words, and no chance
    yield case, wrong and wrong._replace(answer=f"{says} {wrong.answer}")


def _is_chance(head: str, language: str) -> bool:
    """Return whether a heading says that its column has chances, and nothing else."""
    words = _SIGN.sub("", normalise(head)).strip()
    if not words:
        return "%" in head
    known = []
    for file in (language_file(language), language_file(FALLBACK)):
        known += [f"{file['page']['chance']}*", *file.get("suggest", {}).get("odds", ())]
    return re.fullmatch(starred(map(str.casefold, known)), words) is not None
