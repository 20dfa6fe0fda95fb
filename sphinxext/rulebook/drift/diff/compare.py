"""Two rules files, two locks, or one of each: the figures that move, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...figures import kind_named
from ...files import from_here
from ...language.formatter import Style
from ...random_tables import with_tables_of
from ...rules.digits import fraction_of, quotient
from ...rules.errors import RulesError
from ...rules.rules import Rules, load
from ..lock.lockfile import read_lock
from ..lock.moved import (
    Moved,
    at_defaults,
    can_be_revalued,
    gone,
    may_answer,
    moved,
    placed,
    revalued,
)
from ..lock.published import PublishedFigure, published, with_rules
from ..plain.sources import sources_of
from ..report.reading import read_once

LONGEST_COMMENT = 65_000  # letters; GitHub takes none that is longer than 65,536
RulesOrLock = Rules | list[PublishedFigure]


class Compared(NamedTuple):
    """The figures that move, and how many could not be compared."""

    moves: Sequence[Moved]
    is_published: bool
    style: Style = Style()
    unasked: int = 0  # figures whose question alone does not say how to answer them
    only: tuple[int, int] = (0, 0)  # figures that only the old or only the new lock has


def compared(
    old: str,
    new: str,
    *,
    docs: Path | None,
    lock: Path | None,
    python: bool = False,
    folders: Sequence[str | Path] = (),
) -> Compared:
    """Compare the old rules or lock with the new."""
    sides = [_side(text, folders, python=python) for text in (old, new)]
    beside = [Path(text).parent for text in (old, new, lock or old) if Path(text).is_file()]
    locks = [side for side in sides if not isinstance(side, Rules)]
    if lock is not None:
        if len(locks) == 2:
            raise RulesError("two locks are compared as they are; leave --lock out")
        return _over_lock(sides, read_lock(lock), beside)
    if docs is not None:
        return _over_book(sides, docs)
    if len(locks) == 2:
        keys = [{figure.key for figure in lock} for lock in locks]
        only = len(keys[0] - keys[1]), len(keys[1] - keys[0])
        moves = moved(locks[0], locks[1], lost=False)
        return Compared(moves, is_published=True, only=only)
    if locks:
        return _over_lock(sides, locks[0], beside)
    sets = [at_defaults(side) for side in sides if isinstance(side, Rules)]
    return Compared(moved(sets[0], sets[1], lost=True), is_published=False)


def _side(text: str, folders: Sequence[str | Path], *, python: bool) -> RulesOrLock:
    """The rules or the lock that the text names."""
    path = Path(text)
    if not text.startswith("game:"):
        if path.is_dir():
            raise RulesError(f"'{text}' is a folder; name a rules file or a lock")
        if not path.exists():
            raise RulesError(f"no file '{text}'; name a rules file, 'game:NAME' or a lock")
        if path.suffix == ".json":
            return read_lock(path)
    return load(text, python=python, folders=folders)


def _over_lock(
    sides: Sequence[RulesOrLock], lock: Sequence[PublishedFigure], beside: Sequence[Path]
) -> Compared:
    """The figures of a lock, asked of whichever side is rules.

    The random tables of a book that is beside them are known. Without a book, a question about no
    check of the rules may be about a table, and is not compared.
    """
    book = next((folder for folder in beside if (folder / "conf.py").is_file()), None)
    if book is not None:
        files = sources_of(book).files
        sides = [
            with_tables_of(side, files)[0] if isinstance(side, Rules) else side for side in sides
        ]
    game = _game(sides, list(dict.fromkeys(figure.game for figure in lock)))
    own = [figure for figure in lock if figure.game == game]
    rules = [side for side in sides if isinstance(side, Rules)]
    asked = [
        figure
        for figure in own
        if can_be_revalued(figure) and (book or any(may_answer(side, figure) for side in rules))
    ]
    known = {figure.key for figure in asked}
    values = [
        revalued(asked, side, game)
        if isinstance(side, Rules)
        else [figure for figure in side if figure.key in known]
        for side in sides
    ]
    moves = moved(values[0], values[1], lost=True)
    return Compared(moves, is_published=True, unasked=len(own) - len(asked))


def _game(sides: Sequence[RulesOrLock], games: Sequence[str]) -> str:
    """The game that a rules file speaks of: by its name, or the only one."""
    names = [side.default for side in sides if isinstance(side, Rules)]
    found = next((name for name in names if name in games), "")
    if names and not found and len(games) > 1:
        raise RulesError(
            f"the figures are of the games {', '.join(sorted(games))}; name one of the rules "
            "files after its game"
        )
    return found or next(iter(games), "")


def _over_book(sides: Sequence[RulesOrLock], docs: Path) -> Compared:
    """The figures of a book, asked of whichever side is rules."""
    with read_once(docs) as book:
        game = _game(sides, list(book.book.rules.games))
        values = [
            published(book.env, with_rules(book.book, side, game))
            if isinstance(side, Rules)
            else side
            for side in sides
        ]
        lost = all(isinstance(side, Rules) for side in sides)
        moves = moved(values[0], values[1], lost=lost)
        if isinstance(sides[1], Rules) and not lost:
            moves += gone(values[0], values[1], with_rules(book.book, sides[1], game).rules)
        moves = [_from_here(each, book.folder) for each in placed(moves, book.env)]
    return Compared(moves, is_published=True, style=book.book.style)


def _from_here(move: Moved, folder: Path) -> Moved:
    """Return what moved, its file named from here."""
    return move._replace(
        figure=move.figure._replace(file=from_here(str(folder / move.figure.file)))
    )


def as_text(found: Compared) -> str:
    """A line for each figure that moves, and a last line that sums up."""
    lines = []
    for each in found.moves:
        old, new = each.said(found.style)
        is_number = kind_named(each.figure.kind).is_rounded
        exact = f" ({each.old or 'none'} to {each.new or 'none'})" if is_number else ""
        place = _where(each)
        lines.append(f"{place}{': ' * bool(place)}{each.figure.query}: {old} to {new}{exact}")
    return "\n".join([*lines, _sum(found)]) + "\n"


def _where(each: Moved) -> str:
    """Return the file and the line, else the place in the book, as far as they are known."""
    figure = each.figure
    return f"{figure.file}:{figure.line}" if figure.file else figure.place


def _sum(found: Compared) -> str:
    what = "published figure" if found.is_published else "figure"
    many = len(found.moves)
    said = f"{many or 'no'} {what}{'' if many == 1 else 's'} moved"
    said += "".join(
        f"; {count} {word}"
        for count, word in zip(found.only, ("gone", "new"), strict=True)
        if count
    )
    if found.unasked:
        said += f"; {found.unasked} of the pages not compared, add --docs"
    return said


def as_json(found: Compared) -> list[dict[str, Any]]:
    """An object for each figure that moves."""
    return [
        {
            "query": each.figure.query,
            "game": each.figure.game,
            "kind": each.figure.kind,
            "old": _exact(each, each.old),
            "new": _exact(each, each.new),
            "file": each.figure.file or None,
            "line": each.figure.line or None,
            "place": each.figure.place or None,
        }
        for each in found.moves
    ]


def _exact(each: Moved, value: str | None) -> str | None:
    """A number as "n/d", a text of the rules as it is."""
    if value is None or not kind_named(each.figure.kind).is_exact:
        return value
    return quotient(fraction_of(value))


def as_markdown(found: Compared) -> str:
    """A table for the comment of a pull request."""
    if not found.moves:
        said = "No published chance moves" if found.is_published else "No chance moves"
        return f"{said}{_sum(found).partition(' moved')[2]}.\n"
    places = any(map(_where, found.moves))
    heads = ["Page"] * places + ["Question", "Old", "New"]
    lines = [f"**{_sum(found)}**", "", _row(heads)]
    lines.append(_row(["---"] * (places + 1) + ["---:", "---:"]))
    room = LONGEST_COMMENT - len("\n".join(lines))
    for number, each in enumerate(found.moves):
        page = [_cell(_where(each))] * places
        row = _row([*page, _code(each.figure.query), *map(_cell, each.said(found.style))])
        room -= len(row) + 1
        if room < 0:
            lines += ["", f"and {len(found.moves) - number:,} more"]
            break
        lines.append(row)
    return "\n".join(lines) + "\n"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    return re.sub(r"([\\`*_|<>\[\]])", r"\\\1", " ".join(text.split()))


def _code(text: str) -> str:
    """The text as code that no bar and no backtick breaks."""
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    pad = " " if "`" in text else ""
    return f"{ticks}{pad}{' '.join(text.split())}{pad}{ticks}".replace("|", r"\|")
