"""One throw that decides several parameters, against every roll of all its dice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sphinxext.rulebook.rules import Mistakes, Rules, RulesError

Stated = Callable[..., Rules]


PAIR = """
[die.red]
faces = "1-6"
[check.pair]
roll = { red = 1, d6 = 1 }
readings = { red = { is = "sum", of = "red" }, white = { is = "sum", of = "d6" } }
[check.race]
takes.speed = { rolls = "red of pair", each = { d4 = 1 } }
takes.grip = { rolls = "white of pair" }
result = "value - grip"
[check.dice]
takes.speed = { rolls = "highest of 2d6", each = { d4 = 1 } }
takes.grip = { rolls = "lowest of 2d6" }
result = "value - grip"
[check.again]
takes.speed = { rolls = "pair", each = { add = 1 } }
takes.grip = { rolls = "value of pair", each = { add = -1 } }
"""


def test_what_a_throw_does_not_show_is_refused(stated: Stated) -> None:
    with pytest.raises(Mistakes, match="no reading named 'rde'; did you mean 'red'"):
        stated(PAIR.replace("red of pair", "rde of pair"))
    with pytest.raises(Mistakes, match="'pair' names no outcomes; write 'value'"):
        stated(PAIR.replace("red of pair", "outcome of pair"))
    with pytest.raises(Mistakes, match="plain dice name no outcomes"):
        stated(PAIR.replace("highest of 2d6", "outcome of 2d6"))
    with pytest.raises(RulesError, match="'2d6!' rolls again or leaves dice out"):
        stated(PAIR.replace("of 2d6", "of 2d6!")).ask("dice")
