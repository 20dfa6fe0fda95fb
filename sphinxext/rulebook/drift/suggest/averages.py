"""Averages typed beside their dice: "45 (6d8 + 18)", "12d8+3 (57 hp)", "3d6 averages 10.5"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from ...language.lexicon import one_of
from ...source.text import Text
from .features import likelihood
from .habits import FEWEST, MANY, USUAL, AverageHabit, Beside, Habitat
from .page import Page
from .suggestion import Suggestion
from .typed import EVERY, NUMBER, DiceText, Numeral, numeral, said, said_in

SURE = 0.5  # how likely a number has to be an average, to be called wrong without a doubt
MAYBE = 0.4
BEFORE, BEHIND = 60, 80  # letters in which the number is
NumberBeside = tuple[re.Match[str], str, *tuple[str, ...]]  # its shape, and what speaks for it
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

    def judged(self, around: Habitat) -> Suggestion | None:
        """Return whether it is right, and what it should be; nothing if it may be no average."""
        found, is_said = self.explained, "said" in self.signs
        if is_said:
            found -= {AverageHabit.HIGHEST}
        given = self.given._replace(query=f"{self.dice.query} mean")
        if found & around.used - USUAL or (found & USUAL and not _is_odd_one(self, around)):
            return given
        is_sure = is_said and self.number.value
        likely = 1.0 if is_sure else likelihood("beside", signs_of(self, around))
        why = f"{self.dice.text.strip()} is {float(self.dice.mean):g} on average"
        right = _correct(self, around.used)
        wrong = given._replace(right=right, why=why, known=likely >= SURE)
        return wrong if likely >= MAYBE else None


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


def averages_in(
    page: Page, text: Text, dice: Iterable[DiceText], language: str
) -> Iterator[Average]:
    """Yield every number beside dice that may be meant for their average."""
    found = [(each, beside) for each in dice if (beside := _beside(text, each, language))]
    found += _hit_dice(text) if "(" in text else ()
    for each, (match, shape, *signs) in found:
        name = "number" if match["number"] else "equal"
        given = page.figure(text, match.start(name), match[name])
        yield Average(each, given, shape, numeral(match[name]), frozenset(signs))


def _hit_dice(text: str) -> Iterator[tuple[DiceText, NumberBeside]]:
    """Yield the hit points beside a number of hit dice, which are d8."""
    for match in _HIT_DICE.finditer(text):
        count, add = int(match["count"]), int(re.sub("[−–]", "-", match["add"] or "0"))
        name = f"{count}d8{add:+d}" if add else f"{count}d8"
        dice = DiceText(name, match.start(), match.end(), ((count, 8),), add)
        yield dice, (match, "hit dice", "unit")


def _beside(text: str, dice: DiceText, language: str) -> NumberBeside | None:
    """Return the number before or behind some dice, its shape and its signs."""
    before = text[max(0, dice.start - BEFORE) : dice.start]
    behind = text[dice.end : dice.end + BEHIND]
    clause = re.split(r"[.!?;\n|]", before)[-1] + "\0" + re.split(r"[.!?;\n|]", behind)[0]
    if said_in("keeping", language).search(clause):
        return None

    def found_before(pattern: re.Pattern[str]) -> re.Match[str] | None:
        return pattern.search(text, max(0, dice.start - BEFORE), dice.start)

    def found_behind(pattern: re.Pattern[str]) -> re.Match[str] | None:
        return pattern.match(text, dice.end, dice.end + BEHIND)

    has_digit = _DIGIT.search(before) is not None
    if not (has_digit or _DIGIT.search(behind)):
        return None
    if told := found_behind(_SAID_BEHIND):
        return told, "said", "said"
    if found_before(_SAID_AROUND[0]) and (told := found_behind(_SAID_AROUND[1])):
        return told, "said", "said"
    if has_digit and (told := found_before(_SAID_BEFORE)):
        return told, "said", "said"
    if _FIELD_OF_DICE.search(before) and (field := found_before(_FIELD)):
        return field, "field", "unit"
    is_open = before.rstrip().endswith(("(", "["))
    if is_open and (match := found_before(_BEFORE)) and (closed := found_behind(_CLOSED)):
        lead, row = match["lead"], text[max(0, dice.start - BEFORE) : match.start("number")]
        if _RANGE.search(row) or said_in("elsewhere", language, r"[\s#:]*$").search(lead):
            return None
        words = f"{lead} {match['unit'] or ''} {closed['unit'] or ''} {closed['after']}"
        signs = [
            *(["said"] if re.search(rf"(?<!\w){_AVG}", lead, re.IGNORECASE) else ()),
            *(["unit"] if _STRONG.search(words) else ()),
        ]
        shape = (re.findall(r"[^\W\d_]+", lead.casefold()) or [""])[-1]
        return match, f"before {shape}", *signs
    if match := found_behind(_BEHIND):
        is_said = bool(match["avg"] or match["after"])
        is_rolled = _ROLLED.search(before) or re.match(r"\s?[+=]", text[match.end() :])
        if not (is_said or match["lead"] or (match["close"] and not is_rolled)):
            return None
        unit = match["unit"] or match["lead"] or _STRONG.search(match["words"])
        signs = [*(["said"] if is_said else ()), *(["unit"] if unit else ())]
        return match, "behind", *signs
    return None


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
