"""The few words of our own among an author's figures and beside charts, by language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from .language_file import language_file


class Phrases:
    """The words of one language by their names; a table of English lists them all."""

    def __init__(self, words: Mapping[str, str]) -> None:
        """Take a table of a language's file."""
        vars(self).update(words)

    def __getattr__(self, name: str) -> str:
        """Refuse a name that no file has."""
        raise AttributeError(name)


@lru_cache(maxsize=64)
def words_of(language: str, table: str = "page") -> Phrases:
    """The words of a language, English where there are none."""
    return Phrases(language_file(language)[table])


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
