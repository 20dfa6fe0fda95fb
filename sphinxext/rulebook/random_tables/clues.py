"""Which dice a table is rolled on, as its head, its caption and the texts around it say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from .dice import Mention, dice_in
from .rolls import bare
from .shapes import Around
from .vocabulary import vocabulary


class Source(IntEnum):
    """Where the dice are named, the surest first."""

    HEAD = 1  # the head of the column has the dice and nothing else
    PHRASE = 2  # the head has other words too
    CAPTION = 3
    SENTENCE = 4  # a sentence about this very table
    HEADING = 5
    NEAR = 6  # some text nearby
    IMPLIED = 7  # only the rolls themselves


@dataclass(frozen=True)
class Clue:
    """Dice that a text names for a table."""

    notation: str
    source: Source
    is_open: bool = False


@dataclass(frozen=True)
class Said:
    """What the texts around a table say of its roll."""

    clues: tuple[Clue, ...]
    may_change: bool  # a modifier may take the roll past the dice
    spared: frozenset[int]  # values that are rolled again
    spares_ends: bool  # what is in no row means nothing


@lru_cache(maxsize=4096)
def spoken(text: str) -> str:
    """A text without its markup."""
    text = re.sub(r"<[^<>]*>|:[\w:.+-]+:(?=`)|\{[\w:.+-]+\}(?=`)", " ", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[*_`]+", "", text).replace("\\", "").strip()


def heading_dice(cell: str) -> tuple[Mention, ...]:
    """The dice that a heading cell names."""
    return tuple(_all_dice(spoken(cell)))


def _all_dice(text: str) -> Iterator[Mention]:
    yield from dice_in(text)
    words = vocabulary()
    for match in words.sided.finditer(text):
        sides = next(group for group in match.groups() if group)
        yield Mention(f"d{sides}", match.start(), match.end())
    for match in words.percentile.finditer(text):
        yield Mention("d100", match.start(), match.end())


def is_pure(cell: str) -> bool:
    """Whether a heading cell says its dice and nothing but that they are rolled."""
    text = spoken(cell)
    for mention in reversed(heading_dice(cell)):
        text = text[: mention.start] + " " + text[mention.end :]
    words = [word for word in re.split(r"[^\w%#№°º.]+", text.casefold()) if word]
    known = vocabulary()
    rest = " ".join(words)
    return rest in known.roll or rest in known.count or all(
        word in known.roll or word in known.count or known.rolling.fullmatch(word)
        or word in ("of", "on", "a", "the", "or", "de", "du", "del", "or", "and", "a", "auf", "mit")
        for word in words
    )  # fmt: skip


def measures(cell: str) -> bool:
    """Whether a heading cell names what is counted in dice, such as "Damage (d6)"."""
    text = spoken(cell).casefold()
    mentions = heading_dice(cell)
    before = text[: mentions[0].start] if mentions else text
    return bool(vocabulary().measure.search(before)) or bool(re.search(r"\bd\d+s\b", text))


def names_table(text: str, notation: str) -> bool:
    """Whether a heading or caption begins or ends with the dice, as those of a table do."""
    plain_text = spoken(text).strip(" .:!?()[]*–—-")
    if plain_text.endswith(notation) or plain_text.startswith(notation):
        return True
    start = plain_text.find(notation)
    return start >= 0 and bool(vocabulary().rolling.search(plain_text[max(0, start - 12) : start]))


def is_direct(sentence: str, notation: str) -> bool:
    """Whether a sentence says to roll these dice on the table, with few words between."""
    plain_text = spoken(sentence)
    start = plain_text.find(notation)
    if start < 0:
        return False
    between = plain_text[start + len(notation) :].split()[:5]
    words = vocabulary()
    if words.each.search(" ".join(between)):
        return False
    if words.below.search(" ".join(between)):
        return True
    if not plain_text.rstrip(" .:!)]").endswith(notation):
        return False
    is_short = len(plain_text.split()) < 6 or plain_text.endswith((":", "："))
    return is_short or not words.rolling.search(plain_text)


def is_roll_word(cell: str) -> bool:
    """Whether a heading cell says that its column has rolls, without the dice."""
    text = bare(cell).strip(" .:#🎲")
    return text in vocabulary().roll or "🎲" in cell


def only_counts(cell: str) -> bool:
    """Whether a heading cell is empty or says no more than that its column counts."""
    return bare(cell).strip(" :") in vocabulary().count


def around_clues(around: Around) -> Said:
    """What the texts around a table say of its roll."""
    found: list[Clue] = []
    found += _clues(around.caption, Source.CAPTION)
    for text in (around.above, around.before):
        if text:
            found += _of_paragraph(text, is_last=text is around.above)
    if around.headings:
        nearest, *further = around.headings
        source = Source.HEADING if around.is_first else Source.NEAR
        found += _clues(nearest, source)
        for text in further[:2]:
            found += _clues(text, Source.NEAR)
    found += [
        Clue(each.notation, Source.NEAR, each.is_open) for each in _clues(around.below, Source.NEAR)
    ]
    texts = (around.caption, around.above, around.before, around.below, *around.headings[:1])
    words = vocabulary()
    may_change = any(words.modifier.search(text) for text in texts if text)
    spared, spares_ends = _spared(texts)
    return Said(tuple(found), may_change, spared, spares_ends)


def _clues(text: str, source: Source) -> list[Clue]:
    return [Clue(each.notation, source, each.is_open) for each in _all_dice(spoken(text))]


_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+")


def _of_paragraph(text: str, *, is_last: bool) -> Iterator[Clue]:
    words = vocabulary()
    plain_text = spoken(text)
    sentences = _SENTENCE_END.split(plain_text)
    for place, sentence in enumerate(sentences):
        mentions = list(_all_dice(sentence))
        ends = place == len(sentences) - 1 and is_last
        opens = ends and sentence.rstrip().endswith((":", "："))
        about = bool(words.rolling.search(sentence)) and (
            opens or bool(words.below.search(sentence))
        )
        about = about or (opens and len(plain_text) < 40)
        order = ends and len(sentence.split()) < 6
        dice_last = bool(mentions) and not sentence[mentions[-1].end :].strip(" .!:)")
        about = about or (order and dice_last and bool(words.rolling.match(sentence)))
        title = ends and len(plain_text) < 60 and not plain_text.endswith(".")
        source = Source.SENTENCE if (about or title) and len(mentions) == 1 else Source.NEAR
        for each in mentions:
            yield Clue(each.notation, source, each.is_open)


def _spared(texts: Sequence[str]) -> tuple[frozenset[int], bool]:
    words = vocabulary()
    found: set[int] = set()
    generic = False
    for text in texts:
        for sentence in _SENTENCE_END.split(spoken(text)):
            if not words.again.search(sentence):
                continue
            generic = True
            for low, high in re.findall(
                r"(?<![\w])(\d{1,3})(?:\s*[-–—]\s*(\d{1,3}))?(?!\w)", sentence
            ):
                found |= set(range(int(low), int(high or low) + 1))
    return frozenset(found), generic
