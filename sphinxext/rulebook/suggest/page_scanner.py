"""Reads one file of a book, and keeps its figures without its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..page.source.files import read_source
from ..page.source.lines import LineCounter
from ..plain.book import read_text
from ..plain.claims import held_spans
from ..settings import Book
from ..words.clue_words import language_of
from ..words.language_file import FALLBACK
from ..words.read_figure import Form, read
from .arithmetic.scan import Evidence, evidence
from .blank import blank
from .markup import Markup
from .named import Rulebook
from .page_figures import PageFigures, SourceFile
from .passages import NOTATION, SourceTable, passages
from .random_tables import random_tables
from .suggestion import Suggestion


class ScannedPage(NamedTuple):
    """All that is known of a source without the others; its text is not kept."""

    path: Path
    markup: Markup
    beside: Evidence
    places: Mapping[int, tuple[int, int]]  # the line and column of each figure in the evidence
    rolled: tuple[str, ...]  # the dice of its random tables
    of_tables: tuple[Suggestion, ...]  # wrong under any rules
    of_rules: tuple[Suggestion, ...]  # that some rule may give


@dataclass(frozen=True)
class PageScanner:
    """Reads one file of a book, in any process."""

    book: Rulebook
    encoding: str
    plain: bool
    names: re.Pattern[str] | None  # of the rules

    def __call__(self, path: Path) -> ScannedPage | None:
        """The figures of the file; None if it cannot be read."""
        source = self._read(path)
        if source is None:
            return None
        beside = evidence(source.said.text, source.book.style.language)
        figures = PageFigures(source, self.names)
        return ScannedPage(
            path,
            source.markup,
            beside,
            _places(source.text, beside.places),
            tuple(table.dice for table in source.rolled if not table.wrong),
            tuple(figures.wrong_cells),
            tuple(figures.of_rules),
        )

    def _read(self, path: Path) -> SourceFile | None:
        try:
            source = read_source(path, self.encoding)
        except (OSError, LookupError):
            return None
        markup, book = Markup.of(path, plain=self.plain), self.book
        text = "\n".join(source.lines).encode("utf-8", "replace").decode("utf-8")
        held = read_text(text, str(path), Book(*book), markdown=markup.is_markdown)
        text = _without(text, held_spans(held))  # what is held already is no news
        said = passages(text, markdown=markup.is_markdown)
        style = book.style
        if style.language == FALLBACK:
            style = style._replace(language=language_of(said.text))
        odds = {each.line for each in said.tables if _is_of_odds(each, style.language)}
        rolled = tuple(
            each
            for each in random_tables(text, markdown=markup.is_markdown)
            if odds.isdisjoint(range(each.line, each.last + 1))
        )
        return SourceFile(path, text, markup, said, rolled, book._replace(style=style))


def _without(text: str, held: Iterable[tuple[int, int]]) -> str:
    """The text with held words blanked."""
    pieces, at = [], 0
    for start, end in sorted(held):
        if end > at:
            begin = max(at, start)
            pieces += [text[at:begin], blank(text[begin:end])]
            at = end
    return "".join([*pieces, text[at:]])


def _places(text: str, offsets: Iterable[int]) -> dict[int, tuple[int, int]]:
    """The line, from 1, and the column, from 0, of some offsets in a text."""
    places = LineCounter(text)
    return {offset: places.at(offset) for offset in sorted(offsets)}


def _is_of_odds(table: SourceTable, language: str) -> bool:
    """Check for numbers of dice and their odds, which no roll leads to: "3 | 70% | 1.0"."""
    if len(table.texts) < 3 or NOTATION.fullmatch(table.texts[0][0].strip()):
        return False
    cells = [text for row in table.texts[1:] for text in row[1:] if text.strip()]
    forms = [figure.form if (figure := read(text, language)) else None for text in cells]
    return bool(forms) and None not in forms and Form.PERCENT in forms
