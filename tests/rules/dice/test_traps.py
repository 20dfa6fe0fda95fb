"""Rules that look right and once were answered wrongly, each against every roll."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules
from sphinxext.rulebook.rules.explain.game import explain

D6, D10, D20 = range(1, 7), range(1, 11), range(1, 21)
Stated = Callable[..., Rules]


@pytest.mark.parametrize("throws", ["first", "all"])
def test_a_sign_on_a_die_that_rolls_again(stated: Stated, every: Any, throws: str) -> None:
    rules = stated(
        "[die.fire]\n"
        "faces = [0, 1, '2 + smoke']\n"
        "[check.burn]\n"
        'roll = "2 fire, again on 2 once"\n'
        'outcomes = ["Clear: otherwise", "Cough: first.smoke", '
        f'"Choke: always {throws}.smoke 2+"]\n'
    )

    def read(*chains: tuple[int, ...]) -> str:
        looked = [shown if throws == "all" else shown[:1] for shown in chains]
        if sum(place == 2 for shown in looked for place in shown) >= 2:
            return "Choke"
        return "Cough" if any(shown[0] == 2 for shown in chains) else "Clear"

    wanted, _ = every.bounced([(range(3), [2])] * 2, read, 2, once=True)
    assert rules.ask("burn").outcomes == wanted
    said = "every throw" if throws == "all" else "their first throw"
    assert f"of smoke the dice show, on {said}." in explain(rules.game())
    assert rules.judge("burn on 3 1; 3").outcome == ("Choke" if throws == "all" else "Cough")


def test_a_use_of_slots_says_when_it_ends(stated: Stated, agrees: Any) -> None:
    text = (
        "[check.use]\n"
        'roll = "d10"\n'
        'outcomes = ["Gone: = 1", "Kept: >= 2"]\n'
        "[check.uses]\n"
        'repeats = "use"\n'
        'slots = ["Gone"]\n'
    )
    assert stated(text).ask("uses mean").value == 20  # the second one finds no slot
    rules = stated(text + 'ends = "full"\n')
    assert rules.ask("uses mean").value == 10
    assert rules.ask("uses = 3").probability == Fraction(81, 1000)
    assert rules.ask("uses median").value == 7
    assert "until the last slot is filled" in explain(rules.game())


def test_a_die_that_is_taken_away(stated: Stated, every: Any) -> None:
    rules = stated(
        "[check.x]\n"
        'roll = "d20 - d4"\n'
        'outcomes = ["Bad: <= 0 or highest = 20", "Good: otherwise"]\n'
    )

    def read(a: int, b: int) -> tuple[int, str]:
        return a - b, "Bad" if a - b <= 0 or a == 20 else "Good"

    found = rules.ask("x").odds.joint()
    wanted = every.roll([D20, range(1, 5)], read)
    assert {(value, name): chance for (name, value), chance in found.items()} == wanted
    assert rules.judge("x on 3 4").value == -1
    assert "Roll 1d4, taken away." in explain(rules.game())
