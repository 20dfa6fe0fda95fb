"""One budget for every question: about how long it takes, whatever the machine.

Nothing looks at the clock. Each way of rolling says what its work costs, in nanoseconds of an
ordinary machine: before it begins where that is known, otherwise as it goes. Beyond what the
question has left it is refused. So the same question is answered, or refused, on every machine.
A step is such a nanosecond. Whatever is kept in memory costs steps, so these bound memory too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token

from .errors import TooMuch

EACH = 500_000_000  # nanoseconds for each effort that a game allows: about half a second
MOST_BITS = 500_000_000  # that numbers may take in memory for each effort, about 60 megabytes
EACH_QUESTION = 10_000  # nanoseconds to read a question
TOO_LONG = "this takes too much work to find exactly; take fewer dice, or read less of them"
AT_ONCE = 200_000  # steps of a loop that are taken together


class Budget:
    """The cost that one question may have, and the part of it that is left."""

    __slots__ = ("_before", "_taken", "_together", "effort", "left", "more")

    def __init__(
        self, effort: int = 1, more: Callable[[int], str] | None = None, together: int = 0
    ) -> None:
        """Allow what so much effort allows; `more` tells those who are refused which would do.

        Several questions may take so many steps `together`.
        """
        self.effort, self.more = effort, more
        self.left = EACH * effort
        self._taken, self._together = 0, together
        self._before: Token[Budget | None] | None = None

    def __enter__(self) -> None:
        """Let whatever is asked from here on be part of this question; or of the one around it."""
        if _ASKED.get() is None:
            self._before = _ASKED.set(self)

    def begin(self, effort: int) -> None:
        """Begin a question, which has all that so much effort allows, unless others took it."""
        if self._taken > self._together * effort:
            raise too_much("the figures before this one are too much work together")
        self.effort, self.left = effort, EACH * effort
        counted = _COUNTED.get()
        if counted is not None:
            counted.questions += 1
        (_ASKED.get() or self).take(EACH_QUESTION)

    def take(self, steps: float) -> None:
        """Take so many steps, which are known to be left."""
        self.left -= int(steps)
        self._taken += int(steps)
        counted = _COUNTED.get()
        if counted is not None:
            counted.steps += int(steps)

    def __exit__(self, *_: object) -> None:
        """End the question."""
        if self._before is not None:
            _ASKED.reset(self._before)
            self._before = None


class Work:
    """The steps that some questions took together, and how many they were."""

    __slots__ = ("questions", "steps")

    def __init__(self) -> None:
        """Begin with none."""
        self.questions = self.steps = 0


_ASKED: ContextVar[Budget | None] = ContextVar("what is asked", default=None)
_COUNTED: ContextVar[Work | None] = ContextVar("what is counted", default=None)


@contextmanager
def count_work() -> Iterator[Work]:
    """Count the steps of all questions that are asked inside, each within its own budget.

    The count is the same on every machine. An answer that is remembered takes no step.
    """
    work = Work()
    before = _COUNTED.set(work)
    try:
        yield work
    finally:
        _COUNTED.reset(before)
        if (around := _COUNTED.get()) is not None:
            around.steps += work.steps
            around.questions += work.questions


def too_much(message: str, wanted: float = 0) -> TooMuch:
    """Return the refusal of a question that wants so many steps more, with what allows more."""
    budget = _ASKED.get()
    if budget is None or budget.more is None:
        return TooMuch(message)
    lacking = min(1_000 * EACH, max(1, wanted - budget.left))  # which may be no number at all
    more = budget.more(budget.effort + int(lacking // EACH) + 1)
    return TooMuch(f"{message} ({more})" if more else message)


def spend(wanted: float, refused: str = "") -> None:
    """Take so many nanoseconds from the budget, or refuse."""
    budget = _ASKED.get() or Budget()
    if wanted > budget.left:
        raise too_much(refused or TOO_LONG, wanted)
    budget.take(wanted)


class Meter:
    """Takes the steps of a loop from the budget as they are made, many at a time."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        """Begin with none."""
        self._made = 0.0

    def take(self, steps: float) -> None:
        """Take so many more steps."""
        self._made += steps
        if self._made > AT_ONCE:
            self.settle()

    def settle(self) -> None:
        """Take the steps that were made but not taken yet."""
        spend(self._made)
        self._made = 0.0


def steps_left(each: int) -> int:
    """Count the steps of so many nanoseconds that the question has left."""
    return (_ASKED.get() or Budget()).left // each


def most_bits() -> int:
    """Count the bits that the numbers of one answer may take together."""
    return MOST_BITS * (_ASKED.get() or Budget()).effort


def step(bits: float, terms: int = 1) -> float:
    """The cost of multiplying so many numbers of so many bits by small ones, and dividing once."""
    return 40 + 80 * terms + (0.1 + 0.03 * terms) * bits


def lowest_terms(bits: float) -> float:
    """The cost of a fraction in its lowest terms."""
    return 600 + 2.5 * bits + 0.00065 * bits * bits


def of_fraction(bits: float) -> float:
    """The cost of multiplying or adding a fraction of so many bits."""
    return 600 + lowest_terms(bits)


def product(first: float, second: float) -> float:
    """The cost of multiplying two numbers of so many bits, as Python does it."""
    long, short = max(first, second) / 30, max(min(first, second) / 30, 1)
    each = 0.7 * short**2 if short < 70 else 3.5 * short**1.585
    return 80 + long / short * each
