"""Suggestions for a whole book, or for a folder of sources that is none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...book.domain import rulebook_of
from ...files import from_here
from ...terminal.screen import progress
from ..plain.book import plain_book
from ..suggest.apply import with_marks
from ..suggest.scan import suggestions
from ..suggest.suggestion import Suggestion, as_lines
from .formats import Report

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.environment import BuildEnvironment

    from ...source.files import Source

SITES = (  # settings of other programs that make pages of Markdown
    *("mkdocs.yml", "mkdocs.yaml", "book.toml", "_quarto.yml", "_quarto.yaml", "_config.yml"),
    *("hugo.toml", "hugo.yaml", "config.toml", ".obsidian", "docusaurus.config.js", ".eleventy.js"),
)


def of_book(env: BuildEnvironment) -> tuple[Suggestion, ...]:
    """The suggestions for every page of a book, its rules asked."""
    book = rulebook_of(env).book
    files = [Path(env.doc2path(page)) for page in sorted(env.found_docs)]
    encoding = str(getattr(env.config, "source_encoding", "utf-8-sig"))
    seen = progress(len(files))
    return _from_here(suggestions(files, book.rules, book.style, encoding, seen))


def of_folder(env: BuildEnvironment, report: Report, *, plain: bool = False) -> Report:
    """The report on a plain folder with the suggestions for every source in it.

    They are comments where the folder has some, or a rules file, or belongs to a site that another
    program builds, or somebody asks for them. Else they are roles for a Sphinx book to be.
    """
    memory = rulebook_of(env)
    book = memory.book
    folder = Path(env.srcdir)
    is_site = any((place / name).exists() for place in (folder, folder.parent) for name in SITES)
    plain = plain or is_site or bool(memory.claims or book.rules.games)
    files = [Path(page) for page in env.found_docs]
    found = suggestions(files, book.rules, book.style, seen=progress(len(files)), plain=plain)
    unread = getattr(env, "sources").unread  # noqa: B009  # a plain book has them
    return report._replace(suggestions=_from_here(found), unread_files=unread)


def applied(folder: Path) -> tuple[list[tuple[Source, Source]], list[str]]:
    """Return the files of a plain folder with comments that hold figures, and what is wrong."""
    env = plain_book(folder)
    book = rulebook_of(env).book
    files = [Path(page) for page in env.found_docs]
    found = suggestions(files, book.rules, book.style, plain=True)
    wrong = _from_here(each for each in found if each.why or each.right is not None)
    return with_marks(found, book), as_lines(wrong)


def _from_here(found: Iterable[Suggestion]) -> tuple[Suggestion, ...]:
    return tuple(each._replace(file=from_here(each.file)) for each in found)
