"""Finds where a typed figure is: in the source of its page, or in its message catalogue."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.i18n import docname_to_domain

from ..rules.errors import RulesError
from ..source.catalogue import messages
from ..source.csv import records, squared
from ..source.document import Block, Cell, CsvFile, Directive, Document, Kind, NoteKind, Table
from ..source.drawn import drawn_rows
from ..source.files import read_source
from ..source.read import read_document
from ..source.text import Text, lines_of
from ..tables.specs import RequestKind
from .claims import HeldRolls, HeldTable

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

Cells = list[list[Cell]]
KINDS = (RequestKind.ODDS, RequestKind.RULE, RequestKind.ROLLED, RequestKind.DIE)
# The words of the author, then the question between < and >, which may itself compare.
HELD = re.compile(r"(?P<words>.+?)\s*<(?P<question>(?:[^\W\d]|\d*[dD](?:\d|%|F)).*)>", re.DOTALL)
HOLDING = ("dice-table", "random-table")
OTHER_MARKUP = re.compile(rf":(?:{'|'.join(KINDS)}):`|\{{(?:{'|'.join(KINDS)})\}}`")
_MARKDOWN = re.compile(r"\{[\w-]+\}`|^[ >]*[`:~]{3,}\{", re.MULTILINE)


def whole_path(source: str) -> str:
    """A source by its whole path; docutils names some from the folder that it runs in."""
    return os.path.abspath(source) if source else source


def document_of(path: str, encoding: str = "utf-8-sig") -> Document:
    """Return a source as a document; an empty one if it cannot be read."""
    try:
        return _document(path, Path(path).stat().st_mtime, encoding)
    except (OSError, LookupError):
        return Document("")


@lru_cache(maxsize=8)
def _document(path: str, stamp: float, encoding: str) -> Document:
    """Return a source as it is now; the stamp is its date."""
    del stamp
    text = read_source(Path(path), encoding).page
    return read_document(text, markdown=is_myst(Path(path), text), myst=True)


def source_lines(path: str) -> Sequence[str]:
    """Return the lines of a source as it is now."""
    try:
        return _lines(path, Path(path).stat().st_mtime)
    except OSError:
        return ()


@lru_cache(maxsize=32)
def _lines(path: str, stamp: float) -> Sequence[str]:
    del stamp
    return read_source(Path(path)).lines


def forget_sources() -> None:
    """Let every source be read anew."""
    _lines.cache_clear()
    _document.cache_clear()


def is_myst(path: Path, text: str) -> bool:
    """Check that a source of a book is Markdown; other pages may include it under any name."""
    return path.suffix.lower() == ".md" or (
        path.suffix.lower() != ".rst" and _MARKDOWN.search(text) is not None
    )


class Places:
    """The roles of a page in its sources, each found once, in their order."""

    def __init__(self, encoding: str) -> None:
        """Begin with nothing found."""
        self.encoding = encoding
        self._left: dict[tuple[str, str], list[Text]] = {}

    def find(self, path: str, start: int, said: str) -> tuple[int, Text | None]:
        """Return the line and the text of a role, which is in a block that begins at a line.

        A file that is shown twice has it twice at one place. Where no role says it, as one that a
        substitution put there, the line is that of its block.
        """
        document, words = document_of(path, self.encoding), " ".join(said.split())
        if not self._left.get((path, words)):
            self._left[path, words] = list(document.said_in_roles.get(words, ()))
        left = self._left[path, words]
        # MyST may name the line below.
        below = (i for i, text in enumerate(left) if document.line(text.start or 0) >= start - 1)
        if not left:
            return start, None
        text = left.pop(next(below, -1))
        return document.line(text.start or 0), text


def in_other_markup(path: str, encoding: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line and the name of each role that other markup writes so, and what to write."""
    if not OTHER_MARKUP.search("\n".join(source_lines(path))):
        return
    document = document_of(path, encoding)
    for note in document.roles:
        if note.kind is NoteKind.FOREIGN and note.name in KINDS:
            ways = ("Markdown", "{%s}`…`", ":%s:`…`"), ("reStructuredText", ":%s:`…`", "{%s}`…`")
            markup, right, typed = ways[not document.is_markdown]
            wrong = f"{markup} writes roles as {right}; {typed} is shown as it is"
            yield document.line(note.place), note.name, wrong.replace("%s", note.name)


def words_in(said: Text) -> Text:
    """Return the words of a role that holds them."""
    held = HELD.fullmatch(said := said.strip())
    return said[held.start("words") : held.end("words")] if held else Text("")


def held_rows(
    paths: Sequence[str], line: int, typed: Sequence[Sequence[str]], env: BuildEnvironment
) -> tuple[Cells, CsvFile | None]:
    """Return the cells of the directive near a line that holds a table with such texts, or none."""
    found: list[tuple[int, int, Cells, CsvFile | None]] = []
    encoding = str(env.config.source_encoding)
    for path in dict.fromkeys(paths):
        document = document_of(path, encoding)
        for directive in document.directives:
            if directive.name not in HOLDING:
                continue
            rows, form = _typed_rows(document, directive, path)
            if form is not None:
                rows += _file_rows(form, path, Path(env.srcdir), encoding)
            if not typed or [len(row) for row in rows] == [len(row) for row in typed]:
                found.append((_unlike(rows, typed), abs(directive.line - line), rows, form))
    return min(found, key=lambda each: each[:2], default=(0, 0, [], None))[2:]


def _unlike(rows: Cells, typed: Sequence[Sequence[str]]) -> int:
    """Count the cells that say something else."""
    return sum(
        cell.text.split() != text.split()
        for row, texts in zip(rows, typed, strict=False)
        for cell, text in zip(row, texts, strict=True)
    )


def _typed_rows(
    document: Document, directive: Directive, path: str
) -> tuple[Cells, CsvFile | None]:
    """Return the cells of the table in a directive, or of the one drawn in its code."""
    for item in directive.inside:
        if isinstance(item, Table):
            named = {id(cell): replace(cell, file=path) for row in item.rows for cell in row}
            return [[named[id(cell)] for cell in row] for row in item.rows], item.csv
    for item in directive.inside:
        if isinstance(item, Block) and item.kind is Kind.CODE:
            return _placed(document, drawn_rows(item.text.lines()), path), None
    return [], None


def _file_rows(form: CsvFile, path: str, folder: Path, encoding: str) -> Cells:
    """Return the rows of a csv-table that are in a file of their own."""
    name = form.name
    file = folder / name.lstrip("/") if name.startswith("/") else Path(path).parent / name
    try:
        text = read_source(file, form.encoding or encoding).page
        return _placed(Document(text), squared(records(lines_of(text), form)), str(file))
    except (OSError, LookupError, RulesError):
        return []


def _placed(document: Document, rows: Sequence[Sequence[Text]], file: str) -> Cells:
    """Return texts as cells; an empty one is at the line of the one before."""
    line, found = 1, list[list[Cell]]()
    for row in rows:
        found.append([])
        for text in row:
            line = line if text.start is None else document.line(text.start)
            found[-1].append(Cell(text, line, file=file))
    return found


class Catalogues:
    """The catalogues of a page, in which its figures are found one after the other."""

    def __init__(self, env: BuildEnvironment, page: str) -> None:
        """Know the files, of which a later folder is asked only where the first has nothing."""
        domain = docname_to_domain(page, env.config.gettext_compact)
        language = env.config.language or ""
        inside = Path("LC_MESSAGES", f"{domain}.po")
        places = [Path(env.srcdir, folder) for folder in env.config.locale_dirs]
        names = dict.fromkeys((language, language.replace("-", "_"), language.split("_")[0]))
        self.files = [place / name / inside for place in places for name in names if name]
        self._used: set[tuple[Path, int, int]] = set()

    def place(self, text: str, *, whole: bool = False) -> Cell | None:
        """The place where the text is next, or is all of a translation."""
        words = r"\s+".join(map(re.escape, text.split()))
        if not words:
            return None
        for path in filter(Path.is_file, self.files):
            document, translations = _translated(path, path.stat().st_mtime)
            for number, message in enumerate(translations):
                for match in re.finditer(words, message):
                    key = path, number, match.start()
                    if key in self._used or (whole and match[0] != str(message).strip()):
                        continue
                    self._used.add(key)
                    said = message[match.start() : match.end()]
                    return Cell(said, document.line(said.places[0]), file=str(path))
        return None

    def placed(self, claim: HeldTable | HeldRolls) -> HeldTable | HeldRolls:
        """The table, its translated cells at their places in the catalogues."""
        sheet = claim.sheet
        at = {
            id(cell): replace(cell, typed=there.text, file=there.file, line=there.line)
            for row in sheet.rows
            for cell in row
            if cell.translated and (there := self.place(cell.text, whole=True))
        }
        rows = [[at.get(id(cell), cell) for cell in row] for row in sheet.rows]
        return claim._replace(sheet=replace(sheet, rows=rows))


@lru_cache(maxsize=64)
def _translated(path: Path, stamp: float) -> tuple[Document, tuple[Text, ...]]:
    """Return a catalogue as it is now; the stamp is its date."""
    del stamp
    text = read_source(path).page
    return Document(text), tuple(messages(text))
