"""Parameters that another roll decides: summed in one go, they come to what the cases come to."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules
from sphinxext.rulebook.rules.throw import law as asking
from tests.support.work import calls

Stated = Callable[..., Rules]
BASE = '[check.p]\nroll = "2d4"\n[check.q]\nroll = "d6"\ntakes.y = { each = "+1" }\n'
SUMMED = [
    ("roll = 'd20'\ntakes.x = { default = 'p', each = '+1' }"),
    ("roll = 'd20'\ntakes.x = { default = 'p', each = '-2' }"),
    ("roll = 'd20'\ntakes.x = 'p'\ntakes.y = 'p'\nresult = 'value * 2 + 3 * x - y + 4'"),
    (
        "roll = '3d6 + n d8, keep highest 2 of all'\n"
        "takes.x = { default = 'p', each = '+3' }\n"
        "takes.n = { default = 2 }\n"
        "outcomes = ['Low: <= 9 + n', 'High: otherwise']"
    ),
    ("takes.x = { default = 'p', each = '+1' }\ntakes.y = { default = 'p', each = '+1' }"),
]
CASES = [
    ("roll = 'd20 + x d6'\ntakes.x = 'p'"),
    ("roll = 'd20'\ntakes.x = 'p'\nresult = 'max(value, x)'"),
    ("roll = 'd20'\ntakes.x = 'p'\nresult = 'value * x + x'"),
    ("roll = '3d6, success on x+'\ntakes.x = { default = 'p', each = '+1 success' }"),
    (
        "roll = 'd20'\n"
        "takes.x = { default = 'p', each = '+1' }\n"
        "outcomes = ['Low: <= x', 'High: otherwise']"
    ),
    (
        "roll = 'd20'\n"
        "takes.x = { default = 'p', each = '+1' }\n"
        "outcomes = ['Low: natural <= 3', 'High: otherwise']"
    ),
    (
        "roll = 'd20'\n"
        "takes.x = { default = 'p', each = '+1', cancels = 'z' }\n"
        "takes.z = { default = 1, each = '-1' }"
    ),
]
BOTH = [
    (
        "roll = 'd20'\n"
        "takes.y = { default = 'p', each = '+1' }\n"
        "takes.x = { default = 'q', each = '+1' }"
    ),
]


@pytest.mark.parametrize("check", [*SUMMED, *CASES, *BOTH])
def test_a_sum_is_what_all_cases_come_to(
    stated: Stated, monkeypatch: pytest.MonkeyPatch, check: str
) -> None:
    text = f"{BASE}[check.a]\n{check}\n"
    answer = stated(text).ask("a")
    found = answer.counts, answer.outcomes, answer.mean
    monkeypatch.setattr(asking, "only_added", lambda *_: [])
    by_cases = stated(text).ask("a")
    assert found == (by_cases.counts, by_cases.outcomes, by_cases.mean)


EACH = [*((check, True) for check in SUMMED), *((check, False) for check in CASES)]


@pytest.mark.parametrize(("check", "summed"), EACH)
def test_only_what_adds_is_summed(
    stated: Stated, monkeypatch: pytest.MonkeyPatch, check: str, summed: bool
) -> None:
    rules = stated(f"{BASE}[check.a]\n{check}\n")
    found = []
    original = asking._summed

    def noted(*args: Any) -> Any:
        found.append(original(*args))
        return found[-1]

    monkeypatch.setattr(asking, "_summed", noted)
    rules.ask("a")
    assert any(odds is not None for odds in found) is summed


def test_three_rolls_of_3d100_take_no_time(stated: Stated) -> None:
    rules = stated(
        ('[check.p]\nroll = "3d100"\n[check.a]\nroll = "d20"\n')
        + "".join(f"takes.{word} = {{ default = 'p' }}\n" for word in "xyz")
        + "result = 'value + x + y - z'\n"
    )
    assert calls(lambda: (rules.ask("a mean"), rules.ask("a").counts)) < 100_000
    assert rules.ask("a mean").value == Fraction(21, 2) + Fraction(303, 2)
    assert rules.ask("a").counts is not None
