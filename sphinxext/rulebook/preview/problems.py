"""Collects everything that is wrong with a book just now, with its place on the page."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..book.claims import Claim, Finding
from ..book.domain import rulebook_of
from ..book.warn import SUBTYPES
from ..drift.check.judge import judge_page
from ..drift.report.words import message
from .messages import anchor_for
from .noted import message_of
from .place_marks import claim_class, file_class, line_class

if TYPE_CHECKING:
    from logging import LogRecord

    from sphinx.application import Sphinx

    from ..source.document import Table
    from .noted import NotingSphinx

DRIFT = "rulebook.drift"
_PLACE = re.compile(r"(?P<file>.+?)(?::(?P<line>\d+|None))?(?::<\w+>)?")


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
    help: str = ""  # the anchor of the entry on the pages on troubleshooting
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


def stopped(why: str) -> list[Problem]:
    """A build that did not come to its end."""
    says = "The build stopped, so this page is as it was before."
    found = _PLACE.fullmatch(why.partition(": ")[0])
    file = found["file"] if found and found["line"] else ""
    return [
        Problem(says),
        Problem(
            why.partition(": ")[2] if file else why,
            file=str(Path(file).resolve()) if file else "",
            line=int(found["line"]) if found and file else 0,
        ),
    ]


def problems_of(app: NotingSphinx) -> list[Problem]:
    """Return everything that the build warned of; typed figures with their exact place."""
    found = [_placed(app, _warned(each)) for each in app.noted]
    exact = {(f.file, f.line, f.says): f for f in _drifted(app, found)}
    best = [exact.get((each.file, each.line, each.says), each) for each in found]
    return list({each.key: each for each in best}.values())


def _warned(warning: LogRecord) -> Problem:
    """Return a warning as a problem, with the place that Sphinx gives it."""
    place = _PLACE.fullmatch(str(getattr(warning, "location", None) or ""))
    number = (place["line"] if place else None) or ""
    kinds = (getattr(warning, "type", ""), getattr(warning, "subtype", ""))
    says, code = message_of(warning), ".".join(str(kind) for kind in kinds if kind)
    return Problem(
        says,
        file=place["file"] if place else "",
        line=int(number) if number.isdecimal() else 0,
        code=code,
        help=_entry(says, code),
    )


def _entry(says: str, code: str) -> str:
    """The entry on the pages on troubleshooting: of the message, or else of its code."""
    kind, _, subtype = code.partition(".")
    ours = kind == "rulebook" and subtype in SUBTYPES
    return (anchor_for(says) or f"trouble-{subtype}") if ours else ""


def _placed(app: Sphinx, problem: Problem) -> Problem:
    """The problem with the page that shows its file."""
    if not problem.file:
        return problem
    file = os.path.realpath(problem.file)
    pages = _pages(app, file)
    return replace(
        problem,
        file=file,
        page=app.builder.get_target_uri(pages[0]) if pages else "",
        source=file_class(file),
        mark=line_class(file, problem.line) if problem.line else "",
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


def _drifted(app: Sphinx, found: list[Problem]) -> Iterator[Problem]:
    """Wrong figures with their place, on the pages that have some."""
    if "rulebook" not in app.env.domains:
        return
    files = {each.file for each in found if each.code == DRIFT}
    memory = rulebook_of(app.env)
    for page, claims in memory.claims.items():
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
        help=_entry(message(finding), DRIFT),
        fixable=True,
    )
    if isinstance(claim, Claim):
        return replace(problem, mark=claim_class(claim))
    assert claim is not None
    row, column = cell_of(claim.sheet, finding)
    return replace(problem, mark=line_class(claim.file, claim.line), row=row, column=column)


def cell_of(sheet: Table, finding: Finding) -> tuple[int, int]:
    """Row and column of a wrong cell; none of a table that is wrong as a whole."""
    cells = [(r, c, cell) for r, row in enumerate(sheet.rows) for c, cell in enumerate(row)]
    typed = finding.case.typed if finding.case else None
    same = [(r, c) for r, c, cell in cells if cell is typed] or [
        (r, c)
        for r, c, cell in cells
        if cell.line == finding.line and " ".join(cell.text.split()) == finding.found
    ]
    return same[0] if same else (-1, -1)


def _relative(file: str, folder: Path) -> str:
    try:
        return Path(file).relative_to(folder.resolve()).as_posix() if file else ""
    except ValueError:
        return file
