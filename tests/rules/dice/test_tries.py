"""Several tries: each is a whole roll of its own, against every roll of all of them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

Stated = Callable[..., Rules]
STRIKE = """
[check.strike]
roll = "d20"
takes.skill = { each = "+1" }
outcomes = ["Miss: < 12", "Hit: 12+", "Deadly: always natural 20"]
[check.harm]
takes.skill = 0
takes.blow = { default = "strike", choices = { Miss = "", Hit = "+1d8", Deadly = "+2d8" } }
"""
WEAPON = """
[check.harm]
roll = "d20"
takes.weapon = "d8"
outcomes = ["Miss: < 12, result 0", "Hit: 12+, result weapon"]
"""
Law = dict[Any, Fraction]


def of(dice: Sequence[int], read: Callable[..., Any]) -> Law:
    """Return the chance of all that dice of these sizes may come to."""
    found: Law = {}
    ways = list(product(*[range(1, size + 1) for size in dice]))
    for faces in ways:
        shown = read(*faces)
        found[shown] = found.get(shown, Fraction()) + Fraction(1, len(ways))
    return found


def best(law: Law, many: int = 2, choose: Callable[..., Any] = max) -> Law:
    """Return the better or worse of several, each rolled by itself."""
    found: Law = {}
    for cases in product(law.items(), repeat=many):
        shown = choose(one for one, _ in cases)
        chance = Fraction(1)
        for _, share in cases:
            chance *= share
        found[shown] = found.get(shown, Fraction()) + chance
    return found


def numbers(answer: Any) -> Law:
    """Return the numbers that may come, each with its chance."""
    return {number: chance for number, chance in answer.counts.items() if chance}


def struck(skill: int) -> Callable[[int, int, int], int]:
    """Return what harm comes to with a d20 and up to two d8."""
    return lambda d20, a, b: a + b if d20 == 20 else a if d20 + skill >= 12 else 0


@pytest.mark.parametrize("skill", [0, 4])
@pytest.mark.parametrize(("end", "choose"), [("highest", max), ("lowest", min)])
def test_each_try_strikes_anew(stated: Stated, skill: int, end: str, choose: Any) -> None:
    rules = stated(f"{STRIKE}[check.lucky]\nroll = '2 harm keep {end}'\n")
    once = of([20, 8, 8], struck(skill))
    assert numbers(rules.ask(f"lucky({skill})")) == best(once, choose=choose)


def test_tries_of_tries_strike_anew(stated: Stated) -> None:
    rules = stated(
        f"{STRIKE}[check.lucky]\nroll = '2 harm keep highest'\n"
        "[check.cursed]\nroll = '2 lucky keep lowest'\n"
    )
    twice = best(of([20, 8, 8], struck(0)))
    assert numbers(rules.ask("cursed")) == best(twice, choose=min)
    assert rules.ask("lucky = 0").probability == Fraction(121, 400)


def test_each_try_rolls_anew_for_its_result(stated: Stated) -> None:
    rules = stated(f"{WEAPON}[check.lucky]\nroll = '2 harm keep highest'\n")
    once = of([20, 8], lambda d20, d8: d8 if d20 >= 12 else 0)
    assert numbers(rules.ask("lucky")) == best(once)


def test_each_try_rolls_by_the_default_of_the_check_that_tries(stated: Stated) -> None:
    rules = stated(
        f"{STRIKE}[check.aimed]\nroll = 'd20 + tries'\ntakes.tries = 0\n"
        "outcomes = ['Miss: < 8', 'Hit: 8+', 'Deadly: 19+']\n"
        "[check.lucky]\nroll = 'tries harm keep highest'\ntakes.tries = 'd2'\n"
        "[check.lucky.takes.blow]\ndefault = 'aimed'\n"
        "choices = { Miss = '', Hit = '', Deadly = '' }\n"
    )

    def aimed(tries: int) -> Law:
        def shown(d20: int, a: int, b: int) -> int:
            return a + b if d20 + tries >= 19 else a if d20 + tries >= 8 else 0

        return best(of([20, 8, 8], shown), tries)

    one, two = aimed(1), aimed(2)
    assert numbers(rules.ask("lucky(tries=2)")) == two
    mixed = {n: (one.get(n, Fraction()) + two[n]) / 2 for n in two}
    assert numbers(rules.ask("lucky")) == mixed


def test_each_try_calculates_with_what_it_rolls(stated: Stated) -> None:
    rules = stated(
        "[check.one]\nroll = 'd6 + skill'\ntakes.bonus = 'd3'\ntakes.skill = 'bonus * 2'\n"
        "[check.lucky]\nroll = 'tries one keep lowest'\ntakes.tries = 'd2'\n"
        "takes.skill = 'bonus * tries'\n"
    )
    one, two = (best(of([6, 3], lambda d, bonus, n=n: d + bonus * n), n, min) for n in (1, 2))
    assert numbers(rules.ask("lucky(tries=2)")) == two
    mixed = {n: (one.get(n, 0) + two.get(n, 0)) / 2 for n in {*one, *two}}
    assert numbers(rules.ask("lucky")) == mixed


def test_what_is_read_of_a_throw_is_of_the_throw_of_each_try(stated: Stated) -> None:
    rules = stated(
        "[check.shots]\nroll = '3d6, success on 5+'\nreadings.sixes = 'count(6)'\n"
        "[check.volley]\nroll = 'd4 + hit'\ntakes.hit = 'shots'\n"
        "result = 'value + 10 * hit.sixes'\n"
        "[check.lucky]\nroll = '2 volley keep highest'\n"
    )
    once = of([4, 6, 6, 6], lambda d, *a: d + sum(x > 4 for x in a) + 10 * a.count(6))
    assert numbers(rules.ask("lucky")) == best(once)


def test_what_a_question_gives_is_shared_by_the_tries(stated: Stated) -> None:
    rules = stated(f"{WEAPON}[check.lucky]\nroll = '2 harm keep highest'\n")
    shared = of([8, 20, 20], lambda d8, a, b: d8 if max(a, b) >= 12 else 0)
    assert numbers(rules.ask("lucky(weapon=d8)")) == shared


def test_what_moves_a_word_moves_it_once(stated: Stated) -> None:
    rules = stated(
        "[check.one]\nroll = 'die'\ntakes.die = ['d4', 'd6', 'd8', 'd10']\n"
        "takes.rage = { each = '+1 die' }\n"
        "[check.lucky]\nroll = '2 one keep highest'\n"
    )
    assert numbers(rules.ask("lucky(d4, 1)")) == best(of([6], int))
    assert numbers(rules.ask("lucky(d4, 2)")) == best(of([8], int))


def test_given_dice_go_try_by_try(stated: Stated) -> None:
    rules = stated(f"{STRIKE}[check.lucky]\nroll = '2 harm keep highest'\n")
    assert rules.judge("lucky on 14 | 3 | 20 | 2 5").value == 7
