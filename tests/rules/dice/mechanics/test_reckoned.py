"""Results that are reckoned from what a throw shows, against every roll."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

D6, D10, D100 = (range(1, sides + 1) for sides in (6, 10, 100))
Stated = Callable[..., Rules]


@pytest.mark.parametrize(
    ("result", "read"),
    [
        ("highest - lowest", lambda *f: max(f) - min(f)),
        ("floor(value / 2)", lambda *f: sum(f) // 2),
        ("max(0, value - 3 * ones)", lambda *f: max(0, sum(f) - 3 * f.count(1))),
        ("min(9, value + k)", lambda *f: min(9, sum(f) + 2)),
        ("value + floor(k / 2)", lambda *f: sum(f) + 1),
        ("k - value", lambda *f: 2 - sum(f)),
        ("same * highest", lambda *f: max(map(f.count, f)) * max(f)),
    ],
)
def test_a_result_is_reckoned_from_what_the_throw_shows(
    stated: Stated, every: Any, agrees: Any, result: str, read: Callable[..., int]
) -> None:
    rules = stated(
        f"[check.x]\nroll = {{ d6 = 3 }}\ntakes.k = {{}}\nreadings.ones = '1'\nresult = '{result}'"
    )
    agrees(rules, "x(2)", every.roll([D6] * 3, read))
    assert rules.judge("x(2) on 1 5 3").value == read(1, 5, 3)


def test_outcomes_read_the_result_and_the_natural_throw(stated: Stated, every: Any) -> None:
    rules = stated(
        "[check.x]\nroll = { 'd%' = 1 }\ntakes.skill = { required = true }\n"
        "readings.doubles = '11, 22, 33, 44, 55, 66, 77, 88, 99, 100'\n"
        "result = 'floor(skill / 10) - floor(value / 10)'\n"
        "[check.x.outcomes]\nFumble = 'doubles = 1 and natural > skill'\n"
        "Failure = 'natural > skill'\n"
        "Close = '<= 1'\nFull = '> 1'"
    )

    def read(die: int) -> str:
        if die > 45:
            return "Fumble" if die % 11 == 0 or die == 100 else "Failure"
        return "Close" if 4 - die // 10 <= 1 else "Full"

    assert rules.ask("x(45)").outcomes == every.roll([D100], read)
    assert rules.judge("x(45) on 77").outcome == "Fumble"
    assert rules.judge("x(45) on 12")[2:] == (3, "Full")


def test_what_is_only_added_needs_no_end(stated: Stated) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 2, again = 'top' }\ntakes.k = {}\n"
        "result = 'value - 1 + floor(k / 2)'"
    )
    for n in (5, 12, 40):
        assert rules.ask(f"x(5) >= {n}").probability == rules.ask(f"2d6! >= {n - 1}").probability
    assert rules.ask("x(5) mean").value == rules.ask("2d6!+1 mean").value


def test_what_is_only_added_stands_beside_readings(stated: Stated) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 2, again = 'top' }\ntakes.k = {}\nresult = 'k + value'\n"
        "readings.ones = '1'\noutcomes = { Bad = 'ones = 2', Low = '< 9', High = 'otherwise' }"
    )
    assert rules.ask("x(5) is Bad").probability == Fraction(1, 36)
    high = rules.ask("2d6! >= 4").probability
    assert high is not None
    assert rules.ask("x(5) is High").probability == high
    assert rules.ask("x(5) >= 9").probability == high
    assert sum((rules.ask("x(5)").outcomes or {}).values()) == 1


def test_pairs_of_tens_count_more(game: Callable[[str], Rules], every: Any, agrees: Any) -> None:
    def count(*faces: int) -> int:
        return sum(face >= 6 for face in faces) + 2 * (faces.count(10) // 2)

    def read(own: int, *hungry: int) -> str:
        faces = (own, *hungry)
        if count(*faces) < 2:
            return "Bestial" if 1 in hungry else "Failure"
        if faces.count(10) >= 2:
            return "Messy" if 10 in hungry else "Critical"
        return "Success"

    rules = game("hungry")
    agrees(rules, "pool(3, 2)", every.roll([D10] * 3, count))
    wanted = every.roll([D10] * 3, read)
    for name, chance in (rules.ask("pool(3, 2, 2)").outcomes or {}).items():
        assert chance == wanted.get(name, Fraction(0))


@pytest.mark.parametrize(
    ("roll", "result", "line"),
    [
        ("d6 = 1", "value / 2", "the result 'value / 2' is 1/2; write floor(…) or ceil(…)"),
        ("d6 = 1", "6 / (value - 1)", "'6 / (value - 1)' divides by 0 here"),
        (
            "d6 = 1, again = '6'",
            "value * value",
            "'value * value' calculates with a result that has no end in two places",
        ),
        ("d6 = 9000", "min(9, value)", "'min(9, value)' calculates with more than 20,000 results"),
        ("d1000 = 9", "value * value", "this roll can reach 81,000,000; the most is 100,000"),
    ],
)
def test_a_result_that_cannot_be_reckoned_is_refused(
    stated: Stated, refused: Callable[[Rules, str], str], roll: str, result: str, line: str
) -> None:
    rules = stated(f"[check.x]\nroll = {{ {roll} }}\nresult = '{result}'")
    assert line in refused(rules, "x >= 1")
