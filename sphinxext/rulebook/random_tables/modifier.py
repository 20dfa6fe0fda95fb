"""The modifier on a table's roll: "level = 0..3"."""

from __future__ import annotations

import re

from ..rules.errors import RulesError

MOST_LEVELS = 200


def modifier_of(text: str) -> tuple[str, int, int]:
    """The modifier's name, its least and its greatest value; no name where there is none."""
    if not text.strip():
        return "", 0, 0
    found = re.fullmatch(
        r"\s*([^\W\d][\w-]*)\s*=\s*([-−]?\d{1,4})(?:\s*\.\.\s*([-−]?\d{1,4}))?\s*", text
    )
    if found is None:
        raise RulesError(
            f"':modifier:' is a name and its values, such as 'level = 0..3', not '{text}'"
        )
    low = int(found[2].replace("−", "-"))
    high = int(found[3].replace("−", "-")) if found[3] else low
    if low > high:
        raise RulesError(f"':modifier:' runs down: '{text}'; write '{found[1]} = {high}..{low}'")
    if high - low >= MOST_LEVELS:
        raise RulesError(f"':modifier:' has {high - low + 1:,} levels; the most is {MOST_LEVELS}")
    return found[1], low, high
