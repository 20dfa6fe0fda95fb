"""A roll that a Python callable of the author gives, run only where the book allows it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...dice.law import Listed
from ..errors import RulesError


def called(target: str, values: Mapping[str, Any], beside: Path, *, allowed: bool) -> Listed:
    """The law of the die that the callable returns for these arguments."""
    if not allowed:
        raise RulesError(
            f"the rules name the Python callable '{target}'; it runs only with "
            "'rulebook_python = True' in conf.py, or '--python'"
        )
    function = _function(target, beside)
    try:
        die = function(**values)
    except Exception as error:  # whatever an author's own code raises is theirs to mend
        raise RulesError(f"'{target}' failed: {type(error).__name__}: {error}") from error
    if not hasattr(die, "denominator") or not hasattr(die, "outcomes"):
        raise RulesError(f"'{target}' should return an icepool.Die, not {type(die).__name__}")
    shown = list(die.outcomes())
    if any(type(value) is not int for value in shown):
        raise RulesError("the results of a roll must be whole numbers")
    ways = [die.quantity(value) for value in range(min(shown), max(shown) + 1)]
    return Listed(min(shown), ways, die.denominator())


def _function(target: str, beside: Path) -> Any:
    module_name, _, name = target.partition(":")
    if not module_name or not name:
        raise RulesError(f"'{target}' should be 'module:name'")
    file = beside / f"{module_name}.py"
    try:
        if file.is_file():
            spec = importlib.util.spec_from_file_location(module_name, file)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            module = sys.modules.get(module_name) or importlib.import_module(module_name)
    except Exception as error:  # an author's module may fail in any way
        raise RulesError(f"'{module_name}' cannot be imported: {error}") from error
    if not callable(getattr(module, name, None)):
        raise RulesError(f"'{module_name}' has no callable named '{name}'")
    return getattr(module, name)
