"""The dice that the texts around a table name, and what those texts say of its roll."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from ...language.table_words import table_words
from ..dice import Mention
from ..heads import dice_said_in, spoken
from .text_tables import Around


class DiceSource(IntEnum):
    """The places that may name the dice, the surest first."""

    HEAD = 1  # the head of the column has the dice and nothing else
    PHRASE = 2  # the head has other words too
    CAPTION = 3
    SENTENCE = 4  # a sentence about this very table
    HEADING = 5
    NEAR = 6  # some text nearby


MOST_WORDS = 12  # of an order to roll; longer sentences say more than that


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
    spared: frozenset[int]  # values that are rolled again
    spares_ends: bool  # what is in no row means nothing
    mentioned: frozenset[int] = frozenset()  # numbers in the paragraphs above and below


def is_direct(sentence: str, notation: str) -> bool:
    """Say whether a sentence says to roll these dice on the table, with few words between."""
    plain_text = spoken(sentence)
    start = plain_text.find(notation)
    if start < 0:
        return False
    between = plain_text[start + len(notation) :].split()[:5]
    words = table_words()
    if words.rolling.match(plain_text) and plain_text.endswith((":", "：")):
        return not words.each.search(" ".join(between)) and len(plain_text.split()) <= MOST_WORDS
    if words.each.search(" ".join(between)):
        return False
    if words.below.search(" ".join(between)):
        return True
    if not plain_text.rstrip(" .:!)]").endswith(notation):
        return False
    is_short = len(plain_text.split()) < 6 or plain_text.endswith((":", "："))
    return is_short or not words.rolling.search(plain_text)


def around_clues(around: Around, below: str = "") -> SaidOfRoll:
    """Everything that the texts around a table say of its roll."""
    found: list[Clue] = []
    found += _clues(around.caption, DiceSource.CAPTION)
    for text in (around.above, around.before):
        if text:
            found += _of_paragraph(text, is_last=text is around.above)
    if around.headings:
        nearest, *further = around.headings
        source = DiceSource.HEADING if around.is_first else DiceSource.NEAR
        found += _clues(nearest, source)
        for text in further[:2]:
            found += _clues(text, DiceSource.NEAR)
    for text in (around.earlier, below):
        found += _clues(text, DiceSource.NEAR)
    paragraphs = (around.above, around.before, around.earlier, below)
    texts = (around.caption, *paragraphs, *around.headings[:1])
    may_change = any(_changes(text) for text in texts if text)
    spared, spares_ends = _spared(texts)
    mentioned = frozenset(number for text in paragraphs for number in _numbers(spoken(text)))
    return SaidOfRoll(tuple(found), may_change, spared, spares_ends, mentioned)


_SIGNED = re.compile(r"(?<![\w.])(?:[+±−]\s?|(?<=[\s(,;])-)\d+(?![\w%-])")
_MULTIPLE = re.compile(r"\s?[×x*]\s?\d")


def _changes(text: str) -> bool:
    """Say whether a text speaks of a modifier: "roll 2d6, +1 in the hills"."""
    if table_words().modifier.search(text):
        return True
    plain_text = spoken(text)
    first = next(iter(dice_said_in(plain_text)), None)
    return first is not None and bool(_SIGNED.search(plain_text, first.end))


def _rolled_in(text: str) -> list[Mention]:
    """The dice that a text names, but for those of an amount, such as "1d6 × 10"."""
    return [each for each in dice_said_in(text) if not _MULTIPLE.match(text, each.end)]


def _clues(text: str, source: DiceSource) -> list[Clue]:
    return [Clue(each.notation, source, each.is_open) for each in _rolled_in(spoken(text))]


_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+")


def _of_paragraph(text: str, *, is_last: bool) -> Iterator[Clue]:
    words = table_words()
    plain_text = spoken(text)
    sentences = _SENTENCE_END.split(plain_text)
    for place, sentence in enumerate(sentences):
        mentions = _rolled_in(sentence)
        ends = place == len(sentences) - 1 and is_last
        opens = ends and sentence.rstrip().endswith((":", "："))
        about = bool(words.rolling.search(sentence)) and (
            opens or bool(words.below.search(sentence))
        )
        about = about or (opens and len(plain_text) < 40)
        order = ends and len(sentence.split()) < 6
        dice_last = bool(mentions) and not sentence[mentions[-1].end :].strip(" .!:)")
        about = about or (order and dice_last and bool(words.rolling.match(sentence)))
        is_order = ends and len(mentions) == 1 and bool(words.rolling.match(sentence))
        title = ends and len(plain_text) < 60 and not plain_text.endswith(".")
        source = DiceSource.SENTENCE if (about or title) and len(mentions) == 1 else DiceSource.NEAR
        for each in mentions:
            yield Clue(each.notation, source, each.is_open, is_order)


def _spared(texts: Sequence[str]) -> tuple[frozenset[int], bool]:
    words = table_words()
    found: set[int] = set()
    generic = False
    for text in texts:
        for sentence in _SENTENCE_END.split(spoken(text)):
            if not words.again.search(sentence):
                continue
            generic = True
            found.update(_numbers(sentence))
    return frozenset(found), generic


def _numbers(text: str) -> Iterator[int]:
    """Every number of a text that is on its own, and all in its ranges: "5-6", "11 or 12"."""
    words = table_words()
    joint = rf"\s*[-–—]\s*|\s+(?:{words.either}|{words.to})\s+"
    for match in re.finditer(rf"(?<![\w.])(\d{{1,3}})(?:(?:{joint})(\d{{1,3}}))?(?![\w%])", text):
        yield from range(int(match[1]), int(match[2] or match[1]) + 1)
