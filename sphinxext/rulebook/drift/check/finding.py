"""The verdict on claims, and how a wrong figure becomes a finding."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...book.claims import Finding, FindingKind, TypedClaim
from ...figures.kind import Case, Wrong
from ...figures.mending import changes_for
from ...figures.rephrase import applied
from ...rules.digits import quotient


class Verdict(NamedTuple):
    """How many figures were compared, and what is wrong with them."""

    checked: int = 0
    findings: tuple[Finding, ...] = ()

    def of(self, kind: FindingKind) -> tuple[Finding, ...]:
        """Return the findings of a kind."""
        return tuple(each for each in self.findings if each.kind is kind)

    @property
    def drift(self) -> tuple[Finding, ...]:
        """Return the figures that are wrong."""
        return self.of(FindingKind.DRIFT)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Return what could not be read."""
        return self.of(FindingKind.ERROR)


def together(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the verdicts as one; what could not be read in a place is said once."""
    every = list(verdicts)
    found: list[Finding] = []
    said: set[Finding] = set()
    for finding in (each for verdict in every for each in verdict.findings):
        if finding.kind is FindingKind.DRIFT:
            found.append(finding)
        elif finding not in said:
            said.add(finding)
            found.append(finding)
    return Verdict(sum(each.checked for each in every), tuple(found))


def finding_of(
    claim: TypedClaim, file: str, line: int, found: str, case: Case, wrong: Wrong
) -> Finding:
    """Return the finding at a place; what it expects is what a fix writes there."""
    typed = case.typed.text
    changes = changes_for(case, wrong.expected)
    expected = " ".join(applied(typed, changes).split()) if changes else wrong.expected
    chance = None if wrong.chance is None else quotient(wrong.chance)
    found, query = (" ".join(text.split()) for text in (found, case.given.question))
    return Finding(
        *(file, line, wrong.why, found, expected, query, wrong.answer, chance),
        *(case, claim, changes),
    )
