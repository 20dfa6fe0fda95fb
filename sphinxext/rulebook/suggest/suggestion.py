"""A suggestion: a figure that nothing holds, and its line in a report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Suggestion(NamedTuple):
    """A figure that nothing holds, and what to write around it."""

    file: str
    line: int
    found: str
    write: str
    known: bool = False  # the question is filled in
    right: str | None = None  # what should be there, where that needs no rules
    why: str = ""
    column: int | None = None  # from 0, where the place in the line is sure
    is_named: bool = False  # the words name all that the question asks
    table: int = 0  # the line of the table for which it is proposed, once for all of its cells

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
        if (each.file, each.table) in proposed and not each.why:
            continue
        if each.right is not None:
            said = f'"{each.found}" should be "{each.right}"'
            why = f": {each.why}" if each.why else ""
            verb = "wrong" if each.known else "perhaps wrong"
            lines.append(f"{each.file}:{each.line}: {verb}: {said}{why}")
            continue
        if each.why:
            lines.append(f'{each.file}:{each.line}: perhaps wrong: "{each.found}": {each.why}')
            continue
        if each.table:
            proposed.add((each.file, each.table))
        if "\n" not in each.write:
            lines.append(f"{each.file}:{each.line}: suggest: {each.write}")
        else:
            lines.append(f"{each.file}:{each.line}: suggest: write around the table")
            lines += [f"    {line}".rstrip() for line in each.write.split("\n")]
    return lines
