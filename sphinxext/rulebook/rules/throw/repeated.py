"""A check that is repeated: what its outcomes change."""

from __future__ import annotations

from ..dice.decisions import looked_at
from ..errors import RulesError
from ..language.query import FARTHEST, Argument, Call
from ..model.arguments import Values
from ..model.cancelling import Pairs, done_by, left, without_open
from ..model.game import Check, Game
from ..model.parameter import Choice, Parameter


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


def tried(game: Game, check: Check, args: Values, later: Values) -> tuple[Call, Check | None]:
    """Return one of several tries, and the check as each try makes it if a roll of it is open.

    It rolls then by the defaults of the check that tries, which may hand on what only that takes.
    """
    inner = game.check(check.inner)
    names = {one.name for one in inner.takes}
    values = left(check, without_open(check, args), made_within(game, check))
    call = handed(inner, {name: value for name, value in values.items() if name not in later})
    if not later:
        return call, None
    takes = []
    for one in inner.takes:
        own = check.parameter(one.name)
        takes.append(one._replace(default=own.default, needs=own.needs or one.needs))
    more = set().union(*[looked_at(game, check, args, name) for name in later])
    for name in sorted(more - names - later.keys()):
        words = tuple([Choice(one.name) for one in check.parameter(name).choices])
        bare = Parameter(name, choices=words, least=-FARTHEST, half=(), default=values[name])
        takes.append(bare)
    return call, inner._replace(takes=tuple(takes))


def made_within(game: Game, check: Check) -> Pairs:
    """Return the moves that the check which is repeated or tried does itself."""
    if check.repeated is not None or not check.inner:
        return frozenset()
    inner = game.check(check.inner)
    return done_by(inner, {one.name for one in check.takes})


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
