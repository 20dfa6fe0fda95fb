"""Writes the program of a throw as the page runs it: JSON with no key of a rules file in it.

Each kind of die, way to read a throw and choice is there once, and known by its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from ...dice.budget import EACH, Budget
from ...dice.errors import TooMuch
from ..dice.pool import LOST, RUINED, SURE, Kind, Pool, Reader
from ..dice.pushed import Pushed
from ..errors import RulesError, fold
from ..language.conditions import FLAT, NATURAL, THE_VALUE, VALUE
from ..language.formulas import OUTCOME_OF, Number
from ..language.query import Query
from ..language.reading import BUNDLES, HEIGHT, PAIRED, Reading
from ..model.reading import Then
from ..model.roll import Die
from .choices import choices, condition, number
from .compile import Compiler
from .program import (
    LAST,
    Asked,
    Best,
    Called,
    Case,
    Dice,
    Let,
    Loop,
    NoThrow,
    Program,
    Result,
    Results,
    State,
    Throw,
)
from .run import TOGETHER

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
MOST_STATES: Final = 3_000  # throws that one repetition may need on a page
MOST_THROWS: Final = 20_000  # that may lie in all settings together
# Sets of faces, and what the page counts: the highest face that so many dice show and so on.
SETS: Final = {
    "highest": "top",
    HEIGHT: "top",
    "lowest": "low",
    "same": "most",
    "sets": "many",
    "row": "run",
    BUNDLES: "fill",
    "beats": "over",
    "ties": "level",
}


class Thrower:
    """Writes programs, and keeps what they share."""

    def __init__(self, rules: Asked | None = None) -> None:
        """Begin with no dice."""
        self.rules = rules
        self.kinds: list[dict[str, Any]] = []
        self.dice: list[Die] = []  # that of each kind
        self.readers: list[dict[str, Any]] = []
        self.choices: list[dict[str, Any]] = []  # of dice that are thrown again or kept
        self._numbers: dict[object, int] = {}  # of each kind and reader
        self._seen: dict[int, set[State]] = {}  # the states of each loop

    @property
    def data(self) -> dict[str, Any]:
        """Return what programs share, as the page has it."""
        return {"kinds": self.kinds, "readers": self.readers, "choices": self.choices}

    def plans(self, queries: Iterable[Query | RulesError], most: int = 2 * EACH) -> list[Any]:
        """Return how each is thrown, as far as so many steps go.

        It is None where no dice are thrown or too much is to be told, and for what was refused.
        """
        assert self.rules is not None  # only plain dice are thrown without rules
        found: list[Any] = []
        budget = Budget(together=most)
        with budget:
            for query in queries:
                if isinstance(query, RulesError):
                    found.append(None)
                    continue
                try:
                    budget.begin(self.rules.effort(query.game))
                except TooMuch:
                    break
                try:
                    program = Compiler(self.rules).program(query.game, query.what)
                    found.append(self.written(program))
                except RulesError:  # the odds say why, where the rules refuse it
                    found.append(None)
        return found

    def written(self, program: Program, also: Iterable[Number] = ()) -> Any:
        """Return a program as JSON; `also` are numbers that are read of its throw."""
        if isinstance(program, Throw):
            return self._pool(program.pool, also)
        if isinstance(program, Dice):
            return ["+", program.add, *[self._pool(one.pool) for one in program.terms]]
        if isinstance(program, Let):
            parts = [
                [side.word, self.written(side.roll.program()), *map(sorted, side.outcomes.values())]
                for side in program.sides
            ]
            return ["&", self._reader(program.reader), *parts]
        if isinstance(program, Best):
            return ["b", self.written(program.roll.program()), program.many, int(program.best)]
        if isinstance(program, Case):
            return self._case(program)
        if isinstance(program, Results):
            return self._results(program)
        if isinstance(program, Called):
            raise program.no_throw()
        return self._loop(program)

    def _case(self, case: Case) -> Any:
        read = case.found.numbers
        numbers = [one for one in read if one is not None]
        cases = {}
        for key in case.may():
            texts = [
                str(case.outcomes.index(str(value)) if one is None else value)
                for one, value in zip(read, key, strict=True)
            ]
            cases[",".join(texts)] = self.written(case.then(key).program())
        shown = [one and number(one) for one in read]
        return ["?", self.written(case.roll.program(), numbers), shown, cases]

    def _results(self, program: Results) -> Any:
        def written(result: Result) -> list[Any]:
            words = {
                word: roll if isinstance(roll, int) else self.written(roll.program())
                for word, roll, _ in result.words
            }
            return [number(result.formula), words]

        names = [one.name for one in program.roll.check.outcomes]
        found = {names.index(name): written(one) for name, one in program.results.items()}
        formulas = [one.formula for one in program.results.values()]
        return ["o", self._pool(program.roll.pool, formulas), found]

    def _loop(self, loop: Loop) -> Any:
        """Return the loop, with a roll for each state that it may come to."""
        steps = loop.steps
        numbers = [*loop.start, *[by for made in steps.changes.values() for _, by, _ in made]]
        if any(isinstance(one, Number | Fraction) for one in numbers):
            raise NoThrow(f"a page does not follow the numbers of '{loop.reader.check}'")
        state = {
            "takes": [
                [name, list(map(fold, words))] if words else [name, least, most]
                for name, words, least, most in steps.names
            ],
            "by": steps.by,
            "words": [sorted(words) for words in steps.outcomes.values()],
            "changes": list(steps.changes.values()),
            "last": LAST,
        } | ({"ends": condition(steps.ends)} if steps.ends is not None else {})
        own = {"state": state}
        if not steps.by:  # one roll, which no number of the state changes
            own["plans"] = {"": self.written(loop.roll(loop.start).program())}
        number = self._reader(loop.reader, own)
        plans = self.readers[number].setdefault("plans", {})
        seen = set() if loop.most else self._seen.setdefault(number, set())
        layer, depth = [loop.start], 0
        while layer and not (loop.most and depth == loop.most):
            following = []
            for here in layer:
                place = tuple([here[i] for i in steps.follow])
                if place in seen:
                    continue
                seen.add(place)
                if len(seen) > MOST_STATES:
                    raise RulesError(f"'{loop.reader.check}' needs too many throws for a page")
                key = ",".join(str(here[i]) for i in steps.by)
                if key not in plans:
                    plans[key] = self.written(loop.roll(here).program())
                for outcome, chance in (loop.roll(here).odds().outcomes or {}).items():
                    after, over = loop.after(here, outcome)
                    following += [after] if chance and not over else []
            layer, depth = following, depth + 1
        return ["s", number, loop.start, loop.most]

    def _pool(self, pool: Pool, also: Iterable[Number] = ()) -> Any:
        """Return dice that are thrown together: [reader, how many of which kinds, what else]."""
        kinds = [(self._kind(kind), kind.die) for kind, _ in pool.dice]
        more: dict[str, Any] = {"rerolls": pool.rerolls} if pool.rerolls else {}
        if pool.chosen is not None:
            more["choice"] = self._choice(pool.chosen.way, dict(kinds))
        elif (keep := pool.keep) is not None:
            among = [number for number, die in kinds if die.name == keep.of]
            if not keep.of and (ties := keep.ties):
                kinds_first = sorted(kinds, key=lambda each: -ties.place(each[1]))
                among = [number for number, _ in kinds_first]
            more["keep"] = [int(keep.highest), keep.many, among]
        read = {word for one in also for word in one.names()} | _words_of(pool.reader)
        read |= pool.goes.when.names() if pool.goes is not None else set()
        read |= {f"{word}{OUTCOME_OF}" for word in read}
        known = {word: _value(value) for word, value in pool.known.items() if word in read}
        more |= {"known": known} if known else {}
        own = {"goes": self._goes(pool)} if pool.goes is not None else {}
        reader = self._reader(pool.reader, own, {die.name: die for _, die in kinds})
        dice = [[many, number] for (number, _), (_, many) in zip(kinds, pool.dice, strict=True)]
        return [reader, dice, more]

    def _choice(self, way: Pushed, dice: Mapping[int, Die]) -> int:
        """Return the number of a roll's choices; refuse too many for a page."""
        number = len(self.choices)
        if self._throws(self.choices) <= MOST_THROWS:
            number = self._kept(self.choices, choices(way, dice))
        if self._throws(self.choices) > MOST_THROWS:
            raise NoThrow("the dice can fall in too many ways for a page")
        return number

    @staticmethod
    def _throws(all_: Sequence[dict[str, Any]]) -> int:
        return sum(len(found["again"]) + len(found["keep"]) for found in all_)

    def _goes(self, pool: Pool) -> list[Any]:
        """Return when a throw goes on, how often, how it counts, and what one alone is without."""
        goes = pool.goes
        assert goes is not None
        sums = [each.word for each in pool.reader.sums if each.word in TOGETHER]
        alone = {FLAT: 0, SURE: 0, LOST: 0, RUINED: int(bool(pool.dice))}
        then = list(Then).index(goes.then)
        return [condition(goes.when), goes.times, then, sums, alone]

    def _kind(self, kind: Kind) -> int:
        """Return the number of a die with all that its faces do."""
        die, rolling = kind.die, kind.rolling
        found = {
            "die": die.name,
            "faces": die.shown,
            "values": die.faces,
            "adds": kind.adds,
            "byplace": int(die.by_place),
            "bag": int(die.bag),
            "minus": int(die.minus),
            "again": rolling.again,
            "once": int(rolling.once),
            "reroll": rolling.reroll,
            "every": int(rolling.every),
            "counts": int(kind.counts),
        }
        number = self._kept(self.kinds, {key: each for key, each in found.items() if each})
        self.dice += [die] * (len(self.kinds) - len(self.dice))
        return number

    def _kept(self, all_: list[dict[str, Any]], found: dict[str, Any]) -> int:
        """Return the number of a kind or a reader, which is kept once."""
        number = self._numbers.setdefault((id(all_), repr(found)), len(all_))
        if number == len(all_):
            all_.append(found)
        return number

    def _reader(
        self,
        reader: Reader,
        own: Mapping[str, Any] = NOTHING,
        dice: Mapping[str, Die] = NOTHING,
    ) -> int:
        """Return the number of a way to read a throw."""
        key = reader, repr(own), tuple(dice) if reader.sets else ()
        if key not in self._numbers:
            self._numbers[key] = self._kept(self.readers, _read(reader, own, dice))
        return self._numbers[key]


def _read(reader: Reader, own: Mapping[str, Any], dice: Mapping[str, Die]) -> dict[str, Any]:
    """Return a way to read a throw."""
    found: dict[str, Any] = {**own}
    if reader.sums:
        found["sums"] = [[each.word, each.among, int(each.every)] for each in reader.sums]
    if reader.sets:
        found["sets"] = [[word, *_set(rule, dice)] for word, rule in reader.sets]
    words, result = [*reader.words], []
    if reader.result is not None:
        result = [(VALUE, reader.result)]
    if NATURAL not in {each.word for each in reader.sums}:
        words += [(NATURAL, THE_VALUE)] if NATURAL in _names(reader.result) else []
        result += [(NATURAL, THE_VALUE)] if NATURAL in _words_of(reader) else []
    if words:
        found["words"] = [[word, number(one)] for word, one in words]
    if result:
        found["result"] = [[word, number(one)] for word, one in result]
    if reader.counted:
        found["counted"] = reader.counted
    if reader.outcomes:
        found["judge"] = [condition(one.when) for one in reader.outcomes]
        turns = [one.rank for one in reader.outcomes]
        if turns != sorted(turns):
            found["turns"] = sorted(range(len(turns)), key=turns.__getitem__)
        found["names"] = [one.label or one.name for one in reader.outcomes]
    return found


def _names(formula: Number | None) -> set[str]:
    return formula.names() if formula is not None else set()


@lru_cache(maxsize=256)
def _words_of(reader: Reader) -> set[str]:
    """Return every word that is read of a throw."""
    found = set().union(*[one.names() for _, one in reader.words], _names(reader.result))
    for outcome in reader.outcomes:
        found |= outcome.when.names()
    return found


def _set(rule: Reading, dice: Mapping[str, Die]) -> list[Any]:
    """Return the dice that a set looks at, what is counted of it, and how large it is.

    Then come the dice of another kind that these are held against, or that take equal ones away.
    """
    size: Any = rule.size or 1
    die, faces = dice.get(rule.of), rule.faces
    if faces is not None and die is not None:
        size = [face for face in die.faces if faces.holds(face, max(die.faces))]
    what = SETS.get(rule.what, "some")
    against = [rule.against, int(rule.what not in PAIRED)] if rule.against else []
    return [rule.of, rule.among, what, size, *against]


def _value(value: object) -> object:
    """Return a number, or words as conditions compare them."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, str):
        return fold(value)
    return str(value) if isinstance(value, Fraction) else value
