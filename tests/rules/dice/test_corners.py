"""Corners of the engine where two rules meet."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError
from sphinxext.rulebook.rules.explain.game import explain
from tests.support.cases import cases_of
from tests.support.work import calls

CASES = cases_of(__file__)

NEAR = Fraction(1, 10**12)
Stated = Callable[..., Rules]
DUEL = '[check.duel]\nroll = "a - b"\ntakes = ["a", "b"]\noutcomes = ["lose: <= 0", "win: >= 1"]\n'


def sides(rules: Rules, first: str, second: str, k: int) -> Fraction:
    """The chance of a margin of k by adding up both sides as far as they matter."""
    a, b = rules.ask(first).odds.law, rules.ask(second).odds.law
    low, high = b.ends
    return sum((b.at(y) * a.at(y + k) for y in range(low - 40, high + 40)), Fraction(0))


@pytest.mark.parametrize(("first", "second"), CASES["any_two_checks_stand_against_each_other"])
def test_any_two_checks_stand_against_each_other(stated: Stated, first: str, second: str) -> None:
    rules = stated(
        DUEL
        + ('[check.hit]\nroll = "d6"\noutcomes = ["hurt: <= 3", "safe: >= 4"]\n')
        + '[check.down]\nrepeats = "hit"\nslots = ["hurt", "hurt"]\n'
        + ('[check.best]\nroll = "2d6, again on 6, keep highest"\n')
        + ('[check.wide]\nroll = "d6, again on 5-6"\n')
    )
    call = f"duel({first}, {second})"
    for k in (-7, -1, 0, 2, 9):
        asked = rules.ask(f"{call} = {k}")
        assert abs(asked.probability - sides(rules, first, second, k)) < NEAR
        assert asked.error <= Fraction(1, 10**15)
    counts = rules.ask(call).counts
    assert sum(counts.values()) == 1
    both = rules.ask(call).outcomes
    assert sum(both.values()) == 1


def test_an_endless_tail_ends_at_the_first_value_that_hardly_counts(game: Any) -> None:
    rules = game("arrata")
    for call in (
        "stat(B1, advantage=1)",
        "opposed(stat(B1, advantage=1), stat(B300, advantage=1))",
        "opposed(stat(B90, advantage=1), stat(B1, advantage=1))",
        "opposed(stat(B1, advantage=1), stat(B300))",
    ):
        counts = rules.ask(call).counts
        assert sum(counts.values()) == 1
        tail = counts.tail
        assert rules.ask(f"{call} >= {tail}").probability < NEAR
        assert rules.ask(f"{call} >= {tail - 1}").probability >= NEAR
        assert counts[tail] == rules.ask(f"{call} >= {tail}").probability
        if counts.head is not None:
            head = counts.head
            assert rules.ask(f"{call} <= {head}").probability < NEAR
            assert rules.ask(f"{call} <= {head + 1}").probability >= NEAR


@pytest.mark.parametrize("sign", ["+", "", "-", "/", " vs "])
def test_the_notation_that_a_message_shows_can_be_asked(
    stated: Stated, refused: Any, sign: str
) -> None:
    rules = stated(CASES["bargain"] % sign)
    example = refused(rules, "bargain").partition("as in '")[2].rstrip("'")
    assert rules.ask(f"{example} mean").value == Fraction(5, 2) + 3
    assert f"Written short as {{die}}{sign}{{charm}}: bargain(" in explain(rules.game())


def test_the_list_of_a_throw_that_doubles_and_has_something_added_is_quick(stated: Stated) -> None:
    rules = stated(
        '[check.stress]\nroll = "d10, again doubled when natural 1"\ntakes.skill.each = "+1"\n'
    )
    assert calls(lambda: rules.ask("stress(2)").counts) < 500_000  # value by value takes millions
    counts = rules.ask("stress(2)").counts
    assert counts[4] == Fraction(1, 10)  # a 2 alone
    assert sum(counts.values()) == 1


def test_three_rolls_of_3d100_take_no_time(stated: Stated) -> None:
    takes = "".join(f"takes.{word} = 'p'\n" for word in "xyz")
    rules = stated(
        f"[check.p]\nroll = '3d100'\n[check.a]\nroll = 'd20'\n{takes}result = 'value + x + y - z'\n"
    )
    assert calls(lambda: (rules.ask("a mean"), rules.ask("a").counts)) < 100_000
    assert rules.ask("a mean").value == Fraction(21, 2) + Fraction(303, 2)


@pytest.mark.parametrize(
    ("text", "answered", "refused", "said"),
    [
        (
            CASES["reckoned"],
            "fury(100) >= 20",
            "fury(800) >= 10",
            "321,201 throws that are told apart",
        ),
        (
            CASES["kept"],
            "ring(6) is Lucky",
            "ring(14) is Lucky",
            "14 dice that are thrown again or chosen",
        ),
    ],
    ids=["results", "dice kept by choice"],
)
def test_what_is_reckoned_throw_by_throw_is_refused_in_time(
    stated: Stated, text: str, answered: str, refused: str, said: str
) -> None:
    rules = stated(text)
    assert rules.ask(answered).probability is not None

    def ask() -> None:
        with pytest.raises(RulesError, match=said):
            rules.ask(refused)

    assert calls(ask) < 500_000
