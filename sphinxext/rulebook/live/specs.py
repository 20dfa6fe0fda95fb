"""The options of an explorer, as they are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..tables.specs import AskingSpec

if TYPE_CHECKING:
    from ..settings import Book


@dataclass(frozen=True)
class ExplorerSpec(AskingSpec):
    """The options of an odds-explorer."""

    dials: str = ""
    show: str = ""
    start: str = ""
    roll: str = ""  # "yes" where the page has a button that throws the dice

    def answer(self, book: Book) -> Any:
        """Ask for all that the explorer shows."""
        from .explorer import explorer

        return explorer(book.rules, book.style, self, book.explorer_seconds).seen
