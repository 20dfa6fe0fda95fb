"""Sentences as books write them: every right way is silent, every wrong one is named."""

from typing import Any

import pytest

from tests.support.cases import cases_of
from tests.support.judging import Held

CASES = cases_of(__file__)


def listed(groups: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Return all of the sentences, each with its question and its role."""
    return [(each, group["question"], group["role"]) for group in groups for each in group["said"]]


@pytest.mark.parametrize("language", CASES["right"] | CASES["wrong"])
def test_every_right_way_is_silent_and_every_wrong_one_named(held: Held, language: str) -> None:
    right, wrong = (listed(CASES[kind].get(language, ())) for kind in ("right", "wrong"))
    held(right, wrong, language=language)
