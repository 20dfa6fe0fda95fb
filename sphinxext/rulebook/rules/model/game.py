"""A game as frozen values: what a rules file says, read and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from enum import StrEnum
from functools import cached_property
from math import floor
from typing import Any, NamedTuple

from ..errors import RulesError, fold, listed, suggest
from ..language.conditions import RESULTS
from ..language.faces import Faces, kind_in_words, named_in
from ..language.formulas import NEVER, Condition, Number
from ..language.query import HOLDS, Argument, Call, Event, PlainDice, SharedThrow
from ..language.reading import Reading
from .reading import Aim, GoingOn, Push
from .roll import MOVES, Die, Keep, RollChange, Ties, dice_in, keeps_one


class Choice(NamedTuple):
    """A word that a parameter takes: the change it makes, other words for it, its label."""

    name: str
    change: RollChange = ()
    also: tuple[str, ...] = ()
    label: str = ""
    rolls: RollChange | None = None  # what it stands for in a roll, where that names the parameter

    @property
    def words(self) -> tuple[str, ...]:
        """Its name and the other words for it."""
        return (self.name, *self.also)

    @property
    def die(self) -> str:
        """Return the one kind of dice that it stands for; empty where its text rolls no such."""
        kinds = {self.name} if self.rolls is None else dice_in([self.rolls])
        return next(iter(kinds)) if len(kinds) == 1 and not named_in(*kinds) else ""


class Parameter(NamedTuple):
    """A parameter of a check: a number of levels, or one of several words."""

    name: str
    each: RollChange = ()
    first: RollChange = ()
    further: RollChange = ()
    half: RollChange | None = None
    choices: tuple[Choice, ...] = ()
    least: int = 0
    free: bool = False  # whether it may be below that: nothing does more than add it
    most: int | None = None
    default: int | str | Number | Call | PlainDice | SharedThrow = 0  # calculated, or rolled
    required: bool = False
    of: str = ""  # the parameter whose throw it is read from
    cancels: str = ""  # one name, or several in their order
    needs: Condition | None = None  # what must hold of the other parameters where it is not 0
    label: str = ""
    text: str = ""
    one: str = ""  # what one level is called, where the label is for many

    @property
    def cancelled(self) -> tuple[str, ...]:
        """The parameters that it cancels, in the order in which it does."""
        return tuple([name.strip() for name in self.cancels.split(",")]) if self.cancels else ()

    @property
    def calculated(self) -> bool:
        """Return whether it is calculated where a question does not say what it is."""
        return isinstance(self.default, Number)

    @property
    def needed(self) -> Set[str]:
        """The parameters that must be something where it is given."""
        return self.needs.names() if self.needs is not None else frozenset()

    @property
    def thrown(self) -> Call | PlainDice | None:
        """The check or dice that are thrown for it, where a question does not say what it is."""
        default = self.default
        found = default.throw if isinstance(default, SharedThrow) else default
        return found if isinstance(found, Call | PlainDice) else None

    def changes(self, level: Any) -> Iterator[tuple[RollChange, int]]:
        """Yield the changes that it makes at this level, each with how many times."""
        if self.choices:
            choice = self.choice(str(level))
            if choice is not None:
                yield choice.change, 1
            return
        whole = floor(level)
        if whole != level and self.half:
            yield self.half, 1
        if whole:
            yield self.each, whole
        if whole > 0:
            yield self.first, 1
            yield self.further, whole - 1

    def all_changes(self) -> Iterator[RollChange]:
        """Yield every change that it may make."""
        yield from (self.each, self.first, self.further, self.half or ())
        yield from (choice.change for choice in self.choices)

    def moved_by(self, value: Any, by: int) -> Any:
        """Return the value moved by so much, a word along the list, to its ends at most."""
        words = [choice.name for choice in self.choices]
        if not words:
            return value + by
        return words[min(max(words.index(value) + by, 0), len(words) - 1)]

    @property
    def moved(self) -> frozenset[str]:
        """The other parameters that its levels move."""
        keys = {key for change in self.all_changes() for key, _ in change}
        return frozenset({key.removeprefix(MOVES) for key in keys if key.startswith(MOVES)})

    @property
    def numbered(self) -> bool:
        """True where its words are all numbers, so that conditions can calculate with them."""
        return all(choice.name.lstrip("-").isdecimal() for choice in self.choices)

    def choice(self, word: str) -> Choice | None:
        """The choice that the word names, by its name or another word for it."""
        wanted = fold(word)
        found = (choice for choice in self.choices if wanted in map(fold, choice.words))
        return next(found, None)


ALONE = 1  # the highest rank of outcomes that exclude each other


class Outcome(NamedTuple):
    """A named outcome of a check, and when it holds.

    Outcomes are tried by their rank: of several that are true, the one within all others counts.
    """

    name: str
    when: Condition = NEVER
    written: str = ""  # the condition as the rules file writes it
    shown: str = ""
    text: str = ""
    label: str = ""
    colour: str = ""
    result: Number | None = None  # what the check comes to then
    always: bool = False  # whether it goes before those that are not
    rank: int = 0
    beside: tuple[tuple[str, Condition], ...] = ()  # others that neither lie within it nor around

    def held(self, known: Mapping[str, object]) -> bool:
        """Return whether it is the outcome of a throw that those before it are not true of."""
        if not self.when.holds(known):
            return False
        for name, when in self.beside:
            if when.holds(known):
                words = sorted(self.when.names() | when.names())
                shown = [f"{word} {known[word]}" for word in words if word in known]
                raise RulesError(
                    f"a throw with {listed(shown, 'and', '')} is both '{self.name or HOLDS}' and "
                    f"'{name}', and neither lies within the other; write 'always' before the "
                    "condition of the one that goes first, or conditions that exclude each other"
                )
        return True


class Difficulty(NamedTuple):
    """A named difficulty: what it needs, and what it changes in the roll."""

    name: str
    needs: Event
    given: tuple[tuple[str, Argument], ...] = ()  # a whole number moves, all else is set
    text: str = ""
    label: str = ""


class Ladder(NamedTuple):
    """A shared ladder of outcomes, worst first, worth 1, 2, 3 and so on."""

    name: str  # of the check that has it
    names: tuple[str, ...]
    groups: Mapping[str, tuple[str, ...]] = {}  # an empty default, never changed


class Noun(NamedTuple):
    """The rules file's word for the thing that is counted."""

    one: str
    many: str
    none: str = ""

    def of(self, count: int) -> str:
        """The count with its noun: "no successes", "1 success", "-1 successes"."""
        if count == 0:
            return self.none or f"no {self.many}"
        return f"{count} {self.one if count == 1 else self.many}"


class Table(NamedTuple):
    """A ladder or a list of outcomes as a page shows it: its headings and its cells."""

    headings: tuple[str, ...]
    cells: tuple[str, ...]


class Use(StrEnum):
    """The ways in which a check may look at a word, as a sentence says them."""

    AFTER = "outcomes change it"
    AMOUNT = "outcomes change others by it"
    END = "the end depends on it"
    TIMES = "it says how many times"
    ROLL = "the roll goes by it"
    ADDED = "it is added to the result"
    RESULT = "the result uses it"
    VALUES = "it is the value of an outcome"
    PUSH = "it says when dice are thrown again"
    GOING_ON = "it says when the throw goes on"
    CHOICE = "the player's choice depends on it"
    OUTCOMES = "the outcomes depend on it"
    DEFAULT = "it decides another"
    LEVELS = "it changes the roll"


class _Check(NamedTuple):
    """A check as the rules file states it."""

    name: str
    title: str = ""
    text: str = ""
    notation: str = ""
    roll: RollChange = ()
    takes: tuple[Parameter, ...] = ()
    shares: tuple[Parameter, ...] = ()  # what is read of the throws that parameters hold
    readings: Mapping[str, Number] = {}  # the author's names for what it shows; never changed
    seen: Mapping[str, Reading] = {}  # all that is read of its dice, by its text; never changed
    outcomes: tuple[Outcome, ...] = ()
    ladder: str = ""
    groups: Mapping[str, tuple[str, ...]] = {}  # an empty default, never changed
    labels: Mapping[str, str] = {}  # what readers see for a side or a group; never changed
    difficulties: tuple[Difficulty, ...] = ()
    tables: Mapping[str, Table] = {}  # an empty default, never changed
    noun: Noun | None = None
    like: str = ""
    versus: tuple[str, ...] = ()
    repeats: str = ""
    slots: tuple[str, ...] = ()
    python: str = ""
    result: Number | None = None
    tries: str = ""  # the check that is made several times, of which one whole result counts
    best: int | str = 0  # how many times, or the parameter that says it; the best one counts
    worst: int | str = 0  # the same, and the worst one counts
    repeated: Call | None = None  # what is repeated, where its arguments are given
    after: Mapping[str, tuple[tuple[str, int | str | Number], ...]] = {}  # an outcome's changes
    ends: Condition | None = None  # when the repetition ends
    full: bool = False  # whether it ends as soon as its slots are full
    times: int | str = 0  # how often it is repeated at most, or the parameter that says it
    push: Push | None = None  # dice that are thrown again, and when
    aims: tuple[Aim, ...] = ()  # the aims of a player who chooses dice, the first one first
    going_on: GoingOn | None = None  # when the whole throw is made again
    reads: tuple[str, ...] = ()  # more words that are read of its throw


class Check(_Check):
    """A check: how it is rolled, what it takes and what may come of it."""

    @property
    def is_a_roll(self) -> bool:
        """True where dice are thrown here, and not in other checks or by a Python callable."""
        return not (self.versus or self.repeats or self.python or self.tries)

    @cached_property
    def counts(self) -> bool:
        """Return whether its roll can count successes instead of adding up."""
        keys = {key for change in self.changes() for key, _ in change}
        return not keys.isdisjoint(("success", "failure", "worth"))

    @cached_property
    def known(self) -> tuple[Parameter, ...]:
        """Return what it takes, and what is read of the throws that are among that."""
        return (*self.takes, *self.shares)

    @cached_property
    def tested(self) -> tuple[Outcome, ...]:
        """The outcomes in the order in which they are tried; the first true one counts."""
        return tuple(sorted(self.outcomes, key=lambda one: one.rank))

    @cached_property
    def used(self) -> Mapping[Use, Set[str]]:
        """The words that each part of the check looks at."""
        found: dict[Use, set[str]] = {use: set() for use in Use}
        for use, words in self._uses():
            found[use] |= words
        return found

    def _uses(self) -> Iterator[tuple[Use, Set[str]]]:
        for change in self.changes():
            for pair in change:
                yield Use.ADDED if pair[0] == "add" else Use.ROLL, names_in(pair)
        for rule in self.seen.values():
            yield Use.ROLL, names_in((f"{rule.of} {rule.against}", rule.faces, rule.size))
        for one in self.outcomes:
            yield Use.OUTCOMES, one.when.names()
            yield Use.VALUES, one.result.names() if one.result else frozenset()
        for aim in self.aims:
            yield Use.CHOICE, aim.number.names()
        for changes in self.after.values():
            yield Use.AFTER, {name for name, _ in changes}
        for formula in self.formulas:
            yield Use.AMOUNT, formula.names()
        if self.push is not None:
            yield Use.ROLL, names_in(self.push.faces)
            yield Use.PUSH, self.push.when.names() if self.push.when else frozenset()
        if self.going_on is not None:
            yield Use.GOING_ON, self.going_on.when.names()
        if self.ends is not None:
            yield Use.END, self.ends.names()
        if self.result is not None:
            yield Use.RESULT, self.result.names()
        yield Use.TIMES, {str(many) for many in (self.times, self.best, self.worst)}
        for each in self.takes:
            yield Use.LEVELS, {*each.cancelled, *each.needed}
            if isinstance(each.default, Number):
                yield Use.DEFAULT, each.default.names()
            if each.each or each.first or each.further or each.half or each.choices:
                yield Use.LEVELS, {each.name}

    def numbers(self) -> Iterator[Number]:
        """Every number that is calculated from its throw, and every condition on it."""
        yield from self.readings.values()
        for one in self.outcomes:
            yield from (one.when, one.result or NEVER)
        further = [self.push and self.push.when, self.going_on and self.going_on.when]
        for each in (self.result, self.ends, *further, *[aim.number for aim in self.aims]):
            yield each or NEVER

    def reading(self, *numbers: Number) -> Check:
        """Return the check, of whose throw all is read that these numbers look at."""
        seen = {word: rule for each in numbers for word, rule in each.readings().items()}
        return self._replace(seen={**self.seen, **seen})

    def only_adds(self, parameter: Parameter) -> bool:
        """Return whether a parameter is added to a number, and nothing else looks at it."""
        name, levels = parameter.name, (parameter.first, parameter.further, parameter.half)
        if parameter.choices or any(levels) or any(key != "add" for key, _ in parameter.each):
            return False
        added = (Use.ADDED, Use.RESULT, Use.VALUES)
        others = [words for use, words in self.used.items() if use not in (*added, Use.LEVELS)]
        read = set().union(*others, *self.links, *[one.needed for one in self.takes])
        formulas = [self.result, *[one.result for one in self.outcomes]]
        formulas += [
            value for key, value in self.roll if key == "add" and isinstance(value, Number)
        ]
        looks = [formula for formula in formulas if formula and name in formula.names()]
        used = bool(parameter.each or looks)
        return used and name not in read and all(formula.adds(name) for formula in looks)

    @cached_property
    def links(self) -> frozenset[frozenset[str]]:
        """The pairs of parameters that cancel each other, whichever of the two says so."""
        pairs = [(each.name, other) for each in self.takes for other in each.cancelled]
        return frozenset(map(frozenset, pairs))

    @cached_property
    def moves(self) -> frozenset[tuple[str, str]]:
        """The pairs of parameters of which the first moves the second."""
        return frozenset((each.name, other) for each in self.takes for other in each.moved)

    @cached_property
    def why_not_natural(self) -> str:
        """Say why 'natural' could mislead: it adds up dice of several kinds."""
        if keeps_one(self.roll):
            return ""
        changes = [
            change
            for one in self.takes
            for change in one.all_changes()
            if not (keeps_one(change) or keeps_one(one.first))
        ]
        thrown, brought = (
            sorted({one.removeprefix("-") for one in dice_in(some)})
            for some in ([self.roll], changes)
        )
        kinds = list(dict.fromkeys([*thrown, *brought]))
        if not thrown or len(kinds) < 2:
            return ""
        one, other = map(kind_in_words, kinds[:2])
        return (
            f"'natural' adds up all dice that count, {one} and {other}, too; for one kind write "
            f"'natural({kinds[0]})', for all of them 'all.natural'"
        )

    @cached_property
    def kinds_asked(self) -> tuple[str, ...]:
        """The kinds of dice that readings and clauses ask for, each with its parameters."""
        parts = [*[value for change in self.changes() for _, value in change], *self.seen.values()]
        found = kinds_in((*parts, self.push.faces if self.push is not None else None))
        return tuple(dict.fromkeys(kind for kind in found if kind))

    @cached_property
    def completed(self) -> bool:
        """Return whether parameters say what is rolled, or which faces and dice count."""
        return bool(self.used[Use.ROLL] | self.used[Use.ADDED])

    @cached_property
    def moving(self) -> tuple[Parameter, ...]:
        """The parameters that move others, each after those that move it."""
        waiting, found = [one for one in self.takes if one.moved], list[Parameter]()
        while waiting:
            free = [one for one in waiting if not any(one.name in each.moved for each in waiting)]
            if not free:
                names = listed([one.name for one in waiting], "and")
                raise RulesError(f"a circle: {names} of '{self.name}' move each other")
            found += free
            waiting = [one for one in waiting if one not in free]
        return tuple(found)

    @cached_property
    def noted(self) -> re.Pattern[str]:
        """The pattern of the game's own notation, each parameter a group."""
        parts = []
        for literal, name in re.findall(r"([^{]*)(?:\{(.*?)\})?", self.notation):
            words = [w for p in self.takes if p.name == name for c in p.choices for w in c.words]
            inner = "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or r"-?\d+"
            sign = literal.strip()
            if name and not words and sign.endswith("+"):  # d8+2, and so d8-1
                sign, inner = sign[:-1], r"[-+] *\d+"
            parts.append(rf"\s*{re.escape(sign)}\s*" if literal.strip() else re.escape(literal))
            parts.append(f"({inner})" if name else "")
        return re.compile("".join(parts), re.IGNORECASE)

    @property
    def compares(self) -> bool:
        """True for an opposed check that looks at more than the margin of its sides."""
        return bool(self.versus and (self.used[Use.RESULT] | self.used[Use.OUTCOMES]) - RESULTS)

    @property
    def only_in_outcomes(self) -> frozenset[str]:
        """The parameters that its outcomes alone look at, where none changes what is rolled."""
        if not self.is_a_roll or self.result is not None or self.ladder or self.has_results:
            return frozenset()
        if any(one.each or one.first or one.further or one.choices for one in self.takes):
            return frozenset()
        read = self.used[Use.OUTCOMES] - self.used[Use.ROLL] - self.used[Use.ADDED]
        return frozenset({one.name for one in self.takes} & read)

    @property
    def formulas(self) -> tuple[Number, ...]:
        """The numbers that a repetition calculates its parameters anew from."""
        return tuple(
            [by for many in self.after.values() for _, by in many if isinstance(by, Number)]
        )

    @property
    def has_results(self) -> bool:
        """True where any of its outcomes comes to a number of its own."""
        return any(one.result is not None for one in self.outcomes)

    @property
    def rolled_later(self) -> frozenset[str]:
        """The parameters that only the results of outcomes look at: they are rolled when needed."""
        others = [words for use, words in self.used.items() if use != Use.VALUES]
        others += [*self.links, *[{each.name, *each.needed} for each in self.takes if each.needs]]
        others += [each.moved for each in self.takes]
        mine = {one.name for one in self.takes} & self.used[Use.VALUES]
        return frozenset(mine.difference(*others))

    def changes(self) -> Iterator[RollChange]:
        """Every change that the check may put on its roll."""
        yield self.roll
        yield from (each for key, each in self.roll if key == "none" and not isinstance(each, str))
        for one in self.takes:
            yield from one.all_changes()

    def parameter(self, name: str) -> Parameter:
        """The parameter of that name."""
        for parameter in self.known:
            if parameter.name == name:
                return parameter
        hint = suggest(name, [parameter.name for parameter in self.takes])
        raise RulesError(f"'{self.name}' takes no '{name}'{hint or '; it takes nothing'}")

    def difficulty(self, name: str) -> Difficulty:
        """The difficulty of that name."""
        wanted = fold(name)
        for difficulty in self.difficulties:
            if wanted in (fold(difficulty.name), fold(difficulty.label)):
                return difficulty
        names = [difficulty.name for difficulty in self.difficulties]
        hint = suggest(name, names) or "; it has none"
        raise RulesError(f"'{self.name}' has no difficulty named '{name}'{hint}")

    def with_outcomes_of(self, other: Check) -> Check:
        """The check with the outcomes of another one, which it tries several times."""
        return self._replace(outcomes=other.outcomes, groups=other.groups, ladder=other.ladder)

    def with_tries(self, checks: Mapping[str, Check]) -> Check:
        """The check with the outcomes of the one that it tries, if it tries one."""
        return self.with_outcomes_of(checks[self.tries]) if self.tries in checks else self

    def outcome(self, name: str) -> Outcome:
        """The outcome of that name."""
        wanted = fold(name)
        for outcome in self.outcomes:
            if wanted in (fold(outcome.name), fold(outcome.label)):
                return outcome
        if not self.outcomes:
            raise RulesError(f"'{self.name}' names no outcomes; ask with '>= n' or another number")
        if wanted.startswith("any ") or any(fold(group) == wanted for group in self.groups):
            raise RulesError(f"'{name}' is a group of outcomes; ask 'is any {name}'")
        names = [outcome.name for outcome in self.outcomes]
        hint = suggest(name, names)
        if re.search(r"\s(?:and|or)\s", name):
            hint = f"; to ask for two things at once, write 'outcome is {name}'"
        raise RulesError(f"'{self.name}' has no outcome named '{name}'{hint}")

    def words_for(self, name: str | None) -> frozenset[str]:
        """Every word for one of its outcomes, its groups among them."""
        if name is None:
            return frozenset()
        groups = [f"any {fold(group)}" for group, names in self.groups.items() if name in names]
        return frozenset({fold(name), fold(self.outcome(name).label), *groups} - {""})

    def group_label(self, name: str) -> str:
        """Return what readers see for a group, or nothing if the rules do not say."""
        wanted = fold(name)
        found = (label for key, label in self.labels.items() if fold(key) == wanted)
        return next(found, "")

    def side_label(self, side: str, parameter: str) -> str:
        """Return what readers see for a parameter of a side; braces in its label stand for it."""
        label = self.labels.get(side, side)
        return label.replace("{}", parameter) if "{}" in label else f"{label}: {parameter}"

    def group(self, name: str) -> tuple[str, ...]:
        """The outcomes of the group of that name."""
        wanted = fold(name)
        for group, names in self.groups.items():
            if fold(group) == wanted:
                return names
        hint = suggest(name, self.groups) or "; it has none"
        raise RulesError(f"'{self.name}' has no group of outcomes named '{name}'{hint}")


def names_in(value: Any) -> set[str]:
    """The parameters that a part of a roll looks at."""
    if isinstance(value, Number):
        return value.names()
    if isinstance(value, str):
        return {*named_in(value)}
    if isinstance(value, tuple):
        return set().union(*map(names_in, value))
    return set()


def kinds_in(asked: object) -> Iterator[str]:
    """Yield the kinds of dice that a part of a change, or a reading, asks for."""
    if isinstance(asked, Faces):
        yield from asked.kinds
    elif isinstance(asked, Keep):
        yield asked.of
    elif isinstance(asked, Ties):
        yield from asked.kinds
    elif isinstance(asked, Reading):
        yield from (asked.of, asked.against, *kinds_in(asked.faces))
    elif isinstance(asked, tuple):
        for each in asked:
            yield from kinds_in(each)


class Game(NamedTuple):
    """A game: its dice, its ladders and its checks."""

    name: str
    title: str = ""
    data: Mapping[str, Any] = {}  # the file as it was merged, for what reads numbers by their key
    where: str = ""  # the file that the game was read from
    limit: int = 10_000
    dice: Mapping[str, Die] = {}  # an empty default, never changed, as all here
    ladders: Mapping[str, Ladder] = {}
    checks: Mapping[str, Check] = {}
    effort: int = 1  # how much work one question may be
    python: bool = False  # whether callables that it names may run

    @property
    def signs(self) -> tuple[str, ...]:
        """The signs that faces of its dice show beside their numbers."""
        signs = [sign for die in self.dice.values() for sign in die.signs]
        return tuple(dict.fromkeys(word for sign in signs for word in sign))

    def check(self, name: str) -> Check:
        """The check of that name."""
        found = self.checks.get(name)
        if found is None:
            folded = fold(name)
            for known, check in self.checks.items():
                if fold(known) == folded:
                    return check
            raise RulesError(f"no check named '{name}' in {self.name}{suggest(name, self.checks)}")
        return found
