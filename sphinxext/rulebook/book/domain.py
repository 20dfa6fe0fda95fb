"""The book's memory: what every page asked, kept with the environment."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from docutils import nodes
from sphinx.domains import Domain

from ..settings import NO_SEAL
from .places import whole_path

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from ..charts.drawing import Drawing
    from ..settings import Book, Seal
    from ..tables.specs import Request
    from .claims import Held

KINDS = ("asked", "claims", "titles", "places", "charts", "headings")
PATH = " > "  # between the headings of a place


class Heading(NamedTuple):
    """A heading of a page, with those above it."""

    file: str
    line: int
    path: str


class AskedAt(NamedTuple):
    """Where a page asks: the place of the role or directive, and the caption it has there."""

    file: str
    line: int
    caption: str = ""
    around: str = ""  # the words beside a role


class RulebookDomain(Domain):
    """The requests of each page and the fingerprints of their answers."""

    name = "rulebook"
    label = "Rulebook"
    data_version = 14
    initial_data: ClassVar[dict[str, Any]] = {kind: {} for kind in KINDS}

    def __init__(self, env: BuildEnvironment) -> None:
        """Begin without rules; they are read when a page asks them."""
        super().__init__(env)
        self._read: Callable[[], Book] | None = None
        self._book: Book | None = None
        self.output = ""  # the name of the builder
        self.is_for_browsers = False  # where scripts run
        self.dress: Callable[[Drawing], Drawing] | None = None  # recolours charts for a look
        self.unmoved = NO_SEAL  # that of the last build, where it still holds
        # What is kept of each page.
        self.asked: dict[str, dict[Request, bytes]] = self.data["asked"]  # fingerprints of answers
        self.claims: dict[str, list[Held]] = self.data["claims"]
        self.places: dict[str, dict[Request, list[AskedAt]]] = self.data["places"]
        self.titles: dict[str, list[str]] = self.data["titles"]  # figures that other pages repeat
        self.charts: dict[str, list[Drawing]] = self.data["charts"]
        self.headings: dict[str, list[Heading]] = self.data["headings"]  # in their order

    def opens(self, read: Callable[[], Book]) -> None:
        """Take what reads the rules; a build that asks nothing never does."""
        self._read, self._book = read, None

    @property
    def book(self) -> Book:
        """The rules and the style of the book, read when they are first asked for."""
        if self._book is None:
            if self._read is None:
                raise LookupError("the builder is not known yet")
            self._book = self._read()
        return self._book

    def forget_answers(self) -> None:
        """Let go of what was worked out; every object kept makes writing the book slower."""
        if self._book is not None:
            self._book.rules.forget()

    @property
    def seal(self) -> Seal:
        """The seal of all answers: while it is the same, no rules need to be read."""
        return self._book.seal if self._book else self.unmoved

    def hold(self, page: str, claim: Held) -> None:
        """Remember a figure that the page claims."""
        if (file := whole_path(claim.file)) != claim.file:
            claim = claim._replace(file=file)
        self.claims.setdefault(page, []).append(claim)

    def note(
        self, page: str, request: Request, print_: bytes, place: AskedAt | None = None
    ) -> None:
        """Remember that a page shows the answer to a request, and where."""
        places = [place._replace(file=whole_path(place.file))] if place is not None else []
        self.asked.setdefault(page, {})[request] = print_
        if places:
            self.places.setdefault(page, {}).setdefault(request, []).extend(places)

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        """Remember the headings of a page, by which the lock knows its figures."""
        del env
        paths: dict[nodes.Node, str] = {}
        for section in document.findall(nodes.section):
            name = next(iter([*section["names"], *section.get("dupnames", ())]), "")
            above = paths.get(section.parent, "")
            paths[section] = f"{above}{PATH}{name}" if above else name
            file = whole_path(section.source or document["source"])
            heading = Heading(file, section.line or 1, paths[section])
            self.headings.setdefault(docname, []).append(heading)

    def resolve_any_xref(self, *_: Any, **__: Any) -> list[tuple[str, Any]]:
        """Nothing: no reference leads to us, as links in Markdown would ask."""
        return []

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        for kind in KINDS:
            self.data[kind].pop(docname, None)

    def merge_domaindata(self, docnames: Collection[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel reader remembered of its pages."""
        for docname in docnames:
            for kind in KINDS:
                if docname in otherdata[kind]:
                    self.data[kind][docname] = otherdata[kind][docname]


def rulebook_of(env: BuildEnvironment) -> RulebookDomain:
    """The memory of the book that is being built."""
    return cast(RulebookDomain, env.domains["rulebook"])
