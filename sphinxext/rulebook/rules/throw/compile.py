"""Compiles a check with its arguments to the program of its throw."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ...dice.budget import spend
from ..asked import Asked
from ..dice.aims import refuse_rolled_aim
from ..dice.decisions import Key, decision, roll_of, rolled_when_needed
from ..dice.notation import PLAIN, roll_of_term
from ..dice.repeated import LAST, call_with, changed_by, handed, times_of
from ..errors import RulesError
from ..language.conditions import THE_VALUE
from ..language.formulas import ALWAYS, AND, Condition, Number
from ..language.parse import parse_dice
from ..language.query import Call, PlainDice, Query, words_in
from ..language.read_condition import AGAIN
from ..model.arguments import Values, any_rolled, bound, is_rolled
from ..model.cancelling import left
from ..model.game import Check, Game, Parameter
from .pools import pool, pool_of
from .program import (
    Best,
    Case,
    Change,
    Dice,
    Facts,
    Let,
    Loop,
    NoThrow,
    Part,
    Pool,
    Program,
    Reader,
    Result,
    Results,
    Steps,
)
from .sides import named_by, opposed_sides

Slots = frozenset[int]
EACH_CHECK = 40_000  # nanoseconds to compile a check


class Compiler:
    """Compiles checks of some rules."""

    def __init__(self, rules: Asked, *, strict: bool = False) -> None:
        """Take the rules; strict programs tell all there is, as judging needs it."""
        self._rules, self._strict = rules, strict

    def program(
        self, game_name: str, what: Call | PlainDice, asked: Check | None = None
    ) -> Program:
        """Return how it is thrown; `asked` is the check with more that is read of its throw."""
        spend(EACH_CHECK)
        if isinstance(what, PlainDice):
            return plain_dice(what)
        game = self._rules.game(game_name)
        check = asked or game.check(what.check)
        if check.versus:
            return self._sides(game_name, check, what)
        if check.python:
            raise NoThrow(f"'{check.name}' is a Python callable, and those read no dice")
        args = bound(check, what.args)
        later = rolled_when_needed(game, check, args)
        refuse_rolled_aim(check, later)
        args = {name: 0 if name in later and is_rolled(v) else v for name, v in args.items()}
        if any_rolled(args):
            return self._decided(game_name, game, check, args, later, asked)
        args = left(check, args)
        if check.tries:
            many = times_of(check, args, check.best or check.worst)
            inner = game.check(check.tries)
            one = self.program(game_name, handed(inner, args))
            names = tuple([outcome.name for outcome in inner.outcomes])
            return Best(check.name, one, many, bool(check.best), names)
        if check.repeats:
            return (
                self._filling(game_name, game, check, args)
                if check.slots
                else (self._steered(game_name, game, check, args))
            )
        one = pool(game, check, args, strict=self._strict)
        return self._results(game_name, game, check, one, later) if check.has_results else one

    def _sides(self, game_name: str, check: Check, call: Call) -> Let:
        """Return two rolls that are held against each other."""
        reader, sides = opposed_sides(self._rules, game_name, check, call)
        rolls = [self.program(side.query.game, side.query.what) for side in sides]
        return Let(reader, tuple([Part(*each) for each in zip(sides, rolls, strict=True)]))

    def _decided(
        self,
        game_name: str,
        game: Game,
        check: Check,
        args: Values,
        later: Values,
        asked: Check | None,
    ) -> Case:
        """Return the roll that decides a parameter or several, and what is thrown then."""
        found = decision(game, check, {**args, **later}, later)
        named = found.read or named_by(self._rules, Query(game_name, found.what))
        if named is not None and named.ladder and found.numbers == (THE_VALUE,):
            name = found.parameters[0].name
            raise RulesError(f"'{found.roll}' only names outcomes, and '{name}' takes a number")

        def then(key: Key) -> Program:
            return self.program(game_name, found.call(key), asked)

        def may() -> Iterable[Key]:
            if found.read is not None:
                return found.cases(self._rules.find(game_name, found.what, found.read))
            return found.cases(self._rules.odds(Query(game_name, found.what)))

        first = self.program(game_name, found.what, found.read)
        names = tuple([one.name for one in named.outcomes]) if named is not None else ()
        return Case(found.parameters[0].name, first, found.numbers, then, may, names)

    def _results(
        self, game_name: str, game: Game, check: Check, one: Pool, later: Values
    ) -> Results:
        """Return the throw with what each of its outcomes comes to."""
        found = {}
        for outcome in check.outcomes:
            if outcome.result is None:
                continue
            rolls = outcome.result.own_rolls()
            words: list[tuple[str, int | Program, str]] = []
            for word in outcome.result.order():
                said = rolls.get(word, word)
                name = said.removesuffix(f" {AGAIN}")
                if name in later and not is_rolled(later[name]):
                    words.append((word, int(str(later[name])), said))
                elif name in later:
                    what = roll_of(game, check.parameter(name), later)
                    words.append((word, self.program(game_name, what), said))
                elif word in rolls:
                    words.append((word, self.program(game_name, parse_dice(name)), said))
            found[outcome.name] = Result(outcome.result, tuple(words))
        return Results(one, found)

    def _filling(self, game_name: str, game: Game, check: Check, args: Values) -> Loop:
        """Return a roll that is repeated until its slots are full."""
        one = self.program(game_name, check.repeated or handed(game.check(check.repeats), args))
        many = len(check.slots)

        def after(full: Slots, outcome: str, _: int) -> tuple[Slots, bool]:
            if outcome not in check.slots:
                return full, False
            free = (slot for slot in range(check.slots.index(outcome), many) if slot not in full)
            slot = next(free, many)
            now = full | {slot} if slot < many else full
            return now, len(now) == many if check.full else slot == many

        inner = game.check(check.repeats).with_tries(game.checks)
        how = Change.TAKE if check.full else Change.TAKE_LAST
        steps = Steps(
            tuple([(f"slot {slot}", (), 0, 1) for slot in range(many)]),
            (),
            (),
            dict.fromkeys([one.name for one in inner.outcomes], frozenset()),
            tuple(
                [
                    ((check.slots.index(one.name), 0, how),) if one.name in check.slots else ()
                    for one in inner.outcomes
                ]
            ),
            _all_taken(many) if check.full else None,
            LAST,
        )
        reader = Reader(check.name, outcomes=check.outcomes)
        return Loop(
            reader,
            frozenset(),
            lambda _: one,
            after,
            lambda *_: {},
            0,
            lambda full: tuple([int(slot in full) for slot in range(many)]),
            lambda _: (),
            steps,
        )

    def _steered(self, game_name: str, game: Game, check: Check, args: Values) -> Loop:
        """Return a roll that is repeated while its outcomes change what it is given."""
        inner = game.check(check.repeats).with_tries(game.checks)

        def called(values: Values) -> Call:
            call = call_with(check, values)
            if check.repeated is not None:
                return call
            return handed(game.check(call.check), dict(call.args))

        def roll(values: Values) -> Program:
            return self.program(game_name, called(values))

        def known(values: Values, outcome: str) -> Facts:
            return {**values, LAST: inner.words_for(outcome)}

        def after(values: Values, outcome: str, value: int) -> tuple[Values, bool]:
            now, gone = changed_by(check, values, outcome, value)
            return now, gone or (check.ends is not None and check.ends.holds(known(now, outcome)))

        def may(values: Values) -> Iterable[str]:
            odds = self._rules.odds(Query(game_name, called(values)))
            return [name for name, chance in (odds.outcomes or {}).items() if chance]

        def numbers(values: Values) -> tuple[int, ...]:
            return tuple([_place_of(one, values[one.name]) for one in check.takes])

        most = times_of(check, args, check.times) if check.times else 0
        reader = Reader(check.name, result=check.result, outcomes=check.outcomes)
        fractions = any(isinstance(value, Fraction) for value in args.values())
        steps = None if check.formulas or fractions else _steps(check, inner)
        return Loop(reader, args, roll, after, known, most, numbers, may, steps)


def plain_dice(what: PlainDice) -> Dice:
    """Return the throw of plain dice, each term by itself."""
    terms = [pool_of(PLAIN, Check("dice"), {}, roll_of_term(term)) for term in what.terms]
    return Dice(what.text, what.add, tuple(terms))


def _steps(check: Check, inner: Check) -> Steps:
    """Return how a page repeats a roll whose outcomes change what it is given."""
    names = [one.name for one in check.takes]
    given = {one.name for one in inner.takes}
    used = given if check.repeated is None else set(words_in(check.repeated))
    ends = check.ends.names() if check.ends is not None else set()
    changes = []
    for outcome in inner.outcomes:
        own = []
        for name, change in check.after.get(outcome.name, ()):
            if isinstance(change, Number):
                continue
            how = Change.TO if isinstance(change, str) else Change.BY
            own.append((names.index(name), _place_of(check.parameter(name), change, how), how))
        changes.append(tuple(own))
    return Steps(
        tuple(
            [
                (one.name, tuple([choice.name for choice in one.choices]), one.least, one.most)
                for one in check.takes
            ]
        ),
        tuple([place for place, name in enumerate(names) if name in used]),
        tuple(
            [
                place
                for place, one in enumerate(check.takes)
                if one.choices or one.name in used | ends
            ]
        ),
        {one.name: inner.words_for(one.name) for one in inner.outcomes},
        tuple(changes),
        check.ends,
        LAST,
    )


def _place_of(parameter: Parameter, value: object, how: Change = Change.TO) -> int:
    """Return the value as a number: a word is its place in the list."""
    words = [choice.name for choice in parameter.choices]
    return words.index(str(value)) if words and how is Change.TO else int(str(value))


def _all_taken(many: int) -> Condition:
    slots = [Number("=", (Number(f"slot {slot}"), ALWAYS)) for slot in range(many)]
    return Number(AND, tuple(slots))
