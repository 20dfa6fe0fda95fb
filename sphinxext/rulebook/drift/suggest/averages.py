"""Averages typed beside their dice: "45 (6d8 + 18)", "12d8+3 (57 hp)", "3d6 averages 10.5"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from ...language.lexicon import one_of
from .features import likelihood
from .forms import Kind
from .habits import FEWEST, MANY, USUAL, AverageHabit, Beside, Habitat
from .typed import EVERY, NUMBER, DiceText, JudgedFigure, Numeral, TypedDice, numeral, said, said_in

SURE = 0.5  # how likely a number has to be an average, to be called wrong without a doubt
MAYBE = 0.4
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
    rf"|\s?(?:=|→)\s?(?:[~≈]\s?)?(?P<equal>{NUMBER})\s(?:{said('average_behind')})"
)
_SAID_BEFORE = _any(rf"(?<!\w){_AVG}\s{_OF}{_N}\s?(?:\(|{_ON})$")
_SAID_AROUND = (
    _any(rf"(?<!\w){_AVG},?\s(?:{_OF}){_ON}{_ARTICLE}$"),
    _any(rf"\s?(?:(?:{said('gives said_of')})\s|[=:]\s?){_N}{_ENDS}"),
)
_BEFORE = _any(
    r"(?P<lead>(?:[^\W\d_]++[:,)]*+\s{0,2}){0,2}(?:[^\W\d_]++[:,.;)]*\s{0,2}:?\s{0,2})?)"
    rf"{_NEW}{_N}"
    rf"\s?(?P<unit>{_KIND}{_UNIT})?\s{{0,4}}[(\[]\s?$"
)
_CLOSED = _any(r"(?P<unit>\s[^\W\d_]+)?\s?[)\]](?P<after>,?(?:\s[^\W\d_]+){0,3})")
_BEHIND = _any(
    rf"(?P<words>(?:\s[^\W\d_]{{1,12}}\.?){{0,2}})\s{{0,4}}[(\[,;:]\s?"
    rf"(?P<avg>{_AVG}[.:]?\s*{_OF}(?:=\s?)?)?(?:[~≈]\s?)?(?P<lead>{_UNIT}\s)?{_N}{_ENDS}"
    rf"(?:\s?(?P<unit>{_KIND}{_UNIT})|\s(?P<after>(?:{said('average_behind')}|{_AVG})\.?))?"
    r"(?P<close>\s?[)\]])?"
)
_HIT_DICE = _any(
    rf"(?<!\w)(?:{said('hit_dice')}):?\s(?P<count>[1-9]\d?)(?P<add>[+−–-]\d{{1,2}})?"
    rf"\*{{0,4}}\s?[(\[]{_N}\s?{_UNIT}[)\]]"
)
_FIELD = re.compile(
    r"^\W*(?:hp|hit[_ ]?points)\W{1,4}(?P<number>\d{1,3})\W*$", re.IGNORECASE | re.MULTILINE
)
_FIELD_OF_DICE = re.compile(r"\bhit[_ ]?dice\W{1,4}$", re.IGNORECASE)
_ROLLED = _any(rf"(?<!\w)(?:{said('rolled')})\s{_ARTICLE}$")
_STRONG = _any(rf"(?<!\w)(?:{_UNIT}|{said('takes')}|(?:{said('harms')})(?:\s[^\W\d_]+)?\s?:)")
_RANGE = re.compile(r"\d\s?(?:[-–—]|[^\W\d_]{1,3})\s$")
_DIGIT = re.compile(r"[\d½]")


@dataclass(frozen=True)
class Average(Beside):
    """A number that is beside dice where their average would be."""

    number: Numeral
    signs: frozenset[str] = frozenset()  # what speaks for its being an average

    @property
    def explained(self) -> frozenset[AverageHabit]:
        """Return the conventions under which the number is right."""
        return _explained(self.dice, self.number)

    def judged(self, around: Habitat) -> JudgedFigure | None:
        """Return whether it is right, and what it should be; nothing if it may be no average."""
        found, is_said = self.explained, "said" in self.signs
        if is_said:
            found -= {AverageHabit.HIGHEST}
        given = JudgedFigure(self.start, self.text, f"{self.dice.query} mean", kind=Kind.AVERAGE)
        if found & around.used - USUAL or (found & USUAL and not _is_odd_one(self, around)):
            return given
        is_sure = is_said and self.number.value
        likely = 1.0 if is_sure else likelihood("beside", signs_of(self, around))
        why = f"{self.dice.text.strip()} is {float(self.dice.mean):g} on average"
        right = _correct(self, around.used)
        given = replace(given, right=right, why=why, sure=likely >= SURE)
        return given if likely >= MAYBE else None


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
        keeping = said_in("keeping", language).search(clause)
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
    if not (_DIGIT.search(before) or _DIGIT.search(behind)):
        return None
    if told := _SAID_BEHIND.match(behind):
        return _average(dice, told, dice.end, "said", "said")
    if _SAID_AROUND[0].search(before) and (told := _SAID_AROUND[1].match(behind)):
        return _average(dice, told, dice.end, "said", "said")
    if _DIGIT.search(before) and (told := _SAID_BEFORE.search(before)):
        return _average(dice, told, at, "said", "said")
    if _FIELD_OF_DICE.search(before) and (fields := list(_FIELD.finditer(before))):
        return _average(dice, fields[-1], at, "field", "unit")
    is_open = before.rstrip().endswith(("(", "["))
    if is_open and (match := _BEFORE.search(before)) and (closed := _CLOSED.match(behind)):
        lead, row = match["lead"], before[: match.start("number")]
        if _RANGE.search(row) or said_in("elsewhere", language, r"[\s#:]*$").search(lead):
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
        is_rolled = _ROLLED.search(before) or re.match(r"\s?[+=]", behind[match.end() :])
        if not (is_said or match["lead"] or (match["close"] and not is_rolled)):
            return None
        unit = match["unit"] or match["lead"] or _STRONG.search(match["words"])
        signs = [*(["said"] if is_said else ()), *(["unit"] if unit else ())]
        return _average(dice, match, dice.end, "behind", *signs)
    return None


def _average(dice: DiceText, match: re.Match[str], offset: int, shape: str, *signs: str) -> Average:
    name = "number" if match["number"] else "equal"
    number, start = match[name], offset + match.start(name)
    return Average(dice, start, number, shape, numeral(number), frozenset(signs))


def signs_of(each: Average, around: Habitat) -> frozenset[str]:
    """Return what speaks for a number that is no average of its dice being meant for one."""
    found = set(each.signs)
    book = around.book
    if book.right[each.shape] >= max(FEWEST, 3 * book.wrong[each.shape]):
        found.add("book usual")
    for name, habits in (("own", around.own), ("folder", around.folder), ("book", book)):
        if habits.wrong[each.shape] >= max(FEWEST, habits.right[each.shape] + 1):
            found.add(f"{name} against")
    mean, value = each.dice.mean, each.number.value
    if abs(value - mean) <= max(Fraction(1), mean / 5):
        found.add("near")
    if value > 2 * each.dice.high or value * 2 < each.dice.low:
        found.add("far")
    return frozenset(found | ({"none"} if not value else set()))


def _is_odd_one(each: Average, around: Habitat) -> bool:
    """Check that nearly all averages of the file or its folder are rounded the other way."""
    own = around.own if around.own.used else around.folder
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
