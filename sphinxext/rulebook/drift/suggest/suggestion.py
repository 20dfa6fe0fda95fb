"""A suggestion: a figure that nothing holds, and its line in a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class Suggestion(NamedTuple):
    """A figure that nothing holds, and what to write around it."""

    file: str
    line: int
    found: str
    write: str = ""
    known: bool = False  # the question is filled in, or it is surely wrong
    right: str | None = None  # what should be there, where that needs no rules
    why: str = ""
    column: int | None = None  # from 0, where the place in the line is sure
    is_named: bool = False  # the words name all that the question asks
    table: int = 0  # the line of the table for which it is proposed, once for all of its cells
    query: str = ""  # that a figure beside its dice answers

    @property
    def entry(self) -> dict[str, object]:
        """The suggestion as the reports hold it."""
        return {
            "file": self.file,
            "line": self.line,
            "found": self.found,
            "write": self.write,
            "right": self.right,
            "sure": self.known,
        }


def as_lines(found: Iterable[Suggestion]) -> list[str]:
    """A line for each figure, or for each table, with what to write."""
    lines: list[str] = []
    proposed: set[tuple[str, int]] = set()
    for each in found:
        place, is_wrong = f"{each.file}:{each.line}", each.right is not None
        if is_wrong or each.why:
            verb = "wrong" if is_wrong and each.known else "perhaps wrong"
            right = f' should be "{each.right}"' if is_wrong else ""
            why = f": {each.why}" if each.why else ""
            lines.append(f'{place}: {verb}: "{each.found}"{right}{why}')
        elif not each.table or (each.file, each.table) not in proposed:
            proposed.add((each.file, each.table))
            first, *more = each.write.split("\n")
            lines.append(f"{place}: suggest: {'write around the table' if more else first}")
            lines += [f"    {line}".rstrip() for line in (first, *more) if more]
    return lines


MOST_WRONG, MOST_FILES = 22, 8  # lines of a screen


def as_screen(found: Iterable[Suggestion]) -> list[str]:
    """Return a screen: what is wrong, by file, then counts of all else."""
    every = list(found)
    said = as_lines(each for each in every if each.known and each.right is not None)
    said += as_lines(each for each in every if each.why and each.right is None)
    lines = said[:MOST_WRONG]
    lines += [f"{len(said) - MOST_WRONG:,} more are wrong"] if len(said) > MOST_WRONG else []
    unsure = sum(each.right is not None and not each.known for each in every)
    lines += [f"perhaps wrong: {unsure:,}"] if unsure else []
    held = [each for each in every if each.right is None and not each.why]
    right = sum(each.known for each in held)
    lines += (
        [f"right, and nothing checks {'it' if right == 1 else 'them'}: {right:,}"] if right else []
    )
    files = Counter(each.file for each in held)
    lines += [f"{file}: {count:,} could be held" for file, count in files.most_common(MOST_FILES)]
    if len(files) > MOST_FILES:
        lines.append(f"{len(files) - MOST_FILES:,} more files have figures that could be held")
    return (
        [*lines, "--suggest=all lists each"] if unsure or held or len(said) > MOST_WRONG else lines
    )
