"""Failed dice thrown once more, against every roll."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

D6 = range(1, 7)


@pytest.mark.parametrize(
    ("dice", "rerolls"), [*product(range(1, 4), range(5)), (4, 0), (4, 1), (4, 2)]
)
@pytest.mark.parametrize("favor", [0, 1, 4])
def test_failed_dice_are_thrown_again_once(
    game: Any, every: Any, agrees: Any, dice: int, rerolls: int, favor: int
) -> None:
    wanted = every.rerolled(D6, dice, rerolls, lambda face: int(face >= 5 - favor))
    agrees(game("uwr"), f"direct({dice}, {favor}, {rerolls})", wanted)


@pytest.mark.parametrize("dice", [0, 1, 2, 3])
def test_half_a_die_is_a_reroll(game: Any, every: Any, agrees: Any, dice: int) -> None:
    wanted = every.rerolled(D6, dice, 1, lambda face: int(face >= 5))
    agrees(game("uwr"), f"direct({dice}.5)", wanted)


def test_rerolls_of_dice_worth_several_successes(
    stated: Callable[..., Rules], every: Any, agrees: Any
) -> None:
    rules = stated(
        '[check.pool]\nroll = { worth = { "10" = 2, "7-9" = 1 }, d10 = 3 }\n'
        "takes.rerolls = { each = { rerolls = 1 } }"
    )
    worth = {7: 1, 8: 1, 9: 1, 10: 2}
    for rerolls in (0, 1, 2):
        wanted = every.rerolled(range(1, 11), 3, rerolls, lambda face: worth.get(face, 0))
        agrees(rules, f"pool({rerolls})", wanted)
