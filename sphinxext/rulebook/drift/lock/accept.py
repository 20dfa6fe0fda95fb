"""Records part of what moved: the figures of a question, of a check or of a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ...rules.errors import RulesError, suggest
from .published import PublishedFigure


def accepted(
    figures: Sequence[PublishedFigure], named: Sequence[str], folder: Path
) -> set[PublishedFigure]:
    """Return the figures that the names mean; each name must mean some."""
    found: set[PublishedFigure] = set()
    for name in named:
        meant = _meant(figures, " ".join(name.split()), folder)
        if not meant:
            known = {each.query for each in figures} | {each.file for each in figures}
            raise RulesError(
                f"--accept: nothing published is of '{name}'; name a question, a check or a file"
                f"{suggest(name, known)}"
            )
        found |= meant
    return found


def _meant(figures: Sequence[PublishedFigure], name: str, folder: Path) -> set[PublishedFigure]:
    """Return the figures of a question, else those of a file, else those that ask a check."""
    places = {(Path(start) / name).resolve() for start in (".", folder)}
    game, colon, text = name.rpartition(":")
    own = [each for each in figures if not colon or each.game == game]
    asks = re.compile(rf"(?<![\w.-]){re.escape(text)}(?![\w-])")
    return (
        {each for each in own if _bare(each.query) == _bare(text)}
        or {each for each in figures if (folder / each.file).resolve() in places}
        or {each for each in own if asks.search(each.query)}
    )


def _bare(question: str) -> str:
    return "".join(question.split())


def with_accepted(
    locked: Sequence[PublishedFigure], taken: set[PublishedFigure]
) -> list[PublishedFigure]:
    """Return the locked figures, with those that were accepted in place of what they were.

    A question that was accepted in one place stays as it was in the others.
    """
    now = {each.identity for each in taken}
    return [*(each for each in locked if each.identity not in now), *taken]
