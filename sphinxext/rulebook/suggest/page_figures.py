"""The figures of one page that some rule may give, or that their own table proves wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..random_tables.finder import FoundTable
from .arithmetic.shares import shared
from .arithmetic.tables import proof_of
from .clue_kind import ClueKind, PossibleFigure
from .clues import possible_figures, thrown_in
from .directives import wrap
from .guesses import Rulebook, chance_query, range_path, rolled_query
from .markup import Markup
from .passages import NOTATION, Passages, Sentence, SourceTable
from .random_tables import is_held, suggested
from .suggestion import Suggestion
from .table_clues import cells_of, question_of

_LISTED_FACES = re.compile(r"\d+\s[^\W\d_]+\s\d+")  # "5 or 6" says which faces count
_HELD_QUESTION = re.compile(r"`[^`<]*<([^`]*)>`")


_MOST_ASKED = 12  # figures of a sentence, for which questions are looked for


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
        for share in shared(table.texts):
            line = table.lines[share.row][share.column]
            yield Suggestion(
                str(page.path), line, share.found, share.right, False, share.right, share.why
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
