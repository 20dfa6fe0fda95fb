"""The words around random tables in every language: heads, sentences, open ends, dates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from babel import Locale, UnknownLocaleError

from .language_file import languages, own_file
from .lexicon import CJK, Lexicon, lexicon_of, one_of, starred
from .normalise import normalise

SIGNS = ("", "%", "#", "№")  # a heading cell that only counts, in every language
UNSPACED = f"{CJK}\uac00-\ud7a3"  # letters that other words may touch, those of Korean too
MOST_NUMBER = 100  # the greatest number that a label may spell out


class TableWords:
    """Patterns for the texts around and in random tables."""

    def __init__(self) -> None:
        """Take the words of all languages together: a page does not always say which is its own."""
        said = [own_file(language).get("tables", {}) for language in languages()]
        whole = [language for language in languages() if "numbers" in own_file(language)]
        lexicons = list(map(lexicon_of, whole))
        numbers = dict(_counted(said))
        numbers |= {word: number for language in whole for word, number in _numbers(language)}
        short = [word for word in numbers if len(word) < 3 and word.isascii()]

        def every(key: str) -> list[str]:
            return list(dict.fromkeys(word for each in said for word in each.get(key, ())))

        def cells(key: str) -> frozenset[str]:
            return frozenset(map(normalise, every(key)))

        def any_of(key: str) -> re.Pattern[str]:
            return _any(every(key))

        def ends(key: str) -> str:
            own = (word for lexicon in lexicons for word in getattr(lexicon, key))
            return one_of(dict.fromkeys((*map(normalise, every(key)), *own)))

        # Heading cells over rolls that do not name the dice.
        self.roll = cells("roll")
        # Heading cells that only count.
        self.count = cells("count") | set(SIGNS)
        # Words in a heading cell that change nothing.
        self.small = cells("small")
        self.measure = any_of("measure")  # what else may be counted in dice: "damage"
        self.each = any_of("each")  # dice that are rolled for each entry of a list
        self.rolling = any_of("rolling")
        self.below = any_of("below")  # a text is about the table below it
        self.modifier = any_of("modifier")  # the roll may leave the dice
        self.again = any_of("again")  # some values are rolled again or count as nothing
        self.distinct = any_of("distinct")  # doubles are rolled again
        self.times = _times(said)  # how often a row says to roll
        self.numbers = numbers
        self.number = re.compile(rf"(?<!\w)(?:{one_of(numbers.keys() - short)})(?!\w)")
        # A short word that counts at the start of a list: "un ou deux".
        self.first = _first(lexicons, short, f"{ends('either')}|{ends('to')}")
        # And at its end: "en eller to".
        self.last = re.compile(rf"(?<=\d)( (?:{ends('either')}) )({one_of(short)})$")
        self.plus = ends("plus")
        self.minus = ends("minus")
        self.least, self.most = ends("least"), ends("most")
        self.over, self.under = ends("more"), ends("less")  # without the number
        self.to = ends("to")
        self.between = ends("between")
        self.either = ends("either")
        # "12-sided" or "twelve-sided", the number in a group.
        self.sided = _sided(every("sided"))
        self.side = re.compile(starred(word.replace("{n}", "") for word in every("sided")), re.I)
        self.percentile = any_of("percentile")
        self.months = dict(_months(said))
        self.sign = one_of(("#", "№", *map(normalise, every("sign"))))  # before a number: "n°", "#"


@cache
def table_words() -> TableWords:
    """Return the words of all languages, read once."""
    return TableWords()


def _numbers(language: str) -> Iterator[tuple[str, int]]:
    """The number words of a language that mean nothing else."""
    lexicon = lexicon_of(language)
    others = set(lexicon.articles)
    times = own_file(language).get("times", {})
    others |= {normalise(word) for words in times.values() for word in words}
    for name, number in lexicon.counts.items():
        if number <= MOST_NUMBER and name not in others and (len(name) > 2 or not name.isascii()):
            yield name, number


def _counted(said: Iterable[dict[str, Any]]) -> Iterator[tuple[str, int]]:
    """The number words of languages whose figures are not read."""
    for each in said:
        for number, forms in enumerate(each.get("numbers", {}).get("ones", ())):
            for form in forms.split("|"):
                yield normalise(form), number


def _first(lexicons: Iterable[Lexicon], short: Iterable[str], joint: str) -> re.Pattern[str]:
    """A word that may mean something else, where a number follows it."""
    ones = {word for each in lexicons for word in each.articles if each.counts.get(word) == 1}
    return re.compile(rf"^(?:(?P<one>{one_of(ones)})|{one_of(short)})(?= (?:{joint}) )")


def _months(said: Iterable[dict[str, Any]]) -> Iterator[tuple[str, int]]:
    """The names of months, long and short, as spreadsheets write them."""
    for language in languages():
        try:
            locale = Locale(language)
        except UnknownLocaleError:
            continue
        for width in ("abbreviated", "wide"):
            for number, name in locale.months["format"][width].items():
                if not any(char.isdigit() for char in name):
                    yield normalise(name).rstrip("."), number
    for each in said:
        for number, names in each.get("months", {}).items():
            for name in names:
                yield normalise(name), int(number)


def _times(said: Iterable[dict[str, Any]]) -> dict[int, re.Pattern[str]]:
    found: dict[int, list[str]] = {}
    for each in said:
        for times, texts in each.get("times", {}).items():
            found.setdefault(int(times), []).extend(texts)
    return {times: _any(texts) for times, texts in sorted(found.items())}


def _sided(texts: Iterable[str]) -> re.Pattern[str]:
    """A pattern for "{n}-sided", in which a number or any word may be in any of the groups."""
    number = r"(?<!\w)(\d{1,4}|[^\W\d_]{1,20}?)"
    return re.compile(starred(texts).replace(re.escape("{n}"), number), re.IGNORECASE)


def _any(words: Iterable[str]) -> re.Pattern[str]:
    every = list(words)
    touching = [word for word in every if re.match(rf"[{UNSPACED}]", word)]
    others = starred(word for word in every if word not in touching)
    return re.compile(rf"(?<!\w)(?:{others})(?!\w)|(?:{starred(touching)})", re.IGNORECASE)
