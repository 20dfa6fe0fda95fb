"""The drifted figures of a book put right in its sources, and nothing else touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ...book.claims import Claim, Finding, HeldRolls
from ...book.domain import rulebook_of
from ...figures import LABEL
from ...figures.rephrase import Change, applied, article_before
from ...figures.rolled import ROLLED
from ...rules.errors import RulesError
from ..check.judge import judge_claim
from ..check.random_tables import ROLLS, mended
from ..plain.book import PlainMemory
from ..report.reading import ReadBook, read_once
from .edits import edits_of
from .outcome import Changed, Correction, Fixed
from .plan import Plan, with_texts

NOT_WANTED = "nobody asked to correct it"
READ_AGAIN = "; read that sentence again"  # a story goes on from its dice
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
        together: dict[int, list[Finding]] = {}
        for finding in book.report.verdict.drift:
            is_numbered = finding.case is not None and finding.case.kind is ROLLS
            together.setdefault(id(finding.claim if is_numbered else finding), []).append(finding)
        for findings in together.values():
            if wanted is None or any(map(wanted, findings)):
                _correct(plan, findings)
            else:
                plan.leave(findings, NOT_WANTED)
        _try(plan)
    files = {step.path: plan.files[step.path] for step in plan.steps}
    # A place that several pages include is listed once.
    once = {(step.path, step.edits, step.finding.found): step for step in reversed(plan.steps)}
    return Fixed(
        tuple((file.source, file.after(plan.of(path))) for path, file in files.items()),
        tuple(once.values()),
        tuple(plan.left),
        book.report.verdict.errors,
    )


def _plan_of(book: ReadBook) -> Plan:
    """Return a plan of a book that corrects nothing yet."""
    memory = rulebook_of(book.env)
    encoding = str(getattr(book.env.config, "source_encoding", "utf-8-sig"))
    claims = [claim for page in sorted(memory.claims) for claim in memory.claims[page]]
    is_plain = isinstance(memory, PlainMemory)
    return Plan(book.folder, book.book, encoding, is_plain, claims)


def _correct(plan: Plan, findings: Sequence[Finding]) -> None:
    """Plan the correction of a figure, or of all rolls of a random table."""
    first = findings[0]
    assert first.case is not None
    assert first.claim is not None
    note = READ_AGAIN if first.case.kind is ROLLED else ""
    try:
        if first.case.kind is LABEL:
            raise RulesError("a label or the figures beside it are wrong; correct them by hand")
        changes: list[Changed] = [(first.case.typed, first.changes)]
        if first.case.kind is ROLLS:
            assert isinstance(first.claim, HeldRolls)
            numbered = mended(plan.book, first.claim)
            note = numbered.note
            changes = [(cell, (Change(0, len(cell.text), new),)) for cell, new in numbered.cells]
        placed = [plan.place(first.claim, typed) for typed, _ in changes]
        path = placed[0][0]
        edits = tuple(
            edit
            for (typed, change), (_, text) in zip(changes, placed, strict=True)
            for edit in edits_of(typed.text, text, change, plan.files[path].source.page)
        )
        if isinstance(first.claim, Claim) and edits:  # "a :odds:`83% …`"
            page, language = plan.files[path].source.page, first.case.language
            article = article_before(page, edits[0].start, edits[0].new, language)
            edits = edits if article is None else (article, *edits)
        known = {other for step in plan.of(path) for other in step.edits} - {*edits}
        if any(each.start < other.end and other.start < each.end
               for each in edits for other in known):  # fmt: skip
            raise RulesError("two questions want other figures there")
    except RulesError as error:
        plan.leave(findings, str(error))
        return
    for finding in findings:
        own = (applied(typed.text, change) for typed, change in changes
               if finding.case and typed is finding.case.typed)  # fmt: skip
        new = next(own, finding.expected)
        told = finding._replace(note=note)
        plan.steps.append(Correction(told, path, tuple(changes), edits, new))


def _try(plan: Plan) -> None:
    """Try the plan on the sources in memory, and drop of it what comes out wrong."""
    while wrong := {*map(id, _misjudged(plan))} or {*map(id, _spoiling(plan))}:
        plan.leave([step.finding for step in plan.steps if id(step) in wrong], WRONG)
        plan.steps = [step for step in plan.steps if id(step) not in wrong]


def _spoiling(plan: Plan) -> Iterator[Correction]:
    """Yield the steps that change more in a file than they should."""
    for path, file in plan.files.items():
        steps = plan.of(path)
        if steps and not file.kept(steps):
            yield from [step for step in steps if not file.kept([step])] or steps


def _misjudged(plan: Plan) -> Iterator[Correction]:
    """Yield the steps that leave more wrong than expected, for any page that claims the same."""
    claims: dict[int, list[Correction]] = {}
    for step in plan.steps:
        claims.setdefault(id(step.finding.claim), []).append(step)
    for steps in claims.values():
        new = {id(typed): applied(typed.text, changes)
               for step in steps for typed, changes in step.changes}  # fmt: skip
        claim = steps[0].finding.claim
        assert claim is not None
        for other in plan.alike(claim):
            verdict = judge_claim(plan.book, with_texts(other, claim, new))
            left = Counter((each.found, each.query) for each in plan.left if each.claim is other)
            for finding in verdict.drift:
                left[finding.found, finding.query] -= 1
                if left[finding.found, finding.query] < 0:
                    yield from [s for s in steps if s.finding.line == finding.line] or steps
            yield from steps if verdict.errors else []
