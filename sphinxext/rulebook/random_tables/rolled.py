"""Writes how a table is rolled on, and the dice in its entries, as programs that a page runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..live.throws import Thrower
from ..rules.language.conditions import VALUE
from ..rules.language.formulas import Number
from ..rules.language.parse import parse, parse_dice
from ..rules.language.query import Query
from ..rules.model.roll import Die, Roll
from ..rules.rules import Rules
from ..rules.throw.compile import DICE, PLAIN, plain_dice
from ..rules.throw.law import odds_of
from ..rules.throw.program import Dice, Inner, Let, Part, Program, Reader, Side, Throw
from .dice import TableDice, dice_of
from .model import RandomTable


def roll_data(rules: Rules, game: str, table: RandomTable) -> dict[str, Any]:
    """Return what the script throws for a table: its own dice, or those of a check."""
    thrower = Thrower(rules)
    own = dice_of(table.notation) is not None or table.dice.is_flat or table.dice.is_digits
    if own:
        plan = thrower.written(program_of(table.dice))
    else:
        query = parse(table.notation)
        plan = thrower.plan(query.game or game or rules.default, query.what)
    return {} if plan is None else {**thrower.data, "plan": plan}


def entry_data(notations: Iterable[str]) -> dict[str, Any]:
    """Return what the script throws for dice in entries, by how they are written: "2d6*10"."""
    thrower, plans = Thrower(), {}
    for notation in sorted(set(notations)):
        name, _, times = notation.partition("*")
        dice = dice_of(name)
        if dice is not None:
            plans[notation] = thrower.written(program_of(dice, int(times or 1)))
    return {**thrower.data, "plans": plans} if plans else {}


def program_of(dice: TableDice, times: int = 1) -> Program:
    """Return the throw of a table's dice, so many times what they show."""
    if dice.is_digits:
        sides = dice.name.removeprefix("d")
        rolls: list[Throw | Dice] = [_die(f"d{n}", tuple(range(1, int(n) + 1))) for n in sides]
    elif dice.is_flat:
        rolls = [_die(dice.name, dice.values)]
    else:
        rolls = [plain_dice(parse_dice(dice.name))]
    if len(rolls) == times == 1:
        return rolls[0]
    value = Number("0")
    for place, _ in enumerate(rolls):
        value = Number("+", (Number("*", (value, Number("10"))), Number(_word(place))))
    value = Number("*", (value, Number(str(times))))
    query = Query("", parse_dice(dice.name))
    parts = [Part(Side(_word(place), query, {}), _inner(roll)) for place, roll in enumerate(rolls)]
    return Let(Reader(dice.name, words=((VALUE, value),)), tuple(parts))


def _word(place: int) -> str:
    return f"roll {place + 1}"


def _inner(roll: Throw | Dice) -> Inner:
    return Inner(lambda: roll, lambda: odds_of(Rules({}), roll))


def _die(name: str, faces: tuple[int, ...]) -> Throw:
    """Return the throw of one die with these faces."""
    roll = Roll()
    roll.dice = {name: 1}
    return Throw(PLAIN._replace(dice={name: Die(name, faces)}), DICE, {}, roll)
