"""A throw that goes on without end: added up, replaced or doubled, against its first throws."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from sphinxext.rulebook.rules import Rules

Stated = Callable[..., Rules]
Faces = tuple[int, ...]
D6 = range(1, 7)
GOES: Mapping[str, Callable[[Faces], bool]] = {
    "same = 2": lambda f: len(set(f)) < len(f),
    ">= 9": lambda f: sum(f) >= 9,
    "highest = 4 and low >= bound": lambda f: max(f) == 4 and sum(n <= 2 for n in f) >= 1,
}


def throws(
    dice: list[range], goes: Callable[[Faces], bool], then: str, most: int
) -> dict[tuple[Faces, int, int], Fraction]:
    """The chance of the throw that is read, with the number and how often it went on.

    That is the last throw where it replaces the others, else the first.
    """
    each = [(faces, Fraction(1, prod(map(len, dice)))) for faces in product(*dice)]

    def follow(faces: Faces, chance: Fraction, so_far: int, gone: int) -> None:
        value = sum(faces) + (so_far if then == "add" else 0)
        if gone < most and goes(faces):
            for more, share in each:
                follow(more, chance * share, value, gone + 1)
            return
        number = value << gone if then == "double" else value
        key = faces if then == "replace" else first, number, gone
        found[key] = found.get(key, Fraction(0)) + chance

    found: dict[tuple[Faces, int, int], Fraction] = {}
    for first, chance in each:
        follow(first, chance, 0, 0)
    return found


GOES_ON = {"add": "again", "replace": "reroll without end", "double": "again doubled"}
FIRST = {"add": "first.", "replace": "", "double": "first."}


@pytest.mark.parametrize("then", GOES_ON)
@pytest.mark.parametrize("when", GOES)
def test_without_end(stated: Stated, when: str, then: str) -> None:
    """What a seventh throw can change is less than it could change."""
    rules = stated(
        "[check.x]\n"
        f"roll = 'd4 + d6, {GOES_ON[then]} when {when}'\n"
        "takes.bound = { default = 1 }\n"
        f"readings.low = '{FIRST[then]}count(1-2)'\n"
        "outcomes = ['Low: low >= 1 and < 9', 'High: otherwise']\n"
    )
    each = [(f, Fraction(1, 24)) for f in product(range(1, 5), D6)]
    goes = GOES[when]
    stop: dict[int, Fraction] = {}
    go: dict[int, Fraction] = {}
    for faces, chance in each:
        part = go if goes(faces) else stop
        part[sum(faces)] = part.get(sum(faces), Fraction(0)) + chance
    wanted: dict[int, Fraction] = {}
    rest = dict(stop)
    numbers: dict[int, Fraction] = dict(stop)
    before: dict[int, Fraction] = {0: Fraction(1)}
    for n in range(1, 30):
        after: dict[int, Fraction] = {}
        for (a, p), (b, q) in product(before.items(), go.items()):
            key = min(a + b, 60) if then == "add" else 0
            after[key] = after.get(key, Fraction(0)) + p * q
        before = after
        for (a, p), (b, q) in product(before.items(), rest.items()):
            value = a + b if then == "add" else b << n if then == "double" else b
            numbers[value] = numbers.get(value, Fraction(0)) + p * q
    left = sum(before.values())
    wanted = {value: chance for value, chance in numbers.items() if value < 50}
    assert left < Fraction(1, 10**10)
    for value, chance in wanted.items():
        asked = rules.ask(f"x = {value}").probability
        assert asked is not None
        assert 0 <= asked - chance <= left
    assert sum((rules.ask("x").outcomes or {}).values()) == 1
    low = rules.ask("x is Low").probability
    most = throws([range(1, 5), D6], goes, then, 3)
    near = sum(c for (f, n, _), c in most.items() if min(f) <= 2 and n < 9)
    assert low is not None
    assert abs(low - near) < sum(go.values()) ** 4 + Fraction(1, 10**12)
