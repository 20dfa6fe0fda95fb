"""One throw that decides several parameters: each reads something else of the same dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ...dice.law import ZERO
from ..errors import RulesError
from ..language.conditions import ALWAYS, NATURAL, VALUE, known_at
from ..language.formulas import Number
from ..language.query import Call, PlainDice, SharedThrow
from ..model.arguments import Values
from ..model.game import Check, Game, Outcome, Parameter
from ..model.roll import RollChange
from .mechanics.reckoned import result_of
from .odds import Odds
from .rolled_parameters import MOST, roll_of

DecidedValues = tuple[int | str, ...]  # the value of each parameter


def decided_together(
    game: Game, check: Check, args: Values, what: Call | PlainDice
) -> list[tuple[Parameter, Number | None]]:
    """The parameters that one throw decides, and the number that each reads of it."""
    found = []
    for parameter in check.takes:
        value = args[parameter.name]
        if isinstance(value, SharedThrow) and roll_of(game, parameter, args) == what:
            found.append((parameter, value.number))
    return found


def check_read(game: Game, what: Call | PlainDice, numbers: Sequence[Number | None]) -> Check:
    """The check that is thrown, with the words that are read of it."""
    check = game.check(what.check) if isinstance(what, Call) else _of_dice(what)
    words = {word for number in numbers if number is not None for word in number.names()}
    words -= {parameter.name for parameter in check.takes} | {VALUE}
    if not words:
        return check
    if not check.is_a_roll or check.has_results:
        raise RulesError(
            f"'{check.name}' is not a single throw, so only its 'outcome' and its 'value' can be "
            "read"
        )
    outcomes = check.outcomes or (Outcome("", ALWAYS),)
    return check._replace(reads=tuple(sorted(words)), outcomes=outcomes)


def _of_dice(dice: PlainDice) -> Check:
    """Plain dice as a check, so that more than their total can be read."""
    if any(term.explodes or term.keep or term.times != 1 for term in dice.terms):
        raise RulesError(
            f"'{dice.text}' rolls again or leaves dice out; make a check of it to read more than "
            "its total"
        )
    roll: dict[str, int] = {}
    for term in dice.terms:
        name = term.die if term.sign > 0 else f"-{term.die}"
        roll[name] = roll.get(name, 0) + term.many
    change: RollChange = (*roll.items(), ("add", dice.add))
    return Check(dice.text, roll=change)


def cases_together(
    odds: Odds, what: Call | PlainDice, numbers: Sequence[Number | None]
) -> Mapping[DecidedValues, Fraction]:
    """The values that the throw gives to all parameters together, and how likely they are."""
    words: set[str] = set().union(*[number.names() for number in numbers if number is not None])
    found: dict[DecidedValues, Fraction] = {}

    def take(name: str | None, known: Mapping[str, object], chance: Fraction) -> None:
        if not chance:
            return
        case: DecidedValues = tuple(
            [str(name) if number is None else result_of(number, known) for number in numbers]
        )
        found[case] = found.get(case, ZERO) + chance
        if len(found) > MOST:
            raise RulesError(f"'{what}' may give more than {MOST:,} values together")

    if not words - {VALUE}:
        for (name, value), chance in odds.joint().items():
            take(name, {VALUE: value}, chance)
        return found
    for name, facts, law, (low, high) in odds.pieces():
        if not words - facts.keys() & {VALUE, NATURAL}:
            take(name, facts, law.between(low, high))
            continue
        if low is None or high is None:
            raise RulesError(f"'{what}' has no end, so it cannot decide a number")
        for value, chance in enumerate(law.run(low, high), low):
            take(name, known_at(value, facts), chance)
    return found
