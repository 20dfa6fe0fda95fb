"""Judges a worked example: runs the program of a throw with the dice that were given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..dice.pool import Kind, Pool
from ..errors import RulesError
from ..language.query import Call, PlainDice, Thrown
from ..model.roll import Die, plural
from .compile import Compiler
from .program import Asked, Dice
from .run import run


class Judged(NamedTuple):
    """The result of given dice: successes, failures, the value and the outcome."""

    successes: int | None
    failures: int | None
    value: int | None
    outcome: str | None


def judge_dice(
    rules: Asked, game_name: str, what: Call | PlainDice, thrown: tuple[Thrown, ...]
) -> Judged:
    """Return what given dice come to."""
    program = Compiler(rules, strict=True).program(game_name, what)
    given = Given(thrown)
    came = run(program, given)
    given.end()
    if came.named_only:
        return Judged(None, None, None, came.outcome)
    if not came.counts:
        return Judged(None, None, came.value, came.outcome)
    return Judged(came.known["successes"], came.known["failures"], came.value, came.outcome)


class Given:
    """Dice that were given, throw by throw, in the order in which they fell."""

    def __init__(self, thrown: Sequence[Thrown]) -> None:
        """Take each throw: its first faces, and those of dice that were thrown again."""
        self._waiting, self._now = list(thrown), Thrown(())
        self._first: list[int] = []
        self._used = self._further = 0
        self._asks = ""

    def need(self, many: int, asks: str) -> None:
        """Refuse fewer throws than so many."""
        self._asks = asks
        if len(self._waiting) < many or not many:
            raise RulesError(asks)

    def open(self, program: Pool | Dice) -> None:
        """Begin the next throw."""
        if not self._waiting:
            raise RulesError(self._asks)
        self._now = self._waiting.pop(0)
        self._first, self._used, self._further = list(self._now.first), 0, 0
        pools = [one.pool for one in program.terms] if isinstance(program, Dice) else [program]
        dice = [one for pool in pools for one in pool.dice]
        many, given = sum(n for _, n in dice), len(self._first)
        if many != given:
            named = ", ".join(f"{n}{kind.die.name}" for kind, n in dice) or "no dice"
            named = program.text if isinstance(program, Dice) else named
            raise RulesError(f"{plural(given, 'die', 'dice')} for a roll of {many} ({named})")
        if len(pools) > 1 and len([kind for kind, _ in dice if kind.rolling.again]) > 1:
            raise RulesError("write one kind of dice that roll again at a time, to judge them")

    def first(self, pool: Pool) -> list[int]:
        """Return the place of the face that each die shows."""
        kinds = pool.each
        faces, self._first = self._first[: len(kinds)], self._first[len(kinds) :]
        try:
            _refuse_missing(pool, faces)
            return [place_of(kind.die, face) for kind, face in zip(kinds, faces, strict=True)]
        except RulesError as error:
            if len(pool.dice) < 2:
                raise
            named = ", then ".join(f"{many}{kind.die.name}" for kind, many in pool.dice)
            raise RulesError(f"{error}; the dice of this roll go in order: {named}") from None

    def more(self, pool: Pool) -> list[int]:
        """Return the same of a further throw of all dice."""
        kinds = pool.each
        faces = self._now.again[self._used :][: len(kinds)]
        if len(faces) < len(kinds) or not kinds:
            raise RulesError(
                f"the throw goes on: write the {plural(len(kinds), 'die', 'dice')} of each further "
                "throw after a ';'"
            )
        self._used, self._further = self._used + len(kinds), self._further + 1
        return [place_of(kind.die, face) for kind, face in zip(kinds, faces, strict=True)]

    def again(self, kind: Kind, place: int) -> int:
        """Return the place of the face that one die shows now, after the one at this place."""
        if self._used == len(self._now.again):
            raise self._missing(kind.die, place)
        self._used += 1
        return place_of(kind.die, self._now.again[self._used - 1])

    def _missing(self, die: Die, place: int) -> RulesError:
        """Tell that the new throw of a die that showed the face at this place is not there."""
        shown, any_face = (
            at + 1 if die.by_place else die.faces[at] for at in (place, (len(die.faces) - 1) // 2)
        )
        first = " ".join(map(str, self._now.first))
        again = " ".join(map(str, (*self._now.again, any_face)))
        return RulesError(
            f"the {shown} rolls again: write its new throw after ';', as in '{first}; {again}'"
        )

    def close(self, program: Pool | Dice) -> None:
        """Refuse dice after ';' that no throw took."""
        given, used = len(self._now.again), self._used
        if given == used:
            return
        more = f"{plural(given, 'die', 'dice')} after ';', but"
        if isinstance(program, Pool) and program.goes is not None:
            raise RulesError(f"{more} the throw goes on {plural(self._further, 'time')}")
        left = " ".join(map(str, self._now.again[used:]))
        if not used:
            raise RulesError(f"{more} none of the dice before it rolls again; remove '; {left}'")
        again = "was rolled again" if used == 1 else "were rolled again"
        raise RulesError(f"{more} only {used} {again}; remove '{left}' at the end")

    def done(self, asks: str) -> None:
        """Remember what is said of more throws than this."""
        self._asks = asks

    def end(self) -> None:
        """Refuse throws that nothing took."""
        if self._waiting:
            raise RulesError(self._asks)


def _refuse_missing(pool: Pool, faces: Sequence[int]) -> None:
    """Refuse more of a face than the bag holds that it is drawn from."""
    left = Counter[tuple[str, int]]()
    for kind, face in zip(pool.each, faces, strict=True):
        die = kind.die
        left[die.name, face] += 1
        held = 1 if die.by_place else die.faces.count(face)
        if die.bag and left[die.name, face] > max(held, 1):
            raise RulesError(f"there is {held} of the {face} in '{die.name}', and none is put back")


def place_of(die: Die, face: int) -> int:
    """Return the place of the face that shows, given its number, or its place among names."""
    if die.by_place:
        if 1 <= face <= len(die.faces):
            return face - 1
        raise RulesError(
            f"the {die.name} die has no face {face}; its faces are 1 to {len(die.faces)}"
        )
    if face not in die.faces:
        raise RulesError(
            f"a {die.name} has no face {face}; it shows {min(die.faces)} to {max(die.faces)}"
        )
    return die.faces.index(face)
