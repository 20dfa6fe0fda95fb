"""Writes dice in the letter of a language: W20 in German, k20 in Polish, d20 in English."""

from __future__ import annotations

import re

from .language_file import own_file

_DICE = re.compile(r"(?<![^\W_])(\d{0,3})d(?=(?:\d{1,4}|%)(?![^\W_]))")


def die_name(notation: str, language: str) -> str:
    """Return dice in the notation of the rules as a book in the language writes them."""
    letter = own_file(language).get("written_die", "d")
    return _DICE.sub(rf"\g<1>{letter}", notation)
