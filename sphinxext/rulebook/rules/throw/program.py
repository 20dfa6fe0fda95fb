"""The program of a throw: what is thrown, and how it is read, with every parameter settled.

A check compiles to one of these, once. Given dice are judged by running it, and a page runs the
same program as JSON. Nothing here knows a key of the rules file: faces are rows of numbers, and
what is read of them are sums, sets and formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from ...dice.die import part
from ..dice.continued import refuse_open
from ..dice.decisions import Decision
from ..dice.odds import Key, Odds, result_of
from ..dice.pool import BOTH, Pool, Reader, pooled, words_read
from ..dice.pushed import chosen_of
from ..errors import RulesError
from ..language.conditions import VALUE, Facts
from ..language.formulas import Condition, Number
from ..language.query import FARTHEST, Call, PlainDice, Query
from ..model.arguments import Values
from ..model.game import Check, Game
from ..model.reading import AGAIN, OUTCOME
from ..model.roll import Roll

PLACE = "among the outcomes"
LAST = f"{OUTCOME} is"  # the word for the last outcome of a loop
State = tuple[int | Fraction, ...]  # the numbers of a loop; a word is its place in the list


class Asked(Protocol):
    """Rules that are asked for a game, and for the odds of a check."""

    def game(self, name: str = "") -> Game:
        """The game of that name, or the default one."""

    def odds(self, query: Query) -> Odds:
        """The odds of a question, kept for the next time."""

    def find(self, game_name: str, what: Call | PlainDice, asked: Check | None = None) -> Odds:
        """The odds of a check, worked out anew."""

    def effort(self, game_name: str = "") -> int:
        """The effort that the game allows."""


class Inner(NamedTuple):
    """A roll that another one is made of: its program and its odds, each found when needed."""

    program: Callable[[], Program]
    odds: Callable[[], Odds]


class Throw:
    """The dice of a check; their faces are made into rows of numbers when they are thrown."""

    __slots__ = ("args", "check", "game", "roll", "rows", "strict")

    def __init__(
        self, game: Game, check: Check, args: Values, roll: Roll, *, strict: bool = False
    ) -> None:
        """Take the check with its arguments, and the roll that they come to.

        Strict is a throw that tells all there is, and refuses a choice that the player's aim leaves
        open; a page takes any of them.
        """
        self.game, self.check, self.args, self.roll = game, check, args, roll
        self.strict = strict
        self.rows: Pool | None = None
        if check.going_on is not None and self.chosen:
            raise RulesError(f"'{check.name}' goes on, and its dice are chosen; keep one")

    @property
    def pool(self) -> Pool:
        """Return the dice of the throw with their faces as rows of numbers."""
        if self.rows is None:
            self.rows = self._pool()
        return self.rows

    def _pool(self) -> Pool:
        check, roll, goes = self.check, self.roll, self.check.going_on
        chosen = chosen_of(self.game, check, self.args, roll, strict=self.strict)
        words = words_read(check) | {*BOTH} if roll.counts and self.strict else words_read(check)
        if goes is not None:
            refuse_open(check, roll)
            words |= goes.when.names() - {VALUE} - {one.name for one in check.known}
        pool = pooled(self.game, check, self.args, roll, words | {VALUE})
        for kind, _ in pool.dice if roll.again else ():
            part(kind.rolling.turned if kind.rolling.falls else kind.rolling)
        counted = AGAIN if check.push is not None or goes is not None else ""
        reader = pool.reader._replace(result=check.result, outcomes=check.outcomes, counted=counted)
        return pool._replace(reader=reader, chosen=chosen, goes=goes, named_only=bool(check.ladder))

    @property
    def chosen(self) -> bool:
        """Return whether dice are thrown again, or kept, by the whole throw."""
        keep = self.roll.keep
        return self.check.push is not None or (keep is not None and keep.chosen)

    @property
    def asks(self) -> str:
        """Return what is said where more or fewer throws are given."""
        return f"'{self.check.name}' has one side; '|' separates the dice of two"


class Dice(NamedTuple):
    """Plain dice, whose terms are one throw."""

    text: str
    add: int
    terms: tuple[Throw, ...]

    @property
    def asks(self) -> str:
        """Return what is said where more throws are given."""
        return "plain dice have one side; '|' separates the dice of two"


class Side(NamedTuple):
    """A roll under a word, and the words for each of its outcomes."""

    word: str
    query: Query  # how it is asked for
    outcomes: Mapping[str, frozenset[str]]
    roll: Inner


class Let(NamedTuple):
    """Several rolls, of which something is worked out together."""

    reader: Reader
    sides: tuple[Side, ...]
    check: Check = Check("")

    @property
    def asks(self) -> str:
        """Return what is said where more or fewer throws are given."""
        return f"'{self.reader.check}' has two sides; write the second's dice after '|'"


class Best(NamedTuple):
    """A roll that is made several times; the best or the worst whole result counts."""

    check: Check  # with the outcomes of the roll, the worst first
    roll: Inner
    many: int
    best: bool

    @property
    def asks(self) -> str:
        """Return what is said where more or fewer throws are given."""
        return f"'{self.check.name}' is {self.many} tries; write the dice of each after a '|'"

    def rank(self, outcome: str | None, value: int) -> tuple[int, int]:
        """Rank a whole result: by its outcome, then by its number."""
        names = [one.name for one in self.check.outcomes]
        return names.index(outcome) if outcome else 0, value


class Case(NamedTuple):
    """A roll that decides what is thrown next, by its outcome (None) or by numbers of it."""

    game: str
    check: Check
    args: Values
    later: Values  # those that are rolled when an outcome asks for them
    found: Decision
    roll: Inner
    then: Callable[[Key], Inner]
    outcomes: tuple[str, ...]

    def may(self) -> Mapping[Key, Fraction]:
        """Return what the roll may decide, and how likely each is."""
        return self.found.cases(self.roll.odds())

    @property
    def asks(self) -> str:
        """Return what is said where no throw is given for it."""
        return f"'{self.found.parameters[0].name}' is rolled first: write its dice before a '|'"


class Result(NamedTuple):
    """Tell what an outcome comes to: a formula, and each of its words as a number or a roll."""

    formula: Number
    words: tuple[tuple[str, int | Inner, str], ...]  # the last is what the rules file calls it


class Results(NamedTuple):
    """A roll whose outcomes come to numbers of their own."""

    roll: Throw
    results: Mapping[str, Result]


class Called(NamedTuple):
    """A roll that a Python callable of the author gives."""

    game: Game
    check: Check
    args: Values

    def no_throw(self) -> NoThrow:
        """Tell that nothing is thrown here."""
        return NoThrow(f"'{self.check.name}' is a Python callable, and those read no dice")


class Steps(NamedTuple):
    """The state of a loop as numbers, and how each outcome of its roll changes them."""

    names: tuple[tuple[str, tuple[str, ...], int, int | None], ...]  # words, or least and most
    by: tuple[int, ...]  # the numbers that the roll depends on
    follow: tuple[int, ...]  # those that anything depends on
    outcomes: Mapping[str, frozenset[str]]  # of the roll, with the words for each
    changes: Mapping[str, tuple[tuple[int, int | Number, Change], ...]]  # for each outcome
    ends: Condition | None
    reads: tuple[tuple[str, Number], ...] = ()  # the words of each roll that changes look at

    def values(self, state: State) -> dict[str, Any]:
        """Return the numbers of a state, and its words, by their names."""
        each = zip(self.names, state, strict=True)
        return {name: words[int(n)] if words else n for (name, words, _, _), n in each}


class Change(IntEnum):
    """A change of a number by an outcome: by or to so much, or the first free one is taken."""

    BY, TO, TAKE, TAKE_LAST = range(4)


class Loop(NamedTuple):
    """A roll that is made again and again, until its outcomes have changed a state enough."""

    check: Check
    reader: Reader
    start: State
    roll: Callable[[State], Inner]
    most: int  # how often at most, or 0
    steps: Steps

    def known(self, state: State, outcome: str) -> Facts:
        """Return what is known where the last roll had this outcome."""
        return {**self.steps.values(state), LAST: self.steps.outcomes[outcome]}

    def after(
        self, state: State, outcome: str, seen: Sequence[int | str] = ()
    ) -> tuple[State, bool]:
        """Return the next state, and whether that ends the loop; `seen` is what changes look at."""
        steps, now, gone = self.steps, list(state), False
        for place, by, how in steps.changes[outcome]:
            name, words, least, most = steps.names[place]
            if how in (Change.TAKE, Change.TAKE_LAST):
                free = [slot for slot in range(place, len(now)) if not now[slot]]
                gone = gone or (how is Change.TAKE_LAST and not free)
                if free:
                    now[free[0]] = 1
                continue
            number: int | Fraction = by if isinstance(by, int) else 0
            if isinstance(by, Number):
                known = zip([word for word, _ in steps.reads], seen, strict=True)
                number = result_of(by, {**steps.values(state), **dict(known)})
            elif how is Change.BY:
                number = state[place] + by
            gone = gone or bool(words and number >= len(words))
            most = len(words) - 1 if words else most
            if most is not None and number > most:
                number = most
            now[place] = number if number > least else least
            if not -FARTHEST <= now[place] <= FARTHEST:
                raise RulesError(
                    f"'{self.check.name}' can make '{name}' more than {FARTHEST:,}; give it 'most'"
                )
        end = tuple(now)
        return end, gone or (steps.ends is not None and steps.ends.holds(self.known(end, outcome)))

    @property
    def asks(self) -> str:
        """Return what is said where dice are given for it."""
        return f"'{self.reader.check}' is not a single roll; judge the check it is made of"


Program = Throw | Dice | Let | Best | Case | Results | Called | Loop


class NoThrow(RulesError):
    """A check is made without throwing dice, or in a way that no program tells."""
