"""The sources of a book while their edits are gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from ...book.claims import Claim, Finding, Held, TypedClaim
from ...book.places import is_myst
from ...figures.kind import Typed
from ...rules.errors import RulesError
from ...settings import Book
from ...source.catalogue import SUFFIX, messages
from ...source.csv import records
from ...source.document import Cell, CsvFile
from ...source.files import Source, inside, read_source
from ...source.read import read_document
from ...source.text import Text, lines_of
from ..plain.sources import is_markdown
from .edits import edited, written
from .outcome import Correction

NOWHERE = "its table is not found in the source"
UNSAID = (
    "its words are not found there; perhaps a substitution put them there, or they go over "
    "several lines of a grid table"
)
C = TypeVar("C", bound=TypedClaim)


@dataclass
class EditedFile:
    """A source, and a way to read all that it shows."""

    source: Source
    shown: Callable[[str], Sequence[Text]]

    @cached_property
    def before(self) -> Sequence[Text]:
        """Return all that readers see now."""
        return self.shown(self.source.page)

    def after(self, steps: Iterable[Correction]) -> Source:
        """Return the source with the edits of some steps made."""
        edits = {edit for step in steps for edit in step.edits}
        return self.source._replace(lines=(*written(self.source.lines, list(edits)),))

    def kept(self, steps: Sequence[Correction]) -> bool:
        """Check that the steps change what they should, and nothing else that readers see."""
        now = self.shown(self.after(steps).page)
        edits = sorted({edit for step in steps for edit in step.edits})
        return len(now) == len(self.before) and all(
            edited(old, edits).split() == new.split()
            for old, new in zip(self.before, now, strict=True)
        )


def _shown(path: Path, csv: CsvFile | None, text: str, *, plain: bool) -> Sequence[Text]:
    """Return all that readers see of a source, and what its comments say."""
    if csv:
        return [cell for row in records(lines_of(text), csv) for cell in row]
    if path.suffix == SUFFIX:
        return list(messages(text))
    markdown = is_markdown(path) if plain else is_myst(path, text)
    blocks = read_document(text, markdown=markdown, myst=not plain).blocks
    return [said for each in blocks for said in (each.text, *(note.text for note in each.notes))]


def with_texts(claim: TypedClaim, source: TypedClaim, new: Mapping[int, str]) -> TypedClaim:
    """Return a claim with other texts, known by the words or the cells of the one like it."""
    if isinstance(claim, Claim):
        return claim._replace(words=next(iter(new.values())))
    assert not isinstance(source, Claim)
    pairs = zip(chain(*claim.sheet.rows), chain(*source.sheet.rows), strict=True)
    texts = {id(cell): Text(new[id(like)]) for cell, like in pairs if id(like) in new}
    sheet = claim.sheet.changed(lambda cell: replace(cell, text=texts.get(id(cell), cell.text)))
    return claim._replace(sheet=sheet)


def _key(claim: Held) -> object:
    """Return what claims of one place have in common."""
    if isinstance(claim, Claim):
        return claim.file, claim.line, claim.words, claim.request.text
    return claim.file, claim.line, type(claim)


@dataclass
class Plan:
    """The corrections that a fix is about to make."""

    folder: Path
    book: Book
    encoding: str
    plain: bool
    claims: Sequence[Held]
    files: dict[Path, EditedFile] = field(default_factory=dict)
    steps: list[Correction] = field(default_factory=list)
    left: list[Finding] = field(default_factory=list)

    def of(self, path: Path) -> list[Correction]:
        """Return the steps of a file."""
        return [step for step in self.steps if step.path == path]

    def leave(self, findings: Iterable[Finding], why: str) -> None:
        """Say that figures have to be mended by hand."""
        self.left += [finding._replace(note=why) for finding in findings]

    @cached_property
    def _alike(self) -> dict[object, list[Any]]:
        found: dict[object, list[Any]] = {}
        for claim in self.claims:
            found.setdefault(_key(claim), []).append(claim)
        return found

    def alike(self, claim: C) -> list[C]:
        """Return all claims that may be of one place with a claim, itself too."""
        return self._alike[_key(claim)]

    def _file(self, name: str, csv: CsvFile | None = None) -> Path:
        """Return the path of a source, which is read once."""
        path = inside(Path(name), self.folder)
        if path.suffix == ".py":
            raise RulesError(f"it is in {path.name}, which is a program")
        if path not in self.files:
            encoding = "utf-8" if path.suffix == SUFFIX else self.encoding
            try:
                source = read_source(path, (csv.encoding if csv else "") or encoding)
            except OSError as error:
                raise RulesError(f"{path.name}: {error.strerror}") from None
            self.files[path] = EditedFile(source, partial(_shown, path, csv, plain=self.plain))
        return path

    def place(self, claim: TypedClaim, typed: Typed) -> tuple[Path, Text]:
        """Return the file and the text of a claim's words, or of one of its cells."""
        if isinstance(claim, Claim):
            path, words = self._file(claim.file), claim.words
            text = words if isinstance(words, Text) else Text("")
        else:
            assert isinstance(typed, Cell)
            is_beside = typed.file != claim.file and not typed.translated
            path = self._file(typed.file, claim.sheet.csv if is_beside else None)
            text = typed.typed if typed.text.start is None else typed.text
        if text.start is None:
            raise RulesError(UNSAID if isinstance(claim, Claim) else NOWHERE)
        return path, text
