"""Finds the rules that the book never mentions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ...book.claims import Claim, HeldTable
from ...book.domain import rulebook_of
from ...charts.chart import ChartSpec
from ...charts.read_chart import chart_plan
from ...live.directive import ExplorerSpec
from ...rules.dice.decisions import roll_of
from ...rules.errors import RulesError, fold
from ...rules.file.numbers import numbers
from ...rules.language.query import Argument, Call, EventKind, Query, SharedThrow
from ...rules.model.arguments import bound, is_rolled
from ...rules.model.game import Check, Game
from ...rules.questions import in_force
from ...settings import Book
from ...tables.cells import Cell
from ...tables.specs import Request, RequestKind, TableSpec

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

RulePath = tuple[str, ...]


class Unshown(NamedTuple):
    """Something of the rules that no page shows."""

    game: str
    kind: str  # check, difficulty, outcome or number
    name: str


def unshown(env: BuildEnvironment) -> tuple[Unshown, ...]:
    """Everything of the book's rules that no page shows."""
    memory = rulebook_of(env)
    book = memory.book
    requests = {request for asked in memory.asked.values() for request in asked}
    for held in memory.claims.values():
        for claim in held:
            if isinstance(claim, Claim):
                requests.add(claim.request)
            elif isinstance(claim, HeldTable):
                requests.add(Request(RequestKind.TABLE, claim.spec.game, "", claim.spec))
    touched: dict[str, set[RulePath]] = {name: set() for name in book.rules.games}
    for request in requests:
        try:
            for game, path in _touched(book, request):
                if game in touched:
                    touched[game].add(path)
        except RulesError:
            continue  # a question that cannot be read shows nothing
    return tuple(
        each
        for name, game in book.rules.games.items()
        for each in _missing(_of_the_file(book, game), touched[name])
    )


def _of_the_file(book: Book, game: Game) -> Game:
    """The game as its rules file says it: random tables are on pages anyway."""
    if not hasattr(book.rules, "tables"):
        return game
    from ...random_tables.as_check import without_tables

    return without_tables(book.rules, game)


def _missing(game: Game, touched: set[RulePath]) -> Iterator[Unshown]:
    for check in game.checks.values():
        if not any(path[:2] == ("check", check.name) for path in touched):
            yield Unshown(game.name, "check", check.name)
        for difficulty in check.difficulties:
            if ("check", check.name, "difficulties", difficulty.name) not in touched:
                yield Unshown(game.name, "difficulty", f"{check.name}.{difficulty.name}")
        for outcome in check.outcomes:
            if ("outcome", check.name, outcome.name) not in touched:
                yield Unshown(game.name, "outcome", f"{check.name}.{outcome.name}")
    for path, _ in numbers(game.data):
        if not any(path[: len(known)] == known for known in touched):
            yield Unshown(game.name, "number", key_path(path))


def key_path(path: RulePath) -> str:
    """The key path of a number as a question would write it: `pull.drama.most`."""
    words = list(path)
    if words[0] == "check":
        words = words[1:]
        if len(words) > 1 and words[1] == "takes":
            del words[1]
    return ".".join(words)


def _touched(book: Book, request: Request) -> Iterator[tuple[str, RulePath]]:
    """Each game and key path that the answer to a request shows."""
    default = request.game or book.rules.default
    match request.options:
        case TableSpec() as spec:
            for row in spec.answer(book).body:
                for cell in row:
                    yield from _of_cell(book, cell, default)
        case ChartSpec() as spec:
            for query in chart_plan(book.rules, book.style, spec).plan.queries:
                yield from _queried(book, query._replace(game=query.game or default))
        case ExplorerSpec() as spec:
            from ...live.explorer import questions as explored  # few books have any

            for text in explored(book.rules, book.style, spec, book.explorer_seconds):
                yield from _question(book, text, default)
                event = in_force(text, default).event
                if event is not None and event.kind is EventKind.IS:
                    yield from _named(text, default, (event.name,))
        case _ if request.kind is RequestKind.RULE:
            yield from _rule_paths(book, default, request.text)
        case _:
            yield from _question(book, request.text, default)
            if request.kind is RequestKind.ROLLED:
                judged = book.rules.judge(in_force(request.text, default))
                if judged.outcome is not None:
                    yield from _named(request.text, default, (judged.outcome,))


def _of_cell(book: Book, cell: Cell, game: str) -> Iterator[tuple[str, RulePath]]:
    if cell.kind.names_a_rung:
        check, _, name = cell.question.partition(".")
        yield game, ("check", check, "difficulties", name)
        yield game, ("check", check, "outcomes", name)
        yield game, ("outcome", check, name)
    elif cell.kind.names_a_rule:
        yield from _rule_paths(book, game, cell.question)
    elif cell.question:
        yield from _question(book, cell.question, game)
        if cell.kind.names_outcomes:
            yield from _named(cell.question, game, cell.names)


def _named(text: str, game: str, names: Iterable[str]) -> Iterator[tuple[str, RulePath]]:
    """The outcomes that are on the page by their names."""
    query = in_force(text, game)
    if isinstance(query.what, Call):
        for name in names:
            yield query.game, ("outcome", query.what.check, name)


def _question(book: Book, text: str, game: str) -> Iterator[tuple[str, RulePath]]:
    yield from _queried(book, in_force(text, game))


def _queried(book: Book, query: Query) -> Iterator[tuple[str, RulePath]]:
    game = query.game
    if not isinstance(query.what, Call) or game not in book.rules.games:
        return
    check = book.rules.game(game).check(query.what.check)
    event = query.event
    if event is not None and event.kind is EventKind.MEETS:
        difficulty = check.difficulty(event.name)
        yield game, ("check", check.name, "difficulties", difficulty.name)
        query = book.rules.met(query)
        event = query.event
    if event is not None and event.kind is EventKind.IS:
        yield game, ("outcome", check.name, check.outcome(event.name).name)
    if event is not None and event.kind is EventKind.ANY:
        for name in check.group(event.name):
            yield game, ("outcome", check.name, name)
    if query.thrown or (event is not None and event.kind in (EventKind.IS, EventKind.ANY)):
        yield game, ("check", check.name, "outcomes")
    yield from ((game, path) for path in _rolled(book, game, query))


def _rolled(book: Book, game: str, query: Query) -> Iterator[RulePath]:
    """The key paths that a roll of the check goes by."""
    assert isinstance(query.what, Call)  # plain dice have no rules
    rules = book.rules.game(game)
    check = rules.check(query.what.check)
    if check.versus:
        yield "check", check.name, "versus"
        for side in book.rules.sides(game, check, query.what):
            if isinstance(side.what, Call):
                yield from _rolled(book, game, side)
        return
    values = bound(check, query.what.args)
    origin = _origin(rules, check)
    for name in (check.name, origin):
        yield from (("check", name, key) for key in ("roll", "readings", "result"))
    yield from (("die", die, "faces") for die in _dice(rules, check))
    for parameter in check.takes:
        value = values[parameter.name]
        if value is parameter.rolls or value == parameter.default:
            at = ("check", check.name, "takes", parameter.name)
            yield from ((*at, key) for key in ("rolls", "default"))
        if isinstance(value, Call | SharedThrow):
            deciding = roll_of(rules, parameter, values)
            if isinstance(deciding, Call):
                yield from _rolled(book, game, Query(game, deciding))
                yield "check", deciding.check, "outcomes"
        for key in _levels(value):
            for name in (check.name, origin):
                yield ("check", name, "takes", parameter.name, *key)
        if parameter.choices:
            yield "die", str(values[parameter.name]), "faces"
    if check.repeats:
        yield "check", check.name, "slots"
        inner = rules.check(check.repeats)
        yield "check", inner.name, "outcomes"
        yield from _rolled(book, game, Query(game, Call(inner.name, query.what.args)))


def _dice(game: Game, check: Check) -> list[str]:
    """The dice of the game's own that the check throws, whatever words it is given."""
    changes = [check.roll]
    for parameter in check.takes:
        changes += [parameter.each, parameter.first, parameter.further]
    return [key for change in changes for key, _ in change if key in game.dice]


def _origin(game: Game, check: Check) -> str:
    """The check whose roll this one shares."""
    while check.like:
        check = game.check(check.like)
    return check.name


def _levels(value: Argument) -> Iterator[RulePath]:
    """The changes of a parameter that an argument makes."""
    if isinstance(value, str):
        yield "choices", value
    if is_rolled(value):
        yield from (("each",), ("first",), ("further",), ("choices",))
    if not isinstance(value, int | Fraction):
        return
    if value:
        yield ("each",)
        yield ("first",)
    if value.denominator > 1:
        yield ("half",)
    if value > 1:
        yield ("further",)


def _rule_paths(book: Book, game_name: str, text: str) -> Iterator[tuple[str, RulePath]]:
    check_name, _, rest = text.partition(".")
    name = check_name.partition("(")[0].rpartition(":")[2].strip()
    game = book.rules.game(game_name)
    check = game.check(name)
    origin = _origin(game, check)
    keys = [key.strip().strip('"') for key in rest.split(".")]
    parameters = {parameter.name for parameter in check.takes}
    if keys[0] == "difficulties":
        named = _exact(rest, [difficulty.name for difficulty in check.difficulties])
        yield game_name, ("check", check.name, "difficulties", named)
    elif keys[0] == "outcomes":
        named = _exact(rest, [outcome.name for outcome in check.outcomes])
        yield game_name, ("check", check.name, "outcomes", named)
        yield game_name, ("outcome", check.name, named)
    elif keys[0] in parameters:
        for owner in (check.name, origin):
            yield game_name, ("check", owner, "takes", *keys[:1], *_choice(check, keys))
    else:
        for owner in (check.name, origin):
            yield game_name, ("check", owner, "roll", keys[0])


def _choice(check: Check, keys: list[str]) -> tuple[str, ...]:
    parameter = check.parameter(keys[0])
    if len(keys) > 1 and parameter.choices:
        choice = parameter.choice(keys[1])
        if choice is not None:
            return ("choices", choice.name, *keys[2:])
    return tuple(keys[1:])


def _exact(rest: str, names: list[str]) -> str:
    """The name that the rest of a path spells."""
    wanted = fold(rest.partition(".")[2].strip('"'))
    for name in names:
        if wanted == fold(name) or wanted.startswith(fold(name) + "."):
            return name
    return rest
