"""A game as frozen values: what a rules file says, read and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from enum import StrEnum
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

from ..errors import RulesError, find_named, fold, listed, suggest
from ..language.conditions import RESULTS
from ..language.faces import named_in
from ..language.formulas import Condition, Number
from ..language.query import Call
from ..language.reading import Reading
from .outcome import Difficulty, Ladder, Noun, Outcome, Table
from .parameter import Parameter
from .reading import Aim, GoingOn, Push
from .roll import COUNTS, Die, RollChange, kinds_in, names_in


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


class Several(NamedTuple):
    """A check that is made several times, of which the best or the worst whole result counts."""

    check: str
    many: int | str  # or the parameter that says it
    best: bool


class _Check(NamedTuple):
    """A check as the rules file states it."""

    name: str
    label: str = ""
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
    called: Mapping[str, str] = {}  # what readers see for a side or a group; never changed
    difficulties: tuple[Difficulty, ...] = ()
    tables: Mapping[str, Table] = {}  # an empty default, never changed
    noun: Noun | None = None
    roll_of: str = ""  # the check whose roll it has
    sides: tuple[str, ...] = ()  # two checks that are held against each other
    repeats: str = ""
    slots: tuple[str, ...] = ()
    python: str = ""
    result: Number | None = None
    several: Several | None = None
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
        """Return whether dice are thrown here, and not in other checks or by a Python callable."""
        return not (self.sides or self.python or self.inner)

    @property
    def inner(self) -> str:
        """Return the check that it repeats, or makes several times."""
        return self.several.check if self.several is not None else self.repeats

    @cached_property
    def known(self) -> tuple[Parameter, ...]:
        """Return what it takes, and what is read of the throws that are among that."""
        return (*self.takes, *self.shares)

    @cached_property
    def order(self) -> tuple[Parameter, ...]:
        """Return what may be given without names; the order of keys in a table says nothing."""
        if self.notation:
            return tuple(map(self.parameter, named_in(self.notation)))
        listed = tuple([one for one in self.takes if one.listed])
        needed = tuple([one for one in self.takes if one.required or len(self.takes) == 1])
        return listed or (needed if len(needed) == 1 else ())

    @cached_property
    def tested(self) -> tuple[Outcome, ...]:
        """The outcomes in the order in which they are tried; the first true one counts."""
        return tuple(sorted(self.outcomes, key=lambda one: one.rank))

    @cached_property
    def used(self) -> Mapping[Use, Set[str]]:
        """The words that each part of the check looks at."""
        found: dict[Use, set[str]] = {use: set() for use in Use}
        for use, part in self._parts():
            found[use] |= names_in(part)
        return found

    def _parts(self) -> Iterator[tuple[Use, Any]]:
        """Yield all that looks at words."""
        for change in self.changes():
            for pair in change:
                yield Use.ADDED if pair[0] == "add" else Use.ROLL, pair
        yield Use.ROLL, tuple(self.seen.values())
        for one in self.outcomes:
            yield Use.OUTCOMES, one.when
            yield Use.VALUES, one.result
        for aim in self.aims:
            yield Use.CHOICE, aim.number
        for changes in self.after.values():
            yield Use.AFTER, {name for name, _ in changes}
        yield Use.AMOUNT, tuple(self.formulas)
        if self.push is not None:
            yield Use.ROLL, self.push.faces
            yield Use.PUSH, self.push.when
        if self.going_on is not None:
            yield Use.GOING_ON, self.going_on.when
        yield Use.END, self.ends
        yield Use.RESULT, self.result
        yield Use.TIMES, {str(self.several.many if self.several is not None else self.times)}
        for each in self.takes:
            yield Use.LEVELS, {*each.cancels, *each.needed}
            yield Use.DEFAULT, each.default if isinstance(each.default, Number) else None
            if each.each or each.first or each.further or each.half or each.choices:
                yield Use.LEVELS, {each.name}

    @cached_property
    def numbers(self) -> list[Number]:
        """Every number that is calculated from its throw, and every condition on it."""
        parts = [part for _, part in self._parts() if isinstance(part, Number)]
        return [*self.readings.values(), *parts]

    def reading(self, *numbers: Number) -> Check:
        """Return the check, of whose throw all is read that these numbers look at."""
        seen = {word: rule for each in numbers for word, rule in each.readings().items()}
        return self._replace(seen={**self.seen, **seen})

    @cached_property
    def links(self) -> frozenset[frozenset[str]]:
        """The pairs of parameters that cancel each other, whichever of the two says so."""
        pairs = [(each.name, other) for each in self.takes for other in each.cancels]
        return frozenset(map(frozenset, pairs))

    @cached_property
    def moves(self) -> frozenset[tuple[str, str]]:
        """The pairs of parameters of which the first moves the second."""
        return frozenset((each.name, other) for each in self.takes for other in each.moved)

    @cached_property
    def kinds_asked(self) -> tuple[str, ...]:
        """The kinds of dice that readings and clauses ask for, each with its parameters."""
        found = kinds_in(tuple(part for use, part in self._parts() if use is Use.ROLL))
        return tuple(dict.fromkeys(kind for kind in found if kind))

    @cached_property
    def completed(self) -> bool:
        """Return whether parameters say what is rolled, or which faces and dice count."""
        return bool(self.used[Use.ROLL] | self.used[Use.ADDED])

    @cached_property
    def moving(self) -> tuple[Parameter, ...]:
        """The parameters that move others, each after those that move it."""
        moving = [one for one in self.takes if one.moved]
        moved = {one.name: {each.name for each in moving if one.name in each.moved}
                 for one in moving}  # fmt: skip
        return self._in_turn(moved, "move")

    @cached_property
    def calculated(self) -> tuple[Parameter, ...]:
        """Order the parameters whose defaults are calculated: each after those it looks at."""
        numbers = {one.name: one.default for one in self.takes if isinstance(one.default, Number)}
        first = {name: number.names() - {name} for name, number in numbers.items()}
        return self._in_turn(first, "decide")

    def _in_turn(self, first: Mapping[str, Set[str]], verb: str) -> tuple[Parameter, ...]:
        """Return the parameters of the table, each after those that go first."""
        turns = TopologicalSorter({name: sorted(first[name]) for name in first})
        try:
            return tuple([self.parameter(name) for name in turns.static_order() if name in first])
        except CycleError as error:
            names = listed(dict.fromkeys(error.args[1]), "and")
            raise RulesError(f"a circle: {names} of '{self.name}' {verb} each other") from None

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
        """Return whether an opposed check looks at more than the margin of its sides."""
        return bool(self.sides and (self.used[Use.RESULT] | self.used[Use.OUTCOMES]) - RESULTS)

    @property
    def formulas(self) -> list[Number]:
        """The numbers that a repetition calculates its parameters anew from."""
        return [by for many in self.after.values() for _, by in many if isinstance(by, Number)]

    @cached_property
    def counts(self) -> bool:
        """Return whether dice may count successes, and are not added up."""
        return any(key in COUNTS for change in self.changes() for key, _ in change)

    @property
    def has_results(self) -> bool:
        """Return whether any of its outcomes comes to a number of its own."""
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
        known = {one.name: one for one in self.difficulties}
        labels = {one.label: one for one in self.difficulties}
        missing = f"'{self.name}' has no difficulty named '{name}'"
        return find_named(name, known, missing, labels)

    def with_outcomes(self, checks: Mapping[str, Check]) -> Check:
        """Return the check with its outcomes, also where they are those of several tries."""
        if self.several is None:
            return self
        other = self
        for _ in checks:  # tries of tries, and a mistake may make a circle of them
            other = checks.get(other.inner, other) if other.several else other
        return self._replace(outcomes=other.outcomes, groups=other.groups, ladder=other.ladder)

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
        found = (label for key, label in self.called.items() if fold(key) == wanted)
        return next(found, "")

    def side_label(self, side: str, parameter: str) -> str:
        """Return what readers see for a parameter of a side; braces in its label stand for it."""
        label = self.called.get(side, side)
        return label.replace("{}", parameter) if "{}" in label else f"{label}: {parameter}"

    def group(self, name: str) -> tuple[str, ...]:
        """The outcomes of the group of that name."""
        missing = f"'{self.name}' has no group of outcomes named '{name}'"
        return find_named(name, self.groups, missing)


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
        return find_named(name, self.checks, f"no check named '{name}' in {self.name}")
