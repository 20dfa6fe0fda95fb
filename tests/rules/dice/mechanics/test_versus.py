"""One side against another, against every roll of both and against truncated sums."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules
from tests.support.cases import cases_of

CASES = cases_of(__file__)

NEAR = Fraction(1, 10**12)


ENDLESS = CASES["endless"]


@pytest.fixture(scope="session")
def duels(game: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Rules]:
    """A game with a check of two sides, made of a shipped one."""
    from sphinxext.rulebook.rules import load

    def make(name: str) -> Rules:
        path = tmp_path_factory.mktemp("duel") / "rules.toml"
        path.write_text(
            f'extends = "game:{name}"\n[check.duel]\nroll = "a - b"\ntakes = ["a", "b"]\n',
            encoding="utf-8",
        )
        return load(path)

    return make


@pytest.mark.parametrize(("name", "first", "second"), ENDLESS)
def test_two_endless_sides_are_exact(duels: Any, name: str, first: str, second: str) -> None:
    rules = duels(name)
    a, b = rules.ask(first).odds.law, rules.ask(second).odds.law
    values = range(b.low, b.low + 150)
    assert b.at_least(values[-1] + 1) < NEAR / 10
    for k in (-20, -3, -1, 0, 1, 2, 7, 25):
        sums = sum((b.at(y) * a.at_least(y + k) for y in values), Fraction(0))
        asked = rules.ask(f"duel({first}, {second}) >= {k}")
        assert asked.exact
        assert abs(asked.probability - sums) < NEAR
        same = sum((b.at(y) * a.at(y + k) for y in values), Fraction(0))
        assert abs(rules.ask(f"duel({first}, {second}) = {k}").probability - same) < NEAR


@pytest.mark.parametrize(("name", "first", "second"), ENDLESS)
def test_a_margin_without_ends_is_shown_whole(
    duels: Any, name: str, first: str, second: str
) -> None:
    counts = duels(name).ask(f"duel({first}, {second})").counts
    assert sum(counts.values()) == 1
    assert counts.head is not None
    assert counts[counts.tail] < NEAR
    assert counts[counts.head] < NEAR
    assert counts[counts.tail - 1] > 0


@pytest.mark.parametrize(("first", "second"), CASES["one_endless_side_is_exact"])
def test_one_endless_side_is_exact(duels: Any, first: str, second: str) -> None:
    rules = duels("arrata")
    a, b = rules.ask(first).odds.law, rules.ask(second).odds.law
    for k in range(-6, 7):
        sums = sum((a.at(x) * b.at(x - k) for x in range(-10, 60)), Fraction(0))
        asked = rules.ask(f"duel({first}, {second}) = {k}")
        assert asked.exact
        assert abs(asked.probability - sums) < NEAR
    counts = rules.ask(f"duel({first}, {second})").counts
    assert sum(counts.values()) == 1


def test_sides_of_no_known_form_are_bounded_and_say_so(stated: Callable[..., Rules]) -> None:
    rules = stated(
        "[check.duel]\n"
        'roll = "a - b"\ntakes = ["a", "b"]\n'
        'outcomes = ["lose: < 0", "win: >= 0"]\n'
        "[check.hold]\n"
        'roll = "2d6, again on top, keep highest"\n'
    )
    asked = rules.ask("duel(hold, hold) is win")
    assert not asked.exact
    assert 0 < asked.error <= Fraction(1, 10**15)
    law = rules.ask("hold").odds.law
    sums = sum((law.at(y) * law.at_least(y) for y in range(1, 250)), Fraction(0))
    assert abs(asked.probability - sums) <= asked.error + Fraction(1, 10**17)
    assert asked.as_json()["probability"] is None
    both = rules.ask("duel(hold, hold)").outcomes
    assert abs(sum(both.values(), Fraction(0)) - 1) <= asked.error


BOUNDED = CASES["bounded"]


@pytest.mark.parametrize(("question", "exact"), CASES["what_is_bounded_says_so_wherever_it_goes"])
def test_what_is_bounded_says_so_wherever_it_goes(
    stated: Callable[..., Rules], question: str, exact: bool
) -> None:
    asked = stated(BOUNDED).ask(question)
    assert asked.exact is exact
    assert asked.as_json()["exact"] is exact
    assert (asked.error == 0) is exact
    assert asked.error <= Fraction(1, 10**15)


def test_a_margin_of_margins_is_within_its_error(stated: Callable[..., Rules]) -> None:
    rules = stated(BOUNDED)
    asked = rules.ask("duel(duel(hold, hold), d6) >= 1")
    law = rules.ask("hold").odds.law
    chances = [law.at(value) for value in range(160)]
    wanted = sum(
        (one * other for a, one in enumerate(chances) for b, other in enumerate(chances)
         for die in range(1, 7) if a - b - die >= 1),
        Fraction(0),
    ) / 6  # fmt: skip
    assert abs(asked.probability - wanted) <= asked.error
