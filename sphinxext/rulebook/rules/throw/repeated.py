"""A check that is repeated: what its outcomes change."""

from __future__ import annotations

from ..errors import RulesError
from ..language.query import Argument, Call
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
