"""Averages typed beside their dice: "45 (6d8 + 18)", "12d8+3 (57 hp)", "3d6 averages 10.5"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil, floor

from ...language.lexicon import one_of
from .dice_text import DiceText, TypedDice
from .features import likelihood
from .forms import Kind
from .typed import EVERY, NUMBER, JudgedFigure, Numeral, numeral, said, said_in

SURE = 0.5  # how likely a number has to be an average, to be called wrong without a doubt
MAYBE = 0.35
FEWEST = 3  # averages that show a convention
MANY = 10
LEAST_SHARE = 0.03  # of a convention beside others
_AVG, _UNIT = rf"(?:{said('average')})", rf"(?:{said('hit_points')})"
_ARTICLE = rf"(?:(?:{one_of(EVERY.of)})\s)?"
_OF = rf"(?:(?:{said('said_of')})\s){{0,3}}"
_ON = rf"(?:(?:{said('per_roll')})\s{_ARTICLE})?"
_KIND = r"(?:[^\W\d_]{3,14}\s){0,2}"
_N = rf"(?P<number>{NUMBER})"
_ENDS = r"(?![\w%]|[.,]\d|\s?%|\s?[-–—+×*/]\s?\d)"
_NEW = r"(?<![\w+\-−–—×*/.,$£€%#'’])"


def _any(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_SAID_BEHIND = _any(
    rf"[*_)\]]*,?\s(?:(?:{said('gives')})\s)?{_ARTICLE}{_AVG}\s{_OF}{_N}{_ENDS}"
    rf"|[*_]*\s?(?:=|→)\s?(?:[~≈]\s?)?(?P<equal>{NUMBER})[*_]*\s(?:{said('average_behind')})"
)
_SAID_BEFORE = _any(rf"(?<!\w){_AVG}\s{_OF}{_N}\s?(?:\(|{_ON})$")
_SAID_AROUND = (
    _any(rf"(?<!\w){_AVG},?\s(?:{_OF}){_ON}{_ARTICLE}$"),
    _any(rf"[*_]*\s?(?:(?:{said('gives said_of')})\s|[=:]\s?){_N}{_ENDS}"),
)
_BEFORE = _any(
    rf"(?P<lead>(?:[^\W\d_]+[*_:,)]*\s{{0,2}}){{0,2}}(?:[^\W\d_]+[*_:,.;)]*\s{{0,2}}:?\s{{0,2}})?[*_]*){_NEW}{_N}[*_]*"
    rf"\s?(?P<unit>{_KIND}{_UNIT})?\s{{0,4}}[(\[]\s?$"
)
_CLOSED = _any(r"(?P<unit>\s[^\W\d_]+)?\s?[)\]](?P<after>[*_]*,?(?:\s[^\W\d_]+){0,3})")
_BEHIND = _any(
    rf"[*_]*(?P<words>(?:\s[^\W\d_]{{1,12}}\.?){{0,2}})\s{{0,4}}[(\[,;:]\s?"
    rf"(?P<avg>{_AVG}[.:]?\s*{_OF}(?:=\s?)?)?(?:[~≈]\s?)?(?P<lead>{_UNIT}\s)?{_N}{_ENDS}"
    rf"(?:\s?(?P<unit>{_KIND}{_UNIT})|\s(?P<after>(?:{said('average_behind')}|{_AVG})\.?))?"
    r"(?P<close>\s?[)\]])?"
)
_HIT_DICE = _any(
    rf"(?<!\w)(?:{said('hit_dice')})[*_]*:?[*_]*\s(?P<count>[1-9]\d?)(?P<add>[+−–-]\d{{1,2}})?"
    rf"\*{{0,4}}\s?[(\[]{_N}\s?{_UNIT}[)\]]"
)
_FIELD = re.compile(
    r"^\W*(?:hp|hit[_ ]?points)\W{1,4}(?P<number>\d{1,3})\W*$", re.IGNORECASE | re.MULTILINE
)
_FIELD_OF_DICE = re.compile(r"\bhit[_ ]?dice\W{1,4}$", re.IGNORECASE)
_ROLLED = _any(rf"(?<!\w)(?:{said('rolled')})\s{_ARTICLE}$")
_STRONG = _any(rf"(?<!\w)(?:{_UNIT}|{said('takes')}|(?:{said('harms')})(?:\s[^\W\d_]+)?[*_]*\s?:)")
_RANGE = re.compile(r"\d\s?(?:[-–—]|[^\W\d_]{1,3})\s$")
_OPEN = re.compile(r"[(\[][^()\[\]]*$")


@lru_cache(maxsize=64)
def _in(kind: str, language: str, end: str = "") -> re.Pattern[str]:
    return _any(rf"(?<!\w)(?:{said_in(kind, language)}){end}")


class AverageHabit(StrEnum):
    """A convention for the number that is beside dice."""

    DOWN = "rounded down"
    UP = "rounded up"
    EXACT = "exact"
    DIE_DOWN = "each die rounded down"
    DIE_UP = "each die rounded up"
    HIGHEST = "the highest"


USUAL = frozenset({AverageHabit.DOWN, AverageHabit.UP, AverageHabit.EXACT})


@dataclass(frozen=True)
class Average:
    """A number that is beside dice where their average would be."""

    dice: DiceText
    number: Numeral
    start: int
    text: str
    shape: str  # in which it is typed: averages typed alike are judged alike
    signs: frozenset[str]  # what speaks for its being an average

    @property
    def explained(self) -> frozenset[AverageHabit]:
        """Return the conventions under which the number is right."""
        return _explained(self.dice, self.number)


@lru_cache(maxsize=65536)
def _explained(dice: DiceText, number: Numeral) -> frozenset[AverageHabit]:
    mean, value, scale = dice.mean, number.value, 10**number.digits
    ways = {
        AverageHabit.DOWN: Fraction(floor(mean * scale), scale),
        AverageHabit.UP: Fraction(ceil(mean * scale), scale),
        AverageHabit.EXACT: mean,
        AverageHabit.DIE_DOWN: dice.per_die(),
        AverageHabit.DIE_UP: dice.per_die(up=True),
        AverageHabit.HIGHEST: Fraction(dice.high),
    }
    found = {name for name, way in ways.items() if way == value}
    if mean < 1 and value == 1:
        found |= {AverageHabit.DOWN, AverageHabit.UP}
    return frozenset(found)


def averages_in(text: str, dice: Iterable[DiceText], language: str) -> Iterator[Average]:
    """Yield every number beside dice that may be meant for their average."""
    for each in dice:
        before, behind = text[max(0, each.start - 60) : each.start], text[each.end : each.end + 80]
        clause = re.split(r"[.!?;\n|]", before)[-1] + "\0" + re.split(r"[.!?;\n|]", behind)[0]
        keeping = _in("keeping", language).search(clause)
        found = None if keeping else _beside(each, before, behind, language)
        if found is not None:
            yield found
    for match in _HIT_DICE.finditer(text) if "(" in text else ():
        count, add = int(match["count"]), int(re.sub("[−–]", "-", match["add"] or "0"))
        name = f"{count}d8{add:+d}" if add else f"{count}d8"
        hit = DiceText(name, match.start(), match.end(), (TypedDice(count, 8),), add)
        yield _average(hit, match, 0, "hit dice", "unit")


def _beside(dice: DiceText, before: str, behind: str, language: str) -> Average | None:
    """Return the number before or behind some dice."""
    at = dice.start - len(before)
    if told := _SAID_BEHIND.match(behind):
        return _average(dice, told, dice.end, "said", "said")
    if _SAID_AROUND[0].search(before) and (told := _SAID_AROUND[1].match(behind)):
        return _average(dice, told, dice.end, "said", "said")
    if told := _SAID_BEFORE.search(before):
        return _average(dice, told, at, "said", "said")
    if _FIELD_OF_DICE.search(before) and (fields := list(_FIELD.finditer(before))):
        return _average(dice, fields[-1], at, "field", "unit")
    if (match := _BEFORE.search(before)) and (closed := _CLOSED.match(behind)):
        lead, row = match["lead"], before[: match.start("number")]
        if _RANGE.search(row) or _in("elsewhere", language, r"[\s#:*_]*$").search(lead):
            return None
        words = f"{lead} {match['unit'] or ''} {closed['unit'] or ''} {closed['after']}"
        signs = [
            *(["said"] if re.search(rf"(?<!\w){_AVG}", lead, re.IGNORECASE) else ()),
            *(["unit"] if _STRONG.search(words) else ()),
        ]
        shape = (re.findall(r"[^\W\d_]+", lead.casefold()) or [""])[-1]
        return _average(dice, match, at, f"before {shape}", *signs)
    if match := _BEHIND.match(behind):
        is_said = bool(match["avg"] or match["after"])
        line = before.rpartition("\n")[2] + "." + behind[: match.start("number")]
        in_brackets = match["close"] and _OPEN.search(line)
        is_rolled = _ROLLED.search(before) or re.match(r"[*_]*\s?[+=]", behind[match.end() :])
        if not (is_said or match["lead"] or (in_brackets and not is_rolled)):
            return None
        unit = match["unit"] or match["lead"] or _STRONG.search(match["words"])
        signs = [*(["said"] if is_said else ()), *(["unit"] if unit else ())]
        return _average(dice, match, dice.end, "behind", *signs)
    return None


def _average(dice: DiceText, match: re.Match[str], offset: int, shape: str, *signs: str) -> Average:
    name = "number" if match["number"] else "equal"
    number, start = match[name], offset + match.start(name)
    return Average(dice, numeral(number), start, number, shape, frozenset(signs))


@dataclass
class Habits:
    """The ways in which a file, a folder or a book types averages."""

    right: Counter[str] = field(default_factory=Counter)  # of each shape
    wrong: Counter[str] = field(default_factory=Counter)
    ways: Counter[frozenset[AverageHabit]] = field(default_factory=Counter)  # that explain one
    seen: set[tuple[str, str, str]] = field(default_factory=set)

    def add(self, averages: Iterable[Average]) -> None:
        """Take some averages in; one that is repeated counts once."""
        for each in averages:
            ways = each.explained
            (self.right if ways else self.wrong)[each.shape] += 1
            key = (each.shape, each.dice.text, each.text)
            if (
                key not in self.seen
                and ways
                and (each.dice.mean.denominator > 1 or not ways & USUAL)
            ):
                self.seen.add(key)
                self.ways[ways] += 1

    @property
    def tells(self) -> bool:
        """Return whether there are enough averages to show a convention."""
        return sum(self.ways.values()) >= FEWEST

    @property
    def is_strange(self) -> bool:
        """Return whether most averages follow a convention that is not usual."""
        return 2 * sum(n for ways, n in self.ways.items() if not ways & USUAL) > self.ways.total()

    @cached_property
    def used(self) -> frozenset[AverageHabit]:
        """Return the conventions, each of which explains several that the others leave."""
        left, used = self.ways, set[AverageHabit]()
        many = sum(left.values())
        while True:
            counts: Counter[AverageHabit] = Counter()
            for ways, count in left.items():
                counts.update(dict.fromkeys(ways, count))
            best = max(counts, key=lambda way: (counts[way], way in USUAL, way), default=None)
            if best is None or counts[best] < max(FEWEST, LEAST_SHARE * many):
                return frozenset(used)
            used.add(best)
            left = Counter({ways: count for ways, count in left.items() if best not in ways})


@dataclass(frozen=True)
class Habitat:
    """The habits of a file, of its folder and of its book."""

    own: Habits
    folder: Habits
    book: Habits

    @cached_property
    def used(self) -> frozenset[AverageHabit]:
        """Return the conventions that hold in the file."""
        used = self.own.used | self.folder.used
        if not self.own.tells and not self.folder.tells:
            used |= self.book.used
        if used - USUAL or self.book.is_strange:  # the highest total here, each die there
            used |= self.book.used - USUAL
        return used or USUAL


def judged(averages: Sequence[Average], around: Habitat) -> Iterator[JudgedFigure]:
    """Judge the averages of a file."""
    for each in averages:
        found = each.explained
        query = f"{each.dice.query} mean"
        if "said" in each.signs:
            found -= {AverageHabit.HIGHEST}
        if found & around.used - USUAL or (found & USUAL and not _is_odd_one(each, around.own)):
            yield JudgedFigure(each.start, each.text, query, kind=Kind.AVERAGE)
            continue
        is_said = "said" in each.signs and each.number.value
        likely = 1.0 if is_said else likelihood("beside", signs_of(each, around))
        if likely >= MAYBE:
            why = f"{each.dice.text.strip()} is {float(each.dice.mean):g} on average"
            right = _correct(each, around.used)
            yield JudgedFigure(each.start, each.text, query, right, why, likely >= SURE)


def signs_of(each: Average, around: Habitat) -> frozenset[str]:
    """Return what speaks for a number that is no average of its dice being meant for one."""
    found = set(each.signs)
    for name, habits in (("own", around.own), ("folder", around.folder), ("book", around.book)):
        right, wrong = habits.right[each.shape], habits.wrong[each.shape]
        if right >= FEWEST and right >= 3 * wrong:
            found.add(f"{name} usual")
        if right >= MANY and right >= 8 * wrong:
            found.add(f"{name} nearly always")
        if wrong >= FEWEST and right < wrong:
            found.add(f"{name} against")
    mean, value = each.dice.mean, each.number.value
    if abs(value - mean) <= max(Fraction(1), mean / 5):
        found.add("near")
    if value > 2 * each.dice.high or value * 2 < each.dice.low:
        found.add("far")
    return frozenset(found | ({"none"} if not value else set()))


def _is_odd_one(each: Average, own: Habits) -> bool:
    """Check that nearly all averages of the file are rounded the other way."""
    ways = each.explained & {AverageHabit.DOWN, AverageHabit.UP}
    if len(ways) != 1 or AverageHabit.EXACT in each.explained or "said" in each.signs:
        return False
    halves: Counter[AverageHabit] = Counter()
    for explained, count in own.ways.items():
        halves.update(dict.fromkeys(explained, count))
    alike = halves[next(iter(ways))]
    against = halves[AverageHabit.UP if AverageHabit.DOWN in ways else AverageHabit.DOWN]
    return against >= MANY and alike * 20 <= against


def _correct(each: Average, used: frozenset[AverageHabit]) -> str:
    """Return the average as the file rounds it."""
    mean, number = each.dice.mean, each.number
    if number.digits or (mean.denominator > 1 and used & USUAL == {AverageHabit.EXACT}):
        return number.like(mean)
    if used & USUAL or "said" in each.signs:
        is_up = AverageHabit.UP in used and AverageHabit.DOWN not in used
        return number.at(Fraction(ceil(mean) if is_up else floor(max(mean, Fraction(1)))), 0)
    if AverageHabit.HIGHEST in used:
        return number.at(Fraction(each.dice.high), 0)
    return number.at(each.dice.per_die(up=AverageHabit.DIE_UP in used), 0)
