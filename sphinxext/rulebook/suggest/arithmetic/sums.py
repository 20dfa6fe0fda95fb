"""Sums that are worked out on the page: "4 + 3 + 2 = 9", "rolls 4, 3 and 5 for a total of 12"."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from ...words.clue_words import every_language
from ...words.dice_patterns import ANY_DIE, CLEAR_DIE
from ...words.lexicon import lexicon_of, one_of
from .typed import Numeral, WrongFigure, around, matches, said

_N = r"(?:\d{1,3}(?:,\d{3})+|\d{1,7}(?:\.\d{1,4})?)"
_ITEM = rf"\(?\s?{_N}\s?%?\s?\)?"
_SUM = re.compile(
    rf"(?<![\w.,/%^_\\{{}}$#&=<>])(?P<sum>\(?{_N}\s?%?\)?(?:\s?[+−×*÷]\s?{_ITEM}|\s[-–/x]\s{_ITEM}){{1,12}})"
    rf"\s?=\s?(?P<right>[-−]?{_N})(?P<unit>\s?%)?(?![\w^_]|[.,]\d|\s?[-+−×*/÷=<>–]\s?[\d(\w])"
)
_ARTICLES = one_of(word for name in every_language() for word in lexicon_of(name).of)
_DICE_BEFORE = re.compile(rf"\d*{CLEAR_DIE}(?:\d+|%)\s?$")
_OPERATORS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}  # fmt: skip
_EQUAL = re.compile("=")
_TOKEN = re.compile(rf"{_N}|[-+−–×*x÷/()]")
_AND = said("and")
_LIST = (
    rf"\d{{1,2}}(?:\s?,\s?(?:(?:{_AND})\s)?\d{{1,2}}|\s?\+\s?\d{{1,2}}"
    rf"|\s(?:{_AND})\s(?:(?:{_ARTICLES})\s)?\d{{1,2}})+"
)
_NUMBERS = re.compile(rf"(?<!\d){_LIST}", re.IGNORECASE)
_LEAD = re.compile(rf"(?<!\w)(?:{said('dice_show')})(?P<said>[^.;:\d]{{0,40}})$", re.IGNORECASE)
_TOTAL = re.compile(
    rf"(?P<between>[^.;\d]{{0,24}}?)\s(?:{said('sum_to')})\s(?P<total>\d{{1,3}})"
    rf"(?![\w%]|[.,]\d|\s(?!(?:{said('sum_ends hit_points')}))\w)",
    re.IGNORECASE,
)
_SOME_ONLY = re.compile(rf"{said('some_only')}|\+|-", re.IGNORECASE)


def worked(text: str) -> Iterator[WrongFigure]:
    """The sums of a text that come to something else."""
    for match in matches(_SUM, text, around(_EQUAL, text)):
        before = text[max(0, match.start() - 24) : match.start()].rstrip(" (")
        if "%" in match["sum"] and re.search(r"[x×*/÷]", match["sum"]):
            continue  # "2 attacks x 65% x 7.5"
        if re.search(r"[-+−–×*/÷=<>^]$|\sx$", before) or re.search(r"[\d)]$", before):
            continue  # the end of a longer one
        if (
            before[-1:].isalnum()
            and match["sum"].startswith("(")
            and not _DICE_BEFORE.search(before)
        ):
            continue  # "f(3) + 2 = 5"
        worth = _worth(match["sum"])
        if worth is None:
            continue
        typed = _number(re.sub(r"^[-−]", "", match["right"]))
        value = -typed.value if match["right"][0] in "-−" else typed.value
        is_share = match["unit"] and "%" not in match["sum"] and 0 < worth <= 1
        if is_share:
            worth *= 100  # "7 / 12 = 58.33%", "1 - 0.9 × 0.9 = 19%"
        if value == worth or _is_rounded(match["sum"], worth, value, typed.digits):
            continue
        right = f"{float(worth):g}" if worth.denominator > 1 else f"{int(worth)}"
        if is_share or (worth * 10**4).denominator > 1:  # its decimals do not end soon
            right = typed.at(worth, typed.digits)
        if right == match["right"]:
            continue
        start = match.start("right")
        yield WrongFigure(
            start, match["right"], right, f"{_one_spaced(match['sum'])} is {right}", True
        )
    yield from _listed(text)


def _listed(text: str) -> Iterator[WrongFigure]:
    """Dice that are listed with another total than theirs."""
    for numbers in _NUMBERS.finditer(text):
        begin = max(0, numbers.start() - 70)
        lead = _LEAD.search(text, begin, numbers.start())
        match = _TOTAL.match(text, numbers.end(), numbers.end() + 80)
        if lead is None or match is None:
            continue
        if _SOME_ONLY.search(match["between"]) or _SOME_ONLY.search(lead["said"]):
            continue
        dice = [int(n) for n in re.findall(r"\d+", numbers[0])]
        if sum(dice) != int(match["total"]):
            count = re.search(rf"(\d+){ANY_DIE}\d+", text[begin : match.end()])
            sure = count is None or int(count[1]) == len(dice)
            why = f"{' + '.join(map(str, dice))} is {sum(dice)}"
            yield WrongFigure(match.start("total"), match["total"], str(sum(dice)), why, sure)


def _is_rounded(said: str, worth: Fraction, value: Fraction, digits: int) -> bool:
    """Check that a division or decimals leave room for a rounded result."""
    if not re.search(r"[/÷.]|\s[x×*]\s", said) and worth.denominator == 1:
        return False
    return abs(worth - value) < Fraction(1, 10**digits)


def _number(text: str) -> Numeral:
    """The number; in a sum a comma groups digits and a point begins decimals."""
    text = text.replace(",", "")
    return Numeral(Fraction(text), len(text.partition(".")[2]))


def _one_spaced(said: str) -> str:
    return " ".join(said.split())


def _worth(said: str) -> Fraction | None:
    """Work out the sum; None if its brackets do not close."""
    tokens = _TOKEN.findall(said.replace("%", ""))
    if tokens.count("(") != tokens.count(")"):
        return None
    values: list[Fraction] = []
    signs: list[str] = []
    binds = {"+": 1, "-": 1, "*": 2, "/": 2}
    alike = {"−": "-", "–": "-", "×": "*", "x": "*", "÷": "/"}

    def reckon(least: int) -> bool:
        while signs and signs[-1] != "(" and binds[signs[-1]] >= least:
            if len(values) < 2:
                return False
            sign, second, first = signs.pop(), values.pop(), values.pop()
            if sign == "/" and not second:
                return False
            values.append(_OPERATORS[sign](first, second))
        return True

    for token in tokens:
        if token[0].isdigit():
            values.append(_number(token).value)
        elif token == "(":
            signs.append(token)
        elif token == ")":
            if not reckon(1) or not signs:
                return None
            signs.pop()
        else:
            sign = alike.get(token, token)
            if not reckon(binds[sign]):
                return None
            signs.append(sign)
    return values[0] if reckon(1) and len(values) == 1 and not signs else None
