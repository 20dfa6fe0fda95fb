"""Judges a worked example: hands given dice to the checks that they belong to."""

from __future__ import annotations

from collections.abc import Mapping

from .asked import Asked
from .dice.aims import refuse_rolled_aim
from .dice.judge_continued import judge_continued
from .dice.judge_pushed import judge_pushed
from .dice.mechanics.reckoned import result_of
from .dice.notation import judged_dice
from .dice.odds import first_outcome
from .dice.repeated import times_of
from .dice.rolled_parameters import deciding, roll_of, rolled_when_needed
from .dice.worked import compared, in_order
from .dice.worked_example import Judged, judge
from .errors import RulesError
from .find_odds import handed, known_besides
from .language.conditions import FLAT
from .language.parse import parse_dice
from .language.query import Call, PlainDice, SharedThrow, Thrown
from .language.read_condition import AGAIN
from .model.arguments import Values, any_rolled, bound, is_rolled, rolled, settled
from .model.cancelling import left
from .model.game import Check, Game, Outcome
from .two_sides import compared_sides, sides_of


def judge_dice(
    rules: Asked,
    game_name: str,
    what: Call | PlainDice,
    thrown: tuple[Thrown, ...],
    asked: Check | None = None,
) -> Judged:
    """The result of given dice; `asked` is the check with other outcomes."""
    if isinstance(what, PlainDice):
        return judged_dice(what, thrown)
    game = rules.game(game_name)
    check = asked or game.check(what.check)
    if check.versus:
        return _judge_sides(rules, game_name, check, what, thrown)
    if check.python:
        raise RulesError(f"'{check.name}' is a Python callable, and those read no dice")
    if check.repeats:
        raise RulesError(f"'{check.name}' is not a single roll; judge the check it is made of")
    if check.tries:
        return _judge_tries(rules, game_name, game, check, what, thrown)
    args = bound(check, what.args)
    later: Values = {}

    def rest() -> Values:
        later.update(rolled_when_needed(game, check, args))
        return {name: 0 if name in later and is_rolled(v) else v for name, v in args.items()}

    while any_rolled(rest()):
        parameter, roll = deciding(game, check, rest())
        if len(thrown) < 2:
            raise RulesError(f"'{parameter.name}' is rolled first: write its dice before a '|'")
        if isinstance(args[parameter.name], SharedThrow):
            args = _together(rules, game_name, check, args, roll.what, thrown[:1])
            thrown = thrown[1:]
            continue
        shown = judge_dice(rules, game_name, roll.what, thrown[:1])
        value = shown.outcome if parameter.choices else shown.value
        if value is None and parameter.numbered:
            value = str(shown.value)
        args = bound(check, ((parameter.name, value or 0), *known_besides(args, [parameter])))
        thrown = thrown[1:]
    results = any(one.result for one in check.outcomes)
    if len(thrown) > 1 and not results:
        raise RulesError(f"'{check.name}' has one side; '|' separates the dice of two")
    args = left(check, rest())
    own = _OwnRolls(rules, game_name, check, later, thrown[1:])
    made = rolled(game, check, args)
    chosen = check.push is not None or (made.keep is not None and made.keep.chosen)
    refuse_rolled_aim(check, later)
    way = judge_continued if check.going_on is not None else judge_pushed if chosen else judge
    return way(
        game,
        settled(check, args),
        args,
        made,
        thrown[0],
        own if results else None,
    )


def _together(
    rules: Asked,
    game_name: str,
    check: Check,
    args: Values,
    what: Call | PlainDice,
    thrown: tuple[Thrown, ...],
) -> Values:
    """The arguments with those that one throw decides, by its dice."""
    from .dice.shared_throws import check_read, decided_together, judged_together

    game = rules.game(game_name)
    together = decided_together(game, check, args, what)
    numbers = [number for _, number in together]
    read = check_read(game, what, numbers)

    def judge_by(other: Check | None) -> tuple[str | None, int | None]:
        call = what if other is None or isinstance(what, Call) else Call(other.name)
        judged = judge_dice(rules, game_name, call, thrown, other)
        return judged.outcome, judged.value

    values = judged_together(read, numbers, judge_by)
    decided = [parameter for parameter, _ in together]
    named = [
        (one.name, 0 if value is None else value)
        for one, value in zip(decided, values, strict=True)
    ]
    return bound(check, (*named, *known_besides(args, decided)))


def _judge_tries(
    rules: Asked, game_name: str, game: Game, check: Check, what: Call, thrown: tuple[Thrown, ...]
) -> Judged:
    """The best or the worst of several tries, whose dice are between bars."""
    args = left(check, bound(check, what.args))
    many = times_of(check, args, check.best or check.worst)
    if len(thrown) != many:
        raise RulesError(f"'{check.name}' is {many} tries; write the dice of each after a '|'")
    inner = game.check(check.tries)
    tries = [judge_dice(rules, game_name, handed(inner, args), (one,)) for one in thrown]
    rank = in_order(inner)
    pick = max if check.best else min
    return pick(tries, key=lambda one: rank((one.outcome, one.value or 0)))


def value_of(rules: Asked, game_name: str, what: Call | PlainDice, thrown: Thrown) -> int:
    """The number that dice come to."""
    value = judge_dice(rules, game_name, what, (thrown,)).value
    if value is None:
        raise RulesError(f"'{what}' only names outcomes, and a number is needed")
    return value


def _judge_sides(
    rules: Asked, game_name: str, check: Check, call: Call, thrown: tuple[Thrown, ...]
) -> Judged:

    if len(thrown) != 2:
        raise RulesError(f"'{check.name}' has two sides; write the second's dice after '|'")
    values = []
    sides = sides_of(game_name, check, call)
    if check.compares:
        shown = [
            judge_dice(rules, side.game, side.what, (dice,))
            for side, dice in zip(sides, thrown, strict=True)
        ]
        first, second = compared_sides(rules, check, sides)
        one, other = [(each.outcome, each.value or 0) for each in shown]
        name, margin = compared(check, first, second, one, other)
        return Judged(None, None, margin, name)
    for side, dice in zip(sides, thrown, strict=True):
        value = judge_dice(rules, side.game, side.what, (dice,)).value
        if value is None:
            raise RulesError(f"'{side}' only names outcomes; a margin needs numbers")
        values.append(value)
    margin = values[0] - values[1]
    outcome = first_outcome(check, margin, {FLAT: 0}, {})
    return Judged(None, None, margin, outcome)


class _OwnRolls:
    """The rolls that the result of an outcome asks for, as their dice fell."""

    def __init__(
        self,
        rules: Asked,
        game_name: str,
        check: Check,
        later: Values,
        thrown: tuple[Thrown, ...],
    ) -> None:
        """Take the dice that are after the check's own."""
        self._rules, self._game, self._check = rules, game_name, check
        self._later, self._thrown = later, thrown

    def result(self, outcome: Outcome, known: Mapping[str, object]) -> int:
        """The number that the outcome comes to."""
        waiting = list(self._thrown)
        shown: dict[str, object] = {}
        texts = outcome.result.own_rolls() if outcome.result else {}
        for word in outcome.result.order() if outcome.result else ():
            name = texts.get(word, word).removesuffix(f" {AGAIN}")
            if name in self._later and not is_rolled(self._later[name]):
                shown[word] = self._later[name]
            elif name in self._later or word in texts:
                if not waiting:
                    raise RulesError(
                        f"'{texts.get(word, word)}' is rolled for '{outcome.name}': write its dice "
                        "after a '|'"
                    )
                shown[word] = self._rolled(name, waiting.pop(0))
        if waiting:
            raise RulesError(f"'{outcome.name}' asks for no more dice after '|'")
        return result_of(outcome.result, {**known, **shown}) if outcome.result else 0

    def _rolled(self, name: str, thrown: Thrown) -> int:
        if name in self._later:
            parameter = self._check.parameter(name)
            what = roll_of(self._rules.game(self._game), parameter, self._later)
        else:
            what = parse_dice(name)
        return value_of(self._rules, self._game, what, thrown)
