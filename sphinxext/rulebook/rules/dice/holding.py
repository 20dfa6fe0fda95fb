"""A question for two things at once: its condition in the place of a check's outcomes."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import RulesError, fold, suggest
from ..language.conditions import (
    NATURAL,
    READINGS,
    VALUE,
    duels,
)
from ..language.formulas import ALWAYS, AND, IS_ANY, NEVER, OUTCOME_OF, Condition, Number
from ..language.query import HOLDS, Call
from ..language.read_condition import parse_condition
from ..language.reading import SETS
from ..model.game import Check, Game
from ..model.names import names_of, why_not_natural
from ..model.outcome import Outcome
from ..model.reading import AGAIN, OUTCOME
from .cells import split
from .odds import Odds


def asking(check: Check, condition: Condition) -> Check:
    """The check with two outcomes: the condition holds, or it does not."""
    if check.several or (check.has_results and VALUE in condition.names()):
        raise RulesError(
            f"'{check.name}' gives a whole result; ask for its outcome and its number together, "
            "or for what the dice show"
        )
    parts: list[Outcome] = []
    if not _asks_own(check, condition):
        parts = [Outcome(HOLDS, condition), Outcome("", ALWAYS)]
    else:
        for one in check.tested:
            both = Number(AND, (one.when, _for_outcome(check, condition, one)))
            parts.append(Outcome(HOLDS, both, beside=one.beside))
            parts.append(Outcome("", one.when, beside=one.beside))
    return check.reading(condition)._replace(outcomes=tuple(parts), ladder="", groups={})


def condition_asked(game: Game, check: Check, written: str) -> Condition:
    """The condition of a question, its words checked."""
    condition = names_of(game, check).resolved(parse_condition(written))
    _refuse_unknown(game, check, condition)
    return condition


def asks_cases(check: Check, condition: Condition) -> bool:
    """Return whether the outcome and the number of each whole result decide the condition."""
    read = condition.names()
    whole = bool(check.several) or (check.has_results and VALUE in read)
    return whole and read <= {VALUE, OUTCOME}


def held_by_cases(check: Check, condition: Condition, odds: Odds) -> Odds:
    """The odds that the condition holds for the outcome and the number of whole results."""

    def case(name: str | None, value: int) -> str:
        known = {VALUE: value, f"{OUTCOME} is": check.words_for(name)}
        return HOLDS if condition.holds(known) else ""

    found = split(
        (case(name, value), value, chance) for (name, value), chance in odds.joint().items()
    )
    parts = (Outcome(HOLDS, condition), Outcome("", ALWAYS))
    return Odds.named(check._replace(outcomes=parts, ladder="", groups={}), found)


def _asks_own(check: Check, condition: Condition) -> bool:
    """Return whether the condition names an outcome of the check itself."""
    return any(
        part.shows and part.key == OUTCOME and _is_own(check, part) for part in condition.compared()
    )


def _is_own(check: Check, shows: Condition) -> bool:
    """Return whether the check itself has the outcome, or the group."""
    names = [word for one in check.outcomes for word in (one.name, one.label)]
    return fold(shows.name) in map(fold, check.groups if shows.apply == IS_ANY else names)


def _refuse_unknown(game: Game, check: Check, condition: Condition) -> None:
    """Refuse words that the check gives no meaning to."""
    takes = [one.name for one in check.known if one.numbered]
    known = [VALUE, *takes]
    if check.is_a_roll:
        known += [*READINGS, *condition.readings(), "all failures"]
        known += [AGAIN] if check.push or check.going_on else []
    if check.sides:
        known += [*duels(check.sides), *check.sides]
    worded = [one.name for one in check.takes if one.choices] + [*check.sides, OUTCOME]
    worded += [one.of for one in check.shares if one.name.endswith(OUTCOME_OF)]
    for part in condition.shown():
        if part.key not in worded:
            raise RulesError(f"'{check.name}' has no '{part.key}'{suggest(part.key, worded)}")
        _refuse_unknown_outcome(game, check, part)
        known.append(part.key)
    if NATURAL in condition.names() and why_not_natural(check):
        raise RulesError(why_not_natural(check))
    for word in sorted(condition.names() - {*known}):
        named = [*known, *check.readings, *game.signs, *SETS]
        raise RulesError(f"'{check.name}' shows no '{word}'{suggest(word, named, 20)}")


def _refuse_unknown_outcome(game: Game, check: Check, shows: Condition) -> None:
    """Refuse an outcome that neither the check has nor one that it is made of."""
    known: Sequence[Check] = [check.with_outcomes(game.checks)]
    if shows.key in check.sides:
        known = [one.with_outcomes(game.checks) for one in game.checks.values()]
    elif shows.key != OUTCOME:
        thrown = check.parameter(shows.key).thrown
        if check.parameter(shows.key).choices:
            return
        if not isinstance(thrown, Call):
            raise RulesError(f"plain dice name no outcomes; ask for a number, '{shows.key} 2+'")
        check = game.check(thrown.check).with_outcomes(game.checks)
        known = [check]
    elif check.repeats and not check.slots:
        # Of a repetition it is the outcome of the whole or, by another name, the last one.
        known = [*known, game.check(check.repeats).with_outcomes(game.checks)]
    if any(_is_own(one, shows) for one in known):
        return
    outcomes = [outcome for one in known for outcome in one.outcomes]
    groups = {group: names for one in known for group, names in one.groups.items()}
    every = check._replace(outcomes=tuple(outcomes), groups=groups)
    every.group(shows.name) if shows.apply == IS_ANY else every.outcome(shows.name)


def _for_outcome(check: Check, condition: Condition, outcome: Outcome) -> Condition:
    """The condition where that is the outcome."""
    if condition.parts:
        parts = [_for_outcome(check, part, outcome) for part in condition.parts]
        return condition._replace(parts=tuple(parts))
    if not condition.shows or condition.key != OUTCOME or not _is_own(check, condition):
        return condition
    return ALWAYS if condition.wanted in check.words_for(outcome.name) else NEVER
