"""A finding: a typed figure that the rules do not give, whole from the judge to the fix."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ...book.claims import Claim, HeldRolls, HeldTable
from ...figures.kind import Case, Explanation, Wrong
from ...figures.mending import changes_for
from ...figures.rephrase import Changes, applied
from ...rules.digits import quotient

TypedClaim = Claim | HeldTable | HeldRolls


class Unasked(NamedTuple):
    """A held table with figures that nobody asked for: their columns and rows, left as they are."""

    file: str
    line: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class Finding:
    """A wrong figure: what is typed, what is right, and the claim that it is part of."""

    file: str
    line: int
    found: str
    expected: str
    query: str
    answer: str  # what the rules say, for the end of the message
    probability: str | None
    why: Explanation | None
    case: Case = field(compare=False, repr=False)
    claim: TypedClaim = field(compare=False, repr=False)
    changes: Changes = field(compare=False, repr=False)  # of the typed text, in its own style

    @classmethod
    def of(
        cls,
        claim: TypedClaim,
        file: str,
        line: int,
        found: str,
        case: Case,
        wrong: Wrong,
    ) -> Finding:
        """The finding at a place; what it expects is what a fix writes there."""
        typed = case.typed.text
        changes = changes_for(case, wrong.expected)
        expected = " ".join(applied(typed, changes).split()) if changes else wrong.expected
        chance = None if wrong.chance is None else quotient(wrong.chance)
        found, query = (" ".join(text.split()) for text in (found, case.given.question))
        return cls(
            *(file, line, found, expected, query, wrong.answer, chance, wrong.why),
            *(case, claim, changes),
        )
