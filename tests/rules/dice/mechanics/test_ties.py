"""Equal dice under `keep`: the rules say which go first, or the question is refused."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules
from tests.support.cases import cases_of

CASES = cases_of(__file__)

Stated = Callable[..., Rules]
OPEN = "which of them 'keep' keeps is open"


def kept(stated: Stated, roll: str, reading: str = "kept.count(1-12 of d8)") -> Rules:
    return stated(
        f"[check.x]\nroll = \"{roll}\"\nreadings.big = '{reading}'\n"
        "readings.high = 'kept.count(3+)'\n"
    )


@pytest.mark.parametrize("side", ["highest", "lowest"])
@pytest.mark.parametrize(("ties", "first"), CASES["the_rules_say_which_of_equal_dice_are_kept"])
def test_the_rules_say_which_of_equal_dice_are_kept(
    stated: Stated, side: str, ties: str, first: tuple[str, ...]
) -> None:
    sign = -1 if side == "highest" else 1
    for many, of in product((1, 2), ("d8", "d6")):
        wanted = 0
        for faces in product(range(1, 9), range(1, 7), range(1, 5)):
            dice = zip(("d8", "d6", "d4"), faces, strict=True)
            order = sorted(
                dice,
                key=lambda die: (
                    sign * die[1],
                    die[0] not in first[:1],
                    first.index(die[0]) if die[0] in first else 9,
                ),
            )
            wanted += of in [kind for kind, _ in order[:many]]
        for kinds in permutations(["d8", "d6", "d4"]):
            roll = f"{' + '.join(kinds)}, keep {side} {many} of all, ties {ties}"
            rules = kept(stated, roll, f"kept.count(1-12 of {of})")
            if first[1] or (of, many) == ("d6", 1):
                assert rules.ask("x big >= 1").probability == Fraction(wanted, 8 * 6 * 4), roll


@pytest.mark.parametrize(("roll", "reading", "is_open"), CASES["only_what_is_open_is_refused"])
def test_only_what_is_open_is_refused(
    stated: Stated, refused: Any, roll: str, reading: str, is_open: bool
) -> None:
    rules = stated(
        f"[check.x]\nroll = \"{roll}\"\nreadings.big = '{reading}'\n"
        "[die.far]\nfaces = '20-30'\n"
        "[die.rune]\nfaces = ['1 + glow', 1, 2]\n"
    )
    if is_open:
        assert OPEN in refused(rules, "x big >= 1")
    else:
        assert 0 <= rules.ask("x big >= 1").probability <= 1


def test_the_word_is_checked_and_explained(stated: Stated, mistakes: Any) -> None:
    from sphinxext.rulebook.rules.explain.game import explain

    text = "[check.x]\nroll = 'd6 + d8, keep highest of all, ties {}'\n"
    assert "no die named 'd7x'" in mistakes(text.format("d7x"))[0]
    assert "no die named 'big'" in mistakes(text.format("big"))[0]
    said = explain(stated(text.format("d8 before d6")).game())
    assert "Of dice that show the same, these are kept first: d8 dice, then d6 dice." in said
