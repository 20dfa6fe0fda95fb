"""The words around random tables in every language: heads, sentences, open ends, dates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from babel import Locale, UnknownLocaleError

from .language_file import FALLBACK, languages, own_file
from .lexicon import CJK, lexicon_of, one_of, starred
from .normalise import normalise

SIGNS = ("", "%", "#", "№")  # a heading cell that only counts, in every language
UNSPACED = f"{CJK}\uac00-\ud7a3"  # letters that other words may touch, those of Korean too
MOST_NUMBER = 100  # the greatest number that a label may spell out


class TableWords:
    """The words of all languages together: a page does not always say which is its own."""

    def __init__(self) -> None:
        """Read the words of every language."""
        self._said = [own_file(language).get("tables", {}) for language in languages()]
        whole = [language for language in languages() if "numbers" in own_file(language)]
        self._lexicons = list(map(lexicon_of, whole))
        # Heading cells over rolls, those that only count, and words that change neither.
        self.roll, self.small = self.cells("roll"), self.cells("small")
        self.count = self.cells("count").union(SIGNS)
        self.numbers = dict(self._counted())
        for language in whole:
            self.numbers |= _clear_numbers(language)
        short = {word for word in self.numbers if len(word) < 3 and word.isascii()}
        self.number = re.compile(rf"(?<!\w)(?:{one_of(self.numbers.keys() - short)})(?!\w)")
        # Words that may mean something else begin a list, "un ou deux", or end one, "en eller to".
        ones = {word for each in self._lexicons for word in each.articles if each.count(word) == 1}
        self.any_number = dict.fromkeys(ones, 1) | self.numbers
        either, to = self.ends("either"), self.ends("to")
        self.first = re.compile(rf"^(?:{one_of(ones | short)})(?= (?:{either}|{to}) )")
        self.last = re.compile(rf"(?<=\d)( (?:{either}) )({one_of(short)})$")
        self.sign = one_of(("#", "№", *self.cells("sign")))  # before a number: "n°"
        self.ordinal = one_of(self.cells("ordinal"))  # behind it: "1st"
        self.months = dict(self._months())
        # "12-sided" or "twelve-sided", the number in a group; without it, it is found faster.
        number, sides = r"(?<!\w)(\d{1,4}|[^\W\d_]{1,20}?)", starred(self.words("sided"))
        self.sided, self.side = (
            re.compile(sides.replace(re.escape("{n}"), instead), re.IGNORECASE)
            for instead in (number, "")
        )
        said = [each.get("times", {}) for each in self._said]
        self.times = {  # how often a row says to roll
            int(many): _any(word for each in said for word in each.get(many, ()))
            for many in own_file(FALLBACK)["tables"]["times"]
        }

    def __getattr__(self, kind: str) -> re.Pattern[str]:
        """Return a pattern for the words of a kind; the file of English lists the kinds."""
        if kind not in own_file(FALLBACK)["tables"]:
            raise AttributeError(kind)
        found = vars(self)[kind] = _any(self.words(kind))
        return found

    def words(self, kind: str) -> list[str]:
        """Return the words of a kind."""
        return [word for each in self._said for word in each.get(kind, ())]

    def cells(self, kind: str) -> frozenset[str]:
        """Return the words of a kind as cells are compared."""
        return frozenset(map(normalise, self.words(kind)))

    def ends(self, kind: str) -> str:
        """Return a pattern for the words of a kind that are before or behind a number."""
        own = (word for lexicon in self._lexicons for word in lexicon.kinds[kind])
        return one_of({*self.cells(kind), *own})

    def _counted(self) -> Iterator[tuple[str, int]]:
        """Yield the number words of languages whose figures are not read."""
        for each in self._said:
            for number, forms in enumerate(each.get("numbers", {}).get("ones", ())):
                yield from ((normalise(form), number) for form in forms.split("|"))

    def _months(self) -> Iterator[tuple[str, int]]:
        """Yield the names of months, long and short, as spreadsheets write them."""
        for language in languages():
            try:
                months = Locale(language).months["format"]
            except UnknownLocaleError:
                continue
            for number, name in (*months["abbreviated"].items(), *months["wide"].items()):
                if not any(char.isdigit() for char in name):
                    yield normalise(name).rstrip("."), number
        for each in self._said:
            for number, names in each.get("months", {}).items():
                yield from ((normalise(name), int(number)) for name in names)


@cache
def table_words() -> TableWords:
    """Return the words of all languages, read once."""
    return TableWords()


def _clear_numbers(language: str) -> dict[str, int]:
    """Return the number words of a language that mean nothing else."""
    lexicon, times = lexicon_of(language), own_file(language).get("times", {})
    others = {*lexicon.articles, *(normalise(word) for words in times.values() for word in words)}
    return {
        name: number
        for name, number in lexicon.counts.items()
        if number <= MOST_NUMBER and name not in others and (len(name) > 2 or not name.isascii())
    }


def _any(words: Iterable[str]) -> re.Pattern[str]:
    every = list(words)
    touching = [word for word in every if re.match(rf"[{UNSPACED}]", word)]
    others = starred(word for word in every if word not in touching)
    return re.compile(rf"(?<!\w)(?:{others})(?!\w)|(?:{starred(touching)})", re.IGNORECASE)
