"""Several processes find the same as one, in the same order, and their end is no harm."""

import os
from functools import partial
from pathlib import Path

import pytest

from sphinxext.rulebook.drift.suggest import in_order as module
from sphinxext.rulebook.drift.suggest.in_order import in_order
from sphinxext.rulebook.drift.suggest.scan import suggestions
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import load_game

PAGES = sorted(Path(__file__).parent.glob("dense/[b-d]*.md"))


def size_and_process(path: Path) -> tuple[int, int]:
    return path.stat().st_size, os.getpid()


def size_or_death(path: Path, survivor: int) -> int:
    if path == PAGES[-1] and os.getpid() != survivor:
        os._exit(1)
    return path.stat().st_size


@pytest.fixture
def _two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEAST", 0)
    monkeypatch.setattr(module, "_processors", lambda: 2)


@pytest.mark.usefixtures("_two")
def test_results_come_in_the_order_of_the_files_from_other_processes() -> None:
    found = list(in_order(size_and_process, PAGES))
    assert [size for size, _ in found] == [path.stat().st_size for path in PAGES]
    assert os.getpid() not in {process for _, process in found}


@pytest.mark.usefixtures("_two")
def test_files_of_a_process_that_dies_are_read_here() -> None:
    read = partial(size_or_death, survivor=os.getpid())
    assert list(in_order(read, PAGES)) == [path.stat().st_size for path in PAGES]


def test_few_files_are_read_here() -> None:
    assert {process for _, process in in_order(size_and_process, PAGES)} == {os.getpid()}


@pytest.mark.usefixtures("_two")
def test_suggestions_are_the_same_in_any_number_of_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = load_game("uwr")
    seen: list[object] = []
    several = suggestions(PAGES, rules, Style(), seen=seen.append)
    assert seen == PAGES
    monkeypatch.setattr(module, "_processors", lambda: 1)
    assert several == suggestions(PAGES, rules, Style())
    assert len(several) > 10
