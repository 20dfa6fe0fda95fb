"""Reads the rolls that a cell names: "1-2", "01–04", "96-00", "2, 12", "96+", "5 or less"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache

from ..language.normalise import normalise
from ..language.table_words import TableWords, table_words
from .dice import TableDice


class RollSlip(Enum):
    """A slip of the pen that can be read all the same."""

    REVERSED = "reversed"
    DATE = "date"


@dataclass(frozen=True)
class RollNumber:
    """A number as it is written: "07" has the width 2."""

    value: int
    width: int

    def on(self, dice: TableDice) -> int:
        """The value that it means on the dice: 00 is 100 on a d100, 0 is 10 on a d10."""
        top = int(10**self.width)
        if self.value == 0 and dice.low == 1 and dice.high == top and not dice.is_digits:
            return top
        return self.value


@dataclass(frozen=True)
class RollSpan:
    """Rolls from one number to another; None is an open end."""

    low: RollNumber | None
    high: RollNumber | None

    def ends_on(self, dice: TableDice) -> tuple[int | None, int | None]:
        """The two ends as values of the dice."""
        low = None if self.low is None else self.low.on(dice)
        high = None if self.high is None else self.high.on(dice)
        if self.low is None and self.high is not None and not self.high.value:
            high = 0  # "0 or less" never means the highest face
        return low, high


@dataclass(frozen=True)
class Rolls:
    """The rolls that lead to a row."""

    spans: tuple[RollSpan, ...]
    slip: RollSlip | None = None

    def on(self, dice: TableDice) -> frozenset[int]:
        """The values of the dice that the row has."""
        found: set[int] = set()
        for span in self.spans:
            low, high = span.ends_on(dice)
            found.update(dice.between(low, high))
        return frozenset(found)

    def ends(self, dice: TableDice) -> tuple[int, ...]:
        """The written numbers as values of the dice."""
        ends = (end for span in self.spans for end in span.ends_on(dice))
        return tuple(end for end in ends if end is not None)

    def beyond(self, dice: TableDice) -> tuple[int, ...]:
        """The written numbers that the dice cannot show."""
        return tuple(end for end in self.ends(dice) if end not in dice.places)

    @property
    def is_open(self) -> bool:
        """Say whether an end is open."""
        return any(span.low is None or span.high is None for span in self.spans)

    @property
    def numbers(self) -> tuple[RollNumber, ...]:
        """Every number that is written."""
        ends = (end for span in self.spans for end in (span.low, span.high))
        return tuple(end for end in ends if end is not None)


_SIMPLE = re.compile(r"\s*([0-9]{1,5})(?:\s?[-–]\s?([0-9]{1,5}))?\s*")
_THOUSANDS = re.compile(r"\d[,.]\d{3}(?!\d)")
_FACES = str.maketrans({char: str(i + 1) for i, char in enumerate("⚀⚁⚂⚃⚄⚅")})
_DASHES = re.compile(r"[‐‑‒–—―−~〜～﹣－]|(?<=\d)\s*(?:->|→|\.\.\.?|…)\s*(?=\d)|(?<!-\d)-{2,3}")
_MARKS = re.compile(
    r"(?<!\d)[*_`]+|[*_`†‡]+(?!\d)|\\(?=[\W_])|\[\^[^\]]*\]|\[#?[a-z\d]*\]_|\{[^}]*\}"
)


_WIDE = "０１２３４５６７８９"
_NARROW = str.maketrans(_WIDE, "0123456789")
_WIDENED = str.maketrans("0123456789", _WIDE)


@lru_cache(maxsize=8192)
def bare(text: str) -> str:
    """A cell's text without marks of notes and what is in brackets behind it, in one way."""
    text = re.sub(r"(?<=[\d+%*])\s*\([^()]*\)\s*$", "", text)
    text = normalise(_MARKS.sub("", text).translate(_FACES))
    return re.sub(r"\s*-\s*", "-", _DASHES.sub("-", text)).strip()


@cache
def _spans() -> re.Pattern[str]:
    """Return a pattern of a number, a range or an open end; the last group says which."""
    words = table_words()
    number, either = r"-?\d{1,5}", rf"(?: (?:{words.ends('either')}))?"
    to, plus, minus = map(words.ends, ("to", "plus", "minus"))
    return re.compile(
        rf"(?P<one>{number})"
        rf"|(?:(?:{words.ends('between')}) )?(?P<low>{number})"
        rf"(?:-| ?(?:{to}) ?)(?P<high>{number})"
        rf"|(?P<plus>{number})(?:-{number})?{either}"
        rf"(?: ?-?\+|-(?:{plus})| ?(?:{plus})\.?)"
        rf"|(?:≥|>=|=>|{words.ends('least')}) ?(?P<least>{number})"
        rf"|(?:>|{words.ends('more')}) ?(?P<over>{number})"
        rf"|(?P<minus>{number}){either}(?: ?-|-(?:{minus})| ?(?:{minus})\.?)"
        rf"|(?:≤|<=|=<|{words.ends('most')}) ?(?P<most>{number})"
        rf"|(?:<|{words.ends('less')}) ?(?P<under>{number})"
    )


@cache
def _between() -> re.Pattern[str]:
    """Return a pattern of what is between the spans of a cell."""
    either = table_words().ends("either")
    signs = rf" ?(?:,(?: (?:{either})(?= ))?|;|/|&|[、・]) ?"
    return re.compile(rf"(?<=\d)(?:{signs}| ?(?<!\w\w)(?:{either}) ?)(?=[\d<≤])")


@lru_cache(maxsize=8192)
def read_rolls(text: str) -> Rolls | None:
    """The rolls that a cell names, or None where it names none."""
    words = table_words()
    if simple := _SIMPLE.fullmatch(text):
        low, high = _number(simple[1]), _number(simple[2] or simple[1])
        if high.value >= low.value:
            return Rolls((RollSpan(low, high),))
    said = bare(text)
    if not said or len(said) > 60 or _THOUSANDS.search(said):
        return None
    if date := _date(said, words):
        return date
    if not said[0].isdecimal() or not said[-1].isdecimal():
        said = _in_digits(said, words)
    said = re.sub(rf"^(?:{words.sign}) ?(?=\d)|(?<=\d)(?:{words.ordinal})(?!\w)", "", said)
    said = re.sub(r"(?<=\d)\s*[.):：]+$|(?<=\d) ?%|^[(\[](?=.*[)\]]$)|(?<=\d)[)\]]$", "", said)
    said = re.sub(r"(?<=\d) ?%(?= ?-|$)", "", said).strip()
    said = re.sub(r"^[^\W\d_][^\d:]{0,17}[ :](?=\d)", _lead, said)
    if not re.search(r"\d", said):
        return None
    spans = []
    slip = None
    for piece in _pieces(said):
        span = _span(piece)
        if span is None:
            return None
        if span.low and span.high and _turned(span):
            slip = RollSlip.REVERSED
            span = RollSpan(span.high, span.low)
        spans.append(span)
    return Rolls(tuple(spans), slip)


_END_IN_WORDS = re.compile(r"(\d{1,5}) [^\W\d]{1,3} [^\W\d]+")


def rolls_on(text: str, dice: TableDice) -> Rolls | None:
    """Return the rolls of a cell on some dice.

    At their ends, words of a language that is not known here change nothing: "2 o menys".
    """
    if (rolls := read_rolls(text)) is not None:
        return rolls
    match = _END_IN_WORDS.fullmatch(bare(text))
    if match is None or int(match[1]) not in (dice.low, dice.high):
        return None
    number = _number(match[1])
    return Rolls((RollSpan(number, number),))


def _in_digits(said: str, words: TableWords) -> str:
    """The text with digits for its number words."""
    if said in words.numbers:
        return str(words.numbers[said])
    said = words.first.sub(lambda name: str(words.any_number[name[0]]), said)
    said = words.number.sub(lambda name: str(words.numbers[name[0]]), said)
    return words.last.sub(lambda name: name[1] + str(words.numbers[name[2]]), said)


def _lead(match: re.Match[str]) -> str:
    """Nothing for "roll" or "on a" before a number; all else stays."""
    words = table_words()
    lead = match[0].strip(" :")
    if lead in words.roll or words.rolling.fullmatch(lead):
        return ""
    return match[0]


def _pieces(said: str) -> list[str]:
    return [piece.strip() for piece in _between().split(said) if piece.strip()]


def _span(piece: str) -> RollSpan | None:
    match = _spans().fullmatch(piece)
    kind = match and match.lastgroup
    if match is None or kind is None:
        return None
    if kind == "high":
        return RollSpan(_number(match["low"]), _number(match["high"]))
    number = _number(match[kind], {"over": 1, "under": -1}.get(kind, 0))
    low = None if kind in ("minus", "most", "under") else number
    return RollSpan(low, None if kind in ("plus", "least", "over") else number)


def _number(text: str, shift: int = 0) -> RollNumber:
    return RollNumber(int(text) + shift, len(text))


def _turned(span: RollSpan) -> bool:
    """Say whether a range runs down, such as 79-64; 96-00 does not."""
    assert span.low is not None
    assert span.high is not None
    is_top = span.high.value == 0 and span.low.width <= span.high.width
    return span.high.value < span.low.value and not is_top


_WHOLE_DATE = re.compile(  # with its year, which is no part of the range
    r"(?:19|20)\d\d-(\d{1,2})-(\d{1,2})(?: 00:00(?::00)?)?|(\d{1,2})[/.](\d{1,2})[/.](?:19|20)\d\d"
)


def _date(said: str, words: TableWords) -> Rolls | None:
    """The rolls that a spreadsheet made a date of: "10-Jan" was 1-10."""
    if whole := _WHOLE_DATE.fullmatch(said):
        numbers = [int(number) for number in whole.groups() if number]
    else:
        match = re.fullmatch(
            r"(\d{1,2})[-./ ]{0,2}([^\W\d]+)\.?|([^\W\d]+)\.?[-./ ]{0,2}(\d{1,2})", said
        )
        month = words.months.get(match[2] or match[3] or "") if match else None
        day = (match[1] or match[4]) if match else None
        if month is None or day is None:
            return None
        numbers = [month, int(day)]
    low, high = sorted(numbers)
    return Rolls((RollSpan(RollNumber(low, 1), RollNumber(high, 1)),), RollSlip.DATE)


@cache
def _dashed() -> re.Pattern[str]:
    """Return a pattern of what is between the two numbers of a range."""
    return re.compile(
        rf"(?<=\d)\s*(?:-{{1,3}}|[‐‑‒–—―−~〜～－]|{table_words().ends('to')})\s*(?=\d)"
    )


def style_of(labels: Sequence[str]) -> str:
    """Return a text that shows how all labels are written, for ``written``."""
    read = zip(labels, map(read_rolls, labels), strict=True)
    kept = [label for label, rolls in read if rolls is None or rolls.slip is not RollSlip.DATE]
    dashes = [each[0] for label in kept for each in _dashed().finditer(label)]
    return ", ".join((f"1{max(dashes, key=dashes.count)}2" if dashes else "", *kept))


def written(values: Sequence[int], dice: TableDice, like: str = "") -> str:
    """Return rolls as the book writes them: with its dash, its leading zeros, its digits."""
    if not values:
        return "–"
    numbers = re.findall(r"\d+", like.translate(_NARROW))
    width = max((len(each) for each in numbers if each.startswith("0")), default=1)
    zeros = any(set(each) == {"0"} for each in numbers if len(each) > 1)
    dash = _dashed().search(like)

    def spelled(value: int) -> str:
        rest = str(value)[1:]
        is_top = value == dice.high and set(rest) == {"0"}
        return rest if is_top and (zeros or width == len(rest) > 1) else str(value).zfill(width)

    text = ", ".join(
        (dash[0] if dash else "–").join(map(spelled, dict.fromkeys(run)))
        for run in dice.runs(values)
    )
    return text.translate(_WIDENED) if any(char in _WIDE for char in like) else text
