"""Random tables as checks of the rules, so that whatever asks the rules can ask the tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..rules.dice.odds import Odds
from ..rules.errors import RulesError, fold
from ..rules.file.place import ROLL_WORDS, BuildPlace, is_name
from ..rules.file.spec import Problems
from ..rules.language.parse import parse, parse_dice
from ..rules.language.query import Call, Event, EventKind
from ..rules.language.read_condition import parse_condition
from ..rules.model.arguments import given
from ..rules.model.game import Check, Game
from ..rules.model.outcome import Outcome
from ..rules.model.parameter import Parameter
from ..rules.model.roll import Die
from ..rules.rules import Rules
from .dice import TableDice, dice_of
from .model import Entry, RandomTable
from .nested import appears, circle, drawn

DRAWS = "draws"  # the parameter for how many results without repeats
TABLES = "tables"  # the game of a book that has tables and no rules


def rules_with_tables(
    rules: Rules, tables: Iterable[RandomTable]
) -> tuple[Rules, list[tuple[str, str]]]:
    """Return the rules with the tables as checks, and for each that is none its place and why."""
    named: dict[str, RandomTable] = {}
    for table in tables:
        if table.name:
            named.setdefault(table.name, table)  # Sphinx warns of a name that is twice
    if not named:
        return rules, []
    games = rules.games or {TABLES: Game(TABLES, TABLES, where=TABLES)}
    made: dict[str, Game] = {}
    wrong: dict[str, str] = {}
    for name, game in games.items():
        checks, dice = dict[str, Check](), dict(game.dice)
        for key, table in named.items():
            if _belongs(table, name, game, alone=len(games) == 1):
                try:
                    checks[key] = _check_of(table, game, dice)
                except RulesError as error:
                    wrong[key] = str(error)
        made[name] = game._replace(checks=checks, dice=dice)
    kept = {key: table for key, table in named.items() if key not in wrong}
    for name, game in made.items():
        own = {key: _with_others(check, kept) for key, check in game.checks.items() if key in kept}
        made[name] = game._replace(checks={**games[name].checks, **own})
    found = TableRules(made, kept)
    found.default = rules.default or TABLES
    return found, [(f"{named[key].file}:{named[key].line}", why) for key, why in wrong.items()]


def without_tables(rules: Rules, game: Game) -> Game:
    """The game as its rules file says it: its tables are on the pages."""
    if not isinstance(rules, TableRules):
        return game
    own = {name: check for name, check in game.checks.items() if name not in rules.tables}
    return game._replace(checks=own)


class TableRules(Rules):
    """Rules whose tables may send from one to another."""

    def __init__(self, games: Mapping[str, Game], tables: Mapping[str, RandomTable]) -> None:
        """Take the games and the tables that are among their checks."""
        super().__init__(games)
        self.tables = dict(tables)

    def find(self, game_name: str, what: Any, asked: Check | None = None) -> Odds:
        """Find the odds of a roll; those of a table go on where its rows send elsewhere."""
        own = super().find(game_name, what, asked)
        table = self.tables.get(what.check) if isinstance(what, Call) and asked is None else None
        if table is None:
            return own
        check = self.game(game_name).check(table.name)
        draws = given(check, what.args).get(DRAWS, table.draws)
        if draws == 1 and not any(row.sends_to or row.times > 1 for row in table.entries):
            return own
        return _TableOdds(check, own, self, game_name, replace(table, draws=draws))


class _TableOdds(Odds):
    """The odds of a table through all the tables that it sends to.

    Of several results without repeats, what is asked for is among them.
    """

    def __init__(
        self, check: Check, own: Odds, rules: TableRules, game: str, table: RandomTable
    ) -> None:
        super().__init__(check, lambda: own.law, own.parts)
        self._own, self._rules, self._game, self._table = own, rules, game, table

    @property
    def named_only(self) -> bool:
        """Several results have no number to ask for."""
        return self._table.draws > 1 or super().named_only

    def _chance_of(self, name: str) -> Fraction:
        """The chance that a roll gives the outcome, alone or among others."""
        table, tables = self._table, self._rules.tables
        if table.draws > 1:
            return drawn(fold(name), table, table.draws, tables, self.rows)
        return appears(fold(name), table, tables, self.rows)

    def rows(self, table: RandomTable) -> dict[str, Fraction]:
        """The chance of each row of a table by one roll on it."""
        own = self._own
        if table.name != self._table.name:
            check = self._rules.game(self._game).check(table.name)
            own = Rules.find(self._rules, self._game, Call(check.name, ()))
        return {row.name: own.outcome(row.name) for row in table.entries}

    def chance(self, event: Event) -> Fraction:
        """The chance of an event; of a group, that any of it comes up."""
        if event.kind is EventKind.IS:
            return self.outcome(self._check().outcome(event.name).name)
        if self._table.draws > 1:
            raise RulesError(
                f"'{self._table.name}' gives {self._table.draws} results; ask for one of its "
                f"rows, or for a single roll with '{DRAWS}=1'"
            )
        return super().chance(event)


def _check_of(table: RandomTable, game: Game, dice: dict[str, Die]) -> Check:
    """Return a table as a check of a game; a die of its own joins the dice."""
    key, problems = table.name, Problems()
    if key in game.checks:
        raise RulesError(f"a check of the rules is named '{key}' already")
    place = BuildPlace(game, ("check", key), problems)
    if not is_name(key):
        place.add((), f"'{key}' cannot name a check; use letters, as in 'attack'")
    if table.modifier.name:
        place.expect_name((), table.modifier.name, "parameter", ROLL_WORDS)
    if problems.found:
        raise RulesError(f"random-table '{key}': {problems.found[0][1]}")
    check = _rolled(table, game, dice)
    takes = {one.name: one for one in (*check.takes, *_more_takes(table, check))}
    return check._replace(
        name=key,
        label=table.title or key,
        text="",
        takes=tuple(takes.values()),
        outcomes=outcomes_of(table),
        ladder="",
        groups={},
        tables={},
    )


def _belongs(table: RandomTable, name: str, game: Game, *, alone: bool) -> bool:
    """Say whether a game has the check that a table is rolled on; plain dice are in every game."""
    if dice_of(table.notation) is not None or table.dice.is_flat:
        return True
    query = parse(table.notation)
    if query.game and query.game != name:
        return False
    known = isinstance(query.what, Call) and query.what.check in game.checks
    return known or alone


def _with_others(check: Check, tables: Mapping[str, RandomTable]) -> Check:
    """Return the check with the outcomes of the tables that a roll may lead on to."""
    have = {fold(one.name): one for one in check.outcomes}
    for name in circle(tables[check.name], tables)[1:]:
        for row in tables[name].entries:
            have.setdefault(fold(row.name), Outcome(row.name))
    return check._replace(outcomes=tuple(have.values()))


def _rolled(table: RandomTable, game: Game, dice: dict[str, Die]) -> Check:
    """Return what is rolled for a table: plain dice, a check of the rules, or a die of its own."""
    plain, own = dice_of(table.notation), table.dice
    if plain is None and not own.is_flat:
        return _of_check(table, game)
    if plain is None or plain.values != own.values or (own.is_digits and own.name != "d66"):
        name = "die-" + re.sub(r"[^a-z]", "", own.name.lower()) + "x" * len(dice)
        dice[name] = Die(name, own.values)
        return Check(name, roll=((name, 1),))
    what = parse_dice(own.name)
    roll: dict[str, int] = {}
    for term in what.terms:
        roll[term.die] = roll.get(term.die, 0) + term.many
    return Check(own.name, roll=(*roll.items(), *([("add", what.add)] if what.add else [])))


def _of_check(table: RandomTable, game: Game) -> Check:
    """Return the check that a table is rolled on; what it is given becomes its usual arguments."""
    what = parse(table.notation).what
    if not isinstance(what, Call):
        raise RulesError(f"':dice: {table.notation}' is neither dice nor a check of the rules")
    check = game.check(what.check)
    if check.sides:
        raise RulesError(f"'{what.check}' rolls for two sides; leave out ':name:'")
    values = given(check, what.args)
    takes = (
        one._replace(default=values[one.name], required=False) if one.name in values else one
        for one in check.takes
    )
    return check._replace(roll_of=check.name, takes=tuple(takes))


def _more_takes(table: RandomTable, check: Check) -> Iterator[Parameter]:
    """Yield what a table takes besides its check: its modifier, and how many results it gives."""
    if table.modifier.name:
        least, most = min(0, table.modifier.least), table.modifier.most
        each = (("successes" if check.counts else "add", 1),)
        yield Parameter(table.modifier.name, each, least=least, most=most, required=most < 0)
    if table.draws > 1:
        most = len({fold(row.name) for row in table.entries if row.values})
        yield Parameter(DRAWS, least=1, most=most, default=table.draws)


def outcomes_of(table: RandomTable) -> tuple[Outcome, ...]:
    """Return the rows as outcomes with their conditions; rows of one name are one outcome."""
    found: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for row in table.entries:
        if row.values:
            name = names.setdefault(fold(row.name), row.name)
            found.setdefault(name, []).extend(_spans(row, *table.ends, table.dice))
    written = {name: " or ".join(parts) for name, parts in found.items()}
    return tuple(Outcome(name, parse_condition(when), when) for name, when in written.items())


def _spans(row: Entry, low: int, high: int, dice: TableDice) -> Iterable[str]:
    for first, last in dice.runs(row.values):
        if first == low and last == high:
            yield "otherwise"
        elif first == low:
            yield f"{last}-"
        elif last == high:
            yield f"{first}+"
        else:
            yield f"{first}-{last}" if first != last else f"{first}"
