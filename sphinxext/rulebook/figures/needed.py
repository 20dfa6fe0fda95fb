"""Rolls beside a chance, in a column of their own: "5+" beside 80%."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..language.phrases import Phrase, Range, phrase
from ..rules.language.formulas import OPS
from ..rules.language.query import PlainDice, Query
from ..rules.questions import in_force
from .beside import is_of_one_die, range_beside
from .correct import spelled
from .kind import Case, Explanation, FigureKind, Reason, Wrong, only_numbers
from .rephrase import Change

_NUMBER = re.compile(r"\d{1,4}")


class Needed(FigureKind):
    """The roll that a chance needs."""

    name = "needed"
    is_locked = names_outcomes = False

    def judge(self, case: Case) -> Wrong | None:
        book = case.ground.book
        query = in_force(case.given.question, case.ground.game)
        if not isinstance(query.what, PlainDice) and not is_of_one_die(book, query):
            return None  # several dice and what is added to them
        text, others = case.typed.text, []
        for asked in (*_as_shown(query), query):
            for each in rolls_in(text, case.language):
                other = range_beside(book, asked, Phrase(text, (), ()), each, case.exact)
                if other is None:
                    return None
                others += [other] if other else []
        expected = _like(text, others[0]) if others else ""
        if not expected or expected == text:
            return None
        why = Explanation(Reason.ROLL)
        return Wrong(expected, spelled(case.exact), case.exact, why)

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        yield from only_numbers(case, expected)


def _as_shown(query: Query) -> Iterator[Query]:
    """The question of the dice alone, before a number is added: "2d6+1 >= 8" needs 7 or more."""
    what, event = query.what, query.event
    if isinstance(what, PlainDice) and what.add and event is not None and event.kind in OPS:
        shown = event._replace(number=event.number - what.add)
        yield query._replace(what=what._replace(add=0), event=shown)


def rolls_in(text: str, language: str) -> tuple[Range, ...]:
    """The rolls that a cell may name, nothing if it says anything else: "5+", "11"."""
    words = text.strip("*_~ ")
    if _NUMBER.fullmatch(words):
        return Range(int(words), None), Range(None, int(words))
    apart = phrase(f"({words})", language)
    is_all = len(apart.ranges) == 1 and not apart.dice and not apart.rest.strip("() ")
    return apart.ranges if is_all else ()


def _like(text: str, right: str) -> str:
    """The cell with the right numbers, in its own words."""
    wanted = _NUMBER.findall(right)
    typed = _NUMBER.findall(text)
    if len(typed) == 1 and wanted:
        is_most = re.match(r"1-\d", right) is not None  # "11 or less"
        return _NUMBER.sub(wanted[-1 if is_most else 0], text)
    if len(typed) == len(wanted) == 2:
        numbers = iter(wanted)
        return _NUMBER.sub(lambda _: next(numbers), text)
    return right


NEEDED = Needed()
