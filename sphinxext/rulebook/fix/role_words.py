"""Finds the figures of roles in a source: the author's words between backticks."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from docutils.utils import escape2null, unescape

from ..figures.change import Change, Changes
from ..page.roles import HELD, split
from ..page.source.cell_edits import Edit
from ..source.text import Text

_QUOTING = re.compile(r'"\n"|\\(?=["\\])')
_QUOTED = re.compile(r"(?<![`\\])`([^`]+)`(?!`)")


@dataclass
class RoleWords:
    """The author's words of one held role: where they are, and whether a claim has taken them."""

    line: int  # of the role's beginning, from 0
    offset: int  # of the words, from the beginning of the text
    raw: str
    taken: bool = False


def normal(text: str) -> str:
    """The text with all spaces and line ends alike."""
    return " ".join(text.split())


Spots = dict[tuple[str, str], list[RoleWords]]  # by the words and the question


def spots(lines: Sequence[str], *, catalogue: bool = False) -> Spots:
    """Every held role of the source in its order; a catalogue of messages quotes its lines."""
    text = said = "\n".join(lines)
    if catalogue:
        said = _QUOTING.sub(lambda match: "\0" * len(match[0]), text)
    found: Spots = {}
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    for match in _QUOTED.finditer(said):
        words, question = split(unescape(escape2null(match[1].replace("\0", ""))))
        held = HELD.fullmatch(match[1].strip())
        if not words or held is None:
            continue
        start = match.start(1) + len(match[1]) - len(match[1].lstrip()) + held.start("words")
        raw = text[start : start + len(held["words"])]
        line = bisect(starts, match.start()) - 1
        found.setdefault((normal(words), normal(question)), []).append(RoleWords(line, start, raw))
    return found


def edits_at(text: Text, changes: Changes, lines: Sequence[str]) -> list[Edit]:
    """Make changes of a text whose letters know their places; none if one is not so there."""
    source, found = "\n".join(lines), []
    for change in changes:
        old = text[change.start : change.end]
        if not old.places or old.split() != source[old.start : old.end].split():
            return []
        start, end = old.places[0], old.places[-1] + 1
        if source[:start].endswith("\\") and change.new[:1].isalnum():
            start -= 1  # what was escaped there is gone
        pieces = [(start, end, change.new)]
        if "\n" in source[start:end]:
            words, new = re.finditer(r"\S+", source[start:end]), change.new.split()
            if len(new) != len(old.split()):
                return []
            pieces = [
                (start + word.start(), start + word.end(), instead)
                for word, instead in zip(words, new, strict=True)
                if word[0] != instead
            ]
        for first, last, instead in pieces:
            line, column = position(lines, first)
            found.append(Edit(line, column, column + last - first, instead))
    return found


def spot_of(found: Spots, words: str, question: str, line: int) -> RoleWords | None:
    """The place of a claim: on its line, else the only one there is; the next one of several."""
    same = found.get((normal(words), normal(question)), [])
    here = [spot for spot in same if spot.line == line - 1] or (same if len(same) == 1 else [])
    free = [spot for spot in here if not spot.taken]
    if not here:
        return None
    chosen = (free or here)[0]
    chosen.taken = True
    return chosen


def edits_in(text: str, raw: str, change: Change, at: tuple[int, int]) -> list[Edit]:
    """The change of a shown text made in the raw one, which is at a line and column.

    None where it is not found there, or goes over the end of a line in other words than before.
    """
    old = text[change.start : change.end].split()
    pattern = re.compile(r"\s+".join(map(re.escape, old)))
    shown = [match.start() for match in pattern.finditer(text)]
    places = list(pattern.finditer(raw))
    if not old or change.start not in shown or len(places) != len(shown):
        return []
    place = places[shown.index(change.start)]
    start = place.start()
    if raw[:start].endswith("\\") and change.new[:1].isalnum():
        start -= 1  # what was escaped there is gone
    pieces = [(start, place.end(), change.new)]
    if "\n" in place[0]:
        new = change.new.split()
        if len(new) != len(old):
            return []
        words = re.finditer(r"\S+", place[0])
        pieces = [
            (place.start() + word.start(), place.start() + word.end(), instead)
            for word, instead in zip(words, new, strict=True)
            if word[0] != instead
        ]
    found = []
    for start, end, new_text in pieces:
        line, column = position(raw.split("\n"), start)
        column += 0 if line else at[1]
        found.append(Edit(at[0] + line, column, column + end - start, new_text))
    return found


def position(lines: Sequence[str], offset: int) -> tuple[int, int]:
    """Line and column of an offset in the joined lines."""
    for number, line in enumerate(lines):
        if offset <= len(line):
            return number, offset
        offset -= len(line) + 1
    raise IndexError(offset)
