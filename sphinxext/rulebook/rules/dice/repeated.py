"""A check that is repeated: what its outcomes change, when that ends, and how long it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from ...dice.budget import spend
from ...dice.chain import Chain, State, Step
from ...dice.law import ONE, ZERO
from ..errors import RulesError
from ..language.conditions import FLAT, RESULTS, VALUE, known_at
from ..language.formulas import Number
from ..language.query import FARTHEST, Argument, Call
from ..model.arguments import Values
from ..model.game import Check, Use
from .mechanics.reckoned import result_of
from .odds import Odds, WorkedCase, by_cases, first_outcome, pieces_of

Ask = Callable[[Call], Mapping[str, Fraction]]  # the chance of each outcome of a check
AskWhole = Callable[[Call], Mapping[WorkedCase, Fraction]]  # of each outcome with each number
LAST = "outcome is"
EACH_OUTCOME = 8_000  # nanoseconds to tell if an outcome ends the repetition
EACH_CHANGE = 12_000  # nanoseconds for a change that it makes


def times_of(check: Check, args: Values, times: int | str) -> int:
    """The number of times, which a parameter may say."""
    many = args[times] if isinstance(times, str) else times
    if not isinstance(many, int) or many < 1:
        raise RulesError(f"'{check.name}' is made '{times}' times, 1 or more, not {many}")
    return many


def slots_filled(check: Check, chances: Mapping[str, Fraction]) -> Odds:
    """The number of times until every slot is filled, or an outcome finds none any more."""
    place = {name: i for i, name in reversed(list(enumerate(check.slots)))}
    if not any(chances[name] for name in place):
        raise RulesError("no slot is ever filled, so the repetition never ends")

    def steps(state: State) -> Iterator[Step]:
        for name, chance in chances.items():
            heavier = range(place.get(name, len(check.slots)), len(check.slots))
            slot = next((i for i in heavier if i not in state), None)
            after = state if slot is None else state | {slot}
            full = len(after) == len(check.slots) if check.full else slot is None and name in place
            if chance:
                yield Step(chance, after, full)

    chain = Chain(frozenset(), steps)
    ends = chain.ends()
    return Odds.of(check, {}, chain.lengths(ends, ONE))


def steered(check: Check, args: Values, inner: Check, ask: Ask, ask_whole: AskWhole) -> Odds:
    """The odds of a check that is repeated while its outcomes change what it is given."""
    names = tuple([parameter.name for parameter in check.takes])
    most = times_of(check, args, check.times) if check.times else 0
    start = tuple([args[name] for name in names])

    def cases(call: Call) -> Iterator[tuple[str, int, Fraction]]:
        if check.changes_by_value:
            for (name, value), chance in ask_whole(call).items():
                assert name is not None
                yield name, value, chance
        else:
            for name, chance in ask(call).items():
                yield name, 0, chance

    stopped = [False]  # whether the most repetitions may come before the end

    def steps(state: State) -> Iterator[Step]:
        values, count = dict(zip(names, state[0], strict=True)), state[1]
        for name, value, chance in cases(call_with(check, values)):
            if not chance:
                continue
            cost = EACH_OUTCOME + EACH_CHANGE * len(check.after.get(name, ()))
            spend(cost, f"'{check.name}' can go on in too many ways; let its outcomes change less")
            after, gone = changed_by(check, values, name, value)
            facts = {**after, LAST: inner.words_for(name)}
            over = gone or (check.ends is not None and check.ends.holds(facts))
            count_after = count + 1 if most else 0
            if over or (most and count_after == most):
                stopped[0] |= not over and check.ends is not None
                yield Step(chance, (tuple(after.values()), name), ended=True)
            else:
                yield Step(chance, (tuple(after.values()), count_after), ended=False)

    nothing = {LAST: frozenset(), **args}
    if check.ends is not None and check.ends.holds(nothing):
        raise RulesError(f"'{check.name}' has ended before it begins; give it other numbers")
    chain = Chain((start, 0), steps)
    ends = chain.ends()
    facts = {
        end: {FLAT: 0, **dict(zip(names, end[0], strict=True)), LAST: inner.words_for(end[1])}
        for end in ends
    }
    odds = _ended(check, args, chain, ends, facts)
    if stopped[0]:
        odds.notes = (
            f"'times' may stop '{check.name}' before it ends, and its chances and averages count "
            f"that as an end; after {most} times it is over in any case",
        )
    return odds


def _ended(
    check: Check,
    args: Values,
    chain: Chain,
    ends: Mapping[State, Fraction],
    facts: Mapping[State, Mapping[str, Any]],
) -> Odds:
    """The odds of a repetition of which every end is known."""
    if check.result is not None:
        return _with_result(check, chain, ends, facts)
    names = [parameter.name for parameter in check.takes]
    read = check.used[Use.OUTCOMES]
    cells: dict[tuple[Any, ...], list[State]] = {}
    for end, known in facts.items():
        key = tuple([known[word] for word in names if word in read])
        cells.setdefault((*key, known[LAST] if "outcome" in read else None), []).append(end)
    marked = [
        (facts[some[0]], chain.lengths(set(some), sum((ends[e] for e in some), ZERO)))
        for some in cells.values()
    ]
    return Odds(check, lambda: chain.lengths(ends, ONE), lambda: pieces_of(check, args, marked))


def _with_result(
    check: Check,
    chain: Chain,
    ends: Mapping[State, Fraction],
    facts: Mapping[State, Mapping[str, Any]],
) -> Odds:
    """The odds of a repetition that comes to something else than its length."""
    result = check.result
    assert result is not None
    found: dict[tuple[str | None, int], Fraction] = {}

    def add(known: Mapping[str, Any], chance: Fraction) -> None:
        value = result_of(result, known)
        # Outcomes go by the result; the number of times is known to the result alone.
        facts = {word: number for word, number in known.items() if word not in RESULTS}
        name = first_outcome(check, value, facts, {}) if check.outcomes else None
        if check.outcomes and name is None:
            raise RulesError(f"'{check.name}' has no outcome for a result of {value}")
        found[name, value] = found.get((name, value), ZERO) + chance

    if VALUE not in result.names():
        for end, chance in ends.items():
            add(facts[end], chance)
        return by_cases(check, found)
    if chain.longest is None:
        raise RulesError(
            f"'{check.name}' may go on without end, so '{result}' cannot be calculated; limit it "
            "with 'times'"
        )
    for count in range(1, chain.longest + 1):
        for end, chance in chain.ended_at(count).items():
            add(known_at(count, facts[end]), chance)
    return by_cases(check, found)


def handed(inner: Check, args: Values) -> Call:
    """Return a check with those of the arguments that it takes."""
    names = {parameter.name for parameter in inner.takes}
    return Call(inner.name, tuple([(name, v) for name, v in args.items() if name in names]))


def call_with(check: Check, values: Values) -> Call:
    """The repeated check with what it is given now."""
    if check.repeated is None:
        return Call(check.repeats, tuple(values.items()))

    def filled(value: Argument) -> Argument:
        if isinstance(value, Call):
            return Call(value.check, tuple([(name, filled(each)) for name, each in value.args]))
        return values.get(value, value) if isinstance(value, str) else value

    found = filled(check.repeated)
    assert isinstance(found, Call)
    return found


def changed_by(check: Check, values: Values, outcome: str, value: int = 0) -> tuple[Values, bool]:
    """The parameters after the outcome, and True where a word moved past the last one.

    `value` is the number that the repeated check came to.
    """
    after, gone = dict(values), False
    for name, change in check.after.get(outcome, ()):
        parameter = check.parameter(name)
        if isinstance(change, Number) or not parameter.choices:
            number = (
                result_of(change, {**values, VALUE: value})
                if isinstance(change, Number)
                else values[name] + change
            )
            most = number if parameter.most is None else min(number, parameter.most)
            after[name] = max(parameter.least, most)
            if abs(after[name]) > FARTHEST:
                raise RulesError(
                    f"'{check.name}' can make '{name}' more than {FARTHEST:,}; give it 'most'"
                )
        elif isinstance(change, str):
            choice = parameter.choice(change)
            assert choice is not None
            after[name] = choice.name
        else:
            words = [choice.name for choice in parameter.choices]
            place = words.index(values[name]) + change
            gone = gone or place >= len(words)
            after[name] = words[min(max(place, 0), len(words) - 1)]
    return after, gone
