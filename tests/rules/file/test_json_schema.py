"""The JSON Schema of a rules file: it takes what loads, and refuses what an editor should mark."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sphinxext.rulebook.rules.file.json_schema import json_schema
from sphinxext.rulebook.rules.file.reader import GAMES
from tests.support.cases import cases_of

CASES = cases_of(__file__)

OWN = Path(__file__).parents[1] / "games"
FILES = [*sorted(GAMES.glob("*.toml")), *sorted(OWN.glob("*.toml"))]
SCHEMA = Draft202012Validator(json_schema())


def mistakes(text: str) -> list[str]:
    """The paths at which the schema finds the rules wrong."""
    return [error.json_path for error in SCHEMA.iter_errors(tomllib.loads(text))]


def test_it_is_a_json_schema() -> None:
    Draft202012Validator.check_schema(json_schema())
    assert json.loads(json.dumps(json_schema()))["$schema"].endswith("2020-12/schema")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_accepts_rules_that_load(path: Path) -> None:
    assert mistakes(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("text", CASES["it_refuses_an_unknown_key"])
def test_it_refuses_an_unknown_key(text: str) -> None:
    assert mistakes(text)


@pytest.mark.parametrize("text", CASES["it_refuses_what_cannot_stand_there"])
def test_it_refuses_what_cannot_stand_there(text: str) -> None:
    assert mistakes(text)


def test_a_file_that_extends_another_may_give_parts() -> None:
    assert mistakes('extends = "game:uwr"\nlimit = 100') == []
    assert mistakes('extends = "game:narrative"\n[die.red]\ncolour = "#a00"') == []
    assert mistakes('extends = "a.toml"\n[check.a.difficulties]\nEasy = {}') != []


def described(schema: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every key that the schema knows, with its description."""
    if isinstance(schema, dict):
        for key, value in schema.get("properties", {}).items():
            yield f"{path}.{key}", value.get("description", "")
            yield from described(value, f"{path}.{key}")
        for key in ("anyOf", "items", "additionalProperties", "$defs"):
            yield from described(schema.get(key), path)
        if "properties" not in schema and "type" not in schema:
            for key, value in schema.items():
                if key not in ("anyOf", "if", "else"):
                    yield from described(value, path)
    elif isinstance(schema, list):
        for each in schema:
            yield from described(each, path)


def test_every_key_is_described_for_an_editor() -> None:
    found = dict(described(json_schema()))
    assert len(found) > 60
    assert [key for key, text in found.items() if not text] == []
