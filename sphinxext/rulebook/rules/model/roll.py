"""A roll and the changes that make it: every change of the vocabulary is declared once, here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ...dice.packed import Keep as Kept
from ..errors import RulesError
from .faces import Faces, kind_in_words, one_in_words, several_in_words


class Die(NamedTuple):
    """A die: its name, what its faces are worth, and how the book names and shows it."""

    name: str
    faces: tuple[int, ...]
    also: tuple[str, ...] = ()
    label: str = ""
    colour: str = ""
    image: str = ""
    named: bool = False  # whether its faces are names, worth their places on a ladder
    signs: tuple[Mapping[str, int], ...] = ()  # what each face shows beside its number
    minus: bool = False  # whether what it counts is taken away

    @property
    def by_place(self) -> bool:
        """True where faces go by their places, because their numbers do not tell them apart."""
        return self.named or bool(self.signs)


FACE = "face"  # where a face counts the number that it shows
Count = int | str  # what a face counts: a number, or FACE


class Ties(NamedTuple):
    """The dice that are kept before others which show the same."""

    kinds: tuple[str, ...] = ()  # in this order
    larger: bool = False  # without such an order: the dice with more faces, or with fewer

    def place(self, die: Die) -> int:
        """Return a number that is higher the sooner the die is kept."""
        if self.kinds:
            return -self.kinds.index(die.name) if die.name in self.kinds else -len(self.kinds)
        return len(die.faces) if self.larger else -len(die.faces)

    def in_words(self) -> str:
        """Return the rule as a sentence says it."""
        if self.kinds:
            order = ", then ".join(kind_in_words(kind, many=True) for kind in self.kinds)
            return f"of dice that show the same, these are kept first: {order}"
        faces = "more faces" if self.larger else "fewer faces"
        return f"of dice that show the same, those with {faces} are kept first"


class Keep(NamedTuple):
    """The dice of a roll that count: the highest or lowest few, perhaps of one kind only."""

    many: int
    highest: bool
    of: str = ""
    by: str = ""  # the parameter that says how many
    chosen: bool = False  # whether a player chooses which
    ties: Ties | None = None  # which go first of those that show the same

    @property
    def plain(self) -> Kept:
        """Return how many dice are kept, and whether the highest."""
        return Kept(self.many, self.highest)

    def __str__(self) -> str:
        """The words that the rules file writes."""
        side = "best" if self.chosen else "highest" if self.highest else "lowest"
        return f"{side} {self.by or self.many}" + (f" of {self.of}" if self.of else "")

    def in_words(self) -> str:
        """The dice that count, in the words of a sentence."""
        side = "highest" if self.highest else "lowest"
        if self.chosen:
            kind = kind_in_words(self.of, many=True) if self.of else "dice"
            if self.by:
                return f"only as many {kind} count as {self.by} says, and the player chooses which"
            return f"only {self.many} {kind} count, and the player chooses which"
        if self.many == 1 and not self.by:
            kind = one_in_words(self.of).split(" ", 1)[1] if self.of else "die"
            return f"only the {side} {kind} counts"
        kind = several_in_words(self.of) if self.of else "dice"
        if self.by:
            return f"only the {side} {kind} count, as many as {self.by} says"
        return f"only the {self.many} {side} {kind} count"


@dataclass(slots=True, eq=False)
class Roll:
    """The dice to throw and how they are read; changes are put on it one after the other."""

    dice: dict[str, int] = field(default_factory=dict)
    success: Faces | None = None
    failure: Faces | None = None
    again: Faces | None = None
    reroll: Faces | None = None
    worth: tuple[tuple[Faces, Count], ...] | None = None
    keep: Keep | None = None
    ties: Ties | None = None
    none: RollChange | str | None = None
    widen: int = 0
    rerolls: int = 0
    step: int = 0
    add: int = 0
    successes: int = 0
    failures: int = 0
    times: int = 1

    @property
    def counts(self) -> bool:
        """True where the roll counts successes; otherwise it totals its faces."""
        return self.success is not None or self.failure is not None or self.worth is not None

    @property
    def flat(self) -> int:
        """The number that is added whatever the dice show."""
        return self.add + self.successes - self.failures

    def bare(self) -> Roll:
        """The roll of the dice alone, each counted once."""
        return replace(self, times=1, add=0, successes=0, failures=0)

    def copy(self) -> Roll:
        """The same roll, to be changed on its own."""
        return replace(self, dice=dict(self.dice))

    def change(self, change: RollChange, levels: int = 1) -> None:
        """Put a change on the roll, so many times."""
        for key, value in change:
            if key in ADDS:
                setattr(self, key, getattr(self, key) + value * levels)
            elif key in SETS:
                if levels > 0:
                    setattr(self, key, set_by(key, value, levels))
            else:
                self.dice[key] = self.dice.get(key, 0) + value * levels


def set_by(key: str, value: Any, levels: int) -> Any:
    """Return what so many levels set: each multiplies the dice once more, others set one thing."""
    if key != "times" or levels == 1:
        return value
    if abs(value) > 1 and levels > MOST_MULTIPLIED:
        raise RulesError(f"the dice are multiplied {levels:,} times by {value}, which is too much")
    return value**levels


MOST_MULTIPLIED = 20  # times that a number above 1 may multiply the dice
RollChange = tuple[tuple[str, Any], ...]  # pairs of a key below, or a die's name, and its value


class ChangeKind(NamedTuple):
    """One word of the vocabulary of changes: how it is written, and what it says to a player."""

    reads: str  # what the rules file gives: whole, faces, keep, worth, none
    says: Callable[[Any], str]
    meaning: str


def plural(count: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{count} {one if abs(count) == 1 else many or one + 's'}"


def _more(count: int, one: str, many: str = "") -> str:
    return f"{plural(abs(count), one, many)} {'more' if count >= 0 else 'fewer'}"


def _signed(count: int) -> str:
    return f"+{count}" if count >= 0 else f"-{-count}"


def _worth(table: Iterable[tuple[Faces, Count]]) -> str:
    return "; ".join(
        f"a die that shows {faces.in_words()} counts "
        + ("what it shows" if value == FACE else f"{value}")
        for faces, value in table
    )


def _none(value: RollChange | str) -> str:
    if isinstance(value, str):
        return "with no dice left there is no roll"
    return "with no dice left: " + says(value)


_WHICH = {"": "", "first": " (of its first throw only)", "every": " (on every throw)"}
ADDS: Mapping[str, ChangeKind] = {
    "widen": ChangeKind(
        "whole",
        lambda n: f"the success range grows by {plural(n, 'face')}",
        "faces that the success range grows by",
    ),
    "rerolls": ChangeKind(
        "whole",
        lambda n: (
            f"{plural(n, 'failed die', 'failed dice')} may be rolled again, once, "
            "and the better result counts"
        ),
        "failed dice that are rolled again, once; the better result counts",
    ),
    "add": ChangeKind("whole", lambda n: f"{_signed(n)} to the result", "added to the result"),
    "successes": ChangeKind(
        "whole",
        lambda n: _more(n, "success", "successes") + " without rolling",
        "successes without rolling",
    ),
    "failures": ChangeKind(
        "whole",
        lambda n: _more(n, "failure") + " without rolling",
        "failures without rolling; each takes one success away",
    ),
    "step": ChangeKind(
        "whole",
        lambda n: f"the dice move {plural(abs(n), 'step')} {'up' if n >= 0 else 'down'}",
        "places that the dice move along the file's `steps`",
    ),
}

SETS: Mapping[str, ChangeKind] = {
    "success": ChangeKind(
        "faces",
        lambda faces: f"a die that shows {faces.in_words()} is a success",
        "faces that count one success",
    ),
    "failure": ChangeKind(
        "faces",
        lambda faces: f"a die that shows {faces.in_words()} takes one success away",
        "faces that take one success away",
    ),
    "again": ChangeKind(
        "faces",
        lambda faces: "; ".join(
            f"a die that shows {part.in_words()} counts and is rolled again"
            + (", once" if part.once else ", without end")
            for part in faces.parts or (faces,)
        ),
        "faces that count and roll again, adding what they show; `once` stops after one",
    ),
    "reroll": ChangeKind(
        "faces",
        lambda faces: (
            f"a die that shows {faces.in_words()} is thrown once more, and the second throw counts"
            + _WHICH[faces.throws]
        ),
        "faces that are thrown once more; the second throw counts",
    ),
    "worth": ChangeKind("worth", _worth, "what a face counts, before `success` and `failure`"),
    "keep": ChangeKind("keep", lambda keep: keep.in_words(), "the dice that count"),
    "ties": ChangeKind(
        "ties",
        lambda ties: ties.in_words(),
        "the dice that are kept before others which show the same",
    ),
    "times": ChangeKind(
        "whole", lambda n: f"the dice count {n}-fold", "what the dice are multiplied by"
    ),
    "none": ChangeKind("none", _none, "when no dice are left: another change instead, or `error`"),
}

CHANGES: Mapping[str, ChangeKind] = {**ADDS, **SETS}
FACED = tuple(key for key, kind in CHANGES.items() if kind.reads == "faces")


def phrases(change: RollChange, dice: str = "{}") -> list[str]:
    """Each part of the change in plain words; `dice` says how dice are added."""
    return [
        CHANGES[key].says(value) if key in CHANGES else _dice(key, value, dice)
        for key, value in change
    ]


def _dice(name: str, many: int, brought: str) -> str:
    """So many dice of a name: 2d6, 1 red die."""
    if name.startswith("-"):
        return f"{_dice(name[1:], many, brought)}, taken away"
    if "{" in name:
        noun, _, which = kind_in_words(name, many=abs(many) != 1).partition(" ")
        what = f"{abs(many)} {noun}"
        return f"{brought.format(what) if many >= 0 else f'{what} fewer'} {which}"
    own = standard_die(name) is None
    what = plural(abs(many), f"{name} die", f"{name} dice") if own else f"{abs(many)}{name}"
    return brought.format(what) if many >= 0 else f"{what} fewer"


def says(change: RollChange) -> str:
    """The change in plain words."""
    return "; ".join(phrases(change)) or "nothing changes"


def stepped(dice: Mapping[str, int], step: int, steps: tuple[str, ...]) -> dict[str, int]:
    """The dice after each on the ladder has moved along it, stopping at its ends."""
    moved: dict[str, int] = {}
    for name, count in dice.items():
        target, die = name, name.removeprefix("-")
        if die in steps:
            to = steps[min(max(steps.index(die) + step, 0), len(steps) - 1)]
            target = f"{name.removesuffix(die)}{to}"
        moved[target] = moved.get(target, 0) + count
    return moved


def standard_die(name: str) -> Die | None:
    """The die that a plain name such as d6, d%, dF or d66 stands for."""
    if name in {"dF", "df"}:
        return Die("dF", (-1, 0, 1))
    if name in {"d%", "d00"}:
        return Die("d%", tuple(range(1, 101)))
    if name == "d66":
        return Die(name, tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)))
    if name[:1] in "dD" and name[1:].isdecimal():
        sides = int(name[1:]) if len(name) < 8 else 0
        if not 1 <= sides <= 1000:
            raise RulesError(f"no die '{name}': a die has 1 to 1000 sides")
        return Die(f"d{sides}", tuple(range(1, sides + 1)))
    return None
