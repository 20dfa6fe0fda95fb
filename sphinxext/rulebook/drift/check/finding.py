"""The verdict on claims, and how a wrong figure becomes a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from ...book.claims import Finding, FindingKind, TypedClaim
from ...figures.kind import Case, Wrong
from ...figures.rephrase import Changes, applied, article_before, combined, names
from ...figures.rephrase_chance import undirected
from ...rules.digits import quotient
from ...rules.errors import RulesError


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


MOST_TRIES = 200  # of changes together, in words with many numbers


def changes_for(case: Case, expected: str) -> Changes:
    """The first changes of the typed words that the rules allow, none where no change is right."""
    text = case.typed.text
    some = islice(combined(case.kind.rewrite(case, expected)), MOST_TRIES)
    for changes in chain(some, _undirected(case, expected), _whole(case, expected)):
        if _is_right(case.saying(applied(text, changes))):
            first, language = changes[0], case.language
            article = article_before(text, first.start, first.new, language)
            return changes if article is None else (article, *changes)
    return ()


def _undirected(case: Case, expected: str) -> Iterator[Changes]:
    """Each change without the "a little over" before it, which no longer holds."""
    for change in case.kind.rewrite(case, expected):
        bare = undirected(case.typed.text, change, case.language)
        if bare is not None:
            yield (bare,)


def _whole(case: Case, expected: str) -> Iterator[Changes]:
    """Give the right text for all of the words, if they say nothing else."""
    if case.kind.is_alone(case.typed.text, case.language):
        yield from ((change,) for change in names(case.typed.text, expected))


def _is_right(case: Case) -> bool:
    try:
        return case.wrong() is None
    except RulesError:
        return False
