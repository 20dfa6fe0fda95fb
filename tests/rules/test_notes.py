"""What changes nothing is a mistake, or a note beside the answer names it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main

BASE = """
steps = ["d8", "d10"]
[check.x]
roll = { d6 = 2, success = "5+" }
takes.skill = { each = { add = 1 } }
outcomes = { Bad = "< 1", Good = "otherwise" }
"""


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ('success = "5+"', "widen = 1", "'widen' of 'x' changes nothing: there is no 'success'"),
        ('"5+"', '"5+", ties = "larger"', "'ties' of 'x' changes nothing: there is no 'keep' here"),
        ('"5+"', '"5+", keep = "highest 2"', "'keep' of 'x' changes nothing: it leaves no die out"),
        ('"5+"', '"5+", again = "7+"', "'again' of 'x' changes nothing: no die of this roll shows"),
        ('"5+"', '"5+", failure = "0"', "'failure' of 'x' changes nothing: no die of this roll"),
        ('"5+"', '"5+", step = 1', "'step' of 'x' changes nothing: no die of this roll is in the"),
        ('"5+"', '"5+", none = { d6 = 1 }', "'none' of 'x' changes nothing: there are always dice"),
        ("Bad =", 'Fair = ">= 0", Fine = ">= 2", Bad =', "'Fine' of 'x' never happens"),
        ("Bad =", 'Low = "<= 0", High = ">= 1", Odd = "highest = 5", Bad =', "'Odd' of 'x' never"),
        ("Good =", 'All = "otherwise", Good =', "'Good' of 'x' never happens"),
    ],
)
def test_what_changes_nothing_is_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, note: str
) -> None:
    path = tmp_path / "rules.toml"
    for text, noted in ((BASE, ""), (BASE.replace(old, new, 1), note)):
        path.write_text(text, encoding="utf-8")
        assert main(["odds", "--rules", str(path), "x(1) mean"]) == 0
        said = capsys.readouterr().err
        assert said.startswith(f"note: {noted}") if noted else not said
        main(["explain", "--rules", str(path), "x"])
        told = " ".join(capsys.readouterr().out.split())
        assert f"Note: {noted}" in told if noted else "Note" not in told


@pytest.mark.parametrize(
    "roll",
    [
        '{ d6 = 1, keep = "highest 1" }\ntakes.more = { each = { d6 = 1 } }',
        '{ d6 = 1, success = "7+" }\ntakes.ease = { each = { widen = 1 } }',
        '{ d6 = 1, success = "target+" }\ntakes.target = { least = 2, default = 9 }',
        '{ d6 = 1, step = 1 }\ntakes.die = { choices = ["d8", "d10"], default = "d8" }',
        "{ none = { d6 = 2 } }\ntakes.dice = { each = { d6 = 1 } }",
        '{ d6 = 1 }\noutcomes = { Low = "<= 3", Mid = "4..5", High = ">= 6" }',
        '{ d6 = 1 }\ntakes.t = {}\noutcomes = { Low = "< t", Mid = "< t + 2", High = "otherwise" }',
    ],
)
def test_what_a_parameter_may_bring_is_not_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], roll: str
) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(f'steps = ["d8", "d10"]\n[check.x]\nroll = {roll}\n', encoding="utf-8")
    assert main(["odds", "--rules", str(path), "x mean"]) == 0
    assert not capsys.readouterr().err


def test_a_limit_that_changes_an_average_is_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rules.toml"
    text = (
        "[check.r]\nroll = { d6 = 1 }\noutcomes = { Six = '6', Other = 'otherwise' }\n"
        "[check.x]\nrepeats = 'r'\ntakes.n = {}\nchanges = { Six = { n = 1 }, Other = { n = 1 } }\n"
    )
    for more, noted in (
        ("ends = 'n = 2'\ntimes = 3", False),
        ("ends = 'n = 2'\ntimes = 1", True),
        ("times = 2", False),
        ("ends = 'outcome is Six'\ntimes = 3", True),
        ("ends = 'outcome is Six'\ntimes = 3\nresult = 'n'", True),
    ):
        path.write_text(text + more, encoding="utf-8")
        assert main(["odds", "--rules", str(path), "x mean"]) == 0
        said = capsys.readouterr().err
        assert ("'times' may stop 'x' before it ends" in said) == noted, more


@pytest.mark.parametrize(
    ("base", "own", "line"),
    [
        ("push = { when = '< 1', faces = '2-5' }", "", "'push', which 'y' takes from 'x', looks"),
        ("push = { when = 'is Bad', faces = '1' }", "", "'push', which 'y' takes from 'x', looks"),
        ("push = { faces = '1-5' }\nchoose = 'best for mean'", "", "'choose', which 'y' takes"),
        ("", "result = 'value + 1'", ""),
        ("push = { when = 'successes < 1', faces = '2-5' }", "", ""),
        ("push = { when = '< 1', faces = '2-5' }", "push = { when = '< 1', faces = '2' }", ""),
    ],
)
def test_a_result_that_changes_what_a_check_takes_over_is_a_mistake(
    stated: Callable[..., object],
    mistakes: Callable[..., list[str]],
    base: str,
    own: str,
    line: str,
) -> None:
    result = "" if own.startswith("result") else "result = 'value + 1'\n"
    text = f"{BASE}{base}\n[check.y]\nlike = 'x'\n{result}{own}\n"
    if line:
        assert line in mistakes(text)[0]
    else:
        stated(text)


def test_a_result_beside_those_of_outcomes_is_a_mistake(mistakes: Callable[..., list[str]]) -> None:
    text = BASE.replace('"otherwise"', '{ when = "otherwise", result = "3" }')
    said = mistakes(f"{text}[check.y]\nlike = 'x'\nresult = 'value + 1'\n")
    assert "the outcomes, which 'y' takes from 'x', have results of their own" in said[0]
