"""Throws after which dice are thrown again, or chosen: every way for them to fall, exact.

Faces that nothing tells apart are one look. A throw is then how many dice show each look, and its
ways are a whole number. Where a player chooses, the best choice is found from the last throw back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, product
from math import comb
from typing import Any

from ...dice.budget import spend
from ...dice.law import Listed
from ..errors import RulesError
from ..language.conditions import ALL_FAILURES, FLAT, TIMES, VALUE, known_at
from ..language.formulas import Condition
from ..model.arguments import Values, dice_of, settled
from ..model.game import Check, Game
from ..model.reading import OUTCOME, PUSHED
from ..model.roll import Roll
from .aims import aims_at_number, open_choice, refuse_further_throws
from .alike_faces import FaceLooks, SeenThrow
from .mechanics.marks import MarkedLaw
from .mechanics.pool import reading_of
from .mechanics.reckoned import result_of
from .mechanics.throws import LookCounts
from .odds import first_outcome
from .readings import columns_of, rules_of, sets_of, settled_facts, wanted_of

EACH_THROW = 30_000  # nanoseconds to read a throw
EACH_KEPT = 6_000  # nanoseconds for one way to keep dice of a throw
EACH_WAY = 3_000  # nanoseconds for a way from one throw to the next
FAR_BITS = 100  # more than any number of a result has
LAST = f"{OUTCOME} is"


class Pushed:
    """A check whose dice may be thrown again, or of which a player keeps those that are best."""

    def __init__(
        self, game: Game, check: Check, args: Values, roll: Roll, also: Collection[str] = ()
    ) -> None:
        """Take the check with its arguments and its roll; `also` are more words to be read.

        The outcomes of `check` may be those of a question; whoever chooses goes by the game's own.
        """
        refuse_further_throws(check, roll)
        self._check, self._args, self._roll = check, args, roll
        self._own = settled(game.check(check.name), args)
        self._push, self._aims = self._own.push, self._own.choose
        wanted = self._words() | {*also}
        rules = rules_of(check, wanted)
        reading, dice = reading_of(roll), dice_of(game, roll)
        self.looks = FaceLooks(
            dice,
            reading,
            roll.keep,
            self._push.faces if self._push is not None else None,
            columns_of(rules, dice, reading, wanted, turned=roll.times < 0),
            sets_of(rules, dice),
        )
        self._afford()
        self._known: dict[LookCounts, list[SeenThrow]] = {}
        self._best: dict[tuple[LookCounts, int], tuple[int, list[LookCounts]]] = {}
        self._further: dict[tuple[LookCounts, int], int] = {}

    def _words(self) -> set[str]:
        """Every word that has to be read from a throw."""
        wanted = wanted_of(self._check, self._roll)
        for condition in self._conditions:
            if condition is not None:
                wanted |= condition.names()
                if OUTCOME in condition.names():
                    wanted |= wanted_of(self._own, self._roll)
        if self._own.has_results:
            wanted |= wanted_of(self._own, self._roll)
        if self._own.result is not None:
            wanted |= self._own.result.names()
        given = {parameter.name for parameter in self._own.takes}
        return wanted - given - {VALUE, OUTCOME, PUSHED}

    def _afford(self) -> None:
        """Refuse more ways than can be looked at."""
        throws, ways = 1, 1
        for kind in self.looks.kinds:
            size = len(kind.ways)
            again = sum(self.looks.again[kind.first : kind.first + size])
            stays = size if self._aims else max(size - again, 1)
            throws *= comb(kind.many + size - 1, size - 1)
            ways *= sum(
                comb(kind.many - n + stays - 1, stays - 1) * comb(n + size - 1, size - 1)
                for n in range(kind.many + 1 if again else 1)
            )
        dice = sum(kind.many for kind in self.looks.kinds)
        keep, looks = self._roll.keep, len(self.looks.looks)
        if keep is not None and keep.chosen:
            throws_kept = throws * min(
                comb(looks + keep.many - 1, keep.many), comb(dice, keep.many)
            )
        else:
            throws_kept = 0
        spend(
            throws_kept * EACH_KEPT + throws * EACH_THROW + ways * EACH_WAY * self.times,
            f"{dice:,} dice that are thrown again or chosen can fall in {throws:,} ways that are "
            "told apart; take fewer, or read less of them",
        )

    def cells(self) -> list[MarkedLaw]:
        """The law of the result, split by all that the outcomes of the check read."""
        wanted = wanted_of(self._check, self._roll)
        told = [*[column.name for column in self.looks.columns], *self.looks.sets]
        told = [name for name in told if name in wanted or (" " in name and ALL_FAILURES in wanted)]
        found: dict[tuple[int, ...], dict[int, int]] = {}
        for (counts, pushes), ways in self._ends().items():
            facts, value = self._stands(counts, pushes)
            key = (*[facts[name] for name in told], pushes if PUSHED in wanted else 0)
            part = found.setdefault(key, {})
            number = value * self._roll.times + self._roll.flat
            part[number] = part.get(number, 0) + ways
        den = self.looks.den ** (1 + self.times)
        always = {FLAT: self._roll.flat, TIMES: self._roll.times}
        cells: list[MarkedLaw] = []
        for (*shown, pushes), part in found.items():
            facts = settled_facts(dict(zip(told, shown, strict=True)), self._roll)
            low, high = min(part), max(part)
            law = Listed(low, [part.get(number, 0) for number in range(low, high + 1)], den)
            cells.append(({**facts, PUSHED: pushes, **always}, law))
        return cells

    @property
    def times(self) -> int:
        """The number of times that dice may be thrown again."""
        return self._push.times if self._push is not None else 0

    def _ends(self) -> dict[tuple[LookCounts, int], int]:
        """In how many ways the dice lie so in the end, after so many pushes."""
        times = self.times
        ends: dict[tuple[LookCounts, int], int] = {}
        now = dict(self.looks.thrown([kind.many for kind in self.looks.kinds]))
        for pushes in range(times + 1):
            lying: dict[LookCounts, int] = {}
            going: dict[LookCounts, int] = {}
            for counts, ways in now.items():
                stays = self.chosen(counts, pushes)
                if stays is None:
                    key = counts, pushes
                    ends[key] = ends.get(key, 0) + ways * self.looks.den ** (times - pushes)
                else:
                    going[stays] = going.get(stays, 0) + ways
            for stays, ways in going.items():
                free = self.looks.free(stays)
                idle = self.looks.idle(free)
                for thrown, more in self.looks.thrown(free):
                    after = tuple([a + b for a, b in zip(stays, thrown, strict=True)])
                    lying[after] = lying.get(after, 0) + ways * more * idle
            now = lying
        return ends

    def chosen(self, counts: LookCounts, pushes: int) -> LookCounts | None:
        """The dice that stay where the others are thrown again, or None where none is."""
        if self._push is None or pushes >= self._push.times or not self._may(counts, pushes):
            return None
        if self._aims:
            return next(iter(self.equal_choices(counts, pushes)), None)
        stays = tuple(
            [0 if again else n for again, n in zip(self.looks.again, counts, strict=True)]
        )
        return None if stays == counts else stays

    def _may(self, counts: LookCounts, pushes: int) -> bool:
        assert self._push is not None
        when = self._push.when
        if when is None:
            return True
        found = {
            when.holds(self.known(*seen, pushes)) for seen in self._equally_kept(counts, pushes)
        }
        if len(found) > 1:
            raise self.open_choice()
        return found.pop()

    def equal_choices(self, counts: LookCounts, pushes: int) -> list[LookCounts]:
        """List the dice that may stay by each of the best choices; empty where all of them do."""
        return self._worth(counts, pushes)[1]

    def open_choice(self) -> RulesError:
        """Tell that the rules leave a choice of the player open, and the word that settles it."""
        return open_choice(self._own)

    def _worth(self, counts: LookCounts, pushes: int) -> tuple[int, list[LookCounts]]:
        """Rate a throw for the aim over all ways to go on; with the best choices."""
        key = counts, pushes
        if key in self._best:
            return self._best[key]
        times = self.times
        found: list[LookCounts] = []
        best = self._good(*self._stands(counts, pushes), pushes) * self.looks.den ** (
            times - pushes
        )
        if self._push is not None and pushes < times and self._may(counts, pushes):
            options = sorted(self._options(counts), key=sum, reverse=True)
            for stays in options:
                worth = self._expected(stays, pushes + 1)
                if worth > best:
                    best, found = worth, [stays]
                elif worth == best and found and sum(stays) == sum(found[0]):
                    found.append(stays)  # as good, with as many dice
        self._best[key] = best, found
        return best, found

    def _options(self, counts: LookCounts) -> Iterator[LookCounts]:
        """The dice that may stay, where some of the others are thrown again."""
        ranges = [
            range(n, -1, -1) if again else (n,)
            for again, n in zip(self.looks.again, counts, strict=True)
        ]
        options = product(*ranges)
        next(options)  # where all dice stay nothing is thrown
        yield from options

    def _expected(self, stays: LookCounts, pushes: int) -> int:
        """Rate throwing the dice that do not stay."""
        key = stays, pushes
        if key not in self._further:
            free = self.looks.free(stays)
            idle = self.looks.idle(free)
            total = 0
            for thrown, ways in self.looks.thrown(free):
                after = tuple([a + b for a, b in zip(stays, thrown, strict=True)])
                total += ways * self._worth(after, pushes)[0]
            self._further[key] = total * idle
        return self._further[key]

    def _good(self, facts: Mapping[str, int], value: int, pushes: int) -> int:
        """Rate a throw for the aim as it lies."""
        return self._rated(self.known(facts, value, pushes))

    def _rated(self, seen: Mapping[str, Any]) -> int:
        """Rate what is known of a throw; a later aim decides where those before it are equal."""
        known = dict(seen)
        if aims_at_number(self._own):
            known[VALUE] = self._number(known)
        rated = 0
        for aim in self._aims:
            good = int(known[VALUE]) if aim.condition is None else int(aim.condition.holds(known))
            rated = rated * self._far + (good if aim.best else -good)
        return rated

    @cached_property
    def _far(self) -> int:
        """A number that no aim comes to over all ways together."""
        return int(1 << (self.looks.den.bit_length() * self.times + FAR_BITS))

    def _number(self, known: Mapping[str, Any]) -> int:
        """Tell what the check comes to as it lies: the number of its outcome, if it has one."""
        own = self._own
        if not own.has_results:
            return int(known[VALUE])
        name = first_outcome(own, known[VALUE], known, {})
        result = own.outcome(name).result if name is not None else None
        return 0 if result is None else result_of(result, known)

    def known(self, facts: Mapping[str, int], value: int, pushes: int) -> dict[str, Any]:
        """Everything that a condition of the game may speak of."""
        roll, own = self._roll, self._own
        number = value * roll.times + roll.flat
        shown = {FLAT: roll.flat, TIMES: roll.times, PUSHED: pushes, **settled_facts(facts, roll)}
        known: dict[str, Any] = dict(known_at(number, {**self._args, **shown}))
        if own.result is not None:
            known[VALUE] = result_of(own.result, known)
        name = None
        if own.outcomes and self._reads_outcome:
            name = first_outcome(own, known[VALUE], known, {})
        known[LAST] = self._words_of[name]
        return known

    @cached_property
    def _words_of(self) -> dict[str | None, frozenset[str]]:
        """Every word for each outcome, and for none."""
        names = [None, *[outcome.name for outcome in self._own.outcomes]]
        return {name: self._own.words_for(name) for name in names}

    @cached_property
    def _reads_outcome(self) -> bool:
        """True where the outcome matters to whoever chooses."""
        return any(one is not None and OUTCOME in one.names() for one in self._conditions)

    @property
    def _conditions(self) -> list[Condition | None]:
        """The conditions that say when dice are thrown again, and what the player aims at."""
        return [self._push and self._push.when, *[aim.condition for aim in self._aims]]

    def _stands(self, counts: LookCounts, pushes: int) -> SeenThrow:
        """The faces and the count of the dice as they lie; of several ways to keep, the best."""
        if counts not in self._known:
            self._known[counts] = [
                self.looks.read(counts, kept) for kept in self.looks.kept(counts)
            ]
        return self._known[counts][self._best_to_keep(self._known[counts], pushes)[0]]

    def _equally_kept(self, counts: LookCounts, pushes: int) -> list[SeenThrow]:
        """List what is seen of a throw, for each of the best ways to keep dice."""
        self._stands(counts, pushes)
        ways = self._known[counts]
        return [ways[place] for place in self._best_to_keep(ways, pushes)]

    def _best_to_keep(self, ways: Sequence[SeenThrow], pushes: int) -> list[int]:
        """Choose the ways to keep dice that serve the aim best, then those with the best result."""
        if len(ways) == 1:
            return [0]

        def rank(way: SeenThrow) -> tuple[int, int]:
            known = self.known(*way, pushes)
            number = self._number(known) if aims_at_number(self._own) else known[VALUE]
            return self._rated(known), number

        ranks = [rank(way) for way in ways]
        best = max(ranks)
        return [place for place, each in enumerate(ranks) if each == best]

    def kept(self, counts: LookCounts, pushes: int) -> LookCounts:
        """The dice that count, as they lie after so many pushes."""
        self._stands(counts, pushes)
        place, *_ = self._best_to_keep(self._known[counts], pushes)
        return next(islice(self.looks.kept(counts), place, None))

    def results(
        self, counts: LookCounts, pushes: int
    ) -> Iterator[tuple[str | None, int, Mapping[str, Any]]]:
        """Yield what dice that lie so come to, for each of the best ways to keep them."""
        for way in self._equally_kept(counts, pushes):
            known = self.known(*way, pushes)
            name = first_outcome(self._check, known[VALUE], known, {})
            yield name, self._number(known) if self._own.has_results else known[VALUE], known

    def seen(self, counts: LookCounts, pushes: int) -> tuple[dict[str, Any], int]:
        """The facts about dice that lie so in the end, and their count."""
        facts, value = self._stands(counts, pushes)
        return self.known(facts, value, pushes), value
