"""The options of an explorer, as they are written."""

from __future__ import annotations

from typing import NamedTuple


class ExplorerSpec(NamedTuple):
    """The options of an odds-explorer."""

    game: str
    check: str
    dials: str = ""
    show: str = ""
    start: str = ""
    given: str = ""
    format: str = ""
    digits: str = ""
    rounding: str = ""
    roll: str = ""  # "yes" where the page has a button that throws the dice
