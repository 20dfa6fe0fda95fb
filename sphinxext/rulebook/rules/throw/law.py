"""Finds the odds of a program: what running it comes to over every way for its dice to fall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import product
from pathlib import Path
from typing import Any

from ...dice.budget import of_fraction, spend
from ...dice.chain import Chain, State, Step
from ...dice.law import ONE, ZERO, Law, Listed, Moved
from ...dice.margin import margin, total
from ...dice.sums import Sum
from ..dice.cells import cells_of, in_reach, law_of, split, whole
from ..dice.continued import continued
from ..dice.decisions import only_added, roll_of
from ..dice.folded import MarkedLaw
from ..dice.odds import Key, Odds, Part, parts_of, together
from ..dice.pool import Pool, looks_at_value, pooled, wanted_of, words_read
from ..dice.pushed import Pushed, settling
from ..dice.reckoned import EACH_PAIR, reckoned, shifted, with_results
from ..errors import RulesError
from ..language.conditions import FLAT, NATURAL, VALUE
from ..language.formulas import Number
from ..language.query import Call, PlainDice, Query
from ..model.arguments import with_words
from ..model.cancelling import left, none_left_below, without_open
from ..model.game import Check, Use
from .program import (
    LAST,
    Asked,
    Best,
    Called,
    Case,
    Dice,
    Inner,
    Let,
    Loop,
    Program,
    Results,
    Side,
    Throw,
)
from .run import bound_to, read

MOST_TRIES = 1_000
EACH_CASE = 20_000  # nanoseconds for a value that another roll may give to a parameter
EACH_OUTCOME = 25_000  # nanoseconds for each outcome that is looked at there
EACH_TURN = 20_000  # nanoseconds for what an outcome of a repeated roll changes


def odds_of(rules: Asked, program: Program) -> Odds:
    """Return the odds of a program."""
    if isinstance(program, Throw):
        return _settling(program, _thrown(program))
    if isinstance(program, Dice):
        return _plain(program)
    if isinstance(program, Let):
        return _opposed(rules, program)
    if isinstance(program, Best):
        return _best(program)
    if isinstance(program, Case):
        return _summed(rules, program) or _decided(program)
    if isinstance(program, Results):
        rolls = {
            word: _number_of(roll, said)
            for result in program.results.values()
            for word, roll, said in result.words
        }
        throw = program.roll
        odds = with_results(throw.check, _thrown(throw), throw.args, rolls)
        return _settling(throw, odds)
    if isinstance(program, Called):
        from .called import called

        game, check, args = program
        beside = Path(game.where).parent
        return Odds.of(check, args, called(check.python, args, beside, allowed=game.python))
    return _repeated(program)


def _number_of(roll: int | Inner, said: str) -> Law:
    """Return the law of a number that an outcome is given, or rolls for."""
    if isinstance(roll, int):
        return Listed(roll, [1], 1)
    odds = roll.odds()
    if odds.named_only:
        raise RulesError(f"'{said}' only names outcomes, and a number is needed")
    return odds.law


def _plain(dice: Dice) -> Odds:
    """Return the odds of plain dice: those that count, less those that are taken away."""
    more: list[Law] = []
    less: list[Law] = []
    for term in dice.terms:
        roll = term.roll
        law = law_of(pooled(term.game, term.check, {}, replace(roll, times=abs(roll.times))))
        (more if roll.times > 0 else less).append(law)
    found = (reduce(total, more) if more else Sum([])).raised(dice.add)
    if less:
        found = margin(found, reduce(total, less))
    in_reach(found)
    return Odds.of(None, {}, found)


def _thrown(throw: Throw) -> Odds:
    """Return the odds of one throw."""
    check, args = throw.check, throw.args
    # whether it has a law without its cells
    closed = not throw.chosen and check.going_on is None

    def law() -> Law:
        if closed and check.result is None:
            return law_of(pooled(throw.game, check, args, throw.roll))
        # The value alone needs nothing of what only the outcomes read.
        return whole(law for _, law in _cells(throw, check._replace(outcomes=(), reads=())))

    def parts() -> Iterable[Part]:
        return parts_of(check, args, _cells(throw, check))

    def sooner() -> Iterable[Part]:
        plain = check._replace(result=None)
        return parts_of(check, args, cells_of(_pool(throw, plain), valued=False), valued=False)

    if closed and check.outcomes and not looks_at_value(check):
        return Odds(check, law, parts, sooner)
    return Odds(check, law, parts)


def _settling(throw: Throw, odds: Odds) -> Odds:
    """Let the odds refuse a question that a choice of the player would change."""
    if throw.check.aims:
        game, check, args, roll = throw.game, throw.check, throw.args, throw.roll
        odds.settle = settling(lambda: Pushed(game, check, args, roll))
    return odds


def _pool(throw: Throw, check: Check) -> Pool:
    """Return the dice of a throw, with rows for all that the check reads of them."""
    roll = throw.roll
    return pooled(throw.game, check, throw.args, roll, wanted_of(check, roll))


def _cells(throw: Throw, check: Check) -> Sequence[MarkedLaw]:
    """Return the law of what a throw comes to, split by what the check reads of it."""
    game, args, roll, result = throw.game, throw.args, throw.roll, check.result
    natural = NATURAL in words_read(check._replace(result=None))
    if throw.chosen:
        cells = Pushed(game, check, args, roll).cells()
    elif check.going_on is not None:
        cells = continued(game, check, args, roll)
    else:
        valued = natural or result is None or bool(result.names() & {VALUE, NATURAL})
        cells = cells_of(_pool(throw, check), valued=valued)
    return cells if result is None else reckoned(result, cells, args, natural=natural)


def _opposed(rules: Asked, let: Let) -> Odds:
    """Return the odds of two sides: of their margin, or of whatever else the check compares."""
    check = let.check
    if not check.compares:
        laws = []
        for side in let.sides:
            if (odds := side.roll.odds()).named_only:
                raise RulesError(f"'{side.query}' only names outcomes; a margin needs numbers")
            _refuse_bare(rules, side)
            laws.append(odds.law)
        return Odds.of(check, {}, margin(*laws))
    each = [side.roll.odds().joint() for side in let.sides]
    first, second = map(len, each)
    spend(
        first * second * EACH_PAIR,
        f"the sides of '{check.name}' can give {first:,} and {second:,} results, too many to "
        "compare each; compare the margin alone",
    )

    def cases() -> Iterator[tuple[str | None, int, Fraction]]:
        for pair in product(*[one.items() for one in each]):
            known: dict[str, Any] = {}
            for side, ((name, value), _) in zip(let.sides, pair, strict=True):
                bound_to(known, side, name, value)
            came = read(let.reader, known, "margin")
            yield came.outcome, came.value, pair[0][1] * pair[1][1]

    return Odds.named(check, split(cases()))


def _refuse_bare(rules: Asked, side: Side) -> None:
    """Refuse a side whose skill decides its outcome, and not the number that is compared."""
    query = side.query
    if isinstance(query.what, PlainDice):
        return
    check = rules.game(query.game).check(query.what.check)
    if names := _only_in_outcomes(check):
        name = min(names)
        raise RulesError(
            f"'{query}' would be compared by its bare dice, whatever its '{name}': give "
            f"'{check.name}' a result such as \"{name} - value\", or compare outcomes, as in "
            "'win: mine beats yours'"
        )


def _only_in_outcomes(check: Check) -> frozenset[str]:
    """The parameters that its outcomes alone look at, where none changes what is rolled."""
    if not check.is_a_roll or check.result is not None or check.ladder or check.has_results:
        return frozenset()
    if any(one.each or one.first or one.further or one.choices for one in check.takes):
        return frozenset()
    read = check.used[Use.OUTCOMES] - check.used[Use.ROLL] - check.used[Use.ADDED]
    return frozenset({one.name for one in check.takes} & read)


def _best(program: Best) -> Odds:
    """Return the odds of the best or the worst of several whole results."""
    check, many = program.check, program.many
    cases = program.roll.odds().joint()
    if many > MOST_TRIES:
        raise RulesError(f"{many:,} tries are too many; the most is {MOST_TRIES:,}")
    found, below = [], ZERO
    for case in sorted(cases, key=lambda case: program.rank(*case), reverse=not program.best):
        upto = below + cases[case]
        spend(4 * of_fraction(many * upto.denominator.bit_length()))
        found.append((*case, upto**many - below**many))
        below = upto
    return Odds.named(check, split(found))


def _decided(case: Case) -> Odds:
    """Return the odds where another roll decides a parameter, case by case."""
    check, keys = case.check, case.may()
    each = EACH_CASE + EACH_OUTCOME * len(check.outcomes)
    spend(
        len(keys) * each,
        f"the rolls that decide '{check.name}' give too many cases, each a roll of its own; let "
        "fewer rolls decide, or rolls with fewer results",
    )
    return together(check, [(share, case.then(key).odds()) for key, share in keys.items()])


def _summed(rules: Asked, case: Case) -> Odds | None:
    """Return the odds where rolls only add to the result, or None where one does more."""
    game, check = rules.game(case.game), case.check
    # what is calculated from others is calculated anew
    known = {name: value for name, value in case.args.items() if not isinstance(value, Number)}
    laws = []
    for parameter, each in only_added(game, check, case.args):
        odds = rules.odds(Query(case.game, roll_of(game, check, parameter, case.args)))
        law, least = odds.law, max(parameter.least, 0)
        most = law.high if parameter.most is None else parameter.most
        if odds.named_only or law.low is None or law.high is None or law.error:
            return None
        if law.low < parameter.least or most is None or law.high > most:
            return None
        known[parameter.name] = least
        laws.append((Moved(law, 1, -least), each))
    if not laws:
        return None
    base = rules.find(case.game, Call(check.name, tuple(known.items())), check)
    # what conditions look at hangs on nothing that is still rolled
    shown = none_left_below(check, left(check, without_open(check, {**case.args, **known})))
    return Odds.of(check, with_words(game, check, shown), shifted(base.law, laws))


def _repeated(loop: Loop) -> Odds:
    """Return the odds of a roll that is repeated while its outcomes change a state."""
    check = loop.check
    stopped = False  # whether the most repetitions may come before the end

    def steps(state: State) -> Iterator[Step]:
        nonlocal stopped
        now, count = state
        for (name, *seen), chance in _turns(loop, now):
            spend(
                EACH_TURN,
                f"'{check.name}' can go on in too many ways; let its outcomes change less, "
                "or limit it with 'times'",
            )
            after, over = loop.after(now, str(name), seen)
            if over or count + 1 == loop.most:
                stopped |= not over and check.ends is not None
                yield Step(chance, (after, str(name)), ended=True)
            else:
                yield Step(chance, (after, count + 1 if loop.most else 0), ended=False)

    chain = Chain((loop.start, 0), steps)
    ends = chain.ends()
    odds = _ended(loop, chain, ends)
    if stopped:
        odds.notes = (
            f"'times' may stop '{check.name}' before it ends, and its chances and averages count "
            f"that as an end; after {loop.most} times it is over in any case",
        )
    return odds


def _turns(loop: Loop, state: Any) -> Iterable[tuple[Key, Fraction]]:
    """Return what the roll of a state may come to, with all that changes look at."""
    odds, numbers = loop.roll(state).odds(), [number for _, number in loop.steps.reads]
    if not numbers:
        return [((name,), chance) for name, chance in odds.exact_outcomes.items() if chance]
    if VALUE in loop.check.used[Use.AMOUNT] and None in (odds.law.low, odds.law.high):
        raise RulesError(
            f"'{loop.check.repeats}' has no end, so '{loop.check.name}' cannot change by its "
            "value; let its dice roll again once"
        )
    return odds.read(
        (None, *numbers), f"'{loop.check.repeats}' has no end, so it cannot decide a number"
    ).items()


def _ended(loop: Loop, chain: Chain, ends: Mapping[State, Fraction]) -> Odds:
    """Return the odds of a repetition of which every end is known."""
    check, result = loop.check, loop.reader.result
    facts = {end: {FLAT: 0, **loop.known(*end)} for end in ends}
    if result is None:
        words = check.used[Use.OUTCOMES]
        words = words & {one.name for one in check.takes} | (
            {LAST} if "outcome" in words else set()
        )
        cells: dict[tuple[Any, ...], list[State]] = {}
        for end, known in facts.items():
            cells.setdefault(tuple([known[word] for word in sorted(words)]), []).append(end)
        marked = [
            (facts[some[0]], chain.lengths(set(some), sum((ends[e] for e in some), ZERO)))
            for some in cells.values()
        ]
        return Odds(check, lambda: chain.lengths(ends, ONE), lambda: parts_of(check, {}, marked))
    shown: Iterable[tuple[int, Mapping[State, Fraction]]] = [(0, ends)]
    if VALUE in result.names():
        if chain.longest is None:
            raise RulesError(
                f"'{check.name}' may go on without end, so '{result}' cannot be calculated; limit "
                "it with 'times'"
            )
        shown = ((count, chain.ended_at(count)) for count in range(1, chain.longest + 1))

    def cases() -> Iterator[tuple[str | None, int, Fraction]]:
        for count, some in shown:
            for end, chance in some.items():
                came = read(loop.reader, {VALUE: count, **facts[end]})
                yield came.outcome, came.value, chance

    return Odds.named(check, split(cases()))
