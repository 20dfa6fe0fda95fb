"""Tells from the words around a number how likely it is odds."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from functools import cache
from math import exp
from pathlib import Path

from ...language.clue_words import speaks_of, spoken_in
from .forms import Candidate, behind
from .typed import ANY_DIE, CLEAR_DIE, REAL_SIDES, WORD_END, WORD_START, said_in

LIKELY = 0.5
GRIDS = (36, 216)
NAMED = re.compile(
    rf"{WORD_START}\d*(?:{ANY_DIE}{REAL_SIDES}|{CLEAR_DIE}[%F]|(?<=\d){CLEAR_DIE}\d{{1,3}})s?{WORD_END}"
)
_EVENT = re.compile(r"(?<![\w.])\d{1,2}(?:\s?\+(?!\s?\d)|\s?[-–]\s?\d{1,2}(?![\d%]))|[≥≤]\s?\d")
_SIGNED = re.compile(r"[-+−±$£€]\s?$")
_LABEL = re.compile(r"[^\W\d][\w ]{2,24}[:=(]\W*$")
_ENDS = re.compile(r"[*_]*\s*(?:[-–—.,;:)\]]|\Z)")
_WORDS = {  # each with the kinds of words in the files of the languages
    "dice": "dice flips rolls cards results coins",
    "odds": "odds chances",
    "often": "often",
    "happens": "succeed occurs",
    "threshold": "thresholds",
    "goods": "money weight size software",
    "survey": "surveyed",
    "health": "health",
    "change": "change",
    "world": "period encounters",
}
_BEHIND = {
    "often behind": "often",
    "compared behind": "compared units",
    "things behind": "things skills",
    "tries behind": "tries",
    "average behind": "average_behind",
}
_BEFORE = {"changed before": "changed_by", "owned before": "owned bounds", "numbered": "numbered"}


def words_in(text: str, language: str) -> frozenset[str]:
    """Return what the words of a text speak of."""
    spoken = spoken_in(language)
    found = {name for name, kinds in _WORDS.items() if speaks_of(kinds, text, spoken)}
    if NAMED.search(text):
        found.add("named dice")
    if _EVENT.search(text):
        found.add("event")
    return frozenset(found)


def features_of(
    text: str, each: Candidate, said: frozenset[str], around: Collection[str], language: str
) -> frozenset[str]:
    """Return what speaks for or against a candidate; `around` is what the texts around it say."""
    found = {*said, *(f"{name} around" for name in around), each.form}
    head, rest = text[max(0, each.start - 40) : each.start], text[each.end : each.end + 40]
    found |= {name for name, kinds in _BEHIND.items() if behind(kinds, language).match(rest)}
    found |= {
        name for name, kinds in _BEFORE.items() if said_in(kinds, language, r"\W*$").search(head)
    }
    shapes = ((_SIGNED.search(head), "signed"), (_LABEL.search(head), "label"),
              (_ENDS.match(rest), "ends"))  # fmt: skip
    found |= {name for match, name in shapes if match}
    return frozenset(found | shape_of(text[each.start : each.end]))


def shape_of(written: str) -> set[str]:
    """Return what the digits of a figure tell: that it is round, or that of two or three d6."""
    number = re.search(r"(\d+)(?:[.,](\d+))?", written)
    if number is None:
        return set()
    found = set()
    digits = len(number[2] or "")
    value = int(number[1] + (number[2] or ""))
    if not digits and value % 5 == 0 and "%" in written:
        found.add("round")
    total = 100 * 10**digits
    if digits and any(value == round(total * (value * grid // total + up) / grid)
                      for grid in GRIDS for up in (0, 1)):  # fmt: skip
        found.add("on a grid")
    return found


def likelihood(kind: str, found: frozenset[str]) -> float:
    """Return how likely a number with these features is odds."""
    weights = weights_of()[kind]
    score = weights["always"] + sum(weights.get(name, 0.0) for name in found)
    return 1 / (1 + exp(-max(-50.0, min(50.0, score))))


def is_likely(kind: str, found: frozenset[str]) -> bool:
    """Return whether a number with these features is more likely odds than not."""
    return likelihood(kind, found) >= LIKELY


@cache
def weights_of() -> Mapping[str, Mapping[str, float]]:
    """Return the weights that `tools/fit-likelihood` fitted."""
    path = Path(__file__).with_name("weights.json")
    found: dict[str, dict[str, float]] = json.loads(path.read_text("utf-8"))
    return found
