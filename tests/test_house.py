"""The house is as CONTRIBUTING describes it."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

import sphinxext.rulebook
from sphinxext.rulebook.files import small

ROOT = Path(__file__).parents[1]
PACKAGE = Path(sphinxext.rulebook.__file__).parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
WHERE = dict(re.findall(r"^\| (.+\?) \| `(.+)` \|$", TEXT, re.MULTILINE))


def test_behaviours_are_listed_with_their_files() -> None:
    assert WHERE
    assert [file for file in WHERE.values() if not (PACKAGE / file).is_file()] == []


def test_each_room_is_listed_and_each_that_is_listed_is_there() -> None:
    said = re.findall(r"^\| ((?:`[\w/]+/`(?:, )?)+) \|", TEXT, re.MULTILINE)
    listed = {name for cell in said for name in re.findall(r"`([\w/]+)/`", cell)}
    rooms = {path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("__init__.py")}
    assert {room.partition("/")[0] for room in rooms - {"."}} <= listed
    assert [room for room in listed if not (PACKAGE / room).is_dir()] == []


@pytest.mark.parametrize("file", re.findall(r"`((?:\w+/)+\w+\.(?:py|rst))`", TEXT))
def test_the_recipes_name_files_that_are_there(file: str) -> None:
    assert (PACKAGE / file).is_file() or (ROOT / file).is_file()


@pytest.mark.parametrize(
    ("what", "most"),
    [("judge", 24), ("held", 260), pytest.param("fix", 40, marks=pytest.mark.slow)],
)
def test_one_figure_changes_rooms_seldom(what: str, most: int) -> None:
    walk = runpy.run_path(str(ROOT / "tools/walk"))["walked"](what)
    assert 1 < len(walk.rooms()) <= most


def test_each_script_ships_a_small_copy_of_itself() -> None:
    scripts = [
        path for path in PACKAGE.glob("*/static/*.js") if path.with_suffix(".min.js").is_file()
    ]
    assert len(scripts) == 3
    stale = [path.name for path in scripts if small(path) == path.read_text("utf-8")]
    assert stale == [], "run tools/minify"


LOOKS = {"startswith", "endswith", "find", "index", "count", "partition", "removeprefix",
         "removesuffix", "search", "match", "fullmatch", "findall", "finditer"}  # fmt: skip


def is_message(node: ast.AST, errors: set[str]) -> bool:
    """Return whether an expression is what a person reads of a finding or of an error."""
    match node:
        case ast.Attribute(attr="message" | "args"):
            return isinstance(node.ctx, ast.Load) and not isinstance(node.value, ast.Call)
        case ast.Call(func=ast.Name("str"), args=[ast.Name(name)]):
            return name in errors
    return False


def looked_into(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that compare a message or search in it."""
    handlers = [node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)]
    errors = {each.name for each in handlers if each.name}
    for node in ast.walk(tree):
        parts: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            parts = [node.subject]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            parts = [node.func.value, *node.args] if node.func.attr in LOOKS else []
        if any(is_message(part, errors) for part in parts):
            yield getattr(node, "lineno", 0)


# Typst tells in words alone what it refuses.
LEFT = {"press/typeset.py"}


def test_no_branch_looks_into_a_message() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).as_posix() not in LEFT
        for line in looked_into(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []
