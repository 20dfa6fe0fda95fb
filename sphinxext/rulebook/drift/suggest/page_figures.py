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
from ...source.document import TableKind
from .directives import wrap
from .features import is_likely, model_of
from .forms import Kind
from .markup import Markup
from .named import Named, Rulebook, questions
from .page import NOTATION, Page, SourceTable
from .proofs import TableProof, proof_of
from .suggestion import Suggestion
from .unheld import Look, LookColumn, columns_of, heads_of, looks_of


class PageFigures:
    """The figures of a page, and what each may be held to."""

    def __init__(
        self, path: Path, page: Page, markup: Markup, book: Rulebook, names: re.Pattern[str] | None
    ) -> None:
        """Read the page; `names` are the words of its rules."""
        self.page, self.book, self.path, self.markup = page, book, str(path), markup
        self.language, self.names = book.style.language, names

    @property
    def suggested(self) -> Iterator[Suggestion]:
        """Yield the figures of tables, and those that some rule may give."""
        proofs = [(each, proof_of(each.texts, each.around)) for each in self.page.tables]
        for table, proof in proofs:
            for (row, column), found, right, why, sure in proof.wrong:
                line = table.cell(row, column).line
                yield Suggestion(self.path, line, found, right, sure, right, why)
        rolled_on: set[int] = set()
        odds = {table.table.line for table, _ in proofs if self._is_of_odds(table)}
        for rolls in find(self.page.document):
            span = range(rolls.line, rolls.last + 1)
            if odds.isdisjoint(span):
                rolled_on.update(span)
                write = self.markup.random_table(rolls)
                given = Suggestion(self.path, rolls.line, rolls.dice, write, True)
                yield given
                for each in rolls.wrong:
                    yield given._replace(
                        line=each.line, found=each.found, right=each.expected, why=each.why
                    )
        looks = looks_of(self.page.sentences, self.names, self.language)
        likely = (look for look in looks if is_likely(model_of(look.each), look.features))
        for _, of_sentence in groupby(likely, key=lambda look: id(look.sentence)):
            yield from self._of_sentence(list(of_sentence))
        for table, proof in proofs:
            if table.table.line not in rolled_on or proof.columns:
                yield from self._of_table(table, proof)

    def _is_of_odds(self, table: SourceTable) -> bool:
        """Check for numbers of dice and their odds, which no roll leads to: "3 | 70% | 1.0"."""
        if len(table.texts) < 3 or NOTATION.fullmatch(table.texts[0][0].strip()):
            return False
        cells = [text for row in table.texts[1:] for text in row[1:] if text.strip()]
        forms = [fig.form if (fig := read(text, self.language)) else None for text in cells]
        return None not in forms and Form.PERCENT in forms

    def _of_sentence(self, looks: Sequence[Look]) -> Iterator[Suggestion]:
        """Yield the likely figures of one sentence, with what its words ask."""
        sentence = looks[0].sentence
        for look, named in zip(looks, self._named(looks), strict=True):
            each = look.each
            figure = " ".join(sentence.text[each.start : each.end].split())
            place = self.page.place(sentence.text, each.start)
            holds, why = self._answered(named, figure, each.kind)
            dice = NOTATION.search(sentence.text)
            known = named.query if named is not None and (holds or why) else each.kind.unknown
            if known is each.kind.unknown and dice is not None:
                known = known.replace("CHECK", dice[0].replace(" ", ""))
            yield self._held(figure, place, known, named if holds else None)._replace(why=why)

    def _held(
        self, figure: str, place: tuple[int, int | None], query: str, named: Named | None
    ) -> Suggestion:
        """Return what holds a figure; `named` is the question that it answers."""
        write = self.markup.figure(figure, "odds", query)
        is_certain = named is not None and named.is_certain
        return Suggestion(self.path, place[0], figure, write, named is not None,
                          column=place[1], is_named=is_certain)  # fmt: skip

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
        # Plain dice are judged as strictly as they are read: see `chances`.
        is_told = named.is_certain and named.is_of_check and not fits
        return fits, f"{named.query} is {right}" if is_told else ""

    def _of_table(self, table: SourceTable, proof: TableProof) -> Iterator[Suggestion]:
        """Yield the likely cells of a table, with what is to be written around it."""
        found = columns_of(table, proof, self.names, self.language)
        columns = [each for each in found if is_likely("column", each.features)]
        cells = sorted((row, each.column, each) for each in columns for row in each.rows)
        is_code = table.table.kind is TableKind.CODE
        if not cells or (is_code and not proof.columns):
            return  # what a program prints is often a percentage, and seldom a chance
        around = wrap(self.book, table, self.markup)
        wrong = {(each.line, each.found): each for each in around.wrong}
        is_drawn = is_code or table.table.kind is TableKind.DRAWN  # no cell may grow wider
        called = {each.place for each in proof.wrong}
        for row, column, each in cells:
            if (row, column) in called:
                continue
            figure, cell = table.texts[row][column], table.cell(row, column)
            line = table.table.line
            given = Suggestion(self.path, cell.line, figure, around.write, table=line)
            if around.is_known:
                yield given._replace(known=True, is_named=around.is_certain)
                continue
            if slip := wrong.get((cell.line, figure)):
                yield given._replace(why=f"{slip.query} is {slip.answer}")
                continue
            named = self._named_of_cell(table, each, row)
            holds, _ = self._answered(named, figure, each.kind)
            if is_drawn or not (holds or len(cells) == 1):
                yield given
                continue
            text = cell.text.strip()
            is_placed = text.start is not None and "\n" not in text
            place = self.page.place(text, 0) if is_placed else (cell.line, None)
            asked = named.query if named is not None and holds else each.kind.unknown
            yield self._held(figure, place, asked, named if holds else None)

    def _named_of_cell(self, table: SourceTable, each: LookColumn, row: int) -> Named | None:
        """Return the one question that the words around a cell name."""
        heads = table.texts[: heads_of(table, self.language)]
        head = " ".join(cells[each.column] for cells in heads if each.column < len(cells))
        label = table.texts[row][0]
        dice = " ".join(text for text in table.texts[row][1:] if NOTATION.fullmatch(text))
        words = f"{table.caption} {table.texts[0][0]} {label} {dice} {head}".strip()
        named = questions(self.book, words, average=each.kind is Kind.AVERAGE)
        return named[0] if len(named) == 1 else None
