"""Turns a roll into rows of numbers: what each face of its dice adds to all that is read of it.

Odds are found from these rows, given dice are judged by them, and a page has them as JSON. Nobody
but this module asks what the keys of a roll mean for a face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ...dice import SetOf
from ...dice.die import Rolling, Row
from ..errors import RulesError
from ..language.conditions import ALL_FAILURES, FLAT, NATURAL, RESULTS, TIMES, VALUE, Facts
from ..language.formulas import Number
from ..language.reading import ALL, KEPT, SIGN, SUM, Reading
from ..model.arguments import Values, dice_of
from ..model.game import Check, Game, Use
from ..model.outcome import Outcome
from ..model.reading import AGAIN, GoingOn
from ..model.roll import Die, Keep, Roll
from .rows import held, refuse_without_numbers, rolling_of
from .sets import set_of

if TYPE_CHECKING:
    from .pushed import Chosen

# Facts of our own, which no reading of an author can be called.
WORTH = "what the dice count"
STANDING, GAINED = "first throws that do not fail", "further gains"
SURE, LOST = "successes without rolling", "failures without rolling"
RUINED = "may be all failures"
MANY = "how many times the dice count"
BOTH = {"successes": 1, "failures": -1}


class Kind(NamedTuple):
    """A die with all that its faces do in a throw."""

    die: Die
    rolling: Rolling
    counts: bool  # whether faces count successes, and are not totalled
    adds: tuple[Row, ...] = ()  # to each of the sums that are read, first to what the dice count

    @property
    def worth(self) -> Row:
        """Return what each face counts."""
        return self.rolling.worth

    @property
    def numbers(self) -> Row:
        """Return the number on each face, below zero where the die is taken away."""
        faces = self.die.faces
        return tuple([-face for face in faces]) if self.die.minus else faces


class Sum(NamedTuple):
    """A sum over dice under the word that it is known by."""

    word: str
    among: str  # all dice, those that are kept, or those that are not
    every: bool  # whether each throw of a die adds, not only the one that stands


class Reader(NamedTuple):
    """The reading of a throw: its sums and sets, words worked out from them, and outcomes.

    The first sum of dice is what those that are kept count.
    """

    check: str
    sums: tuple[Sum, ...] = ()
    sets: tuple[tuple[str, Reading], ...] = ()
    words: tuple[tuple[str, Number], ...] = ()  # each may look at those before it
    result: Number | None = None  # what the value is in the end
    outcomes: tuple[Outcome, ...] = ()
    counted: str = ""  # the word for how often dice were thrown again


PLAIN = Reader("", (Sum(WORTH, KEPT, every=True),))


class Pool(NamedTuple):
    """Dice that are thrown together."""

    reader: Reader
    dice: tuple[tuple[Kind, int], ...]
    known: Facts  # parameters, and what comes without rolling
    rerolls: int = 0  # failed dice that are thrown again
    keep: Keep | None = None
    chosen: Chosen | None = None
    goes: GoingOn | None = None
    counts: bool = False  # whether it counts successes and failures
    named_only: bool = False  # whether its number is no more than the place of an outcome

    @property
    def each(self) -> list[Kind]:
        """Return the dice one by one."""
        return [kind for kind, many in self.dice for _ in range(many)]

    @property
    def drawn(self) -> bool:
        """Return whether some are drawn from a bag."""
        return any(kind.die.bag for kind, _ in self.dice)

    @property
    def sets(self) -> dict[str, SetOf]:
        """Return what is read of the dice as a set."""
        tops = {kind.die.name: max(kind.die.faces) for kind, _ in self.dice}
        return {word: set_of(rule, tops) for word, rule in self.reader.sets}

    @property
    def binding(self) -> Keep | None:
        """Return the dice that are kept, or None where that leaves none out."""
        keep = self.keep
        if keep is None:
            return None
        among = sum(count for kind, count in self.dice if keep.of in ("", kind.die.name))
        return keep if among > keep.many else None

    def facts(self, sums: Facts) -> dict[str, Any]:
        """Return what is known of a throw beside its value, where these are its sums and sets."""
        shown = {FLAT: self.known[FLAT], TIMES: self.known[TIMES], **sums}
        for word, number in self.reader.words:
            if word != VALUE:
                shown[word] = number.value({**self.known, **shown})
        return shown


def words_read(check: Check) -> set[str]:
    """Return the words that are read of a throw of the check, beside what it comes to."""
    read = [outcome.when.names() for outcome in check.outcomes]
    if check.result is not None:
        read.append(check.result.names())
    results = [one.result for one in check.outcomes if one.result is not None]
    read.extend(result.names() - result.own_rolls().keys() for result in results)
    return set(check.reads).union(*read) - {VALUE} - {parameter.name for parameter in check.known}


def wanted_of(check: Check, roll: Roll) -> set[str]:
    """Return the words that have to be read of a throw that comes to a number."""
    wanted = words_read(check)
    # What is added up shows by itself what the dice showed.
    return wanted if roll.counts or not roll.times else wanted - RESULTS


def looks_at_value(check: Check) -> bool:
    """Return whether an outcome of the check may depend on what the throw comes to."""
    return not check.outcomes or bool(RESULTS & check.used[Use.OUTCOMES])


def pooled(game: Game, check: Check, args: Values, roll: Roll, wanted: Iterable[str] = ()) -> Pool:
    """Return the dice of a roll, with rows for all the words that are wanted of them."""
    dice = []
    for die, many in dice_of(game, roll):
        rolling = rolling_of(die, roll)
        dice.append((Kind(die, rolling, roll.counts, (rolling.worth,)), many))
    _refuse_put_back(check, roll, dice)
    if roll.rerolls:
        _check_rerolls(roll, dice)
    if not wanted:
        known = {FLAT: roll.flat, TIMES: roll.times}
        return Pool(PLAIN, tuple(dice), known, roll.rerolls, roll.keep, counts=roll.counts)
    wanted = {*wanted}
    own = {ALL_FAILURES, NATURAL, VALUE, AGAIN, *BOTH}
    rules = {word: check.seen[word] for word in sorted(wanted - own)}
    for rule in rules.values():
        for kind, _ in dice:
            if not rule.adds_up and kind.die.name in (rule.of or kind.die.name, rule.against):
                refuse_without_numbers(rule.what, kind.die)
    sums = [*_sums(rules, dice, wanted, turned=roll.times < 0)]
    recovers = GAINED in [one.word for one, _ in sums]
    reader = Reader(
        check.name,
        tuple([one for one, _ in sums]),
        tuple([(name, rule) for name, rule in rules.items() if not rule.adds_up]),
        tuple(_words(wanted, roll.times, recovers=recovers)),
    )
    known = {
        **args,
        FLAT: roll.flat,
        SURE: roll.successes,
        LOST: roll.failures,
        RUINED: int(bool(dice) and roll.successes <= 0),
        TIMES: roll.times,
        MANY: abs(roll.times),
    }
    kinds = [(kind._replace(adds=tuple([of(kind) for _, of in sums])), n) for kind, n in dice]
    return Pool(reader, tuple(kinds), known, roll.rerolls, roll.keep, counts=roll.counts)


Summed = tuple[Sum, Callable[[Kind], Row]]  # with what each face of a kind of dice adds


def _sums(
    rules: Mapping[str, Reading], dice: list[tuple[Kind, int]], wanted: set[str], *, turned: bool
) -> Iterable[Summed]:
    """Yield all that is summed.

    `turned` says that dice are multiplied by less than zero: what they count is taken away.
    """
    yield Sum(WORTH, KEPT, every=True), lambda kind: kind.worth
    for name, rule in rules.items():
        if rule.adds_up:
            yield Sum(name, rule.among, rule.throws == ALL), _amounts(rule)
    if NATURAL in wanted:
        yield Sum(NATURAL, KEPT, every=True), lambda kind: kind.numbers
    for name, sign in BOTH.items():
        if name in wanted:
            yield Sum(name, KEPT, every=True), _counted(-sign if turned else sign)
    if ALL_FAILURES in wanted:
        yield (
            Sum(STANDING, ALL, every=False),
            lambda kind: tuple([int(worth >= 0) for worth in kind.worth]),
        )
        if any(_recovers(kind.rolling) for kind, _ in dice):
            yield Sum(GAINED, ALL, every=True), _counted(1)


def _amounts(rule: Reading) -> Callable[[Kind], Row]:
    """Return what a reading counts on each face of a kind of dice."""

    def of(kind: Kind) -> Row:
        die = kind.die
        row: Row = ()
        if rule.of in ("", die.name):
            if rule.what == SIGN:
                row = tuple([sign.get(rule.sign, 0) for sign in die.signs])
            else:
                row = kind.numbers if rule.what == SUM else held(rule.faces, die)
        return row or (0,) * len(die.faces)

    return of


def _counted(sign: int) -> Callable[[Kind], Row]:
    """Return the successes of each face, or with another sign the failures."""
    return lambda kind: tuple([max(0, sign * worth) for worth in kind.worth])


def _recovers(die: Rolling) -> bool:
    """Return whether a die that fails may roll on and succeed."""
    on = zip(die.worth, die.again, strict=False)
    return max(die.worth) > 0 and any(again and worth < 0 for worth, again in on)


def _words(wanted: set[str], times: int, *, recovers: bool) -> Iterable[tuple[str, Number]]:
    """Yield what is worked out from the sums, one after the other."""

    def times_and(word: str, by: str, more: str) -> Number:
        one = Number(word) if times == 1 else Number("*", (Number(word), Number(by)))
        return Number("+", (one, Number(more)))

    yield VALUE, times_and(WORTH, TIMES, FLAT)
    for word, more in zip(BOTH, (SURE, LOST), strict=True):
        if word in wanted:
            yield word, times_and(word, MANY, more)
    if ALL_FAILURES in wanted:
        left = Number("-", (Number(RUINED), Number(STANDING)))
        left = Number("-", (left, Number(GAINED))) if recovers else left
        yield ALL_FAILURES, Number("max", (Number("0"), left))


def _refuse_put_back(check: Check, roll: Roll, dice: list[tuple[Kind, int]]) -> None:
    """Refuse more than a bag holds, and throwing again what is drawn and not put back."""
    for kind, many in dice:
        die, rolling = kind.die, kind.rolling
        if not die.bag:
            continue
        if die.minus:
            raise RulesError(f"what is drawn from '{die.name[1:]}' cannot be taken away")
        if many > len(die.faces):
            raise RulesError(f"{many} are drawn from '{die.name}', and there are {len(die.faces)}")
        if roll.rerolls or rolling.again or rolling.reroll or check.push or check.going_on:
            raise RulesError(
                f"what is drawn from '{die.name}' is not put back, so none of it is thrown again; "
                "draw more of it and keep some, or make two checks of it"
            )


def _check_rerolls(roll: Roll, dice: list[tuple[Kind, int]]) -> None:
    """Refuse what leaves open which dice are rolled again, and what that means."""
    if len(dice) > 1:
        raise RulesError("rerolls need one kind of die; which of several to roll again is open")
    if not roll.counts:
        raise RulesError("only a roll that counts successes has failed dice to roll again")
    if roll.rerolls < 0:
        raise RulesError("there cannot be fewer than 0 rerolls")
    for kind, _ in dice:
        worth = kind.worth
        if min(worth) < 0:
            raise RulesError(
                "rerolls need dice that take no successes away: which failed dice are rolled "
                "again is open; say it by their faces, as in reroll = \"1-4\", or set no 'failure'"
            )
        if any(on and not value for on, value in zip(kind.rolling.again, worth, strict=False)):
            raise RulesError(
                "a face that fails and rolls again leaves open when its die has failed; "
                "leave it out of 'again'"
            )
