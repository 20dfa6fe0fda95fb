"""Throws after which dice are thrown again, or chosen: every way for them to fall, exact.

Faces that nothing tells apart are one look. A throw is then how many dice show each look, and its
ways are a whole number. Where a player chooses, the best choice is found from the last throw back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from typing import Any, NamedTuple

from ..errors import RulesError
from ..language.conditions import FLAT, TIMES, VALUE, Facts, known_at
from ..model.arguments import Values
from ..model.game import Check, Game
from ..model.reading import AGAIN, MANY, OUTCOME
from ..model.roll import Roll
from ..model.rolled import settled
from .alike_faces import FaceLooks, SeenThrow
from .cells import LookCounts, split
from .folded import MarkedLaw
from .odds import Rate, fingerprint, first_outcome, result_of
from .pool import BOTH, pooled, wanted_of
from .prepare import aims_at_number, refuse_further_throws

FAR_BITS = 100  # more than any number of a result has
LAST = f"{OUTCOME} is"


class Lie(NamedTuple):
    """A way to keep dice of a throw: those that count, what they come to, and all that is known."""

    kept: LookCounts
    worth: int
    known: Facts


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
        self._push, self._aims = self._own.push, self._own.aims
        conditions = [self._push and self._push.when, *[aim.number for aim in self._aims]]
        read = set().union(*[one.names() for one in conditions if one is not None])
        self._reads_outcome = OUTCOME in read
        wanted = wanted_of(check, roll) | read | {*also}
        if self._reads_outcome or self._own.has_results:
            wanted |= wanted_of(self._own, roll)
        if self._own.result is not None:
            wanted |= self._own.result.names()
        wanted -= {parameter.name for parameter in self._own.known} | {VALUE, OUTCOME, AGAIN}
        self._pool = pooled(game, check, args, roll, wanted)
        self.looks = FaceLooks(self._pool, self._push.faces if self._push is not None else None)
        self._read: dict[LookCounts, list[tuple[LookCounts, SeenThrow]]] = {}
        self._lies: dict[tuple[LookCounts, int], list[Lie]] = {}
        self._best: dict[tuple[LookCounts, int], tuple[int, list[LookCounts]]] = {}
        self._further: dict[tuple[LookCounts, int], int] = {}

    def cells(self) -> list[MarkedLaw]:
        """The law of the result, split by all that the outcomes of the check read."""
        told = {*wanted_of(self._check, self._roll), FLAT, TIMES}
        den = self.looks.den ** (1 + self.times)

        def cases() -> Iterator[tuple[tuple[tuple[str, Any], ...], int, Fraction]]:
            for counts, pushes, ways, stays in self.throws():
                if stays is None:
                    lie = self.lies(counts, pushes)[0]
                    key = tuple([each for each in lie.known.items() if each[0] in told])
                    share = Fraction(ways * self.looks.den ** (self.times - pushes), den)
                    yield key, lie.worth * self._roll.times + self._roll.flat, share

        return [(dict(key), law) for key, law in split(cases())]

    @property
    def times(self) -> int:
        """The number of times that dice may be thrown again."""
        return self._push.times if self._push is not None else 0

    def throws(self) -> Iterator[tuple[LookCounts, int, int, LookCounts | None]]:
        """Yield each throw after so many pushes, its ways, and the dice that stay; None ends it."""
        now = dict(self.looks.after(self.looks.nothing))
        for pushes in range(self.times + 1):
            going: dict[LookCounts, int] = {}
            for counts, ways in now.items():
                stays = self.chosen(counts, pushes)
                yield counts, pushes, ways, stays
                if stays is not None:
                    going[stays] = going.get(stays, 0) + ways
            now = {}
            for stays, ways in going.items():
                for after, more in self.looks.after(stays):
                    now[after] = now.get(after, 0) + ways * more

    def chosen(self, counts: LookCounts, pushes: int) -> LookCounts | None:
        """The dice that stay where the others are thrown again, or None where none is."""
        if not self._may(counts, pushes):
            return None
        if self._aims:
            return next(iter(self.equal_choices(counts, pushes)), None)
        each = zip(self.looks.again, counts, strict=True)
        stays = tuple([0 if again else n for again, n in each])
        return None if stays == counts else stays

    def _may(self, counts: LookCounts, pushes: int) -> bool:
        """Return whether dice may be thrown again now."""
        if self._push is None or pushes >= self._push.times:
            return False
        when = self._push.when
        if when is None:
            return True
        found = {when.holds(known) for _, _, known in self.lies(counts, pushes)}
        if len(found) > 1:
            raise self.open_choice()
        return found.pop()

    def equal_choices(self, counts: LookCounts, pushes: int) -> list[LookCounts]:
        """List the dice that may stay by each of the best choices; empty where all of them do."""
        return self._worth(counts, pushes)[1]

    def open_choice(self) -> RulesError:
        """Tell that the rules leave a choice of the player open, and the word that settles it."""
        written = [aim.written for aim in self._aims]
        further = ["value", *[f"-(is {one.name})" for one in self._own.outcomes]]
        more = next((each for each in further if each not in written), "natural >= 2")
        listed = ", ".join(f'"{each}"' for each in (*written, more))
        return RulesError(
            f"several choices serve the aim of '{self._own.name}' equally well, and this answer "
            f"depends on which the player takes; add an aim that decides, as in aim = [{listed}]"
        )

    def _worth(self, counts: LookCounts, pushes: int) -> tuple[int, list[LookCounts]]:
        """Rate a throw for the aim over all ways to go on; with the best choices."""
        key = counts, pushes
        if key not in self._best:
            found: list[LookCounts] = []
            scale = self.looks.den ** (self.times - pushes)
            best = self._rated(self.lies(counts, pushes)[0].known) * scale
            if self._may(counts, pushes):
                for stays in sorted(self._options(counts), key=sum, reverse=True):
                    worth = self._expected(stays, pushes + 1)
                    if worth > best:
                        best, found = worth, [stays]
                    elif worth == best and found and sum(stays) == sum(found[0]):
                        found.append(stays)  # as good, with as many dice
            self._best[key] = best, found
        return self._best[key]

    def _options(self, counts: LookCounts) -> Iterator[LookCounts]:
        """The dice that may stay, where some of the others are thrown again."""
        each = zip(self.looks.again, counts, strict=True)
        options = product(*[range(n, -1, -1) if again else (n,) for again, n in each])
        next(options)  # where all dice stay nothing is thrown
        there = sum([n for again, n in zip(self.looks.again, counts, strict=True) if again])
        least, most = self._push.few if self._push is not None else (0, MANY)
        for stays in options:
            if min(least, there) <= sum(counts) - sum(stays) <= most:
                yield stays

    def _expected(self, stays: LookCounts, pushes: int) -> int:
        """Rate throwing the dice that do not stay."""
        key = stays, pushes
        if key not in self._further:
            each = self.looks.after(stays)
            self._further[key] = sum([n * self._worth(after, pushes)[0] for after, n in each])
        return self._further[key]

    def _rated(self, known: Facts) -> int:
        """Rate what is known of a throw; a later aim decides where those before it are equal."""
        rated = 0
        if self._by_number:
            known = {**known, VALUE: self._number(known)}
        for aim in self._aims:
            rated = rated * self._far + result_of(aim.number, known)
        return rated

    @cached_property
    def _by_number(self) -> bool:
        return aims_at_number(self._own)

    @cached_property
    def _far(self) -> int:
        """A number that no aim comes to over all ways together."""
        return int(1 << (self.looks.den.bit_length() * self.times + FAR_BITS))

    def _number(self, known: Facts) -> int:
        """Tell what the check comes to as it lies: the number of its outcome, if it has one."""
        own = self._own
        if not own.has_results:
            return int(known[VALUE])
        name = first_outcome(own, known[VALUE], known)
        result = own.outcome(name).result if name is not None else None
        return 0 if result is None else result_of(result, known)

    def lies(self, counts: LookCounts, pushes: int) -> list[Lie]:
        """List the best ways to keep dice that lie so: for the aim, then by what they come to."""
        key = counts, pushes
        if key not in self._lies:
            if counts not in self._read:
                looks = self.looks
                self._read[counts] = [
                    (kept, looks.read(counts, kept)) for kept in looks.kept(counts)
                ]
            ways = [self._lie(kept, seen, pushes) for kept, seen in self._read[counts]]
            if len(ways) > 1:
                ranks = [(self._rated(way.known), self._number(way.known)) for way in ways]
                best = max(ranks)
                ways = [way for way, rank in zip(ways, ranks, strict=True) if rank == best]
            self._lies[key] = ways
        return self._lies[key]

    def _lie(self, kept: LookCounts, seen: SeenThrow, pushes: int) -> Lie:
        """Find everything that a condition of the game may speak of."""
        (facts, worth), roll, own = seen, self._roll, self._own
        shown = self._pool.facts({**facts, AGAIN: pushes})
        number = worth * roll.times + roll.flat
        known: dict[str, Any] = dict(known_at(number, {**self._args, **shown}))
        if own.result is not None:
            known[VALUE] = result_of(own.result, known)
        name = None
        if own.outcomes and self._reads_outcome:
            name = first_outcome(own, known[VALUE], known)
        known[LAST] = self._words_of[name]
        return Lie(kept, worth, known)

    @cached_property
    def _words_of(self) -> dict[str | None, frozenset[str]]:
        """Every word for each outcome, and for none."""
        names = [None, *[outcome.name for outcome in self._own.outcomes]]
        return {name: self._own.words_for(name) for name in names}

    def results(self, counts: LookCounts, pushes: int) -> Iterator[tuple[str | None, int, Facts]]:
        """Yield what dice that lie so come to, for each of the best ways to keep them."""
        for _, _, known in self.lies(counts, pushes):
            name = first_outcome(self._check, known[VALUE], known)
            yield name, self._number(known) if self._own.has_results else known[VALUE], known


def by_all(name: str | None, value: int, known: Facts) -> int:
    """Rate a result so that the chance of all that is known of it is settled."""
    return fingerprint(name, value, sorted((k, v) for k, v in known.items() if type(v) is int))


Rated = Callable[[LookCounts, int], int | None]


def rated_by(way: Pushed, rate: Rate) -> Rated:
    """Return what rates a throw over all ways to go on; None where the player's choice changes it.

    It is settled by that whether one of several equal choices is as good as another.
    """

    @cache
    def rated(counts: LookCounts, pushes: int) -> int | None:
        if choices := way.equal_choices(counts, pushes):
            rates = {after(stays, pushes + 1) for stays in choices}
        else:
            scale = way.looks.den ** (way.times - pushes)
            rates = {rate(*each) * scale for each in way.results(counts, pushes)}
        return rates.pop() if len(rates) == 1 else None

    @cache
    def after(stays: LookCounts, pushes: int) -> int | None:
        total = 0
        for counts, ways in way.looks.after(stays):
            one = rated(counts, pushes)
            if one is None:
                return None
            total += ways * one
        return total

    return rated


def _settled(way: Pushed, rate: Rate) -> bool:
    """Return whether no choice between equal ones changes how results are rated."""
    rated = rated_by(way, rate)
    return all(rated(counts, 0) is not None for counts, _ in way.looks.after(way.looks.nothing))


class Chosen(NamedTuple):
    """The dice that are thrown again and kept, where the rules decide by the whole throw."""

    way: Pushed
    rated: Rated | None = None  # what tells whether a choice of the player is left open

    def stays(self, counts: LookCounts, pushes: int) -> LookCounts | None:
        """Return the dice that stay while others are thrown again; refuse a choice left open."""
        way = self.way
        open_ = self.rated is not None and len(way.equal_choices(counts, pushes)) != 1
        if open_ and self.rated is not None and self.rated(counts, pushes) is None:
            raise way.open_choice()
        return way.chosen(counts, pushes)


def chosen_of(game: Game, check: Check, args: Values, roll: Roll, *, strict: bool) -> Chosen | None:
    """Return how dice are chosen; None where each falls by itself."""
    if check.push is None and (roll.keep is None or not roll.keep.chosen):
        return None
    way = Pushed(game, check, args, roll, BOTH.keys() if strict and roll.counts else ())
    if not (strict and check.aims):
        return Chosen(way)

    def rate(name: str | None, value: int, known: Facts) -> int:
        return fingerprint(name, value, *[known.get(word) for word in BOTH])

    return Chosen(way, rated_by(way, rate))


def settling(find: Callable[[], Pushed]) -> Callable[[Rate], None]:
    """Return what refuses a question that a choice between equal ones would change."""
    known: dict[str, bool] = {}  # whether no such choice changes anything at all

    def settle(rate: Rate) -> None:
        if "all" not in known:
            known["all"] = _settled(find(), by_all)
        if not known["all"]:
            way = find()
            if not _settled(way, rate):
                raise way.open_choice()

    return settle
