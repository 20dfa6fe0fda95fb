"""The table, the chart or the sentence around each figure of a book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...book.claims import HeldTable
from ...book.domain import rulebook_of
from ...tables.specs import RequestKind

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

DRAWN = (RequestKind.TABLE, RequestKind.CHART, RequestKind.EXPLORER)


class Part(NamedTuple):
    """The table, the chart or the sentence that a figure is in."""

    file: str
    line: int
    kind: str = ""  # table, chart or explorer; empty for a sentence
    caption: str = ""


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
