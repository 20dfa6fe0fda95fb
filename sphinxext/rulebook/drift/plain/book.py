"""A folder of Markdown and reStructuredText as a book: its rules, its settings and its claims."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from ...book.claims import Held, unread
from ...book.domain import PATH, Heading
from ...book.places import OTHER_MARKUP
from ...rules.errors import RulesError, suggest
from ...settings import NO_SEAL, SETTINGS, Book, Seal, read_book
from ...source.document import Kind
from ...source.files import read_source
from ...source.read import read_document
from .claims import claims_of
from .marks import may_hold_mark
from .sources import Sources, is_markdown, sources_of

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

SETTINGS_FILE = "rulebook.toml"
ENCODING = "utf-8-sig"


@dataclass
class PlainMemory:
    """The claims of a plain folder's pages; they ask for nothing that is generated."""

    book: Book
    claims: dict[str, list[Held]] = field(default_factory=dict)
    asked: dict[str, Any] = field(default_factory=dict)
    places: dict[str, Any] = field(default_factory=dict)
    titles: dict[str, Any] = field(default_factory=dict)
    seal: Seal = NO_SEAL

    @cached_property
    def headings(self) -> dict[str, list[Heading]]:
        """Read the headings of the pages with claims, when the lock asks for them."""
        return {page: list(_headings(Path(page))) for page in self.claims}


@dataclass
class PlainBook:
    """Stands where Sphinx's environment stands for a Sphinx book."""

    srcdir: Path
    sources: Sources
    domains: dict[str, PlainMemory]
    config: SimpleNamespace

    @property
    def found_docs(self) -> list[str]:
        """The name of each page, which is its path."""
        return [str(path) for path in self.sources.files]

    @staticmethod
    def doc2path(page: str) -> str:
        """The file of a page."""
        return page


def plain_book(folder: Path) -> BuildEnvironment:
    """The folder, or the one file, with all that it claims."""
    if not folder.exists():
        raise RulesError(f"no folder '{folder}'")
    sources = sources_of(folder)
    if not sources.files:
        unread = f"; not read: {', '.join(sources.unread)}" if sources.unread else ""
        raise RulesError(
            f"no reStructuredText or Markdown in '{folder}'{unread}; "
            "name the folder of your book, or make one with 'rulebook init my-game'"
        )
    root = (folder if folder.is_dir() else folder.parent).resolve()
    config = _config(root)
    memory = PlainMemory(read_book(cast("Any", config), root, SETTINGS_FILE))
    for path in sources.files:
        if claims := read_page(path, memory.book):
            memory.claims[str(path)] = claims
    book = PlainBook(root, sources, {"rulebook": memory}, config)
    return cast("BuildEnvironment", book)


def read_page(path: Path, book: Book) -> list[Held]:
    """Read the claims of a file; a broken one if it cannot be read."""
    file = str(path.resolve())
    try:
        text = read_source(path, ENCODING).page
    except OSError as error:
        return [unread(file, 1, f"{path.name}: {error.strerror}")]
    return read_text(text, file, book, markdown=is_markdown(path))


def _headings(path: Path) -> Iterator[Heading]:
    """Read the headings of a file, each with those above it."""
    above: list[tuple[int, str]] = []
    text = read_source(path, ENCODING).page
    for each in read_document(text, markdown=is_markdown(path)).blocks:
        if each.kind is Kind.HEADING:
            name = " ".join(str(each.text).casefold().split())
            above = [*((level, said) for level, said in above if level < each.level),
                     (each.level, name)]  # fmt: skip
            yield Heading(str(path.resolve()), each.line, PATH.join(said for _, said in above))


def read_text(text: str, file: str, book: Book, *, markdown: bool) -> list[Held]:
    """Read the claims of a text."""
    asks = may_hold_mark(text) or (markdown and OTHER_MARKUP.search(text))
    return claims_of(read_document(text, markdown=markdown), file, book) if asks else []


def _config(folder: Path) -> SimpleNamespace:
    """The settings of the folder's rulebook.toml, named as in conf.py."""
    config = SimpleNamespace(
        language="en", source_encoding=ENCODING, **{each.name: each.default for each in SETTINGS}
    )
    path = folder / SETTINGS_FILE
    if not path.is_file():
        return config
    try:
        said = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise RulesError(f"{path.name}: {error}") from None
    known = {"language", *(each.name for each in SETTINGS)} - {"rulebook_python"}
    for name, value in said.items():
        if name not in known:
            raise RulesError(f"{path.name}: no setting '{name}'{suggest(name, known)}")
        setattr(config, name, value)
    return config
