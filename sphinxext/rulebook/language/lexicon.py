"""The words of each language for numbers, hedges and ranges, and the patterns they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from .formatter import signs_of
from .language_file import language_file
from .normalise import normalise

WordList = tuple[str, ...]
CJK = "\u3040-\u30ff\u3400-\u9fff"
LETTER = rf"[^\W\d_{CJK}]"  # of a script that puts spaces between its words


@dataclass(frozen=True)
class Lexicon:
    """The words of one language, as its file in `languages` has them."""

    numbers: WordList  # zero, one, two, … in order, as they are written
    counts: Mapping[str, int]  # every number word in every form, and "once"
    nouns: WordList = ()  # what is counted: "one chance in six"
    shares: WordList = ()  # patterns of k in n
    of: WordList = ()  # "a" or "one" of a part: "a third"
    parts: Mapping[str, int] = field(default_factory=dict)  # "half" is 2
    the_half: WordList = ()  # a half with its article, where that is not the one of a third
    every: WordList = ()  # "every" of "every third"
    ordinals: Mapping[str, int] = field(default_factory=dict)  # "third" where it is no part
    even: WordList = ()  # a chance of one half
    odds: WordList = ()  # what is between the two sides of odds: "5 to 1"
    against: WordList = ()
    favour: WordList = ()
    percent: WordList = ()  # after its number
    percent_before: WordList = ()
    tenths: WordList = ()  # signs of ten percent each
    half: WordList = ()  # of "ten and a half"
    hedges: WordList = ()
    about: WordList = ()  # a hedge that follows its figure: "or so"
    over: WordList = ()  # a hedge for what is a little more
    under: WordList = ()
    more: WordList = ()  # before what is less than is meant: "more than"
    less: WordList = ()
    well_over: WordList = ()  # the same for what is far off
    well_under: WordList = ()
    beyond: WordList = ()  # the same behind it
    short: WordList = ()
    least: WordList = ()  # that much or more, before it
    most: WordList = ()
    plus: WordList = ()  # the same behind it: "or more"
    minus: WordList = ()
    between: WordList = ()
    among: WordList = ()  # what ends a range
    to: WordList = ()
    either: WordList = ()
    articles: WordList = ()
    none: WordList = ()  # nothing, as a number
    denied: WordList = ()  # "not"
    altered: WordList = ()  # behind a figure that is then another: "squared"
    moved: WordList = ()  # the same where nothing follows: "33% up"
    never: WordList = ()
    always: WordList = ()
    any: WordList = ()  # every value will do
    pairs: WordList = ()  # "a pair"
    on: WordList = ()  # what is between a range and its dice: "on a"
    joints: WordList = ()  # what joins the words of a number: "two hundred and one"
    plus_dice: WordList = ()  # what joins dice: "1d8 plus 2"
    roll: WordList = ()  # what a range of faces follows: "a roll of"

    def words(self, kinds: str) -> WordList:
        """Return the words of some kinds, which are fields with spaces between them."""
        return tuple(word for kind in kinds.split() for word in getattr(self, kind))

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
            count = (
                lexicon.count(name)
                if re.fullmatch(r"[^\W\d_]+(?:[\s-]+[^\W\d_]+)*", name)
                else None
            )
            if (
                count is None
                or words[last - 1][0] in lexicon.joints
                or words[n - 1][0] in lexicon.joints
            ):
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
    first, *others = map(lexicon_of, languages)
    found = {each.name: getattr(first, each.name) for each in fields(Lexicon)}
    for key, value in found.items():
        for each in others if key != "numbers" else ():
            more = getattr(each, key)
            value = {**more, **value} if isinstance(value, Mapping) else (*value, *more)
        found[key] = value if isinstance(value, Mapping) else tuple(dict.fromkeys(value))
    return Lexicon(**found)


_STAR = "\ue000"  # which no text has
_READ = {each.name for each in fields(Lexicon)} - {"numbers", "counts"}


@lru_cache(maxsize=64)
def lexicon_of(language: str) -> Lexicon:
    """The words of the book's language, English where it is not known."""
    said = language_file(language)
    joints = tuple(said.get("joints", ()))
    named = [[normalise(name) for name in each] for each in names(said["numbers"])]
    counts = {
        _key(name, joints): n for n, each in reversed(list(enumerate(named))) for name in each
    }
    counts |= {_key(name, joints): n for name, n in _numbered(said.get("times", {})).items()}
    said = {key: value for key, value in said.items() if key in _READ}
    for key, value in said.items():
        if isinstance(value, dict):
            said[key] = _numbered(value)
        else:
            said[key] = tuple(value if key == "shares" else map(_starred, value))
    return Lexicon(tuple(each[0] for each in named), counts, **said)


def _starred(word: str) -> str:
    """Return a word as texts are compared, with its star, which would be the mark of a note."""
    return normalise(word.replace("*", _STAR)).replace(_STAR, "*")


def shares_of(said: Lexicon, number: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of k in n, in which the pattern of a number is twice."""
    return _share_patterns(tuple(said.shares), tuple(said.nouns), number)


@lru_cache(maxsize=64)
def _share_patterns(
    shares: tuple[str, ...], nouns: tuple[str, ...], number: str
) -> tuple[re.Pattern[str], ...]:
    named = f"(?P<noun>{one_of(nouns)})"
    found = []
    for share in shares:
        written = share.format(k=f"(?P<k>{number})", n=f"(?P<n>{number})", noun=named)
        written = written.replace(" ?", r"[\s-]*").replace(" ", r"[\s-]+")
        found.append(re.compile(written, re.IGNORECASE))
    return tuple(found)


def _numbered(words: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Each word with the number under which the file lists it."""
    return {normalise(word): int(number) for number, each in words.items() for word in each}


def one_of(words: Iterable[str]) -> str:
    """Return a pattern for any of the words, the longest first."""
    return _one_of(tuple(words))


@lru_cache(maxsize=512)
def _one_of(words: tuple[str, ...]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True)) or "(?!)"


@lru_cache(maxsize=64)
def point_of(language: str) -> str:
    """The sign between whole and decimals in the language."""
    return signs_of(language).point


Names = tuple[str, ...]  # of one number: the one to write, then others that are read


SpellingRules = Sequence[tuple[str, str]]  # patterns and what they become
_SPACED: SpellingRules = ((r"\+", " "),)


def names(said: Mapping[str, Any]) -> tuple[Names, ...]:
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
    number: int, bases: Mapping[int, Names], smaller: list[Names], rules: SpellingRules
) -> Names:
    base = max(each for each in bases if each <= number)
    if base == number:
        return bases[base]
    pairs = product(bases[base], smaller[number - base])
    return tuple(dict.fromkeys(_joined(f"{first}+{second}", rules) for first, second in pairs))


def _bases(said: Mapping[str, str], forms: SpellingRules) -> dict[int, Names]:
    return {int(number): _forms(name, forms) for number, name in said.items()}


def _forms(name: str, rules: SpellingRules) -> Names:
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


_SIGNS = {"~": "~", "≈": "~", "±": "~", "<": "<", ">": ">", "≤": "<=", "≥": ">=", "=": ""}
_BEFORE = {"hedges": "~", "over": "~>", "under": "~<", "more": ">", "less": "<", "well_over": ">>",
           "well_under": "<<", "least": ">=", "most": "<=", "articles": ""}  # fmt: skip
_BEHIND = {"about": "~", "beyond": ">", "short": "<", "plus": ">=", "minus": "<="}


class Patterns(NamedTuple):
    """The patterns of one language."""

    lexicon: Lexicon
    before: re.Pattern[str]
    behind: re.Pattern[str]
    marks: dict[str, str]  # what each word before or behind a figure means
    noun_behind: re.Pattern[str]  # a chance: "of the time"
    sign: re.Pattern[str]  # of a percentage, behind its number
    percent: re.Pattern[str]
    span: re.Pattern[str]
    shares: tuple[re.Pattern[str], ...]
    every: re.Pattern[str]
    part: re.Pattern[str]
    half: re.Pattern[str]
    odds: re.Pattern[str]
    even: re.Pattern[str]


@lru_cache(maxsize=64)
def patterns_of(language: str) -> Patterns:
    """The patterns of the book's language."""
    said = lexicon_of(language)
    before = _SIGNS | {word: mark for key, mark in _BEFORE.items() for word in getattr(said, key)}
    behind = {word: mark for key, mark in _BEHIND.items() for word in getattr(said, key)}
    signs = one_of(("%", *said.percent))
    first = rf"(?:{one_of(('%', *said.percent_before))})\s*"
    between = rf"(?:(?P<between>{one_of(said.between)})(?!{LETTER})\s*)?"
    joints = rf"(?P<and>{one_of(said.either)})|{one_of(said.to)}"
    joint = rf"\s*[-–—~〜]\s*|\s*(?<!{LETTER})(?:{joints})(?!{LETTER})\s*"
    nouns = f"(?:{one_of(said.nouns)})"
    return Patterns(
        said,
        re.compile(rf"({one_of(before)})(?:(?<!{LETTER})|(?!{LETTER}))\s*"),
        re.compile(rf"\s*(?:(?<!{LETTER})|(?=\W))({one_of(behind)})$"),
        {**before, **{f"…{word}": mark for word, mark in behind.items()}},
        re.compile(rf"(?<=[\w%])\s+((?:{LETTER}+\s+){{0,2}}{nouns})$"),
        re.compile(rf"\s*(?:{signs})"),
        re.compile(rf"{first}(?P<after>.+)|(?P<inner>.+?)\s*(?:{signs})"),
        re.compile(
            rf"{between}(?P<low>.*?\d[\d.,]*|.+?)\s*(?P<sign>{signs})?(?:{joint})"
            rf"(?P<high>.+?)\s*(?:{one_of(said.among)})?"
        ),
        tuple(shares_of(said, ".+?")),
        re.compile(rf"(?:{one_of(said.every)}) (?P<n>{one_of(said.ordinals)}) {nouns}"),
        re.compile(rf"(?P<k>.+?)[ -]?(?P<part>{one_of(said.parts)})"),
        re.compile(rf"(?P<k>.+?)[ -]?(?:{one_of(said.half)})"),
        re.compile(
            rf"(?P<a>\S+?)(?:\s?:\s?|\s(?P<word>{one_of(said.odds)})\s)(?P<b>\S+?)"
            rf"(?:\s(?:(?P<against>{one_of(said.against)})|{one_of(said.favour)}))?"
        ),
        re.compile(rf"50\s?(?:[-–—:/]|(?:{one_of((*said.odds, *said.to))})(?!{LETTER}))\s?50"),
    )
