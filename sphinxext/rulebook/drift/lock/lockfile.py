"""The lock: every published figure as it was recorded, and which of them moved since."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...book.claims import Finding, unread
from ...book.domain import rulebook_of
from ...figures import KIND_NAMES, kind_named
from ...figures.kind import Explanation, Reason
from ...files import read_file, write_atomically
from ...rules.digits import fraction_of
from ...rules.errors import RulesError, suggest
from . import NAME
from .moved import gone, moved, placed
from .published import Part, PublishedFigure, published

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

VERSION = 1
AGAIN = "run 'rulebook lock' again"


def lock_of(folder: Path) -> Path:
    """The path of the lock of the book in a folder."""
    return folder / NAME


def since_lock(env: BuildEnvironment, confdir: Path) -> tuple[Finding, ...]:
    """Every published figure whose value is another than the book's lock records."""
    path = lock_of(confdir)
    book = rulebook_of(env).book
    if book.is_draft or not path.exists():
        return ()
    try:
        locked = read_lock(path)
    except RulesError as error:
        return (unread(str(path), 1, f"lock: {error}", "changed"),)
    now, folder = published(env), Path(env.srcdir).resolve()
    moves = moved(locked, now, lost=False)
    moves += placed(gone(locked, now, book.rules), env)
    found = []
    for each in moves:
        file, line = str(folder / each.figure.file), each.figure.line
        reason = Reason.GONE if each.new is None else Reason.MOVED
        why = Explanation(reason, (each.figure.part or Part(file, line),))
        found.append(Finding(file, line, why, *each.said(book.style), each.figure.query))
    return tuple(found)


RECORDED = ("place", "words", "game", "kind", "query", "value", "shown")


def as_lock(figures: Sequence[PublishedFigure]) -> str:
    """Write a line for each figure, by its place in the book and never by its line.

    Git merges changes of neighbours only where a line between them stays the same.
    """
    rows = sorted({tuple(getattr(each, name) for name in RECORDED) for each in figures})
    lines = (json.dumps(dict(zip(RECORDED, row, strict=True)), ensure_ascii=False) for row in rows)
    figures_ = "\n\n,\n".join(lines)
    return f'{{"version": {VERSION}, "figures": [\n{figures_}\n\n]}}\n'


def write_lock(path: Path, figures: Sequence[PublishedFigure]) -> bool:
    """Write the lock if it changed, in one step; True if it did."""
    text = as_lock(figures)
    if path.is_file() and path.read_bytes() == text.encode():
        return False
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
    write_atomically(path, text.encode(), mode, sync=True)
    return True


def read_lock(path: Path) -> list[PublishedFigure]:
    """The figures that a lock records; one clear line where it cannot be read."""
    try:
        data = read_file(path)
    except OSError as error:
        raise RulesError(f"{path.name}: {error.strerror}") from None
    return parse_lock(data, path.name)


def parse_lock(text: bytes, name: str) -> list[PublishedFigure]:
    """The figures in the text of a lock."""
    try:
        data = json.loads(text.decode("utf-8"))
    except UnicodeDecodeError:
        raise _unreadable(name, "it is not UTF-8 text") from None
    except ValueError as error:
        raise _unreadable(
            name, f"it is cut short or was edited at line {getattr(error, 'lineno', 1)}"
        ) from None
    if not isinstance(data, dict) or not isinstance(data.get("figures"), list):
        raise _unreadable(name, "it lists no figures")
    if data.get("version") != VERSION:
        named = data.get("version", "none")
        raise _unreadable(name, f"it is of version {named}, and {VERSION} is wanted")
    return [_figure(each, name) for each in data["figures"]]


def _unreadable(lock: str, why: str) -> RulesError:
    return RulesError(f"{lock} is not a lock that can be read: {why}; {AGAIN}")


_NEEDED = ("game", "kind", "query", "value")


def _figure(each: Any, lock: str) -> PublishedFigure:
    if not isinstance(each, dict):
        raise _unreadable(lock, "a figure is not an object")
    said = {name: each[name] for name in RECORDED if isinstance(each.get(name), str)}
    if missing := [name for name in _NEEDED if name not in said]:
        raise _unreadable(lock, f"a figure lacks its '{missing[0]}'")
    figure = PublishedFigure("", 0, **said)
    if figure.kind not in KIND_NAMES:
        raise _unreadable(lock, f"it has no figures of kind '{figure.kind}'")
    if kind_named(figure.kind).is_exact:
        try:
            fraction_of(figure.value)
        except (ValueError, ZeroDivisionError):
            raise _unreadable(lock, f"'{figure.value}' is not a number") from None
    return figure


def accepted(
    figures: Sequence[PublishedFigure], named: Sequence[str], folder: Path
) -> set[PublishedFigure]:
    """Return the figures that the names mean; each name must mean some."""
    found: set[PublishedFigure] = set()
    for name in named:
        meant = _meant(figures, " ".join(name.split()), folder)
        if not meant:
            known = {each.query for each in figures} | {each.file for each in figures}
            raise RulesError(
                f"--accept: nothing published is of '{name}'; name a question, a check or a file"
                f"{suggest(name, known)}"
            )
        found |= meant
    return found


def _meant(figures: Sequence[PublishedFigure], name: str, folder: Path) -> set[PublishedFigure]:
    """Return the figures of a question, else those of a file, else those that ask a check."""
    places = {(Path(start) / name).resolve() for start in (".", folder)}
    game, colon, text = name.rpartition(":")
    own = [each for each in figures if not colon or each.game == game]
    asks = re.compile(rf"(?<![\w.-]){re.escape(text)}(?![\w-])")
    return (
        {each for each in own if _bare(each.query) == _bare(text)}
        or {each for each in figures if (folder / each.file).resolve() in places}
        or {each for each in own if asks.search(each.query)}
    )


def _bare(question: str) -> str:
    return "".join(question.split())


def with_accepted(
    locked: Sequence[PublishedFigure], taken: set[PublishedFigure]
) -> list[PublishedFigure]:
    """Return the locked figures, with those that were accepted in place of what they were.

    A question that was accepted in one place stays as it was in the others.
    """
    now = {each.identity for each in taken}
    return [*(each for each in locked if each.identity not in now), *taken]
