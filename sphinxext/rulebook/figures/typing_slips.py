"""Slips of the keys: a figure that has one other digit than the right one, or two exchanged."""

from __future__ import annotations

import re
from collections.abc import Sequence

FEWEST = 3  # digits, of which one other is no coincidence


def typing_slip(typed: str, right: str) -> str:
    """Say how the typed figure becomes the right one by one slip of the keys; else nothing."""
    for old, new in zip(_numbers(typed), _numbers(right), strict=False):
        if old == new:
            continue
        return _slip(old, new)
    return ""


def _numbers(text: str) -> Sequence[str]:
    return re.findall(r"\d+(?:[.,]\d+)?", text)


def _slip(old: str, new: str) -> str:
    if len(old) == len(new):
        places = [i for i, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
        if len(places) == 1 and sum(map(str.isdigit, new)) >= FEWEST:
            return f"a slip of the keys: {old[places[0]]} for {new[places[0]]}"
        if (
            len(places) == 2
            and places[1] == places[0] + 1
            and old[places[0]] == new[places[1]]
            and old[places[1]] == new[places[0]]
        ):
            return f"two digits exchanged: {old} for {new}"
    if re.sub(r"[.,]", "", old) == re.sub(r"[.,]", "", new):
        is_lost = len(old) < len(new) or not re.search(r"[.,]", old)
        return f"the point {'left out' if is_lost else 'misplaced'}: {old} for {new}"
    longer, shorter = (old, new) if len(old) > len(new) else (new, old)
    if len(longer) == len(shorter) + 1 >= FEWEST and any(
        longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer))
    ):
        return f"a digit {'too many' if longer is old else 'left out'}: {old} for {new}"
    return ""
