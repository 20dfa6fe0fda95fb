"""Sums up what moved: in one line for each table, chart and sentence, or for the whole book."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..ask.specs import RequestKind
from ..files import from_here
from ..page.claims import HeldTable
from ..page.domain import rulebook_of

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

MOST_SHOWN = 2  # changes that a line gives as examples
MOST_PARTS = 5  # tables, charts and pages that the line on the book names
DRAWN = (RequestKind.TABLE, RequestKind.CHART, RequestKind.EXPLORER)


class Part(NamedTuple):
    """The table, the chart or the sentence that a figure is in."""

    file: str
    line: int
    kind: str = ""  # table, chart or explorer; empty for a sentence
    caption: str = ""

    @property
    def name(self) -> str:
        """The part as a line names it."""
        if not self.kind:
            return from_here(self.file)
        return f"the {self.kind} *{self.caption}*" if self.caption else f"the {self.kind}"


class Changed(NamedTuple):
    """A published figure that moved since the lock was written."""

    query: str
    old: str
    new: str
    file: str
    line: int
    is_gone: bool = False  # the rules no longer have it
    part: Part | None = None  # the table or chart it is in; none in a sentence

    def message(self) -> str:
        """The change as one line without its place."""
        if self.is_gone:
            return (
                f"{self.query} was {self.old} at the last 'rulebook lock', "
                "and the rules no longer have it"
            )
        return f"{self.query} was {self.old} and is {self.new} since 'rulebook lock'"

    @property
    def where(self) -> Part:
        """The table, the chart or the sentence."""
        return self.part or Part(self.file, self.line)


def parts_of(env: BuildEnvironment) -> dict[tuple[str, int], Part]:
    """Return the table or chart at each file and line that one takes up."""
    memory = rulebook_of(env)
    found = {}
    for asked in memory.places.values():
        for request, places in asked.items():
            if request.kind in DRAWN:
                for at in places:
                    whole = str(Path(at.file).resolve())
                    found[whole, at.line] = Part(whole, at.line, request.kind, at.caption)
    for claims in memory.claims.values():
        for claim in claims:
            if isinstance(claim, HeldTable):
                file = str(Path(claim.file).resolve())
                part = Part(file, claim.line, RequestKind.TABLE, claim.sheet.caption)
                cells = [cell for row in claim.sheet.rows for cell in row]
                found |= {(str(Path(c.file or file).resolve()), c.line): part for c in cells}
    return found


def messages(changed: Iterable[Changed]) -> list[tuple[Part, str]]:
    """Say what moved in one line for each table, chart and sentence."""
    return [
        (part, found[0].message() if len(found) == 1 else _several(part, found))
        for part, found in _grouped((each.where, each) for each in changed).items()
    ]


def _several(part: Part, found: Sequence[Changed]) -> str:
    where = f" in {part.name}" if part.kind else ""
    return f"{_odds(len(found))} moved{where} since 'rulebook lock'{_examples(found)}"


def news(changed: Sequence[Changed]) -> str:
    """Say in one line what moved in the whole book: how many, where, and how to see each."""
    pages = ((part if part.kind else Part(part.file, 0), each)
             for each in changed for part in [each.where])  # fmt: skip
    parts = _grouped(pages)
    said = [f"{len(found):,} in {part.name}{_examples(found)}" for part, found in parts.items()]
    if len(said) > MOST_PARTS:
        rest = sum(len(found) for found in list(parts.values())[MOST_PARTS:])
        said[MOST_PARTS:] = [f"{rest:,} elsewhere"]
    them = "it" if len(changed) == 1 else "them"
    return f"{_odds(len(changed))} moved: {', '.join(said)}; 'rulebook check --moved' lists {them}"


def _odds(many: int) -> str:
    return "1 published figure" if many == 1 else f"{many:,} published odds"


def _examples(found: Sequence[Changed]) -> str:
    pairs = list(dict.fromkeys(f"{each.old} to {each.new}" for each in found))
    more = ", …" if len(pairs) > MOST_SHOWN else ""
    return f" ({', '.join(pairs[:MOST_SHOWN])}{more})"


def _grouped(pairs: Iterable[tuple[Part, Changed]]) -> dict[Part, list[Changed]]:
    found: dict[Part, list[Changed]] = {}
    for part, each in pairs:
        found.setdefault(part, []).append(each)
    return found
