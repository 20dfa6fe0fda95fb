"""The program of a throw as a page reads it, with what readers see of dice and outcomes."""

from __future__ import annotations

from typing import Any

from ..charts.colours import ink_on
from ..language.markup import plain_text
from ..rules.throw.as_json import Thrower
from ..tables.dice import die_colour


def throw_data(thrower: Thrower) -> dict[str, Any]:
    """Return what programs share, with the colours of dice and the labels of outcomes."""
    data = thrower.data
    for kind, die in zip(data["kinds"], thrower.dice, strict=True):
        if colour := die_colour(die):
            kind |= {"colour": colour, "ink": ink_on(colour)}
    for reader in data["readers"]:
        if "names" in reader:
            reader["names"] = list(map(plain_text, reader["names"]))
    return data
