"""The few words of our own among an author's figures and beside charts, by language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .language_file import language_file


class Phrases(NamedTuple):
    """The words of one language, from the table `page` of its file."""

    one_in: str
    never: str
    always: str
    either: str
    upto: str
    chance: str
    exactly: str
    at_least: str
    at_most: str
    more_than: str
    less_than: str
    other_than: str
    average: str
    plain: str
    face: str
    difficulty: str
    outcome: str
    needs: str
    ways: str
    missing: str
    mean: str
    median: str
    stacked: str
    bars: str
    lines: str
    heatmap: str
    data: str
    mostly: str
    otherwise: str
    both: str
    natural: str
    highest: str
    lowest: str
    same: str
    pairs: str
    row: str
    successes: str
    failures: str
    all_failures: str


@lru_cache(maxsize=64)
def words_of(language: str) -> Phrases:
    """The words of a language, English where there are none."""
    return Phrases(**language_file(language)["page"])


def either(items: Sequence[str], words: Phrases) -> str:
    """The items as a sentence lists them."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {words.either} {items[-1]}"


def faces(shown: Sequence[int], words: Phrases) -> str:
    """Faces as a sentence says them: "6", "5 or 6", "4 to 6"."""
    if len(shown) > 2 and shown[-1] - shown[0] == len(shown) - 1:
        return words.upto.format(low=shown[0], high=shown[-1])
    return either([str(face) for face in shown], words)
