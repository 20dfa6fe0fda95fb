"""What a page needs to throw a check's dice itself, and to read them as the rules do.

Everything that a parameter does is settled here: it leads to other dice, another reading of their
faces, or a number that an outcome asks for. The page throws and judges; it knows no rules file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple
from urllib.parse import quote

from ..ask.appearance import die_colour
from ..rules.dice.mechanics.pool import (
    Reading,
    endless,
    numbers_of,
    reading_of,
    rolling_on,
    worths_of,
)
from ..rules.dice.mechanics.throws import held
from ..rules.dice.notation import PLAIN, roll_of_term
from ..rules.dice.repeated import times_of
from ..rules.dice.rolled_parameters import cases_of, deciding, roll_of
from ..rules.dice.throw import amounts, prepared, rules_of
from ..rules.dice.worked import Side
from ..rules.errors import RulesError, fold
from ..rules.language.conditions import (
    ALL_FAILURES,
    ALWAYS,
    DEGREE,
    RESULTS,
    AllFailures,
    Both,
    Compare,
    Condition,
    Either,
    read_by,
)
from ..rules.language.formulas import Number
from ..rules.language.parse import parse_dice
from ..rules.language.query import Call, Dice, Query
from ..rules.language.read_condition import AGAIN
from ..rules.model.arguments import Values, any_rolled, bound, dice_of, is_rolled, rolled, settled
from ..rules.model.game import Check, Game
from ..rules.model.reading import EVERY, SETS
from ..rules.model.reading import Reading as Rule
from ..rules.model.roll import Die, Roll
from ..rules.rules import Rules, known_besides
from ..words.markup import plain_text

KNOWN_TO_THE_PAGE = frozenset({*RESULTS, "successes", "failures", ALL_FAILURES})
# What a throw on a page understands. A check or a roll that uses another word has no button, until
# the page has learnt it.
CHECK_WORDS = frozenset({
    "name", "title", "text", "notation", "roll", "takes", "readings", "outcomes", "ladder",
    "groups", "difficulties", "tables", "noun", "like", "versus", "repeats", "slots", "python",
    "result", "tries", "best", "worst", "repeated", "full",
})  # fmt: skip
ROLL_WORDS = frozenset({
    "add", "again", "dice", "failure", "failures", "keep", "none", "reroll", "rerolls", "step",
    "success", "successes", "times", "widen", "worth",
})  # fmt: skip
RULE_WORDS = frozenset({"what", "faces", "sign", "of", "among", "throws"})
PLAIN_CHECK = Check("dice")


class Leaf(NamedTuple):
    """Dice thrown together: "4a2b" for four dice of kind a and two of kind b, and what else."""

    reader: int
    dice: str
    more: str  # rerolls, what counts without rolling, what is kept, added, or known


class Sum(NamedTuple):
    """Several throws added up, as plain dice notation has them."""

    add: int
    parts: tuple[Leaf, ...]


class Compared(NamedTuple):
    """What else than its number is compared of a side: its name, and the words for its outcomes."""

    name: str
    words: tuple[tuple[str, ...], ...]


class Sides(NamedTuple):
    """Two throws held against each other."""

    reader: int
    first: Plan
    second: Plan
    compared: tuple[Compared, ...] = ()


class Tried(NamedTuple):
    """A throw that is made several times; the best or the worst whole result stands."""

    one: Plan
    many: int
    best: bool


class Worth(NamedTuple):
    """What an outcome comes to: a formula, and what its words are, a number or a throw."""

    outcome: int
    formula: Number
    words: tuple[tuple[str, int | Plan], ...]


class Outcomes(NamedTuple):
    """A throw whose outcomes come to something of their own."""

    one: Plan
    results: tuple[Worth, ...]


class Repeated(NamedTuple):
    """A throw that is repeated until its slots are full."""

    reader: int
    one: Plan
    slots: tuple[int, ...]  # for each outcome of the throw the first slot that it fills, or -1
    many: int
    full: bool = False  # whether it ends as soon as all are full


class Decided(NamedTuple):
    """A throw that decides what is thrown next."""

    first: Plan
    by_name: bool  # whether the outcome decides, not the number
    cases: tuple[tuple[int, Plan], ...]


Plan = Leaf | Sum | Sides | Repeated | Decided | Tried | Outcomes


class Thrower:
    """Writes plans, and keeps each kind of die and each way to read a throw once."""

    def __init__(self, rules: Rules) -> None:
        """Begin with no dice."""
        self.rules = rules
        self._kinds: dict[object, str] = {}
        self.kinds: dict[str, dict[str, Any]] = {}
        self._readers: dict[tuple[str, str], int] = {}
        self.readers: list[dict[str, Any]] = []
        self._read: list[tuple[list[str], list[str]]] = []

    def plan(self, game_name: str, what: Call | Dice) -> Plan | None:
        """How to throw it; None where no dice are thrown."""
        if isinstance(what, Dice):
            return self._plain(what)
        rules = self.rules
        game = rules.game(game_name)
        check = game.check(what.check)
        if any(getattr(check, word) for word in {*Check._fields} - CHECK_WORDS):
            return None
        if check.compares or any(one.result is not None for one in check.outcomes):
            return None
        if any(word == "is" for one in check.outcomes for word in one.written.split()[1:]):
            return None
        if check.versus:
            return self._sides(game_name, check, rules.sides(game_name, check, what))
        args = bound(check, what.args)
        later = {name: args[name] for name in check.rolled_later}
        args = {name: 0 if name in later and is_rolled(v) else v for name, v in args.items()}
        if any_rolled(args):
            waits = any(map(is_rolled, later.values()))
            return None if waits else self._decided(game_name, game, check, args)
        if check.python:
            return None
        if check.tries:
            return self._tried(game_name, game, check, args)
        if check.repeats:
            return self._repeated(game_name, game, check, args)
        leaf = self._leaf(game_name, game, check, args)
        if leaf is None or not any(outcome.result for outcome in check.outcomes):
            return leaf
        return self._results(game_name, game, check, leaf, later)

    def _sides(self, game_name: str, check: Check, sides: Sequence[Query]) -> Plan | None:
        first, second = [self.plan(side.game, side.what) for side in sides]
        if first is None or second is None:
            return None
        compared = []
        for name, side in zip(check.versus, sides if check.compares else (), strict=False):
            inner = self.rules.odds(side).check
            one = Side(name, inner, {})
            names = [outcome.name for outcome in inner.outcomes] if inner else []
            words = tuple([tuple(sorted(one.words(each))) for each in names])
            compared.append(Compared(name, words))
        return Sides(self._reader(game_name, check), first, second, tuple(compared))

    def _tried(self, game_name: str, game: Game, check: Check, args: Values) -> Plan | None:
        inner = game.check(check.tries)
        names = {parameter.name for parameter in inner.takes}
        given = tuple([(name, value) for name, value in args.items() if name in names])
        one = self.plan(game_name, Call(inner.name, given))
        many = times_of(check, args, check.best or check.worst)
        return None if one is None else Tried(one, many, bool(check.best))

    def _results(
        self, game_name: str, game: Game, check: Check, leaf: Leaf, later: Values
    ) -> Plan | None:
        """The throw with what each of its outcomes comes to."""
        found = []
        for place, outcome in enumerate(check.outcomes):
            if outcome.result is None:
                continue
            rolls, words = outcome.result.own_rolls(), []
            for word in outcome.result.order():
                name = rolls.get(word, word).removesuffix(f" {AGAIN}")
                if name in later and not is_rolled(later[name]):
                    words.append((word, later[name]))
                elif name in later or word in rolls:
                    what = (
                        roll_of(game, check.parameter(name), later)
                        if name in later
                        else parse_dice(name)
                    )
                    roll = self.plan(game_name, what)
                    if roll is None:
                        return None
                    words.append((word, roll))
            found.append(Worth(place, outcome.result, tuple(words)))
        return Outcomes(leaf, tuple(found))

    def _leaf(self, game_name: str, game: Game, check: Check, args: Values) -> Leaf | None:
        roll = prepared(game, rolled(game, check, args))
        if any(getattr(roll, word) for word in {*Roll.__slots__} - ROLL_WORDS):
            return None
        reader = self._reader(game_name, check)
        marks, params = self._read[reader]
        if not all(_is_known(rule) for rule in rules_of(check, marks).values()):
            return None
        if marks and check.readings:
            check = settled(check, args)
        reading = reading_of(roll)
        dice = "".join(
            f"{count}{self._kind(game, check, die, roll, reading, marks)}"
            for die, count in dice_of(game, roll)
        )
        more = self._more(roll)
        if params:
            more += "@" + ",".join(_number_text(args[name]) for name in params)
        return Leaf(reader, dice, more)

    def _more(self, roll: Roll) -> str:
        more = f"!{roll.rerolls}" if roll.rerolls else ""
        more += f"^{roll.successes}" if roll.successes else ""
        more += f"~{roll.failures}" if roll.failures else ""
        if roll.keep:
            more += f"{'>' if roll.keep.highest else '<'}{roll.keep.many}"
            if roll.keep.of:
                kinds = self.kinds.items()
                more += ",".join(letters for letters, k in kinds if k["die"] == roll.keep.of)
        more += f"*{roll.times}" if roll.times != 1 else ""
        return more + (f"{roll.add:+d}" if roll.add else "")

    def _kind(
        self, game: Game, check: Check, die: Die, roll: Roll, reading: Reading, marks: list[str]
    ) -> str:
        """The letters of a die with what its faces are worth here."""
        worth, rules = worths_of(die, reading), rules_of(check, marks)
        again = rolling_on(die, reading) if reading.again is not None else ()
        once = reading.again is not None and not endless(die, reading)
        more = tuple(held(roll.reroll, die)) if roll.reroll is not None else ()
        every = roll.reroll is not None and roll.reroll.throws == EVERY
        shown = tuple([(name, amounts(rule, die)) for name, rule in rules.items() if rule.adds_up])
        key = (
            die.name,
            die.faces,
            die.minus,
            worth,
            again,
            once,
            more,
            every,
            shown,
            reading.counts,
        )
        letters = self._kinds.get(key)
        if letters is None:
            letters = self._kinds[key] = _letters(len(self._kinds))
            found: dict[str, Any] = {"die": die.name, "faces": _faces(game, die)}
            found |= {"values": list(die.faces), "byplace": 1} if die.by_place else {}
            found |= {"worth": list(worth)} if worth != die.faces else {}
            found |= {"numbers": list(numbers_of(die))} if die.minus else {}
            if any(again):
                found |= {"again": [int(each) for each in again]} | ({"once": 1} if once else {})
            if any(more):
                found |= {"reroll": [int(each) for each in more]} | ({"every": 1} if every else {})
            if any(any(counts) for _, counts in shown):
                found["marks"] = {name: list(counts) for name, counts in shown if any(counts)}
            found |= {"colour": die_colour(die)} if die.colour else {}
            found |= {"counts": 1} if reading.counts else {}
            self.kinds[letters] = found
        return letters

    def _reader(self, game_name: str, check: Check) -> int:
        """How throws of the check are read, by the number under which the page has it."""
        key = game_name, check.name
        found = self._readers.get(key)
        if found is None:
            found = self._readers[key] = len(self.readers)
            names = {parameter.name for parameter in check.takes}
            read = set().union(
                *[read_by(one.when) for one in check.outcomes if one.when is not None],
                check.result.names() if check.result else (),
                *[one.result.names() for one in check.outcomes if one.result],
            )
            read -= {key for one in check.outcomes if one.result for key in one.result.own_rolls()}
            params = [each.name for each in check.takes if each.name in read]
            read -= {word for side in check.versus for word in (side, DEGREE)}
            marks = sorted(read - KNOWN_TO_THE_PAGE - names)
            rules = rules_of(check, marks).items()
            reader: dict[str, Any] = {}
            if check.outcomes:
                reader["judge"] = [
                    condition(ALWAYS if one.when is None else one.when) for one in check.outcomes
                ]
                reader["names"] = [plain_text(o.label) or o.name for o in check.outcomes]
            if check.result is not None:
                reader["result"] = number(check.result)
            if params:
                reader["params"] = params
            if marks:
                reader["reads"] = {
                    name: [
                        "" if rule.adds_up else rule.what,
                        rule.of, rule.among, int(rule.throws == EVERY),
                    ]
                    for name, rule in rules
                }  # fmt: skip
            self.readers.append(reader)
            self._read.append((marks, params))
        return found

    def _plain(self, dice: Dice) -> Sum:
        """Plain dice notation: each term is a throw of its own."""
        reader = self._reader("", PLAIN_CHECK)
        parts = []
        for term in dice.terms:
            roll = roll_of_term(term)
            letters = "".join(
                f"{count}{self._kind(PLAIN, PLAIN_CHECK, die, roll, reading_of(roll), [])}"
                for die, count in dice_of(PLAIN, roll)
            )
            parts.append(Leaf(reader, letters, self._more(roll)))
        return Sum(dice.add, tuple(parts))

    def _repeated(self, game_name: str, game: Game, check: Check, args: Values) -> Plan | None:
        inner = game.check(check.repeats)
        call = check.repeated or Call(inner.name, tuple(args.items()))
        one = self.plan(game_name, call) if check.slots else None
        if one is None:
            return None
        slots = {name: place for place, name in reversed(list(enumerate(check.slots)))}
        fills = tuple([slots.get(outcome.name, -1) for outcome in inner.outcomes])
        reader = self._reader(game_name, check)
        return Repeated(reader, one, fills, len(check.slots), check.full)

    def _decided(self, game_name: str, game: Game, check: Check, args: Values) -> Plan | None:
        parameter, roll = deciding(game, check, args)
        first = self.plan(game_name, roll.what)
        if first is None:
            return None
        odds = self.rules.odds(roll._replace(game=game_name))
        names = [outcome.name for outcome in odds.check.outcomes] if odds.check else []
        cases = []
        for value in cases_of(odds, parameter, roll):
            call = Call(check.name, ((parameter.name, value), *known_besides(args, parameter)))
            then = self.plan(game_name, call)
            if then is None:
                return None
            key = names.index(value) if isinstance(value, str) else value
            cases.append((key, then))
        return Decided(first, bool(parameter.choices), tuple(cases))


def _is_known(rule: Rule) -> bool:
    """Whether the page has learnt the word that a reading is made of."""
    own = all(not getattr(rule, word) for word in {*Rule._fields} - RULE_WORDS)
    return own and (rule.adds_up or rule.what in SETS)


def _letters(place: int) -> str:
    """a to z, then aa, ab and so on."""
    text = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        text = chr(97 + letter) + text
    return text


def _faces(game: Game, die: Die) -> list[int | str] | int:
    """What the faces show; a number where they are 1 to so many."""
    if die.named:
        return list(game.data["die"][die.name]["faces"])
    if die.signs:
        return [_signed_face(face, sign) for face, sign in zip(die.faces, die.signs, strict=True)]
    if die.faces == tuple(range(1, len(die.faces) + 1)):
        return len(die.faces)
    return list(die.faces)


def _signed_face(face: int, sign: Mapping[str, int]) -> str:
    """What a face shows whose number is not all: "2 luck", "1 + luck"."""
    words = [name if many == 1 else f"{many} {name}" for name, many in sign.items() if many]
    return " + ".join([*([str(face)] if face else []), *words]) or "–"


def _number_text(value: object) -> str:
    if isinstance(value, str):  # a word, as conditions compare it
        return quote(fold(value), safe="")
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return str(value)


def number(found: Number) -> Any:
    """A number that is reckoned, as the page reckons it."""
    if found.parts:
        return [found.apply, *map(number, found.parts)]
    if found.key:
        return found.key
    if found.apply[0].isdecimal():
        value = Fraction(found.apply)
        return value.numerator if value.denominator == 1 else f"{value}"
    return found.apply


def condition(found: Condition) -> Any:
    """A condition as a small tree."""
    if isinstance(found, Compare):
        return [found.op, number(found.left), number(found.number)]
    if isinstance(found, AllFailures):
        return [ALL_FAILURES]
    if isinstance(found, Both | Either):
        return ["and" if isinstance(found, Both) else "or", *map(condition, found.parts)]
    if found.of:
        return ["is", found.of, f"any {found.name}" if found.group else found.name]
    raise RulesError(f"'is {found.name}' asks for an outcome, and none is known here")


def plan_json(plan: Plan) -> Any:
    """The plan as the page reads it."""
    if isinstance(plan, Leaf):
        return [plan.reader, plan.dice + plan.more]
    if isinstance(plan, Sum):
        return ["+", plan.add, *map(plan_json, plan.parts)]
    if isinstance(plan, Sides):
        sides = [plan_json(plan.first), plan_json(plan.second)]
        return ["-", plan.reader, *sides, *[list(each) for each in plan.compared]]
    if isinstance(plan, Repeated):
        slots = list(plan.slots)
        return ["n", plan.reader, plan_json(plan.one), slots, plan.many, int(plan.full)]
    if isinstance(plan, Tried):
        return ["b", plan_json(plan.one), plan.many, int(plan.best)]
    if isinstance(plan, Outcomes):
        return ["o", plan_json(plan.one), {str(one.outcome): _worth(one) for one in plan.results}]
    cases = {str(key): plan_json(then) for key, then in plan.cases}
    return ["?", int(plan.by_name), plan_json(plan.first), cases]


def _worth(found: Worth) -> Any:
    words = {word: v if isinstance(v, int) else plan_json(v) for word, v in found.words}
    return [number(found.formula), words]
