"""A check that is repeated: what its outcomes change."""

from __future__ import annotations

from ..dice.reckoned import result_of
from ..errors import RulesError
from ..language.conditions import VALUE
from ..language.formulas import Number
from ..language.query import FARTHEST, Argument, Call
from ..model.arguments import Values
from ..model.game import Check

LAST = "outcome is"


def times_of(check: Check, args: Values, times: int | str) -> int:
    """The number of times, which a parameter may say."""
    many = args[times] if isinstance(times, str) else times
    if not isinstance(many, int) or many < 1:
        raise RulesError(f"'{check.name}' is made '{times}' times, 1 or more, not {many}")
    return many


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
