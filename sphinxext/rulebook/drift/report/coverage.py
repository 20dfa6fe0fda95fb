"""Finds the rules that the book never mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
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
from ...tables.specs import Request, RequestKind, TableSpec

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

RulePath = tuple[str, ...]
SAID = "said"  # begins the path of a rule as a page writes it, or ends that of its check


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
    for claim in (each for held in memory.claims.values() for each in held):
        if isinstance(claim, Claim):
            requests.add(claim.request)
        elif isinstance(claim, HeldTable):
            requests.add(Request(RequestKind.TABLE, claim.spec.game, "", claim.spec))
    seen: set[RulePath] = set()
    for request in requests:
        with suppress(RulesError):  # a question that cannot be read shows nothing
            seen.update(_shown(book, request))
    return tuple(
        each
        for name, game in book.rules.games.items()
        for each in _missing(
            _of_the_file(book, game), {path[1:] for path in seen if path[0] == name}
        )
    )


def _of_the_file(book: Book, game: Game) -> Game:
    """The game as its rules file says it: random tables are on pages anyway."""
    if not hasattr(book.rules, "tables"):
        return game
    from ...random_tables.as_check import without_tables

    return without_tables(book.rules, game)


def _missing(game: Game, seen: set[RulePath]) -> Iterator[Unshown]:
    def is_seen(*path: str) -> bool:
        return any(path[:end] in seen for end in range(1, len(path) + 1))

    checks = {path[1] for path in seen if path[0] == "check"}
    said = {path[1] for path in seen if path[0] == SAID}
    for check in game.checks.values():
        if check.name not in checks:
            yield Unshown(game.name, "check", check.name)
        for kind, named in (("difficulty", check.difficulties), ("outcome", check.outcomes)):
            for each in named:
                if not is_seen(kind, check.name, each.name):
                    yield Unshown(game.name, kind, f"{check.name}.{each.name}")
    for path, _ in numbers(game.data):
        name = fold(key_path(path).replace(".roll.", "."))
        asked = (*path, "default") if path[2:-1] == ("takes",) else path  # "takes.favor = 0"
        if not is_seen(*asked) and not any(f"{name}.".startswith(f"{each}.") for each in said):
            yield Unshown(game.name, "number", key_path(path))


def key_path(path: RulePath) -> str:
    """The key path of a number as a question would write it: `pull.drama.most`."""
    words = list(path)
    if words[0] == "check":
        words = words[1:]
        if len(words) > 1 and words[1] == "takes":
            del words[1]
    return ".".join(words)


def _shown(book: Book, request: Request) -> Iterator[RulePath]:
    """Yield each game with a key path that the answer to a request shows."""
    game = request.game or book.rules.default
    match request.options:
        case TableSpec() as spec:
            for cell in (cell for row in spec.answer(book).body for cell in row if cell.question):
                check, _, name = cell.question.partition(".")
                if cell.kind.names_a_rung:
                    for rungs in ("difficulties", "outcomes"):
                        yield from _of_rule(book, game, f"{check}.{rungs}.{name}")
                elif cell.kind.names_a_rule:
                    yield from _of_rule(book, game, cell.question)
                else:
                    names = cell.names if cell.kind.names_outcomes else ()
                    yield from _of_query(book, in_force(cell.question, game), names)
        case ChartSpec() as spec:
            for query in chart_plan(book.rules, book.style, spec).plan.queries:
                yield from _of_query(book, query._replace(game=query.game or game))
        case ExplorerSpec() as spec:
            from ...live.explorer import made_of  # few books have any
            from ...live.fallback import questions

            for query in questions(made_of(book.rules, book.style, spec, book.explorer_seconds)):
                yield from _of_query(book, query._replace(game=query.game or game))
        case _ if request.kind is RequestKind.RULE:
            yield from _of_rule(book, game, request.text)
        case _:
            query = in_force(request.text, game)
            outcome = book.rules.judge(query).outcome if query.thrown else None
            yield from _of_query(book, query, (outcome,) if outcome else ())


def _of_rule(book: Book, game_name: str, text: str) -> Iterator[RulePath]:
    """Yield what the path of a rule shows, as `pull.drama.most` or `pull.outcomes."Failure"`."""
    head, _, rest = re.sub(r"\([^)]*\)", "", text).partition(".")
    named, _, name = head.rpartition(":")
    game_name = named.strip() or game_name
    game = book.rules.game(game_name)
    check = game.check(name.strip())
    wanted = fold(rest.replace('"', ""))
    for key, kind, rungs in (
        ("difficulties", "difficulty", check.difficulties),
        ("outcomes", "outcome", check.outcomes),
    ):
        for each in rungs:
            if f"{wanted}.".startswith(f"{key}.{fold(each.name)}."):
                yield game_name, kind, check.name, each.name
                yield game_name, "check", check.name, key, each.name
    for owner in {check.name, _origin(game, check)}:
        yield game_name, "check", owner, SAID
        yield game_name, SAID, f"{fold(owner)}.{wanted}"


def _of_query(book: Book, query: Query, names: Iterable[str] = ()) -> Iterator[RulePath]:
    """Yield what a question shows, and the outcomes that the page names with its answer."""
    game = query.game
    if not isinstance(query.what, Call) or game not in book.rules.games:
        return
    check = book.rules.game(game).check(query.what.check)
    for name in names:
        yield game, "outcome", check.name, name
    event = query.event
    if event is not None and event.kind is EventKind.MEETS:
        difficulty = check.difficulty(event.name)
        yield game, "difficulty", check.name, difficulty.name
        yield game, "check", check.name, "difficulties", difficulty.name
        query = book.rules.met(query)
        event = query.event
    found: Iterable[str] = ()
    if event is not None and event.kind is EventKind.IS:
        found = [check.outcome(event.name).name]
    elif event is not None and event.kind is EventKind.ANY:
        found = check.group(event.name)
    yield from ((game, "outcome", check.name, name) for name in found)
    if query.thrown or found:
        yield game, "check", check.name, "outcomes"
    # Given dice say little of what else the roll may be.
    own = [path for path in _rolled(book, game, query) if not query.thrown or path[2:] != ("roll",)]
    yield from ((game, *path) for path in own)


def _rolled(book: Book, game: str, query: Query) -> Iterator[RulePath]:
    """The key paths that a roll of the check goes by."""
    assert isinstance(query.what, Call)  # plain dice have no rules
    rules = book.rules.game(game)
    check = rules.check(query.what.check)
    if check.sides:
        yield "check", check.name, "roll"
        for side in book.rules.sides(game, check, query.what):
            if isinstance(side.what, Call):
                yield from _rolled(book, game, side)
        return
    values = bound(check, query.what.args)
    origin = _origin(rules, check)
    for name in (check.name, origin):
        yield from (("check", name, key) for key in ("roll", "none", "readings", "result"))
    yield from (("die", die, "faces") for die in _dice(rules, check))
    for parameter in check.takes:
        value = values[parameter.name]
        if value == parameter.default or isinstance(value, SharedThrow):
            yield "check", check.name, "takes", parameter.name, "default"
        if isinstance(value, Call | SharedThrow):
            deciding = roll_of(rules, check, parameter, values)
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
    while check.roll_of:
        check = game.check(check.roll_of)
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
