"""The words that a book says of itself, such as "Contents" and "Chapter", in its language."""

from __future__ import annotations

from .language_file import FALLBACK, language_file


def words_of(language: str) -> dict[str, str]:
    """The words in a language, English where its file has none."""
    words: dict[str, str] = {**language_file(FALLBACK)["press"]}
    return {**words, **language_file(language).get("press", {})}
