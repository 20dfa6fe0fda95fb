"""Parts of a check that change nothing: parameters that nothing goes by, idle outcomes."""

from __future__ import annotations

from collections.abc import Iterator

from .errors import RulesError
from .language.conditions import VALUE, edges
from .language.formulas import ALWAYS, Condition, Number
from .language.query import FARTHEST
from .model.arguments import possible_dice
from .model.game import Check, Game, Use
from .model.outcome import Outcome
from .model.roll import FACED, dice_in

FREE = {"add", "successes", "failures", "times"}  # changes that leave the dice as they are


def notes_on(game: Game, check: Check) -> Iterator[str]:
    """Find levels that change nothing, and outcomes that those before them leave no result."""
    used = {word for use, words in check.used.items() if use != Use.LEVELS for word in words}
    alone = check.is_a_roll and not any(one.thrown for one in check.takes)
    for each in check.takes if alone else ():
        for name in sorted(each.moved - used):
            if not any(check.parameter(name).all_changes()):
                yield f"'{each.name}' changes '{name}', and nothing in '{check.name}' goes by that"
    yield from _never_shown(game, check)
    if check.ladder:
        return
    given = {each.name for each in check.takes}
    for one in check.outcomes if "none" in dict(check.roll) else ():
        if one.when.readings() and not one.when.names() & given:
            yield (
                f"'{one.name}' may come of the roll without dice, too; if it should not, name the "
                "parameter that says how many there are, as in 'and dots 1+'"
            )
    if check.counts and len(check.outcomes) > 1 and _falls(check.outcomes[0], check.outcomes[-1]):
        yield f"'{check.outcomes[0].name}' is the worst outcome of '{check.name}', as the first one"
    cuts = {one.name: _cuts(one.when) for one in check.outcomes if one.when.names() <= {VALUE}}
    every = {cut for found in cuts.values() for cut in found or ()}
    left = {min(every, default=0) - 1, *every}
    for one in check.tested:
        here = left
        if cuts.get(one.name) is not None:
            here = {value for value in left if one.when.holds({VALUE: value})}
            left = left - here
        if not here:
            yield (
                f"'{one.name}' of '{check.name}' never happens: others go before it for every "
                "such result"
            )


def _falls(first: Outcome, last: Outcome) -> bool:
    """Return whether the most successes come to the first outcome, and not to the last."""
    if first.when.names() | last.when.names() != {VALUE}:
        return False
    most = [one.when != ALWAYS and one.when.holds({VALUE: FARTHEST}) for one in (first, last)]
    return most == [True, False]


def _never_shown(game: Game, check: Check) -> Iterator[str]:
    """Find plain numbers of faces that no die of the check can show."""
    changes = [*check.changes()]
    names = dice_in(changes)
    if not names or any("{" in name for name in names):
        return
    dice = possible_dice(game, check)
    pairs = [pair for change in changes for pair in change]
    rows = [faces for key, faces in pairs if key in FACED]
    rows += [faces for key, table in pairs if key == "worth" for faces, _ in table]
    for part in dict.fromkeys(part for faces in rows for part in faces.parts or (faces,)):
        if "{" in part.of:  # the die that a word names
            continue
        alike = [die for die in dice if part.of in ("", die.name.removeprefix("-"))]
        if not alike:
            yield f"no {part.of} is thrown for '{check.name}', and faces of it have a meaning"
            continue
        for span in part.ranges:
            one = part._replace(ranges=(span,), top=False, parity=())
            plain = isinstance(span[0], int) and not isinstance(span[1], Number)
            if plain and not any(one.holds(face, 0) for die in alike for face in die.faces):
                yield f"no die of '{check.name}' shows {one.in_words()}"


def _cuts(condition: Condition) -> list[int] | None:
    """Return the values at which the condition turns; None if they have no end."""
    try:
        return [*edges(condition, {}, None, None)]
    except RulesError:
        return None
