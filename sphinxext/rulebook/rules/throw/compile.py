"""Compiles a check with its arguments to the program of its throw."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from ...dice.budget import spend
from ..dice.decisions import check_read, decision, roll_of, rolled_when_needed
from ..dice.odds import Key, Odds
from ..dice.pool import Reader
from ..dice.prepare import prepared, refuse_rolled_aim
from ..errors import RulesError
from ..language.conditions import THE_VALUE
from ..language.faces import Faces
from ..language.formulas import ALWAYS, AND, Condition, Number
from ..language.parse import parse_dice
from ..language.query import Call, PlainDice, Query, Term, words_in
from ..language.read_condition import AGAIN
from ..model.arguments import Values, any_rolled, bound, is_rolled, with_words
from ..model.cancelling import left, none_left_below, refuse_unmet, without_open
from ..model.game import Check, Game
from ..model.names import names_of
from ..model.parameter import Parameter
from ..model.roll import Keep, Roll
from ..model.rolled import roll_left, settled
from .program import (
    LAST,
    Asked,
    Best,
    Called,
    Case,
    Change,
    Dice,
    Inner,
    Loop,
    Program,
    Result,
    Results,
    State,
    Steps,
    Throw,
)
from .repeated import call_with, handed, made_within, times_of, tried
from .sides import named_by, opposed_sides

PLAIN = Game("dice", "Plain dice")
DICE = Check("dice")
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
        if check.sides:
            return opposed_sides(
                self._rules, game_name, check, what, lambda each: self._inner(each.game, each.what)
            )
        args = bound(check, what.args)
        later = rolled_when_needed(game, check, args)
        if check.aims:
            refuse_rolled_aim(check, later)
        if later:
            sooner = {name: value for name, value in args.items() if name not in later}
            args = {**without_open(check, args), **sooner}
        if any_rolled(args):
            return self._decided(game_name, game, check, {**args, **later}, later, asked)
        whole = {**args, **later}
        args = with_words(game, check, args)
        refuse_unmet(check, args, later)
        if check.several is not None:
            one = self._inner(game_name, *tried(game, check, whole, later))
            many = times_of(check, left(check, args), check.several.many)
            return Best(check.with_outcomes(game.checks), one, many, check.several.best)
        args = left(check, args, made_within(game, check))
        if check.python:
            return Called(game, check, args)
        if check.repeats:
            make = self._filling if check.slots else self._steered
            return make(game_name, game, check, args)
        roll = prepared(game, check, roll_left(check, args))
        args = none_left_below(check, args)
        check = settled(check, args) if check.seen or check.push else check
        one_throw = Throw(game, check, args, roll, strict=self._strict)
        if check.has_results:
            return Results(one_throw, self._results(game_name, game, check, whole, later))
        return one_throw

    def _inner(
        self,
        game_name: str,
        what: Call | PlainDice,
        asked: Check | None = None,
        *,
        again: bool = True,
    ) -> Inner:
        """Return a roll of its own; its odds are remembered where they may be asked for again."""
        find: Callable[[], Odds] = partial(self._rules.find, game_name, what, asked)
        if again:
            find = cache(find) if asked else partial(self._rules.odds, Query(game_name, what))
        return Inner(partial(self.program, game_name, what, asked), find)

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
        found = decision(game, check, args, later)
        named = found.read or named_by(self._rules, Query(game_name, found.what))
        if named is not None and named.ladder and found.numbers == (THE_VALUE,):
            name = found.parameters[0].name
            raise RulesError(f"'{found.roll}' only names outcomes, and '{name}' takes a number")

        def then(key: Key) -> Inner:
            return self._inner(game_name, found.call(key), asked, again=False)

        first = self._inner(game_name, found.what, found.read)
        names = tuple([one.name for one in named.outcomes]) if named is not None else ()
        shown = check.with_outcomes(game.checks)
        return Case(game_name, shown, args, later, found, first, then, names)

    def _results(
        self, game_name: str, game: Game, check: Check, args: Values, later: Values
    ) -> dict[str, Result]:
        """Return what each outcome comes to; a roll of its own is handed what both take."""
        found = {}
        for outcome in check.outcomes:
            if outcome.result is None:
                continue
            rolls = outcome.result.own_rolls()
            words: list[tuple[str, int | Inner, str]] = []
            for word in outcome.result.order():
                said = rolls.get(word, word)
                name = said.removesuffix(f" {AGAIN}")
                if name in later and not is_rolled(later[name]):
                    words.append((word, int(str(later[name])), said))
                elif name in later:
                    what = roll_of(game, check, check.parameter(name), args)
                    words.append((word, self._inner(game_name, what), said))
                elif word in rolls and name != said:
                    raise RulesError(
                        f"'{said}' rolls '{name}' once more, and the roll itself looks at '{name}' "
                        "too; give the result a parameter of its own"
                    )
                elif word in rolls:
                    words.append((word, self._inner(game_name, parse_dice(name)), said))
            found[outcome.name] = Result(outcome.result, tuple(words))
        return found

    def _filling(self, game_name: str, game: Game, check: Check, args: Values) -> Loop:
        """Return a roll that is repeated until its slots are full."""
        one = self._inner(game_name, check.repeated or handed(game.check(check.repeats), args))
        many = len(check.slots)
        names = [one.name for one in game.check(check.repeats).with_outcomes(game.checks).outcomes]
        how = Change.TAKE if check.full else Change.TAKE_LAST
        steps = Steps(
            tuple([(f"slot {slot}", (), 0, 1) for slot in range(many)]),
            (),
            (),
            dict.fromkeys(names, frozenset()),
            {
                name: ((check.slots.index(name), 0, how),) if name in check.slots else ()
                for name in names
            },
            _all_taken(many) if check.full else None,
        )
        reader = Reader(check.name, outcomes=check.outcomes)
        return Loop(check, reader, (0,) * many, lambda _: one, 0, steps)

    def _steered(self, game_name: str, game: Game, check: Check, args: Values) -> Loop:
        """Return a roll that is repeated while its outcomes change what it is given."""
        one = game.check(check.repeats)
        steps = _steps(game, check, one.with_outcomes(game.checks))
        asked = check_read(one, tuple([number for _, number in steps.reads]))
        inner = cache(lambda call: self._inner(game_name, call, asked))

        def roll(state: State) -> Inner:
            call = call_with(check, steps.values(state))
            if check.repeated is None:
                call = handed(game.check(call.check), dict(call.args))
            return inner(call)

        most = times_of(check, args, check.times) if check.times else 0
        if check.ends is not None and check.ends.holds({LAST: frozenset(), **args}):
            raise RulesError(f"'{check.name}' has ended before it begins; give it other numbers")
        reader = Reader(check.name, result=check.result, outcomes=check.outcomes)
        start = tuple([_place_of(one, args[one.name]) for one in check.takes])
        return Loop(check, reader, start, roll, most, steps)


def plain_dice(what: PlainDice) -> Dice:
    """Return the throw of plain dice, each term by itself."""
    total = sum(term.many for term in what.terms)
    if total > PLAIN.limit:
        raise RulesError(f"{total:,} dice are more than the {PLAIN.limit:,} that are allowed")
    terms = [Throw(PLAIN, DICE, {}, _roll_of(term)) for term in what.terms]
    return Dice(what.text, what.add, tuple(terms))


def _roll_of(term: Term) -> Roll:
    roll = Roll()
    roll.dice = {term.die: term.many}
    roll.times = term.sign * term.times
    if term.explodes:
        roll.again = Faces(top=True)
    if term.keep and term.keep[0] < term.many:
        roll.keep = Keep(*term.keep)
    return roll


def _steps(game: Game, check: Check, inner: Check) -> Steps:
    """Return how the outcomes of a repeated roll change what it is given."""
    names = [one.name for one in check.takes]
    given = {one.name for one in inner.takes}
    used = given if check.repeated is None else set(words_in(check.repeated))
    ends = check.ends.names() if check.ends is not None else set()
    rules = {word: rule for each in check.formulas for word, rule in each.readings().items()}
    words = dict.fromkeys(word for each in check.formulas for word in each.order())
    of_one = names_of(game, inner)
    reads = {word: of_one.resolved(Number(word, reads=rules.get(word)))
             for word in words if word not in names}  # fmt: skip

    def changed(name: str, change: int | str | Number) -> tuple[int, int | Number, Change]:
        at = names.index(name)
        if isinstance(change, str):
            return at, _place_of(check.takes[at], change), Change.TO
        return at, change, Change.TO if isinstance(change, Number) else Change.BY

    return Steps(
        tuple(
            [
                (one.name, tuple([each.name for each in one.choices]), one.least, one.most)
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
        {
            one.name: tuple([changed(*each) for each in check.after.get(one.name, ())])
            for one in inner.outcomes
        },
        check.ends,
        tuple(reads.items()),
    )


def _place_of(parameter: Parameter, value: Any) -> Any:
    """Return the value as a number: a word is its place in the list."""
    choice = parameter.choice(str(value)) if parameter.choices else None
    return value if choice is None else parameter.choices.index(choice)


def _all_taken(many: int) -> Condition:
    slots = [Number("=", (Number(f"slot {slot}"), ALWAYS)) for slot in range(many)]
    return Number(AND, tuple(slots))
