"""Where in a source the figures of roles stand: the author's words between backticks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from docutils.utils import escape2null, unescape

from ..present.roles import HELD, split
from .columns import Edit
from .manner import Change

_QUOTED = re.compile(r"(?<![`\\])`([^`]+)`(?!`)")


@dataclass
class Spot:
    """The author's words of one held role: where they stand, and whether a claim has taken them."""

    line: int  # of the role's beginning, from 0
    offset: int  # of the words, from the beginning of the text
    raw: str
    words: str
    question: str
    taken: bool = False


def normal(text: str) -> str:
    """The text with all spaces and line ends alike."""
    return " ".join(text.split())


def spots(lines: Sequence[str]) -> list[Spot]:
    """Every held role of the source in its order."""
    text = "\n".join(lines)
    found = []
    for match in _QUOTED.finditer(text):
        words, question = split(unescape(escape2null(match[1])))
        if not words:
            continue
        stripped = match[1].strip()
        held = HELD.fullmatch(stripped)
        assert held is not None  # split found words
        start = match.start(1) + len(match[1]) - len(match[1].lstrip()) + held.start("words")
        line = text.count("\n", 0, match.start())
        found.append(Spot(line, start, held["words"], normal(words), normal(question)))
    return found


def spot_of(found: Sequence[Spot], words: str, question: str, line: int) -> Spot | None:
    """The place of a claim: on its line, else the only one there is; the next one of several."""
    same = [
        spot for spot in found if spot.words == normal(words) and spot.question == normal(question)
    ]
    here = [spot for spot in same if spot.line == line - 1] or (same if len(same) == 1 else [])
    free = [spot for spot in here if not spot.taken]
    if not here:
        return None
    chosen = (free or here)[0]
    chosen.taken = True
    return chosen


def edit_in(text: str, raw: str, change: Change, at: tuple[int, int]) -> Edit | None:
    """The change of a shown text made in the raw one, which stands at a line and column."""
    old = text[change.start : change.end]
    if not old.strip():
        return None
    pattern = re.compile(r"\s+".join(re.escape(piece) for piece in old.split()))
    shown = [match.start() for match in pattern.finditer(text)]
    places = list(pattern.finditer(raw))
    if change.start not in shown or len(places) != len(shown):
        return None
    place = places[shown.index(change.start)]
    if "\n" in place[0]:
        return None
    before = raw[: place.start()]
    line, column = at[0] + before.count("\n"), place.start() - (before.rfind("\n") + 1)
    if "\n" not in before:
        column += at[1]
    return Edit(line, column, column + len(place[0]), change.new)


def position(lines: Sequence[str], offset: int) -> tuple[int, int]:
    """Line and column of an offset in the joined lines."""
    for number, line in enumerate(lines):
        if offset <= len(line):
            return number, offset
        offset -= len(line) + 1
    raise IndexError(offset)
