"""The page on what can go wrong names real messages, and has a place for every code."""

from __future__ import annotations

import ast
import re

import pytest

from sphinxext.rulebook.page.warn import SUBTYPES

from .conftest import DOCS, ROOT

PAGE = (DOCS / "how-to/troubleshooting.rst").read_text("utf-8")
OURS = re.findall(r"^['\"](.+)['\"]$", PAGE.partition(".. _trouble-rules:")[2], re.MULTILINE)


@pytest.fixture(scope="module")
def said() -> str:
    """Every text in the source of the package."""
    trees = (ast.parse(p.read_bytes()) for p in (ROOT / "sphinxext").rglob("*.py"))
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return "\n".join(node.value for node in nodes if isinstance(node.value, str))


@pytest.mark.parametrize("code", SUBTYPES)
def test_every_code_has_a_place(code: str) -> None:
    assert f".. _trouble-{code}:" in PAGE
    assert f"``rulebook.{code}``" in PAGE


@pytest.mark.parametrize("message", OURS)
def test_messages_are_ours(message: str, said: str) -> None:
    """What is between names and numbers is in the source, word for word."""
    names = r"\b(?:uwr|rulebook_rounding|unclosed.*|should be)\b"
    parts = re.split(rf"'[^']*'|[\"…]|\d\S*|{names}", message)
    known = [part.strip(" ;?:,") for part in parts if len(part) > 4]
    assert known or "should be" in message
    assert [part for part in known if part.lower() not in said.lower()] == []


def test_there_are_messages() -> None:
    assert len(OURS) > 15
