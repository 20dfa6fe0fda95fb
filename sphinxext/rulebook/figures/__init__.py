"""The kinds of figures that a book shows: a module for each, and their list."""

from __future__ import annotations

from .chance import CHANCE as CHANCE
from .difference import DIFFERENCE as DIFFERENCE
from .difference import MEAN_DIFFERENCE as MEAN_DIFFERENCE
from .kind import FigureKind
from .mean import MEAN as MEAN
from .name import FACE as FACE
from .name import LABEL as LABEL
from .name import NAME as NAME
from .name import WORDS as WORDS
from .ratio import RATIO as RATIO
from .reach import REACH as REACH
from .rolled import ROLLED as ROLLED
from .rule import RULE as RULE
from .rung import RUNG as RUNG
from .ways import WAYS as WAYS

_NAMED = {kind.name: kind for kind in [*globals().values()] if isinstance(kind, FigureKind)}
KIND_NAMES = frozenset(_NAMED)


def kind_named(name: str) -> FigureKind:
    """The kind of that name."""
    return _NAMED[name]
