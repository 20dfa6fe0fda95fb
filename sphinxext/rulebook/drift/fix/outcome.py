"""The result of a fix: the files it writes and the lines it prints."""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import NamedTuple

from ...book.claims import Finding
from ...figures.kind import Typed
from ...figures.rephrase import Changes
from ...files import from_here
from ...rules.errors import RulesError
from ...source.files import Source, write_source
from ..report.words import message

Changed = tuple[Typed, Changes]


class Correction(NamedTuple):
    """A figure to put right, or that is right now: its file, its edits, and what is there then."""

    finding: Finding
    path: Path
    changes: tuple[Changed, ...]
    edits: Changes  # of the source
    new: str


class Fixed(NamedTuple):
    """The result of a fix: the files before and after, the corrections, and the figures left.

    The note of a figure that is left says why.
    """

    files: tuple[tuple[Source, Source], ...] = ()
    mended: tuple[Correction, ...] = ()
    left: tuple[Finding, ...] = ()
    broken: tuple[Finding, ...] = ()


def written(fixed: Fixed, folder: Path) -> Fixed:
    """The fix carried out, file by file; a file that cannot be written is left as it was."""
    done, failed = [], {}
    for old, new in fixed.files:
        try:
            write_source(new, folder)
        except (RulesError, OSError) as error:
            failed[old.path] = str(error) if isinstance(error, RulesError) else str(error.strerror)
        else:
            done.append((old, new))
    left = [each.finding._replace(note=failed[each.path])
            for each in fixed.mended if each.path in failed]  # fmt: skip
    mended = tuple(each for each in fixed.mended if each.path not in failed)
    return Fixed(tuple(done), mended, (*fixed.left, *left), fixed.broken)


def as_diff(fixed: Fixed) -> str:
    """The fix as a unified diff that `patch` and `git apply` take."""
    out = []
    for old, new in fixed.files:
        name = from_here(str(old.path))
        # As git counts lines, which takes no lone carriage return for the end of one.
        before, after = (re.findall(r"[^\n]*\n|[^\n]+", source.text) for source in (old, new))
        for line in difflib.unified_diff(before, after, f"a/{name}", f"b/{name}"):
            out.append(line)
            if not line.endswith("\n"):
                out.append("\n\\ No newline at end of file\n")
    return "".join(out)


def as_lines(fixed: Fixed, *, done: bool) -> list[str]:
    """List the corrections and the figures left, in the order of the book, and the sum."""
    verb = "is now" if done else "would be"
    said = [
        (
            from_here(f.file),
            f.line,
            f'fixed: "{f.found}" {verb} "{" ".join(step.new.split())}": {f.query} is {f.answer}'
            f"{f.note}",
        )
        for step in fixed.mended
        for f in [step.finding]
    ]
    said += [
        (from_here(each.file), each.line, f"left: {message(each)}; {each.note}")
        for each in fixed.left
    ]
    said += [(from_here(each.file), each.line, f"error: {message(each)}") for each in fixed.broken]
    lines = [f"{file}:{line}: {text}" for file, line, text in sorted(said)]
    figures = len(fixed.mended)
    what = f"{figures} figure{'' if figures == 1 else 's'}"
    places = f" in {len(fixed.files)} file{'' if len(fixed.files) == 1 else 's'}" if figures else ""
    parts = [f"{what} {'fixed' if done else 'to fix'}{places}"]
    if fixed.left:
        parts.append(f"{len(fixed.left)} left to fix by hand")
    if fixed.broken:
        parts.append(f"{len(fixed.broken)} could not be read")
    return [*lines, ", ".join(parts)]
