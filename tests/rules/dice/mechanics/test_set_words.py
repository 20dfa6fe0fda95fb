"""Sets of every kind, groups that reach a sum, and dice held against others, against every roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

Stated = Callable[..., Rules]
D6, D8 = range(1, 7), range(1, 9)


@cache
def most_groups(faces: tuple[int, ...], reach: int) -> int:
    """The most groups by trying every part of the dice as one."""
    best, many = 0, len(faces)
    for chosen in range(1, 1 << many):
        group = [faces[i] for i in range(many) if chosen >> i & 1]
        if sum(group) >= reach:
            rest = tuple(faces[i] for i in range(many) if not chosen >> i & 1)
            best = max(best, 1 + most_groups(rest, reach))
    return best


def sets_of(faces: tuple[int, ...], size: int) -> list[int]:
    return [face for face, many in Counter(faces).items() if many >= size]


READ: dict[str, Callable[[tuple[int, ...]], int]] = {
    '{ is = "groups", reach = 10 }': lambda f: most_groups(tuple(sorted(f)), 10),
    '{ is = "groups", reach = 7 }': lambda f: most_groups(tuple(sorted(f)), 7),
    '{ is = "sets", size = 3 }': lambda f: len(sets_of(f, 3)),
    '{ is = "sets" }': lambda f: len(sets_of(f, 2)),
    '{ is = "height" }': lambda f: max(sets_of(f, 2), default=0),
    '{ is = "height", size = 3 }': lambda f: max(sets_of(f, 3), default=0),
    '{ is = "width" }': lambda f: max(Counter(f).values()),
    '{ is = "width", place = 2 }': lambda f: (sorted(Counter(f).values())[:-1] or [0])[-1],
}


@pytest.mark.parametrize("reading", READ)
def test_a_set_is_read(stated: Stated, every: Any, reading: str) -> None:
    rules = stated(
        f"[check.x]\nroll = {{ d8 = 2, d6 = 2 }}\nreadings.r = {reading}\nresult = 'r'\n"
    )
    assert rules.ask("x").counts == dict(
        sorted(every.roll([D8, D8, D6, D6], lambda *f: READ[reading](f)).items())
    )
    assert rules.judge("x on 5 5 5 4").value == READ[reading]((5, 5, 5, 4))


@pytest.mark.parametrize("keep", ["", ", keep = 'highest 2'", ", keep = 'lowest 3'"])
@pytest.mark.parametrize(("mine", "theirs"), [("red", "blue"), ("blue", "red")])
def test_dice_are_held_against_others(
    stated: Stated, every: Any, keep: str, mine: str, theirs: str
) -> None:
    sides = f"of = '{mine}', against = '{theirs}'"
    rules = stated(
        "[die.red]\nfaces = '1-6'\n[die.blue]\nfaces = '1-6'\n"
        f"[check.x]\nroll = {{ red = 3, blue = 2{keep} }}\n"
        f"readings.more = {{ is = 'beats', {sides} }}\n"
        f"readings.level = {{ is = 'ties', {sides} }}\n"
        f"readings.left = {{ faces = '4+', {sides} }}\n"
        f"readings.top = {{ faces = 'top', {sides} }}\n"
        "result = '1000 * more + 100 * level + 10 * left + top'\n"
    )

    def read(*faces: int) -> int:
        a, b = (faces[:3], faces[3:]) if mine == "red" else (faces[3:], faces[:3])
        pairs = list(zip(sorted(a)[::-1], sorted(b)[::-1], strict=False))
        left = Counter(a) - Counter(b)
        more, level = sum(x > y for x, y in pairs), sum(x == y for x, y in pairs)
        return 1000 * more + 100 * level + 10 * sum(left[f] for f in (4, 5, 6)) + left[6]

    wanted = every.roll([D6] * 5, read)
    counts = rules.ask("x").counts
    assert counts is not None
    assert {value: chance for value, chance in counts.items() if chance} == wanted
    assert rules.judge("x on 6 2 5 5 1").value == read(6, 2, 5, 5, 1)


@pytest.mark.parametrize("event", ["left >= 3", "more >= 4", "left >= 3 and more >= 2"])
def test_two_pools_of_seven_are_held_against_each_other(stated: Stated, event: str) -> None:
    rules = stated(
        "[die.red]\nfaces = '1-6'\n[die.blue]\nfaces = '1-6'\n"
        "[check.x]\nroll = { red = 7, blue = 7 }\n"
        "readings.left = { faces = '1-6', of = 'red', against = 'blue' }\n"
        "readings.more = { is = 'beats', of = 'red', against = 'blue' }\n"
    )
    assert 0 < rules.ask(f"x {event}").probability < 1


@pytest.mark.parametrize(
    ("reading", "line"),
    [
        ('{ is = "groups" }', "say what the faces of a group add up to, as in reach = 10"),
        ('{ is = "same", size = 2 }', "'size' says nothing of 'same'; leave it out"),
        ('{ is = "sets", reach = 2 }', "'reach' says nothing of 'sets'; leave it out"),
        ('{ is = "height", throws = "every" }', "'height' looks at the last throws"),
    ],
)
def test_a_number_that_says_nothing_is_a_mistake(
    mistakes: Callable[..., list[str]], reading: str, line: str
) -> None:
    found = mistakes(f"[check.x]\nroll = {{ d6 = 3 }}\nreadings.r = {reading}\n")
    assert any(line in each for each in found)


def test_outcomes_that_leave_the_value_out_agree_with_those_that_look_at_it(
    stated: Stated,
) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 4, keep = 'highest 3' }\nreadings.ones = '1'\n"
        "outcomes = { A = 'ones >= 2', B = 'same >= 2', C = 'otherwise' }\n"
        "[check.y]\nlike = 'x'\n"
        "outcomes = { A = 'ones >= 2', B = 'same >= 2', C = 'value >= -9' }\n"
    )
    assert rules.ask("x").outcomes == rules.ask("y").outcomes
    assert sum((rules.ask("x").outcomes or {}).values()) == Fraction(1)
