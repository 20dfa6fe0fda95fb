"""The words of each language for numbers, hedges and ranges, and the patterns they make."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from .language_file import FALLBACK, language_file
from .normalise import normalise

WordList = tuple[str, ...]
CJK = "\u3040-\u30ff\u3400-\u9fff"
LETTER = rf"[^\W\d_{CJK}]"  # of a script that puts spaces between its words


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words of one language by their kinds; the file of English says what each kind is for."""

    numbers: WordList  # from zero on, as they are written
    counts: Mapping[str, int]  # every word for one
    parts: Mapping[str, int]
    ordinals: Mapping[str, int]
    kinds: Mapping[str, WordList]

    def __getattr__(self, kind: str) -> WordList:
        """Return the words of a kind."""
        return self.kinds[kind]

    def words(self, kinds: str) -> WordList:
        """Return the words of some kinds, with spaces between them."""
        return tuple(word for kind in kinds.split() for word in self.kinds[kind])

    def one_of(self, kinds: str) -> str:
        """Return a pattern for any word of some kinds, the longest first."""
        return one_of(self.words(kinds))

    def count(self, text: str) -> int | None:
        """The whole number that the text is, in digits or in words."""
        if text.isdecimal():
            return int(text)
        return self.counts.get(_key(text, self.joints))

    def is_plain(self, text: str, count: int) -> bool:
        """Return whether a name is the plain one of a number: "two", and not "twice" or "a"."""
        plain = self.numbers[count] if count < len(self.numbers) else ""
        return _key(text, self.joints) == _key(plain, self.joints)


_WORD = re.compile(r"[^\W\d_]+")
MOST_WORDS = 6  # of one number: "two hundred and twenty one"
FILL = "\0"  # behind the digits of a number that was in words


def in_digits(text: str, lexicon: Lexicon, *, plain: bool = False) -> str:
    """Write the numbers of a text in digits, each filled up, so that all letters keep their place.

    A pattern for all names of numbers would take a second to make.
    """
    words = list(_WORD.finditer(text))
    pieces, at, n = [], 0, 0
    while n < len(words):
        start, n = words[n].start(), n + 1
        for last in range(min(len(words), n + MOST_WORDS - 1), n - 1, -1):
            end = words[last - 1].end()
            name = normalise(text[start:end])
            is_named = re.fullmatch(r"[^\W\d_]+(?:[\s-]+[^\W\d_]+)*", name)
            count = lexicon.count(name) if is_named else None
            if count is None or {words[last - 1][0], words[n - 1][0]} & {*lexicon.joints}:
                continue
            if len(str(count)) <= end - start and (not plain or lexicon.is_plain(name, count)):
                pieces += [text[at:start], str(count).ljust(end - start, FILL)]
                at, n = end, last
                break
    return "".join([*pieces, text[at:]])


def _key(text: str, joints: WordList) -> str:
    """A number's name without the words that join its parts, which authors write in many ways."""
    return " ".join(word for word in re.split(r"[\s-]+", text) if word not in joints)


@lru_cache(maxsize=64)
def merged(languages: tuple[str, ...]) -> Lexicon:
    """Return the words of several languages together, with the numbers of the first."""
    every = list(map(lexicon_of, languages))
    words = {kind: tuple(dict.fromkeys(word for each in every for word in each.kinds[kind]))
             for kind in every[0].kinds}  # fmt: skip
    counts, parts, ordinals = (dict(ChainMap(*(dict(getattr(each, name)) for each in every)))
                               for name in ("counts", "parts", "ordinals"))  # fmt: skip
    return Lexicon(every[0].numbers, counts, parts, ordinals, words)


_STAR = "\ue000"  # which no text has


@lru_cache(maxsize=64)
def lexicon_of(language: str) -> Lexicon:
    """The words of the book's language, English where it is not known."""
    said, english = language_file(language), language_file(FALLBACK)
    joints = tuple(said.get("joints", ()))
    spelled = [[normalise(name) for name in each] for each in names(said["numbers"])]
    counts = {
        _key(name, joints): n for n, each in reversed(list(enumerate(spelled))) for name in each
    }
    counts |= {_key(name, joints): n for name, n in _numbered(said.get("times", {})).items()}
    words = {
        kind: tuple(said.get(kind, ()) if kind == "shares" else map(_starred, said.get(kind, ())))
        for kind, known in english.items()
        if isinstance(known, list)
    }
    parts, ordinals = (_numbered(said.get(kind, {})) for kind in ("parts", "ordinals"))
    return Lexicon(tuple(each[0] for each in spelled), counts, parts, ordinals, words)


def _starred(word: str) -> str:
    """Return a word as texts are compared, with its star, which would be the mark of a note."""
    return normalise(word.replace("*", _STAR)).replace(_STAR, "*")


@lru_cache(maxsize=64)
def shares_of(said: Lexicon, number: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of k in n, in which the pattern of a number is twice."""
    named = {"k": number, "n": number, "noun": said.one_of("nouns")}
    groups = {name: f"(?P<{name}>{pattern})" for name, pattern in named.items()}
    written = (share.format(**groups).replace(" ?", r"[\s-]*") for share in said.shares)
    return tuple(re.compile(each.replace(" ", r"[\s-]+"), re.IGNORECASE) for each in written)


def _numbered(words: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Each word with the number under which the file lists it."""
    return {normalise(word): int(number) for number, each in words.items() for word in each}


def one_of(words: Iterable[str]) -> str:
    """Return a pattern for any of the words, the longest first."""
    return _one_of(tuple(words))


@lru_cache(maxsize=512)
def _one_of(words: tuple[str, ...]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True)) or "(?!)"


def starred(words: Iterable[str]) -> str:
    """Return a pattern for any of the words; a star stands for any letters, # for a number."""
    pattern = one_of(words).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")
    return pattern.replace(r"\#", r"\d+")


SpellingRules = Sequence[tuple[str, str]]  # patterns and what they become
_SPACED: SpellingRules = ((r"\+", " "),)


def names(said: Mapping[str, Any]) -> tuple[WordList, ...]:
    """For each number from 0 on its names, from the table `numbers` of a language's file.

    The file lists the first ones, and tens and hundreds by their numbers; other forms of a name
    follow a bar. `join` says how two of them are put together.
    """
    forms = said.get("forms", ())
    found = [_forms(name, forms) for name in said["ones"]]
    tens, hundreds = (_bases(said.get(key, {}), forms) for key in ("tens", "hundreds"))
    join, above = said.get("join", _SPACED), said.get("join_hundreds", _SPACED)
    found += [_built(n, tens, found, join) for n in range(len(found), 100)]
    if hundreds:
        found += [_built(n, hundreds, found, above) for n in range(100, 1000)]
    else:
        found.append(tens[100])
    return tuple(found)


def _built(
    number: int, bases: Mapping[int, WordList], smaller: list[WordList], rules: SpellingRules
) -> WordList:
    base = max(each for each in bases if each <= number)
    if base == number:
        return bases[base]
    pairs = product(bases[base], smaller[number - base])
    return tuple(dict.fromkeys(_joined(f"{first}+{second}", rules) for first, second in pairs))


def _bases(said: Mapping[str, str], forms: SpellingRules) -> dict[int, WordList]:
    return {int(number): _forms(name, forms) for number, name in said.items()}


def _forms(name: str, rules: SpellingRules) -> WordList:
    """The forms of a name, with those that the language makes of them."""
    listed = name.split("|")
    made = [_joined(form, [rule]) for rule in rules for form in listed]
    return tuple(dict.fromkeys((*listed, *made)))


def _joined(text: str, rules: SpellingRules) -> str:
    """The text after the first rule that fits."""
    for pattern, new in rules:
        made, many = re.subn(pattern, new, text)
        if many:
            return made
    return text


_SIGNS = {"~": "~", "≈": "~", "<": "<", ">": ">", "≤": "<=", "≥": ">=", "=": ""}
_BEFORE = {"hedges": "~", "over": "~>", "under": "~<", "more": ">", "less": "<", "well_over": ">>",
           "well_under": "<<", "least": ">=", "most": "<=", "articles": ""}  # fmt: skip
_BEHIND = {"about": "~", "beyond": ">", "short": "<", "plus": ">=", "minus": "<="}


class Patterns:
    """The patterns of one language."""

    def __init__(self, language: str) -> None:
        """Make them of the words of the language."""
        said = self.lexicon = lexicon_of(language)
        before = {word: mark for key, mark in _BEFORE.items() for word in said.words(key)} | _SIGNS
        behind = {word: mark for key, mark in _BEHIND.items() for word in said.words(key)}
        signs = one_of(("%", *said.percent))
        first = rf"(?:{one_of(('%', *said.percent_before))})\s*"
        between = rf"(?:(?P<between>{said.one_of('between')})(?!{LETTER})\s*)?"
        joints = rf"(?P<and>{said.one_of('either')})|{said.one_of('to')}"
        dash = rf"[–—~〜]|(?<!{LETTER})-|-(?!{LETTER})"  # no "-" of "thirty-three"
        joint = rf"\s*(?:{dash})\s*|\s*(?<!{LETTER})(?:{joints})(?!{LETTER})\s*"
        nouns = rf"(?:{said.one_of('nouns')})"
        self.before = re.compile(rf"({one_of(before)})(?:(?<!{LETTER})|(?!{LETTER}))\s*")
        self.behind = re.compile(rf"\s*(?:(?<!{LETTER})|(?=\W))({one_of(behind)})$")
        # What each word before or behind a figure means.
        self.marks = {**before, **{f"…{word}": mark for word, mark in behind.items()}}
        # A chance: "of the time".
        self.noun_behind = re.compile(rf"(?<=[\w%])\s+((?:{LETTER}+\s+){{0,2}}{nouns})$")
        self.sign = re.compile(rf"\s*(?:{signs})")  # of a percentage, behind its number
        self.percent = re.compile(rf"{first}(?P<after>.+)|(?P<inner>.+?)\s*(?:{signs})")
        self.span = re.compile(
            rf"{between}(?P<low>.*?\d[\d.,]*|.+?)\s*(?P<sign>{signs})?(?:{joint})"
            rf"(?P<high>.+?)\s*(?:{said.one_of('among')})?"
        )
        self.shares = shares_of(said, ".+?")
        every, ordinals = said.one_of("every"), one_of(said.ordinals)
        self.every = re.compile(rf"(?:{every}) (?P<n>{ordinals}) {nouns}")
        self.part = re.compile(rf"(?P<k>.+?)[ -]?(?P<part>{one_of(said.parts)})")
        self.half = re.compile(rf"(?P<k>.+?)[ -]?(?:{said.one_of('half')})")
        self.odds = re.compile(
            rf"(?P<a>\S+?)(?:\s?:\s?|\s(?P<word>{said.one_of('odds')})\s)(?P<b>\S+?)"
            rf"(?:\s(?:(?P<against>{said.one_of('against')})|{said.one_of('favour')}))?"
        )
        to = said.one_of("odds to")
        self.even = re.compile(rf"50\s?(?:[-–—:/]|(?:{to})(?!{LETTER}))\s?50")


patterns_of = lru_cache(maxsize=64)(Patterns)  # of the book's language
