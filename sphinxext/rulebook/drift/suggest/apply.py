"""Writes suggestions that the words themselves name into a plain folder, as comments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ...settings import Book
from ...source.files import Source, read_source
from ..check.judge import judge_page
from ..plain.book import ENCODING, read_text
from ..plain.claims import held_spans
from ..plain.sources import is_markdown
from .suggestion import Suggestion


def with_marks(found: Iterable[Suggestion], book: Book) -> list[tuple[Source, Source]]:
    """Each file that gets a comment, before and after."""
    files: dict[Path, list[Suggestion]] = {}
    for each in found:
        if each.is_named and each.right is None:
            files.setdefault(Path(each.file), []).append(each)
    changed = []
    for path, wanted in files.items():
        old = read_source(path, ENCODING)
        new = _marked(old, wanted, book, markdown=is_markdown(path))
        if new is not None:
            changed.append((old, new))
    return changed


class _Mark(NamedTuple):
    """A comment, and where it goes."""

    line: int  # from 0
    column: int  # -1 for lines of their own
    new: tuple[str, ...]
    figure: tuple[int, int] | None = None  # line and column of the figure that it is to hold

    def on(self, lines: list[str]) -> list[str]:
        """The lines with the comment."""
        if self.column < 0:
            return [*lines[: self.line], *self.new, *lines[self.line :]]
        text = lines[self.line]
        before, behind = text[: self.column], text[self.column :]
        room = "" if behind[:1].strip() else " "  # readers see a space before a full stop
        text = f"{before}{room}{self.new[0]}{behind}"
        return [*lines[: self.line], text, *lines[self.line + 1 :]]


def _place(mark: _Mark) -> tuple[int, int, tuple[int, ...]]:
    return mark.line, mark.column, mark.figure or ()


class _Held(NamedTuple):
    """The right figures of a text: how many, and where those in sentences are."""

    checked: int
    places: tuple[tuple[int, int], ...]  # first and last offset

    def has(self, lines: list[str], figure: tuple[int, int]) -> bool:
        """Check that the figure at a line and column is held."""
        line, column = figure
        offset = sum(len(text) + 1 for text in lines[:line]) + column
        return any(start <= offset < end for start, end in self.places)


def _marked(
    source: Source, wanted: list[Suggestion], book: Book, *, markdown: bool
) -> Source | None:
    """The source with the comments that hold what they should; None without any."""
    lines, changed = list(source.lines), False
    end = next((each for each in source.ends if each), "\n")
    before = _held(lines, book, markdown=markdown)
    marks = {mark for each in wanted if (mark := _mark(lines, each, markdown=markdown))}
    for mark in sorted(
        marks, key=lambda one: (one.line, one.column, one.figure or ()), reverse=True
    ):
        new = mark.on(lines)
        now = _held(new, book, markdown=markdown)
        if now is None or before is None or now.checked <= before.checked:
            continue
        if mark.figure is None or now.has(new, mark.figure):  # and no other figure beside it
            lines, before, changed = new, now, True
    if not changed:
        return None
    ends = [*[end] * (len(lines) - 1), source.ends[-1] if source.ends else ""]
    return source._replace(lines=tuple(lines), ends=tuple(ends))


def _held(lines: list[str], book: Book, *, markdown: bool) -> _Held | None:
    """The figures that the lines hold; None if one is wrong or cannot be read."""
    claims = read_text("\n".join(lines), "page", book, markdown=markdown)
    verdict = judge_page(book, claims)
    if verdict.drift or verdict.errors:
        return None
    return _Held(verdict.checked, tuple(held_spans(claims)))


def _mark(lines: list[str], each: Suggestion, *, markdown: bool) -> _Mark | None:
    """The comment of a suggestion at its place; None where the place is not sure."""
    at = each.line - 1
    if not 0 <= at < len(lines):
        return None
    if "-table:" in each.write:
        while at and lines[at - 1].strip():
            at -= 1
        return _Mark(at, -1, (each.write, ""))
    if each.column is None:
        return None
    words = re.compile(r"\s+".join(map(re.escape, each.found.split())) + r"[*_`]*(?![\w%])")
    match = words.match(lines[at], each.column)
    if match is None:
        return None
    figure = at, each.column
    if markdown:
        if lines[at][match.end() :].lstrip().startswith("<!--"):
            return None
        mark = each.write[each.write.index("<!--") :]
        return _Mark(at, match.end(), (mark,), figure)
    indent = re.match(r"\s*", lines[at])
    while at < len(lines) and lines[at].strip():
        at += 1
    return _Mark(at, -1, ("", (indent[0] if indent else "") + each.write), figure)
