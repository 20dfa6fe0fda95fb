"""Throws that go on, are pushed, or are chosen, way for way; nothing of the engine is used."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from .counting import Cases, Counted, Shown, holds, outcome, reckon
from .playing import added

Known = dict[str, Any]


class Thrown:
    """The dice of a check that roll again in no other way, and what they show."""

    def __init__(self, game: Mapping[str, Any], check: Mapping[str, Any], args: Known) -> None:
        self.counted, self.check = Counted(game, check, args), check
        self.sides = [range(len(self.counted.faces[kind])) for kind in self.counted.kinds]
        share = 1
        for each in self.sides:
            share *= len(each)
        self.share = Fraction(1, share)
        self._seen: dict[tuple[int, ...], Known] = {}

    def known(self, places: Sequence[int], kept: Sequence[int] | None = None) -> Known:
        """Everything that these faces show; `kept` are the dice that a player keeps."""
        counted, key = self.counted, tuple(places)
        if kept is None and key in self._seen:
            return self._seen[key]
        dice = [Shown(kind, (p,)) for kind, p in zip(counted.kinds, places, strict=True)]
        if kept is not None:
            counted.kept = lambda _dice: list(kept)  # type: ignore[method-assign, assignment]
        found = {**counted.args, **counted.known(dice)}
        if kept is None:
            self._seen[key] = found
        return found

    def result(self, known: Known) -> tuple[str | None, int]:
        """The outcome and the number."""
        if "result" in self.check:
            known = {**known, "value": reckon(self.check["result"], known)}
        return outcome(self.check, known), known["value"]


def going_on(thrown: Thrown, most: int) -> Cases:
    """The chance of everything that a throw which goes on may come to."""
    on = thrown.check["continues"]
    then, flat = on.get("then", "add"), thrown.counted.flat()
    found = []

    def follow(first: Known, chance: Fraction, before: int, gone: int, now: Known) -> None:
        alone = {**now, "value": now["value"] - flat}
        if gone < most and holds(on["when"], alone):
            for places in product(*thrown.sides):
                so_far = before + alone["value"] if then == "add" else 0
                follow(first, chance * thrown.share, so_far, gone + 1, thrown.known(places))
            return
        value = before + alone["value"]
        value = value << gone if then == "double" else value
        read = now if then == "replace" else first
        known = {**read, "value": value + flat, "natural": value, "continued": gone}
        found.append((thrown.result(known), chance))

    for places in product(*thrown.sides):
        known = thrown.known(places)
        follow(known, thrown.share, 0, 0, known)
    return added(found)


def pushes(thrown: Thrown, places: Sequence[int], gone: int) -> list[int]:
    """The dice that may be thrown again now."""
    push = thrown.check["push"]
    if gone >= push.get("times", 1):
        return []
    known = {**thrown.known(places), "pushed": gone}
    if "result" in thrown.check:
        known["value"] = reckon(thrown.check["result"], known)
    known["outcome"] = outcome(thrown.check, known)
    when = push.get("when", "0 = 0")
    when = f"outcome {when}" if when.startswith("is ") else when
    if not holds(when, known):
        return []
    kinds = thrown.counted.kinds
    return [i for i, p in enumerate(places) if thrown.counted.among(push["faces"], kinds[i], p)]


def pushed(thrown: Thrown) -> Cases:
    """The chance of everything that a throw may come to whose dice have to be thrown again."""
    found = []

    def follow(places: tuple[int, ...], chance: Fraction, gone: int) -> None:
        again = pushes(thrown, places, gone)
        if not again:
            known = {**thrown.known(places), "pushed": gone}
            found.append((thrown.result(known), chance))
            return
        for after, share in _after(thrown, places, again):
            follow(after, chance * share, gone + 1)

    for places in product(*thrown.sides):
        follow(places, thrown.share, 0)
    return added(found)


def _after(
    thrown: Thrown, places: Sequence[int], again: Sequence[int]
) -> list[tuple[tuple[int, ...], Fraction]]:
    found = []
    for new in product(*[thrown.sides[i] for i in again]):
        after, share = list(places), Fraction(1)
        for i, place in zip(again, new, strict=True):
            after[i] = place
            share /= len(thrown.sides[i])
        found.append((tuple(after), share))
    return found


def chosen(thrown: Thrown, event: str, *, best: bool) -> Fraction:
    """The chance of the event where a player throws again what serves it best, or worst."""
    pick = max if best else min
    memory: dict[tuple[tuple[int, ...], int], Fraction] = {}

    def worth(places: tuple[int, ...], gone: int) -> Fraction:
        key = places, gone
        if key not in memory:
            known = {**thrown.known(places), "pushed": gone}
            known["value"] = thrown.result(known)[1]
            ways = [Fraction(holds(event, known))]
            may = pushes(thrown, places, gone)
            for many in range(1, len(may) + 1):
                for again in combinations(may, many):
                    after = _after(thrown, places, again)
                    ways.append(sum((c * worth(p, gone + 1) for p, c in after), Fraction(0)))
            memory[key] = pick(ways)
        return memory[key]

    return sum((thrown.share * worth(p, 0) for p in product(*thrown.sides)), Fraction(0))


def kept_best(thrown: Thrown, many: int, event: str, *, best: bool) -> Fraction:
    """The chance of the event where a player keeps the dice that serve it best, or worst."""
    total, pick = Fraction(0), max if best else min
    for places in product(*thrown.sides):
        ways = []
        for kept in combinations(range(len(places)), min(many, len(places))):
            known = thrown.known(places, kept)
            known["value"] = thrown.result(known)[1]
            ways.append(holds(event, known))
        total += thrown.share * pick(ways)
    return total


Endless = dict[tuple[int, int], Fraction]  # the first face and the total of one die


def endless_die(sides: int, again: frozenset[int], upto: int) -> Endless:
    """A die that rolls again; whatever is beyond `upto` is one more than it."""
    tail = {n: Fraction(0) for n in range(upto + 2)}
    for total in range(upto + 1):
        for face in range(1, sides + 1):
            if face not in again and face == total:
                tail[total] += Fraction(1, sides)
            elif face in again and face <= total:
                tail[total] += Fraction(1, sides) * tail[total - face]
    found: Endless = {}
    for first in range(1, sides + 1):
        if first not in again:
            found[first, min(first, upto + 1)] = Fraction(1, sides)
            continue
        for total in range(first, upto + 1):
            found[first, total] = Fraction(1, sides) * tail[total - first]
        rest = Fraction(1, sides) - sum(c for (f, _), c in found.items() if f == first)
        found[first, upto + 1] = found.get((first, upto + 1), Fraction(0)) + rest
    return found
