"""Writes suggestions that the words themselves name into a plain folder, as comments."""

from __future__ import annotations

import re
from collections import defaultdict
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
    """Return each file that gets a comment, before and after."""
    files = defaultdict[Path, list[Suggestion]](list)
    for each in found:
        if each.is_named and each.right is None:
            files[Path(each.file)].append(each)
    sources = ((read_source(path, ENCODING), wanted) for path, wanted in files.items())
    return [(old, new) for old, wanted in sources if (new := _marked(old, wanted, book)) != old]


class _Mark(NamedTuple):
    """A comment, and where it goes."""

    line: int  # from 0
    column: int  # -1 for lines of their own
    new: tuple[str, ...]
    figure: tuple[int, int] | None = None  # line and column of the figure that it is to hold


def _marked(source: Source, wanted: Iterable[Suggestion], book: Book) -> Source:
    """Return the source with the comments that hold what they should, and nothing else."""
    markdown = is_markdown(source.path)
    end = next(filter(None, source.ends), "\n")
    before = _held(source, book, markdown=markdown)
    marks = {mark for each in wanted if (mark := _mark(source.lines, each, markdown=markdown))}
    for mark in sorted(marks, key=lambda each: each[:2], reverse=True):
        at, lines, ends = mark.line, source.lines, source.ends
        if mark.column < 0:
            more, last = (end,) * len(mark.new), min(at, len(ends) - 1)
            new = source._replace(
                lines=(*lines[:at], *mark.new, *lines[at:]),
                ends=(*ends[:last], *more, *ends[last:]),
            )
        else:
            text, rest = lines[at][: mark.column], lines[at][mark.column :]
            room = "" if rest[:1].strip() else " "  # readers see a space before a full stop
            line = f"{text}{room}{mark.new[0]}{rest}"
            new = source._replace(lines=(*lines[:at], line, *lines[at + 1 :]))
        now = _held(new, book, markdown=markdown)
        if now[0] <= before[0]:
            continue
        line_of, column = mark.figure or (0, 0)
        place = sum(len(text) + 1 for text in new.lines[:line_of]) + column
        if mark.figure is None or any(first <= place < last for first, last in now[1]):
            source, before = new, now  # and no other figure beside it is held
    return source


def _held(source: Source, book: Book, *, markdown: bool) -> tuple[int, list[tuple[int, int]]]:
    """Return how many figures a source holds, and where; none if one is wrong or not read."""
    claims = read_text(source.page, "page", book, markdown=markdown)
    verdict = judge_page(book, claims)
    wrong = verdict.drift or verdict.errors
    return (0, []) if wrong else (verdict.checked, list(held_spans(claims)))


def _mark(lines: tuple[str, ...], each: Suggestion, *, markdown: bool) -> _Mark | None:
    """Return the comment of a suggestion at its place; None where the place is not sure."""
    at = each.line - 1
    if "-table:" in each.write:
        while at and lines[at - 1].strip():
            at -= 1
        return _Mark(at, -1, (each.write, ""))
    words = re.compile(r"\s+".join(map(re.escape, each.found.split())) + r"[*_`]*(?![\w%])")
    match = None if each.column is None else words.match(lines[at], each.column)
    if match is None or each.column is None:
        return None
    figure, rest = (at, each.column), lines[at][match.end() :]
    if markdown:
        mark = each.write[each.write.index("<!--") :]
        is_marked = rest.lstrip().startswith("<!--")
        return None if is_marked else _Mark(at, match.end(), (mark,), figure)
    indent = re.match(r"\s*", lines[at])
    while at < len(lines) and lines[at].strip():
        at += 1
    return _Mark(at, -1, ("", (indent[0] if indent else "") + each.write), figure)
