"""Plays checks that are made of other checks, case by case; nothing of the engine is used here."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from .counting import Cases, holds, outcome, reckon

Table = Mapping[str, Any]


def added(cases: Sequence[tuple[Any, Fraction]]) -> dict[Any, Fraction]:
    """The chances of equal cases together."""
    found: dict[Any, Fraction] = {}
    for case, chance in cases:
        found[case] = found.get(case, Fraction(0)) + chance
    return found


DUELS = {"{0} beats {1}": "ahead", "{1} beats {0}": "behind", "{0} ties {1}": "level"}


def opposed(check: Table, sides: Sequence[tuple[str, Cases, list[str]]]) -> Cases:
    """Two sides against each other: each with its name, its cases and its outcomes in order."""
    (one, mine, names), (two, yours, others) = sides
    found = []
    for ((a, x), p), ((b, y), q) in product(mine.items(), yours.items()):
        known = {"value": x - y, one: x, two: y}
        if a is not None and b is not None:
            ahead = names.index(a) - others.index(b)
            known |= {"ahead": max(0, ahead), "behind": max(0, -ahead), "level": int(not ahead)}
        text = None
        for name, when in check["outcomes"].items():
            for words, word in DUELS.items():
                when = when.replace(words.format(one, two), word)
            said = _named(when, {one: a, two: b})
            if holds(said, known):
                text = name
                break
        found.append(((text, x - y), p * q))
    return added(found)


def _named(when: str, outcomes: Mapping[str, str | None]) -> str:
    """The condition with what it says of names settled."""

    def settled(match: re.Match[str]) -> str:
        return "1 = 1" if outcomes[match[1]] == match[2] else "1 = 2"

    return re.sub(r"(\w+) is (\w+)", settled, when)


def tried(cases: Cases, names: list[str], many: int, *, best: bool) -> Cases:
    """The best or the worst of several whole results."""
    found = []
    for tries in product(cases.items(), repeat=many):
        chance = Fraction(1)
        for _, share in tries:
            chance *= share
        pick = max if best else min
        stands = pick(
            (case for case, _ in tries),
            key=lambda case: (names.index(case[0]) if case[0] else 0, case[1]),
        )
        found.append((stands, chance))
    return added(found)


def with_slots(check: Table, chances: Mapping[str, Fraction], most: int) -> list[Fraction]:
    """The chance that it ends at just the first, the second … repetition."""
    slots = check["slots"]
    states: dict[frozenset[int], Fraction] = {frozenset(): Fraction(1)}
    ends = []
    for _ in range(most):
        after: dict[frozenset[int], Fraction] = {}
        ended = Fraction(0)
        for (filled, share), (name, chance) in product(states.items(), chances.items()):
            now = filled
            free = [i for i in range(len(slots)) if i not in filled]
            if name in slots:
                own = [i for i in free if i >= slots.index(name)]
                if not own and check.get("ends", "beyond") == "beyond":
                    ended += share * chance
                    continue
                now = filled | set(own[:1])
            if check.get("ends") == "full" and len(now) == len(slots):
                ended += share * chance
            else:
                after[now] = after.get(now, Fraction(0)) + share * chance
        ends.append(ended)
        states = after
    return ends


def with_state(
    check: Table, start: Table, chances: Mapping[str, Fraction], most: int
) -> list[Cases]:
    """The chance of each outcome at just the first, the second … repetition."""
    states: dict[tuple[tuple[str, Any], ...], Fraction] = {tuple(start.items()): Fraction(1)}
    found = []
    for count in range(1, most + 1):
        after: dict[tuple[tuple[str, Any], ...], Fraction] = {}
        ended: list[tuple[Any, Fraction]] = []
        for (state, share), (name, chance) in product(states.items(), chances.items()):
            values = dict(state)
            for word, more in check["changes"].get(name, {}).items():
                least = check["takes"][word].get("least", 0)
                top = check["takes"][word].get("most", 10**9)
                values[word] = max(least, min(top, values[word] + more))
            known = {**values, "outcome": name, "value": count}
            over = holds(check["ends"], known) if "ends" in check else False
            if over or count == check.get("times"):
                value = reckon(check["result"], known) if "result" in check else count
                shown = outcome(check, {**known, "value": value})
                ended.append(((shown, value), share * chance))
            else:
                key = tuple(values.items())
                after[key] = after.get(key, Fraction(0)) + share * chance
        found.append(added(ended))
        states = after
    return found


def with_results(check: Table, cases: Sequence[tuple[Table, Fraction]]) -> Cases:
    """The chance of each outcome and number, with the dice in results rolled apart."""
    found = []
    for known, chance in cases:
        name = outcome(check, known)
        result = check["outcomes"][name]
        text = result.get("result", "0") if isinstance(result, dict) else "0"
        dice = re.findall(r"\bd(\d)\b", text)
        for faces in product(*[range(1, int(sides) + 1) for sides in dice]):
            said = text
            for face in faces:
                said = re.sub(r"\bd\d\b", str(face), said, count=1)
            share = chance
            for sides in dice:
                share /= int(sides)
            found.append(((name, reckon(said, known)), share))
    return added(found)
