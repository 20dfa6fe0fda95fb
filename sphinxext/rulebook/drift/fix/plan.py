"""The sources of a book while their edits are gathered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ...book.claims import Claim, Finding, Held, HeldRolls, HeldTable, TypedClaim
from ...book.typed_table import TypedCell
from ...figures.rephrase import Changes
from ...rules.errors import RulesError
from ...settings import Book
from ...source.catalogue import SUFFIX
from ...source.document import CsvFile
from ...source.files import Source, inside, read_source
from .edits import Edit, edited
from .edits import written as lines_after
from .marks import Form, Mark, Reading, normal, texts
from .outcome import Left

NOWHERE = "its table is not found in the source"
C = TypeVar("C", bound=TypedClaim)


class CellChange(NamedTuple):
    """The changes of a cell, or of the words of a role if there is none."""

    cell: TypedCell | None
    changes: Changes


class Correction(NamedTuple):
    """A figure to be put right."""

    finding: Finding
    mark: int  # of the file
    changes: tuple[CellChange, ...]
    edits: tuple[Edit, ...]
    new: str
    note: str = ""


@dataclass
class EditedFile:
    """A source while its edits are gathered."""

    source: Source
    form: Form
    before: Reading
    steps: list[Correction] = field(default_factory=list)
    known: dict[int, int] = field(default_factory=dict)  # the mark of each claim

    @cached_property
    def text(self) -> str:
        """Return the text with a newline at the end of each line."""
        return "\n".join(self.source.lines)

    @cached_property
    def sentences(self) -> dict[tuple[str, str], list[int]]:
        """Return the marks of words with a question."""
        found: dict[tuple[str, str], list[int]] = {}
        for i, mark in enumerate(self.before.marks):
            found.setdefault((normal(mark.words), normal(mark.question)), []).append(i)
        return found

    def after(self, steps: Iterable[Correction]) -> Source:
        """Return the source with the edits of some steps made."""
        edits = {edit for step in steps for edit in step.edits}
        return self.source.with_lines(lines_after(self.source.lines, list(edits)))

    def mark_of(self, claim: TypedClaim) -> int:
        """Return the mark that a claim is: at its line, else the only one like it."""
        if id(claim) not in self.known:
            marks = self.before.marks
            if isinstance(claim, Claim):
                words = normal(claim.words), normal(claim.request.text)
                same = self.sentences.get(words, [])
            else:
                same = [i for i, mark in enumerate(marks) if _may_hold(mark, claim)]
            here = [i for i in same if marks[i].line == claim.line]
            here = here or (same if len(same) == 1 else [])
            if not here:
                raise RulesError(_unfound(claim))
            taken = set(self.known.values())
            self.known[id(claim)] = next((i for i in here if i not in taken), here[0])
        return self.known[id(claim)]

    def is_at(self, claim: TypedClaim, mark: int) -> bool:
        """Check that a claim is a mark."""
        try:
            return self.mark_of(claim) == mark
        except RulesError:
            return False

    def kept(self, steps: Sequence[Correction]) -> bool:
        """Check that the steps change what they should, and nothing else that readers see."""
        now = self.form.read("\n".join(self.after(steps).lines))
        edits = sorted({edit for step in steps for edit in step.edits})
        return (
            [mark.shape for mark in now.marks] == [mark.shape for mark in self.before.marks]
            and len(now.shown) == len(self.before.shown)
            and all(
                normal(edited(old, edits)) == normal(new)
                for old, new in zip(self.before.shown, now.shown, strict=True)
            )
        )


def _key(claim: Held) -> object:
    """Return what claims of one mark have in common."""
    if isinstance(claim, Claim):
        return claim.file, normal(claim.words), normal(claim.request.text)
    return claim.file, claim.line, type(claim)


def _may_hold(mark: Mark, claim: HeldTable | HeldRolls) -> bool:
    """Check that a mark may be the table of a claim."""
    if not mark.cells and mark.csv is None:
        return False
    typed = [[cell.text for cell in row] for row in claim.sheet.rows]
    return mark.line == claim.line or texts(mark.cells) == texts(typed)


def _unfound(claim: TypedClaim) -> str:
    if not isinstance(claim, Claim):
        return NOWHERE
    return (
        "its words are not found there; perhaps a substitution put them there, or they go over "
        "several lines of a grid table"
    )


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
            form = Form(path, self.book, self.plain, csv)
            self.files[path] = EditedFile(source, form, form.read("\n".join(source.lines)))
        return self.files[path]

    @cached_property
    def _alike(self) -> dict[object, list[Any]]:
        found: dict[object, list[Any]] = {}
        for claim in self.claims:
            found.setdefault(_key(claim), []).append(claim)
        return found

    def alike(self, claim: C) -> list[C]:
        """Return all claims that may be of one mark with a claim, itself too."""
        return self._alike[_key(claim)]

    def leave(self, finding: Finding, why: str) -> None:
        """Say that a figure has to be mended by hand."""
        self.left.append(Left(finding, why))
