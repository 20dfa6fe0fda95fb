"""Judges given dice of a throw that goes on: its further throws are after a ';'."""

from __future__ import annotations

from ..errors import RulesError
from ..language.conditions import NATURAL, VALUE
from ..language.query import Thrown
from ..model.arguments import Values, dice_of
from ..model.game import Check, Game
from ..model.going_on import CONTINUED, Then
from ..model.roll import Roll, plural
from .continued import goes_on, refuse_open, throw_alone, without_rolling
from .prepared import prepared
from .worked_example import Judged, Results, facts_of, result_of_throw

COUNTED = (VALUE, NATURAL, "successes", "failures")


def judge_continued(
    game: Game,
    check: Check,
    args: Values,
    roll: Roll,
    thrown: Thrown,
    results: Results | None = None,
) -> Judged:
    """The result of all throws, of which each has all the dice."""
    on = check.going_on
    assert on is not None
    roll = prepared(game, roll)
    refuse_open(check, roll)
    alone = throw_alone(roll)
    many = sum(count for _, count in dice_of(game, roll))
    further = thrown.again
    shown = [facts_of(game, check, alone, Thrown(thrown.first))]
    while (not on.times or len(shown) <= on.times) and goes_on(
        on, args, shown[-1][VALUE], shown[-1]
    ):
        if len(further) < many or not many:
            raise RulesError(
                f"the throw goes on: write the {plural(many, 'die', 'dice')} of each further throw "
                "after a ';'"
            )
        shown.append(facts_of(game, check, alone, Thrown(further[:many])))
        further = further[many:]
    if further:
        raise RulesError(
            f"{plural(len(thrown.again), 'die', 'dice')} after ';', but the throw goes on "
            f"{plural(len(shown) - 1, 'time')}"
        )
    facts = dict(shown[-1 if on.then is Then.REPLACE else 0])
    facts |= {word: on.counted([one[word] for one in shown]) for word in COUNTED}
    facts[VALUE] += roll.flat
    facts["successes"] += roll.successes
    facts["failures"] += roll.failures
    facts |= without_rolling(roll)
    facts[CONTINUED] = len(shown) - 1
    return result_of_throw(check, args, roll, facts, results)
