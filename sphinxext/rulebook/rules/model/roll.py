"""A roll and the changes that make it: every change of the vocabulary is declared once, here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ...dice.packed import Keep as Kept
from ..errors import RulesError
from ..language.faces import (
    Amount,
    Faces,
    kind_in_words,
    named_in,
    one_in_words,
    several_in_words,
)
from ..language.formulas import NOTHING, Number
from ..language.reading import Reading


class Die(NamedTuple):
    """A die: its name, what its faces are worth, and how the book names and shows it."""

    name: str
    faces: tuple[int, ...]
    also: tuple[str, ...] = ()
    label: str = ""
    colour: str = ""
    image: str = ""
    names: tuple[str, ...] = ()  # of its faces, worth their places on a ladder
    signs: tuple[Mapping[str, int], ...] = ()  # what each face shows beside its number
    minus: bool = False  # whether what it counts is taken away
    bag: bool = False  # whether it is drawn from, and nothing is put back

    @property
    def by_place(self) -> bool:
        """Return whether faces go by their places, because their numbers do not tell them apart."""
        return bool(self.names or self.signs)

    @property
    def shown(self) -> tuple[int | str, ...]:
        """Each face as readers see it: a name, a number, or signs as in "1 + boon"."""
        if self.signs and not self.names:
            return tuple(
                [face_in_words(*each) for each in zip(self.faces, self.signs, strict=True)]
            )
        return self.names or self.faces


def face_in_words(face: int, signs: Mapping[str, int]) -> str:
    """Write a face that shows more than its number: "2 luck", "1 + luck"."""
    words = [
        f"{'-' if many < 0 else ''}{f'{abs(many)} ' if abs(many) > 1 else ''}{name}"
        for name, many in signs.items()
        if many
    ]
    return " + ".join([*([str(face)] if face else []), *words]).replace("+ -", "- ") or "–"


MOVES = "takes."  # before the name of a parameter that a change moves


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

    many: Any  # a number, or what it is calculated from
    highest: bool
    of: str = ""
    chosen: bool = False  # whether a player chooses which
    ties: Ties | None = None  # which go first of those that show the same
    bound: bool = False  # whether it is for the dice before it, to which nothing is added
    open: bool = False  # whether the rules do not say of which dice

    @property
    def plain(self) -> Kept:
        """Return how many dice are kept, and whether the highest."""
        return Kept(self.many, self.highest)

    def __str__(self) -> str:
        """The words that the rules file writes."""
        side = "" if self.chosen else "highest " if self.highest else "lowest "
        return f"{side}{self.many}" + (f" of {self.of}" if self.of else "")

    def in_words(self) -> str:
        """The dice that count, in the words of a sentence."""
        side = "highest" if self.highest else "lowest"
        if self.chosen:
            kind = kind_in_words(self.of, many=True) if self.of else "dice"
            return f"only {self.many} {kind} count, and the player chooses which"
        if self.many == 1:
            kind = one_in_words(self.of).split(" ", 1)[1] if self.of else "die"
            return f"only the {side} {kind} counts"
        kind = several_in_words(self.of) if self.of else "dice"
        if isinstance(self.many, Number):
            return f"only the {side} {kind} count, {as_many(self.many)}"
        return f"only the {self.many} {side} {kind} count"


@dataclass(slots=True, eq=False)
class Roll:
    """The dice to throw and how they are read; changes are put on it one after the other."""

    dice: dict[str, int] = field(default_factory=dict)
    success: Faces | None = None
    failure: Faces | None = None
    again: Faces | None = None
    reroll: Faces | None = None
    worth: tuple[tuple[Faces, int], ...] | None = None
    keep: Keep | None = None
    ties: Ties | None = None
    none: RollChange | None = None
    least: int = 0
    rerolls: int = 0
    add: int = 0
    successes: int = 0
    failures: int = 0
    times: int = 1

    @property
    def counts(self) -> bool:
        """Return whether the roll counts successes; otherwise it totals its faces."""
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
                    setattr(self, key, value)
            elif not key.startswith(MOVES):
                self.dice[key] = self.dice.get(key, 0) + value * levels


RollChange = tuple[tuple[str, Any], ...]  # pairs of a key below, or a die's name, and its value


def plus(number: Amount, other: Amount, sign: int = 1) -> Amount:
    """Add two numbers, or take the second from the first."""
    if isinstance(number, int) and isinstance(other, int):
        return number + sign * other
    if not number and sign > 0:
        return other
    return Number("+" if sign > 0 else "-", (as_number(number), as_number(other)))


def as_number(amount: Amount) -> Number:
    """Return a plain number as one that is calculated."""
    if isinstance(amount, Number):
        return amount
    return Number(str(amount)) if amount >= 0 else Number("-", (NOTHING, Number(str(-amount))))


def as_many(number: Number) -> str:
    """Say how many there are by what it is calculated from."""
    return f"as many as {number}" if number.parts else f"as many as {number} says"


def plural(count: Amount, one: str, many: str = "") -> str:
    """A number with its noun."""
    alone = isinstance(count, int) and abs(count) == 1
    return f"{count} {one if alone else many or one + 's'}"


def _more(count: Amount, one: str, many: str = "") -> str:
    if isinstance(count, int) and count < 0:
        return f"{plural(-count, one, many)} fewer"
    return f"{plural(count, one, many)} more"


Says = Callable[[Any], str]
_WHICH = {"": "", "every": " (on every throw)"}
ADDS: Mapping[str, Says] = {
    "add": lambda n: f"{n:+} to the result" if isinstance(n, int) else f"{n} added to the result",
    "successes": lambda n: _more(n, "success", "successes") + " without rolling",
    "failures": lambda n: _more(n, "failure") + " without rolling",
}
SETS: Mapping[str, Says] = {
    "success": lambda faces: f"a die that shows {faces.in_words()} is a success",
    "failure": lambda faces: f"a die that shows {faces.in_words()} takes one success away",
    "again": lambda faces: "; ".join(
        f"a die that shows {part.in_words()} keeps its worth and is rolled again"
        + (", once" if part.once else ", without end")
        for part in faces.parts or (faces,)
    ),
    "reroll": lambda faces: (
        f"a die that shows {faces.in_words()} is thrown once more, and the second throw counts"
        + _WHICH[faces.throws]
    ),
    "rerolls": lambda n: (
        (
            plural(n, "failed die", "failed dice")
            if isinstance(n, int)
            else f"failed dice, {as_many(n)},"
        )
        + " may be rolled again, once, and the better result counts"
    ),
    "worth": lambda table: "; ".join(
        f"a die that shows {faces.in_words()} counts {value}" for faces, value in table
    ),
    "keep": lambda keep: keep.in_words(),
    "ties": lambda ties: ties.in_words(),
    "times": lambda n: f"the dice count {n}-fold",
    "none": lambda change: f"with no dice left: {says(change)}",
    "least": lambda n: f"with {'no' if n == 1 else f'fewer than {n}'} dice left there is no roll",
}
CHANGES: Mapping[str, Says] = {**ADDS, **SETS}
FACED = ("success", "failure", "again", "reroll")
COUNTS = frozenset({"success", "failure", "worth"})  # what counts, in the place of a total


def names_in(value: Any) -> set[str]:
    """The parameters that a part of a roll looks at."""
    if isinstance(value, Number):
        return value.names()
    if isinstance(value, str):
        return {*named_in(value)}
    if isinstance(value, Set):
        return {*value}
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


def dice_in(changes: Iterable[RollChange]) -> set[str]:
    """Return the dice that changes name, with a minus where they are subtracted."""
    keys = {key for change in changes for key, _ in change}
    return {key for key in keys if key not in CHANGES and not key.startswith(MOVES)}


def keeps_one(change: RollChange) -> bool:
    """Return whether one die counts, of all that are thrown."""
    keep = dict(change).get("keep")
    return keep is not None and not keep.of and keep.many == 1


def phrases(change: RollChange, dice: str = "{}", bags: Collection[str] = ()) -> list[str]:
    """Each part of the change in plain words; `dice` says how dice are added."""
    return [
        CHANGES[key](value)
        if key in CHANGES
        else _drawn(key, value)
        if key in bags
        else _dice(key, value, dice)
        for key, value in change
    ]


def _drawn(bag: str, many: Amount) -> str:
    """So many that are drawn from a bag."""
    some = as_many(many) if isinstance(many, Number) else str(many)
    return f"draw {some} from {bag}, full again for each roll, and put none back"


def _dice(name: str, many: Amount, brought: str) -> str:
    """So many dice of a name: 2d6, 1 red die."""
    if name.startswith(MOVES):
        return f"{many:+} {name.removeprefix(MOVES)}"
    if name.startswith("-"):
        return f"{_dice(name[1:], many, brought)}, taken away"
    if isinstance(many, Number):
        return brought.format(f"{several_in_words(name)}, {as_many(many)}")
    if "{" in name:
        noun, _, which = kind_in_words(name, many=many != 1).partition(" ")
        return f"{brought.format(f'{many} {noun}')} {which}"
    if standard_die(name) is None:
        return brought.format(plural(many, f"{name} die", f"{name} dice"))
    return brought.format(f"{many}{name}")


def says(change: RollChange) -> str:
    """The change in plain words."""
    return "; ".join(phrases(change)) or "nothing changes"


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
