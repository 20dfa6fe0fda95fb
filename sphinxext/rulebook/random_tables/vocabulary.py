"""The words around random tables, from ``words.toml`` and from the languages' own files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from babel import Locale

from ..words.lexicon import lexicon_of, one_of
from ..words.normalise import plain

LANGUAGES = ("en", "de", "es", "fr", "it", "ja", "pl", "pt", "ru", "tr", "uk", "zh")


@dataclass(frozen=True)
class Vocabulary:
    """Patterns of what texts say around and in random tables."""

    roll: frozenset[str]
    count: frozenset[str]
    measure: re.Pattern[str]
    each: re.Pattern[str]
    rolling: re.Pattern[str]
    below: re.Pattern[str]
    modifier: re.Pattern[str]
    again: re.Pattern[str]
    distinct: re.Pattern[str]
    times: dict[int, re.Pattern[str]]
    numbers: dict[str, int]
    number: re.Pattern[str]
    plus: str
    minus: str
    least: str
    most: str
    to: str
    between: str
    either: str
    sided: re.Pattern[str]
    percentile: re.Pattern[str]
    months: dict[str, int]


@cache
def vocabulary() -> Vocabulary:
    """The words of all languages together: a stranger's book does not say which is its own."""
    said = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))
    lexicons = [lexicon_of(language) for language in LANGUAGES]
    open_ = said["open"]
    numbers = {
        name: number
        for lexicon in lexicons
        for name, number in lexicon.counts.items()
        if number <= 100
        and name not in lexicon.articles
        and name not in ("once", "twice", "thrice")
        and (len(name) > 2 or not name.isascii())
    }
    months: dict[str, int] = {}
    for language in LANGUAGES:
        locale = Locale(language)
        for width in ("abbreviated", "wide"):
            for number, name in locale.months["format"][width].items():
                if not any(char.isdigit() for char in name):
                    months.setdefault(plain(name).rstrip("."), number)
    months |= {"sept": 9, "mrz": 3, "mär": 3}

    def of(name: str) -> str:
        own = (word for lexicon in lexicons for word in getattr(lexicon, name))
        return one_of(dict.fromkeys((*map(plain, open_.get(name, ())), *own)))

    return Vocabulary(
        frozenset(map(plain, said["roll"])),
        frozenset(map(plain, said["count"])),
        _any(said["measure"]),
        _any(said["each"]),
        _any(said["rolling"]),
        _any(said["below"]),
        _any(said["modifier"]),
        _any(said["again"]),
        _any(said["distinct"]),
        {int(times): _any(texts) for times, texts in said["times"].items()},
        numbers,
        re.compile(rf"(?<!\w)(?:{one_of(numbers)})(?!\w)"),
        of("plus"),
        of("minus"),
        of("least"),
        of("most"),
        of("to"),
        of("between"),
        of("either"),
        re.compile("|".join(open_["sided"]), re.IGNORECASE),
        _any(open_["percentile"]),
        months,
    )


def _any(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)", re.IGNORECASE)
