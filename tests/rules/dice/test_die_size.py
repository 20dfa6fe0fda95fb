"""Dice whose size, or whose kind, is a parameter: as the same dice written out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sphinxext.rulebook.rules import Mistakes, Rules, RulesError

Stated = Callable[..., Rules]


def test_what_makes_no_die_is_refused(stated: Stated) -> None:
    rules = stated('[check.x]\ntakes.size = {}\ntakes.dice = { each = { "d{size}" = 1 } }\n')
    assert rules.ask("x(0, 0) = 0").probability == 1
    with pytest.raises(RulesError, match="'size' is 0 in 'x', and a die has 1 to 1000 sides"):
        rules.ask("x(0, 1)")
    with pytest.raises(Mistakes, match="no parameter named 'sise'; did you mean 'size'"):
        stated('[check.x]\nroll = { "d{sise}" = 1 }\ntakes.size = {}\n')
    with pytest.raises(Mistakes, match="no die named 'twig'"):
        stated('[check.x]\nroll = { keep = "highest 1 of {w}" }\ntakes.w.choices = { twig = {} }\n')
