"""The figures of one page that some rule may give, or that their own table proves wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...book.claims import Claim
from ...language.read_figure import Form, read
from ...random_tables.finder import find
from ...rules.errors import RulesError
from ...settings import Book
from ...source.document import TableKind
from ...tables.specs import Request, RequestKind
from ..check.sentences import case_of
from .directives import wrap
from .features import is_likely
from .forms import Candidate, Kind
from .markup import Markup
from .named import Named, questions
from .page import NOTATION, Page, Sentence, SourceTable
from .proofs import TableProof, proof_of
from .suggestion import Suggestion
from .unheld import candidates_of, columns_of


class PageFigures:
    """The figures of a page, and what each may be held to."""

    def __init__(
        self, page: Page, markup: Markup, book: Book, names: re.Pattern[str] | None
    ) -> None:
        """Read the page; `names` are the words of its rules."""
        self.page, self.book, self.markup = page, book, markup
        self.language, self.names = book.style.language, names

    @property
    def suggested(self) -> Iterator[Suggestion]:
        """Yield the figures of tables, and those that some rule may give."""
        proofs = [(each, proof_of(each.texts, each.around)) for each in self.page.tables]
        for table, proof in proofs:
            for place, each in proof.wrong.items():
                yield each._replace(file=self.page.file, line=table.cell(*place).line)
        rolled_on: set[int] = set()
        odds = {table.table.line for table, _ in proofs if self._is_of_odds(table)}
        for rolls in find(self.page.document):
            span = range(rolls.line, rolls.last + 1)
            if odds.isdisjoint(span):
                rolled_on.update(span)
                write = self.markup.random_table(rolls)
                given = Suggestion(self.page.file, rolls.line, rolls.dice, write, True)
                yield given
                for row in rolls.wrong:
                    yield given._replace(
                        line=row.line, found=row.found, right=row.expected, why=row.why
                    )
        for sentence, found in candidates_of(self.page.sentences, self.names, self.language):
            if likely := [each for each in found if is_likely(each.kind.model, each.features)]:
                yield from self._of_sentence(sentence, likely)
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

    def _of_sentence(self, sentence: Sentence, likely: Sequence[Candidate]) -> Iterator[Suggestion]:
        """Yield the likely figures of one sentence, with what its words ask."""
        for each, named in zip(likely, self._named(sentence, likely), strict=True):
            figure = " ".join(sentence.text[each.start : each.end].split())
            holds, why = self._answered(named, figure)
            asked = named.query if named is not None and (holds or why) else each.kind.unknown
            write = self.markup.figure(figure, asked)
            is_named = named is not None and holds and named.is_certain
            given = self.page.figure(sentence.text, each.start, figure)
            yield given._replace(write=write, known=holds, is_named=is_named, why=why)

    def _named(self, sentence: Sentence, likely: Sequence[Candidate]) -> list[Named | None]:
        """Return the question that the words of the sentence name for each of its figures."""
        text = str(sentence.text)
        for each in likely:
            text = text[: each.start] + " " * (each.end - each.start) + text[each.end :]
        before = f"{sentence.heading} {sentence.before}"
        before = before if NOTATION.search(before) else sentence.dice
        found: dict[Candidate, Named] = {}
        for kind in Kind:
            own = [each for each in likely if each.kind is kind]
            named = questions(self.book, text, average=kind is Kind.AVERAGE, before=before)
            if len(named) == 1 < len(own):  # one chance may be written in several ways
                said = (sentence.text[each.start : each.end] for each in own)
                is_all = all(self._answered(named[0], figure)[0] for figure in said)
                named = [named[0]._replace(is_certain=is_all and named[0].is_certain)] * len(own)
            if len(named) == len(own):
                found |= zip(own, named, strict=True)
        return [found.get(each) for each in likely]

    def _answered(self, named: Named | None, figure: str) -> tuple[bool, str]:
        """Tell whether a question gives the figure, and if not, what it gives instead."""
        if named is None:
            return False, ""
        claim = Claim(self.page.file, 0, Request(RequestKind.ODDS, "", named.query), figure)
        try:
            wrong = case_of(self.book, claim).wrong()
        except RulesError:
            return False, ""
        # Plain dice are judged as strictly as they are read: see `chances`.
        is_told = named.is_certain and named.is_of_check and wrong is not None
        return wrong is None, f"{named.query} is {wrong.expected}" if wrong and is_told else ""

    def _of_table(self, table: SourceTable, proof: TableProof) -> Iterator[Suggestion]:
        """Yield the likely cells of a table, with what is to be written around it."""
        found = columns_of(table, proof, self.names, self.language)
        cells = sorted((row, each.column) for each in found
                       if is_likely("column", each.features) for row in each.rows)  # fmt: skip
        if not cells or (table.table.kind is TableKind.CODE and not proof.columns):
            return  # what a program prints is often a percentage, and seldom a chance
        around = wrap(self.book, table, self.markup)
        wrong = {(each.line, each.found): f"{each.query} is {each.answer}" for each in around.wrong}
        is_drawn = table.table.kind in (TableKind.CODE, TableKind.DRAWN)  # no cell may grow wider
        for row, column in cells:
            cell, proved = table.cell(row, column), proof.cells.get((row, column))
            if proved is not None and proved.right is not None:
                continue
            figure = table.texts[row][column]
            given = Suggestion(
                self.page.file, cell.line, figure, around.write, table=table.table.line
            )
            text = cell.text.strip()
            if around.is_known:
                yield given._replace(known=True, is_named=around.is_certain)
            elif why := wrong.get((cell.line, figure)):
                yield given._replace(why=why)
            elif (
                is_drawn or proved is None or not proved.query or text.start is None or "\n" in text
            ):
                yield given
            else:
                write = self.markup.figure(figure, proved.query)
                given = self.page.figure(text, 0, figure)
                is_named = proved.query.endswith(Kind.AVERAGE)
                yield given._replace(write=write, known=True, is_named=is_named)
