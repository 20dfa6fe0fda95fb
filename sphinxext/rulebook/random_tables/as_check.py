"""Random tables as checks of the rules, so that whatever asks the rules can ask the tables."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..rules.dice.odds import Odds
from ..rules.errors import RulesError, fold
from ..rules.file.build import build
from ..rules.file.schema import GAME
from ..rules.file.spec import Problems, accept
from ..rules.language.parse import parse
from ..rules.language.query import Call, Event, EventKind
from ..rules.model.game import Check, Game, Outcome
from ..rules.rules import Rules
from .dice import TableDice, dice_of
from .model import Entry, RandomTable
from .nested import appears, drawn

DRAWS = "draws"  # the parameter for how many results without repeats
TABLES = "tables"  # the game of a book that has tables and no rules


def with_tables(rules: Rules, tables: Sequence[RandomTable]) -> Rules:
    """The rules with every named table as a check of each game."""
    named = {table.name: table for table in tables if table.name}
    if not named:
        return rules
    games: dict[str, Game | None] = {**rules.games} or {TABLES: None}
    alone = len(games) == 1
    made = {name: _with_checks(game, name, named, alone=alone) for name, game in games.items()}
    found = TableRules(made, named)
    found.default = rules.default or TABLES
    return found


class TableError(RulesError):
    """A table that cannot be a check, and why."""

    def __init__(self, table: RandomTable, why: str) -> None:
        """Say it at the place of the table."""
        super().__init__(f"{table.file}:{table.line}: {why}")
        self.table, self.why = table, why


def rules_with_tables(
    rules: Rules, tables: Iterable[RandomTable]
) -> tuple[Rules, list[tuple[str, str]]]:
    """Return the rules with the tables as checks, and for each that is none its place and why."""
    named: dict[str, RandomTable] = {}
    for table in tables:
        named.setdefault(table.name, table)  # Sphinx warns of a name that is twice
    kept = [table for name, table in named.items() if name]
    said: list[tuple[str, str]] = []
    while True:
        try:
            return with_tables(rules, kept), said
        except TableError as error:
            said.append((f"{error.table.file}:{error.table.line}", error.why))
            kept.remove(error.table)


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

    def odds_of_check(self, game_name: str, call: Call) -> Odds | None:
        """The odds of a table whose rows send elsewhere; other checks are found as ever."""
        table = self.tables.get(call.check)
        if table is None:
            return None
        check = self.game(game_name).check(call.check)
        draws = _draws_in(call, check, table)
        if draws == 1 and not any(row.sends_to or row.times > 1 for row in table.entries):
            return None
        own = super().find(game_name, call)
        return _TableOdds(check, own, self, game_name, replace(table, draws=draws))

    def find(self, game_name: str, what: Any, asked: Check | None = None) -> Odds:
        if isinstance(what, Call) and asked is None:
            found = self.odds_of_check(game_name, what)
            if found is not None:
                return found
        return super().find(game_name, what, asked)


class _TableOdds(Odds):
    """The odds of a table through all the tables that it sends to.

    Of several results without repeats, what is asked for is among them.
    """

    def __init__(
        self, check: Check, own: Odds, rules: TableRules, game: str, table: RandomTable
    ) -> None:
        super().__init__(check, lambda: own.law, own.pieces)
        self._own, self._rules, self._game, self._table = own, rules, game, table

    def chances_of_rows(self) -> dict[str, Fraction]:
        """The chance of each row by the first roll alone."""
        return {row.name: self._own.outcome(row.name) for row in self._table.entries}

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
        if table.name == self._table.name:
            return self.chances_of_rows()
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


def _draws_in(call: Call, check: Check, table: RandomTable) -> int:
    """Count the results that a question wants: as many as the table, where it does not say."""
    places = iter(check.takes)
    for name, value in call.args:
        parameter = check.parameter(name) if name else next(places, None)
        if table.draws > 1 and parameter is not None and parameter.name == DRAWS:
            return value if isinstance(value, int) else table.draws
    return table.draws


def _with_checks(
    game: Game | None, name: str, tables: Mapping[str, RandomTable], *, alone: bool
) -> Game:
    data: dict[str, Any] = {} if game is None else dict(game.data)
    checks: dict[str, Any] = dict(data.get("check", {}))
    dice: dict[str, Any] = dict(data.get("die", {}))
    for key, table in tables.items():
        if not _belongs(table, name, game, alone=alone):
            continue
        if key in checks:
            raise TableError(table, f"a check of the rules is named '{key}' already")
        try:
            checks[key] = check_data(table, dice, game)
        except RulesError as error:
            raise TableError(table, str(error)) from None
    every = {"name": name, **data, "check": checks, "die": dice}
    problems = Problems()
    read = accept(GAME, every, (), problems)
    where = Path(game.where) if game else Path(TABLES)
    python = game.python if game else False
    made = build(read, every, name, where, problems, python=python) if read else None
    if problems.found or made is None:
        path, message = problems.found[0]
        key = path[1] if len(path) > 1 else ""
        table = tables.get(str(key)) or next(iter(tables.values()))
        raise TableError(table, f"random-table '{table.name}': {message}")
    found = {key: _with_nested(check, tables) for key, check in made.checks.items()}
    kept = made.data if game is None else game.data
    return made._replace(checks=found, data=kept if game else {})


def _belongs(table: RandomTable, name: str, game: Game | None, *, alone: bool) -> bool:
    """Say whether a game has the check that a table is rolled on; plain dice are in every game."""
    if dice_of(table.notation) is not None or table.dice.is_flat or table.dice.is_digits:
        return True
    query = parse(table.notation)
    if query.game and query.game != name:
        return False
    known = game is not None and isinstance(query.what, Call) and query.what.check in game.checks
    return known or alone


def _with_nested(check: Check, tables: Mapping[str, RandomTable]) -> Check:
    """The check with the outcomes of the tables that it sends to.

    Dice of its own count no successes, or whatever else the noun of the book is for.
    """
    table = tables.get(check.name)
    if table is None:
        return check
    have = {fold(outcome.name) for outcome in check.outcomes}
    more: list[Outcome] = []
    for other in reached(table, tables):
        for row in other.entries:
            if fold(row.name) not in have:
                have.add(fold(row.name))
                more.append(Outcome(row.name))
    noun = check.noun if check.like else None
    return check._replace(outcomes=(*check.outcomes, *more), noun=noun)


def reached(table: RandomTable, tables: Mapping[str, RandomTable]) -> list[RandomTable]:
    """The tables that a roll may lead on to, the nearest first."""
    found: dict[str, RandomTable] = {}
    waiting = [table]
    while waiting:
        for row in waiting.pop(0).entries:
            for name in row.sends_to:
                if name in tables and name not in found:
                    found[name] = tables[name]
                    waiting.append(tables[name])
    return [other for name, other in found.items() if name != table.name]


def check_data(table: RandomTable, dice: dict[str, Any], game: Game | None) -> dict[str, Any]:
    """A table as a check of a rules file; a die of its own is noted among the dice."""
    made: dict[str, Any] = {"title": table.title or table.name}
    made.update(_roll_of(table, dice, game))
    if table.modifier.name:
        modifier = table.modifier
        made.setdefault("takes", {})[modifier.name] = {
            "each": "+1", "least": min(0, modifier.least), "most": modifier.most,
        }  # fmt: skip
    if table.draws > 1:
        most = len({fold(row.name) for row in table.entries if row.values})
        made.setdefault("takes", {})[DRAWS] = {
            "least": 1, "most": most, "default": table.draws,
        }  # fmt: skip
    made["outcomes"] = outcomes_of(table)
    return made


def _roll_of(table: RandomTable, dice: dict[str, Any], game: Game | None) -> dict[str, Any]:
    plain = dice_of(table.notation)
    if plain is None or plain.values != table.dice.values:
        if plain is None and not table.dice.is_flat:
            return _of_check(table, game)
        return {"roll": _own_die(table.dice, dice)}
    if table.dice.is_digits and table.dice.name != "d66":
        return {"roll": _own_die(table.dice, dice)}
    return {"roll": table.dice.name}


def _of_check(table: RandomTable, game: Game | None) -> dict[str, Any]:
    """A table on a check of the rules; what the check is given becomes its usual arguments."""
    what = parse(table.notation).what
    if not isinstance(what, Call) or game is None:
        raise RulesError(f"':dice: {table.notation}' is neither dice nor a check of the rules")
    check = game.check(what.check)
    takes = copy.deepcopy(_raw_takes(game.data, check.name))
    places = iter(check.takes)
    for name, value in what.args:
        parameter = check.parameter(name) if name else next(places, None)
        if parameter is not None and isinstance(value, int | str) and parameter.name in takes:
            takes[parameter.name] |= {"default": value, "required": False}
    return {"like": check.name, "takes": takes} if takes else {"like": check.name}


def _raw_takes(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The parameters of a check in the rules file, or of the check that it is like."""
    check = data.get("check", {}).get(name, {})
    if "takes" not in check and "like" in check:
        return _raw_takes(data, check["like"])
    takes: dict[str, Any] = check.get("takes", {})
    return takes


def _own_die(dice: TableDice, known: dict[str, Any]) -> str:
    name = "die-" + re.sub(r"[^a-z]", "", dice.name.lower()) + "x" * len(known)
    known[name] = {"faces": list(dice.values)}
    return name


def outcomes_of(table: RandomTable) -> dict[str, str]:
    """The rows as outcomes with their conditions; rows of one name are one outcome."""
    covered = [value for row in table.entries for value in row.values]
    if not covered:
        return {}
    low, high = min(covered), max(covered)
    found: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for row in table.entries:
        if not row.values:
            continue
        name = names.setdefault(fold(row.name), row.name)
        found.setdefault(name, []).extend(_spans(row, low, high, table.dice))
    return {name: " or ".join(parts) for name, parts in found.items()}


def _spans(row: Entry, low: int, high: int, dice: TableDice) -> Iterable[str]:
    for first, last in dice.runs(row.values):
        if first == low and last == high:
            yield "otherwise"
        elif first == low:
            yield f"<= {last}"
        elif last == high:
            yield f">= {first}"
        else:
            yield f"{first}..{last}" if first != last else f"= {first}"
