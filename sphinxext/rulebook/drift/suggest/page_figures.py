"""The figures of one page that some rule may give, or that their own table proves wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from ...figures.correct import as_chance, is_correct, is_correct_average
from ...language.formatter import average, chance
from ...language.read_figure import Form, read
from ...random_tables.finder import find
from ...rules.errors import RulesError
from ...rules.language.parse import parse
from .directives import wrap
from .forms import Kind
from .markup import Markup
from .named import Named, Rulebook, questions
from .page import NOTATION, Page, SourceTable
from .proofs import TableProof, proof_of
from .suggestion import Suggestion
from .unheld import Look, LookColumn, columns_of, company_of, heads_of, looks_of


class PageFigures:
    """The figures of a page, and what each may be held to."""

    def __init__(
        self,
        path: Path,
        page: Page,
        markup: Markup,
        book: Rulebook,
        names: re.Pattern[str] | None,
    ) -> None:
        """Read the page; `names` are the words of its rules."""
        self.page, self.book, self.path, self.markup = page, book, str(path), markup
        self.language, self.names = book.style.language, names
        self.proofs = [(each, proof_of(each.texts, dice_around(each))) for each in page.tables]
        self.looks = looks_of(page.sentences, names, self.language)

    @property
    def suggested(self) -> Iterator[Suggestion]:
        """Yield the figures of tables, and those that some rule may give."""
        yield from self.wrong_cells
        yield from self.of_rules

    @property
    def wrong_cells(self) -> Iterator[Suggestion]:
        """Yield the cells that other cells of their table prove wrong."""
        for table, proof in self.proofs:
            for cell in proof.wrong:
                line = table.lines[cell.row][cell.column]
                yield Suggestion(
                    self.path, line, cell.found, cell.right, cell.sure, cell.right, cell.why
                )

    @property
    def of_rules(self) -> Iterator[Suggestion]:
        """Yield the figures that some rule may give."""
        rolled_on: set[int] = set()
        odds = {table.line for table, _ in self.proofs if self._is_of_odds(table)}
        for rolls in find(self.page.document):
            span = range(rolls.line, rolls.last + 1)
            if odds.isdisjoint(span):
                rolled_on.update(span)
                write = self.markup.random_table(rolls)
                yield Suggestion(self.path, rolls.line, rolls.dice, write, True)
                for each in rolls.wrong:
                    yield Suggestion(
                        self.path, each.line, each.found, write, True, each.expected, each.why
                    )
        likely = [look for look in self.looks if look.is_likely]
        for _, looks in groupby(likely, key=lambda look: id(look.sentence)):
            yield from self._of_sentence(list(looks))
        company = company_of(self.looks)
        for table, proof in self.proofs:
            if table.line not in rolled_on or proof.columns:
                yield from self._of_table(table, proof, company=table.heading in company)

    def _is_of_odds(self, table: SourceTable) -> bool:
        """Check for numbers of dice and their odds, which no roll leads to: "3 | 70% | 1.0"."""
        if len(table.texts) < 3 or NOTATION.fullmatch(table.texts[0][0].strip()):
            return False
        cells = [text for row in table.texts[1:] for text in row[1:] if text.strip()]
        forms = [fig.form if (fig := read(text, self.language)) else None for text in cells]
        return bool(forms) and None not in forms and Form.PERCENT in forms

    def _of_sentence(self, looks: Sequence[Look]) -> Iterator[Suggestion]:
        """Yield the likely figures of one sentence, with what its words ask."""
        sentence = looks[0].sentence
        for look, named in zip(looks, self._named(looks), strict=True):
            each = look.each
            figure = " ".join(sentence.text[each.start : each.end].split())
            line, column = self.page.place_in(sentence.text, each.start)
            holds, why = self._answered(named, figure, each.kind)
            known = named.query if named is not None and (holds or why) else each.kind.unknown
            dice = NOTATION.search(sentence.text)
            if known is each.kind.unknown and dice is not None:
                known = known.replace("CHECK", dice[0].replace(" ", ""))
            yield Suggestion(
                self.path, line, figure,
                self.markup.figure(figure, "odds", known), holds, why=why,
                column=column,
                is_named=holds and named is not None and named.is_certain,
            )  # fmt: skip

    def _named(self, looks: Sequence[Look]) -> list[Named | None]:
        """Return the question that the words of the sentence name for each of its figures."""
        sentence = looks[0].sentence
        text = str(sentence.text)
        for look in looks:
            start, end = look.each.start, look.each.end
            text = text[:start] + " " * (end - start) + text[end:]
        before = f"{sentence.heading} {sentence.before}"
        before = before if NOTATION.search(before) else sentence.dice
        found: dict[int, Named] = {}
        for kind in Kind:
            own = [look for look in looks if look.each.kind is kind]
            named = questions(self.book, text, average=kind is Kind.AVERAGE, before=before)
            if len(named) == 1 < len(own):  # one chance may be written in several ways
                said = (sentence.text[look.each.start : look.each.end] for look in own)
                is_all = all(self._answered(named[0], figure, kind)[0] for figure in said)
                named = [named[0]._replace(is_certain=is_all and named[0].is_certain)] * len(own)
            if len(named) == len(own):
                found |= {id(look): each for look, each in zip(own, named, strict=True)}
        return [found.get(id(look)) for look in looks]

    def _answered(self, named: Named | None, figure: str, kind: Kind) -> tuple[bool, str]:
        """Tell whether a question gives the figure, and if not, what it gives instead."""
        written = read(figure, self.language)
        if named is None or written is None:
            return False, ""
        try:
            answer = self.book.rules.ask(parse(named.query))
        except RulesError:
            return False, ""
        exact = answer.value if kind is Kind.AVERAGE else answer.probability
        if exact is None:
            return False, ""
        style = self.book.style
        if kind is Kind.AVERAGE:
            fits, right = is_correct_average(written, exact, style), average(exact, style)
        else:
            as_typed = as_chance(written, percent=written.value > 1)
            fits, right = is_correct(as_typed, exact, style), chance(exact, style)
        # Plain dice are judged as strictly as they are read: see `arithmetic`.
        is_told = named.is_certain and named.is_of_check and not fits
        return fits, f"{named.query} is {right}" if is_told else ""

    def _of_table(
        self, table: SourceTable, proof: TableProof, *, company: bool
    ) -> Iterator[Suggestion]:
        """Yield the likely cells of a table, with what is to be written around it."""
        found = columns_of(table, proof, self.names, self.language, company=company)
        columns = [each for each in found if each.is_likely]
        cells = sorted((row, each.column, each) for each in columns for row in each.rows)
        if not cells or (table.is_code and not proof.columns):
            return  # what a program prints is often a percentage, and seldom a chance
        around = wrap(self.book, table, self.markup)
        wrong = {(each.line, each.found): each for each in around.wrong}
        for row, column, each in cells:
            figure, line = table.texts[row][column], table.lines[row][column]
            given = Suggestion(self.path, line, figure, around.write, table=table.line)
            if around.is_known:
                yield given._replace(known=True, is_named=around.is_certain)
                continue
            if slip := wrong.get((line, figure)):
                yield given._replace(why=f"{slip.query} is {slip.answer}")
                continue
            named = self._named_of_cell(table, each, row)
            holds, _ = self._answered(named, figure, each.kind)
            if table.drawn or not (holds or len(cells) == 1):
                yield given
                continue
            asked = named.query if named is not None and holds else each.kind.unknown
            yield Suggestion(
                self.path, line, figure, self.markup.figure(figure, "odds", asked), holds,
                column=table.columns[row][column],
                is_named=holds and named is not None and named.is_certain,
            )  # fmt: skip

    def _named_of_cell(self, table: SourceTable, each: LookColumn, row: int) -> Named | None:
        """Return the one question that the words around a cell name."""
        heads = table.texts[: heads_of(table, self.language)]
        head = " ".join(cells[each.column] for cells in heads if each.column < len(cells))
        label = table.texts[row][0]
        dice = " ".join(text for text in table.texts[row][1:] if NOTATION.fullmatch(text))
        words = f"{table.caption} {table.texts[0][0]} {label} {dice} {head}".strip()
        named = questions(self.book, words, average=each.kind is Kind.AVERAGE)
        return named[0] if len(named) == 1 else None


def dice_around(table: SourceTable) -> str:
    """Return the words above a table, and the dice that the page names last before it."""
    corner = " ".join(text for row in table.texts[:1] for text in row[:1])
    return f"{table.caption}; {corner}; {table.heading}; {table.dice}"
