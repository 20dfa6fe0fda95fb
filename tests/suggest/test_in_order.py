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


def size_or_death(path: Path, survivor: int, seen: Path) -> int:
    (seen / str(os.getpid())).touch()
    if path == PAGES[-1] and os.getpid() != survivor:
        os._exit(1)
    return path.stat().st_size


@pytest.fixture
def _two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEAST", 0)
    monkeypatch.setattr(module, "_processors", lambda: 2)


@pytest.mark.usefixtures("_two")
def test_files_of_a_process_that_dies_are_read_here(tmp_path: Path) -> None:
    read = partial(size_or_death, survivor=os.getpid(), seen=tmp_path)
    assert list(in_order(read, PAGES)) == [path.stat().st_size for path in PAGES]
    assert {path.name for path in tmp_path.iterdir()} > {str(os.getpid())}


def test_few_files_are_read_here(tmp_path: Path) -> None:
    read = partial(size_or_death, survivor=os.getpid(), seen=tmp_path)
    assert list(in_order(read, PAGES)) == [path.stat().st_size for path in PAGES]
    assert [path.name for path in tmp_path.iterdir()] == [str(os.getpid())]


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
