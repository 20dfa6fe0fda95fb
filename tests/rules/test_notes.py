"""What changes nothing is a mistake, or a note beside the answer names it."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.command import Run

CASES = tomllib.loads(Path(__file__).with_name("notes.toml").read_text("utf-8"))
BASE = (
    "\n"
    "[check.x]\n"
    'roll = "2d6, success on 5+"\n'
    'takes.skill = { each = "+1 success" }\n'
    'outcomes = ["Bad: < 1", "Good: otherwise"]\n'
)


@pytest.mark.parametrize(("old", "new", "note"), CASES["idle"])
def test_what_changes_nothing_is_noted(rulebook: Run, old: str, new: str, note: str) -> None:
    for text, noted in ((BASE, ""), (BASE.replace(old, new, 1), note)):
        rulebook.write({"rules.toml": text})
        said = rulebook("odds", "x(skill=1) mean", ends=0).err
        assert said.startswith(f"note: {noted}") if noted else not said
        (answer,) = json.loads(rulebook("odds", "x(skill=1) mean", "--json", ends=0).out)
        assert [f"note: {each}" for each in answer.get("notes", ())] == said.splitlines()
        told = " ".join(rulebook("explain", "x").out.split())
        assert f"Note: {noted}" in told if noted else "Note" not in told


@pytest.mark.parametrize("roll", CASES["busy"])
def test_what_a_parameter_may_bring_is_not_noted(rulebook: Run, roll: str) -> None:
    rulebook.write({"rules.toml": f"[check.x]\nroll = {roll}\n"})
    assert not rulebook("odds", "x mean", ends=0).err


def test_a_limit_that_changes_an_average_is_noted(rulebook: Run) -> None:
    text = (
        "[check.r]\n"
        "roll = 'd6'\n"
        "outcomes = ['Six: 6', 'Other: otherwise']\n"
        "[check.x]\n"
        "repeats = 'r'\n"
        "takes.n = 0\n"
        "changes = { Six = { n = 1 }, Other = { n = 1 } }\n"
    )
    for more, noted in (
        ("ends = 'n = 2'\ntimes = 3", False),
        ("ends = 'n = 2'\ntimes = 1", True),
        ("times = 2", False),
        ("ends = 'outcome is Six'\ntimes = 3", True),
        ("ends = 'outcome is Six'\ntimes = 3\nresult = 'n'", True),
    ):
        rulebook.write({"rules.toml": text + more})
        said = rulebook("odds", "x mean", ends=0).err
        assert ("'times' may stop 'x' before it ends" in said) == noted, more


@pytest.mark.parametrize(("base", "own", "line"), CASES["overruled"])
def test_a_result_that_changes_what_a_check_takes_over_is_a_mistake(
    stated: Callable[..., object],
    mistakes: Callable[..., list[str]],
    base: str,
    own: str,
    line: str,
) -> None:
    result = "" if own.startswith("result") else "result = 'value + 1'\n"
    text = f"{BASE.replace('on 5+', f'on 5+{base}', 1)}\n[check.y]\nroll = 'x'\n{result}{own}\n"
    if line:
        assert line in mistakes(text)[0]
    else:
        stated(text)


def test_a_result_beside_those_of_outcomes_is_a_mistake(mistakes: Callable[..., list[str]]) -> None:
    text = BASE.replace("< 1", "< 1, result 0").replace("otherwise", "otherwise, result 3")
    said = mistakes(f"{text}[check.y]\nroll = 'x'\nresult = 'value + 1'\n")
    assert "the outcomes, which 'y' takes from 'x', have results of their own" in said[0]
