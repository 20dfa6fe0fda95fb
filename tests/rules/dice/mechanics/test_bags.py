"""What is drawn and not put back, against every way to draw it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

Stated = Callable[..., Rules]
TILES = (1, 1, 2, 3, 3, 3, 5)
BAG = f"[bag.tile]\nfaces = {list(TILES)}\n[check.draw]\nroll = "
DECK = """\
[bag.card]
faces = ["1-13 + heart", "1-13 + spade", "1-13 + club", "1-13 + diamond"]
[check.hand]
roll = "5 card"
outcomes = ["Other: otherwise", "Flush: heart = 5 or spade = 5 or club = 5 or diamond = 5"]
[check.alike]
roll = "5 card"
outcomes = ["None: otherwise", "Pair: same 2", "Full: same 3 and sets 2", "Four: same 4"]
[bag.token]
faces = { white = 7, black = 3 }
[check.risk]
roll = "3 token"
outcomes = ["Free: otherwise", "Caught: black 2+"]
"""


def drawn(many: int, read: Callable[[Sequence[int]], Any]) -> dict[Any, Fraction]:
    """The chance of whatever is read of so many tiles."""
    found = Counter(read(each) for each in combinations(TILES, many))
    return {shown: Fraction(ways, found.total()) for shown, ways in found.items()}


def highest(many: int) -> Callable[[Sequence[int]], int]:
    return lambda tiles: sum(sorted(tiles)[-many:])


@pytest.mark.parametrize("many", range(8))
@pytest.mark.parametrize(
    ("roll", "read"),
    [
        ("n tile", sum),
        ("n tile, keep highest 2", highest(2)),
        ("n tile, keep lowest", lambda tiles: min(tiles, default=0)),
        ("n tile, success on 3+", lambda tiles: sum(one >= 3 for one in tiles)),
        ("(n tile) * -2 + 1", lambda tiles: 1 - 2 * sum(tiles)),
    ],
    ids=["sum", "highest", "lowest", "counted", "turned"],
)
def test_tiles_are_counted_once(
    stated: Stated, agrees: Any, roll: str, read: Callable[[Sequence[int]], int], many: int
) -> None:
    roll = roll.replace("(n tile) * -2", "-2 * n tile")
    rules = stated(f"{BAG}'{roll}'\ntakes.n = {{}}")
    agrees(rules, f"draw({many})", drawn(many, read))
    for tiles in {*permutations(TILES, many)} if 0 < many < 4 else ():
        shown = " ".join(map(str, tiles))
        judged = rules.judge(f"draw({many}) on {shown}")
        assert (judged.successes if judged.value is None else judged.value) == read(tiles)


def test_dice_may_lie_beside_them(stated: Stated, agrees: Any, every: Any) -> None:
    rules = stated(f"{BAG}'2 tile + d4, keep highest of all'")
    pairs = [*combinations(TILES, 2)]
    agrees(rules, "draw", every.roll([pairs, range(1, 5)], lambda two, four: max(*two, four)))


def test_a_player_keeps_some(stated: Stated, agrees: Any) -> None:
    rules = stated(f"{BAG}'3 tile, may keep 2'\naim = '-value'")
    agrees(rules, "draw", drawn(3, lambda tiles: sum(sorted(tiles)[:2])))


@pytest.mark.parametrize(
    ("question", "ways", "of"),
    [
        ("hand is Flush", 5148, 2598960),
        ("alike is Four", 624, 2598960),
        ("alike is Full", 3744, 2598960),
        ("risk is Caught", 22, 120),
    ],
)
def test_hands_are_those_of_the_books(stated: Stated, question: str, ways: int, of: int) -> None:
    assert stated(DECK).ask(question).probability == Fraction(ways, of)


@pytest.mark.parametrize(
    ("roll", "line"),
    [
        ("8 tile", "8 are drawn from 'tile', and there are 7"),
        ("d6 - tile", "what is drawn from 'tile' cannot be taken away"),
        ("tile, again on 5", "what is drawn from 'tile' is not put back, so none of it is thrown"),
        ("tile, reroll on 1", "what is drawn from 'tile' is not put back, so none of it is thrown"),
    ],
)
def test_what_a_bag_cannot_do(stated: Stated, refused: Any, roll: str, line: str) -> None:
    rules = stated(f"{BAG}'{roll}'")
    assert refused(rules, "draw >= 2").startswith(line)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("hand on 1 2 3 4 4", "there is 1 of the 4 in 'card', and none is put back"),
        ("hand on 1 2 3 4 53", "the card die has no face 53; its faces are 1 to 52"),
    ],
)
def test_given_cards_are_in_the_deck(
    stated: Stated, refused: Any, question: str, line: str
) -> None:
    assert refused(stated(DECK), question) == line


def test_given_tiles_are_in_the_bag(stated: Stated, refused: Any) -> None:
    rules = stated(f"{BAG}'2 tile'")
    assert refused(rules, "draw on 5 5") == "there is 1 of the 5 in 'tile', and none is put back"


def test_a_bag_and_a_die_have_names_of_their_own(mistakes: Any) -> None:
    lines = mistakes("[die.a]\nfaces = [1]\n[bag.A]\nfaces = [1]\n[check.x]\nroll = 'a'")
    assert any("'A' is there twice" in line for line in lines), lines
