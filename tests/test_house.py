"""The house is as CONTRIBUTING describes it."""

from __future__ import annotations

import ast
import re
import runpy
from pathlib import Path

import pytest

import sphinxext.rulebook
from sphinxext.rulebook.ask.axis_kinds import NAMED
from sphinxext.rulebook.figures import KINDS, FigureKind
from sphinxext.rulebook.files import small
from sphinxext.rulebook.words.formatter import FORMATS

ROOT = Path(__file__).parents[1]
PACKAGE = Path(sphinxext.rulebook.__file__).parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
WHERE = dict(re.findall(r"^\| (.+\?) \| `(.+)` \|$", TEXT, re.MULTILINE))


def test_thirty_behaviours_are_listed_with_their_files() -> None:
    assert len(WHERE) == 30
    assert [file for file in WHERE.values() if not (PACKAGE / file).is_file()] == []


def test_each_room_is_listed_and_each_that_is_listed_is_there() -> None:
    said = re.findall(r"^\| ((?:`[\w/]+/`(?:, )?)+) \|", TEXT, re.MULTILINE)
    listed = {name for cell in said for name in re.findall(r"`([\w/]+)/`", cell)}
    rooms = {path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("__init__.py")}
    assert {room.partition("/")[0] for room in rooms - {"."}} <= listed
    assert [room for room in listed if not (PACKAGE / room).is_dir()] == []


def test_the_tests_have_the_same_rooms() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert [room for room in sorted(rooms) if not (ROOT / "tests" / room).is_dir()] == []


def test_the_tests_of_the_rules_are_laid_out_as_the_rules_are() -> None:
    tests, rules = ROOT / "tests/rules", PACKAGE / "rules"
    tried = {path.parent.relative_to(tests).as_posix() for path in tests.rglob("test_*.py")}
    rooms = {path.parent.relative_to(rules).as_posix() for path in rules.rglob("__init__.py")}
    whole_engine = {".", "proof"}
    assert tried - whole_engine == rooms - {"."} | {"games"}


@pytest.mark.parametrize("file", re.findall(r"`((?:\w+/)+\w+\.(?:py|rst))`", TEXT))
def test_the_recipes_name_files_that_are_there(file: str) -> None:
    assert (PACKAGE / file).is_file() or (ROOT / file).is_file()


def test_the_recipes_name_what_is_there() -> None:
    assert NAMED
    assert FORMATS


def test_a_kind_of_figure_is_one_module_and_one_line() -> None:
    modules = {kind.__class__.__module__ for kind in KINDS}
    assert len({kind.name for kind in KINDS}) == len(KINDS)
    assert len(modules) >= len(KINDS) - 1  # a name and the words beside it share one
    assert all(isinstance(kind, FigureKind) for kind in KINDS)


def test_nobody_asks_what_kind_a_figure_is_by_its_name() -> None:
    names = "|".join(kind.name for kind in KINDS)
    asked = re.compile(
        rf"(?:cell|figure|pair\.cell|given)\.kind(?:\.name)? (?:==|!=|in|not in) .*(?:{names})"
    )
    found = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in PACKAGE.rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if asked.search(line)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("what", "most"), [("judge", 83 // 3), pytest.param("fix", 1834 // 3, marks=pytest.mark.slow)]
)
def test_one_figure_changes_rooms_seldom(what: str, most: int) -> None:
    walk = runpy.run_path(str(ROOT / "tools/walk"))["walked"](what)
    assert 1 < len(walk.rooms()) <= most


def test_no_two_types_share_a_name() -> None:
    homes: dict[str, list[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                names = [node.name]
            elif isinstance(node, ast.Assign):
                names = [each.id for each in node.targets if isinstance(each, ast.Name)]
            else:
                names = []
            for name in filter(re.compile(r"_?[A-Z]\w*[a-z]").match, names):
                homes.setdefault(name, []).append(path.relative_to(PACKAGE).as_posix())
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_each_script_ships_a_small_copy_of_itself() -> None:
    scripts = [
        path for path in PACKAGE.glob("*/static/*.js") if path.with_suffix(".min.js").is_file()
    ]
    assert len(scripts) == 2
    stale = [path.name for path in scripts if small(path) == path.read_text("utf-8")]
    assert stale == [], "run tools/minify"
