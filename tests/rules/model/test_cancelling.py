"""Parameters that cancel each other: what is left decides, in whatever order they are written."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError
from tests.support.cases import cases_of


@pytest.mark.parametrize("case", cases_of(__file__)["case"], ids=lambda case: str(case["name"]))
def test_what_is_left_in_every_order(stated: Callable[..., Rules], case: dict[str, Any]) -> None:
    takes, args = case["takes"], case["args"]
    said = set()
    for names in permutations(takes):
        lines = "".join(f"takes.{name} = {{ {takes[name]} }}\n" for name in names)
        rules = stated(f'[check.t]\nroll = "3d6"\n{lines}')
        for given in permutations(args):
            try:
                asked = ", ".join(f"{name}={args[name]}" for name in given)
                said.add(str(rules.ask(f"t({asked}) mean").value))
            except RulesError as error:
                said.add(str(error))
    assert said == {case["mean"] if "mean" in case else case["refused"]}
