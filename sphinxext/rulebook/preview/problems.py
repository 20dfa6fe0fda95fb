"""Collects everything that is wrong with a book just now, with its place on the page.

Pieces of a page have classes by which a browser finds a line, a figure or a question again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from ..book.claims import Claim, Finding
from ..book.domain import rulebook_of
from ..book.places import KINDS
from ..book.roles import ResolveFigures, split
from ..book.warn import SUBTYPES
from ..drift.check.judge import judge_page
from ..drift.report.reading import Why
from ..drift.report.words import message
from ..source.document import Table
from .help import place_of
from .noted import Noted, NotingSphinx, split_place

DRIFT = "rulebook.drift"
FIGURES = {f"rulebook-{kind.value}" for kind in KINDS}
BLOCKS = (
    nodes.paragraph,
    nodes.title,
    nodes.section,
    nodes.table,
    nodes.list_item,
    nodes.definition_list_item,
    nodes.literal_block,
    nodes.figure,
    nodes.Admonition,
    nodes.problematic,
)


@dataclass(frozen=True)
class Problem:
    """Something to mend: what the author is told, and where a page shows it."""

    says: str
    file: str = ""
    line: int = 0
    page: str = ""  # the address of the page that shows it
    source: str = ""  # the class of everything from that file
    mark: str = ""  # the class of the element itself
    row: int = -1  # of the cell in a marked table
    column: int = -1
    typed: str = ""  # the words that are wrong
    right: str = ""
    code: str = ""  # such as rulebook.drift
    help: str = ""  # the place on the pages on troubleshooting
    fixable: bool = False

    @property
    def key(self) -> str:
        """A name for it that lasts until it is mended."""
        told = (self.file, self.says, self.mark, self.row, self.column)
        return hashlib.blake2b(repr(told).encode(), digest_size=6).hexdigest()

    def shown(self, folder: Path) -> dict[str, Any]:
        """The problem as the browser takes it."""
        place = _relative(self.file, folder)
        where = f"{place}:{self.line}" if place and self.line else place
        return {**asdict(self), "key": self.key, "where": where, "file": place}


def stopped(why: Why) -> list[Problem]:
    """Return what to tell of a build that did not come to its end."""
    file, line = split_place(why.place)
    return [
        Problem("The build stopped, so this page is as it was before."),
        Problem(why.words, file=os.path.realpath(file) if file else "", line=line),
    ]


def problems_of(app: NotingSphinx) -> list[Problem]:
    """Return everything that the build warned of; typed figures with their exact place."""
    found = [_warned(app, each) for each in app.noted if each.code != DRIFT]
    found += _drifted(app, {os.path.realpath(e.file) for e in app.noted if e.code == DRIFT})
    return list({each.key: each for each in found}.values())


def _warned(app: Sphinx, warning: Noted) -> Problem:
    """Return a warning as a problem, with the page that shows its file."""
    kind, _, subtype = warning.code.partition(".")
    is_ours = kind == "rulebook" and subtype in SUBTYPES
    problem = Problem(
        warning.says, code=warning.code, help=place_of(warning.code) if is_ours else ""
    )
    if not warning.file:
        return problem
    file = os.path.realpath(warning.file)
    pages = _pages(app, file)
    return replace(
        problem,
        file=file,
        line=warning.line,
        page=app.builder.get_target_uri(pages[0]) if pages else "",
        source=file_class(file),
        mark=line_class(file, warning.line) if warning.line else "",
    )


def _pages(app: Sphinx, file: str) -> list[str]:
    """The page of a source file, or the pages that include it."""
    env = app.env
    own = env.path2doc(file)
    if own in env.found_docs:
        return [own]
    return sorted(
        page
        for page, names in env.dependencies.items()
        if any(os.path.realpath(os.path.join(env.srcdir, name)) == file for name in names)
        and page in env.found_docs
        and not file.endswith(".toml")
    )


def _drifted(app: Sphinx, files: set[str]) -> Iterator[Problem]:
    """Yield the wrong figures of some files with their place on a page."""
    if not files:
        return
    memory = rulebook_of(app.env)
    for page, claims in sorted(memory.claims.items()):
        if any(os.path.realpath(claim.file) in files for claim in claims):
            for finding in judge_page(memory.book, claims).drift:
                yield replace(of_finding(finding), page=app.builder.get_target_uri(page))


def of_finding(finding: Finding) -> Problem:
    """A wrong figure as a problem, without its page."""
    file, claim = os.path.realpath(finding.file), finding.claim
    problem = Problem(
        f"drift: {message(finding)}",
        file=file,
        line=finding.line,
        source=file_class(file),
        typed=finding.found,
        right=finding.expected,
        code=DRIFT,
        help=place_of(DRIFT),
        fixable=True,
    )
    if isinstance(claim, Claim):
        return replace(problem, mark=claim_class(claim))
    assert claim is not None
    row, column = cell_of(claim.sheet, finding)
    return replace(problem, mark=line_class(claim.file, claim.line), row=row, column=column)


def cell_of(sheet: Table, finding: Finding) -> tuple[int, int]:
    """Return row and column of a wrong cell; none of a table that is wrong as a whole."""
    typed = finding.case.typed if finding.case else None
    near = (-1, -1)
    for r, row in enumerate(sheet.rows):
        for c, cell in enumerate(row):
            if cell is typed:
                return r, c
            is_alike = cell.line == finding.line and " ".join(cell.text.split()) == finding.found
            near = (r, c) if is_alike and near == (-1, -1) else near
    return near


def _relative(file: str, folder: Path) -> str:
    try:
        return Path(file).relative_to(folder.resolve()).as_posix() if file else ""
    except ValueError:
        return file


def line_class(file: str, line: int) -> str:
    """The class of what begins on a line of a file."""
    return f"{file_class(file)}-{line}"


def file_class(file: str) -> str:
    """The beginning of the class of everything that comes from a file."""
    return f"rulebook-at-{_digest(os.path.realpath(file))}"


def claim_class(claim: Claim) -> str:
    """The class of a typed figure in a sentence."""
    held = (os.path.realpath(claim.file), claim.line, claim.request, claim.words)
    return f"rulebook-held-{_digest(repr(held))}"


class MarkPlaces(SphinxTransform):
    """Gives each block its line, each typed figure its claim and each figure its question."""

    default_priority = ResolveFigures.default_priority + 1

    def apply(self, **_: Any) -> None:
        """Walk the page in the order in which its claims were noted."""
        if str(self.document.get("source", "")).endswith("<translated>"):
            return
        claims = iter(rulebook_of(self.env).claims.get(self.env.docname, ()))
        for node in self.document.findall(nodes.Element):
            if isinstance(node, BLOCKS) and node.line and node.source:
                node["classes"].append(line_class(node.source, node.line))
            elif FIGURES & set(node.get("classes", ())) and isinstance(node, nodes.inline):
                node["classes"] += _of_figure(node, claims)


def _of_figure(node: nodes.inline, claims: Iterator[object]) -> list[str]:
    """The classes of a figure in a sentence."""
    text = node.rawsource
    role, _, asked = text.partition("`")
    words, question = split(asked.rstrip("`"))
    found = [f"rulebook-asked-{_digest(role + question)}"]
    if node.line and node.source:
        found.append(line_class(node.source, node.line))
    if words and (claim := _next_claim(claims, node.astext())):
        found.append(claim_class(claim))
    return found


def _next_claim(claims: Iterator[object], words: str) -> Claim | None:
    """The next typed figure; claims are noted in the order of the page."""
    return next((c for c in claims if isinstance(c, Claim) and c.words == words), None)


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=5).hexdigest()
