"""The cases of a test, which are data beside it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def cases_of(test: str) -> dict[str, Any]:
    """Return the cases of a test file; a list within another is a tuple, as a line of a table."""
    path = Path(test)
    text = path.with_name(path.stem.removeprefix("test_") + ".toml").read_text("utf-8")
    return {name: _typed(value, inner=False) for name, value in tomllib.loads(text).items()}


def _typed(value: Any, *, inner: bool) -> Any:
    if isinstance(value, dict):
        return {name: _typed(each, inner=False) for name, each in value.items()}
    if isinstance(value, list):
        found = [_typed(each, inner=True) for each in value]
        return tuple(found) if inner else found
    return value
