"""The kinds of figures that a book shows: a module for each, and their list."""

from __future__ import annotations

from .chance import CHANCE
from .difference import DIFFERENCE, MEAN_DIFFERENCE
from .kind import FigureKind
from .mean import MEAN
from .name import FACE, LABEL, NAME, WORDS
from .ratio import RATIO
from .reach import REACH
from .rolled import ROLLED
from .rule import RULE
from .rung import RUNG
from .ways import WAYS

__all__ = [
    "CHANCE",
    "DIFFERENCE",
    "FACE",
    "KINDS",
    "KIND_NAMES",
    "LABEL",
    "MEAN",
    "MEAN_DIFFERENCE",
    "NAME",
    "RATIO",
    "REACH",
    "ROLLED",
    "RULE",
    "RUNG",
    "WAYS",
    "WORDS",
    "FigureKind",
    "kind_named",
]

KINDS = (
    CHANCE,
    MEAN,
    WAYS,
    DIFFERENCE,
    MEAN_DIFFERENCE,
    RATIO,
    REACH,
    FACE,
    NAME,
    WORDS,
    RUNG,
    RULE,
    ROLLED,
    LABEL,
)
_NAMED = {kind.name: kind for kind in KINDS}
KIND_NAMES = frozenset(_NAMED)


def kind_named(name: str) -> FigureKind:
    """The kind of that name."""
    return _NAMED[name]
