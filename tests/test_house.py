"""The house is as CONTRIBUTING describes it."""

import ast
import io
import re
import runpy
import tokenize
import tomllib
from collections import Counter
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
    [("judge", 12), ("held", 140), pytest.param("fix", 40, marks=pytest.mark.slow)],
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


HOUSE = tomllib.loads(Path(__file__).with_name("house.toml").read_text("utf-8"))


def lines_of_code(path: Path) -> int:
    """Count the lines of a module without blanks, comments and docstrings."""
    source = path.read_text("utf-8")
    said: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = next(iter(node.body), None)
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                said.update(range(first.lineno, (first.end_lineno or 0) + 1))
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in UNCOUNTED:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - said)


UNCOUNTED = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
             tokenize.ENDMARKER}  # fmt: skip


def test_no_room_grows() -> None:
    rooms: Counter[str] = Counter()
    for path in PACKAGE.rglob("*.py"):
        rooms[path.relative_to(PACKAGE).parts[0].removesuffix(".py")] += lines_of_code(path)
    more = {room: n for room, n in rooms.items() if n > HOUSE["lines"].get(room, 0)}
    assert more == {}, "take lines out of these rooms, or say in the commit why they grow"


def test_no_module_and_no_room_gets_too_large() -> None:
    long = [
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if len(path.read_text("utf-8").splitlines()) > HOUSE["longest"]
    ]
    full = [
        folder.parent.relative_to(PACKAGE).as_posix()
        for folder in PACKAGE.rglob("__init__.py")
        if len(list(folder.parent.glob("*.py"))) - 1 > HOUSE["fullest"]
    ]
    assert set(long) <= set(HOUSE["still-longer"]), "split it where its ideas part"
    assert set(full) <= set(HOUSE["still-fuller"]), "join modules that are read together"
