"""The bench names what is beyond its limit, and wrote each part of the figures that we keep."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
NUMBERS = json.loads((ROOT / "bench/numbers.json").read_text("utf-8"))


def loaded(path: Path) -> ModuleType:
    """A module of a folder that is no package."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # a dataclass looks its module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def figures(tmp_path: Path) -> ModuleType:
    """The module that keeps the figures, in a folder of its own."""
    module = loaded(ROOT / "bench/figures.py")
    vars(module)["FOLDER"] = tmp_path
    return module


def test_every_part_was_written_by_a_bench() -> None:
    for part, said in NUMBERS.items():
        assert (ROOT / f"bench/{part}.py").is_file()
        assert said["command"] == f"python bench/{part}.py"


def test_the_table_names_what_is_beyond_its_limit(figures: ModuleType) -> None:
    slow = figures.figure("slow", "s", [3, 1, 2], 1.5, peer="other", beside=4)
    fast = figures.figure("fast", "times as fast", [30], 20, at_least=True)
    assert (slow.value, slow.low, slow.high, slow.kept) == (2, 1, 3, False)
    assert fast.kept
    assert figures.finish([slow, fast], "part") == 1
    shown = "\n".join(figures.lines(figures.measured(figures.FOLDER)))
    assert "MISS slow, s" in shown
    assert "1 to 3  other 4" in shown
    assert "ok   fast, times as fast" in shown
