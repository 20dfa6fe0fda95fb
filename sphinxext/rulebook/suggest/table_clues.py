"""Finds the cells of a typed table that are probably odds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ..words.clue_words import any_of, spoken_in
from ..words.lexicon import lexicon_of, one_of
from ..words.read_figure import Form, TypedFigure, read
from .arithmetic.tables import TableProof
from .clue_kind import ClueKind
from .clue_patterns import CluePatterns, clue_patterns
from .clue_weights import ENOUGH, WEAK, weight_around, weight_of_dice, weight_of_words
from .passages import NOTATION, SourceTable


@dataclass(frozen=True)
class _Heads:
    """The patterns of a table's headings, in one language."""

    chance: re.Pattern[str]
    average: re.Pattern[str]
    event: re.Pattern[str]
    told: re.Pattern[str]
    ways: re.Pattern[str]
    range: re.Pattern[str]
    is_range: re.Pattern[str]


@lru_cache(maxsize=64)
def _heads_of(language: str) -> _Heads:
    spoken = spoken_in(language)
    said = [lexicon_of(name) for name in spoken]
    ends = one_of(word for each in said for word in (*each.plus, *each.minus))
    starts = one_of(word for each in said for word in (*each.least, *each.most))
    joints = one_of(word for each in said for word in each.either)
    percent = one_of(word for each in said for word in each.percent)

    def some(pattern: str) -> re.Pattern[str]:
        return re.compile(pattern, re.IGNORECASE)

    return _Heads(
        some(rf"(?<!\w)(?:{any_of('odds chances succeed', spoken)}|(?:{percent})(?!\w))|%"),
        some(rf"(?<!\w)(?:{any_of('average average_near median', spoken)})"),
        some(rf"\d\s?\+|[≥≤<>=]\s?\d|(?<!\w)(?:{ends}|{starts})(?!\w)"),
        some(rf"(?<!\w)(?:{any_of('odds chances succeed', spoken)})"),
        some(rf"(?<!\w)(?:{any_of('ways', spoken)})"),
        some(rf"\d+\s?\+|\d+\s?[-–]\s?\d+|\d+(?:, \d+)* (?:(?:{joints}) \d+|{ends})"),
        some(rf"(?<!\w)(?:{any_of('range_heads', spoken)})"),
    )


_PERCENTAGE = re.compile(r"(\d{1,3})\s?%")
_PLAIN = re.compile(r"\d{1,3}(?:[.,]\d+)?")
_NO_PROOF = TableProof()


class LookCell(NamedTuple):
    """A cell that may want to be held."""

    row: int
    column: int
    kind: ClueKind


def cells_of(
    table: SourceTable,
    names: re.Pattern[str] | None,
    language: str = "en",
    proved: TableProof = _NO_PROOF,
    company: int = 0,
) -> Iterator[LookCell]:
    """The cells that look like chances, averages or success ranges; some columns prove it.

    Chances in the text around the table speak for its cells, as `company` says.
    """
    cells = list(_cells(table, names, language, proved, company))
    has_chance = any(cell.kind is ClueKind.CHANCE for cell in cells)
    # Beside chances a range says when they hold.
    yield from (cell for cell in cells if not (has_chance and cell.kind is ClueKind.RANGE))


def _cells(
    table: SourceTable,
    names: re.Pattern[str] | None,
    language: str,
    proved: TableProof,
    company: int,
) -> Iterator[LookCell]:
    if len(table.texts) < 2:
        return
    known, said = clue_patterns(language), _heads_of(language)
    heads = _heads(table, language)
    titles = " ".join(text for row in table.texts[:heads] for text in row)
    around = f"{table.caption} {titles}"
    labels = " ".join(row[0] for row in table.texts if row)
    base = own = weight_of_dice(known, f"{around} {labels}")
    base += weight_around(known, table.heading)
    base += 1 if known.named_dice.search(titles) or known.cues[0].search.search(titles) else 0
    base += 2 if said.event.search(f"{around} {labels}") else 0
    base += 2 if NOTATION.search(f"{around} {labels}") else 0
    base += 3 if names is not None and names.search(f"{around} {labels}") else 0
    for text in (f"{around} {labels}", titles):  # a column of prices says most against dice
        base -= weight_of_words(known.against[:5], known, text)
    base += company if own or said.event.search(f"{around} {labels}") else 0
    if proved.columns and base >= 0:
        base = max(base, ENOUGH)  # the other columns are odds as well
    against = _is_against(known, f"{titles} {labels}", WEAK)
    is_thrown = own > 0 or company > 0
    for column in range(1 if len(table.texts[0]) > 1 else 0, len(table.texts[0])):
        head = " ".join(row[column] for row in table.texts[:heads] if column < len(row))
        if column not in proved.columns and _is_against(known, head, WEAK if company else 0):
            continue
        weight = max(base, ENOUGH) if column in proved.columns else base
        # A column that says itself that it is odds may stand beside one of prices.
        is_told = is_thrown and said.told.search(head) is not None
        is_given = not _speaks_of_dice(known, said, f"{around} {labels}") and _is_round(
            row[column] for row in table.texts[heads:] if column < len(row)
        )
        number = ClueKind.CHANCE if column in proved.bare else None
        for r, row in enumerate(table.texts[heads:], heads):
            if column < len(row) and (
                kind := _kind(
                    said,
                    read(row[column], language),
                    row[column],
                    (head, around),
                    weight,
                    against=is_given or (against and not is_told),
                )
                or (number if _PLAIN.fullmatch(row[column].strip()) else None)
            ):
                yield LookCell(r, column, kind)


def _is_against(known: CluePatterns, text: str, weak: int) -> bool:
    """Check for words, stronger than those, that speak of other things."""
    strong = (cue for cue in known.against if cue.weight > weak)
    return bool(weight_of_words(strong, known, text) or known.prices.search(text))


def _speaks_of_dice(known: CluePatterns, said: _Heads, text: str) -> bool:
    """Check for dice, what they show, and what they must show."""
    return bool(
        known.named_dice.search(text) or known.thrown.search(text) or said.event.search(text)
    )


def _is_round(texts: Iterable[str]) -> bool:
    """Check for nothing but percentages such as an author makes up: 5%, 10%, 25%."""
    typed = [match[1] for text in texts if (match := _PERCENTAGE.fullmatch(text.strip()))]
    return len(typed) > 1 and all(int(each) % 5 == 0 for each in typed)


def _heads(table: SourceTable, language: str) -> int:
    """Count the heading rows, which hold no figure."""
    for i, row in enumerate(table.texts[:3]):
        if any(text.strip() and read(text, language) for text in row[1:]):
            return max(1, i)
    return 1


def _kind(
    said: _Heads,
    written: TypedFigure | None,
    text: str,
    words: tuple[str, str],
    base: int,
    *,
    against: bool,
) -> ClueKind | None:
    form = written.form if written is not None else None
    head, around = words
    if not text.strip() or form is Form.BLANK:
        return None
    if said.average.search(head) and form in (Form.NUMBER, Form.FRACTION):
        return ClueKind.AVERAGE if base >= ENOUGH else None
    if form in (Form.PERCENT, Form.ONE_IN, Form.FRACTION):
        is_chance = base >= ENOUGH or (said.chance.search(head) and not against)
        return ClueKind.CHANCE if is_chance else None
    if form is Form.NUMBER and said.ways.search(head):
        return ClueKind.CHANCE if base >= ENOUGH else None
    if form is Form.NUMBER and said.chance.search(f"{head} {around}"):
        shaped = said.chance.search(head) or "%" in around
        return ClueKind.CHANCE if shaped and base >= ENOUGH else None
    if said.range.fullmatch(text.strip()) and said.is_range.search(head):
        return ClueKind.RANGE if base >= ENOUGH else None
    return None


def question_of(table: SourceTable, cell: LookCell, language: str = "en") -> str:
    """The words around a cell, from which its question may be guessed."""
    heads = _heads(table, language)
    head = " ".join(row[cell.column] for row in table.texts[:heads] if cell.column < len(row))
    corner, row = table.texts[0][0], table.texts[cell.row]
    dice = " ".join(text for text in row[1:] if NOTATION.fullmatch(text))
    return f"{table.caption} {corner} {row[0]} {dice} {head}".strip()
