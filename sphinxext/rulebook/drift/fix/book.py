"""The drifted figures of a book put right in its sources, and nothing else touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...book.claims import Claim, Finding, HeldRolls, HeldTable
from ...book.domain import rulebook_of
from ...figures import LABEL
from ...figures.rephrase import Change, applied
from ...rules.errors import RulesError
from ...source.document import Cell
from ...source.text import Text
from ..check.judge import judge_claim
from ..check.random_tables import ROLLS, mended
from ..plain.book import PlainMemory
from ..report.reading import ReadBook, read_once
from .edits import Edit, edits_of
from .outcome import Fixed, Mended
from .plan import Correction, EditedFile, Plan

NOT_WANTED = "nobody asked to correct it"
WRONG = "the new figure does not come out right there"
Wanted = Callable[[Finding], bool]


def planned(
    docs: Path, *, plain: bool = False, wanted: Wanted | None = None, doctrees: Path | None = None
) -> Fixed:
    """Plan the fix of a book; nothing is written.

    Only the wanted findings are corrected, or all. A random table is always corrected as a whole.
    """
    with read_once(docs, plain=plain, doctrees=doctrees) as book:
        plan = _plan_of(book)
        numbered: dict[int, list[Finding]] = {}  # of one random table each
        for finding in book.report.verdict.drift:
            if isinstance(finding.claim, HeldRolls) and _is_numbered(finding):
                numbered.setdefault(id(finding.claim), []).append(finding)
            elif wanted is None or wanted(finding):
                _plan_finding(plan, finding)
            else:
                plan.leave(finding, NOT_WANTED)
        for findings in numbered.values():
            if wanted is None or any(map(wanted, findings)):
                _plan_rolls(plan, findings)
            else:
                for finding in findings:
                    plan.leave(finding, NOT_WANTED)
        _try(plan)
    files = [(path, file) for path, file in plan.files.items() if file.steps]
    return Fixed(
        tuple((file.source, file.after(file.steps)) for _, file in files),
        tuple(mended for path, file in files for mended in _mended(path, file)),
        tuple(plan.left),
        book.report.verdict.errors,
    )


def _is_numbered(finding: Finding) -> bool:
    """Check that a finding is on the rolls of a table, which is numbered as a whole."""
    return finding.case is not None and finding.case.kind is ROLLS


def _plan_of(book: ReadBook) -> Plan:
    """Return a plan of a book that has no edits yet."""
    memory = rulebook_of(book.env)
    encoding = str(getattr(book.env.config, "source_encoding", "utf-8-sig"))
    claims = [claim for page in sorted(memory.claims) for claim in memory.claims[page]]
    is_plain = isinstance(memory, PlainMemory)
    return Plan(book.folder, book.book, encoding, is_plain, claims)


def _mended(path: Path, file: EditedFile) -> Iterator[Mended]:
    """List the corrections of a file; a place that several pages include is listed once."""
    steps = {(step.edits, step.finding.found): step for step in reversed(file.steps)}
    for step in steps.values():
        yield Mended(step.finding, step.new, path, step.note)


def _plan_finding(plan: Plan, finding: Finding) -> None:
    assert finding.case is not None
    assert finding.claim is not None
    typed, changes = finding.case.typed, finding.changes
    if finding.case.kind is LABEL:
        plan.leave(finding, "a label or the figures beside it are wrong; correct them by hand")
        return
    cell = typed if isinstance(typed, Cell) else None
    try:
        file, text = plan.place(finding.claim, cell)
        edits = edits_of(typed.text, text, changes, file.text)
    except RulesError as error:
        plan.leave(finding, str(error))
    else:
        new = applied(typed.text, changes)
        _add(plan, file, Correction(finding, ((cell, changes),), edits, new))


def _plan_rolls(plan: Plan, findings: Sequence[Finding]) -> None:
    """Number the rows of a random table anew, as far as it is wrong."""
    held = findings[0].claim
    assert isinstance(held, HeldRolls)
    try:
        numbered = mended(plan.book, held)
        changes = [(cell, (Change(0, len(cell.text), new),)) for cell, new in numbered.cells]
        edits: list[Edit] = []
        for cell, change in changes:
            file, text = plan.place(held, cell)
            edits += edits_of(cell.text, text, change, file.text)
    except RulesError as error:
        for finding in findings:
            plan.leave(finding, str(error))
        return
    for finding in findings:
        own = (
            new
            for cell, new in numbered.cells
            if cell.line == finding.line and cell.text == finding.found
        )
        new = next(own, finding.expected)
        _add(plan, file, Correction(finding, tuple(changes), tuple(edits), new, numbered.note))


def _add(plan: Plan, file: EditedFile, step: Correction) -> None:
    """Take the step in, unless the same place is to hold something else."""
    for edit in step.edits:
        for other in (each for known in file.steps for each in known.edits):
            if other != edit and other.start < edit.end and edit.start < other.end:
                plan.leave(step.finding, "two questions want other figures there")
                return
    file.steps.append(step)


def _try(plan: Plan) -> None:
    """Try the plan on the sources in memory, and drop of it what comes out wrong."""
    for file in plan.files.values():
        while wrong := _wrong(plan, file):
            for step in wrong:
                file.steps.remove(step)
                plan.leave(step.finding, WRONG)


def _wrong(plan: Plan, file: EditedFile) -> list[Correction]:
    """Return the steps of a file that come out wrong."""
    claims: dict[int, list[Correction]] = {}
    for step in file.steps:
        claims.setdefault(id(step.finding.claim), []).append(step)
    wrong = [step for steps in claims.values() for step in _failed(plan, steps)]
    if not wrong and file.steps and not file.kept(file.steps):
        return list(_breaking(file, file.steps)) or list(file.steps)
    return wrong


def _breaking(file: EditedFile, steps: Sequence[Correction]) -> Iterator[Correction]:
    """Yield the steps that change what they should not, found by halves."""
    half = len(steps) // 2
    for some in (steps[:half], steps[half:]) if half else ():
        if not file.kept(some):
            yield from _breaking(file, some) if len(some) > 1 else some


def _failed(plan: Plan, steps: list[Correction]) -> list[Correction]:
    """Return the steps of a claim that are not right for all who claim the same."""
    claim = steps[0].finding.claim
    assert claim is not None
    if isinstance(claim, Claim):
        new = applied(claim.words, steps[0].changes[0][1])
        same = [each._replace(words=new) for each in plan.alike(claim)]
        verdicts = [judge_claim(plan.book, each) for each in same]
        return steps if any(each.drift or each.errors for each in verdicts) else []
    texts = {
        id(cell): applied(cell.text, changes)
        for step in steps
        for cell, changes in step.changes
        if cell is not None
    }
    places = {
        (r, c): texts[id(cell)]
        for r, row in enumerate(claim.sheet.rows)
        for c, cell in enumerate(row)
        if id(cell) in texts
    }
    wrong: list[Correction] = []
    for other in plan.alike(claim):
        verdict = judge_claim(plan.book, _with_cells(other, places))
        left = Counter(
            (each.finding.found, each.finding.query)
            for each in plan.left
            if each.finding.claim is other
        )
        for finding in verdict.drift:
            left[finding.found, finding.query] -= 1
            if left[finding.found, finding.query] < 0:
                near = [step for step in steps if step.finding.line == finding.line]
                wrong += near or steps
        wrong += steps if verdict.errors else []
    return [step for step in steps if step in wrong]


def _with_cells(
    claim: HeldTable | HeldRolls, new: Mapping[tuple[int, int], str]
) -> HeldTable | HeldRolls:
    """Return the claim of a table with other texts in some cells."""
    rows = [
        [
            replace(cell, text=Text(new[r, c])) if (r, c) in new else cell
            for c, cell in enumerate(row)
        ]
        for r, row in enumerate(claim.sheet.rows)
    ]
    return claim._replace(sheet=replace(claim.sheet, rows=rows))
