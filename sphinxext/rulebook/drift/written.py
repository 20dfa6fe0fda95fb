"""What a typed figure says: its value, its precision and its manner."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..present.words import words_of
from .lexicon import Lexicon, lexicon_of, point_of


class Written(NamedTuple):
    """A figure as it was typed."""

    manner: str  # percent, decimal, fraction, mixed, one-in, number or blank
    value: Fraction  # a chance as 0 to 1, a number as it stands
    digits: int = 0  # decimals after the point, as typed
    bound: str = ""  # "<", ">", "≤" or "≥" that goes with it
    hedged: bool = False


_HYPHENED = re.compile(r"\b(\w+)-(in|von|sur|out-of)-(\w+)\b")  # "2-in-6"
BLANK = Written("blank", Fraction(0))
DASHES = frozenset({"", "-", "–", "—", "−", "--", "---", "―", "n/a", "…", "...", "·", "×"})
GLYPHS = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5",
    "⅗": "3/5", "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
    "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip
_KANJI = {ord(char): str(number) for number, char in enumerate("〇一二三四五六七八九")}
_GLYPH = re.compile(rf"(\d?)\s*([{''.join(GLYPHS)}])")
_NOTE = re.compile(r"(?<=[^\s/⁄])[*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰]+(?![\w/⁄₀-₉])")  # a footnote's mark: "33%*"
_SPACES = re.compile(r"[\s\u00a0\u202f\u2009]+")


@lru_cache(maxsize=4096)  # a book says the same labels and figures again and again
def plain(text: str) -> str:
    """The text without case, odd spaces, marks and letters that only look different."""
    text = _NOTE.sub("", text)
    text = _GLYPH.sub(lambda match: f"{match[1]} {GLYPHS[match[2]]}".strip(), text)
    text = unicodedata.normalize("NFKC", text).replace("⁄", "/").replace("−", "-")
    text = "".join(c for c in text if unicodedata.category(c) not in ("So", "Sk", "Cf"))
    return _SPACES.sub(" ", text.replace("**", "").replace("’", "'")).strip().casefold()


@lru_cache(maxsize=64)
def _hedge(language: str) -> re.Pattern[str]:
    words = sorted(map(re.escape, lexicon_of(language).hedges), key=len, reverse=True)
    return re.compile(rf"(?:~|≈|±|{'|'.join(words) or '~'})\s*")


@lru_cache(maxsize=4096)
def read(text: str, language: str) -> Written | None:
    """The figure that the whole text writes, or None where it writes none."""
    words = plain(text).rstrip(".!;:").strip()
    words = _HYPHENED.sub(r"\1 \2 \3", words)
    if words in DASHES:
        return BLANK
    hedged = False
    if hedge := _hedge(language).match(words):
        hedged, words = True, words[hedge.end() :]
    told = words
    bound, words = _bound(told, lexicon_of(language))
    for word in lexicon_of(language).about:
        if words.endswith(f" {word}"):
            hedged, words = True, words.removesuffix(word).strip()
    found = _figure(words, language)
    if found is None:
        return None
    if found.manner == "number" and bound in ("≤", "≥") and not told.startswith(bound):
        return None  # "at least 5" is no chance but what a die has to show
    return found._replace(hedged=hedged, bound=bound)


def _bound(words: str, lexicon: Lexicon) -> tuple[str, str]:
    """The sign of a bound, which may be told in words, and the rest of the words."""
    if words[:1] in ("<", ">", "≤", "≥"):
        return words[0], words[1:].strip()
    bounds = {"≤": lexicon.minus, "≥": lexicon.plus, "<": lexicon.less, ">": lexicon.more}
    for sign, said in bounds.items():
        for word in said:
            if word.split()[0] in lexicon.either:  # "or more" follows its figure
                if words.endswith(f" {word}"):
                    return sign, words.removesuffix(word).strip()
            elif words.startswith(word if word.endswith("'") else f"{word} "):  # "plus d'un"
                return sign, words.removeprefix(word).strip()
    return "", words


def _figure(words: str, language: str) -> Written | None:
    lexicon = lexicon_of(language)
    words = re.sub(r"^([-+])%(.+)", r"\1\2%", words)  # "+%27" in Turkish
    for sign in ("%", *lexicon.percent):
        if words.endswith(sign) or (sign == "%" and words.startswith(sign)):
            inner = words.removesuffix(sign).removeprefix("%" if sign == "%" else "").strip()
            if mixed := re.fullmatch(r"(\d+) ([1-9]\d*)/([1-9]\d*)", inner):  # "33 1/3%"
                third = int(mixed[1]) + Fraction(int(mixed[2]), int(mixed[3]))
                return Written("fraction", third / 100)
            number = _number(inner, language)
            if number is None and inner in lexicon.numbers:
                number = Fraction(lexicon.numbers.index(inner)), 0
            return None if number is None else Written("percent", number[0] / 100, number[1])
    if words.removeprefix("an ").removeprefix("a ") in lexicon.even:
        return Written("fraction", Fraction(1, 2))
    if match := re.fullmatch(r"(\d+)\s*/\s*(\d+)", words):
        return (
            None if match[2] == "0" else Written("fraction", Fraction(int(match[1]), int(match[2])))
        )
    if match := re.fullmatch(r"(\d+) ([1-9]\d*)/([1-9]\d*)", words):  # "3 1/2"
        return Written("mixed", int(match[1]) + Fraction(int(match[2]), int(match[3])))
    if found := _one_in(words, language, lexicon):
        return found
    if (part := _part(words, lexicon)) is not None:
        return Written("fraction", part)
    number = _number(words, language)
    if number is not None:
        return Written("number", *number)
    shown = words_of(language)
    if words in lexicon.none or words == plain(shown.never):
        return Written("number", Fraction(0))
    if words in lexicon.always or words == plain(shown.always):
        return Written("percent", Fraction(1))
    if words in lexicon.numbers:
        return Written("number", Fraction(lexicon.numbers.index(words)))
    return None


def reach_word(text: str, language: str) -> str:
    """Whether the text says that any value will do, or none: any, none or nothing."""
    words, lexicon = plain(text), lexicon_of(language)
    if words in DASHES or words in lexicon.none:
        return "none" if words else ""
    return "any" if words in lexicon.any or words in lexicon.always else ""


def _number(text: str, language: str) -> tuple[Fraction, int] | None:
    """A number in the language's way, with its decimals counted."""
    point = point_of(language)
    grouped = re.fullmatch(r"([-+]?)([1-9]\d{0,2}(?:[.,' ]\d{3})+)", text)
    if grouped and point not in grouped[2]:
        text = grouped[1] + re.sub(r"[.,' ]", "", grouped[2])
    match = re.fullmatch(r"([-+]?)(\d*)(?:[.,](\d+))?", text)
    if match is None or not (match[2] or match[3]):
        return None
    if match[3] is not None and point not in text and not (point == "," and "." in text):
        return None  # "1,5" is no number of an English book
    decimals = match[3] or ""
    value = Fraction(int((match[2] or "0") + decimals), 10 ** len(decimals))
    return (-value if match[1] == "-" else value), len(decimals)


def _count(text: str, lexicon: Lexicon) -> int | None:
    if text.isdecimal():
        return int(text)
    if text in lexicon.of:
        return 1
    return lexicon.numbers.index(text) if text in lexicon.numbers else None


def _one_in(words: str, language: str, lexicon: Lexicon) -> Written | None:
    joints = "|".join(sorted(map(re.escape, lexicon.one_in), key=len, reverse=True))
    forms = [rf"(.+?)\s+(?:{joints})\s+(.+)"] if joints else []
    short = language.split("_", maxsplit=1)[0].split("-", maxsplit=1)[0]
    if short == "tr":
        forms.append(r"(?P<n>[\d.,]+)'[dt][ea]\s+(?P<k>\d+)")
    if short in ("ja", "zh"):
        words = words.translate(_KANJI)
        forms.append(r"(?P<n>[\d.,]+)\s*(?:回|次)(?:に|中)\s*(?P<k>\d+)\s*(?:回|次)?")
        forms.append(r"(?P<n>[\d.,]+)\s*分(?:の|之)\s*(?P<k>\d+)")
    for form in forms:
        match = re.fullmatch(form, words)
        if match is None:
            continue
        groups = match.groupdict()
        first, second = (groups["k"], groups["n"]) if groups else (match[1], match[2])
        k, n = _count(first.strip(), lexicon), _number(second.strip(), language)
        if n is None and (count := _count(second.strip(), lexicon)) is not None:
            n = Fraction(count), 0
        if k is not None and n is not None and n[0] > 0:
            if k == 1:
                return Written("one-in", n[0], n[1])
            return Written("fraction", Fraction(k) / n[0])
    return None


def _part(words: str, lexicon: Lexicon) -> Fraction | None:
    """A fraction in words: "half", "a third", "two thirds", "three-quarters"."""
    pieces = words.replace("-", " ").split()
    parts = dict(lexicon.parts)
    if not pieces or pieces[-1] not in parts:
        return None
    of = " ".join(pieces[:-1])
    many = 1 if not of else _count(of, lexicon)
    return None if many is None else Fraction(many, parts[pieces[-1]])


_CHANCES = ("percent", "decimal", "fraction", "one-in")


def figures_in(text: str, language: str) -> tuple[Written, ...]:
    """The chances that the text writes: all of it, or those that stand among other words.

    A bare number counts only where it is the whole text, or is a decimal below one.
    """
    whole = read(text, language)
    if whole is not None:
        return (whole,)
    pieces = [piece.strip(",;:()[]") for piece in plain(text).split(" ")]
    found = []
    start = 0
    while start < len(pieces):
        for end in range(min(len(pieces), start + _LONGEST), start, -1):
            written = read(" ".join(pieces[start:end]), language)
            if written is not None and _is_chance(written):
                found.append(written)
                start = end
                break
        else:
            start += 1
    return tuple(found)


_LONGEST = 7  # words of one figure: "just over one chance in twenty"


def _is_chance(written: Written) -> bool:
    if written.manner == "number":
        return written.digits > 0 and 0 < written.value < 1
    return written.manner in _CHANCES


@lru_cache(maxsize=4096)
def numbers_in(text: str, language: str) -> tuple[Fraction, ...]:
    """Every number in the text, in digits or in words, in order."""
    lexicon = lexicon_of(language)
    found = []
    for piece in re.findall(r"[-+]?\d+(?:[.,]\d+)?|[^\W\d_]+(?:['-][^\W\d_]+)*", plain(text)):
        if piece.lstrip("+-")[:1].isdecimal():
            number = _number(piece, language)
            if number is not None:
                found.append(number[0])
        elif piece in lexicon.numbers:
            found.append(Fraction(lexicon.numbers.index(piece)))
        elif piece in lexicon.none:
            found.append(Fraction(0))
    return tuple(found)
