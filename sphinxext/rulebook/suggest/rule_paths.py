"""Finds the value of the rules, or the worked example, that a typed figure writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from ..figures.rule_values import NamedFaces, rule_value
from ..rules.errors import RulesError, fold
from ..words.face_ranges import faces_in
from ..words.read_figure import numbers_in
from .named import Named, Rulebook, arguments_of, checks_of, dice_named, in_digits


def range_path(book: Rulebook, figure: str, words: str) -> str:
    """Return the path of a rule that says these faces."""
    text = fold(in_digits(words, book.style.language))
    for call, check in checks_of(book.rules):
        optional = check._replace(
            notation="", takes=tuple(each for each in check.takes if not each.required)
        )
        args, _ = arguments_of(optional, text)
        calls = [f"{call}({args})", call] if args else [call]
        for each, key in product(calls, ("success", "failure", "again")):
            game, _, path = f"{each}.{key}".rpartition(":")
            try:
                value = rule_value(book.rules, game or book.rules.default, path)
            except RulesError:
                continue
            if not isinstance(value, NamedFaces) or not value:
                continue
            if faces_in(figure, book.style.language, 1, max(value)) == frozenset(value):
                return f"{each}.{key}"
    return ""


def rolled_question(book: Rulebook, figure: str, words: str, thrown: Sequence[int]) -> Named | None:
    """Return the one question about the dice that were thrown which comes to the figure."""
    said = numbers_in(figure, book.style.language)
    wanted = said[0] if said else Fraction(0)
    dice = " ".join(map(str, thrown))
    for each in _rolled(book, words, len(thrown)):
        query = f"{each.query} on {dice}"
        try:
            judged = book.rules.judge(query)
        except RulesError:
            continue
        if judged.value is not None and Fraction(judged.value) == wanted:
            return Named(query, each.is_certain)
    return None


def _rolled(book: Rulebook, words: str, count: int) -> Iterator[Named]:
    """The dice and the checks that the words name, or whose dice are as many as were thrown."""
    yield from (Named(dice, True) for dice in dice_named(words))
    text = fold(in_digits(words, book.style.language))
    for call, check in checks_of(book.rules):
        args, _ = arguments_of(check, text)
        if args is None and [each.required for each in check.takes].count(True) == 1:
            args = str(count)
        if args is not None:
            yield Named(f"{call}({args})" if args else call, False)
