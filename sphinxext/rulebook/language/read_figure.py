"""Reads a typed figure: its value, its precision and its form."""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from .formatter import signs_of
from .lexicon import CJK, LETTER, Lexicon, Patterns, lexicon_of, patterns_of
from .normalise import normalise
from .phrasebook import words_of
from .unread import is_changed


class Form(StrEnum):
    """The form of a typed figure."""

    PERCENT = "percent"
    DECIMAL = "decimal"
    FRACTION = "fraction"
    MIXED = "mixed"  # 3 1/2
    ONE_IN = "one-in"
    ODDS = "odds"  # 5 to 1
    SURE = "sure"  # never, always
    NUMBER = "number"
    BLANK = "blank"


class TypedFigure(NamedTuple):
    """A figure as it was typed."""

    form: Form
    value: Fraction  # a chance as 0 to 1, a number as it is
    digits: int = 0  # decimals after the point, as typed
    bound: str = ""  # "<", ">", "<=", ">=" in front of it, or "-" between it and the top
    top: Fraction = Fraction(0)  # of a range
    hedged: bool = False
    lean: str = ""  # of a hedge for what is a little more, ">", or less, "<"
    others: tuple[Fraction, ...] = ()  # what it may mean as well: "1:5"


BLANK = TypedFigure(Form.BLANK, Fraction(0))
DASHES = frozenset({"", "-", "–", "—", "--", "---", "―", "n/a", "…", "...", "·", "×"})
_QUOTES = "\"'“”„«»「」"
_OUTSIDE = ",;:=()[]。、 "
_AND_UP = re.compile(r"(\d+(?:[.,]\d+)?)\s?\+(?:\s[^\W\d_]+)?")
_ANY_NOUN = re.compile(r"(?<=\w)\s+([^\W\d_]+)$")
MOST_LETTERS = 200  # of one figure, in digits or in words
MOST_MARKS = 4  # hedges, bounds and articles around one figure


@lru_cache(maxsize=4096)
def read(text: str, language: str, *, as_average: bool = False) -> TypedFigure | None:
    """The figure that the whole text writes, or None where it writes none."""
    words = normalise(text).lstrip(_QUOTES).rstrip(_QUOTES + ".!?;:。").strip()
    if words in DASHES:
        return BLANK
    if len(words) > MOST_LETTERS:
        return None
    known = patterns_of(language)
    bound, hedge, told = "", "", ""
    if as_average and (more := _AND_UP.fullmatch(words)):
        words, bound, told = more[1], ">=", "+"  # "20+"
    for _ in range(MOST_MARKS):
        if not words:
            return None
        if (found := _figure(words, language, known)) is not None:
            is_spoken = found.form is Form.NUMBER and bound in ("<=", ">=") and told[0].isalpha()
            if is_spoken and not as_average:
                return None  # "at least 5" is no chance but what a die has to show
            lean = hedge[1:]
            return found._replace(hedged=bool(hedge), lean=lean, bound=bound or found.bound)
        if match := known.before.match(words):
            told, mark, words = match[1], known.marks[match[1]], words[match.end() :]
        elif match := known.behind.search(words):
            told, mark = match[1], known.marks[f"…{match[1]}"]
            words = _without_noun(words[: match.start()], mark, known, as_average=as_average)
        else:
            return None
        if mark.startswith("~"):
            hedge = mark
        else:
            bound = bound or mark  # "more than <1%" is more
    return None


def _without_noun(words: str, mark: str, known: Patterns, *, as_average: bool) -> str:
    """The words without the noun between a figure and its bound: "30 rolls" of "30 rolls or more".

    An average may count anything. Only a word for rolls or chances says nothing of what a chance is
    for; "58% for a hit or better" is no bound of it.
    """
    if mark not in (">=", "<="):
        return words
    noun = known.noun_behind.search(words) or (_ANY_NOUN.search(words) if as_average else None)
    if noun is None or any(known.lexicon.count(word) is not None for word in noun[1].split()):
        return words
    return words[: noun.start()]


def _figure(words: str, language: str, known: Patterns) -> TypedFigure | None:
    """The figure without a word before or behind it."""
    said = known.lexicon
    words = re.sub(r"^([-+])%(.+)", r"\1\2%", words)  # "+%27" in Turkish
    if match := re.fullmatch(r"(\d+)\s*/\s*(\d+)(?:rd|th|ths)?", words):
        first, second = int(match[1]), int(match[2])
        part = Fraction(1, 2) if first == second == 50 else Fraction(first, second or 1)
        return TypedFigure(Form.FRACTION, part) if second else None
    number = _number(words, language)
    if number is not None:
        return TypedFigure(Form.NUMBER, *number)
    if words in said.even or known.even.fullmatch(words):
        return TypedFigure(Form.FRACTION, Fraction(1, 2))
    shown = words_of(language).never, words_of(language).always
    for value, names in enumerate((said.never, said.always)):
        if words in (*names, normalise(shown[value])):
            return TypedFigure(Form.SURE, Fraction(value))
    if words in said.none:
        return TypedFigure(Form.NUMBER, Fraction(0))
    if words not in said.articles and (count := said.count(words)) is not None:
        return TypedFigure(Form.NUMBER, Fraction(count))
    return (
        _percent(words, language, known)
        or _share(words, language, known)
        or _part(words, said, known)
        or _odds(words, language, known)
    )


def _percent(words: str, language: str, known: Patterns) -> TypedFigure | None:
    said = known.lexicon
    if said.tenths and words[-1] in said.tenths and (count := said.count(words[:-1])):
        return TypedFigure(Form.PERCENT, Fraction(count, 10))
    if not (match := known.percent.fullmatch(words)):
        return None
    inner = match["after"] or match["inner"]
    if (found := _amount(inner, language, known)) is not None:
        return found._replace(value=found.value / 100)
    match = known.span.fullmatch(inner)
    if match is None or (match["and"] and not match["between"]):
        return None  # "33% or 99%"
    if inner.startswith("1 - "):
        return None  # what is left of all
    low, high = (_amount(match[end].lstrip("%"), language, known) for end in ("low", "high"))
    if low is None or high is None or not low.value < high.value:
        return None
    if match["low"][:1].isalpha() is not match["high"][:1].isalpha():
        return None  # "with three to 77%" goes from a count to a chance
    digits = max(low.digits, high.digits)
    return TypedFigure(Form.PERCENT, low.value / 100, digits, "-", high.value / 100)


def _amount(text: str, language: str, known: Patterns) -> TypedFigure | None:
    """A number of percent: "33", "33 1/3", "thirty-three", "half a"."""
    said, text = known.lexicon, text.strip()
    while (number := _number(text, language)) is None and said.count(text) is None:
        if mixed := re.fullmatch(r"(\d+) ([1-9]\d*)/([1-9]\d*)", text):  # "33 1/3%"
            whole, top, bottom = map(int, mixed.groups())
            return TypedFigure(Form.FRACTION, whole + Fraction(top, bottom))
        if (half := re.fullmatch(r"(\w+)(?: [^\W\d]+){0,2}", text)) and half[1] in said.parts:
            # "half a percent"
            return TypedFigure(Form.PERCENT, Fraction(1, said.parts[half[1]]), 1)
        if (article := known.before.match(text)) and article[1] in said.articles:
            text = text[article.end() :]
            continue
        return None
    if number is not None:
        return TypedFigure(Form.PERCENT, *number)
    return TypedFigure(Form.PERCENT, Fraction(said.count(text) or 0))


def _share(words: str, language: str, known: Patterns) -> TypedFigure | None:
    """So many in so many: "1 in 6", "two chances out of six", "every third roll"."""
    said = known.lexicon
    if match := known.every.fullmatch(words):
        return TypedFigure(Form.ONE_IN, Fraction(said.ordinals[match["n"]]))
    for pattern in known.shares:
        if match := pattern.fullmatch(words):
            first = re.sub(r"^1 ?[-–—] ?(?=\d)", "", match["k"])  # "1-2 in 6"
            k, n = said.count(first), _number(match["n"], language)
            if n is None and (count := said.count(match["n"])) is not None:
                n = Fraction(count), 0
            if k is None or n is None or n[0] <= 0:
                continue
            if k != 1:
                return TypedFigure(Form.FRACTION, Fraction(k) / n[0])
            return TypedFigure(Form.ONE_IN, n[0], n[1])
    return None


def _part(words: str, said: Lexicon, known: Patterns) -> TypedFigure | None:
    """A fraction in words: "half", "a third", "two thirds", "three-quarters", "ten and a half"."""
    if words in said.parts:
        return TypedFigure(Form.FRACTION, Fraction(1, said.parts[words]))
    if match := re.fullmatch(r"(\d+) ([1-9]\d*)/([1-9]\d*)", words):  # "3 1/2"
        return TypedFigure(Form.MIXED, int(match[1]) + Fraction(int(match[2]), int(match[3])))
    if (match := known.half.fullmatch(words)) and (count := said.count(match["k"])) is not None:
        return TypedFigure(Form.MIXED, count + Fraction(1, 2))
    if match := known.part.fullmatch(words):
        count = 1 if match["k"] in said.of else said.count(match["k"])
        if count is not None:
            return TypedFigure(Form.FRACTION, Fraction(count, said.parts[match["part"]]))
    return None


def _odds(words: str, language: str, known: Patterns) -> TypedFigure | None:
    """Odds of the two sides: "5 to 1 against", "7:5 on"; bare ones may be meant either way."""
    if not (match := known.odds.fullmatch(words)):
        return None
    sides = (match["a"], match["b"])
    (a, digits), (b, more) = (
        _number(side, language) or (Fraction(known.lexicon.count(side) or 0), 0) for side in sides
    )
    digits = max(digits, more)
    if a <= 0 or b <= 0 or (digits and 1 not in (a, b)):
        return None
    form, for_it = Form.ODDS if digits else Form.FRACTION, a / (a + b)
    if match["against"]:
        return TypedFigure(form, 1 - for_it, digits)
    if a == b or match.end("b") < len(words):
        return TypedFigure(form, for_it, digits)
    others = (1 - for_it, a / b) if a < b else (1 - for_it,)
    return TypedFigure(Form.ODDS, for_it, digits, others=others)


def _number(text: str, language: str) -> tuple[Fraction, int] | None:
    """A number in the language's way, with its decimals counted."""
    point = signs_of(language).point
    grouped = re.fullmatch(r"([-+]?)([1-9]\d{0,2}(?:[.,' ]\d{3})+)", text)
    if grouped and point not in grouped[2]:
        text = grouped[1] + re.sub(r"[.,' ]", "", grouped[2])
    match = re.fullmatch(r"([-+]?)(\d*)(?:[.,](\d+))?", text)
    if match is None or not (match[2] or match[3]):
        return None
    if match[3] is not None and point not in text and not (point == "," and "." in text):
        return None  # "1,5" is not a number of an English book
    decimals = match[3] or ""
    value = Fraction(int((match[2] or "0") + decimals), 10 ** len(decimals))
    return (-value if match[1] == "-" else value), len(decimals)


@lru_cache(maxsize=4096)
def figures_in(text: str, language: str) -> tuple[TypedFigure, ...]:
    """The chances that the text writes: all of it, or those that are among other words.

    A bare number counts only where it is the whole text, or is a decimal below one. Bare odds and
    words such as "never" count where there is nothing else.
    """
    if (whole := read(text, language)) is not None:
        return (whole,)
    found = _pieces(text, language, _CHANCES) or _pieces(text, language, (Form.ODDS, Form.SURE))
    return _unchanged(found, text, language)


@lru_cache(maxsize=4096)
def averages_in(text: str, language: str) -> tuple[TypedFigure, ...]:
    """The average that the text writes: all of it, or its only number."""
    if (whole := read(text, language, as_average=True)) is not None:
        return (whole,) if whole.form in _AVERAGES else ()
    found = _unchanged(_pieces(text, language, _AVERAGES), text, language, is_average=True)
    return found if len(found) == 1 else ()


_AVERAGES = (Form.NUMBER, Form.MIXED, Form.FRACTION, Form.PERCENT)
_CHANCES = (Form.PERCENT, Form.DECIMAL, Form.FRACTION, Form.ONE_IN)
_TOKEN = re.compile(rf"[{CJK}]|[^\s()\[\]{CJK}]+")
_LONGEST = 12  # words or signs of one figure: "just over one chance in every twenty"
Pieces = dict[tuple[int, int], TypedFigure]  # by their places


def _unchanged(
    found: Pieces, text: str, language: str, *, is_average: bool = False
) -> tuple[TypedFigure, ...]:
    """Return the figures; none where other words change one."""
    forms = {place: each.form for place, each in found.items()}
    is_other = is_changed(_spaced(text), forms, language, is_average=is_average)
    return () if is_other else tuple(found.values())


def is_refused(text: str, language: str) -> bool:
    """Return whether the text has a chance, and other words that change it: "not 33%"."""
    return bool(_pieces(text, language, _CHANCES)) and not figures_in(text, language)


def _spaced(text: str) -> str:
    return normalise(text).replace("%/", "% ")


def _pieces(text: str, language: str, forms: tuple[Form, ...]) -> Pieces:
    """Find the figures of some forms among the words, with their places, the longest first."""
    words, known = _spaced(text), patterns_of(language)
    tokens = [match.span() for match in _TOKEN.finditer(words)]
    found: Pieces = {}
    start = 0
    while start < len(tokens):
        for end in range(min(len(tokens), start + _LONGEST), start, -1):
            if known.sign.match(words, tokens[end - 1][1]):
                continue  # "one chance of 33" of "33%"
            piece = words[tokens[start][0] : tokens[end - 1][1]].strip(_OUTSIDE)
            written = read(piece, language, as_average=forms is _AVERAGES)
            if piece in known.lexicon.even and re.fullmatch(rf"{LETTER}+", piece):
                continue  # "even then"
            if written is not None and _is_of(written, forms):
                at = words.index(piece, tokens[start][0])
                found[at, at + len(piece)] = written
                start = end
                break
        else:
            start += 1
    return found


def _is_of(written: TypedFigure, forms: tuple[Form, ...]) -> bool:
    if written.form is Form.NUMBER and forms is _CHANCES:
        return written.digits > 0 and 0 < written.value < 1
    return written.form in forms


# A dash behind a digit is no sign: "7-9".
_NUMBERS = re.compile(rf"(?:(?<!\d)[-+])?\d+(?:[.,]\d+)?|[{CJK}]|[^\W\d_{CJK}]+(?:'[^\W\d_]+)*")
_MOST_WORDS = 4  # of one number: "two hundred and sixteen"


@lru_cache(maxsize=4096)
def numbers_in(text: str, language: str) -> tuple[Fraction, ...]:
    """Every number in the text, in digits or in words, in order; an article is one only alone."""
    lexicon, words = lexicon_of(language), normalise(text)
    tokens = list(_NUMBERS.finditer(words))
    found: list[Fraction] = []
    start, is_none = 0, False
    while start < len(tokens):
        piece, end = tokens[start][0], start + 1
        if piece.lstrip("+-")[:1].isdecimal():
            found += [number[0] for number in [_number(piece, language)] if number]
        for last in range(min(len(tokens), start + _MOST_WORDS), start, -1):
            name = words[tokens[start].start() : tokens[last - 1].end()]
            count = lexicon.count(name)
            if name in lexicon.none and not is_none:
                count, is_none = 0, True  # "none at all" is said once
            if name[-1].isdecimal() or count is None:
                continue
            if name not in lexicon.articles or len(tokens) == 1:
                found.append(Fraction(count))
            end = last
            break
        start = end
    return tuple(found)
