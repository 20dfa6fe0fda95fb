"""Hand-typed figures that look like those of dice and are held by nothing, and what to write."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ..rules.rules import Rules
from ..words.formatter import Style
from .arithmetic.averages import Habits
from .arithmetic.scan import Folder, judged
from .arithmetic.typed import RightFigure
from .in_order import in_order
from .named import Rulebook
from .page_scanner import PageScanner, ScannedPage
from .suggestion import Suggestion


def suggestions(
    files: Iterable[Path],
    rules: Rules,
    style: Style,
    encoding: str = "utf-8-sig",
    seen: Callable[[Path], object] = lambda _: None,
    *,
    plain: bool = False,
) -> tuple[Suggestion, ...]:
    """List the figures that nothing checks, what to write there, and which are wrong.

    All are read before one is judged: how a book rounds its averages shows in all of it. `seen`
    hears of each file when it was read.
    """
    paths = list(files)
    whole = Folder()
    folders: defaultdict[Path, Folder] = defaultdict(Folder)  # each may round in its own way
    pages: list[ScannedPage] = []
    scanner = PageScanner(Rulebook(rules, style), encoding, plain, _names(rules))
    for path, page in zip(paths, in_order(scanner, paths), strict=True):
        if page is not None:
            pages.append(page)
            for folder in (whole, folders[path.parent]):
                folder.add(page.beside)
                folder.roll(page.rolled)
        seen(path)
    habits = {path: folder.habits() for path, folder in folders.items()}
    of_all = whole.habits()
    found: list[Suggestion] = []
    for page in pages:
        own_habits = habits[page.path.parent]
        itself = list(_by_itself(page, whole, own_habits if own_habits.tells else of_all))
        taken = {(each.line, each.found) for each in itself}
        own = [each for each in page.of_rules if (each.line, each.found) not in taken]
        found += sorted((*itself, *own), key=lambda each: each.line)
    return tuple(found)


def _by_itself(page: ScannedPage, folder: Folder, habits: Habits) -> Iterator[Suggestion]:
    """The figures that are right or wrong under any rules."""
    for each in judged(page.beside, folder, habits):
        line, column = page.places[each.start]
        role = page.markup.figure(each.found, "odds", each.query) if each.query else ""
        if isinstance(each, RightFigure):
            role = role or page.markup.figure(each.found, "odds", each.kind.unknown)
            yield Suggestion(
                str(page.path),
                line,
                each.found,
                role,
                known=bool(each.query),
                column=column,
                is_named=bool(each.query),
            )
        else:
            write = (
                role.replace(each.found, each.right, 1) if role.count(each.found) else each.right
            )
            yield Suggestion(
                str(page.path), line, each.found, write, each.sure, each.right, each.why
            )
    yield from page.of_tables


def _names(rules: Rules) -> re.Pattern[str] | None:
    """The words of the rules that speak of dice where they are in a sentence."""
    names = {
        word
        for game in rules.games.values()
        for check in game.checks.values()
        for word in (
            check.title,
            *(difficulty.name for difficulty in check.difficulties),
            *(outcome.name for outcome in check.outcomes),
        )
        if len(word) > 2
    }
    if not names:
        return None
    longest = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)", re.IGNORECASE)
