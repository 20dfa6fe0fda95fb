"""Rules with what they come to: answers that every roll was once counted for, kept as data.

Each case of `cases/` has its rules, or the name of a game, and the questions that are put to them;
or all the mistakes of rules that are refused.
"""

import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.rules import Mistakes, Rules
from sphinxext.rulebook.rules.explain.game import explain

CASES = [
    pytest.param(case, id=f"{path.stem}: {case['name']}")
    for path in sorted(Path(__file__).with_name("cases").glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]


@pytest.mark.parametrize("case", CASES)
def test_rules_come_to_what_they_should(
    case: dict[str, Any],
    stated: Callable[[str], Rules],
    game: Callable[[str], Rules],
    refused: Callable[[Rules, str], str],
    agrees: Callable[[Rules, str, dict[int, Fraction]], None],
) -> None:
    if "mistakes" in case:
        with pytest.raises(Mistakes) as caught:
            stated(case["rules"])
        assert all(map(str.endswith, caught.value.lines, case["mistakes"]))
        assert len(caught.value.lines) == len(case["mistakes"])
        return
    rules = game(case["game"]) if "game" in case else stated(case["rules"])
    for question, wanted in case.get("asked", {}).items():
        if isinstance(wanted, dict):
            agrees(rules, question, {int(key): Fraction(share) for key, share in wanted.items()})
            continue
        answer = rules.ask(question)
        found = answer.value if answer.probability is None else answer.probability
        assert (found, answer.exact) == (Fraction(wanted), True), question
    for question, names in case.get("outcomes", {}).items():
        shares = {name: Fraction(share) for name, share in names.items()}
        assert rules.ask(question).outcomes == shares, question
    for question, shown in case.get("judged", {}).items():
        judged = rules.judge(question)._asdict()
        assert {key: one for key, one in judged.items() if one is not None} == shown, question
    for question, line in case.get("refused", {}).items():
        assert refused(rules, question) == line
    for sentence in case.get("told", ()):
        assert sentence in explain(rules.game())
