"""A small library for a table of players, to be documented."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal


class Die:
    """A die with numbered sides.

    Args:
        sides: How many it has, such as ``6``.
        name: What it is called.

    .. code-block:: python

       async def roll(die: Die, *, times: int = 1) -> list[int]:
           return [await die.fall() for _ in range(times)]
    """

    sides: int = 6
    #: What the die is made of.
    material: Literal["bone", "wood", "brass"] = "bone"

    def __init__(self, sides: int = 6, *, name: str | None = None) -> None:
        self.sides, self.name = sides, name

    @property
    def average(self) -> float:
        """The mean of its faces: ``(1 + sides) / 2``."""
        return (1 + self.sides) / 2

    @classmethod
    def named(cls, name: str, /, *, sides: int = 6) -> Die:
        """A die by its name, see :meth:`fall`."""
        return cls(sides, name=name)

    async def fall(self, x: int = 1) -> int:
        """Let the die fall.

        Returns:
            The face that is up.

        Raises:
            ValueError: Where it falls off the table.
        """
        return x


async def f(x: int = 1) -> dict[str, int]:
    """Wait for ``x`` throws."""
    return {"x": x}


def choose(
    dice: Iterable[Die],
    keep: Callable[[list[int]], bool],
    *rest: int,
    separator: str = ", ",
    otherwise: Die | None = None,
    **more: object,
) -> list[tuple[Die, int]]:
    """Choose among many dice, with a signature that takes several lines."""
    return []
