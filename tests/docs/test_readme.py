"""The README keeps its promises: its table, its pictures and its page."""

import os
import re
import sys
import tomllib

import pytest

from tests.commands.test_init import files
from tests.hover.test_browser import THEMES
from tests.support.books import Builder
from tests.support.judging import Judge

from .conftest import ROOT

README = (ROOT / "README.md").read_text("utf-8")
CONF = {
    "extensions": ["myst_parser", "sphinxext.rulebook"],
    "man_pages": [("index", "dice", "Dice", "A", 6)],
}


def promised(row: str) -> tuple[str, list[str]]:
    """What the row of the README's table says works, and what it says is tested."""
    found = re.search(rf"^\| {row} \| (.+) \| (.+) \|$", README, re.MULTILINE)
    assert found
    return found[1], found[2].split(", ")


def block(language: str) -> str:
    """The one block of the README in this language."""
    found = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def test_python() -> None:
    works, tested = promised("Python")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={works.split()[0]}"
    classes = [each.rpartition(" ")[2] for each in project["classifiers"]]
    assert [each for each in classes if each.startswith("3.")] == tested
    if os.environ.get("CI") == "true":
        assert "{}.{}".format(*sys.version_info) in tested


def test_sphinx() -> None:
    works, tested = promised("Sphinx")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"sphinx>={works.split()[0]}" in project["dependencies"]
    sessions = (ROOT / "noxfile.py").read_text("utf-8")
    assert re.findall(r'^    \("3\.\d+", "(.+?)", ".+?"\),$', sessions, re.MULTILINE) == tested


def test_all_pages_and_workflows_name_the_same_versions() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    runs = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    for name in ("Python", "Sphinx"):
        tested = promised(name)[1]
        assert f"| {', '.join(tested[:-1])} and {tested[-1]}, by `make versions` |" in contributing
    sphinxes = re.findall(r"version='(.+?)'", runs)
    assert set(sphinxes) <= set(promised("Sphinx")[1])
    assert set(re.findall(r"python-(3\.\d+)", runs)) <= set(promised("Python")[1])


def test_themes() -> None:
    assert tuple(promised("Themes")[1]) == THEMES


@pytest.mark.parametrize("builder", promised("Outputs")[1])
def test_outputs(build: Builder, builder: str) -> None:
    files = {"rules.toml": block("toml"), "index.rst": f"Dice\n====\n\n{block('rst')}"}
    book = build(builder=builder, files=files, conf=CONF, strict=True)
    assert book.warnings == ()
    assert any(path.is_file() for path in book.outdir.iterdir())


def test_the_example_is_short() -> None:
    """Six lines of rules, four of a page: as much as fits on one screen."""
    assert block("toml").count("\n") == 6
    assert block("rst").count("\n") == 4
    assert block("markdown").count("\n") == 5


def test_the_picture_says_what_a_late_change_does(judge: Judge) -> None:
    """`tools/readme-pictures` draws it from the book that `rulebook init` makes."""
    book = files(markdown=True)
    book["rules.toml"] = book["rules.toml"].replace("(5 - edge)", "(4 - edge)", 1)
    found = {(each["found"], each["expected"]) for each in judge(files=book).report["drift"]}
    assert ("41%", "69%") in found
    assert "You wrote 41%. Your rules now say 69%." in README


def test_the_two_commands_are_there() -> None:
    assert "make rulebook\nmake test\n" in README
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"(?:^|`)make (\w+)", README, re.MULTILINE):
        assert f"\n{target}:" in makefile
