"""The results that a check may have: outcomes, difficulties, and how a page shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..errors import RulesError, listed
from ..language.formulas import NEVER, Condition, Number
from ..language.query import HOLDS, Argument, Event

ALONE = 1  # the highest rank of outcomes that exclude each other


class Outcome(NamedTuple):
    """A named outcome of a check, and when it holds.

    Outcomes are tried by their rank: of several that are true, the one within all others counts.
    """

    name: str
    when: Condition = NEVER
    written: str = ""  # the condition as the rules file writes it
    shown: str = ""
    text: str = ""
    label: str = ""
    colour: str = ""
    result: Number | None = None  # what the check comes to then
    always: bool = False  # whether it goes before those that are not
    rank: int = 0
    beside: tuple[tuple[str, Condition], ...] = ()  # others that neither lie within it nor around

    def held(self, known: Mapping[str, object]) -> bool:
        """Return whether it is the outcome of a throw that those before it are not true of."""
        if not self.when.holds(known):
            return False
        for name, when in self.beside:
            if when.holds(known):
                words = sorted(self.when.names() | when.names())
                shown = [f"{word} {known[word]}" for word in words if word in known]
                first = "write 'always' before the condition of the one that goes first"
                if self.always:
                    first = "keep 'always' for the one that goes first"
                raise RulesError(
                    f"a throw with {listed(shown, 'and', '')} is both '{self.name or HOLDS}' and "
                    f"'{name}', and neither always lies within the other; {first}, or conditions "
                    "that exclude each other"
                )
        return True


class Difficulty(NamedTuple):
    """A named difficulty: what it needs, and what it changes in the roll."""

    name: str
    needs: Event
    given: tuple[tuple[str, Argument], ...] = ()  # a whole number moves, all else is set
    text: str = ""
    label: str = ""


class Ladder(NamedTuple):
    """A shared ladder of outcomes, worst first, worth 1, 2, 3 and so on."""

    name: str  # of the check that has it
    names: tuple[str, ...]
    groups: Mapping[str, tuple[str, ...]] = {}  # an empty default, never changed


class Noun(NamedTuple):
    """The rules file's word for the thing that is counted."""

    one: str
    many: str
    none: str = ""

    def of(self, count: int) -> str:
        """The count with its noun: "no successes", "1 success", "-1 successes"."""
        if count == 0:
            return self.none or f"no {self.many}"
        return f"{count} {self.one if count == 1 else self.many}"


class Table(NamedTuple):
    """A ladder or a list of outcomes as a page shows it: its headings and its cells."""

    headings: tuple[str, ...]
    cells: tuple[str, ...]
