"""The drifted figures of a book put right in its sources, and nothing else touched."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ..domain import rulebook_of
from ..rules.errors import RulesError
from .cells import cells_below
from .claims import Broken, Claim, Held, HeldTable
from .columns import Edit, rewritten
from .judge import from_here, judge_claim
from .manner import Change
from .pairing import Pair
from .places import Spot, edit_in, position, spot_of, spots
from .proposals import for_claim, for_table
from .reading import Reading, reading
from .sources import Source, digest, inside, read_source, write_source
from .verdict import Finding


class Left(NamedTuple):
    """A drifted figure that has to be mended by hand, and why."""

    finding: Finding
    why: str


class Fixed(NamedTuple):
    """What a fix comes to: the files before and after, what is mended and what is left."""

    files: tuple[tuple[Source, Source], ...] = ()
    mended: tuple[tuple[Finding, str], ...] = ()
    left: tuple[Left, ...] = ()
    broken: tuple[Broken, ...] = ()


@dataclass
class _File:
    """A source while its edits are gathered."""

    source: Source
    spots: list[Spot]
    edits: list[tuple[Finding, Edit, str]] = field(default_factory=list)


@dataclass
class _Plan:
    """All that a fix means to do."""

    folder: Path
    digests: Mapping[Path, bytes]
    encoding: str
    files: dict[Path, _File] = field(default_factory=dict)
    left: list[Left] = field(default_factory=list)

    def file(self, name: str) -> _File:
        """The source, read once; it has to be as the book was read from it."""
        path = inside(Path(name), self.folder)
        if path.suffix == ".py":
            raise RulesError("it stands in a program")
        if path not in self.files:
            source = read_source(path, self.encoding)
            if self.digests.get(path, source.digest) != source.digest:
                raise RulesError("the file changed since it was read; run 'rulebook fix' again")
            self.files[path] = _File(source, spots(source.lines))
        return self.files[path]


def planned(docs: Path) -> Fixed:
    """What a fix of the book would do; nothing is written."""
    digests: dict[Path, bytes] = {}

    def seen(path: Path) -> None:
        if path.is_file():
            digests[path.resolve()] = digest(path.read_bytes())

    with reading(docs, seen=seen, lock=False) as book:
        encoding = str(getattr(book.env.config, "source_encoding", "utf-8-sig"))
        plan = _Plan(book.folder, digests, encoding)
        memory = rulebook_of(book.env)
        for page in sorted(memory.claims):
            for claim in memory.claims[page]:
                _plan_claim(plan, book, claim)
        broken = book.report.verdict.broken
        before = _counts(book)
    files = {path: file for path, file in plan.files.items() if file.edits}
    if not files:
        return Fixed(left=tuple(plan.left), broken=broken)
    return _tried(docs, plan, files, before, broken)


def _plan_claim(plan: _Plan, book: Reading, claim: Held) -> None:
    if isinstance(claim, Broken):
        return
    verdict = judge_claim(book.book, claim)
    if isinstance(claim, HeldTable):
        if verdict.findings:
            _plan_table(plan, book, claim, verdict.findings)
        return
    spot, why = _spot(plan, claim)
    for finding in verdict.findings:
        if spot is None:
            plan.left.append(Left(finding, why))
            continue
        change = for_claim(book.book, claim, finding)
        file = plan.file(claim.file)
        edit = None
        if change is not None:
            where = position(file.source.lines, spot.offset)
            edit = edit_in(claim.words, spot.raw, change, where)
        _add(plan, file, finding, edit, change.on(claim.words) if change else "")


def _spot(plan: _Plan, claim: Claim) -> tuple[Spot | None, str]:
    """The place of the author's words, or why it is none that could be changed."""
    try:
        found = spot_of(plan.file(claim.file).spots, claim.words, claim.request.text, claim.line)
    except (RulesError, OSError) as error:
        return None, str(error)
    if found is None:
        return None, "its words are not found there; they may stand in a translation"
    return found, ""


def _add(plan: _Plan, file: _File, finding: Finding, edit: Edit | None, new: str) -> None:
    """Take the edit in, unless the same place is to hold something else."""
    if edit is None:
        plan.left.append(Left(finding, "the figure is not found in these words"))
        return
    for _, other, _ in file.edits:
        if other.line == edit.line and other.start < edit.end and edit.start < other.end:
            if other == edit:
                file.edits.append((finding, edit, new))
            else:
                plan.left.append(Left(finding, "two questions want other figures there"))
            return
    file.edits.append((finding, edit, new))


def _plan_table(plan: _Plan, book: Reading, held: HeldTable, findings: Sequence[Finding]) -> None:
    try:
        file = plan.file(held.file)
        matrix = cells_below(file.source.lines, held.line - 1)
        shape = [len(row) for row in held.sheet.rows]
        if [len(row) for row in matrix] != shape:
            raise RulesError("its table is not found in the source")
    except (RulesError, OSError) as error:
        plan.left += [Left(finding, str(error)) for finding in findings]
        return
    for finding, pair, change in for_table(book.book, held, findings):
        edit = None
        if change is not None:
            edit = _edit_cell(file.source.lines, matrix, held, pair, change)
        _add(plan, file, finding, edit, change.on(pair.typed.text) if change else "")


def _edit_cell(
    lines: Sequence[str],
    matrix: Sequence[Sequence[Sequence[tuple[int, int, int]]]],
    held: HeldTable,
    pair: Pair,
    change: Change,
) -> Edit | None:
    """The change made in the cell's own lines."""
    for r, row in enumerate(held.sheet.rows):
        for c, cell in enumerate(row):
            if cell is not pair.typed:
                continue
            pieces = matrix[r][c]
            if not cell.text.strip() and pieces:
                line, start, end = pieces[0]
                room = " " if end - start > 1 else ""
                return Edit(line, start + len(room), start + len(room), change.new)
            raw = "\n".join(lines[line][start:end] for line, start, end in pieces)
            edit = edit_in(cell.text, raw, change, (0, 0))
            if edit is None:
                return None
            line, start, _ = pieces[edit.line]
            return Edit(line, start + edit.start, start + edit.end, edit.new)
    return None


def _counts(book: Reading) -> dict[str, int]:
    """How many claims each page makes."""
    return {page: len(held) for page, held in rulebook_of(book.env).claims.items()}


def _tried(
    docs: Path,
    plan: _Plan,
    files: dict[Path, _File],
    before: Mapping[str, int],
    broken: tuple[Broken, ...],
) -> Fixed:
    """The plan tried on the book in memory; a file in which it comes out wrong is left alone."""
    for _ in range(len(files) + 1):
        after = {
            path: file.source.with_lines(
                rewritten(file.source.lines, _once([edit for _, edit, _ in file.edits]))
            )
            for path, file in files.items()
        }
        if not after:
            break
        texts = {path: _readable(source) for path, source in after.items()}
        with reading(docs, texts, quiet=True, lock=False) as book:
            expected = {_key(left.finding) for left in plan.left}
            verdict = book.report.verdict
            wrong = {_real(each) for each in verdict.findings if _key(each) not in expected}
            wrong |= {_real(each) for each in verdict.broken} - {_real(each) for each in broken}
            if _counts(book) != before:
                wrong |= set(files)
        bad = wrong & set(files)
        if not bad:
            break
        for path in bad:
            file = files.pop(path)
            plan.left += [
                Left(finding, "the new figure does not come out right there")
                for finding, _, _ in file.edits
            ]
    return Fixed(
        tuple((file.source, after[path]) for path, file in files.items()),
        tuple((finding, new) for file in files.values() for finding, _, new in file.edits),
        tuple(plan.left),
        broken,
    )


def _real(each: Finding | Broken) -> Path:
    return Path(each.file).resolve()


def _once(edits: Sequence[Edit]) -> list[Edit]:
    found: list[Edit] = []
    for edit in edits:
        if edit not in found:
            found.append(edit)
    return found


def _key(finding: Finding) -> tuple[str, int, str, str]:
    return str(Path(finding.file).resolve()), finding.line, finding.found, finding.query


def _readable(source: Source) -> str:
    """The text as Sphinx would read it."""
    return source.text.encode(source.encoding, "surrogateescape").decode(source.encoding, "replace")


def written(fixed: Fixed, folder: Path) -> Fixed:
    """The fix carried out, file by file; a file that cannot be written is left as it was."""
    done, failed = [], {}
    for old, new in fixed.files:
        try:
            write_source(new, folder)
        except (RulesError, OSError) as error:
            failed[old.path] = str(error) if isinstance(error, RulesError) else str(error.strerror)
        else:
            done.append((old, new))
    mended, left = [], list(fixed.left)
    for finding, new_text in fixed.mended:
        why = failed.get(Path(finding.file).resolve())
        if why is None:
            mended.append((finding, new_text))
        else:
            left.append(Left(finding, why))
    return Fixed(tuple(done), tuple(mended), tuple(left), fixed.broken)


def as_diff(fixed: Fixed) -> str:
    """The fix as a unified diff that `patch` and `git apply` take."""
    out = []
    for old, new in fixed.files:
        name = from_here(str(old.path))
        before, after = (
            [line + end for line, end in zip(s.lines, s.ends, strict=True)] for s in (old, new)
        )
        for line in difflib.unified_diff(before, after, f"a/{name}", f"b/{name}"):
            out.append(line)
            if not line.endswith(("\n", "\r")):
                out.append("\n\\ No newline at end of file\n")
    return "".join(out)


def as_lines(fixed: Fixed, *, done: bool) -> list[str]:
    """What was mended and what is left, a line each in the order of the book, and the sum."""
    verb = "is now" if done else "would be"
    said = [
        (from_here(f.file), f.line, f'mended: "{f.found}" {verb} "{new}": {f.query} is {f.answer}')
        for f, new in fixed.mended
    ]
    said += [
        (from_here(each.finding.file), each.finding.line,
         f"left: {each.finding.message()}; {each.why}")
        for each in fixed.left
    ]  # fmt: skip
    said += [(from_here(each.file), each.line, f"error: {each.message}") for each in fixed.broken]
    lines = [f"{file}:{line}: {text}" for file, line, text in sorted(said)]
    figures = len(fixed.mended)
    what = f"{figures} figure{'' if figures == 1 else 's'}"
    places = f" in {len(fixed.files)} file{'' if len(fixed.files) == 1 else 's'}" if figures else ""
    parts = [f"{what} {'mended' if done else 'to mend'}{places}"]
    if fixed.left:
        parts.append(f"{len(fixed.left)} left to mend by hand")
    if fixed.broken:
        parts.append(f"{len(fixed.broken)} could not be read")
    return [*lines, ", ".join(parts)]
