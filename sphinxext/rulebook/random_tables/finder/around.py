"""The dice that the texts around a table name, and what those texts say of its roll."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from ...language.language_file import clear_die_letters
from ...language.table_words import table_words
from ..dice import Mention
from ..heads import dice_said_in, names_table, spoken
from .tables import Around


class DiceSource(IntEnum):
    """The places that may name the dice, the surest first."""

    HEAD = 1  # the head of the column has the dice and nothing else
    PHRASE = 2  # the head has other words too
    CAPTION = 3
    SENTENCE = 4  # a sentence about this very table
    HEADING = 5
    NEAR = 6  # some text nearby


SENTENCE_END = re.compile(r"(?<=[.!?。])\s+")
MOST_TITLE = 60  # letters of a line that is the title of what follows
_COLONS = (":", "：")
_SIGNED = re.compile(r"(?<![\w.])(?:[+±−]\s?|(?<=[\s(,;])-)\d+(?![\w%-])")
_MULTIPLE = re.compile(r"\s?[×x*]\s?\d")
_CLEAR = clear_die_letters()
_OTHER = re.compile(rf"(?![{_CLEAR}{_CLEAR.upper()}])[^\W\d]\d+\s+\w")  # "T4 tables"


@dataclass(frozen=True)
class Clue:
    """Dice that a text names for a table."""

    notation: str
    source: DiceSource
    is_open: bool = False
    is_order: bool = False  # the sentence just above says to roll these dice


@dataclass(frozen=True)
class SaidOfRoll:
    """Everything that the texts around a table say of its roll."""

    clues: tuple[Clue, ...]
    may_change: bool  # a modifier may take the roll past the dice
    spares_ends: bool  # what is in no row means nothing


def said_around(around: Around, below: str) -> SaidOfRoll:
    """Return everything that the texts around a table say of its roll."""
    texts = (around.caption, around.above, around.before, below, *around.headings[:1])
    heading = DiceSource.HEADING if around.is_first else DiceSource.NEAR
    clues = (
        *clues_in(spoken(around.caption), DiceSource.CAPTION),
        *_clues_above(around.above),
        *_clues_above(around.before),
        *(each for text in around.headings[:1] for each in clues_in(spoken(text), heading)),
    )  # fmt: skip
    again = table_words().again
    return SaidOfRoll(
        clues,
        any(map(_changes, texts)),
        any(again.search(spoken(text)) for text in texts),
    )


def clues_in(text: str, source: DiceSource) -> list[Clue]:
    """Return the dice that a text names, but for those of an amount, such as "1d6 × 10"."""
    return [Clue(each.notation, source, each.is_open) for each in _rolled_in(text)]


def _rolled_in(text: str) -> list[Mention]:
    return [
        each
        for each in dice_said_in(text)
        if not _MULTIPLE.match(text, each.end)
        and not (text.isascii() and _OTHER.match(text, each.start))
    ]


def _clues_above(text: str) -> Iterator[Clue]:
    """Yield the dice that a paragraph above names; its last sentence may be an order to roll."""
    words, plain = table_words(), spoken(text)
    sentences = SENTENCE_END.split(plain)
    for place, sentence in enumerate(sentences, 1):
        mentions = _rolled_in(sentence)
        ends = place == len(sentences)
        opens = sentence.rstrip().endswith(_COLONS)
        is_about = words.rolling.search(sentence) and (opens or words.below.search(sentence))
        is_order = ends and words.rolling.match(sentence) and len(mentions) == 1
        dice_last = mentions and not sentence[mentions[-1].end :].strip(" .!:)")
        is_title = ends and len(plain) < MOST_TITLE and not plain.endswith(".")
        is_sure = is_about or (is_order and dice_last) or is_title
        source = DiceSource.SENTENCE if is_sure and len(mentions) == 1 else DiceSource.NEAR
        for each in mentions:
            yield Clue(each.notation, source, each.is_open, bool(is_order))


def _changes(text: str) -> bool:
    """Check for a modifier: "roll 2d6, +1 in the hills"."""
    plain = spoken(text)
    first = next(iter(dice_said_in(plain)), None)
    return bool(table_words().modifier.search(text) or (first and _SIGNED.search(plain, first.end)))


def is_about(around: Around, clue: Clue) -> bool:
    """Check that the text that names the dice cannot mean another roll."""
    if clue.source is DiceSource.SENTENCE:
        return _is_title(spoken(around.above), clue.notation)
    text = around.caption if clue.source is DiceSource.CAPTION else "".join(around.headings[:1])
    return names_table(text, clue.notation)


def is_introduced(around: Around, clue: Clue) -> bool:
    """Check that a list is announced as one to roll on; steps of a procedure are not."""
    if clue.source is not DiceSource.SENTENCE:
        return is_about(around, clue)
    words = table_words()
    sentence = SENTENCE_END.split(spoken(around.above))[-1]
    if words.each.search(" ".join(sentence.partition(clue.notation)[2].split()[:5])):
        return False
    start = " ".join(sentence.split()[:2])
    return bool(words.rolling.search(start))


def _is_title(text: str, notation: str) -> bool:
    """Check that a line names a table and its dice: "Rumours – d6"."""
    words = text.strip(" .:!?()[]*–—-")
    is_named = words.startswith(notation) or words.endswith(notation)
    return is_named and not table_words().rolling.search(text)
