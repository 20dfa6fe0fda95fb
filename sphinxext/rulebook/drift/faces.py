"""Which faces of a die a text names: "5-6", "5+", "5 or 6", "4 to 6"."""

from __future__ import annotations

import re

from .lexicon import lexicon_of
from .written import plain


def faces_in(text: str, language: str, low: int, high: int) -> frozenset[int] | None:
    """The faces that the text names: "5-6", "5+", "5 or 6", "5 or higher", "4 to 6"."""
    lexicon = lexicon_of(language)
    words = plain(text).replace("–", "-").replace("—", "-").replace("~", "-").replace("〜", "-")
    for number, spelled in enumerate(lexicon.numbers):
        words = re.sub(rf"\b{re.escape(spelled)}\b", str(number), words)
    words = re.sub(r"(?<=\d)s\b", "", words)  # "1s" are faces of 1
    plus = "|".join(map(re.escape, lexicon.plus)) or "(?!)"
    minus = "|".join(map(re.escape, lexicon.minus)) or "(?!)"
    to = "|".join(sorted(map(re.escape, lexicon.to), key=len, reverse=True)) or "(?!)"
    for pattern in (
        rf"(?P<low>-?\d+)\s*(?:\+|{plus})",
        rf"(?:≥|>=|{plus})\s*(?P<low>-?\d+)",
        rf"(?P<high>-?\d+)\s*(?:{minus})",
        rf"(?:≤|<=|{minus})\s*(?P<high>-?\d+)",
        rf"(?P<low>-?\d+)\s*(?:-|\.\.|{to})\s*(?P<high>\d+)",
    ):
        if match := re.fullmatch(rf"(?:\D*\s)?{pattern}(?:\s\D*)?", words):
            ends = match.groupdict()
            first, last = int(ends.get("low") or low), int(ends.get("high") or high)
            return frozenset(range(first, last + 1))
    joint = "|".join(map(re.escape, lexicon.either)) or "(?!)"
    pieces = [piece for piece in re.split(rf",|/|\b(?:{joint})\b", words) if piece.strip()]
    numbers = [re.fullmatch(r"\D*?(-?\d+)\D*", piece) for piece in pieces]
    if not pieces or not all(numbers):
        return None
    return frozenset(int(match[1]) for match in numbers if match)
