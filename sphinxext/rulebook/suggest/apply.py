"""Writes suggestions into a plain folder as comments, each only where a check finds it right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..check.judge import judge_page
from ..page.source.files import Source, read_source
from ..plain.book import ENCODING, read_text
from ..plain.sources import is_markdown
from ..settings import Book
from .scan import Suggestion


def with_marks(found: Iterable[Suggestion], book: Book) -> list[tuple[Source, Source]]:
    """Each file that gets a comment, before and after."""
    files: dict[Path, list[Suggestion]] = {}
    for each in found:
        if each.known and each.right is None:
            files.setdefault(Path(each.file), []).append(each)
    changed = []
    for path, wanted in files.items():
        old = read_source(path, ENCODING)
        new = _marked(old, wanted, book, markdown=is_markdown(path))
        if new is not None:
            changed.append((old, new))
    return changed


def _marked(
    source: Source, wanted: list[Suggestion], book: Book, *, markdown: bool
) -> Source | None:
    """The source with the comments that hold what they should; None without any."""
    lines, ends = list(source.lines), list(source.ends)
    end = next((each for each in ends if each), "\n")
    count, changed = _right(lines, book, markdown=markdown), False
    for each in sorted(wanted, key=lambda one: one.line, reverse=True):
        for new in _tries(lines, each, markdown=markdown):
            held = _right(new, book, markdown=markdown)
            if held is not None and count is not None and held > count:
                ends += [end] * (len(new) - len(lines))
                lines, count, changed = new, held, True
                break
    if not changed:
        return None
    ends = [*[end] * (len(lines) - 1), source.ends[-1] if source.ends else ""]
    return source._replace(lines=tuple(lines), ends=tuple(ends))


def _right(lines: list[str], book: Book, *, markdown: bool) -> int | None:
    """Count the figures that the lines hold; None if one is wrong or cannot be read."""
    page = read_text("\n".join(lines), "page", book, markdown=markdown)
    verdict = judge_page(book, page.claims)
    return None if verdict.findings or verdict.broken else verdict.checked


def _tries(lines: list[str], each: Suggestion, *, markdown: bool) -> Iterator[list[str]]:
    """The lines with the comment at each place where it may belong."""
    at = each.line - 1
    if not 0 <= at < len(lines):
        return
    if "-table:" in each.write:
        first = at
        while first and lines[first - 1].strip():
            first -= 1
        yield [*lines[:first], each.write, "", *lines[first:]]
        return
    if not markdown:
        last = at
        while last + 1 < len(lines) and lines[last + 1].strip():
            last += 1
        indent = re.match(r"\s*", lines[at])
        yield [
            *lines[: last + 1],
            "",
            (indent[0] if indent else "") + each.write,
            *lines[last + 1 :],
        ]
        return
    mark = each.write[each.write.index("<!--") :]
    words = re.compile(r"\s+".join(map(re.escape, each.found.split())) + r"[*_`]*(?![\w%])")
    for match in words.finditer(lines[at]):
        if lines[at][match.end() :].lstrip().startswith("<!--"):
            continue
        text = f"{lines[at][: match.end()]} {mark}{lines[at][match.end() :]}"
        yield [*lines[:at], text, *lines[at + 1 :]]
