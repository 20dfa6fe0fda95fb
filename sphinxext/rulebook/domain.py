"""The book's memory: what every page asked, kept with the environment."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, ClassVar, cast

from sphinx.domains import Domain

from .rules.rules import Rules
from .settings import Book

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from .present.requests import Request

NOTHING = Book(Rules({}), cast(Any, None), "", "")


class RulebookDomain(Domain):
    """What each page asked of the rules and what it was told."""

    name = "rulebook"
    label = "Rulebook"
    data_version = 1
    initial_data: ClassVar[dict[str, Any]] = {"asked": {}, "stamp": ""}

    def __init__(self, env: BuildEnvironment) -> None:
        """Begin without rules; they are read when the builder is known."""
        super().__init__(env)
        self.book = NOTHING

    @property
    def asked(self) -> dict[str, dict[Request, bytes]]:
        """For each page what it asked, with a fingerprint of the answer."""
        return cast("dict[str, dict[Request, bytes]]", self.data["asked"])

    def note(self, page: str, request: Request, print_: bytes) -> None:
        """Remember that a page shows the answer to a request."""
        self.asked.setdefault(page, {})[request] = print_

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        self.asked.pop(docname, None)

    def merge_domaindata(self, docnames: Collection[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel reader remembered of its pages."""
        for docname in docnames:
            if docname in otherdata["asked"]:
                self.asked[docname] = otherdata["asked"][docname]


def rulebook_of(env: BuildEnvironment) -> RulebookDomain:
    """The memory of the book that is being built."""
    return cast(RulebookDomain, env.domains["rulebook"])
