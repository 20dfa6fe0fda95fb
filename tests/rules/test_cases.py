"""What a rules file says comes true: a table of rules files with answers, results and refusals."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules
from sphinxext.rulebook.rules.explain.game import explain

CASES = tomllib.loads(Path(__file__).with_name("cases.toml").read_text("utf-8"))


@pytest.mark.parametrize("says", CASES)
def test_the_rules_do_what_they_say(
    stated: Callable[[str], Rules], refused: Callable[[Rules, str], str], says: str
) -> None:
    case: dict[str, Any] = CASES[says]
    rules = stated(case["rules"])
    for question, wanted in case.get("answers", ()):
        answer = rules.ask(question)
        found = answer.value if answer.probability is None else answer.probability
        assert (question, str(found)) == (question, wanted)
    for question, wanted in case.get("judged", ()):
        judged = rules.judge(question)
        assert (question, judged.outcome or str(judged.value)) == (question, wanted)
    for question, line in case.get("refused", ()):
        assert line in refused(rules, question)
    text = " ".join(explain(rules.game()).split())
    assert [said for said in case.get("explained", ()) if said not in text] == []
