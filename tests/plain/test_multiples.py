"""Multiples and waiting times in plain sentences, in the languages whose books we read."""

import pytest

from tests.support.cases import cases_of
from tests.support.command import Run

THREE, TWO = "ratio(d6 >= 4 | d6 >= 6)", "ratio(d6 >= 5 | d6 >= 6)"
HALF, THIRD = "ratio(d6 >= 6 | d6 >= 5)", "ratio(d6 >= 6 | d6 >= 4)"
MORE, LESS, WAIT = "ratio(d6 >= 4 | d6 >= 5)", "ratio(d6 >= 5 | d6 >= 4)", "wait(d20 = 20)"
# Each with its question, and what is right instead where it is wrong.
CASES = cases_of(__file__)
SAID = CASES["said"]


@pytest.mark.parametrize("language", SAID)
def test_multiples_are_held(language: str, rulebook: Run) -> None:
    text = "\n".join(f"{words} <!-- odds: {asked} -->.\n" for words, asked, _ in SAID[language])
    rulebook.write({"rulebook.toml": f'language = "{language}"\n', "page.md": text})
    report = rulebook.check()[1]
    assert report["unread"] == []
    found = {(each["line"] - 1) // 2: each["expected"] for each in report["drift"]}
    wrong = {n: right for n, (_, _, right) in enumerate(SAID[language]) if right}
    assert found.keys() == wrong.keys()
    assert [(found[n], right) for n, right in wrong.items() if right not in found[n]] == []
