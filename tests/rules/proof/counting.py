"""Counts every roll of a rules file, as its reference says; nothing of the engine is used here.

A rules file is the dict that TOML gives. What a roll can show is gone through die by die and throw
by throw, and every single way is read by itself: slow, plain, and nobody's formula.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

ADDS = ("widen", "rerolls", "add", "successes", "failures")
SETS = ("success", "failure", "again", "reroll", "worth", "keep", "ties", "times", "none")
Case = tuple[str | None, int]
Cases = dict[Case, Fraction]


BOTH = "both counts and takes a success away"


class NotHere(Exception):
    """The file says something that the counting leaves to other tests."""


class Face(NamedTuple):
    """The number and the signs on a face of a die."""

    number: int
    signs: Mapping[str, int]


class Shown(NamedTuple):
    """One die on the table: its kind and the places of the faces of all its throws."""

    kind: str
    throws: tuple[int, ...]


class Way(NamedTuple):
    """One way for the dice to fall, how likely it is, and the dice that fell after the first."""

    chance: Fraction
    dice: tuple[Shown, ...]
    first: tuple[int, ...]
    after: tuple[int, ...]


class Read(NamedTuple):
    """The result of one way for the dice to fall."""

    value: int
    successes: int
    failures: int
    outcome: str | None


def faces_of(game: Mapping[str, Any], kind: str) -> list[Face]:
    """The faces of a die by its name."""
    own = game.get("die", {}).get(kind)
    if own is None:
        return [Face(n, {}) for n in range(1, int(kind[1:]) + 1)]
    return [face_of(str(face)) for face in own["faces"]]


def face_of(text: str) -> Face:
    """The number and the signs of a face, as in "2 + 2 glow - ash"."""
    number, signs = 0, {}
    for part in text.replace("- ", "+ -").split("+"):
        count, word = re.fullmatch(r"\s*(-?\d*)\s*(\D*?)\s*", part).groups()
        many = int(count + "1") if count in ("", "-") else int(count)
        if word:
            signs[word] = many
        else:
            number = many
    return Face(number, signs)


def left(check: Mapping[str, Any], args: Mapping[str, Any]) -> dict[str, Any]:
    """The levels after those that cancel each other are gone."""
    levels = dict(args)
    for name, takes in check.get("takes", {}).items():
        if other := takes.get("cancels"):
            both = max(0, min(levels[name], levels[other]))
            levels[name] -= both
            levels[other] -= both
    return levels


def rolled(game: Mapping[str, Any], check: Mapping[str, Any], args: Mapping[str, Any]) -> Any:
    """The roll after everything that the check takes."""
    roll: dict[str, Any] = {"dice": {}, "times": 1, **dict.fromkeys(ADDS, 0)}
    change(roll, check.get("roll", {}), 1)
    levels = left(check, args)
    for name, takes in check.get("takes", {}).items():
        if "choices" in takes:
            table = takes["choices"]
            change(roll, {levels[name]: 1} if isinstance(table, list) else table[levels[name]], 1)
            continue
        change(roll, takes.get("each", {}), levels[name])
        if levels[name] > 0:
            change(roll, takes.get("first", {}), 1)
            change(roll, takes.get("further", {}), levels[name] - 1)
    roll["dice"] = {kind: many for kind, many in roll["dice"].items() if many > 0}
    if not roll["dice"] and "none" in roll:
        change(roll, roll["none"], 1)
    return roll


def change(roll: dict[str, Any], changes: Mapping[str, Any], levels: int) -> None:
    """A change so many times: a number adds, a text replaces."""
    for key, value in changes.items():
        if key in ADDS:
            roll[key] += value * levels
        elif key in SETS:
            if levels > 0:
                roll[key] = value
        else:
            roll["dice"][key] = roll["dice"].get(key, 0) + value * levels


def among(faces: Any, kind: str, number: int, top: int, args: Mapping[str, Any]) -> bool:
    """True where a face is among those that are written."""
    if isinstance(faces, dict):
        return kind in faces and among(faces[kind], kind, number, top, args)
    text = re.sub(r" (once|first|every)$", "", faces)
    if " of " in text:
        text, _, of = text.partition(" of ")
        if of != kind:
            return False
    for part in text.split(","):
        # Up to a parameter is written `target-`: from the lowest face on.
        part = re.sub(r"^1-([^\W\d])", r"-99-\1", part.strip())
        for name, value in args.items():
            part = re.sub(rf"\b{name}\b", str(value), part)
        if part == "top":
            found = number == top
        elif part in ("even", "odd"):
            found = number % 2 == (part == "odd")
        elif part.endswith("+"):
            found = number >= int(part[:-1])
        elif match := re.fullmatch(r"(-?\d+)-(-?\d+)", part):
            found = int(match[1]) <= number <= int(match[2])
        else:
            found = number == int(part)
        if found:
            return True
    return False


class Counted:
    """A roll of a check with its arguments, and how to read what it shows."""

    def __init__(
        self, game: Mapping[str, Any], check: Mapping[str, Any], args: Mapping[str, Any]
    ) -> None:
        self.game, self.check, self.args = game, check, left(check, args)
        self.roll = rolled(game, check, args)
        self.numbers = {n: v for n, v in self.args.items() if isinstance(v, int)}
        self.kinds = [kind for kind, many in self.roll["dice"].items() for _ in range(many)]
        self.faces = {kind: faces_of(game, kind) for kind in self.kinds}
        self.forward = True  # whether the first of dice that are equal is kept
        self.counts = any(key in self.roll for key in ("success", "failure", "worth"))

    def among(self, faces: Any, kind: str, place: int) -> bool:
        """True where that face of the die is among these."""
        top = max(face.number for face in self.faces[kind])
        return among(faces, kind, self.faces[kind][place].number, top, self.numbers)

    def worth(self, kind: str, place: int) -> int:
        """The amount that a face counts."""
        number = self.faces[kind][place].number
        if not self.counts:
            return number
        table = self.roll.get("worth", {}).items()
        found = [value for faces, value in table if self.among(faces, kind, place)]
        success, failure = self.roll.get("success"), self.roll.get("failure")
        if success is not None and self.widened(success, kind, place):
            found.append(1)
        if failure is not None and self.among(failure, kind, place):
            found.append(-1)
        if found and min(found) < 0 < max(found):
            raise NotHere(BOTH)
        return max(found, default=0)

    def widened(self, faces: Any, kind: str, place: int) -> bool:
        """True where a face is a success, with the range grown or shrunk."""
        if not self.roll["widen"]:
            return self.among(faces, kind, place)
        match = re.fullmatch(r"(\d+)\+", faces) if isinstance(faces, str) else None
        if match is None:
            raise NotHere("a range that grows and is no plain one")
        return bool(self.faces[kind][place].number >= int(match[1]) - self.roll["widen"])

    def again(self, kind: str, place: int) -> bool:
        """True where a face is rolled again."""
        return "again" in self.roll and self.among(self.roll["again"], kind, place)

    def ways(self) -> Iterator[Way]:
        """Every way for the dice to fall."""
        sides = [range(len(self.faces[kind])) for kind in self.kinds]
        share = Fraction(1, math.prod(len(each) for each in sides))
        for first in product(*sides):
            for chance, dice, after in self.further(first):
                yield Way(share * chance, dice, first, after)

    def further(
        self, first: Sequence[int]
    ) -> Iterator[tuple[Fraction, tuple[Shown, ...], tuple[int, ...]]]:
        """Every way to go on after the first throw: dice thrown once more, then those again."""
        reroll = self.roll.get("reroll")
        thrown = [i for i, p in enumerate(first) if reroll and self.among(reroll, self.kinds[i], p)]
        for once, places in self.thrown(first, thrown):
            failed = [i for i, p in enumerate(places) if self.worth(self.kinds[i], p) <= 0]
            picked = failed[: self.roll["rerolls"]]
            for two, seconds, log in self.every(places, picked):
                standing = list(places)
                for i in picked:
                    old, new = (self.worth(self.kinds[i], p) for p in (places[i], seconds[i]))
                    standing[i] = seconds[i] if new >= old else places[i]
                rolling = [i for i, p in enumerate(standing) if self.again(self.kinds[i], p)]
                for three, lasts, more in self.every(standing, rolling):
                    dice = tuple(
                        Shown(self.kinds[i], (p, lasts[i]) if i in rolling else (p,))
                        for i, p in enumerate(standing)
                    )
                    firsts = tuple(places[i] for i in thrown)
                    yield once * two * three, dice, (*firsts, *log, *more)

    def thrown(
        self, places: Sequence[int], which: Sequence[int]
    ) -> Iterator[tuple[Fraction, list[int]]]:
        """The places after these dice are thrown once."""
        sides = [range(len(self.faces[self.kinds[i]])) for i in which]
        share = Fraction(1, math.prod(len(each) for each in sides))
        for new in product(*sides):
            after = list(places)
            for i, place in zip(which, new, strict=True):
                after[i] = place
            yield share, after

    def every(
        self, places: Sequence[int], which: Sequence[int]
    ) -> Iterator[tuple[Fraction, list[int], tuple[int, ...]]]:
        """The same, where each throw may be thrown once more; with the faces in their order."""
        reroll = str(self.roll.get("reroll", ""))
        if not reroll.endswith("every"):
            for share, after in self.thrown(places, which):
                yield share, after, tuple(after[i] for i in which)
            return
        for share, after in self.thrown(places, which):
            bad = [i for i in which if self.among(reroll, self.kinds[i], after[i])]
            for more, last in self.thrown(after, bad):
                log: list[int] = []
                for i in which:
                    log += [after[i], last[i]] if i in bad else [after[i]]
                yield share * more, last, tuple(log)

    def kept(self, dice: Sequence[Shown]) -> list[int]:
        """The dice that count, by their places."""
        keep = self.roll.get("keep")
        if keep is None:
            return list(range(len(dice)))
        words = keep.split()
        many = self.numbers.get(words[1]) or int(words[1])
        of = words[3] if len(words) > 2 else ""
        inside = [i for i, one in enumerate(dice) if of in ("", one.kind)]

        def rank(i: int) -> tuple[Any, ...]:
            one = dice[i]
            worth = sum(self.worth(one.kind, p) for p in one.throws)
            sign = -1 if words[0] == "highest" else 1
            shown = [sign * self.faces[one.kind][p].number for p in one.throws]
            shown += [10**6] if sign < 0 else []  # so that more throws are more, both ways round
            return (sign * worth, shown, self.goes_first(one.kind), i if self.forward else -i)

        inside.sort(key=rank)
        outside = [i for i, one in enumerate(dice) if of not in ("", one.kind)]
        return [*inside[:many], *outside]

    def goes_first(self, kind: str) -> int:
        """The lower, the sooner a die is kept among those that show the same."""
        ties, sides = self.roll.get("ties", []), len(self.faces[kind])
        if isinstance(ties, str):
            return -sides if ties == "larger" else sides
        return ties.index(kind) if kind in ties else len(ties)

    def leaves_open(self, ways: Sequence[Way]) -> bool:
        """True where equal dice show different things, and keep may leave one of them out."""
        found = []
        for self.forward in (True, False):
            found.append([self.known(way.dice) for way in ways])
        self.forward = True
        return found[0] != found[1]

    def known(self, dice: Sequence[Shown]) -> dict[str, int]:
        """Every word that the throw gives a meaning to."""
        kept = self.kept(dice)
        scopes = {
            "all": list(dice),
            "kept": [dice[i] for i in kept],
            "dropped": [one for i, one in enumerate(dice) if i not in kept],
        }
        worths = [self.worth(one.kind, p) for one in scopes["kept"] for p in one.throws]
        times, flat = self.roll["times"], self.flat()
        ups, downs = [w * times for w in worths if w * times > 0], [w * times for w in worths]
        every = [[self.worth(one.kind, p) for p in one.throws] for one in dice]
        failed = all(first < 0 and max([0, *more]) == 0 for first, *more in every)
        known = {
            **self.numbers,
            "value": sum(worths) * times + flat,
            "natural": sum(
                self.faces[one.kind][p].number for one in scopes["kept"] for p in one.throws
            ),
            "successes": sum(ups) + self.roll["successes"],
            "failures": -sum(w for w in downs if w < 0) + self.roll["failures"],
            "all failures": int(bool(dice) and failed and self.roll["successes"] <= 0),
        }
        for word in ("highest", "lowest", "same", "pairs", "row"):
            known[word] = self.as_set(word, dice)
        kinds = {*self.faces, *self.game.get("die", {})}
        signs = {s for kind in kinds for face in faces_of(self.game, kind) for s in face.signs}
        for sign in signs:
            known[sign] = self.reading({"sign": sign}, scopes)
            # With dice that are kept, the rules add up those of the kept and of the dropped dice.
            known[f"kept.{sign}"] = self.reading({"sign": sign, "among": "kept"}, scopes)
        for name, rule in self.check.get("readings", {}).items():
            known[name] = self.reading({"faces": rule} if isinstance(rule, str) else rule, scopes)
        return known

    def flat(self) -> int:
        """The number that is added whatever the dice show."""
        return int(self.roll["add"] + self.roll["successes"] - self.roll["failures"])

    def as_set(self, word: str, dice: Sequence[Shown]) -> int:
        """The number that a word for a set stands for."""
        shown = [self.faces[one.kind][one.throws[0]].number for one in dice]
        if not shown:
            return 0
        if word in ("highest", "lowest"):
            return max(shown) if word == "highest" else min(shown)
        if word == "row":
            return max(
                length
                for low in shown
                for length in range(1, len(shown) + 1)
                if all(low + more in shown for more in range(length))
            )
        groups = [shown.count(number) for number in set(shown)]
        return max(groups) if word == "same" else sum(many > 1 for many in groups)

    def reading(self, rule: Mapping[str, Any], scopes: Mapping[str, Sequence[Shown]]) -> int:
        """The number that one of the check's own readings stands for."""
        dice = [
            one for one in scopes[rule.get("among", "all")] if rule.get("of", one.kind) == one.kind
        ]
        if rule.get("is", "sum") != "sum":
            return self.as_set(rule["is"], dice)
        total = 0
        for one in dice:
            for place in one.throws if rule.get("throws") == "every" else one.throws[:1]:
                face = self.faces[one.kind][place]
                if "faces" in rule:
                    total += self.among(rule["faces"], one.kind, place)
                else:
                    total += face.signs.get(rule["sign"], 0) if "sign" in rule else face.number
        return total

    def read(self, dice: Sequence[Shown]) -> Read:
        """The result of the dice."""
        known: dict[str, Any] = {**self.args, **self.known(dice)}
        if "result" in self.check:
            known["value"] = reckon(self.check["result"], known)
        return Read(
            known["value"], known["successes"], known["failures"], outcome(self.check, known)
        )

    def cases(self) -> Cases:
        """The chance of everything that may come of it."""
        found: Cases = {}
        for way in self.ways():
            shown = self.read(way.dice)
            case = shown.outcome, shown.value
            found[case] = found.get(case, Fraction(0)) + way.chance
        return found


def outcome(check: Mapping[str, Any], known: Mapping[str, Any]) -> str | None:
    """The first outcome that holds."""
    for name, when in check.get("outcomes", {}).items():
        if holds(when if isinstance(when, str) else when["when"], known):
            return str(name)
    return None


def reckon(text: str, known: Mapping[str, Any]) -> Any:
    """The number that a formula comes to."""
    if text.isdecimal():
        return int(text)
    if text in known:
        return known[text]
    parts = re.findall(r"\d+|\w+|[-+*/(),]", text)
    said = "".join(
        f" Fraction({part}) " if part.isdecimal() or (part in known and part not in REACH) else part
        for part in parts
    )
    number = eval(said, {"Fraction": lambda v: Fraction(v), **REACH, **dict(known)})
    return int(number) if number.denominator == 1 else number


REACH: Mapping[str, Callable[..., Any]] = {
    "down": math.floor,
    "up": math.ceil,
    "min": min,
    "max": max,
}
COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    "!=": lambda a, b: a != b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    "=": lambda a, b: a == b,
}


def holds(text: str, known: Mapping[str, Any]) -> bool:
    """True where a condition holds; it has no brackets around conditions."""
    if text == "otherwise":
        return True
    if " or " in text:
        return any(holds(part, known) for part in text.split(" or "))
    if " and " in text:
        return all(holds(part, known) for part in text.split(" and "))
    if text == "all failures":
        return bool(known["all failures"])
    if match := re.fullmatch(r"(\w+) is (\w+)", text):
        return bool(known[match[1]] == match[2])
    if match := re.fullmatch(r"(?:value )?(-?\d+)-(-?\d+)", text):
        return bool(int(match[1]) <= known["value"] <= int(match[2]))
    match = re.fullmatch(r"(.*?)\s*(>=|<=|!=|>|<|=)\s*(.*)", text)
    assert match is not None, text
    left = reckon(match[1], known) if match[1] else known["value"]
    return bool(COMPARED[match[2]](left, reckon(match[3], known)))
