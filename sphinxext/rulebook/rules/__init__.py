"""The rules engine: what the dice of a game do, exactly, with nothing of Sphinx in it."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..dice.budget import Work, count_work
    from .answer import Answer
    from .errors import Mistakes, RulesError
    from .file.reader import shipped
    from .rules import Rules, load, load_game
    from .throw.judge import Judged

__all__ = [
    "Answer",
    "Judged",
    "Mistakes",
    "Rules",
    "RulesError",
    "Work",
    "count_work",
    "load",
    "load_game",
    "shipped",
]

_ROOMS = {
    "Answer": ".answer",
    "Judged": ".throw.judge",
    "Mistakes": ".errors",
    "Rules": ".rules",
    "RulesError": ".errors",
    "Work": "..dice.budget",
    "count_work": "..dice.budget",
    "load": ".rules",
    "load_game": ".rules",
    "shipped": ".file.reader",
}


def __getattr__(name: str) -> Any:
    """The name that is asked for; the engine is imported only then."""
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_ROOMS[name], __name__), name)
