"""The sources of a book while their edits are gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ...book.claims import Claim, Finding, Held, TypedClaim
from ...book.places import document_of, is_myst
from ...book.roles import HELD, split
from ...figures.rephrase import Changes
from ...rules.errors import RulesError
from ...settings import Book
from ...source.catalogue import SUFFIX, messages, read_catalogue
from ...source.csv import records
from ...source.document import Cell, CsvFile, Document, NoteKind
from ...source.files import Source, inside, read_source
from ...source.read import read_document
from ...source.text import Text, lines_of
from ..plain.sources import is_markdown
from .edits import Edit, edited
from .edits import written as lines_after
from .outcome import Left

NOWHERE = "its table is not found in the source"
UNSAID = (
    "its words are not found there; perhaps a substitution put them there, or they go over "
    "several lines of a grid table"
)
C = TypeVar("C", bound=TypedClaim)


class Correction(NamedTuple):
    """A figure to be put right."""

    finding: Finding
    changes: tuple[tuple[Cell | None, Changes], ...]  # of cells, or of the words of a role
    edits: tuple[Edit, ...]
    new: str
    note: str = ""


@dataclass
class EditedFile:
    """A source while its edits are gathered."""

    source: Source
    shown: Callable[[str], Sequence[Text]]  # all that readers see of a text
    steps: list[Correction] = field(default_factory=list)

    @cached_property
    def text(self) -> str:
        """Return the text with a newline at the end of each line."""
        return "\n".join(self.source.lines)

    @cached_property
    def before(self) -> Sequence[Text]:
        """Return all that readers see now."""
        return self.shown(self.text)

    def after(self, steps: Iterable[Correction]) -> Source:
        """Return the source with the edits of some steps made."""
        edits = {edit for step in steps for edit in step.edits}
        return self.source.with_lines(lines_after(self.source.lines, list(edits)))

    def kept(self, steps: Sequence[Correction]) -> bool:
        """Check that the steps change what they should, and nothing else that readers see."""
        now = self.shown("\n".join(self.after(steps).lines))
        edits = sorted({edit for step in steps for edit in step.edits})
        return len(now) == len(self.before) and all(
            edited(old, edits).split() == new.split()
            for old, new in zip(self.before, now, strict=True)
        )


def _shown(path: Path, csv: CsvFile | None, text: str, *, plain: bool) -> Sequence[Text]:
    """Return all that readers see of a source, and what its comments say."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    if csv:
        return [cell for row in records(lines_of(text), csv) for cell in row]
    if path.suffix == SUFFIX:
        return list(messages(text))
    markdown = is_markdown(path) if plain else is_myst(path, text)
    blocks = read_document(text, markdown=markdown, myst=not plain).blocks
    return [said for each in blocks for said in (each.text, *(note.text for note in each.notes))]


def _held(document: Document) -> Iterator[tuple[str, str, int, Text]]:
    """Yield what each role of ours says: its words, its question, its line and its words again."""
    for note in (note for block in document.blocks for note in block.notes):
        said = note.text.strip()
        if note.kind is NoteKind.ROLE and (held := HELD.fullmatch(said)):
            words = said[held.start("words") : held.end("words")]
            yield _plain(words), _plain(split(str(said))[1]), document.line(note.place), words


def _plain(text: str) -> str:
    """Return the text with all spaces and line ends alike."""
    return " ".join(text.split())


def _key(claim: Held) -> object:
    """Return what claims of one place have in common."""
    if isinstance(claim, Claim):
        return claim.file, claim.line, _plain(claim.words), _plain(claim.request.text)
    return claim.file, claim.line, type(claim)


@dataclass
class Plan:
    """The edits that a fix is about to make."""

    folder: Path
    book: Book
    encoding: str
    plain: bool
    claims: Sequence[Held]
    files: dict[Path, EditedFile] = field(default_factory=dict)
    left: list[Left] = field(default_factory=list)
    taken: set[tuple[Path, int]] = field(default_factory=set)  # where roles are that are known

    def file(self, name: str, csv: CsvFile | None = None) -> EditedFile:
        """Return the source, read once."""
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
        return self.files[path]

    def place(self, claim: TypedClaim, cell: Cell | None) -> tuple[EditedFile, Text]:
        """Return the file and the text of a claim's words, or of one of its cells."""
        if isinstance(claim, Claim):
            return self.file(claim.file), self._words(claim)
        assert cell is not None
        is_beside = cell.file != claim.file and not cell.translated
        file = self.file(cell.file, claim.sheet.csv if is_beside else None)
        text = cell.typed if cell.text.start is None else cell.text
        if text.start is None:
            raise RulesError(NOWHERE)
        return file, text

    def _words(self, claim: Claim) -> Text:
        """Return the words of a role at its line, or of the only role like it."""
        if isinstance(claim.words, Text):
            return claim.words
        path = Path(claim.file)
        if path.suffix == SUFFIX:
            source = "\n".join(read_source(path).lines)
            documents = [read_catalogue(source, markdown=markdown) for markdown in (False, True)]
        else:
            documents = [document_of(claim.file, self.encoding)]
        wanted = _plain(claim.words), _plain(claim.request.text)
        same = [each for document in documents for each in _held(document) if each[:2] == wanted]
        here = [words for *_, line, words in same if line == claim.line]
        here = here or [words for *_, words in same if len(same) == 1]
        if not here:
            raise RulesError(UNSAID)
        free = (each for each in here if (path, each.start or 0) not in self.taken)
        words = next(free, here[0])
        self.taken.add((path, words.start or 0))
        return words

    @cached_property
    def _alike(self) -> dict[object, list[Any]]:
        found: dict[object, list[Any]] = {}
        for claim in self.claims:
            found.setdefault(_key(claim), []).append(claim)
        return found

    def alike(self, claim: C) -> list[C]:
        """Return all claims that may be of one place with a claim, itself too."""
        return self._alike[_key(claim)]

    def leave(self, finding: Finding, why: str) -> None:
        """Say that a figure has to be mended by hand."""
        self.left.append(Left(finding, why))
