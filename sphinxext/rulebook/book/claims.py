"""The claims of a page: each figure that its author typed and marked; and what is wrong with it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..figures.kind import Case, Explanation
    from ..figures.rephrase import Changes
    from ..source.document import Table
    from ..tables.specs import RandomTableSpec, Request, TableSpec


class Claim(NamedTuple):
    """A figure in a sentence, held to the rules."""

    file: str
    line: int
    request: Request
    words: str
    around: str = ""  # the words beside it


class HeldTable(NamedTuple):
    """A table that its author typed, held to what the rules give."""

    file: str
    line: int
    spec: TableSpec
    sheet: Table
    unit: str = ""
    blank: str = ""  # what a blank cell means
    unjudged: str = ""  # the columns and rows that are not judged


class HeldRolls(NamedTuple):
    """A random table that its author typed, held to its dice."""

    file: str
    line: int
    spec: RandomTableSpec
    sheet: Table


class FindingKind(StrEnum):
    """The kinds of findings, as every report names them."""

    DRIFT = "drift"
    ERROR = "error"
    CHANGED = "changed"
    NOT_JUDGED = "not judged"


_KINDS = {
    "UNREAD": FindingKind.ERROR,
    "UNASKED": FindingKind.NOT_JUDGED,
    "MOVED": FindingKind.CHANGED,
    "GONE": FindingKind.CHANGED,
}


class Finding(NamedTuple):
    """Something wrong, whole from the judge to the report and the fix: where, what and why."""

    file: str
    line: int
    why: Explanation | None = None
    found: str = ""  # what is typed, or was locked
    expected: str = ""
    query: str = ""
    answer: str = ""  # what the rules say, for the end of the message
    probability: str | None = None
    case: Case | None = None
    claim: Claim | HeldTable | HeldRolls | None = None
    changes: Changes = ()  # of the typed text, in its own style
    note: str = ""  # what a fix has to say of it

    @property
    def kind(self) -> FindingKind:
        """Return the kind that the reason makes it."""
        return _KINDS.get(self.why.reason.name if self.why else "", FindingKind.DRIFT)


def unread(file: str, line: int, message: str, subtype: str = "table") -> Finding:
    """Return what could not be read, as a line for its author; an ordinary build warns of it."""
    from ..figures.kind import Explanation, Reason

    return Finding(file, line, Explanation(Reason.UNREAD, (subtype, message)))


TypedClaim = Claim | HeldTable | HeldRolls
Held = TypedClaim | Finding
