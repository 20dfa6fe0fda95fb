"""Finds which names, such as outcomes, an author's own sentence mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..rules.errors import fold
from .normalise import normalise


def mentioned(text: str, names: Iterable[str]) -> set[str]:
    """The names that are in the text, folded; a longer one hides those within it."""
    rest = fold(normalise(text))
    found = set()
    for name in sorted({fold(normalise(name)) for name in names if name}, key=len, reverse=True):
        pattern = rf"(?<!\w){re.escape(name.rstrip('. ') or name)}(?!\w)"  # "YES! AND"
        if re.search(pattern, rest):
            found.add(name)
            rest = re.sub(pattern, "\0", rest)
    return found


def says(text: str, right: Iterable[str], names: Iterable[str]) -> bool:
    """True if the text mentions one of the right names, and none of the others."""
    wanted = {fold(normalise(name)) for name in right}
    found = mentioned(text, [*names, *wanted])
    return bool(found) and found <= wanted
