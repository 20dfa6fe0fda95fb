"""Finds which row or column of the asked table a typed label names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product

from ...language.lexicon import lexicon_of
from ...language.normalise import normalise
from ...language.read_figure import numbers_in
from ...rules.errors import fold
from ...tables.cells import Cell, Grid
from ...tables.spans import spread

_ONE = re.compile(r"(?<!\d)1(?=d\d)")  # 1d20 is a d20
_DICE = re.compile(r"(?<!\w)(\d*)\s?d\d+(?!\w)")  # 3d6 are three dice
_WORD = re.compile(r"[^\W\d_]{2,}")
WHOLE, SPACED, WORD, NUMBER, BEGUN = 10_000, 5_000, 100, 50, 20
ALIKE = 4  # first letters by which two forms of a word are one

Levels = Sequence[tuple[str, ...]]  # for each level of nested headings the names of a value


class TableSide:
    """The rows or the columns of the asked table: what names each, and the words of the title."""

    def __init__(
        self, places: Sequence[Levels], titles: Iterable[str], language: str, *, words: bool
    ) -> None:
        """Fold the names, so that labels can be compared with them; they may be words alone."""
        self.words = words
        self.places = [
            [
                tuple(_ONE.sub("", folded(name)) for name in names if name.strip())
                for names in levels
            ]
            for levels in places
        ]
        self.language = language
        self.titles = frozenset(titles)
        self.levels = max(map(len, self.places), default=0)
        # What the values of each level are, in the names of all its places.
        firsts = [[levels[level][:1] for levels in self.places] for level in range(self.levels)]
        dice = [[_DICE.search(name) for names in level for name in names] for level in firsts]
        self.dice = [bool(each) and all(each) for each in dice]
        self.numbered = [
            sum(len(numbers_in(name, language)) == 1 for names in level for name in names) * 2
            > len(self.places)
            for level in firsts
        ]

    def __len__(self) -> int:
        """Count the rows or columns."""
        return len(self.places)

    def values_in(self, texts: Iterable[str], level: int) -> list[str]:
        """Return the texts that name a value of a level."""
        return [
            text
            for text in texts
            if any(self._score(folded(text), levels[level]) for levels in self.places)
        ]

    def named(self, labels: Sequence[str]) -> int | None:
        """Find the one place whose every level is named by one of the labels."""
        texts = [folded(label) for label in labels if label.strip()]
        best: list[int] = []
        most = 0
        for place, levels in enumerate(self.places):
            # A name that is a whole label is better than any word in one.
            score = self._scores(texts, [level for level in levels if level])
            if score and score >= most:
                best = [place] if score > most else [*best, place]
                most = score
        return best[0] if len(best) == 1 else None

    def says_title(self, text: str) -> bool:
        """Return whether the text has a word of the title: "1 die" where dice are counted."""
        words = _WORD.findall(folded(text))
        return any(_are_alike(word, own) for word in words for own in self.titles)

    def is_said(self, text: str, place: int, level: int) -> bool | None:
        """Return whether a label names its own value; None if it names no value at all."""
        scores = [self._score(folded(text), levels[level]) for levels in self.places]
        most = max(scores)
        if most >= WORD or (most and not self.words):
            return scores[place] == most
        return False if self._reads_as_value(text, level) else None

    def is_bare_value(self, text: str, level: int) -> bool:
        """Return whether the label is a value and nothing else: "8", "8 or more", "8 dice"."""
        said = lexicon_of(self.language)
        around = said.one_of("plus minus least most")
        rest = _WORD.findall(re.sub(around, " ", _DICE.sub("", folded(text))))
        return self._reads_as_value(text, level) and all(map(self.says_title, rest))

    def right(self, text: str, place: int, level: int) -> str:
        """Return the label with the value of its place."""
        names = self.places[place][level]
        numbers = numbers_in(names[0], self.language)
        if len(numbers) == 1 and len(re.findall(r"\d+", text)) == 1 and not _DICE.search(text):
            return re.sub(r"[-−]?\d+", str(numbers[0]), text)
        return names[0]

    def _reads_as_value(self, text: str, level: int) -> bool:
        """Return whether a label reads as a value such as those of the axis: a number, or dice."""
        if self.words:
            return False
        if self.dice[level]:
            return _DICE.search(folded(text)) is not None
        return self.numbered[level] and len(self._numbers(folded(text))) == 1

    def _numbers(self, text: str) -> tuple[Fraction, ...]:
        """Return the numbers of a label, of dice only how many they are."""
        return numbers_in(_DICE.sub(r"\1", text), self.language)

    def of_other_dice(self, labels: Sequence[str], level: int) -> dict[str, str]:
        """Return what labels should say that count other dice than most beside them: 1d7 and 2d6.

        Where the values are dice themselves, each label is compared with its own.
        """
        found = {text: match[0].rpartition("d") for text in labels
                 if (match := _DICE.search(normalise(text)))}  # fmt: skip
        many = Counter(die for _, _, die in found.values())
        if self.dice[level] or len(many) < 2:
            return {}
        (usual, most), *_ = many.most_common(1)
        if most * 2 <= len(found):
            return {}
        return {text: f"{count}d{usual}" for text, (count, _, die) in found.items() if die != usual}

    def _scores(self, texts: Sequence[str], levels: Levels) -> int:
        """Rate how well labels name one value of each level, each label one where they suffice."""
        is_enough = len(texts) >= len(levels)
        some = permutations(texts, len(levels)) if is_enough else product(texts, repeat=len(levels))
        ways = ([self._score(text, level) for text, level in zip(way, levels, strict=True)]
                for way in some)  # fmt: skip
        return max((sum(way) for way in ways if all(way)), default=0)

    def _score(self, text: str, names: Sequence[str]) -> int:
        """Rate how well a label names a value: wholly, by a word in it, or by its only number."""
        score, counted, text = 0, text, _ONE.sub("", text)
        for name in names:
            if text == name:
                return WHOLE
            if name.replace(" ", "") == text.replace(" ", ""):
                score = max(score, SPACED)
            elif any(map(str.isalpha, name)) and re.search(
                rf"(?<!\w){re.escape(name)}(?!\w)", text
            ):
                score = max(score, WORD + len(name))
            elif len(own := numbers_in(name, self.language)) == 1 and own == self._numbers(counted):
                score = max(score, NUMBER)
            elif _begins(name, text):
                score = max(score, BEGUN)
        return score


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return the text as labels are compared."""
    return fold(normalise(text))


def _are_alike(one: str, other: str) -> bool:
    """Return whether two words are one: "success" and "successes"."""
    return one == other or (len(min(one, other, key=len)) >= ALIKE and one[:ALIKE] == other[:ALIKE])


def _begins(name: str, text: str) -> bool:
    """Return whether the text is the name cut short: "Adv.", "Disadv"."""
    short = text.rstrip(".")
    return len(short) > 2 and short.isalpha() and name.startswith(short)


def sides(grid: Grid, width: int, language: str) -> tuple[TableSide, TableSide]:
    """Return the rows and the columns of the asked table."""
    down = [_names(row[: grid.stubs]) for row in expanded(grid.body)]
    if grid.axes:
        across = [[(label.words, *label.names) for label in place.labels]
                  for place in grid.axes[1].places]  # fmt: skip
    else:
        heads = [row[grid.stubs :] for row in expanded(grid.head)]
        across = [_names([row[column] for row in heads]) for column in range(width)]
    titles = [
        {word for label in axis.titles for text in (label.words, *label.names)
         for word in _WORD.findall(folded(text))}
        for axis in grid.axes
    ] or [set(), set()]  # fmt: skip
    both = titles[0] & titles[1]  # a word of both tells neither from the other
    words = not grid.axes  # the rules file's own labels, which an author may say otherwise
    return (
        TableSide(down, titles[0] - both, language, words=words),
        TableSide(across[:width], titles[1] - both, language, words=words),
    )


def _names(cells: Sequence[Cell]) -> list[tuple[str, ...]]:
    return [(cell.text, *cell.names) for cell in cells]


NOTHING = Cell("")


def expanded(rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """Return the rows of a grid with spanning cells repeated in every place that they cover."""
    own = [[(cell, cell.down, cell.span) for cell in row if cell.down] for row in rows]
    return spread(own, len(rows), NOTHING)
