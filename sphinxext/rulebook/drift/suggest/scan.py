"""Finds the figures of a book that nothing holds, what to write there, and which are wrong."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ...language.clue_words import every_language, language_of, word_index
from ...language.formatter import Style
from ...language.language_file import FALLBACK
from ...rules.rules import Rules
from ...settings import Book
from ...source.files import read_source
from ...source.read import read_document
from ..plain.claims import claims_of, held_spans
from ..plain.marks import may_hold_mark
from . import averages, chances, ranges
from .averages import Average, Habitat, Habits
from .dice_text import ANY_DIE, dice_in
from .in_order import in_order
from .markup import Markup
from .named import Rulebook
from .page import Page
from .page_figures import PageFigures
from .ranges import DiceRange, Ranges
from .suggestion import Suggestion
from .typed import JudgedFigure

_SIGN = re.compile(rf"[%½⅓⅔¼¾⚀-⚅]|(?<!\w)\d{{0,3}}{ANY_DIE}(?:\d{{1,4}}|%)(?![^\Wx])|\d/\d")


class ScannedPage(NamedTuple):
    """The figures of a source; its text is not kept."""

    path: Path
    markup: Markup
    averages: tuple[Average, ...]
    ranges: tuple[DiceRange, ...]
    certain: tuple[JudgedFigure, ...]  # whatever the habits of the book
    places: Mapping[int, tuple[int, int]]  # the line and column of each figure
    front: int  # the last line of its front matter
    of_page: tuple[Suggestion, ...]  # of tables, and those that some rule may give


@dataclass
class _Habits:
    """The habits of a folder or of a book."""

    averages: Habits = field(default_factory=Habits)
    ranges: Ranges = field(default_factory=Ranges)

    def add(self, page: ScannedPage) -> None:
        """Take a page in."""
        self.averages.add(page.averages)
        self.ranges.add(page.ranges)


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
    book, folders = _Habits(), defaultdict[Path, _Habits](_Habits)
    pages: list[ScannedPage] = []
    scanner = PageScanner(Rulebook(rules, style), encoding, plain, _names(rules))
    for path, page in zip(paths, in_order(scanner, paths), strict=True):
        if page is not None:
            pages.append(page)
            book.add(page)
            folders[path.parent].add(page)
        seen(path)
    found: list[Suggestion] = []
    for page in pages:
        itself = list(_by_itself(page, folders[page.path.parent], book))
        taken = {(each.line, each.found) for each in itself}
        own = [each for each in page.of_page if (each.line, each.found) not in taken]
        found += sorted((*itself, *own), key=lambda each: each.line)
    return tuple(found)


def _by_itself(page: ScannedPage, folder: _Habits, book: _Habits) -> Iterator[Suggestion]:
    """Yield the figures that are right or wrong under any rules."""
    own = Habits()
    own.add(page.averages)
    around = Habitat(own, folder.averages, book.averages)
    for each in (
        *averages.judged(page.averages, around),
        *ranges.judged(page.ranges, folder.ranges, book.ranges),
        *page.certain,
    ):
        (line, column), file = page.places[each.start], str(page.path)
        is_front = line <= page.front
        if is_front and each.right is None:
            continue
        query = "" if is_front else each.query
        if each.right is not None:
            role = page.markup.figure(each.found, "odds", query) if query else each.found
            write = role.replace(each.found, each.right, 1)
            yield Suggestion(
                str(page.path), line, each.found, write, each.sure, each.right, each.why
            )
            continue
        write = page.markup.figure(each.found, "odds", query or each.kind.unknown)
        known = bool(query)
        yield Suggestion(file, line, each.found, write, known, column=column, is_named=known)


@dataclass(frozen=True)
class PageScanner:
    """Reads one file of a book, in any process."""

    book: Rulebook
    encoding: str
    plain: bool
    names: re.Pattern[str] | None  # of the rules

    def __call__(self, path: Path) -> ScannedPage | None:
        """Return the figures of the file; None if it cannot be read."""
        try:
            source = read_source(path, self.encoding)
        except (OSError, LookupError):
            return None
        markup, book = Markup.of(path, plain=self.plain), self.book
        text = "\n".join(source.lines).encode("utf-8", "replace").decode("utf-8")
        if not _may_speak(text):
            return None
        is_myst = markup is Markup.MYST
        document = read_document(text, markdown=markup.is_markdown, myst=is_myst)
        claims = claims_of(document, str(path), Book(*book)) if may_hold_mark(text) else []
        page = Page(document, list(held_spans(claims)))  # what is held already is no news
        style = book.style
        if style.language == FALLBACK:
            style = style._replace(language=language_of(page.text))
        figures = PageFigures(path, page, markup, book._replace(style=style), self.names)
        dice = tuple(dice_in(page.text))
        beside = tuple(ranges.ranges_in(page.text, dice, style.language))
        taken = {each.dice.start for each in beside}
        left = (each for each in dice if each.start not in taken)
        near = tuple(averages.averages_in(page.text, left, style.language))
        certain = tuple(chances.judged(page.text, dice, style.language))
        starts = [one.start for several in (beside, near, certain) for one in several]
        places = {start: page.place(start) for start in starts}
        return ScannedPage(
            path, markup, near, beside, certain, places, page.front, tuple(figures.suggested)
        )


def _may_speak(text: str) -> bool:
    """Check quickly for a sign of dice or of a chance; most files of a project have none."""
    if _SIGN.search(text):
        return True
    index = word_index(every_language())
    words = re.sub(r"\w*\d\w*", " ", text)  # without the names of commits
    return bool(
        index.seen(words) & index.signs("rolls odds chances often average average_near dice")
    )


def _names(rules: Rules) -> re.Pattern[str] | None:
    """Return a pattern for the words of the rules that speak of dice in a sentence."""
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
    longest = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)", re.IGNORECASE) if names else None
