"""Checks the dice and the faces that are written beside a figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from ..language.phrases import Phrase, Range
from ..rules.errors import RulesError
from ..rules.language.formulas import OPS
from ..rules.language.query import Call, EventKind, PlainDice, Query, Thrown
from ..rules.rules import Rules
from ..settings import Book
from .rule_values import NamedFaces, rule_value


def dice_beside(book: Book, query: Query, dice: PlainDice) -> bool:
    """Return whether the dice named beside an average are the dice of its question."""
    if isinstance(query.what, PlainDice) and _same(query.what, dice):
        return True
    try:
        mine = book.rules.ask(query._replace(event=None))
        theirs = book.rules.ask(Query(query.game, dice))
    except RulesError:
        return False
    return mine.counts is not None and mine.counts == theirs.counts


def _same(one: PlainDice, other: PlainDice) -> bool:
    return one.add == other.add and sorted(map(repr, one.terms)) == sorted(map(repr, other.terms))


def range_beside(
    book: Book, query: Query, words: Phrase, found: Range, exact: Fraction
) -> str | None:
    """The range that should be there, where another one does."""
    if query.event is not None and query.event.kind is EventKind.MEETS:
        query = book.rules.met(query)
    wanted = _ranges(book.rules, query)
    other_dice = isinstance(query.what, PlainDice) and not _is_single(query, words.dice)
    if not other_dice and any(_fits(found, *numbers) for numbers in wanted):
        return None
    asked = None
    if words.dice and not _is_single(query, words.dice):
        asked = Query(query.game, words.dice[0])
    elif query.event is not None and query.event.kind in (EventKind.IS, EventKind.ANY):
        asked = query
    if asked is not None and found.chance(_counts(book.rules, asked)) == exact:
        return None
    return _spelled(wanted[0]) if wanted else ""


def is_of_one_die(book: Book, query: Query) -> bool:
    """Return whether one die decides the event, so that a range can only be its faces."""
    if isinstance(query.what, PlainDice):
        terms = query.what.terms
        return len(terms) == 1 and terms[0].many == 1 and not query.what.add
    if query.event is not None and query.event.kind is EventKind.MEETS:
        query = book.rules.met(query)
    return query.event is not None and bool(_faces(book.rules, query)[0])


def _is_single(query: Query, dice: Iterable[PlainDice]) -> bool:
    """Return whether exactly the dice of the question are named."""
    return isinstance(query.what, PlainDice) and all(_same(query.what, each) for each in dice)


Split = tuple[list[int], list[int]]  # the numbers for which it happens, and the others


@lru_cache(maxsize=64)
def _ranges(rules: Rules, query: Query) -> list[Split]:
    """The numbers that a range may name: totals, faces of a single die, or faces that succeed."""
    return [split for way in (_counting, _totals, _faces) if (split := way(rules, query))[0]]


def _counts(rules: Rules, query: Query) -> Mapping[int, Fraction]:
    """Return the chance of every number that the question's roll may come to."""
    return rules.ask(query._replace(event=None)).counts or {}


def _totals(rules: Rules, query: Query) -> Split:
    event = query.event
    if event is None or event.kind not in OPS:
        return [], []
    holds = OPS[event.kind]
    numbers = sorted(_counts(rules, query))
    yes = [n for n in numbers if holds(n, Fraction(event.number))]
    return yes, [n for n in numbers if n not in set(yes)]


def _faces(rules: Rules, query: Query) -> Split:
    """The faces of a single die for which the event holds."""
    if not isinstance(query.what, Call):
        return [], []
    yes: list[int] = []
    no: list[int] = []
    for face in range(1, MOST_FACES + 1):
        try:
            judged = rules.judge(query._replace(event=None, thrown=(Thrown((face,)),)))
        except RulesError:
            break
        met = _met(rules, query, judged.value, judged.outcome)
        if met is None:
            return [], []
        (yes if met else no).append(face)
    return yes, no


MOST_FACES = 100


def _met(rules: Rules, query: Query, value: int | None, outcome: str | None) -> bool | None:
    """Return whether a result meets the event of the question."""
    event = query.event
    assert event is not None
    assert isinstance(query.what, Call)
    if event.kind in OPS:
        return None if value is None else OPS[event.kind](value, Fraction(event.number))
    check = rules.game(query.game).check(query.what.check)
    if event.kind is EventKind.IS:
        return outcome == check.outcome(event.name).name
    if event.kind is EventKind.ANY:
        return outcome in check.group(event.name)
    return None


def _counting(rules: Rules, query: Query) -> Split:
    """The faces that count a success, as a path of the rules gives them."""
    if not isinstance(query.what, Call):
        return [], []
    try:
        shown = rule_value(rules, query.game, f"{query.what}.success")
    except RulesError:
        return [], []
    if not isinstance(shown, NamedFaces) or not shown:
        return [], []
    low = [face for face in range(1, max(shown) + 1) if face not in shown]
    return list(shown), low


def _fits(found: Range, yes: list[int], no: list[int]) -> bool:
    """Return whether the range has exactly these numbers, and an end of its own among them."""
    if not all(map(found.holds, yes)) or any(map(found.holds, no)):
        return False
    ends = [end for end in (found.low, found.high) if end is not None]
    return all(end in yes for end in (*ends, *found.among)) or not no


def _spelled(split: Split) -> str:
    yes, no = split
    if yes != list(range(yes[0], yes[-1] + 1)):
        return ", ".join(map(str, yes))
    if len(yes) == 1:
        return str(yes[0])
    return f"{yes[0]}+" if not no or yes[-1] > max(no) else f"{yes[0]}-{yes[-1]}"
