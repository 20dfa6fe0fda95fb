"""The drifted figures of a book put right in its sources, and nothing else touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ..check.finding import Finding
from ..check.random_tables import ROLLS, mended
from ..figures import LABEL
from ..figures.change import Change, Changes, applied
from ..figures.kind import Typed
from ..page.claims import Broken, Claim, Held, HeldRolls, HeldTable
from ..page.domain import rulebook_of
from ..page.source.cell_edits import Edit, rewritten
from ..page.source.cells import SourceCell
from ..page.source.csv_cells import SourcePlace, records, squared
from ..page.source.files import Source, inside, read_source
from ..page.source.held_cells import NOWHERE, cells_below
from ..page.source.overlay import Overlay
from ..page.source.typed_table import TypedCell
from ..report.reading import ReadBook, Reader, reader
from ..rules.errors import RulesError
from ..source.text import Text
from .outcome import Fixed, Left, Mended
from .role_words import Spots, edits_at, edits_in, position, spot_of, spots

CATALOGUE = ".po"
NOT_WANTED = "nobody asked to correct it"


class BookPlace(NamedTuple):
    """A place in the book."""

    file: Path
    line: int
    query: str = ""  # of a figure


class Correction(NamedTuple):
    """A figure to be put right."""

    finding: Finding
    line: int  # of the claim that it is part of
    edits: tuple[Edit, ...]
    new: str
    note: str = ""


@dataclass
class _FileEdits:
    """A source while its edits are gathered."""

    source: Source
    spots: Spots
    steps: list[Correction] = field(default_factory=list)
    edits: dict[int, list[Edit]] = field(default_factory=dict)  # by their lines

    @property
    def after(self) -> Source:
        """The source with all its edits made."""
        edits = {edit for step in self.steps for edit in step.edits}
        return self.source.with_lines(rewritten(self.source.lines, list(edits)))


@dataclass
class _Plan:
    """The edits that a fix is about to make."""

    folder: Path
    digests: Mapping[Path, bytes]
    encoding: str
    files: dict[Path, _FileEdits] = field(default_factory=dict)
    left: list[Left] = field(default_factory=list)

    def file(self, name: str, encoding: str = "") -> _FileEdits:
        """The source, read once; it has to be as the book was read from it."""
        path = inside(Path(name), self.folder)
        if path.suffix == ".py":
            raise RulesError(f"it is in {path.name}, which is a program")
        if path not in self.files:
            is_catalogue = path.suffix == CATALOGUE
            encoding = encoding or ("utf-8" if is_catalogue else self.encoding)
            try:
                source = read_source(path, encoding)
            except OSError as error:
                raise RulesError(f"{path.name}: {error.strerror}") from None
            if self.digests.get(path, source.digest) != source.digest:
                raise RulesError("the file changed since it was read; run 'rulebook fix' again")
            self.files[path] = _FileEdits(source, spots(source.lines, catalogue=is_catalogue))
        return self.files[path]

    def leave(self, finding: Finding, why: str) -> None:
        """Say that a figure has to be mended by hand."""
        self.left.append(Left(finding, why))

    def drop(self, file: _FileEdits, wrong: Sequence[BookPlace]) -> None:
        """Leave as it is what came out wrong in a file: those figures, their lines, or all."""
        lines = {where.line for where in wrong}
        same = [s for s in file.steps if _where(s.finding) in wrong]
        near = [s for s in file.steps if {s.line, s.finding.line} & lines]
        for step in same or near or list(file.steps):
            file.steps.remove(step)
            self.leave(step.finding, "the new figure does not come out right there")


Wanted = Callable[[Finding], bool]


def planned(
    docs: Path, *, plain: bool = False, wanted: Wanted | None = None, doctrees: Path | None = None
) -> Fixed:
    """Plan the fix of a book; nothing is written.

    Only the wanted findings are corrected, or all. A random table is always corrected as a whole.
    """
    overlay = Overlay()
    with reader(docs, plain=plain, doctrees=doctrees) as read:
        book = read(overlay)
        encoding = str(getattr(book.env.config, "source_encoding", "utf-8-sig"))
        plan = _Plan(book.folder, overlay.digests, encoding)
        numbered: dict[HeldRolls, list[Finding]] = {}
        for finding in book.report.verdict.findings:
            if isinstance(finding.claim, HeldRolls) and finding.case.kind is ROLLS:
                numbered.setdefault(finding.claim, []).append(finding)
            elif wanted is None or wanted(finding):
                _plan_finding(plan, finding)
            else:
                plan.leave(finding, NOT_WANTED)
        for held, findings in numbered.items():
            if wanted is None or any(map(wanted, findings)):
                _plan_rolls(plan, book, held, findings)
            else:
                for finding in findings:
                    plan.leave(finding, NOT_WANTED)
        broken = book.report.verdict.broken
        before = _places(book)
        _try(read, plan, before, broken)
    files = [(path, file) for path, file in plan.files.items() if file.steps]
    return Fixed(
        tuple((file.source, file.after) for _, file in files),
        tuple(mended for path, file in files for mended in _mended(path, file)),
        tuple(plan.left),
        broken,
    )


def _mended(path: Path, file: _FileEdits) -> Iterator[Mended]:
    """List the corrections of a file; a place that several pages include is listed once."""
    steps = {(step.edits, step.finding.found): step for step in reversed(file.steps)}
    for step in steps.values():
        yield Mended(step.finding, step.new, path, step.note)


def _plan_finding(plan: _Plan, finding: Finding) -> None:
    typed, claim, changes = finding.case.typed.text, finding.claim, finding.changes
    if finding.case.kind is LABEL:
        plan.leave(finding, "a label or the figures beside it are wrong; correct them by hand")
        return
    try:
        if isinstance(claim, HeldTable | HeldRolls):
            file, edits = _of_cell(plan, claim, finding.case.typed, changes)
        else:
            file = plan.file(claim.file)
            edits = _of_role(file, claim, changes)
    except RulesError as error:
        plan.leave(finding, str(error))
    else:
        _add(plan, file, Correction(finding, claim.line, edits, applied(typed, changes)))


def _of_role(file: _FileEdits, claim: Claim, changes: Changes) -> tuple[Edit, ...]:
    """The changes made in the author's words, where these are."""
    if isinstance(claim.words, Text):
        return _made(changes, edits_at(claim.words, changes, file.source.lines))
    spot = spot_of(file.spots, claim.words, claim.request.text, claim.line)
    if spot is None:
        raise RulesError(
            "its words are not found there; perhaps a substitution put them there, or they go over "
            "several lines of a grid table"
        )
    where = position(file.source.lines, spot.offset)
    return _edits(claim.words, spot.raw, changes, where)


def _made(changes: Changes, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    if not changes:
        raise RulesError("no right figure is known in the style of these words")
    if not edits:
        raise RulesError("the figure is not found in these words, or goes on in the next line")
    return tuple(edits)


def _edits(text: str, raw: str, changes: Changes, at: tuple[int, int]) -> tuple[Edit, ...]:
    """The changes of a text made in the source."""
    if not changes:
        raise RulesError("no right figure is known in the style of these words")
    found = [edits_in(text, raw, change, at) for change in changes]
    if not all(found):
        raise RulesError("the figure is not found in these words, or goes on in the next line")
    return tuple(edit for edits in found for edit in edits)


def _add(plan: _Plan, file: _FileEdits, step: Correction) -> None:
    """Take the step in, unless the same place is to hold something else."""
    for edit in step.edits:
        for other in file.edits.setdefault(edit.line, []):
            if other != edit and other.start < edit.end and edit.start < other.end:
                plan.leave(step.finding, "two questions want other figures there")
                return
        file.edits[edit.line].append(edit)
    file.steps.append(step)


def _plan_rolls(plan: _Plan, book: ReadBook, held: HeldRolls, findings: Sequence[Finding]) -> None:
    """Number the rows of a random table anew, as far as it is wrong."""
    try:
        numbered = mended(book.book, held)
        found = [
            (cell, _of_cell(plan, held, cell, (Change(0, len(cell.text), new),)), new)
            for cell, new in numbered.cells
        ]
    except RulesError as error:
        for finding in findings:
            plan.leave(finding, str(error))
        return
    for finding in findings:
        own = next((new for cell, _, new in found if _is_at(cell, finding)), "")
        file = found[0][1][0]
        edits = tuple(edit for _, (_, some), _ in found for edit in some)
        _add(
            plan,
            file,
            Correction(finding, held.line, edits, own or finding.expected, numbered.note),
        )


def _is_at(cell: TypedCell, finding: Finding) -> bool:
    return cell.line == finding.line and cell.text == finding.found


def _of_cell(
    plan: _Plan, held: HeldTable | HeldRolls, typed: Typed, changes: Changes
) -> tuple[_FileEdits, tuple[Edit, ...]]:
    """The changes made in the cell's own lines, and the file of these."""
    assert isinstance(typed, TypedCell)
    if typed.translated:
        file, line = plan.file(typed.file), typed.line - 1
        return file, _edits(typed.text, file.source.lines[line], changes, (line, 0))
    if isinstance(typed.text, Text) and typed.text.start is not None:
        file = plan.file(held.file)
        lines = file.source.lines
        if changes and not typed.text.strip():
            line, column = position(lines, typed.text.start)
            return file, (Edit(line, column, column, changes[0].new),)
        return file, _made(changes, edits_at(typed.text, changes, lines))
    file, cells = _cells(plan, held)
    pieces = next(
        cells[r][c]
        for r, row in enumerate(held.sheet.rows)
        for c, cell in enumerate(row)
        if cell is typed
    )
    raw = "\n".join(file.source.lines[line][start:end] for line, start, end in pieces)
    if changes and pieces and not typed.text.strip() and not raw.strip():
        line, start, end = pieces[0]
        start += end - start > 1  # room before it
        return file, (Edit(line, start, start, changes[0].new),)
    found = []
    for n, start, end, new in _edits(typed.text, raw, changes, (0, 0)):
        line, column, _ = pieces[n]
        found.append(Edit(line, column + start, column + end, new))
    return file, tuple(found)


def _cells(plan: _Plan, held: HeldTable | HeldRolls) -> tuple[_FileEdits, list[list[SourceCell]]]:
    """The cells of the table in the file in which they are."""
    file = plan.file(held.file)
    cells, form = cells_below(file.source.lines, held.line - 1)
    if form is not None:
        homes = {cell.file for row in held.sheet.rows[len(cells) :] for cell in row}
        if len(homes) != 1:
            raise RulesError(NOWHERE)
        file = plan.file(homes.pop(), form.encoding)
        body = records(file.source.lines, SourcePlace(0, 0), len(file.source.lines), form)
        cells = squared([*([] for _ in cells), *body])
    if [len(row) for row in cells] != [len(row) for row in held.sheet.rows]:
        raise RulesError(NOWHERE)
    return file, cells


def _places(book: ReadBook) -> Counter[BookPlace]:
    """Count the claims at each place."""
    pages = rulebook_of(book.env).claims.values()
    return Counter(_where(claim) for page in pages for claim in page)


def _where(each: Finding | Held) -> BookPlace:
    return BookPlace(Path(each.file).resolve(), each.line, getattr(each, "query", ""))


def _try(read: Reader, plan: _Plan, before: Counter[BookPlace], broken: tuple[Broken, ...]) -> None:
    """Try the plan on the book in memory, and drop of it what comes out wrong."""
    while True:
        after = {
            path: file.after.encoded()
            for path, file in plan.files.items()
            if file.steps and path.suffix != CATALOGUE  # Sphinx reads what was made of it
        }
        if not after:
            return
        book = read(Overlay(after), quiet=True)
        lost = set(_lost(before, _places(book), {_where(each) for each in broken}))
        wrong = {*_still_wrong(book, plan, broken), *lost}
        if not wrong:
            return
        files = {where.file for where in wrong} & set(after) or set(after)
        for path in files:
            plan.drop(plan.files[path], [where for where in wrong if where.file == path])


def _still_wrong(book: ReadBook, plan: _Plan, broken: tuple[Broken, ...]) -> Iterator[BookPlace]:
    """List the places that are wrong, without those left to be mended by hand."""
    verdict = book.report.verdict
    expected = Counter(_key(left.finding) for left in plan.left)
    for finding in verdict.findings:
        if expected[_key(finding)]:
            expected[_key(finding)] -= 1
        elif not finding.file.endswith(CATALOGUE):
            yield _where(finding)
    yield from (_where(each) for each in set(verdict.broken) - set(broken))


def _key(finding: Finding) -> tuple[Path, str, str]:
    return _where(finding).file, finding.found, finding.query


def _lost(
    before: Counter[BookPlace], now: Counter[BookPlace], broken: set[BookPlace]
) -> Iterator[BookPlace]:
    """List the places of claims in files that now make more of them or fewer.

    Where one could not be read, it may be another one now, or none.
    """
    unread = {(where.file, where.line) for where in broken}
    before, now = (
        Counter({at: count for at, count in each.items() if (at.file, at.line) not in unread})
        for each in (before, now)
    )
    counts = [Counter(where.file for where in places.elements()) for places in (before, now)]
    for where in (before - now) | (now - before):
        if counts[0][where.file] != counts[1][where.file]:
            yield where
