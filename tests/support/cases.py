"""The cases of a test, which are data beside it."""

import tomllib
from pathlib import Path
from typing import Any


def cases_of(test: str) -> dict[str, Any]:
    """Return the cases of a test file; the lines of a table are tuples."""
    path = Path(test)
    text = path.with_name(path.stem.removeprefix("test_") + ".toml").read_text("utf-8")
    return {name: _typed(value) for name, value in tomllib.loads(text).items()}


def _typed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _typed(each) for name, each in value.items()}
    if isinstance(value, list):
        return [tuple(each) if isinstance(each, list) else each for each in value]
    return value
