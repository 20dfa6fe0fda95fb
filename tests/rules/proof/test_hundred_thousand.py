"""A hundred thousand rules files against a count of every roll: `make fuzz`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .test_checks_of_checks import Played
from .test_every_roll import agrees
from .test_further_words import KINDS

EACH = 1_000


@pytest.mark.slow
@pytest.mark.parametrize("part", range(100))
def test_a_thousand_files_of_a_hundred_thousand(part: int, tmp_path: Path) -> None:
    agreeing = 0
    for seed in range(1_000_000 + part * EACH, 1_000_000 + (part + 1) * EACH):
        agreeing += bool(agrees(seed, tmp_path))
    assert agreeing > EACH // 2  # the others have more rolls than are counted


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", range(5))
def test_a_thousand_files_of_each_further_kind(
    part: int, kind: Callable[[Played], set[str]], tmp_path: Path
) -> None:
    agreeing = 0
    for seed in range(1_000_000 + part * EACH, 1_000_000 + (part + 1) * EACH):
        agreeing += bool(kind(Played(seed, tmp_path)))
    assert agreeing > EACH // 2
