"""Reads the questions that words name: their dice or check, its arguments and its event."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...language.clue_words import any_of, spoken_in
from ...language.lexicon import FILL, in_digits, lexicon_of, merged, one_of
from ...language.normalise import normalise
from ...language.phrases import kept, mentioned
from ...rules.errors import fold
from ...rules.model.game import Check
from ...rules.model.parameter import Parameter
from ...rules.rules import Rules
from ...settings import Book
from .chances import CHANGED
from .page import NOTATION
from .typed import said_in

_WHOLE = r"(?!\d|[.,]\d|\s?%)"  # no part of another figure
_BARE = re.compile(r"(?<![\d.,/+-])\d{1,3}(?![\d%/]|[.,]\d|\s%)")


class Named(NamedTuple):
    """A question, and whether the words themselves name its dice or its check."""

    query: str
    is_certain: bool
    is_of_check: bool = False


def questions(book: Book, words: str, *, average: bool, before: str = "") -> list[Named]:
    """List the questions that the words name, in their order; none where they leave a choice.

    The dice may be named before a sentence that names none.
    """
    language = book.style.language
    of_checks = list(_of_checks(book, words, average=average))
    own = dice_named(words)
    if not any(each.is_certain for _, each in of_checks) and (own or not of_checks):
        dice = own or dice_named(before)
        if average:
            return [Named(f"{each} mean", bool(own)) for each in dice]
        if len(dice) != 1 or said_in(CHANGED, language).search(words):
            return []
        text = NOTATION.sub(lambda match: " " * len(match[0]), _counted(kept(words), language))
        if compared := _compared(text, language):
            return [Named(f"{dice[0]} {event}", bool(own)) for event in compared]
        bare = set(_BARE.findall(text))
        return [Named(f"{dice[0]} = {bare.pop()}", False)] if len(bare) == 1 else []
    found = [each for each in of_checks if each[1].is_certain] or of_checks
    return [each for _, each in found] if len({check for check, _ in found}) == 1 else []


def dice_named(text: str) -> list[str]:
    """List the dice that a text names, each once."""
    found = (match[0] for match in NOTATION.finditer(kept(text)))
    return list(dict.fromkeys(normalise(each).replace(" ", "") for each in found))


# Events -------------------------------------------------------------------------------------------


def _compared(text: str, language: str) -> list[str]:
    """The numbers of which a text says "at least" or the like, with their signs, in order."""
    found: list[tuple[int, str]] = []
    for pattern, sign in _comparisons(language):
        found += [(match.start(1), f"{sign} {match[1]}") for match in pattern.finditer(text)]
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return list(dict.fromkeys(event for _, event in sorted(found)))


@lru_cache(maxsize=64)
def _comparisons(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The ways in which a sentence compares totals, each with its sign."""
    spoken = spoken_in(language)
    said = merged(spoken)

    def words(kind: str) -> str:
        return one_of(said.words(kind))

    article = f"(?:(?:{words('of')}) )?"
    start = r"(?<!\w)"
    least = rf"(?:≥|>=|{start}(?:{words('least')}|{any_of('targets', spoken)}))"
    written = (
        (rf"(\d+)\s*(?:\+|{words('plus')}(?!\w))", ">="),
        (rf"{least}\s*{article}(\d+)", ">="),
        (rf"(\d+)\s*(?:{words('minus')}(?!\w))", "<="),
        (rf"(?:≤|<=|{start}(?:{words('most')}))\s*{article}(\d+)", "<="),
        (rf"(?:>|{start}(?:{words('more')}))\s*{article}(\d+)", ">"),
        (rf"(?:<|{start}(?:{words('less')}))\s*{article}(\d+)", "<"),
        (rf"(?:=|{start}(?:{any_of('exactly', spoken)}))\s+(\d+)", "="),
    )
    return tuple((re.compile(each + _WHOLE, re.IGNORECASE), sign) for each, sign in written)


def _counted(text: str, language: str) -> str:
    """Return the text with its whole numbers in digits."""
    return in_digits(normalise(text), lexicon_of(language), plain=True).replace(FILL, "")


# Checks -------------------------------------------------------------------------------------------


def mentions(text: str, *names: str) -> bool:
    """Check that the text has one of the names as words of its own."""
    # "A" is an article before it is a quality.
    return bool(mentioned(text, (name for name in names if len(name) > 1)))


def _of_checks(book: Book, words: str, *, average: bool) -> Iterator[tuple[str, Named]]:
    """The questions about checks of the rules, each with its check."""
    checks = list(checks_of(book.rules))
    text = fold(_counted(words, book.style.language)) if checks else ""
    for call, check in checks:
        args, rest = arguments_of(check, text)
        if args is None:
            continue
        named, asked = mentions(text, check.name, check.label), f"{call}({args})" if args else call
        events = ["mean"] if average else events_of(check, rest, book.style.language)
        yield from ((call, Named(f"{asked} {event}", named, True)) for event in events)


def checks_of(rules: Rules) -> Iterator[tuple[str, Check]]:
    """Every check of one side and one roll, with what a question calls it."""
    for name, game in rules.games.items():
        for check in game.checks.values():
            if not check.sides and not check.repeats:
                yield (check.name if name == rules.default else f"{name}:{check.name}"), check


def arguments_of(check: Check, text: str) -> tuple[str | None, str]:
    """Return the arguments that a text names, and its other words; None if it leaves a choice."""
    if check.notation:
        tokens = set(re.findall(r"(?<!\w)(?!\d*d\d)[a-z]{1,3}\d{1,3}(?!\w)", text))
        if len(tokens) == 1:
            return tokens.pop().upper(), text
    given: list[tuple[str, str]] = []
    for parameter in check.takes:
        values, text = _values(parameter, text)
        if values is None or len(values) > 1 or (parameter.required and not values):
            return None, text
        given += [(parameter.name, value) for value in values]
    if len(given) == 1 and given[0][0] == check.takes[0].name:
        return given[0][1], text
    return ", ".join(f"{name}={value}" for name, value in given), text


def _values(parameter: Parameter, text: str) -> tuple[set[str] | None, str]:
    """Return the values that a text gives a parameter, and its other words.

    None is for a parameter that is named without a value: "after some aiming".
    """
    if parameter.choices:
        named = (each for each in parameter.choices if mentions(text, each.name, *each.also))
        return {axis_name(each.name) for each in named}, text
    name = names_of(parameter)
    beside = re.compile(
        rf"(?<![\w.,])(?P<before>\d+)\s+(?:[^\W\d]+\s+){{0,2}}{name}"
        rf"|(?<!\w){name}(?:\s+(?:[^\W\d]{{1,3}}\s+)?|\s*[=:]\s*)(?P<behind>\d+)(?![\w%]|[.,]\d)"
    )
    values = {match["before"] or match["behind"] for match in beside.finditer(text)}
    rest = beside.sub(" ", text)
    if not parameter.required and re.search(rf"(?<!\w){name}", rest):
        return None, rest
    return values, rest


def names_of(parameter: Parameter) -> str:
    """Return a pattern for the words that name a parameter: "dice", "die", "level of favor"."""
    names = {fold(normalise(name)) for name in (parameter.name, parameter.label, parameter.one)}
    names = {name.replace("-", " ") for name in names if name}
    if "dice" in names:
        names.add("die")
    return rf"(?:{one_of(names)})s?(?!\w)"


def events_of(check: Check, text: str, language: str) -> list[str]:
    """The events that a text names of a check, in no order."""
    found = [
        f"meets {_quoted(each.name)}"
        for each in check.difficulties
        if mentions(text, each.name, each.label)
    ]
    # "Success with a twist" is no "Success".
    outcomes = {fold(normalise(name)): each.name for each in check.outcomes
                for name in (each.name, each.label) if len(name) > 1}  # fmt: skip
    said = {outcomes[word] for word in mentioned(text, outcomes)}
    found += [f"is {_quoted(each.name)}" for each in check.outcomes if each.name in said]
    if not said:
        found += [f"is any {_quoted(group)}" for group in check.groups if mentions(text, group)]
    if check.noun is not None or not check.outcomes:
        found += _compared(text, language)
    return found


def _quoted(name: str) -> str:
    return f'"{name}"' if re.search(r'["“”<>()|;]|\bon \d', name) else name


def axis_name(name: str) -> str:
    """Return a name as an argument or an axis writes it."""
    return name if re.fullmatch(r"[\w-]+", name) else f'"{name}"'
