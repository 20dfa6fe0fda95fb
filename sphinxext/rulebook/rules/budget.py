"""One budget for every question: about how long it would take, known before the work begins.

Nothing looks at the clock. Each way of rolling says what its work would cost, in nanoseconds of an
ordinary machine. If that is more than the question has left, it is refused before it begins. So
the same question is answered, or refused, on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, Token

from .errors import RulesError

EACH = 500_000_000  # nanoseconds for each effort that a game allows: about half a second
MOST_BITS = 500_000_000  # that numbers may take in memory for each effort, about 60 megabytes
FREE = 20_000  # nanoseconds that are not worth counting
MORE = "'effort' in the rules file allows more"


class TooMuch(RulesError):
    """A question that is more work than it may be."""

    def __init__(self, message: str) -> None:
        """Say what allows more."""
        super().__init__(f"{message} ({MORE})")


class Budget:
    """The cost that one question may have, and the part of it that is left."""

    __slots__ = ("_before", "effort", "left")

    def __init__(self, effort: int = 1) -> None:
        """Allow what so much effort allows."""
        self.effort = effort
        self.left = EACH * effort
        self._before: Token[Budget | None] | None = None

    def __enter__(self) -> None:
        """Let whatever is asked from here on be part of this question; or of the one around it."""
        if _ASKED.get() is None:
            self._before = _ASKED.set(self)

    def __exit__(self, *_: object) -> None:
        """End the question."""
        if self._before is not None:
            _ASKED.reset(self._before)
            self._before = None


_ASKED: ContextVar[Budget | None] = ContextVar("what is asked", default=None)


def afford(size: int, cost: Callable[[int], float], refused: Callable[[int], str]) -> None:
    """Take what so large a thing costs from the budget; or refuse it, and say what is within it.

    `cost` is in nanoseconds, and grows with the size; `refused` is handed the largest size that is
    within the budget, 0 where there is none.
    """
    budget = _ASKED.get() or Budget()
    wanted = cost(size)
    if wanted <= budget.left:
        budget.left -= int(wanted)
        return
    within, beyond = 0, size
    while beyond - within > 1:
        middle = (within + beyond) // 2
        if cost(middle) <= budget.left:
            within = middle
        else:
            beyond = middle
    raise TooMuch(refused(within))


def spend(wanted: float, refused: str) -> None:
    """Take so many nanoseconds from the budget, or refuse."""
    budget = _ASKED.get() or Budget()
    if wanted > budget.left:
        raise TooMuch(refused)
    budget.left -= int(wanted)


def steps_left(each: int) -> int:
    """Count the steps of so many nanoseconds that the question has left."""
    return (_ASKED.get() or Budget()).left // each


def most_bits() -> int:
    """Count the bits that the numbers of one answer may take together."""
    return MOST_BITS * (_ASKED.get() or Budget()).effort


def step(bits: float, terms: int = 1) -> float:
    """The cost of multiplying so many numbers of so many bits by small ones, and dividing once."""
    return 80 * terms + (0.1 + 0.03 * terms) * bits


def lowest_terms(bits: float) -> float:
    """The cost of a fraction in its lowest terms."""
    return 600 + 2.5 * bits + 0.00065 * bits * bits


def product(first: float, second: float) -> float:
    """The cost of multiplying two numbers of so many bits, as Python does it."""
    long, short = max(first, second) / 30, max(min(first, second) / 30, 1)
    each = 0.7 * short**2 if short < 70 else 3.5 * short**1.585
    return 80 + long / short * each
