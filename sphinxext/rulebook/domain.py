"""The book's memory: what every page asked, kept with the environment."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, ClassVar, cast

from sphinx.domains import Domain

from .rules.rules import Rules
from .settings import Book

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from .drift.claims import Held
    from .present.requests import Request

NOTHING = Book(Rules({}), cast(Any, None), "", "")


class RulebookDomain(Domain):
    """What each page asked of the rules and what it was told."""

    name = "rulebook"
    label = "Rulebook"
    data_version = 1
    initial_data: ClassVar[dict[str, Any]] = {"asked": {}, "claims": {}, "titles": {}}

    def __init__(self, env: BuildEnvironment) -> None:
        """Begin without rules; they are read when the builder is known."""
        super().__init__(env)
        self.book = NOTHING
        self.output = ""  # the name of the builder

    @property
    def asked(self) -> dict[str, dict[Request, bytes]]:
        """For each page what it asked, with a fingerprint of the answer."""
        return cast("dict[str, dict[Request, bytes]]", self.data["asked"])

    @property
    def claims(self) -> dict[str, list[Held]]:
        """For each page what it claims."""
        return cast("dict[str, list[Held]]", self.data["claims"])

    @property
    def titles(self) -> dict[str, list[str]]:
        """For each page the figures in its titles, which other pages repeat."""
        return cast("dict[str, list[str]]", self.data["titles"])

    def hold(self, page: str, claim: Held) -> None:
        """Remember a figure that the page claims."""
        self.claims.setdefault(page, []).append(claim)

    def note(self, page: str, request: Request, print_: bytes) -> None:
        """Remember that a page shows the answer to a request."""
        self.asked.setdefault(page, {})[request] = print_

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        for memory in self.data.values():
            if isinstance(memory, dict):
                memory.pop(docname, None)

    def merge_domaindata(self, docnames: Collection[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel reader remembered of its pages."""
        for docname in docnames:
            for kind in ("asked", "claims", "titles"):
                if docname in otherdata[kind]:
                    self.data[kind][docname] = otherdata[kind][docname]


def rulebook_of(env: BuildEnvironment) -> RulebookDomain:
    """The memory of the book that is being built."""
    return cast(RulebookDomain, env.domains["rulebook"])
