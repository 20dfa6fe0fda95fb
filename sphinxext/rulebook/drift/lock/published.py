"""Every figure that a book publishes, generated or held: where it is, and what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...book.claims import Claim, HeldTable
from ...book.domain import PATH, AskedAt, Heading, rulebook_of
from ...charts.chart import ChartSpec
from ...figures import CHANCE, MEAN, RATIO, RULE, kind_named
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

NOTHING = "–"  # said of a figure that one side does not have


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


class Site(NamedTuple):
    """Where a book publishes something: as a reader finds it, and as the lock knows it."""

    file: str  # from the book's folder
    line: int
    place: str
    words: str


def sites(env: BuildEnvironment) -> Iterator[tuple[Request | Claim | HeldTable, Site]]:
    """Yield all that the book asks or claims, with its place."""
    memory, folder = rulebook_of(env), Path(env.srcdir).resolve()
    for page in dict.fromkeys((*memory.asked, *memory.claims)):
        headings = memory.headings.get(page, ())

        def site(file: str, line: int, caption: str, words: str, known: Any = headings) -> Site:
            return Site(_within(file, folder), line, _place(known, file, line, caption), words)

        top = [AskedAt(str(env.doc2path(page)), 1)]
        for request in memory.asked.get(page, ()):
            for at in memory.places.get(page, {}).get(request) or top:
                yield request, site(*at)
        for claim in memory.claims.get(page, ()):
            if isinstance(claim, Claim):
                yield claim, site(claim.file, claim.line, "", claim.around)
            elif isinstance(claim, HeldTable):
                yield claim, site(claim.file, claim.line, claim.sheet.caption, "")


def _place(headings: Iterable[Heading], file: str, line: int, caption: str) -> str:
    """Return the headings above a line, and the caption of the table or chart there."""
    file = str(Path(file).resolve())
    own = [each.path for each in headings if each.file == file and each.line - 1 <= line]
    path = [*own[-1:], *(each.path for each in headings)][:1]
    return PATH.join([*path, *([f"*{' '.join(caption.split())}*"] if caption else [])])


def published(env: BuildEnvironment, book: Book | None = None) -> list[PublishedFigure]:
    """The figures of the whole book in its order; under other rules where these are given."""
    book, folder = book or rulebook_of(env).book, Path(env.srcdir).resolve()
    answers: dict[Request, list[PublishedFigure]] = {}
    found: list[PublishedFigure] = []
    for asked, (file, line, place, words) in sites(env):
        if isinstance(asked, Request):
            if asked not in answers:
                answers[asked] = list(_safely(book, asked))
            typed = [each._replace(file=file, line=line) for each in answers[asked]]
        else:
            typed = [
                each._replace(file=_within(each.file, folder)) for each in of_claim(book, asked)
            ]
        found += [each._replace(place=place, words=words) for each in typed]
    return sorted(set(found))


def _within(file: str, folder: Path) -> str:
    path = Path(file).resolve()
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.as_posix()


def _safely(book: Book, request: Request) -> Iterator[PublishedFigure]:
    try:
        yield from answers_of(book, request)
    except RulesError:
        return  # the page says so itself


def of_claim(book: Book, claim: Claim | HeldTable) -> Iterator[PublishedFigure]:
    """Each typed figure of a claim, with what the rules say of it."""
    try:
        if isinstance(claim, Claim):
            for each in answers_of(book, claim.request):
                yield each.at(claim.file, claim.line, claim.words)
            return
        grid = table(book.rules, book.style, claim.spec)
        known = figures_of(grid, claim.spec, book)
        for pair in aligned(claim.sheet, grid, claim.unjudged, book.style.language).pairs:
            if answer := known.get((pair.row, pair.column)):
                yield answer.at(pair.typed.file, pair.typed.line, pair.typed.text)
    except RulesError:
        return  # a check says so


def answers_of(book: Book, request: Request) -> Iterator[PublishedFigure]:
    """Each figure that the answer to a request shows."""
    match request.options:
        case TableSpec() as spec:
            yield from figures_of(spec.answer(book), spec, book).values()
        case ChartSpec() as spec:
            yield from _of_chart(book, spec)
        case ExplorerSpec() as spec:
            from ...live.explorer import explorer  # few books have any

            for part in explorer(book.rules, book.style, spec, book.explorer_seconds).parts:
                yield from figures_of(part.grid, spec.as_table(), book).values()
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
    found = book.rules.ask(parse(f"{game}:{text}") if game in book.rules.games else parse(text))
    kind = CHANCE if found.value is None else RATIO if found.query.over else MEAN
    value = found.probability if found.value is None else found.value
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
            text = cell.kind.locked_question(text, _asked(cell.base, game)[1], where)
            found[r, c] = PublishedFigure(
                "", 0, game, cell.kind.name, text, cell.kind.locked(cell), cell.text
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
