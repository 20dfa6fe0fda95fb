"""Reads heading cells: the dice that they name, and whether they name anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ..language.table_words import table_words
from .dice import SIX_SIDED, Mention, dice_in
from .rolls import bare


@lru_cache(maxsize=4096)
def spoken(text: str) -> str:
    """A text without its markup."""
    text = re.sub(r"<[^<>]*>|:[\w:.+-]+:(?=`)|\{[\w:.+-]+\}(?=`)", " ", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[*_`]+", "", text).replace("\\", "").strip()


def heading_dice(cell: str) -> tuple[Mention, ...]:
    """The dice that a heading cell names."""
    return dice_said_in(spoken(cell))


@lru_cache(maxsize=4096)
def dice_said_in(text: str) -> tuple[Mention, ...]:
    """The dice that a text names, in notation or in words."""
    return (*dice_in(text), *_dice_in_words(text))


def _dice_in_words(text: str) -> Iterator[Mention]:
    words = table_words()
    for match in SIX_SIDED.finditer(text):  # "3D" may also mean three dimensions
        if match[0] == text.strip() or words.rolling.search(text) or words.modifier.search(text):
            yield Mention(match[0], match.start(), match.end())
    for match in words.sided.finditer(text) if words.side.search(text) else ():  # it is faster
        said = next(group for group in match.groups() if group)
        sides = words.numbers.get(said.casefold(), 0) if not said.isdecimal() else int(said)
        if said.isdecimal() or sides > 3:  # "two sides" are those of a coin or a quarrel
            before = text[: match.start()].split()
            is_named = len(before) > 2 and before[-2].casefold() in words.roll  # "deux dés à"
            said = before[-3 if is_named else -1].casefold() if before else ""
            count = int(said) if said.isdecimal() else words.numbers.get(said, 1)
            name = f"{count}d{sides}" if 1 < count < 10 else f"d{sides}"
            yield Mention(name, match.start(), match.end())
    for match in words.percentile.finditer(text):
        yield Mention("d100", match.start(), match.end())


def is_pure(cell: str) -> bool:
    """Say whether a heading cell names its dice and nothing but that they are rolled."""
    text = spoken(cell)
    if text.startswith(("-", "–", "−")):
        return False  # a loss: "−1d4"
    for mention in reversed(heading_dice(cell)):
        text = text[: mention.start] + " " + text[mention.end :]
    words = [word for word in re.split(r"[^\w%#№°º.]+", text.casefold()) if word]
    known = table_words()
    rest = " ".join(words)
    return rest in known.roll or rest in known.count or all(
        word in known.roll or word in known.count or known.rolling.fullmatch(word)
        or word in known.small
        for word in words
    )  # fmt: skip


def measures(cell: str) -> bool:
    """Say whether a heading cell names something else that dice count: "Damage (d6)"."""
    text = spoken(cell).casefold()
    mentions = heading_dice(cell)
    before = text[: mentions[0].start] if mentions else text
    behind = text[mentions[-1].end :].strip() if mentions else ""
    words = table_words()
    return bool(words.measure.search(before) or words.measure.match(behind))


def is_roll_word(cell: str) -> bool:
    """Say whether a heading cell says that its column has rolls, without the dice."""
    text = bare(cell).strip(" .:#🎲")
    return text in table_words().roll or "🎲" in cell


def names_rolls(cell: str) -> bool:
    """Say whether a heading cell says that its column has rolls, with their dice or without."""
    return (bool(heading_dice(cell)) and is_pure(cell)) or is_roll_word(cell)


def only_counts(cell: str) -> bool:
    """Say whether a heading cell is empty or only numbers the rows."""
    return bare(cell).strip(" :") in table_words().count


def names_table(text: str, notation: str) -> bool:
    """Say whether a heading or caption begins or ends with the dice, as that of a table does."""
    plain_text = spoken(text).strip(" .:!?()[]*–—-")
    if plain_text.endswith(notation) or plain_text.startswith(notation):
        return True
    start = plain_text.find(notation)
    return start >= 0 and bool(table_words().rolling.search(plain_text[max(0, start - 12) : start]))


def dice_of_caption(caption: str) -> str:
    """The dice that a caption names for its table, and no others; nothing where it names none."""
    said = {
        mention.notation
        for mention in heading_dice(caption)
        if not mention.is_open and names_table(spoken(caption), mention.notation)
    }
    return said.pop() if len(said) == 1 else ""
