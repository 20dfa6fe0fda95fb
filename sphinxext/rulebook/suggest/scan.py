"""Hand-typed figures that look like those of dice and are held by nothing, and what to write."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..page.source.files import read_source
from ..page.source.lines import LineCounter
from ..plain.book import read_text
from ..plain.marks import MarkedWords
from ..random_tables.finder import FoundTable
from ..rules.rules import Rules
from ..settings import Book
from ..words.clue_words import language_of
from ..words.formatter import Style
from ..words.language_file import FALLBACK
from ..words.read_figure import Form, read
from .arithmetic.averages import Habits
from .arithmetic.scan import Evidence, Folder, evidence, judged
from .arithmetic.shares import shared
from .arithmetic.tables import proof_of
from .arithmetic.typed import RightFigure
from .blank import blank
from .clue_kind import ClueKind, PossibleFigure
from .clues import possible_figures, thrown_in
from .directives import wrap
from .guesses import Rulebook, chance_query, range_path, rolled_query
from .in_order import in_order
from .markup import Markup
from .passages import NOTATION, Passages, Sentence, SourceTable, passages
from .random_tables import is_held, random_tables, suggested
from .table_clues import cells_of, question_of

_LISTED_FACES = re.compile(r"\d+\s[^\W\d_]+\s\d+")  # "5 or 6" says which faces count
_HELD_QUESTION = re.compile(r"`[^`<]*<([^`]*)>`")


_MOST_ASKED = 12  # figures of a sentence, for which questions are looked for
_SAME_TABLE = 3  # lines between two cells of a table


class Suggestion(NamedTuple):
    """A figure that nothing holds, and what to write around it."""

    file: str
    line: int
    found: str
    write: str
    known: bool = False  # whether the question is filled in
    right: str | None = None  # what should be there, where that needs no rules
    why: str = ""
    column: int | None = None  # from 0, where the place in the line is sure
    is_table: bool = False  # it is a cell, and a table is proposed once for all of its cells

    @property
    def entry(self) -> dict[str, object]:
        """The suggestion as the reports hold it."""
        return {
            "file": self.file,
            "line": self.line,
            "found": self.found,
            "write": self.write,
            "right": self.right,
            "sure": self.known,
        }


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
    pages: list[_ScannedPage] = []
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


class _ScannedPage(NamedTuple):
    """All that is known of a source without the others; its text is not kept."""

    path: Path
    markup: Markup
    beside: Evidence
    places: Mapping[int, tuple[int, int]]  # the line and column of each figure in the evidence
    rolled: tuple[str, ...]  # the dice of its random tables
    of_tables: tuple[Suggestion, ...]  # wrong whatever the rules are
    of_rules: tuple[Suggestion, ...]  # that some rule may give


class _SourceFile(NamedTuple):
    """A source that was read."""

    path: Path
    text: str
    markup: Markup
    said: Passages
    rolled: tuple[FoundTable, ...]  # its random tables
    book: Rulebook  # that writes numbers as the page's language does


@dataclass(frozen=True)
class PageScanner:
    """Reads one file of a book, in any process."""

    book: Rulebook
    encoding: str
    plain: bool
    names: re.Pattern[str] | None  # of the rules

    def __call__(self, path: Path) -> _ScannedPage | None:
        """The figures of the file; None if it cannot be read."""
        source = self._read(path)
        if source is None:
            return None
        beside = evidence(source.said.text, source.book.style.language)
        return _ScannedPage(
            path,
            source.markup,
            beside,
            _places(source.said.text, beside.places),
            tuple(table.dice for table in source.rolled if not table.wrong),
            tuple(_of_tables(source)),
            tuple(_of_page(source, self.names)),
        )

    def _read(self, path: Path) -> _SourceFile | None:
        try:
            source = read_source(path, self.encoding)
        except (OSError, LookupError):
            return None
        markup, book = Markup.of(path, plain=self.plain), self.book
        text = "\n".join(source.lines).encode("utf-8", "replace").decode("utf-8")
        marked = read_text(text, str(path), Book(*book), markdown=markup.is_markdown)
        text = _without(text, marked.spots)  # what is held already is no news
        said = passages(text, markdown=markup.is_markdown)
        style = book.style
        if style.language == FALLBACK:
            style = style._replace(language=language_of(said.text))
        odds = {each.line for each in said.tables if _is_of_odds(each, style.language)}
        rolled = tuple(
            each
            for each in random_tables(text, markdown=markup.is_markdown)
            if odds.isdisjoint(range(each.line, each.last + 1))
        )
        return _SourceFile(path, text, markup, said, rolled, book._replace(style=style))


def _without(text: str, spots: Sequence[MarkedWords]) -> str:
    """The text with held words blanked."""
    pieces, at = [], 0
    for spot in sorted(spots, key=lambda spot: spot.offset):
        end = spot.offset + len(spot.raw)
        if end > at:
            begin = max(at, spot.offset)
            pieces += [text[at:begin], blank(text[begin:end])]
            at = end
    return "".join([*pieces, text[at:]])


def _places(text: str, offsets: Iterable[int]) -> dict[int, tuple[int, int]]:
    """The line, from 1, and the column, from 0, of some offsets in a text."""
    places = LineCounter(text)
    return {offset: places.at(offset) for offset in sorted(offsets)}


def _by_itself(page: _ScannedPage, folder: Folder, habits: Habits) -> Iterator[Suggestion]:
    """The figures that are right or wrong whatever the rules are."""
    for each in judged(page.beside, folder, habits):
        line, column = page.places[each.start]
        role = page.markup.figure(each.found, "odds", each.query) if each.query else ""
        if isinstance(each, RightFigure):
            role = role or page.markup.figure(each.found, "odds", each.kind.unknown)
            yield Suggestion(
                str(page.path), line, each.found, role, known=bool(each.query), column=column
            )
        else:
            write = (
                role.replace(each.found, each.right, 1) if role.count(each.found) else each.right
            )
            yield Suggestion(
                str(page.path), line, each.found, write, each.sure, each.right, each.why
            )
    yield from page.of_tables


def _of_tables(page: _SourceFile) -> Iterator[Suggestion]:
    """The cells that other cells of their table prove wrong."""
    for table in page.said.tables:
        for cell in proof_of(table.texts, _dice_around(table)).wrong:
            line = table.lines[cell.row][cell.column]
            yield Suggestion(
                str(page.path), line, cell.found, cell.right, cell.sure, cell.right, cell.why
            )
        for share in shared(table.texts):
            line = table.lines[share.row][share.column]
            yield Suggestion(
                str(page.path), line, share.found, share.right, False, share.right, share.why
            )


def _dice_around(table: SourceTable) -> str:
    """The words above a table, and the dice that the page names last before it."""
    corner = " ".join(text for row in table.texts[:1] for text in row[:1])
    return f"{table.caption}; {corner}; {table.heading}; {table.dice}"


def _of_page(page: _SourceFile, names: re.Pattern[str] | None) -> Iterator[Suggestion]:
    """The figures of a page that some rule may give."""
    book = page.book
    for rolls in page.rolled:
        yield from _of_random_table(page.path, rolls, page.markup)
    lines = page.text.split("\n")
    unheld = [each for each in page.said.tables if not is_held(lines, each.line - 1)]
    rolled_on = {line for one in page.rolled for line in range(one.line, one.last + 1)}
    tables = [each for each in unheld if each.line not in rolled_on]
    alone = _looks(page, names, {})
    around = _company(page, alone, tables, names)
    looks = _looks(page, names, around) if around else alone
    for sentence, found in zip(page.said.sentences, looks, strict=True):
        yield from _of_sentence(book, page.path, sentence, found, markup=page.markup)
    for table in unheld:
        if table.line in rolled_on and not proof_of(table.texts, _dice_around(table)).columns:
            continue  # it has no odds beside its rolls
        yield from _of_table(
            book, page.path, table, names, markup=page.markup, company=around.get(table.heading, 0)
        )


def _is_of_odds(table: SourceTable, language: str) -> bool:
    """Check for numbers of dice and their odds, which no roll leads to: "3 | 70% | 1.0"."""
    if len(table.texts) < 3 or NOTATION.fullmatch(table.texts[0][0].strip()):
        return False
    cells = [text for row in table.texts[1:] for text in row[1:] if text.strip()]
    forms = [figure.form if (figure := read(text, language)) else None for text in cells]
    return bool(forms) and None not in forms and Form.PERCENT in forms


def _looks(
    page: _SourceFile, names: re.Pattern[str] | None, company: Mapping[str, int]
) -> list[list[PossibleFigure]]:
    """The figures of each sentence that look like those of dice, given what is around it."""
    found: list[list[PossibleFigure]] = []
    has_chance = False
    language = page.book.style.language
    for sentence in page.said.sentences:
        goes_on = has_chance and bool(sentence.before)
        near = company.get(sentence.heading, 0)
        here = possible_figures(sentence, names, language=language, goes_on=goes_on, company=near)
        found.append(list(here))
        has_chance = any(look.kind is ClueKind.CHANCE for look in found[-1])
    return found


_MANY = 6  # chances on a page, which speak for those of its other sections
_SOME = 2  # chances under a heading, which speak for the others there


def _company(
    page: _SourceFile,
    looks: Sequence[Sequence[PossibleFigure]],
    tables: Iterable[SourceTable],
    names: re.Pattern[str] | None,
) -> dict[str, int]:
    """Weigh for each heading how much the chances below it speak for other figures there."""
    counts: Counter[str] = Counter()
    for sentence, found in zip(page.said.sentences, looks, strict=True):
        counts[sentence.heading] += sum(look.kind is ClueKind.CHANCE for look in found)
    for table in tables:
        proved = proof_of(table.texts, _dice_around(table))
        cells = cells_of(table, names, page.book.style.language, proved)
        counts[table.heading] += sum(cell.kind is ClueKind.CHANCE for cell in cells)
    everywhere = 1 if sum(counts.values()) >= _MANY else 0
    headings = {each.heading for each in page.said.sentences}
    headings |= {each.heading for each in page.said.tables}
    weights = {each: 2 if counts[each] >= _SOME else everywhere for each in headings}
    return {heading: weight for heading, weight in weights.items() if weight}


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


def _of_sentence(
    book: Rulebook,
    path: Path,
    sentence: Sentence,
    look_alikes: Iterable[PossibleFigure],
    *,
    markup: Markup,
) -> Iterator[Suggestion]:
    found = []
    looks = list(look_alikes)
    for look in looks:
        figure = " ".join(sentence.text[look.start : look.end].split())
        # Among so many figures a question would fit by coincidence.
        query = _query(book, sentence, look, figure) if len(looks) <= _MOST_ASKED else ""
        found.append((look, figure, query))
    asked = " ".join(query for look, _, query in found if look.kind is ClueKind.CHANCE)
    asked = " ".join([asked, *_HELD_QUESTION.findall(sentence.raw)])
    averages = sum(look.kind is ClueKind.AVERAGE for look, _, _ in found)
    others = {ClueKind.CHANCE, ClueKind.AVERAGE}
    has_others = any(look.kind in others for look, _, _ in found)
    for look, figure, query in found:
        if (
            look.kind is ClueKind.RANGE
            and not query
            and (_asked_for(figure, asked) or (has_others and not _LISTED_FACES.fullmatch(figure)))
        ):
            continue  # it says when the chance beside it holds, or what the average counts
        known = query or look.kind.unknown
        if look.kind is ClueKind.ROLLED and not query:
            known = f"CHECK on {' '.join(map(str, thrown_in(sentence, book.style.language)))}"
        elif look.kind in (ClueKind.CHANCE, ClueKind.AVERAGE) and not query:
            dice = NOTATION.search(sentence.text)
            if dice is not None and (look.kind is ClueKind.CHANCE or averages == 1):
                known = known.replace("CHECK", dice[0].replace(" ", ""))
        write = markup.figure(figure, look.kind.role, known)
        at = sentence.column_of(look.start)
        yield Suggestion(
            str(path), sentence.line_of(look.start), figure, write, bool(query), column=at
        )


def _asked_for(figure: str, questions: str) -> bool:
    """Check that one of the questions asks for the number that the range begins or ends with."""
    return any(re.search(rf"[<>=] {number}\b", questions) for number in re.findall(r"\d+", figure))


def _query(book: Rulebook, sentence: Sentence, look: PossibleFigure, figure: str) -> str:
    text = sentence.text
    around = text[: look.start] + " " * (look.end - look.start) + text[look.end :]
    if look.kind is ClueKind.RANGE:
        return range_path(book, figure, around) or range_path(
            book, figure, f"{sentence.before} {around}"
        )
    if look.kind is ClueKind.ROLLED:
        return rolled_query(
            book, figure, f"{sentence.before} {around}", thrown_in(sentence, book.style.language)
        )
    average = look.kind is ClueKind.AVERAGE
    before = f"{sentence.heading} {sentence.before}"
    dice = before if NOTATION.search(before) else sentence.dice
    query = chance_query(book, figure, around, average=average, dice=dice)
    if query or NOTATION.search(text):
        return query  # a sentence with dice of its own takes no number from the one before
    dice = sentence.heading if NOTATION.search(sentence.heading) else sentence.dice
    around = f"{sentence.before} {around}"
    return chance_query(book, figure, around, average=average, dice=dice)


def _of_table(
    book: Rulebook,
    path: Path,
    table: SourceTable,
    names: re.Pattern[str] | None,
    *,
    markup: Markup,
    company: int = 0,
) -> Iterator[Suggestion]:
    proved = proof_of(table.texts, _dice_around(table))
    cells = list(cells_of(table, names, book.style.language, proved, company))
    if not cells or (table.is_code and not proved.columns):
        return  # what a program prints is often a percentage, and seldom a chance
    directive, fits = wrap(book, table, markup)
    for cell in cells:
        figure = table.texts[cell.row][cell.column]
        line = table.lines[cell.row][cell.column]
        if fits:
            yield Suggestion(str(path), line, figure, directive, known=True, is_table=True)
            continue
        around = question_of(table, cell, book.style.language)
        if cell.kind is ClueKind.RANGE:
            query = range_path(book, figure, around)
        else:
            query = chance_query(book, figure, around, average=cell.kind is ClueKind.AVERAGE)
        if not table.drawn and (query or len(cells) == 1):
            asked = query or cell.kind.unknown
            write = markup.figure(figure, cell.kind.role, asked)
            at = table.columns[cell.row][cell.column]
            yield Suggestion(str(path), line, figure, write, bool(query), column=at)
        else:
            yield Suggestion(str(path), line, figure, directive, is_table=True)


def _of_random_table(path: Path, table: FoundTable, markup: Markup) -> Iterator[Suggestion]:
    for each in suggested(table, markup):
        yield Suggestion(str(path), each.line, each.found, each.write, True, each.right, each.why)


def as_lines(found: Iterable[Suggestion]) -> list[str]:
    """A line for each figure, or for each table, with what to write."""
    lines: list[str] = []
    last = ("", "", 0)  # figures of single cells come between those of a whole table
    for each in found:
        table = (each.file, each.write, each.line)
        if each.is_table and table[:2] == last[:2] and each.line - last[2] <= _SAME_TABLE:
            last = table
            continue
        if each.right is not None:
            said = f'"{each.found}" should be "{each.right}"'
            why = f": {each.why}" if each.why else ""
            verb = "wrong" if each.known else "perhaps wrong"
            lines.append(f"{each.file}:{each.line}: {verb}: {said}{why}")
            continue
        if "\n" not in each.write:
            lines.append(f"{each.file}:{each.line}: suggest: {each.write}")
        elif table[:2] != last[:2]:
            lines.append(f"{each.file}:{each.line}: suggest: write around the table")
            lines += [f"    {line}".rstrip() for line in each.write.split("\n")]
        last = table if each.is_table else last
    return lines
