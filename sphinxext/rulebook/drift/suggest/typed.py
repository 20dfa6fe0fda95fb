"""Numbers and dice as books type them, and what dice come to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil, floor

from ...language.clue_words import any_of, every_language, spoken_in
from ...language.language_file import clear_die_letters, die_letters, words_of_all
from ...language.lexicon import merged, one_of
from ...rules.errors import RulesError
from ...rules.rules import Rules

NUMBER = r"(?:\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+(?![\d])|\d+(?:[.,]\d{1,4})?(?:\s?½)?|½)"
EVERY = merged(every_language())
_SIGNS = one_of(EVERY.percent)
PERCENT = rf"\d{{1,3}}(?:[.,]\d{{1,6}})?\s?(?:%|(?:{_SIGNS})(?!\w))"
_GROUPED = re.compile(r"\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+")


def said(kinds: str) -> str:
    """A pattern for any word of some kinds, in any language."""
    return any_of(kinds, every_language())


@lru_cache(maxsize=256)
def said_in(kinds: str, language: str, end: str = "") -> re.Pattern[str]:
    """A pattern for words that say something else in another language: "tiene" keeps, or has."""
    return re.compile(rf"(?<!\w)(?:{any_of(kinds, spoken_in(language))}){end}", re.IGNORECASE)


@dataclass(frozen=True)
class Numeral:
    """A number with the decimals that it was typed with."""

    value: Fraction
    digits: int
    point: str = "."
    group: str = ""  # between thousands

    def like(self, value: Fraction) -> str:
        """Another value typed the same way, with more decimals where it needs them."""
        digits = self.digits
        while digits < 2 and (value * 10**digits).denominator > 1:
            digits += 1
        return self.at(value, digits)

    def at(self, value: Fraction, digits: int) -> str:
        """Another value with so many decimals."""
        scaled = (2 * value * 10**digits + 1) // 2
        whole, rest = divmod(int(scaled), 10**digits)
        group = self.group or ("," if whole > 9999 else "")
        grouped = f"{whole:,}".replace(",", group)
        return f"{grouped}{self.point}{rest:0{digits}d}" if digits else grouped


def numeral(text: str) -> Numeral:
    """The number that a text of NUMBER or PERCENT writes."""
    text = re.sub(r"[^\d½]+$", "", text)
    half = Fraction(1, 2) if text.endswith("½") else Fraction(0)
    text = text.rstrip("½").strip()
    if _GROUPED.fullmatch(text) and not re.fullmatch(r"0[.,]\d{3}", text):
        group = re.sub(r"\d", "", text)[0]
        return Numeral(Fraction(re.sub(r"\D", "", text)) + half, 0, group=group)
    whole, _, rest = text.replace(",", ".").partition(".")
    value = Fraction(int((whole or "0") + rest), 10 ** len(rest))
    return Numeral(value + half, len(rest), "," if "," in text else ".")


def _either_case(letters: str) -> str:
    return f"[{letters}{letters.upper()}]"


# The ends of a word. Chinese, Japanese and Korean write words and dice without blanks between.
_LETTER = r"[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
# Letter case is no matter to them, and such a class is slow to compile where it is.
WORD_START = f"(?-i:(?<!{_LETTER}))"
WORD_END = f"(?-i:(?!{_LETTER}))"
ANY_DIE = _either_case(die_letters())
CLEAR_DIE = _either_case(clear_die_letters())
_OTHERS = "".join(letter for letter in die_letters() if letter not in clear_die_letters())
REAL_SIDES = "(?:4|6|8|10|12|20|100)"
# A number behind any other letter may mean something else, unless a real die has so many sides.
OTHER_DIE = _either_case(_OTHERS) + REAL_SIDES
# A letter of a die before its sides: quick to look for, and every pattern of dice needs one.
DIE_SIGN = re.compile(f"[{die_letters()}{die_letters().upper()}][\\d%Ff]")
MINUS = words_of_all("minus_dice")
PLUS_OR_MINUS = "|".join(sorted(MINUS | words_of_all("plus_dice")))


_TERM = rf"(?:\d{{0,3}}{CLEAR_DIE}(?:\d{{1,4}}|%)(?:k[hl]?\d+)?|\d{{1,3}}{OTHER_DIE})"
_JOINT = rf"\s?(?:[-+−–]|\b(?:{PLUS_OR_MINUS})\b)\s?"
_TIMES = r"\s?(?:[×*·]|&times;|x(?![\w/]*\w*[a-z]))\s?"
_ONCE = r"(?<![×·])(?<![×·]\s)(?<!\d\*)(?<!\d\s\*\s)(?<!\dx\s)(?<!\d\sx\s)"  # no "4 x d6"
_END = r"(?![^\Wx]|%|x\D)"  # "2d6x100" goes on
DICE = re.compile(
    rf"(?<![\w.,/^\\]){_ONCE}(?P<lead>\d{{1,4}}(?:\+| \+ ))?{_TERM}{_END}"
    rf"(?:{_JOINT}(?:{_TERM}{_END}|\d{{1,4}}(?![\w%]|[.,]\d)))*"
    rf"(?:{_TIMES}(?P<times>\d{{1,3}}(?:[.,]\d{{3}})+|\d{{1,6}})(?![\w%]|[.,]\d))?"
)
_PART = re.compile(
    rf"(?P<sign>[-+−–]|{PLUS_OR_MINUS})?\s*(?:(?P<count>\d*)[^\W\d_](?P<sides>\d+|%)"
    r"(?:(?P<keep>k[hl]?)(?P<kept>\d+))?|(?P<number>\d+))"
)
_NO_RULES = Rules({})
_MOST_BEFORE = 12  # letters before that of the first die: a number to add, and how many dice


Term = tuple[int, int]  # how many dice of a kind, and their sides


@dataclass(frozen=True)
class DiceText:
    """Dice as a text names them, and where."""

    text: str
    start: int
    end: int
    terms: tuple[Term, ...]
    add: int = 0
    times: int = 1

    @property
    def query(self) -> str:
        """Return the dice as a question writes them."""
        times = f"*{self.times}" if self.times > 1 else ""
        dice = "+".join(f"{count}d{sides}{times}" for count, sides in self.terms)
        added = self.add * self.times
        return f"{dice}{added:+d}" if added else dice

    @cached_property
    def low(self) -> int:
        """The least total."""
        return (sum(count for count, _ in self.terms) + self.add) * self.times

    @cached_property
    def high(self) -> int:
        """The greatest total."""
        return (sum(count * sides for count, sides in self.terms) + self.add) * self.times

    @cached_property
    def mean(self) -> Fraction:
        """The exact average."""
        return self._with(lambda sides: Fraction(sides + 1, 2))

    def per_die(self, *, up: bool = False) -> Fraction:
        """The average with each die's own average made whole."""
        whole = ceil if up else floor
        return self._with(lambda sides: Fraction(whole(Fraction(sides + 1, 2))))

    def _with(self, of: Callable[[int], Fraction]) -> Fraction:
        total = sum((count * of(sides) for count, sides in self.terms), Fraction(self.add))
        return total * self.times


@lru_cache(maxsize=256)
def counts_of(dice: str) -> Mapping[int, Fraction]:
    """Return the chance of each total of some dice, nothing where they are too many."""
    try:
        return _NO_RULES.ask(dice).counts or {}
    except RulesError:
        return {}


def dice_in(text: str) -> Iterator[DiceText]:
    """All dice that a text names, but for dice of which only some are kept."""
    last = 0
    for sign in DIE_SIGN.finditer(text):  # which is far quicker than to look for all of it
        if sign.start() < last:
            continue
        starts = range(max(last, sign.start() - _MOST_BEFORE), sign.start() + 1)
        match = next(filter(None, (DICE.match(text, start) for start in starts)), None)
        if match is not None:
            last = match.end()
            found = _read(match)
            if found is not None:
                yield found


def _read(match: re.Match[str]) -> DiceText | None:
    if match["lead"] and match["times"]:
        return None  # "20 + 3d6 x 10" may be either
    body = match[0][: match.start("times") - match.start()] if match["times"] else match[0]
    terms: list[Term] = []
    add = 0
    for part in _PART.finditer(body):
        if part["keep"]:
            return None
        sign = -1 if (part["sign"] or "+") in {"-", "−", "–", *MINUS} else 1
        if part["number"]:
            add += sign * int(part["number"])
            continue
        sides = 100 if part["sides"] == "%" else int(part["sides"])
        if sign < 0 or not sides or part["count"] == "0":
            return None  # "1d6-2d6" is a reach from one to the other
        terms.append((int(part["count"] or 1), sides))
    times = int(re.sub("[.,]", "", match["times"])) if match["times"] else 1
    if not terms or not times:
        return None
    return DiceText(match[0], match.start(), match.end(), tuple(terms), add, times)
