"""Conditions in the words of a sentence, for a player to hold against the book."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..errors import listed
from ..language.conditions import ALL_FAILURES, NATURAL, THE_VALUE, TIES, VALUE, in_words
from ..language.formulas import ALWAYS, AND, IS_ANY, OR, Condition, Number
from ..model.outcome import Ladder, Noun
from ..model.reading import OUTCOME
from .readings import read_of


def condition_in_words(
    condition: Condition, what: Noun, ladder: Ladder | None, given: Collection[str] = ()
) -> str:
    """The condition in words, as they follow an outcome's name; `given` are parameters."""

    def said(one: Condition) -> str:
        if one == ALWAYS:
            return "anything else"
        if one.apply == ALL_FAILURES:
            return "every die is a failure and no success comes from anywhere"
        if one.shows:
            any_ = "any " if one.apply == IS_ANY else ""
            of = f"the {OUTCOME}" if one.key == OUTCOME else one.key
            return f"{of} is {any_}{one.name}" if of else one.name
        left, right = one.parts
        if ladder is not None and left == THE_VALUE:
            return _on_ladder(one.apply, right, ladder)
        return compared(left, one.apply, str(right), what, given)

    def span(left: Number, low: Number, high: Number) -> str:
        return _subject(left, what, given).format(f"{low} to {high}")

    return in_words(condition, {AND: "and", OR: "or"}, said, span)


def compared(left: Number, op: str, number: str, what: Noun, given: Collection[str] = ()) -> str:
    """A comparison in words: "2 or more successes", "the total is 7"."""
    if not left.parts and left.reads is None and str(left).count(" ") == 2:
        one, word, other = str(left).split()
        if word == TIES:
            return f"the outcomes of {one} and {other} are {'' if op == '!=' else 'not '}the same"
        by = "" if (op, number) == ("!=", "0") else f", by {COMPARED[op].format(number)} places"
        return f"the outcome of {one} is better than that of {other}{by}"
    if left == THE_VALUE and number == "1" and op in ("=", ">=") and what.one != what.many:
        return f"exactly 1 {what.one}" if op == "=" else f"1 {what.one} or more"
    if left.reads is not None and left.reads.counts and (op, number) == ("!=", "0"):
        op, number = ">=", "1"
    return _subject(left, what, given).format(COMPARED[op].format(number))


def _subject(left: Number, what: Noun, given: Collection[str]) -> str:
    """A sentence about what is compared, with a place for the comparison."""
    reading, rule = str(left), left.reads
    if reading == VALUE:
        if what.many in ("total", "margin", "result"):
            return f"the {what.many} is {{}}"
        return f"{{}} {what.many}"
    if reading == NATURAL:
        return "the dice that count show {} by themselves"
    if rule is not None and reading != rule.sign and not left.name:
        said = read_of(rule)
        return said.replace("how many", "{}") if "how many" in said else f"{said} is {{}}"
    return (
        f"{reading} is {{}}"
        if " " in reading or reading in given
        else f"the count of {reading} is {{}}"
    )


COMPARED = {
    ">=": "{} or more",
    "<=": "{} or less",
    ">": "more than {}",
    "<": "less than {}",
    "=": "exactly {}",
    "!=": "not {}",
}


def _on_ladder(op: str, number: Number, ladder: Ladder) -> str:
    """The outcome of a ladder, by its name or its place."""
    place = int(number.apply) if number.apply.isdecimal() else 0
    if op == "=" and 1 <= place <= len(ladder.names):
        return ladder.names[place - 1]
    return f"place {COMPARED[op].format(number)}"


def any_of(words: Iterable[str]) -> str:
    """The words as a choice: "a, b or c"."""
    return listed(words, quote="")
