"""Rules that several threads ask at once."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from threading import Barrier

import pytest

from sphinxext.rulebook.rules import Rules, load_game

ASKED = [
    *[f"stat(B300, advantage=1) >= {k}" for k in (100, 160, 180, 200, 220, 240)],
    *[f"stat(B300, disadvantage=1) <= {k}" for k in (80, 100, 110, 120)],
]


@pytest.fixture
def _switching() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_switching")
def test_threads_that_ask_at_once_are_answered_as_one_is() -> None:
    alone = load_game("arrata")
    wanted = [alone.ask(query).probability for query in ASKED]
    begin = Barrier(len(ASKED))

    def ask(rules: Rules, query: str) -> Fraction | None:
        begin.wait()
        return rules.ask(query).probability

    with ThreadPoolExecutor(len(ASKED)) as threads:
        for _ in range(60):
            rules = load_game("arrata")
            assert list(threads.map(ask, [rules] * len(ASKED), ASKED)) == wanted
