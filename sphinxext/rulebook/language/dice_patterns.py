"""Patterns for dice as every language writes them: their letters, plus and minus in words."""

from __future__ import annotations

import re

from .language_file import clear_die_letters, die_letters, words_of_all


def _either_case(letters: str) -> str:
    return f"[{letters}{letters.upper()}]"


# The ends of a word. Chinese, Japanese and Korean write words and dice without blanks between.
_LETTER = r"[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
# Letter case is no matter to them, and such a class is slow to compile where it is.
WORD_START = f"(?-i:(?<!{_LETTER}))"
WORD_END = f"(?-i:(?!{_LETTER}))"
ANY_DIE = _either_case(die_letters())
CLEAR_DIE = _either_case(clear_die_letters())
_OTHERS = "".join(letter for letter in die_letters() if letter not in clear_die_letters())
REAL_SIDES = "(?:4|6|8|10|12|20|100)"
# A number behind any other letter may mean something else, unless a real die has so many sides.
OTHER_DIE = _either_case(_OTHERS) + REAL_SIDES
# A letter of a die before its sides: quick to look for, and every pattern of dice needs one.
DIE_SIGN = re.compile(f"[{die_letters()}{die_letters().upper()}][\\d%Ff]")
MINUS = words_of_all("minus_dice")
PLUS_OR_MINUS = "|".join(sorted(MINUS | words_of_all("plus_dice")))
