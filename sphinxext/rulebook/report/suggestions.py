"""Suggestions for a whole book, or for a folder of sources that is none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..check.judge import Verdict, from_here
from ..page.domain import rulebook_of
from ..rules.errors import RulesError
from ..rules.rules import Rules, load
from ..suggest.scan import Suggestion, sources_below, suggestions
from ..words.formatter import Style
from .formats import Report

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.environment import BuildEnvironment


def of_book(env: BuildEnvironment) -> tuple[Suggestion, ...]:
    """The suggestions for every page of a book, its rules asked."""
    book = rulebook_of(env).book
    files = [Path(env.doc2path(page)) for page in sorted(env.found_docs)]
    encoding = str(getattr(env.config, "source_encoding", "utf-8-sig"))
    return _from_here(suggestions(files, book.rules, book.style, encoding))


def report_on_folder(folder: Path) -> Report:
    """The suggestions for every source below a folder, or for one file."""
    if folder.is_file():
        files = [folder]
    elif folder.is_dir():
        files = sources_below(folder)
    else:
        raise RulesError(f"no folder '{folder}'")
    if not files:
        raise RulesError(f"no reStructuredText or Markdown in '{folder}'")
    beside = (folder if folder.is_dir() else folder.parent) / "rules.toml"
    rules = load(beside) if beside.is_file() else Rules({})
    found = suggestions(files, rules, Style())
    return Report(Verdict(0, (), ()), suggestions=_from_here(found))


def _from_here(found: Iterable[Suggestion]) -> tuple[Suggestion, ...]:
    return tuple(each._replace(file=from_here(each.file)) for each in found)
