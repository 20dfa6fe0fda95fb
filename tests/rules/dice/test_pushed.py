"""Dice thrown again where a throw asks for it, and a player who chooses, against every roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError

Stated = Callable[..., Rules]
D4, D6 = range(1, 5), range(1, 7)

ATTEMPT = """
[check.attempt]
roll = { success = "6" }
takes = { dice = { each = { d6 = 1 }, required = true }, push = { most = 1 } }
push = { when = "push = 1 and < 1", faces = "2-5" }
readings.banes = "1"

[check.attempt.outcomes]
Failure = "= 0"
"At a price" = "pushed = 1 and banes >= 1"
Success = "otherwise"
"""


def test_a_second_throw_only_where_the_first_failed(stated: Stated) -> None:
    rules = stated(ATTEMPT)
    found: dict[str, Fraction] = {}
    for first in product(D6, repeat=3):
        stays = [face for face in first if face == 1]
        many = 0 if 6 in first else 3 - len(stays)
        for second in product(D6, repeat=many):
            faces = [*stays, *second] if many else first
            price = 1 in faces and 6 not in first
            name = "Failure" if 6 not in faces else "At a price" if price else "Success"
            found[name] = found.get(name, Fraction(0)) + Fraction(1, 6 ** (3 + many))
    assert rules.ask("attempt(3, push=1)").outcomes == found
    assert rules.ask("attempt(3, push=1) pushed = 1").probability == Fraction(
        124, 216
    )  # not of three 1s
    assert rules.ask("attempt(3) >= 1").probability == Fraction(91, 216)
    assert rules.judge("attempt(3, push=1) on 1 4 2; 6 3").outcome == "At a price"
    assert rules.judge("attempt(3, push=1) on 1 6 2").outcome == "Success"


@pytest.mark.parametrize(
    ("dice", "line"),
    [
        ("1 4 2; 6", "the 2 rolls again: write its new throw after ';', as in '1 4 2; 6 3'"),
        ("1 4 2; 6 6 6", "3 dice after ';', but only 2 were thrown again"),
        ("6 4 2; 1", "but only 0 were thrown again"),
        ("6 4", "2 dice for a roll of 3"),
    ],
)
def test_given_dice_that_do_not_fit_are_refused(stated: Stated, dice: str, line: str) -> None:
    rules = stated(ATTEMPT)
    with pytest.raises(RulesError, match=line):
        rules.judge(f"attempt(3, push=1) on {dice}")


def test_a_push_costs_what_the_result_says(stated: Stated) -> None:
    rules = stated(
        "[check.x]\nroll = { d4 = 2 }\npush = { when = '< 5', faces = '1-4' }\n"
        "result = 'value - 2 * pushed'\n"
    )
    found: dict[int, Fraction] = {}
    for a, b in product(D4, repeat=2):
        ends = [(a + b, 1)] if a + b >= 5 else [(c + d - 2, 16) for c, d in product(D4, D4)]
        for total, ways in ends:
            found[total] = found.get(total, Fraction(0)) + Fraction(1, 16 * ways)
    assert rules.ask("x").counts == found


def best_by_hand(
    first: tuple[int, ...], times: int, good: Callable[[tuple[int, ...]], int]
) -> Fraction:
    """How good a throw is where any of its dice may be thrown again so many times."""

    @cache
    def worth(faces: tuple[int, ...], left: int) -> Fraction:
        best = Fraction(good(faces))
        for many in range(1, len(faces) + 1) if left else ():
            for stays in set(combinations(faces, len(faces) - many)):
                total = Fraction(0)
                for thrown in product(D4, repeat=many):
                    total += worth(tuple(sorted((*stays, *thrown))), left - 1)
                best = max(best, total / 4**many)
        return best

    return worth(tuple(sorted(first)), times)


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize(
    ("aim", "ask", "good"),
    [
        ("same = 3", "same = 3", lambda faces: int(len(set(faces)) == 1)),
        ("mean", "mean", sum),
        ("row = 3 and >= 8", "row = 3 and >= 8", lambda faces: int(faces == (2, 3, 4))),
    ],
)
def test_the_best_dice_are_thrown_again(
    stated: Stated, times: int, aim: str, ask: str, good: Callable[[tuple[int, ...]], int]
) -> None:
    rules = stated(
        "[check.x]\nroll = { d4 = 3 }\n"
        f"push = {{ faces = '1-4', times = {times} }}\nchoose = 'best for {aim}'\n"
    )
    wanted = sum(best_by_hand(first, times, good) for first in product(D4, repeat=3)) / 64
    answer = rules.ask(f"x {ask}")
    assert (answer.value if aim == "mean" else answer.probability) == wanted


def test_the_odds_of_five_of_a_kind_in_three_throws_are_known(stated: Stated) -> None:
    rules = stated(
        "[check.hand]\nroll = { d6 = 5 }\npush = { faces = '1-6', times = 2 }\n"
        "choose = 'best for same = 5'\n"
    )
    assert rules.ask("hand same = 5").probability == Fraction(347897, 7558272)
    assert rules.judge("hand on 1 1 2 3 4; 1 1 5 1").value == 5


RING = [(0, 0, 0), (1, 1, 0), (1, 1, 0), (1, 0, 0), (0, 1, 1), (0, 0, 1)]  # value, strife, chance


def kept_well(roll: tuple[int, ...]) -> bool:
    for kept in combinations(roll, 2):
        value, strife, chances = [sum(RING[i][n] for i in kept) for n in range(3)]
        if value >= 1 and chances >= 1 and not strife:
            return True
    return False


def test_a_player_keeps_the_dice_that_are_best(stated: Stated) -> None:
    rules = stated(
        "[die.ring]\nfaces = [{}, { value = 1, strife = 1 }, { value = 1, strife = 1 }, "
        "{ value = 1 }, { chance = 1, strife = 1 }, { chance = 1 }]\n"
        "[check.x]\nroll = { ring = 3, keep = 'best 2' }\n"
        "readings.s = { sign = 'strife', among = 'kept' }\n"
        "readings.c = { sign = 'chance', among = 'kept' }\n"
        "choose = 'best for Calm'\n"
        "outcomes = { Loud = '< 1 or c < 1 or s > 0', Calm = 'otherwise' }\n"
    )
    rolls = list(product(range(6), repeat=3))
    wanted = Fraction(sum(map(kept_well, rolls)), len(rolls))
    assert rules.ask("x is Calm").probability == wanted
    assert rules.judge("x on 2 6 4").outcome == "Calm"
    assert rules.judge("x on 2 5 3").outcome == "Loud"


def mistaken() -> Iterator[tuple[str, str]]:
    base = "roll = { d6 = 2 }\n"
    push = 'push = { faces = "1" }\n'
    yield base + 'choose = "best for mean"', "there is nothing to choose"
    yield 'roll = { d6 = 2, keep = "best 1" }', "which dice are the best to keep is open"
    yield base + 'push = { when = "< 3" }', "the key 'faces' is missing"
    yield base + 'push = { faces = "1", when = "foo < 3" }', "check.x.push.when: no parameter or"
    yield base + 'push = { faces = "1", when = "is Foo" }', "no outcome named 'Foo'"
    yield base + push + 'choose = "win"', "'win' names no aim"
    yield base + 'push = { faces = "1", times = 0 }', "0 is out of reason; it should be 1 to 9"
    yield base + push + 'readings.pushed = "1"', "'pushed' is how often dice were thrown again"


@pytest.mark.parametrize(("check", "line"), list(mistaken()))
def test_what_leaves_a_push_or_a_choice_open_is_a_mistake(
    mistakes: Callable[..., list[str]], check: str, line: str
) -> None:
    assert any(line in found for found in mistakes(f"[check.x]\n{check}\n"))


def test_dice_thrown_again_in_two_ways_are_refused(stated: Stated, refused: Any) -> None:
    rules = stated("[check.x]\nroll = { d6 = 2, again = '6' }\npush = { faces = '1' }\n")
    assert "which throws 'push' looks at beside 'again' is open" in refused(rules, "x >= 3")


def test_a_player_aims_at_the_number_of_the_outcome(stated: Stated, refused: Any) -> None:
    rules = stated(
        '[check.low]\nroll = { d10 = 2, keep = "best 1" }\ntakes.skill = { default = 6 }\n'
        'outcomes = { Fail = "> skill", Done = { when = "otherwise", result = "natural" } }\n'
        'choose = "best for mean"\n'
        '[check.five]\nlike = "low"\nchoose = "best for >= 5"\n'
        '[check.again]\nroll = { d10 = 1 }\npush = { faces = "1-10" }\nchoose = "best for mean"\n'
        'outcomes = { Fail = "> 6", Done = { when = "otherwise", result = "natural" } }\n'
        '[check.rolls]\nroll = { d10 = 2, keep = "best 1" }\ntakes.more = { rolls = "d4" }\n'
        'outcomes = { Fail = "> 6", Done = { when = "otherwise", result = "natural + more" } }\n'
        'choose = "best for mean"\n'
    )
    faces = range(1, 11)

    def worth(face: int) -> int:
        return face if face <= 6 else 0

    best = sum(max(worth(a), worth(b)) for a in faces for b in faces)
    assert rules.ask("low mean").value == Fraction(best, 100)
    assert rules.judge("low on 9 3").value == 3
    five = sum(5 in (a, b) or 6 in (a, b) for a in faces for b in faces)
    assert rules.ask("five >= 5").probability == Fraction(five, 100)
    plain = Fraction(sum(map(worth, faces)), 10)
    assert rules.ask("again mean").value == sum(max(worth(face), plain) for face in faces) / 10
    assert rules.judge("again on 4").value == 4
    assert rules.judge("again on 9; 2").value == 2
    assert "roll for their number, so the player cannot aim at it" in refused(rules, "rolls mean")
    assert rules.ask("rolls(more=2) is Done").probability == 1 - Fraction(16, 100)


PAIR = """
[check.x]
roll = {{ d4 = 2 }}
push = {{ faces = '1-4' }}
readings.a = {{ is = 'sum' }}
choose = {}
"""
OPEN = "several choices serve the aim of 'x' equally well"


def pairs(second: Callable[[int, int], int]) -> Iterator[tuple[int, int, Fraction]]:
    """Two dice of a player who goes for a pair and then for something else, with the chances."""

    def thrown(again: tuple[bool, ...], faces: tuple[int, int]) -> list[tuple[int, int]]:
        a, b = [D4 if go else [face] for go, face in zip(again, faces, strict=True)]
        return list(product(a, b))

    def rated(again: tuple[bool, ...], faces: tuple[int, int]) -> tuple[Fraction, ...]:
        ends = thrown(again, faces)
        pair, more = sum(a == b for a, b in ends), sum(second(a, b) for a, b in ends)
        return Fraction(pair, len(ends)), Fraction(more, len(ends)), Fraction(-sum(again))

    for faces in product(D4, D4):
        ways = product((False, True), repeat=2)
        ends = thrown(max(ways, key=lambda again, faces=faces: rated(again, faces)), faces)
        yield from ((a, b, Fraction(1, 16 * len(ends))) for a, b in ends)


def test_a_second_aim_decides_between_choices_that_serve_the_first_equally(
    stated: Stated, refused: Any
) -> None:
    alone = stated(PAIR.format("'best for same = 2'"))
    assert alone.ask("x same = 2").probability == Fraction(7, 16)
    for question in ("x mean", "x median", "x a >= 7", "x >= 7", "x", "x on 1 4; 4"):
        assert OPEN in refused(alone, question), question
    assert alone.judge("x on 3 3").value == 6
    aims: list[tuple[str, Callable[[int, int], int]]] = [
        ("best for mean", lambda a, b: a + b),
        ("worst for mean", lambda a, b: -a - b),
        ("best for >= 7", lambda a, b: a + b >= 7),
    ]
    for aim, second in aims:
        rules = stated(PAIR.format(f"['best for same = 2', '{aim}']"))
        assert rules.ask("x same = 2").probability == Fraction(7, 16)
        wanted = sum(chance for a, b, chance in pairs(second) if a + b >= 7)
        assert rules.ask("x a >= 7").probability == rules.ask("x >= 7").probability == wanted
        if "mean" in aim:
            assert rules.ask("x mean").value == sum((a + b) * c for a, b, c in pairs(second))
            assert rules.judge("x on 1 4; 4").value == (8 if aim[0] == "b" else 5)


def test_a_choice_does_not_go_by_the_order_of_exclusive_outcomes(
    stated: Stated, refused: Any
) -> None:
    outcomes = ['Red = "reds = 1 and < 4"', 'Blue = "reds = 0 and < 4"', 'High = ">= 4"']
    for order in permutations(outcomes):
        text = (
            "[die.red]\nfaces = '1-4'\n[die.blue]\nfaces = '1-4'\n"
            "[check.x]\nroll = { red = 1, blue = 1, keep = 'best 1' }\n"
            "readings.reds = { faces = '1-4', of = 'red', among = 'kept' }\n"
            f"outcomes = {{ {', '.join(order)} }}\n"
        )
        open_ = stated(f"{text}choose = 'best for High'\n")
        assert open_.ask("x is High").probability == Fraction(7, 16)
        assert open_.ask("x mean").value == Fraction(50, 16)
        assert OPEN in refused(open_, "x is Red")
        assert OPEN in refused(open_, "x on 3 3")
        assert open_.judge("x on 2 3").value == 3
        settled = stated(f"{text}choose = ['best for High', 'best for is Red']\n")
        assert settled.ask("x is Red").probability == Fraction(9, 16)
        assert settled.judge("x on 2 3").outcome == "Red"


def test_a_choice_between_kinds_does_not_go_by_their_order(stated: Stated, refused: Any) -> None:
    for kinds in ("d4 = 1, knot = 1", "knot = 1, d4 = 1"):
        text = (
            f"[die.knot]\nfaces = '1-4'\n[check.x]\nroll = {{ {kinds} }}\n"
            "push = { faces = '1' }\nreadings.ones = '1'\n"
            "readings.four = { faces = '4', of = 'd4' }\nchoose = 'best for ones = 1'\n"
        )
        rules = stated(text)
        assert rules.ask("x ones = 1").probability == Fraction(6, 16) + Fraction(1, 16) * Fraction(
            3, 4
        )
        assert rules.ask("x mean").value == 5 + Fraction(1, 16) * Fraction(3, 2)
        assert OPEN in refused(rules, "x four = 1")
        both = "['best for ones = 1', 'best for four = 1']"
        rules = stated(text.replace("'best for ones = 1'", both))
        assert rules.ask("x four = 1").probability == Fraction(4 * 4 + 1, 64)
