"""Tells a page how to throw a check's dice, and to read them as the rules do.

Everything that a parameter does is settled here: it leads to other dice, another reading of their
faces, or a number that an outcome asks for. The page throws and judges; it knows no rules file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any
from urllib.parse import quote

from ..dice.budget import spend
from ..rules.dice.aims import refuse_rolled_aim
from ..rules.dice.mechanics.pool import reading_of
from ..rules.dice.notation import PLAIN, roll_of_term
from ..rules.dice.prepared import prepared
from ..rules.dice.readings import rules_of
from ..rules.dice.repeated import times_of
from ..rules.dice.rolled_parameters import cases_of, deciding, roll_of, rolled_when_needed
from ..rules.dice.shared_throws import cases_together, check_read, decided_together
from ..rules.dice.worked import Side
from ..rules.errors import fold
from ..rules.find_odds import known_besides
from ..rules.language.parse import parse_dice
from ..rules.language.query import Call, PlainDice, Query, SharedThrow
from ..rules.language.read_condition import AGAIN
from ..rules.model.arguments import Values, any_rolled, bound, dice_of, is_rolled, rolled, settled
from ..rules.model.cancelling import left
from ..rules.model.game import Check, Game
from ..rules.model.roll import Die, Roll
from ..rules.rules import Rules
from .chosen_dice import ChosenDice
from .kinds import Kinds
from .plans import (
    ComparedSide,
    Decided,
    DecidedTogether,
    Leaf,
    Outcomes,
    OutcomeWorth,
    Plan,
    Repeated,
    Sides,
    Steered,
    ThrowSum,
    Tried,
    plan_json,
)
from .readers import Readers, is_known
from .states import States

# What a throw on a page understands. A check or a roll that uses another word has no button, until
# the page has learnt it.
CHECK_WORDS = frozenset({
    "name", "title", "text", "notation", "roll", "takes", "readings", "outcomes", "ladder",
    "groups", "labels", "difficulties", "tables", "noun", "like", "versus", "repeats",
    "slots", "python", "result", "tries", "best", "worst", "repeated", "after", "ends", "full",
    "times", "push", "choose", "going_on", "reads",
})  # fmt: skip
PARAMETER_WORDS = frozenset({
    "name", "each", "first", "further", "half", "choices", "least", "most", "default", "required",
    "rolls", "cancels", "excludes", "label", "text", "one",
})  # fmt: skip
ROLL_WORDS = frozenset({
    "add", "again", "dice", "failure", "failures", "keep", "none", "reroll", "rerolls", "step",
    "success", "successes", "ties", "times", "widen", "worth",
})  # fmt: skip
KEEP_WORDS = frozenset({"many", "highest", "of", "by", "chosen", "ties"})
FACES_WORDS = frozenset({"ranges", "top", "once", "below", "parity", "of", "throws", "parts"})
DIE_WORDS = frozenset({
    "name", "faces", "also", "label", "colour", "image", "named", "signs", "minus",
})  # fmt: skip
PLAIN_CHECK = Check("dice")
EACH_PLAN = 40_000  # nanoseconds to write how one check is thrown


class Thrower:
    """Writes plans, and keeps each kind of die, way to read a throw and choice once."""

    def __init__(self, rules: Rules) -> None:
        """Begin with no dice."""
        self.rules = rules
        self.kinds = Kinds()
        self.readers = Readers()
        self.choices = ChosenDice()
        self._states: dict[tuple[str, str], States] = {}

    @property
    def data(self) -> dict[str, Any]:
        """The kinds of dice, the readers and what is chosen, as the page has them."""
        found = {"kinds": self.kinds.all, "readers": self.readers.all}
        return found | ({"choices": self.choices.all} if self.choices.all else {})

    def plan(self, game_name: str, what: Call | PlainDice) -> Plan | None:
        """Return how to throw it; None where no dice are thrown."""
        spend(EACH_PLAN)
        if isinstance(what, PlainDice):
            return self._notation(what)
        rules = self.rules
        game = rules.game(game_name)
        check = game.check(what.check)
        if not _is_known_check(check):
            return None
        if check.versus:
            return self._sides(game_name, check, rules.sides(game_name, check, what))
        args = bound(check, what.args)
        later = rolled_when_needed(game, check, args)
        refuse_rolled_aim(check, later)
        args = {name: 0 if name in later and is_rolled(v) else v for name, v in args.items()}
        if any_rolled(args):
            return self._decided(game_name, game, check, args, later)
        args = left(check, args)
        if check.python:
            return None
        if check.tries:
            return self._tried(game_name, game, check, args)
        if check.repeats:
            again = self._repeated if check.slots else self._steered
            return again(game_name, game, check, args)
        leaf = self._leaf(game_name, game, check, args)
        if leaf is None or not any(outcome.result for outcome in check.outcomes):
            return leaf
        return self._results(game_name, game, check, leaf, later)

    def _sides(self, game_name: str, check: Check, sides: Sequence[Query]) -> Plan | None:
        first, second = [self.plan(side.game, side.what) for side in sides]
        if first is None or second is None:
            return None
        compared = []
        for name, side in zip(check.versus, sides if check.compares else (), strict=False):
            inner = self.rules.odds(side).check
            one = Side(name, inner, {})
            names = [outcome.name for outcome in inner.outcomes] if inner else []
            words = tuple([tuple(sorted(one.words(each))) for each in names])
            compared.append(ComparedSide(name, words))
        return Sides(self.readers.number_of(game_name, check), first, second, tuple(compared))

    def _tried(self, game_name: str, game: Game, check: Check, args: Values) -> Plan | None:
        inner = game.check(check.tries)
        names = {parameter.name for parameter in inner.takes}
        given = tuple([(name, value) for name, value in args.items() if name in names])
        one = self.plan(game_name, Call(inner.name, given))
        many = times_of(check, args, check.best or check.worst)
        return None if one is None else Tried(one, many, bool(check.best))

    def _results(
        self, game_name: str, game: Game, check: Check, leaf: Leaf, later: Values
    ) -> Plan | None:
        """The throw with what each of its outcomes comes to."""
        found = []
        for place, outcome in enumerate(check.outcomes):
            if outcome.result is None:
                continue
            rolls, words = outcome.result.own_rolls(), []
            for word in outcome.result.order():
                name = rolls.get(word, word).removesuffix(f" {AGAIN}")
                if name in later and not is_rolled(later[name]):
                    words.append((word, later[name]))
                elif name in later or word in rolls:
                    what = (
                        roll_of(game, check.parameter(name), later)
                        if name in later
                        else parse_dice(name)
                    )
                    roll = self.plan(game_name, what)
                    if roll is None:
                        return None
                    words.append((word, roll))
            found.append(OutcomeWorth(place, outcome.result, tuple(words)))
        return Outcomes(leaf, tuple(found))

    def _leaf(self, game_name: str, game: Game, check: Check, args: Values) -> Leaf | None:
        roll = prepared(game, rolled(game, check, args))
        dice_thrown = dice_of(game, roll)
        if not _is_known_roll(roll, [die for die, _ in dice_thrown]):
            return None
        if check.readings:
            check = settled(check, args)
        reader = self.readers.number_of(game_name, check)
        marks, params = self.readers[reader]
        if not all(is_known(rule, game) for rule in rules_of(check, marks).values()):
            return None
        reading = reading_of(roll)
        letters = [
            self.kinds.letters(game, check, die, roll, reading, marks) for die, _ in dice_thrown
        ]
        dice = "".join(f"{n}{each}" for (_, n), each in zip(dice_thrown, letters, strict=True))
        shown = [(die, each) for (die, _), each in zip(dice_thrown, letters, strict=True)]
        more = self._more(roll, shown)
        if params:
            more += "@" + ",".join(_number_text(args[name]) for name in params)
        if check.push is not None or (roll.keep is not None and roll.keep.chosen):
            choices = self.choices.number_of(game, check, args, roll, shown)
            if choices is None:
                return None
            more = f"#{choices}{more}"
        return Leaf(reader, dice, more)

    def _more(self, roll: Roll, thrown: Sequence[tuple[Die, str]] = ()) -> str:
        more = f"!{roll.rerolls}" if roll.rerolls else ""
        more += f"^{roll.successes}" if roll.successes else ""
        more += f"~{roll.failures}" if roll.failures else ""
        if roll.keep and not roll.keep.chosen:
            more += f"{'>' if roll.keep.highest else '<'}{roll.keep.many}"
            if roll.keep.of:
                kinds = self.kinds.all.items()
                more += ",".join(letters for letters, k in kinds if k["die"] == roll.keep.of)
            elif ties := roll.keep.ties:
                first = sorted(thrown, key=lambda each: -ties.place(each[0]))
                more += ",".join(letters for _, letters in first)
        more += f"*{roll.times}" if roll.times != 1 else ""
        return more + (f"{roll.add:+d}" if roll.add else "")

    def _notation(self, dice: PlainDice) -> ThrowSum:
        """Plain dice notation: each term is a throw of its own."""
        reader = self.readers.number_of("", PLAIN_CHECK)
        parts = []
        for term in dice.terms:
            roll = roll_of_term(term)
            letters = "".join(
                f"{count}{self.kinds.letters(PLAIN, PLAIN_CHECK, die, roll, reading_of(roll), [])}"
                for die, count in dice_of(PLAIN, roll)
            )
            parts.append(Leaf(reader, letters, self._more(roll)))
        return ThrowSum(dice.add, tuple(parts))

    def _repeated(self, game_name: str, game: Game, check: Check, args: Values) -> Plan | None:
        inner = game.check(check.repeats)
        call = check.repeated or Call(inner.name, tuple(args.items()))
        one = self.plan(game_name, call)
        if one is None:
            return None
        slots = {name: place for place, name in reversed(list(enumerate(check.slots)))}
        fills = tuple([slots.get(outcome.name, -1) for outcome in inner.outcomes])
        reader = self.readers.number_of(game_name, check)
        return Repeated(reader, one, fills, len(check.slots), check.full)

    def _steered(self, game_name: str, game: Game, check: Check, args: Values) -> Plan | None:
        """Return the repetition, with a throw for all that its parameters may come to be."""
        if check.formulas or any(isinstance(value, Fraction) for value in args.values()):
            return None
        key = game_name, check.name
        states = self._states.get(key)
        if states is None:
            states = self._states[key] = States(game, check, partial(self._outcomes, game_name))
        most = times_of(check, args, check.times) if check.times else 0
        for values in states.reached(args, most):
            plan = self.plan(game_name, states.call(values))
            if plan is None:
                return None
            states.plans[states.key(values)] = plan_json(plan)
        reader = self.readers.number_of(game_name, check)
        self.readers.all[reader]["state"] = states.data
        return Steered(reader, states.numbers(args), most)

    def _outcomes(self, game_name: str, call: Call) -> Mapping[str, Fraction]:
        return self.rules.odds(Query(game_name, call)).outcomes or {}

    def _decided(
        self, game_name: str, game: Game, check: Check, args: Values, later: Values
    ) -> Plan | None:
        """Return the throw that decides a parameter, and what is thrown in each case."""
        parameter, roll = deciding(game, check, args)
        if isinstance(args[parameter.name], SharedThrow):
            return self._decided_together(game_name, game, check, {**args, **later}, roll.what)
        first = self.plan(game_name, roll.what)
        if first is None:
            return None
        odds = self.rules.odds(roll._replace(game=game_name))
        by_name = bool(parameter.choices) and odds.outcomes is not None
        names = [outcome.name for outcome in odds.check.outcomes] if odds.check else []
        known = known_besides({**args, **later}, [parameter])
        cases = []
        for value in cases_of(odds, parameter, roll):
            then = self.plan(game_name, Call(check.name, ((parameter.name, value), *known)))
            if then is None:
                return None
            cases.append((names.index(str(value)) if by_name else int(value), then))
        return Decided(first, by_name, tuple(cases))

    def _decided_together(
        self, game_name: str, game: Game, check: Check, args: Values, what: Call | PlainDice
    ) -> Plan | None:
        """Return the throw that decides several parameters, and what is thrown in each case."""
        together = decided_together(game, check, args, what)
        parameters, numbers = zip(*together, strict=True)
        read = check_read(game, what, numbers)
        call: Call | PlainDice = what
        first: Plan | None
        if read.reads:
            given = bound(read, what.args) if isinstance(what, Call) else {}
            call = what if isinstance(what, Call) else Call(read.name)
            first = None if any_rolled(given) else self._leaf(game_name, game, read, given)
        else:
            first = self.plan(game_name, what)
        if first is None:
            return None
        odds = self.rules.find(game_name, call, read if read.reads else None)
        names = [outcome.name for outcome in odds.check.outcomes] if odds.check else []
        besides = known_besides(args, parameters)
        cases = []
        for values in cases_together(odds, what, numbers):
            named = [(one.name, value) for one, value in zip(parameters, values, strict=True)]
            then = self.plan(game_name, Call(check.name, (*named, *besides)))
            if then is None:
                return None
            shown = [names.index(v) if isinstance(v, str) else v for v in values]
            cases.append((",".join(map(str, shown)), then))
        return DecidedTogether(first, numbers, tuple(cases))


def _is_known_check(check: Check) -> bool:
    own = [(one, PARAMETER_WORDS) for one in check.takes]
    return all(_uses_only(one, words) for one, words in [(check, CHECK_WORDS), *own])


def _is_known_roll(roll: Roll, dice: Sequence[Die]) -> bool:
    if any(getattr(roll, word) for word in {*Roll.__slots__} - ROLL_WORDS):
        return False
    faces = [roll.success, roll.failure, roll.again, roll.reroll]
    faces += [each for each, _ in roll.worth or ()]
    used: list[tuple[Any, frozenset[str]]] = [(die, DIE_WORDS) for die in dice]
    used += [(each, FACES_WORDS) for one in faces if one for each in (one, *one.parts)]
    used += [(roll.keep, KEEP_WORDS)] if roll.keep else []
    return all(_uses_only(value, words) for value, words in used)


def _uses_only(value: Any, words: frozenset[str]) -> bool:
    """Return whether a value of the rules says nothing but what these words say."""
    return not any(getattr(value, word) for word in {*value._fields} - words)


def _number_text(value: object) -> str:
    if isinstance(value, str):  # a word, as conditions compare it
        return quote(fold(value), safe="")
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return str(value)
