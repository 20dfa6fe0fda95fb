"""What a typed figure says: its value, its precision and its manner."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..present.numbers import Style, rounded
from .lexicon import Lexicon, lexicon_of, point_of


class Written(NamedTuple):
    """A figure as it was typed."""

    manner: str  # percent, decimal, fraction, one-in, number or blank
    value: Fraction  # a chance as 0 to 1, a number as it stands
    digits: int = 0  # decimals after the point, as typed
    bound: str = ""  # "<" or ">" in front of it
    hedged: bool = False


BLANK = Written("blank", Fraction(0))
DASHES = frozenset({"", "-", "–", "—", "−", "--", "---", "―", "n/a", "…", "...", "·", "×"})
GLYPHS = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5",
    "⅗": "3/5", "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
    "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip
_SPACES = re.compile(r"[\s\u00a0\u202f\u2009]+")


def plain(text: str) -> str:
    """The text without case, odd spaces, emphasis marks and letters that only look different."""
    for glyph, spelled in GLYPHS.items():
        text = text.replace(glyph, spelled)
    text = unicodedata.normalize("NFKC", text).replace("⁄", "/").replace("−", "-")
    text = "".join(c for c in text if unicodedata.category(c) not in ("So", "Sk", "Cf"))
    return _SPACES.sub(" ", text.replace("**", "").replace("’", "'")).strip().casefold()


@lru_cache(maxsize=64)
def _hedge(language: str) -> re.Pattern[str]:
    words = sorted(map(re.escape, lexicon_of(language).hedges), key=len, reverse=True)
    return re.compile(rf"(?:~|≈|±|{'|'.join(words) or '~'})\s*")


def read(text: str, language: str) -> Written | None:
    """The figure that the whole text writes, or None where it writes none."""
    words = plain(text).rstrip(".!;:").strip()
    if words in DASHES:
        return BLANK
    hedged = False
    if hedge := _hedge(language).match(words):
        hedged, words = True, words[hedge.end() :]
    bound = ""
    if words[:1] in "<>≤≥" and words:
        bound, words = words[0].replace("≤", "<").replace("≥", ">"), words[1:].strip()
    found = _figure(words, language)
    if found is None:
        return None
    return found._replace(hedged=hedged, bound=bound)


def _figure(words: str, language: str) -> Written | None:
    lexicon = lexicon_of(language)
    for sign in ("%", *lexicon.percent):
        if words.endswith(sign) or (sign == "%" and words.startswith(sign)):
            inner = words.removesuffix(sign).removeprefix("%" if sign == "%" else "").strip()
            number = _number(inner, language)
            if number is None and inner in lexicon.numbers:
                number = Fraction(lexicon.numbers.index(inner)), 0
            return None if number is None else Written("percent", number[0] / 100, number[1])
    if match := re.fullmatch(r"(\d+)\s*/\s*(\d+)", words):
        return (
            None if match[2] == "0" else Written("fraction", Fraction(int(match[1]), int(match[2])))
        )
    if found := _one_in(words, language, lexicon):
        return found
    if (part := _part(words, lexicon)) is not None:
        return Written("fraction", part)
    number = _number(words, language)
    if number is not None:
        return Written("number", *number)
    if words in lexicon.none:
        return Written("number", Fraction(0))
    if words in lexicon.always:
        return Written("percent", Fraction(1))
    if words in lexicon.numbers:
        return Written("number", Fraction(lexicon.numbers.index(words)))
    return None


def _number(text: str, language: str) -> tuple[Fraction, int] | None:
    """A number in the language's way, with its decimals counted."""
    point = point_of(language)
    grouped = re.fullmatch(r"([-+]?)(\d{1,3}(?:[.,' ]\d{3})+)", text)
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
        forms.append(r"(?P<n>\d+)'[dt][ea]\s+(?P<k>\d+)")
    if short in ("ja", "zh"):
        forms.append(r"(?P<n>\d+)\s*(?:回|次)(?:に|中)\s*(?P<k>\d+)\s*(?:回|次)?")
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
            if k > 1:
                return Written("fraction", Fraction(k) / n[0])
            return Written("one-in", n[0], n[1])
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


def as_chance(written: Written, *, percent: bool) -> Written:
    """A bare number read as a percentage, or as a chance between 0 and 1."""
    if written.manner != "number":
        return written
    if percent:
        return written._replace(manner="percent", value=written.value / 100)
    return written._replace(manner="decimal")


def right(written: Written, exact: Fraction, style: Style) -> bool:
    """Whether the figure is a correct way to write the chance, at the precision it uses."""
    if written.manner == "blank":
        return exact in (0, 1)
    if written.hedged and _round_guess(written) is not None:
        return abs(written.value - exact) <= Fraction(25, 1000)
    if written.manner == "fraction":
        return written.value == exact
    if written.manner == "one-in":
        return exact > 0 and rounded(1 / exact, written.digits, style.rounding) == written.value
    places = written.digits + (2 if written.manner == "percent" else 0)
    near = rounded(exact, places, style.rounding)
    if written.bound == "<":
        return 0 < exact < written.value and (near == 0 or written.value != Fraction(1, 10**places))
    if written.bound == ">":
        return written.value < exact < 1
    if written.value in (0, 1):
        return exact == written.value
    return near == written.value


def _round_guess(written: Written) -> Fraction | None:
    """The figure, where it is a percentage in steps of five."""
    if written.manner not in ("percent", "decimal"):
        return None
    return written.value if (written.value * 20).denominator == 1 else None


def right_average(written: Written, exact: Fraction, style: Style) -> bool:
    """Whether the figure is a correct way to write the average."""
    if written.manner == "fraction":
        return written.value == exact
    if written.manner != "number":
        return False
    rounding = style.rounding if style.mean_rounding == "exact" else style.mean_rounding
    return rounded(exact, written.digits, rounding) == written.value


_INSIDE = re.compile(
    r"[~≈<>]?\s*%?\s*\d+(?:[.,]\d+)?\s*%|\d+\s*/\s*\d+|[~≈<>]?\s*\d+(?:[.,]\d+)?|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]"
)


def read_within(text: str, language: str) -> Written | None:
    """The figure that the text writes, also where other words stand around the only one."""
    whole = read(text, language)
    if whole is not None:
        return whole
    words = plain(text)
    pieces = words.split(" ")
    # The longest run of words that reads as a figure, if no other figure stands beside it.
    for size in range(len(pieces) - 1, 0, -1):
        found = [
            (start, written)
            for start in range(len(pieces) - size + 1)
            if (written := read(" ".join(pieces[start : start + size]).strip(",()"), language))
            and written.manner not in ("blank", "number")
        ]
        if len(found) == 1:
            return found[0][1]
        if found:
            return None
    numbers = [read(piece, language) for piece in _INSIDE.findall(words)]
    return numbers[0] if len(numbers) == 1 else None


def numbers_in(text: str, language: str) -> list[Fraction]:
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
    return found


def faces_in(text: str, language: str, low: int, high: int) -> frozenset[int] | None:
    """The faces that the text names: "5-6", "5+", "5 or 6", "5 or higher", "4 to 6"."""
    lexicon = lexicon_of(language)
    words = plain(text).replace("–", "-").replace("—", "-").replace("~", "-").replace("〜", "-")
    for number, spelled in enumerate(lexicon.numbers):
        words = re.sub(rf"\b{re.escape(spelled)}\b", str(number), words)
    words = re.sub(r"(?<=\d)s\b", "", words)  # "1s" are faces of 1
    plus = "|".join(map(re.escape, lexicon.plus)) or "(?!)"
    minus = "|".join(map(re.escape, lexicon.minus)) or "(?!)"
    to = "|".join(sorted(map(re.escape, lexicon.to), key=len, reverse=True)) or "(?!)"
    for pattern in (
        rf"(?P<low>-?\d+)\s*(?:\+|{plus})",
        rf"(?:≥|>=|{plus})\s*(?P<low>-?\d+)",
        rf"(?P<high>-?\d+)\s*(?:{minus})",
        rf"(?:≤|<=|{minus})\s*(?P<high>-?\d+)",
        rf"(?P<low>-?\d+)\s*(?:-|\.\.|{to})\s*(?P<high>\d+)",
    ):
        if match := re.fullmatch(rf"(?:\D*\s)?{pattern}(?:\s\D*)?", words):
            ends = match.groupdict()
            first, last = int(ends.get("low") or low), int(ends.get("high") or high)
            return frozenset(range(first, last + 1))
    joint = "|".join(map(re.escape, lexicon.either)) or "(?!)"
    pieces = [piece for piece in re.split(rf",|/|\b(?:{joint})\b", words) if piece.strip()]
    numbers = [re.fullmatch(r"\D*?(-?\d+)\D*", piece) for piece in pieces]
    if not pieces or not all(numbers):
        return None
    return frozenset(int(match[1]) for match in numbers if match)
