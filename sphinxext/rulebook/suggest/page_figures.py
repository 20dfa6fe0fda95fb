"""The figures of one page that some rule may give, or that their own table proves wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..figures.correct import as_chance, is_correct, is_correct_average
from ..random_tables.finder import FoundTable
from ..rules.errors import RulesError
from ..rules.language.parse import parse
from ..words.formatter import average, chance
from ..words.read_figure import read
from .arithmetic.tables import proof_of
from .clue_kind import ClueKind, PossibleFigure
from .clues import possible_figures, thrown_in
from .directives import wrap
from .markup import Markup
from .named import Named, Rulebook, questions
from .passages import NOTATION, Passages, Sentence, SourceTable
from .random_tables import is_held, suggested
from .rule_paths import range_path, rolled_question
from .suggestion import Suggestion
from .table_clues import LookCell, cells_of, question_of

_LISTED_FACES = re.compile(r"\d+\s[^\W\d_]+\s\d+")  # "5 or 6" says which faces count


class SourceFile(NamedTuple):
    """A source that was read."""

    path: Path
    text: str
    markup: Markup
    said: Passages
    rolled: tuple[FoundTable, ...]  # its random tables
    book: Rulebook  # that writes numbers as the page's language does


def wrong_cells(page: SourceFile) -> Iterator[Suggestion]:
    """The cells that other cells of their table prove wrong."""
    for table in page.said.tables:
        for cell in proof_of(table.texts, _dice_around(table)).wrong:
            line = table.lines[cell.row][cell.column]
            yield Suggestion(
                str(page.path), line, cell.found, cell.right, cell.sure, cell.right, cell.why
            )


def _dice_around(table: SourceTable) -> str:
    """The words above a table, and the dice that the page names last before it."""
    corner = " ".join(text for row in table.texts[:1] for text in row[:1])
    return f"{table.caption}; {corner}; {table.heading}; {table.dice}"


def figures_of_page(page: SourceFile, names: re.Pattern[str] | None) -> Iterator[Suggestion]:
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


def _looks(
    page: SourceFile, names: re.Pattern[str] | None, company: Mapping[str, int]
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
    page: SourceFile,
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


def _of_sentence(
    book: Rulebook,
    path: Path,
    sentence: Sentence,
    look_alikes: Iterable[PossibleFigure],
    *,
    markup: Markup,
) -> Iterator[Suggestion]:
    looks = list(look_alikes)
    named = _named_of(book, sentence, looks)
    averages = sum(look.kind is ClueKind.AVERAGE for look in looks)
    has_others = any(look.kind in _ASKED for look in looks)
    for look, each in zip(looks, named, strict=True):
        figure = " ".join(sentence.text[look.start : look.end].split())
        if (
            look.kind is ClueKind.RANGE
            and each is None
            and has_others
            and not _LISTED_FACES.fullmatch(figure)
        ):
            continue  # it says when the chance beside it holds, or what the average counts
        holds, why = _answered(book, each, figure, look.kind)
        known = each.query if each is not None and (holds or why) else look.kind.unknown
        if look.kind is ClueKind.ROLLED and each is None:
            known = f"CHECK on {' '.join(map(str, thrown_in(sentence, book.style.language)))}"
        elif look.kind in _ASKED and known is look.kind.unknown:
            dice = NOTATION.search(sentence.text)
            if dice is not None and (look.kind is ClueKind.CHANCE or averages == 1):
                known = known.replace("CHECK", dice[0].replace(" ", ""))
        yield Suggestion(
            str(path),
            sentence.line_of(look.start),
            figure,
            markup.figure(figure, look.kind.role, known),
            holds,
            why=why,
            column=sentence.column_of(look.start),
            is_named=holds and each is not None and each.is_certain,
        )


_ASKED = (ClueKind.CHANCE, ClueKind.AVERAGE)


def _named_of(
    book: Rulebook, sentence: Sentence, looks: Sequence[PossibleFigure]
) -> list[Named | None]:
    """The question that the words of the sentence name for each of its figures."""
    text, language = sentence.text, book.style.language
    for look in looks:
        if look.kind is not ClueKind.RANGE:
            text = text[: look.start] + " " * (look.end - look.start) + text[look.end :]
    before = f"{sentence.heading} {sentence.before}"
    before = before if NOTATION.search(before) else sentence.dice
    found: dict[PossibleFigure, Named] = {}
    for kind in _ASKED:
        figures = [look for look in looks if look.kind is kind]
        named = questions(book, text, average=kind is ClueKind.AVERAGE, before=before)
        if len(named) == 1 < len(figures):  # one chance may be written in several ways
            said = (sentence.text[look.start : look.end] for look in figures)
            is_all = all(_answered(book, named[0], figure, kind)[0] for figure in said)
            certain = is_all and named[0].is_certain
            named = [Named(named[0].query, certain)] * len(figures)
        if len(named) == len(figures):
            found |= zip(figures, named, strict=True)
    for look in looks:
        figure, words = sentence.text[look.start : look.end], f"{sentence.before} {text}"
        if look.kind is ClueKind.RANGE and (path := range_path(book, figure, text)):
            found[look] = Named(path, False)
        elif look.kind is ClueKind.ROLLED and (
            rolled := rolled_question(book, figure, words, thrown_in(sentence, language))
        ):
            found[look] = rolled
    return [found.get(look) for look in looks]


def _answered(book: Rulebook, named: Named | None, figure: str, kind: ClueKind) -> tuple[bool, str]:
    """Tell whether a question gives the figure, and if not, what it gives instead."""
    if named is None or kind not in _ASKED:
        return named is not None, ""
    written = read(figure, book.style.language)
    try:
        answer = book.rules.ask(parse(named.query))
    except RulesError:
        return False, ""
    exact = answer.value if kind is ClueKind.AVERAGE else answer.probability
    if written is None or exact is None:
        return False, ""
    if kind is ClueKind.AVERAGE:
        fits, right = is_correct_average(written, exact, book.style), average(exact, book.style)
    else:
        as_typed = as_chance(written, percent=written.value > 1)
        fits, right = is_correct(as_typed, exact, book.style), chance(exact, book.style)
    # Plain dice are judged as strictly as they are read: see `arithmetic`.
    is_told = named.is_certain and named.is_of_check and not fits
    why = f"{named.query} is {right}" if is_told else ""
    return fits, why


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
    around = wrap(book, table, markup)
    wrong = {(each.line, each.found): each for each in around.wrong}
    for cell in cells:
        figure = table.texts[cell.row][cell.column]
        line = table.lines[cell.row][cell.column]
        if around.is_known:
            yield Suggestion(
                str(path), line, figure, around.write, True, table=table.line,
                is_named=around.is_certain,
            )  # fmt: skip
            continue
        if slip := wrong.get((line, figure)):
            why = f"{slip.query} is {slip.answer}"
            yield Suggestion(str(path), line, figure, around.write, why=why, table=table.line)
            continue
        each = _named_of_cell(book, table, cell)
        holds, why = _answered(book, each, figure, cell.kind)
        if not table.drawn and (holds or len(cells) == 1):
            asked = each.query if each is not None and holds else cell.kind.unknown
            write = markup.figure(figure, cell.kind.role, asked)
            at = table.columns[cell.row][cell.column]
            sure = holds and each is not None and each.is_certain
            yield Suggestion(str(path), line, figure, write, holds, column=at, is_named=sure)
        else:
            yield Suggestion(str(path), line, figure, around.write, table=table.line)


def _named_of_cell(book: Rulebook, table: SourceTable, cell: LookCell) -> Named | None:
    """The question that the words around a cell name."""
    words = question_of(table, cell, book.style.language)
    if cell.kind is ClueKind.RANGE:
        path = range_path(book, table.texts[cell.row][cell.column], words)
        return Named(path, False) if path else None
    named = questions(book, words, average=cell.kind is ClueKind.AVERAGE)
    return named[0] if len(named) == 1 else None


def _of_random_table(path: Path, table: FoundTable, markup: Markup) -> Iterator[Suggestion]:
    for each in suggested(table, markup):
        yield Suggestion(str(path), each.line, each.found, each.write, True, each.right, each.why)
