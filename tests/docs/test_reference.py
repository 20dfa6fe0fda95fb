"""What the manual says of rules files is so: every file is read, every question asked."""

import doctest
import os
import re
import shlex
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.rules import Mistakes, Rules, RulesError, load, shipped
from sphinxext.rulebook.rules.file.json_schema import json_schema
from tests.support.command import Run

from .conftest import Block, Place, Quoted

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
RENEW = "RENEW_DOCS" in os.environ  # then pages take what the commands print, and hold it


def asked(place: Place, folder: Path) -> Rules:
    """The rules that the page's questions go to, with the games that ship beside them."""
    place.written(folder)
    games: dict[str, str | Path] = {name: f"game:{name}" for name in shipped()}
    if place.rules in games:
        return load({place.rules: games.pop(place.rules), **games})
    if place.rules:
        return load({Path(place.rules).stem: folder / place.rules, **games}, python=True)
    return load(games)


def number(text: str) -> Fraction:
    """The number that the page writes."""
    return Fraction(text.replace(",", ""))


def percent(chance: Fraction, like: str) -> str:
    """The chance in percent, rounded as finely as the page writes it."""
    digits = len(like.partition(".")[2])
    scaled = int(chance * 100 * 10**digits + Fraction(1, 2))
    whole, part = divmod(scaled, 10**digits)
    return f"{whole}.{part:0{digits}d}" if digits else str(whole)


def test_toml(toml: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each rules file of the manual loads; those with mistakes say what the page says."""
    monkeypatch.chdir(toml.written(tmp_path))
    if toml.tried.endswith(", mistaken"):
        name = toml.tried.partition(",")[0]
        Path(name).write_text(toml.text, encoding="utf-8")
        with pytest.raises(Mistakes) as found:
            load(name)
        assert str(found.value) == toml.says.rstrip()
    else:
        load(toml.rules)


def test_quoted(quoted: Quoted, tmp_path: Path) -> None:
    """Each question of the manual has the answer that stands beside it."""
    rules = asked(quoted, tmp_path)
    given_dice = re.search(r" on [-\d]", quoted.question)
    if quoted.message:
        answers = judged if given_dice else whole
        with pytest.raises(RulesError) as mistake:
            answers(rules, quoted.question)
        assert str(mistake.value) == quoted.answer
        return
    if given_dice:
        found = judged(rules, quoted.question)
        assert quoted.answer in (found, found.partition(", ")[0])
        return
    answer = rules.ask(quoted.question)
    if answer.query.event is None:
        assert whole(rules, quoted.question) == quoted.answer
        return
    value = answer.value if answer.probability is None else answer.probability
    said, _, rounded = quoted.answer.partition(" (")
    assert value == number(said)
    if rounded:
        assert rounded == percent(value, rounded[:-2]) + "%)"


def whole(rules: Rules, question: str) -> str:
    """The chances of all outcomes, or of all values, as the manual writes them."""
    answer = rules.ask(question)
    parts: dict[Any, Fraction] = dict(answer.outcomes or answer.counts or {})
    return ", ".join(f"{name}: {chance}" for name, chance in parts.items())


def judged(rules: Rules, question: str) -> str:
    """The value and the outcome that the dice come to, as the manual writes them."""
    found = rules.judge(question)
    shown = [each for each in (found.value, found.outcome) if each is not None]
    return ", ".join(str(each) for each in shown)


def test_console(
    console: Block, rulebook: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command of the manual prints what stands below it."""
    console.written(tmp_path)
    monkeypatch.setenv("COLUMNS", "76")
    shown = []
    for command in (line[2:] for line in console.text.splitlines() if line.startswith("$ ")):
        program, *words = shlex.split(command)
        assert program == "rulebook", command
        status, out, err = rulebook(*words)
        assert status == (2 if err else 0)
        shown.append("\n".join(f"$ {command}\n{out}{err}".rstrip().splitlines()))
    found = "\n".join(shown) + "\n"
    if RENEW:
        head = console.text.partition("…\n")[0]  # of a block that shows the beginning only
        begins = "".join(found.splitlines(keepends=True)[: len(head.splitlines())])
        renew(console, found if head == console.text else f"{begins}…\n")
    elif "…\n" in console.text:  # the page shows the beginning only
        assert found.startswith(console.text.partition("…\n")[0])
    else:
        assert found == console.text, "RENEW_DOCS=1 pytest tests/docs -k console writes it anew"


def renew(block: Block, text: str) -> None:
    """Write the text into the page in the block's place."""
    path = ROOT / block.page
    lines = path.read_text(encoding="utf-8").splitlines()
    first, stop = block.lines
    lines[first:stop] = [(" " * block.indent + line).rstrip() for line in text.splitlines()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_python_sessions(session: list[Block], tmp_path: Path) -> None:
    """Each Python session of the manual gives what it shows, from the top of its page."""
    monkey = Path.cwd()
    os.chdir(session[-1].written(tmp_path))
    try:
        text = "\n".join(block.text for block in session)
        parsed = doctest.DocTestParser().get_doctest(text, {}, session[0].page, None, 0)
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        said: list[str] = []
        runner.run(parsed, out=said.append)
        assert not runner.failures, "".join(said)
    finally:
        os.chdir(monkey)


def keys_of(schema: Any) -> set[str]:
    """Every key that the schema knows."""
    found: set[str] = set()
    if isinstance(schema, dict):
        for key, value in schema.get("properties", {}).items():
            found |= {key} | keys_of(value)
        for key, value in schema.items():
            if key != "properties":
                found |= keys_of(value)
    elif isinstance(schema, list):
        for each in schema:
            found |= keys_of(each)
    return found


def test_every_key_is_explained() -> None:
    """The pages on the rules file name each key of the schema at the head of an entry."""
    text = "\n".join(path.read_text("utf-8") for path in REFERENCE.glob("rules-*.rst"))
    entries = set(re.findall(r"^ *(?:``[^`]+``(?:, )?)+$", text, re.MULTILINE))
    named = {key for entry in entries for key in re.findall(r"``([^`]+)``", entry)}
    assert keys_of(json_schema()) - named == set()


def test_every_dependency_is_explained() -> None:
    """CONTRIBUTING has a row for each dependency that a book may need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    every = [project["dependencies"], *project["optional-dependencies"].values()]
    needed = {re.split(r"[^\w-]", each)[0] for some in every for each in some} - {project["name"]}
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Libraries, and why\n")[2]
    entries = re.findall(r"(?m)^\| ([a-z][\w, -]*) \|", page)
    assert needed - {name.strip() for entry in entries for name in entry.split(",")} == set()


@pytest.mark.parametrize("game", shipped())
def test_games_are_listed_with_their_checks(game: str) -> None:
    """The page on the games that ship names every check of each."""
    page = (ROOT / "docs" / "reference" / "games.rst").read_text(encoding="utf-8")
    row = re.split(r"\* - |\n\n", page.partition(f"* - ``{game}``")[2])[0]
    named = re.findall(r"``([^`]+)``", row.rpartition("- ")[2])
    assert named == list(load(f"game:{game}").game().checks)
