"""Writes the program of a throw as the page runs it: JSON with no key of a rules file in it.

Each kind of die, way to read a throw and choice is there once, under a letter or a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import quote

from ..language.markup import plain_text
from ..rules.errors import RulesError, fold
from ..rules.language.conditions import FLAT, NATURAL, THE_VALUE, VALUE
from ..rules.language.formulas import Number
from ..rules.language.query import Call, PlainDice
from ..rules.model.reading import GROUPS, PAIRED, SIZED, Reading, Then
from ..rules.model.roll import Die
from ..rules.rules import Rules
from ..rules.throw.compile import Compiler
from ..rules.throw.pools import LOST, RUINED, SURE, pool_of
from ..rules.throw.program import (
    Best,
    Called,
    Case,
    Dice,
    Kind,
    Let,
    Loop,
    NoThrow,
    Pool,
    Program,
    Reader,
    Result,
    Results,
    Throw,
)
from ..rules.throw.run import TOGETHER
from ..tables.dice import die_colour
from .choices import Choices, condition, number

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
MOST_STATES: Final = 3_000  # throws that one repetition may need on a page
# Sets of faces, and what the page counts: the highest face that so many dice show and so on.
SETS: Final = {
    "highest": ("top", 1),
    "height": ("top", 0),
    "lowest": ("low", 1),
    "same": ("most", 1),
    "width": ("most", 0),
    "pairs": ("many", 2),
    "sets": ("many", 0),
    "row": ("run", 1),
    GROUPS: ("fill", 0),
    "beats": ("over", 1),
    "ties": ("level", 1),
}


class Thrower:
    """Writes programs, and keeps what they share."""

    def __init__(self, rules: Rules | None = None) -> None:
        """Begin with no dice."""
        self.rules = rules
        self.kinds: dict[str, dict[str, Any]] = {}
        self.readers: list[dict[str, Any]] = []
        self.choices = Choices()
        self._letters: dict[str, str] = {}
        self._numbers: dict[object, int] = {}
        self._texts: list[str] = []  # the readers as they were written
        self._seen: dict[int, set[tuple[int, ...]]] = {}  # the states of each loop

    @property
    def data(self) -> dict[str, Any]:
        """Return what programs share, as the page has it."""
        found = {"kinds": self.kinds, "readers": self.readers}
        return found | ({"choices": self.choices.all} if self.choices.all else {})

    def plan(self, game_name: str, what: Call | PlainDice) -> Any:
        """Return how it is thrown; None where no dice are, or too much is to be told."""
        assert self.rules is not None  # only plain dice are thrown without rules
        try:
            return self.written(Compiler(self.rules).program(game_name, what))
        except RulesError:  # the odds say why, where the rules refuse it
            return None

    def written(self, program: Program, also: Iterable[Number] = ()) -> Any:
        """Return a program as JSON; `also` are numbers that are read of its throw."""
        if isinstance(program, Throw):
            return self._pool(pool_of(program), also)
        if isinstance(program, Dice):
            return ["+", program.add, *[self._pool(pool_of(one)) for one in program.terms]]
        if isinstance(program, Let):
            parts = [
                [side.word, self.written(roll.program()), *map(sorted, side.outcomes.values())]
                for side, roll in program.parts
            ]
            return ["&", self._reader(program.reader), *parts]
        if isinstance(program, Best):
            best = int(bool(program.check.best))
            return ["b", self.written(program.roll.program()), program.many, best]
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
        return ["o", self._pool(pool_of(program.roll), formulas), found]

    def _loop(self, loop: Loop) -> Any:
        """Return the loop, with a roll for each state that it may come to."""
        steps = loop.steps
        if steps is None:
            raise NoThrow(f"a page does not follow the numbers of '{loop.reader.check}'")
        state = {
            "takes": [
                [name, list(map(fold, words))] if words else [name, least, most]
                for name, words, least, most in steps.names
            ],
            "by": steps.by,
            "words": [sorted(words) for words in steps.outcomes.values()],
            "changes": steps.changes,
            "last": steps.last,
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
                numbers = loop.numbers(here)
                place = tuple([numbers[i] for i in steps.follow])
                if place in seen:
                    continue
                seen.add(place)
                if len(seen) > MOST_STATES:
                    raise RulesError(f"'{loop.reader.check}' needs too many throws for a page")
                key = ",".join(str(numbers[i]) for i in steps.by)
                if key not in plans:
                    plans[key] = self.written(loop.roll(here).program())
                for outcome, chance in (loop.roll(here).odds().outcomes or {}).items():
                    after, over = loop.after(here, outcome, 0)
                    following += [after] if chance and not over else []
            layer, depth = following, depth + 1
        return ["s", number, loop.numbers(loop.start), loop.most]

    def _pool(self, pool: Pool, also: Iterable[Number] = ()) -> Any:
        """Return dice that are thrown together: [reader, "4a2b", what else]."""
        kinds = [(self._kind(kind), kind.die, many) for kind, many in pool.dice]
        more = ""
        if pool.chosen is not None:
            dice = {letters: die for letters, die, _ in kinds}
            more += f"#{self.choices.number_of(pool.chosen.way, dice)}"
        more += f"!{pool.rerolls}" if pool.rerolls else ""
        keep = pool.keep
        if keep is not None and pool.chosen is None:
            more += f"{'>' if keep.highest else '<'}{keep.many}"
            if keep.of:
                more += ",".join(letters for letters, die, _ in kinds if die.name == keep.of)
            elif ties := keep.ties:
                kinds_first = sorted(kinds, key=lambda each: -ties.place(each[1]))
                more += ",".join(letters for letters, *_ in kinds_first)
        read = {word for one in also for word in one.names()} | _words_of(pool.reader)
        read |= pool.goes.when.names() if pool.goes is not None else set()
        params = [word for word in pool.known if word in read]
        values = ",".join(_value_text(pool.known[word]) for word in params)
        values = values.rstrip(",")
        own: dict[str, Any] = {"params": params} if params else {}
        if pool.goes is not None:
            own["goes"] = self._goes(pool)
        text = "".join(f"{many}{letters}" for letters, _, many in kinds)
        reader = self._reader(pool.reader, own, {die.name: die for _, die, _ in kinds})
        return [reader, text, f"{more}@{values}" if values else more]

    def _goes(self, pool: Pool) -> list[Any]:
        """Return when a throw goes on, how often, how it counts, and what one alone is without."""
        goes = pool.goes
        assert goes is not None
        sums = [each.word for each in pool.reader.sums if each.word in TOGETHER]
        alone = {FLAT: 0, SURE: 0, LOST: 0, RUINED: int(bool(pool.dice))}
        then = list(Then).index(goes.then)
        return [condition(goes.when), goes.times, then, sums, alone]

    def _kind(self, kind: Kind) -> str:
        """Return the letters of a die with all that its faces do."""
        letters = self._letters.get(repr(kind))
        if letters is None:
            letters = self._letters[repr(kind)] = _letters(len(self._letters))
            die = kind.die
            found: dict[str, Any] = {"die": die.name, "faces": _faces(kind)}
            found |= {"values": list(die.faces), "byplace": 1} if die.by_place else {}
            found |= {"minus": 1} if die.minus else {}
            found |= {"again": kind.again} if kind.again else {}
            found |= {"once": 1} if kind.once and kind.again else {}
            found |= {"reroll": kind.reroll} if kind.reroll else {}
            found |= {"every": 1} if kind.every and kind.reroll else {}
            if kind.adds != (die.faces,):
                found["adds"] = [list(row) if any(row) else 0 for row in kind.adds]
            found |= {"colour": die_colour(die)} if die.colour else {}
            found |= {"counts": 1} if kind.counts else {}
            self.kinds[letters] = found
        return letters

    def _reader(
        self,
        reader: Reader,
        own: Mapping[str, Any] = NOTHING,
        dice: Mapping[str, Die] = NOTHING,
    ) -> int:
        """Return the number of a way to read a throw."""
        key = reader, repr(own), tuple(dice) if reader.sets else ()
        if key not in self._numbers:
            self._numbers[key] = self._new_reader(reader, own, dice)
        return self._numbers[key]

    def _new_reader(self, reader: Reader, own: Mapping[str, Any], dice: Mapping[str, Die]) -> int:
        """Keep a way to read a throw, unless one that is written alike is there."""
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
            found["names"] = [plain_text(one.label) or one.name for one in reader.outcomes]
        text = repr(found)
        if text not in self._texts:
            self._texts.append(text)
            self.readers.append(found)
        return self._texts.index(text)


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
    """Return the dice that a set looks at, what is counted of it, and how large it is."""
    if rule.against and rule.what not in PAIRED:
        die, faces = dice.get(rule.of), rule.faces
        left = None
        if die is not None and faces is not None:
            left = [face for face in die.faces if faces.holds(face, max(die.faces))]
        return [rule.of, rule.among, "left", left, rule.against]
    what, size = SETS[rule.what]
    size = size or rule.size or SIZED.get(rule.what, 0)
    return [rule.of, rule.among, what, size, *([rule.against] if rule.against else [])]


def _faces(kind: Kind) -> list[int | str] | int:
    """Return what the faces show; a number where they are 1 up to it."""
    die = kind.die
    if kind.names:
        return list(kind.names)
    if die.signs:
        pairs = zip(die.faces, die.signs, strict=True)
        return [_signed_face(face, sign) for face, sign in pairs]
    if die.faces == tuple(range(1, len(die.faces) + 1)):
        return len(die.faces)
    return list(die.faces)


def _signed_face(face: int, sign: Mapping[str, int]) -> str:
    """Write a face that shows more than its number: "2 luck", "1 + luck"."""
    words = [name if many == 1 else f"{many} {name}" for name, many in sign.items() if many]
    return " + ".join([*([str(face)] if face else []), *words]) or "–"


def _letters(place: int) -> str:
    """Return a to z, then aa, ab and so on."""
    text = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        text = chr(97 + letter) + text
    return text


def _value_text(value: object) -> str:
    """Return a number, or a word as conditions compare it; nothing for 0."""
    if isinstance(value, str):
        return quote(fold(value), safe="")
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return str(value or "")
