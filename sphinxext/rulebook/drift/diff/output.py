"""Writes a comparison for a terminal, for machines and for a pull request."""

from __future__ import annotations

import re
from typing import Any

from ...figures import kind_named
from ...rules.digits import fraction_of, quotient
from ..lock.moved import Moved
from .compare import Compared

LONGEST_COMMENT = 65_000  # letters; GitHub takes none that is longer than 65,536


def as_text(found: Compared) -> str:
    """A line for each figure that moves, and a last line that sums up."""
    lines = []
    for each in found.moves:
        old, new = each.said(found.style)
        exact = f" ({each.old or 'none'} to {each.new or 'none'})" if _is_number(each) else ""
        place = _where(each)
        lines.append(f"{place}{': ' * bool(place)}{each.figure.query}: {old} to {new}{exact}")
    return "\n".join([*lines, _sum(found)]) + "\n"


def _where(each: Moved) -> str:
    """Return the file and the line, else the place in the book, as far as they are known."""
    figure = each.figure
    return f"{figure.file}:{figure.line}" if figure.file else figure.place


def _is_number(each: Moved) -> bool:
    return kind_named(each.figure.kind).is_rounded


def _sum(found: Compared) -> str:
    what = "published figure" if found.is_published else "figure"
    many = len(found.moves)
    said = f"{many or 'no'} {what}{'' if many == 1 else 's'} moved"
    said += "".join(
        f"; {count} {word}"
        for count, word in zip(found.only, ("gone", "new"), strict=True)
        if count
    )
    if found.unasked:
        said += f"; {found.unasked} of the pages not compared, add --docs"
    return said


def as_json(found: Compared) -> list[dict[str, Any]]:
    """An object for each figure that moves."""
    return [
        {
            "query": each.figure.query,
            "game": each.figure.game,
            "kind": each.figure.kind,
            "old": _exact(each, each.old),
            "new": _exact(each, each.new),
            "file": each.figure.file or None,
            "line": each.figure.line or None,
            "place": each.figure.place or None,
        }
        for each in found.moves
    ]


def _exact(each: Moved, value: str | None) -> str | None:
    """A number as "n/d", a text of the rules as it is."""
    if value is None or not kind_named(each.figure.kind).is_exact:
        return value
    return quotient(fraction_of(value))


def as_markdown(found: Compared) -> str:
    """A table for the comment of a pull request."""
    if not found.moves:
        said = "No published chance moves" if found.is_published else "No chance moves"
        return f"{said}{_sum(found).partition(' moved')[2]}.\n"
    places = any(map(_where, found.moves))
    heads = ["Page"] * places + ["Question", "Old", "New"]
    lines = [f"**{_sum(found)}**", "", _row(heads)]
    lines.append(_row(["---"] * (places + 1) + ["---:", "---:"]))
    room = LONGEST_COMMENT - len("\n".join(lines))
    for number, each in enumerate(found.moves):
        page = [_cell(_where(each))] * places
        row = _row([*page, _code(each.figure.query), *map(_cell, each.said(found.style))])
        room -= len(row) + 1
        if room < 0:
            lines += ["", f"and {len(found.moves) - number:,} more"]
            break
        lines.append(row)
    return "\n".join(lines) + "\n"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    return re.sub(r"([\\`*_|<>\[\]])", r"\\\1", " ".join(text.split()))


def _code(text: str) -> str:
    """The text as code that no bar and no backtick breaks."""
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    pad = " " if "`" in text else ""
    return f"{ticks}{pad}{' '.join(text.split())}{pad}{ticks}".replace("|", r"\|")
