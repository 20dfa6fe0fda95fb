"""A question for two things at once: its condition in the place of a check's outcomes."""

from __future__ import annotations

from ..errors import RulesError, fold, suggest
from ..language.conditions import (
    ALWAYS,
    DEGREE,
    READINGS,
    VALUE,
    Both,
    Condition,
    Either,
    Shows,
    parts_of,
    read_by,
)
from ..language.query import HOLDS
from ..language.read_condition import parse_condition
from ..model.game import Check, Game, Outcome
from ..model.going_on import CONTINUED
from ..model.push import PUSHED

LAST = "outcome"  # the word for the outcome of the check itself
NEVER = Either(())


def asking(game: Game, check: Check, written: str) -> Check:
    """The check with two outcomes: the condition holds, or it does not."""
    condition = parse_condition(written, (*check.readings, *game.signs))
    _refuse_unknown(game, check, condition)
    if check.tries:
        raise RulesError(f"'{check.name}' keeps one of several results; ask it one thing")
    if any(one.result for one in check.outcomes) and VALUE in read_by(condition):
        raise RulesError(
            f"the outcomes of '{check.name}' give its value; ask for an outcome and what "
            "the dice show, or for the number alone"
        )
    parts: list[Outcome] = []
    steered = bool(check.repeats) and not check.slots
    asks_for_outcome = any(isinstance(p, Shows) and p.of == LAST for p in parts_of(condition))
    if steered or not check.outcomes or not asks_for_outcome:
        parts = [Outcome(HOLDS, condition), Outcome("", ALWAYS)]
    else:
        for one in check.outcomes:
            when = one.when if one.when is not None else ALWAYS
            parts.append(Outcome(HOLDS, Both((when, _for_outcome(check, condition, one)))))
            parts.append(Outcome("", when))
    return check._replace(outcomes=tuple(parts), ladder="", groups={})


def _refuse_unknown(game: Game, check: Check, condition: Condition) -> None:
    """Refuse words that the check gives no meaning to."""
    takes = [one.name for one in check.takes if one.numbered]
    known = [VALUE, *takes]
    if check.is_a_roll:
        known += [*check.readings, *game.signs, *READINGS, "all failures"]
        known += [PUSHED] if check.push else []
        known += [CONTINUED] if check.going_on else []
    if check.versus:
        known += [DEGREE, *check.versus]
    worded = [one.name for one in check.takes if one.choices] + [*check.versus, LAST]
    for part in parts_of(condition):
        if isinstance(part, Shows):
            if part.of not in worded:
                raise RulesError(f"'{check.name}' has no '{part.of}'{suggest(part.of, worded)}")
            if part.of == LAST and check.outcomes and not check.repeats:
                check.group(part.name) if part.group else check.outcome(part.name)
            continue
        for word in sorted(read_by(part) - {*known}):
            raise RulesError(f"'{check.name}' shows no '{word}'{suggest(word, known, 20)}")


def _for_outcome(check: Check, condition: Condition, outcome: Outcome) -> Condition:
    """The condition where that is the outcome."""
    if isinstance(condition, Both | Either):
        parts = [_for_outcome(check, part, outcome) for part in condition.parts]
        return type(condition)(tuple(parts))
    if not isinstance(condition, Shows) or condition.of != LAST:
        return condition
    if condition.group:
        named = outcome.name in check.group(condition.name)
    else:
        named = fold(condition.name) in (fold(outcome.name), fold(outcome.label))
    return ALWAYS if named else NEVER
