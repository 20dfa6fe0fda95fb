"""Finds the figures of a book that nothing holds, what to write there, and which are wrong."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ...language.clue_words import every_language, speaks_of
from ...language.formatter import Style
from ...language.language_file import FALLBACK
from ...rules.rules import Rules
from ...settings import Book
from ...source.files import read_source
from ...source.read import read_document
from ..plain.claims import claims_of, held_spans
from ..plain.marks import may_hold_mark
from ..plain.sources import is_markdown
from . import chances
from .averages import averages_in
from .forms import Kind
from .habits import Beside, Habitat, Habits
from .in_order import in_order
from .markup import Markup
from .page import Page
from .page_figures import PageFigures
from .ranges import ranges_in
from .suggestion import Suggestion
from .typed import ANY_DIE, dice_in

_SIGN = re.compile(rf"[%½⅓⅔¼¾⚀-⚅]|(?<!\w)\d{{0,3}}{ANY_DIE}(?:\d{{1,4}}|%)(?![^\Wx])|\d/\d")

_SPEAKING = "rolls odds chances often average average_near dice"


class ScannedPage(NamedTuple):
    """The figures of a source; its text is not kept."""

    path: Path
    markup: Markup
    front: int  # the last line of its front matter
    beside: list[Beside]  # dice, judged by the habits of the book
    certain: list[Suggestion]  # right or wrong under any rules
    of_page: tuple[Suggestion, ...]  # of tables, and those that some rule may give


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
    book, folders = Habits(), defaultdict[Path, Habits](Habits)
    pages: list[ScannedPage] = []
    scanner = PageScanner(Book(rules, style), encoding, plain, _names(rules))
    for path, page in zip(paths, in_order(scanner, paths), strict=True):
        if page is not None:
            pages.append(page)
            book.add(page.beside)
            folders[path.parent].add(page.beside)
        seen(path)
    found: list[Suggestion] = []
    for page in pages:
        itself = list(_by_itself(page, folders[page.path.parent], book))
        taken = {(each.line, each.found) for each in itself}
        own = [each for each in page.of_page if (each.line, each.found) not in taken]
        found += sorted((*itself, *own), key=lambda each: each.line)
    return tuple(found)


def _by_itself(page: ScannedPage, folder: Habits, book: Habits) -> Iterator[Suggestion]:
    """Yield the figures that are right or wrong under any rules."""
    own = Habits()
    own.add(page.beside)
    around = Habitat(own, folder, book)
    judged = (each.judged(around) for each in page.beside)
    for each in (*filter(None, judged), *page.certain):
        is_front = each.line <= page.front
        query = "" if is_front else each.query
        write = each.found
        if query or each.right is None:
            write = page.markup.figure(each.found, query or Kind.CHANCE.unknown)
        if each.right is not None:
            yield each._replace(write=write.replace(each.found, each.right, 1))
        elif not is_front:
            yield each._replace(write=write, known=bool(query), is_named=bool(query))


@dataclass(frozen=True)
class PageScanner:
    """Reads one file of a book, in any process."""

    book: Book
    encoding: str
    plain: bool
    names: re.Pattern[str] | None  # of the rules

    def __call__(self, path: Path) -> ScannedPage | None:
        """Return the figures of the file; None if it cannot be read."""
        try:
            source = read_source(path, self.encoding)
        except (OSError, LookupError):
            return None
        text = source.page
        if not _may_speak(text):
            return None
        markup = Markup(is_markdown(path), self.plain)
        document = read_document(text, markdown=markup.is_markdown, myst=not self.plain)
        claims = claims_of(document, str(path), self.book) if may_hold_mark(text) else []
        page, book = Page(document, str(path), list(held_spans(claims))), self.book
        if book.style.language == FALLBACK:
            book = book._replace(style=book.style._replace(language=page.language))
        language = book.style.language
        suggested = tuple(PageFigures(page, markup, book, self.names).suggested)
        found = ScannedPage(path, markup, page.front, [], [], suggested)
        for text in page.texts:
            dice = list(dice_in(text))
            ranges = list(ranges_in(page, text, dice, language))
            taken = {each.dice.start for each in ranges}
            left = [each for each in dice if each.start not in taken]
            found.beside.extend((*ranges, *averages_in(page, text, left, language)))
            found.certain.extend(chances.judged(page, text, dice, language))
        return found


def _may_speak(text: str) -> bool:
    """Check quickly for a sign of dice or of a chance; most files of a project have none."""
    if _SIGN.search(text):
        return True
    words = re.sub(r"\w*\d\w*", " ", text)  # without the names of commits
    return speaks_of(_SPEAKING, words, every_language())


def _names(rules: Rules) -> re.Pattern[str] | None:
    """Return a pattern for the words of the rules that speak of dice in a sentence."""
    names = {
        word
        for game in rules.games.values()
        for check in game.checks.values()
        for word in (
            check.label,
            *(difficulty.name for difficulty in check.difficulties),
            *(outcome.name for outcome in check.outcomes),
        )
        if len(word) > 2
    }
    longest = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)", re.IGNORECASE) if names else None
