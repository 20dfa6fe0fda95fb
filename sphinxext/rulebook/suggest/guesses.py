"""The question to which a typed figure is the answer, by plain dice notation or by the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

from ..figures.correct import as_chance, is_correct, is_correct_average
from ..figures.rule_values import NamedFaces, rule_value
from ..rules.errors import RulesError, fold
from ..rules.language.parse import parse
from ..rules.model.game import Check
from ..rules.rules import Rules
from ..words.clue_words import any_of, spoken_in
from ..words.face_ranges import faces_in
from ..words.formatter import Style
from ..words.lexicon import lexicon_of, one_of
from ..words.normalise import normalise
from ..words.phrases import kept
from ..words.read_figure import numbers_in, read
from .passages import NOTATION

_WHOLE = r"(?!\d|[.,]\d|\s?%)"  # no part of another figure


@lru_cache(maxsize=64)
def _events_in(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The ways in which a sentence asks for totals, each with its sign."""
    spoken = spoken_in(language)
    said = [lexicon_of(name) for name in spoken]

    def words(kind: str) -> str:
        return one_of(word for each in said for word in getattr(each, kind))

    article = f"(?:(?:{words('of')}) )?"
    start = r"(?<!\w)"
    written = (
        (rf"(\d+)\s*(?:\+|{words('plus')}(?!\w))", ">="),
        (
            rf"(?:≥|>=|{start}(?:{words('least')}|{any_of('targets', spoken)}))\s*{article}(\d+)",
            ">=",
        ),
        (rf"(\d+)\s*(?:{words('minus')}(?!\w))", "<="),
        (rf"(?:≤|<=|{start}(?:{words('most')}))\s*{article}(\d+)", "<="),
        (rf"(?:>|{start}(?:{words('more')}))\s*{article}(\d+)", ">"),
        (rf"(?:<|{start}(?:{words('less')}))\s*{article}(\d+)", "<"),
        (rf"(?:=|{start}(?:{any_of('exactly', spoken)}))\s+(\d+)", "="),
    )
    return tuple((re.compile(each + _WHOLE, re.IGNORECASE), sign) for each, sign in written)


MOST_TRIED = 600
MOST_DICE = 12
MOST_BARE = 1  # numbers that nothing says are totals


class Rulebook(NamedTuple):
    """The rules that guesses are made from, if there are any, and how the book writes numbers."""

    rules: Rules
    style: Style


def spelled_numbers(text: str, language: str) -> list[int]:
    """Every whole number of the text from 0 to 100, in digits or words."""
    text = NOTATION.sub(" ", text)
    found = [n for n in numbers_in(text, language) if n.denominator == 1 and 0 <= n <= 100]
    return [int(n) for n in dict.fromkeys(found)]


def chance_query(book: Rulebook, figure: str, around: str, *, average: bool, dice: str = "") -> str:
    """Find the one best question whose answer is the figure; empty if there is none or several.

    The dice may be named before the sentence, where the sentence itself names none.
    """
    written = read(figure, book.style.language)
    if written is None:
        return ""
    best, most, tried = "", 0, 0
    tied = False
    asked: set[tuple[str, int]] = set()
    for query, score in chain(
        _of_dice(around, dice, book.style.language, average=average),
        _of_rules(book, around, figure, average=average),
    ):
        if (query, score) in asked:
            continue
        asked.add((query, score))
        tried += 1
        if tried > MOST_TRIED:
            break
        if score < most:
            continue
        try:
            answer = book.rules.ask(parse(query))
        except RulesError:
            continue
        if average:
            value = answer.value
            fits = value is not None and is_correct_average(written, value, book.style)
        else:
            chance = answer.probability
            as_typed = as_chance(written, percent=written.value > 1)
            fits = chance is not None and is_correct(as_typed, chance, book.style)
        if fits:
            tied = score == most and query != best
            best, most = query, score
    return "" if tied else best


def _of_dice(
    around: str, before: str, language: str, *, average: bool
) -> Iterator[tuple[str, int]]:
    around, before = kept(around), kept(before)
    own = [match[0] for match in NOTATION.finditer(around)]
    for named in dict.fromkeys(own or [match[0] for match in NOTATION.finditer(before)]):
        dice = normalise(named).replace(" ", "")
        if average:
            yield f"{dice} mean", 8
            continue
        rest = NOTATION.sub(lambda found: " " * len(found[0]), around)
        said = set()
        for pattern, sign in _events_in(language):
            for event in pattern.finditer(rest):
                said.add(event[1])
                yield f"{dice} {sign} {event[1]}", 9 if sign == "=" else 10
        bare = set(re.findall(r"(?<![\d.,/])\d{1,3}(?![\d%/]|[.,]\d|\s%)", rest)) - said
        if said or len(bare) > MOST_BARE:
            continue  # one of them would fit by coincidence
        for number in bare:
            for score, sign in enumerate(("<=", ">=", "="), 5):
                yield f"{dice} {sign} {number}", score


def _of_rules(
    book: Rulebook, around: str, figure: str, *, average: bool
) -> Iterator[tuple[str, int]]:
    text = fold(normalise(around.replace(figure, " ")))
    numbers = spelled_numbers(around.replace(figure, " "), book.style.language)
    for name, game in book.rules.games.items():
        prefix = "" if name == book.rules.default else f"{name}:"
        for check in game.checks.values():
            named = 3 if _mentions(text, check.name, check.title) else 0
            if check.versus or check.repeats:
                continue
            for args, score in _arguments(check, text, numbers):
                events = (
                    [("mean", 1)]
                    if average
                    else list(_events(check, text, numbers, book.style.language))
                )
                for event, more in events:
                    call = f"{check.name}({args})" if args else check.name
                    yield f"{prefix}{call} {event}", named + score + more


def _mentions(text: str, *names: str) -> bool:
    return any(
        len(name) > 1  # "A" is an article before it is a quality
        and re.search(rf"(?<!\w){re.escape(fold(normalise(name)))}(?!\w)", text)
        for name in names
    )


def _arguments(check: Check, text: str, numbers: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Arguments that the sentence may mean, and how clearly it says so."""
    if check.notation:
        for token in re.findall(r"(?<!\w)(?!\d*d\d)[a-z]{1,3}\d{1,3}(?!\w)", text):
            yield token.upper(), 5
    choices: list[list[tuple[str, int]]] = []
    for parameter in check.takes:
        found: list[tuple[str, int]] = []
        if parameter.choices:
            for choice in parameter.choices:
                names = (choice.name, *choice.also)
                if any(_mentions(text, each) for each in names):
                    shown = choice.name if re.fullmatch(r"[\w-]+", choice.name) else (
                        f'"{choice.name}"')  # fmt: skip
                    found.append((f"{parameter.name}={shown}", 3))
            if not found and not parameter.required:
                found = [("", 0)]
        elif parameter.required:
            top = parameter.most if parameter.most is not None else MOST_DICE
            found = [
                (f"{parameter.name}={n}", 2) for n in numbers if parameter.least <= n <= top and n
            ]
        else:
            found = [("", 0)]
            if _mentions(text, parameter.name, parameter.label):
                found += [(f"{parameter.name}={n}", 3) for n in {*numbers, 1} if n]
        choices.append(found)
    for combined in product(*choices):
        args = ", ".join(arg for arg, _ in combined if arg)
        if (
            sum(1 for arg, _ in combined if arg) == 1
            and check.takes
            and args.startswith(f"{check.takes[0].name}=")
        ):
            args = args.partition("=")[2]
        yield args, sum(score for _, score in combined)


def _events(
    check: Check, text: str, numbers: Sequence[int], language: str
) -> Iterator[tuple[str, int]]:
    for difficulty in check.difficulties:
        if _mentions(text, difficulty.name, difficulty.label):
            yield f"meets {_quoted(difficulty.name)}", 4
    for outcome in check.outcomes:
        if _mentions(text, outcome.name, outcome.label):
            yield f"is {_quoted(outcome.name)}", 4
    for group in check.groups:
        if _mentions(text, group):
            yield f"is any {_quoted(group)}", 3
    if check.noun is not None or not check.outcomes:
        pointed = _pointed(text, language)
        for number in dict.fromkeys([1, *numbers]):
            said = number in numbers
            for sign in (">=", "=", "<="):
                clear = 2 if (sign, number) in pointed else 0
                yield f"{sign} {number}", (1 if said else 0) + (1 if sign == ">=" else 0) + clear


@lru_cache(maxsize=32)
def _pointed(text: str, language: str) -> frozenset[tuple[str, int]]:
    """The numbers of which the text says "at least" or the like, with the signs."""
    return frozenset(
        (sign, int(event[1]))
        for pattern, sign in _events_in(language)
        for event in pattern.finditer(text)
    )


def _quoted(name: str) -> str:
    return f'"{name}"' if re.search(r'["“”<>()|;]|\bon \d', name) else name


def range_path(book: Rulebook, figure: str, around: str) -> str:
    """The path of a rule that says these faces."""
    text = fold(normalise(around))
    for name, game in book.rules.games.items():
        prefix = "" if name == book.rules.default else f"{name}:"
        for check, key in product(game.checks.values(), ("success", "failure", "again")):
            for call in _calls(check, text, spelled_numbers(around, book.style.language)):
                try:
                    value = rule_value(book.rules, name, f"{call}.{key}")
                except RulesError:
                    continue
                if not isinstance(value, NamedFaces) or not value:
                    continue
                if faces_in(figure, book.style.language, 1, max(value)) == frozenset(value):
                    return f"{prefix}{call}.{key}"
    return ""


def _calls(check: Check, text: str, numbers: Sequence[int]) -> Iterator[str]:
    """The check alone, and with the one thing that the sentence says of it."""
    yield check.name
    for parameter in check.takes:
        if parameter.choices:
            for choice in parameter.choices:
                if _mentions(text, choice.name, choice.label, *choice.also):
                    yield f'{check.name}({parameter.name}="{choice.name}")'
        elif not parameter.required and _mentions(text, parameter.name, parameter.label):
            yield from (f"{check.name}({parameter.name}={n})" for n in {1, *numbers} if n)


def rolled_query(book: Rulebook, figure: str, around: str, thrown: Sequence[int]) -> str:
    """The check and the dice that come to the result of a worked example."""
    said = numbers_in(figure, book.style.language)
    wanted = said[0] if said else Fraction(0)
    dice = " ".join(map(str, thrown))
    text = fold(normalise(around))
    tries = [re.sub(r"\s+", "", match[0]) for match in NOTATION.finditer(around)]
    for name, game in book.rules.games.items():
        prefix = "" if name == book.rules.default else f"{name}:"
        for check in game.checks.values():
            if check.versus or check.repeats:
                continue
            for args, _ in _arguments(check, text, [len(thrown)]):
                tries.append(f"{prefix}{check.name}({args})" if args else f"{prefix}{check.name}")
    for call in tries:
        try:
            judged = book.rules.judge(f"{call} on {dice}")
        except RulesError:
            continue
        if judged.value is not None and Fraction(judged.value) == wanted:
            return f"{call} on {dice}"
    return ""
