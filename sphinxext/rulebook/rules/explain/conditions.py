"""Conditions in the words of a sentence, for a player to hold against the book."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ..language.conditions import (
    ALWAYS,
    NATURAL,
    THE_VALUE,
    VALUE,
    AllFailures,
    Both,
    Compare,
    Condition,
    Either,
)
from ..model.game import Ladder, Noun
from ..model.push import OUTCOME


def condition_in_words(
    condition: Condition, what: Noun, ladder: Ladder | None, given: Collection[str] = ()
) -> str:
    """The condition in words, as they follow an outcome's name; `given` are parameters."""
    if condition == ALWAYS:
        return "anything else"
    if isinstance(condition, Both):
        span = _span(condition.parts, what, given)
        return span or _joined(condition.parts, "and", what, ladder, given)
    if isinstance(condition, Either):
        return _joined(condition.parts, "or", what, ladder, given)
    if isinstance(condition, AllFailures):
        return "every die is a failure and no success comes from anywhere"
    if not isinstance(condition, Compare):
        any_ = "any " if condition.group else ""
        name = condition.written or condition.name
        of = f"the {OUTCOME}" if condition.of == OUTCOME else condition.of
        return f"{of} is {any_}{name}" if of else name
    if ladder is not None and condition.left == THE_VALUE:
        return _on_ladder(condition, ladder)
    return compared(str(condition.left), condition.op, str(condition.number), what, given)


def compared(reading: str, op: str, number: str, what: Noun, given: Collection[str] = ()) -> str:
    """A comparison in words: "2 or more successes", "the total is 7"."""
    if reading == VALUE and number == "1" and op in ("=", ">=") and what.one != what.many:
        return f"exactly 1 {what.one}" if op == "=" else f"1 {what.one} or more"
    return _subject(reading, what, given).format(COMPARED[op].format(number))


def _joined(
    parts: Sequence[Condition],
    joint: str,
    what: Noun,
    ladder: Ladder | None,
    given: Collection[str],
) -> str:
    words = []
    for part in parts:
        said = condition_in_words(part, what, ladder, given)
        words.append(f"({said})" if isinstance(part, Both | Either) else said)
    return f" {joint} ".join(words)


def _span(parts: Sequence[Condition], what: Noun, given: Collection[str]) -> str:
    """The words for a range such as 7..9, or nothing where the parts are no range."""
    if len(parts) != 2 or not all(isinstance(part, Compare) for part in parts):
        return ""
    low, high = parts
    assert isinstance(low, Compare)
    assert isinstance(high, Compare)
    if (low.left, low.op, high.op) != (high.left, ">=", "<="):
        return ""
    return _subject(str(low.left), what, given).format(f"{low.number} to {high.number}")


def _subject(reading: str, what: Noun, given: Collection[str]) -> str:
    """A sentence about what is compared, with a place for the comparison."""
    if reading == VALUE:
        if what.many in ("total", "margin"):
            return f"the {what.many} is {{}}"
        return f"{{}} {what.many}"
    if reading == NATURAL:
        return "the dice that count show {} by themselves"
    if reading in ("highest", "lowest"):
        return f"the {reading} die shows {{}}"
    if reading in _SETS:
        return _SETS[reading]
    return (
        f"{reading} is {{}}"
        if " " in reading or reading in given
        else f"the count of {reading} is {{}}"
    )


_SETS = {
    "same": "the largest group of equal dice is {}",
    "pairs": "the count of faces that two dice or more show is {}",
    "row": "the longest row of faces is {}",
}
COMPARED = {
    ">=": "{} or more",
    "<=": "{} or less",
    ">": "more than {}",
    "<": "less than {}",
    "=": "exactly {}",
    "!=": "not {}",
}


def _on_ladder(condition: Compare, ladder: Ladder) -> str:
    """The outcome of a ladder, by its name or its place."""
    place = int(condition.number.apply) if condition.number.apply.isdecimal() else 0
    if condition.op == "=" and 1 <= place <= len(ladder.names):
        return ladder.names[place - 1]
    return f"place {COMPARED[condition.op].format(condition.number)}"


def any_of(words: Iterable[str]) -> str:
    """The words as a choice: "a, b or c"."""
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} or {listed[-1]}"
