"""The question of one cell: a check with what its row and its column change."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.errors import RulesError, suggest
from ..rules.language.parse import parse_event
from ..rules.language.query import Argument, Call, Dice, Event, Query
from ..rules.model.arguments import bound, dice_of, given, rolled
from ..rules.model.roll import standard_die
from .places import Asked, Patch


def question(asked: Asked, patches: Sequence[Patch], event: str | Event) -> Query:
    """What is asked where these patches meet; the event is that of the option, if any."""
    what, game = asked.what, asked.game
    for patch in patches:
        if patch.what is not None:
            what = patch.what
    asked = asked._replace(what=what)
    args = [arg for patch in patches for arg in patch.args]
    what = args_on(asked, what, args)
    difficulty = next((patch.difficulty for patch in patches if patch.difficulty), "")
    found = _event(patches, event)
    if difficulty:
        if found is None:
            return Query(game, what, Event("meets", difficulty))
        met = asked.rules.met(Query(game, what, Event("meets", difficulty)))
        return met._replace(event=found)
    return Query(game, what, found)


def _event(patches: Sequence[Patch], option: str | Event) -> Event | None:
    templates = [patch.template for patch in patches if patch.template]
    if isinstance(option, str) and "*" in option:
        templates.append(option)
        option = ""
    stars = [patch.star for patch in patches if patch.star]
    if templates:
        if not stars:
            raise RulesError(f"nothing stands for the * of '{templates[0]}'")
        star = stars[-1] if len(stars) == 1 else stars[0]
        if templates[0].partition(" ")[0] in ("is", "meets"):
            star = f'"{star}"'
        return parse_event(templates[0].replace("*", star))
    events = [patch.event for patch in patches if patch.event is not None]
    if len(events) > 1:
        raise RulesError(
            f"both axes ask for an event, '{events[0]}' and '{events[1]}'; let one of them be "
            "'events' or a parameter"
        )
    if events:
        return events[0]
    if isinstance(option, str):
        return parse_event(option) if option else None
    return option


def args_on(asked: Asked, what: Call | Dice, args: Sequence[tuple[str, Argument]]) -> Call | Dice:
    """The check with some of its arguments set, also those of one side."""
    if not args:
        return what
    if isinstance(what, Dice):
        raise RulesError("plain dice take no arguments")
    check = asked.rules.game(asked.game).check(what.check)
    if not check.versus:
        values = {**given(check, what.args), **given(check, tuple(args))}
        return Call(check.name, tuple(values.items()))
    sides = {
        name: query.what
        for name, query in zip(
            check.versus, asked.rules.sides(asked.game, check, what), strict=True
        )
    }
    for name, value in args:
        side, dot, inner = name.partition(".")
        if side not in sides:
            raise RulesError(f"'{check.name}' has no side named '{side}'{suggest(side, sides)}")
        if dot:
            sides[side] = args_on(asked, sides[side], [(inner, value)])
        elif isinstance(value, Call | Dice):
            sides[side] = value
        else:
            raise RulesError(f"'{side}' of '{check.name}' should be a check, not '{value}'")
    return Call(check.name, tuple(sides.items()))


def ways_of(asked: Asked, what: Call | Dice) -> int:
    """How many rolls there are in all."""
    if isinstance(what, Dice):
        total = 1
        for term in what.terms:
            die = standard_die(term.die)
            total *= len(die.faces) ** term.many if die else 1
        return total
    game = asked.rules.game(asked.game)
    check = game.check(what.check)
    if not check.is_a_roll:
        raise RulesError(f"'{check.name}' is no single roll whose ways could be counted")
    total = 1
    for die, count in dice_of(game, rolled(game, check, bound(check, what.args))):
        total *= len(die.faces) ** count
    return total
