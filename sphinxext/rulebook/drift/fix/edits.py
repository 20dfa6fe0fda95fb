"""Turns changes of a typed figure into edits of its source."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from ...figures.rephrase import Change, Changes
from ...rules.errors import RulesError
from ...source.document import Document
from ...source.text import Text
from .widen import Edit, rewritten


def edits_of(typed: str, text: Text, changes: Changes, source: str) -> Changes:
    """Return the edits that make the changes of a typed text, whose letters know their places."""
    if not changes:
        raise RulesError("no right figure is known in the style of these words")
    if not typed.strip() and not text.strip() and text.start is not None:
        at = text.start
        is_in_bars = source[at - 1 : at] == "|" and source[at : at + 2].isspace()
        return (Change(at + is_in_bars, at + is_in_bars, changes[0].new),)
    found = [edit for change in changes for edit in _made(typed, text, change, source)]
    return tuple(found)


def _made(typed: str, text: Text, change: Change, source: str) -> Iterator[Change]:
    """Yield the edits of a change: word by word where it goes over the end of a line."""
    old = _part(typed, text, change)
    if not old.places or old.split() != source[old.places[0] : old.places[-1] + 1].split():
        raise RulesError("the figure is not found in these words, or goes on in the next line")
    start, end = old.places[0], old.places[-1] + 1
    if source[start - 1 : start] == "\\" and change.new[:1].isalnum():
        start -= 1  # what was escaped there is gone
    if "\n" not in source[start:end]:
        yield Change(start, end, change.new)
        return
    new = change.new.split()
    if len(new) != len(old.split()):
        raise RulesError("the figure is not found in these words, or goes on in the next line")
    for word, instead in zip(re.finditer(r"\S+", source[start:end]), new, strict=True):
        if word[0] != instead:
            yield Change(start + word.start(), start + word.end(), instead)


def _part(typed: str, text: Text, change: Change) -> Text:
    """Return the part of a text that is to change, also where other words are around it."""
    words = typed[change.start : change.end].split()
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    before = [match.start() for match in pattern.finditer(typed)] if words else []
    here = [match.span() for match in pattern.finditer(text)]
    if change.start not in before or len(before) != len(here):
        return Text("")
    start, end = here[before.index(change.start)]
    return text[start:end]


def edited(text: Text, edits: Sequence[Change]) -> str:
    """Return what a text says after some edits of its source, which are in their order."""
    if text.start is None or text.end is None:
        return text
    # An empty cell may have a space before what is written into it.
    first = bisect_left(edits, text.start, key=lambda edit: edit.start)
    last = bisect_right(edits, text.end + (not text), key=lambda edit: edit.start)
    if not text:
        return "".join(edit.new for edit in edits[first:last] if edit.start == edit.end)
    letters = list(text)
    for edit in edits[max(0, first - 1) : last]:
        own = [i for i, place in enumerate(text.places) if edit.start <= place < edit.end]
        for i in own:
            letters[i] = edit.new if i == own[0] else ""
    return "".join(letters)


def written(lines: Sequence[str], edits: Sequence[Change]) -> list[str]:
    """Return the lines with the edits made, tables widened where a figure needs room."""
    page, placed = Document("\n".join(lines)), []
    for edit in edits:
        column = page.column(edit.start)
        end = column + edit.end - edit.start
        placed.append(Edit(page.line(edit.start) - 1, column, end, edit.new))
    return rewritten(lines, placed)
