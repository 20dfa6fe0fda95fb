"""Every figure that a book publishes, generated or held: where it is, and what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...book.claims import Claim, HeldTable
from ...book.domain import PATH, AskedAt, Heading, rulebook_of
from ...charts.chart import ChartSpec
from ...figures import RULE, kind_named
from ...figures.kind import Answered
from ...figures.written import figure_of
from ...language.formatter import Style
from ...live.directive import ExplorerSpec
from ...rules.digits import text_of
from ...rules.errors import RulesError
from ...rules.language.parse import parse
from ...rules.rules import Rules
from ...settings import Book
from ...tables.cells import Grid
from ...tables.grid import table
from ...tables.requests import answered
from ...tables.specs import Request, RequestKind, TableSpec
from ..check.align import aligned
from ..check.side import expanded

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

Asked = Request | Claim | HeldTable
DRAWN = (RequestKind.TABLE, RequestKind.CHART, RequestKind.EXPLORER)
NOTHING = "–"  # said of a figure that one side does not have


class Part(NamedTuple):
    """The table, the chart or the sentence that a figure is in."""

    file: str
    line: int
    kind: str = ""  # table, chart or explorer; empty for a sentence
    caption: str = ""


class PublishedFigure(NamedTuple):
    """A published figure; its value is a fraction, or a text of the rules."""

    file: str  # from the book's folder
    line: int
    game: str
    kind: str  # the name of a kind of figure
    query: str
    value: str
    shown: str = ""
    place: str = ""  # the headings above it and the caption of its table or chart
    words: str = ""  # the author's words beside it in a sentence
    part: Part | None = None  # of the page; a lock knows none

    def at(self, file: str, line: int, shown: str) -> PublishedFigure:
        """Return the figure where its author typed it."""
        return self._replace(file=file, line=line, shown=" ".join(shown.split()))

    @property
    def key(self) -> tuple[str, str, str]:
        """The identity of the question, wherever it is asked."""
        return self.game, self.kind, self.query

    @property
    def identity(self) -> tuple[str, ...]:
        """Return what tells the figure from all others: never a file, never a line."""
        return self.place, self.words, *self.key


def sites(env: BuildEnvironment) -> Iterator[tuple[Asked, PublishedFigure]]:
    """Yield all that the book asks or claims, with a figure that has nothing but its place."""
    memory, folder = rulebook_of(env), Path(env.srcdir).resolve()
    for page in dict.fromkeys((*memory.asked, *memory.claims)):
        headings = memory.headings.get(page, ())

        def site(part: Part, words: str, known: Any = headings) -> PublishedFigure:
            part = part._replace(file=str(Path(part.file).resolve()))
            place = _place(known, part)
            file = _within(part.file, folder)
            return PublishedFigure(
                file, part.line, "", "", "", "", place=place, words=words, part=part
            )

        top = [AskedAt(str(env.doc2path(page)), 1)]
        for request in memory.asked.get(page, ()):
            kind = request.kind if request.kind in DRAWN else ""
            for file, line, caption, words in memory.places.get(page, {}).get(request) or top:
                yield request, site(Part(file, line, kind, caption), words)
        for claim in memory.claims.get(page, ()):
            if isinstance(claim, Claim):
                yield claim, site(Part(claim.file, claim.line), claim.around)
            elif isinstance(claim, HeldTable):
                kind, caption = RequestKind.TABLE, claim.sheet.caption
                yield claim, site(Part(claim.file, claim.line, kind, caption), "")


def _place(headings: Iterable[Heading], part: Part) -> str:
    """Return the headings above a part, and its caption."""
    own = [each.path for each in headings if each.file == part.file and each.line - 1 <= part.line]
    path = [*own[-1:], *(each.path for each in headings)][:1]
    return PATH.join([*path, *([f"*{' '.join(part.caption.split())}*"] if part.caption else [])])


def published(env: BuildEnvironment, book: Book | None = None) -> list[PublishedFigure]:
    """The figures of the whole book in its order; under other rules where these are given."""
    book, folder = book or rulebook_of(env).book, Path(env.srcdir).resolve()
    answers: dict[Request, list[PublishedFigure]] = {}
    found: list[PublishedFigure] = []
    for asked, (file, line, *_, place, words, part) in sites(env):
        if isinstance(asked, Request):
            own = answers[asked] if asked in answers else figures_shown(book, asked)
            answers[asked] = own
            own = [each._replace(file=file, line=line) for each in own]
        else:
            own = [each._replace(file=_within(each.file, folder))
                   for each in figures_shown(book, asked)]  # fmt: skip
        found += [each._replace(place=place, words=words, part=part) for each in own]
    return sorted(set(found))


def _within(file: str, folder: Path) -> str:
    path = Path(file).resolve()
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.as_posix()


def figures_shown(book: Book, asked: Asked) -> list[PublishedFigure]:
    """Return each figure that an answer shows, or that a claim types with what the rules say."""
    found: list[PublishedFigure] = []
    with suppress(RulesError):  # the page or a check says so
        found.extend(
            _of_request(book, asked) if isinstance(asked, Request) else _of_claim(book, asked)
        )
    return found


def _of_claim(book: Book, claim: Claim | HeldTable) -> Iterator[PublishedFigure]:
    if isinstance(claim, Claim):
        for each in _of_request(book, claim.request):
            yield each.at(claim.file, claim.line, claim.words)
        return
    grid = table(book.rules, book.style, claim.spec)
    known = figures_of(grid, claim.spec, book)
    for pair in aligned(claim.sheet, grid, claim.unjudged, book.style.language).pairs:
        if answer := known.get((pair.row, pair.column)):
            yield answer.at(pair.typed.file, pair.typed.line, pair.typed.text)


def _of_request(book: Book, request: Request) -> Iterator[PublishedFigure]:
    match request.options:
        case TableSpec() as spec:
            yield from figures_of(spec.answer(book), spec, book).values()
        case ChartSpec() as spec:
            yield from _of_chart(book, spec)
        case ExplorerSpec() as spec:
            from ...live.explorer import explorer  # few books have any

            found = explorer(book.rules, book.style, spec, book.explorer_seconds)
            yield from figures_of(found.grid, spec.as_table(), book).values()
        case _ if request.kind in (RequestKind.ODDS, RequestKind.RULE, RequestKind.ROLLED):
            yield _of_role(book, request)


def _of_role(book: Book, request: Request) -> PublishedFigure:
    shown = str(answered(book, request))
    game, text = _asked(request.text, request.game or book.rules.default)
    if request.kind is RequestKind.RULE:  # the same in a lock of any language
        said = RULE.relocked(Rules({game: book.rules.games[game]}), text) or shown
        return PublishedFigure("", 0, game, request.kind, text, said, shown)
    if request.kind is not RequestKind.ODDS:
        return PublishedFigure("", 0, game, request.kind, text, shown, shown)
    asked = parse(f"{game}:{text}") if game in book.rules.games else parse(text)
    kind, value = figure_of(book.rules.ask(asked))
    return PublishedFigure("", 0, game, kind.name, text, text_of(value), shown)


CHARTED = "chart of "  # how a figure of a chart is called, which no question alone gives


def _of_chart(book: Book, spec: ChartSpec) -> Iterator[PublishedFigure]:
    """Each figure of a chart, named by where it is in it."""
    shown = spec.answer(book)
    asked = f"{spec.check} {spec.given} {spec.event}"
    for tick, row in zip(shown.ticks, shown.figures, strict=True):
        for series, figure in zip(shown.series, row, strict=True):
            places = ", ".join(name for name in (tick.whole, series.whole) if name)
            query = f"{CHARTED}{' '.join(asked.split())}: {places}"
            game = spec.game or book.rules.default
            value = text_of(figure.value)
            yield PublishedFigure("", 0, game, shown.shows.name, query, value, figure.text)


def _asked(text: str, game: str) -> tuple[str, str]:
    """The game and the question apart."""
    text = " ".join(text.split())
    named, colon, rest = text.partition(":")
    if colon and named.replace("-", "").replace("_", "").isalnum():
        return named, rest.strip()
    return game, text


def figures_of(grid: Grid, spec: TableSpec, book: Book) -> dict[tuple[int, int], PublishedFigure]:
    """The figures of a table by their row and column."""
    found = {}
    heads = [[cell.text for cell in row[grid.stubs :]] for row in expanded(grid.head)]
    for r, row in enumerate(expanded(grid.body)):
        cells = row[grid.stubs :]
        for c, cell in enumerate(cells):
            if not cell.kind.is_locked or not cell.question:
                continue
            game, text = _asked(cell.question, spec.game or book.rules.default)
            above = [head[c] for head in heads if c < len(head)]
            labels = " ".join([*(each.text for each in row[: grid.stubs]), *above])
            where = f"{spec.of} of {spec.check} {spec.event}: {' '.join(labels.split())}"
            given = Answered(cell.text, cell.value, cell.question, cell.names)
            text = cell.kind.locked_question(text, _asked(cell.base, game)[1], where)
            found[r, c] = PublishedFigure(
                "", 0, game, cell.kind.name, text, cell.kind.locked(given), cell.text
            )
    return found


def both(figure: PublishedFigure, old: str, new: str, style: Style) -> tuple[str, str]:
    """Two values of a figure as a page would say them, so finely that they differ."""
    for digits in range(style.digits, style.digits + 4):
        finer = style._replace(digits=digits)
        kind = kind_named(figure.kind)
        texts = kind.reads(old, finer), kind.reads(new, finer)
        if texts[0] != texts[1]:
            return texts
    return old, new


def with_rules(book: Book, rules: Rules, game: str) -> Book:
    """The book with another file's rules in the place of one of its games; its tables stay."""
    from ...random_tables.as_check import TableRules, rules_with_tables

    tables = book.rules.tables if isinstance(book.rules, TableRules) else {}
    other = Rules({**book.rules.games, game: rules.game()})
    return book._replace(rules=rules_with_tables(other, tables.values())[0])
