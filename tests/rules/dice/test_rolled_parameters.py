"""A roll that decides something of another, against every roll of both."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

D6, D8, D10, D20 = (range(1, sides + 1) for sides in (6, 8, 10, 20))
Game = Callable[[str], Rules]
Stated = Callable[..., Rules]


def move(stat: int) -> Callable[..., str]:
    def read(die: int, *others: int) -> str:
        below = sum(other < min(8, die + stat) for other in others)
        if below < 2:
            return ("Miss", "Weak")[below]
        return "Match" if others[0] == others[1] else "Strong"

    return read


@pytest.mark.parametrize("stat", [0, 2, 4])
def test_a_rolled_score_is_held_against_two_dice(game: Game, every: Any, stat: int) -> None:
    found = game("march").ask(f"move({stat})").outcomes
    assert found == every.roll([D6, D10, D10], move(stat))


def test_what_is_rolled_may_be_given_instead(game: Game, every: Any) -> None:
    wanted = every.roll([D10, D10], lambda a, b: (a < 7) + (b < 7) == 1)
    assert game("march").ask("move(score=7) is Weak").probability == wanted[True]


def test_successes_are_the_dice_of_the_next_roll(game: Game, every: Any, agrees: Any) -> None:
    # Each shot wounds on its own, so it is a pool of dice of 36 faces.
    pairs = [hit >= 3 and wound >= 5 for hit in D6 for wound in D6]
    agrees(game("march"), "wounds(hits(3, 3))", every.roll([pairs] * 3, lambda *f: sum(f)))


def test_an_outcome_decides_the_dice_of_the_next_roll(game: Game, every: Any, agrees: Any) -> None:
    def dealt(die: int, first: int, second: int) -> int:
        if die == 20:
            return first + second + 2
        return first + 2 if die + 3 >= 15 else 0

    agrees(game("march"), "damage(3, 15)", every.roll([D20, D8, D8], dealt))
    assert game("march").ask("damage(hit=Critical) mean").value == 11


def test_dice_may_decide_a_number(stated: Stated, every: Any, agrees: Any) -> None:
    rules = stated("[check.x]\nroll = { d6 = 1 }\ntakes.k = { each = { add = 10 }, rolls = '2d6' }")
    agrees(rules, "x", every.roll([D6] * 3, lambda a, b, c: a + 10 * (b + c)))
    agrees(rules, "x(d6)", every.roll([D6] * 2, lambda a, b: a + 10 * b))


def test_a_roll_may_wait_for_another(stated: Stated, every: Any, agrees: Any) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 1 }\ntakes.late = { each = { add = 1 }, rolls = 'y' }\n"
        "takes.k = { rolls = 'd6' }\n"
        "[check.y]\nroll = { d6 = 1 }\ntakes.k = { each = { add = 10 } }"
    )
    agrees(rules, "x", every.roll([D6] * 3, lambda a, b, c: a + b + 10 * c))


def test_rolled_sides_stand_against_each_other(stated: Stated, every: Any, agrees: Any) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 1 }\ntakes.k = { each = { add = 1 } }\n"
        "[check.duel]\nversus = ['a', 'b']"
    )
    wanted = every.roll([D6] * 3, lambda a, b, c: a + b - c)
    agrees(rules, "duel(x(d6), x)", wanted)


def test_a_margin_may_decide(stated: Stated, every: Any, agrees: Any) -> None:
    rules = stated(
        "[check.fight]\nroll = { d6 = 1 }\ntakes.skill = { each = { add = 1 } }\n"
        "[check.duel]\nversus = ['a', 'b']\n"
        "[check.harm]\nroll = { d6 = 1 }\n"
        "takes.lead = { each = { add = 1 }, least = -9, rolls = 'duel(fight(2), fight)' }"
    )
    agrees(rules, "harm", every.roll([D6] * 3, lambda a, b, c: a + 2 - b + c))
    agrees(rules, "harm(duel(fight, d6))", every.roll([D6] * 3, lambda a, b, c: a - b + c))


def test_the_deciding_dice_are_judged_first(game: Game) -> None:
    assert game("march").judge("move(2) on 4 | 5 3").outcome == "Strong"
    assert game("march").judge("wounds(hits(3)) on 4 1 6 | 2 5").value == 1
    assert game("march").judge("damage(3) on 20 | 8 7").value == 17


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("move(2) on 5 3", "'score' is rolled first: write its dice before a '|'"),
        ("move(score=attack)", "'score' of 'move' takes a number, not 'attack'"),
        ("damage(hit=hits(2))", "'hits(2)' names no outcomes, and 'hit' takes words"),
        ("wounds(3d6!)", "'3d6!' has no end, so it cannot decide 'dice'"),
        ("wounds(d6-3)", "'dice' of 'wounds' must be 0 or more, not -2, which 'd6-3' may give"),
        ("wounds(2d1000)", "'2d1000' may give 1,999 numbers; the most is 1,000 here"),
    ],
)
def test_what_cannot_decide_is_refused(
    game: Game, refused: Callable[[Rules, str], str], query: str, line: str
) -> None:
    assert refused(game("march"), query) == line


X = "[check.x]\nroll = { d6 = 1 }\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (X + "takes.k.rolls = 'y'", "3: check.x.takes.k.rolls: no check named 'y'; there is 'x'"),
        (X + "takes.k.rolls = 'x'", "3: check.x.takes.k.rolls: a circle: 'x' is rolled by itself"),
        (X + "takes.k = { rolls = 'd6', default = 2 }", "it is rolled, or it has a default; keep"),
        (X + "takes.k.rolls = 'd6 >= 2'", "should be a check or dice alone, without an event"),
        (X + "takes.k.rolls = 'uwr:direct'", "is of another game; name a check of this one"),
        (
            X + "outcomes = { a = '<= 3', b = '> 3' }\n"
            "[check.y]\ntakes.k = { rolls = 'x', choices = { a = { d6 = 1 } } }",
            "5: check.y.takes.k.rolls: 'x' may give 'b', which is none of the choices",
        ),
    ],
)
def test_a_wrong_roll_is_a_mistake(
    mistakes: Callable[..., list[str]], text: str, line: str
) -> None:
    (found,) = mistakes(text)
    assert line in found


def test_the_whole_shares_out_to_one(game: Game) -> None:
    outcomes = game("march").ask("move(3)").outcomes
    counts = game("march").ask("wounds(hits(6, 2))").counts
    assert outcomes is not None
    assert counts is not None
    assert sum(outcomes.values()) == sum(counts.values()) == Fraction(1)
