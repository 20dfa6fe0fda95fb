"""The dials of an explorer: which values a reader can choose, and how each is called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ..figures.rung import needs_words
from ..language.labels import Label
from ..language.markup import plain_text
from ..rules.errors import RulesError, fold, suggest
from ..rules.language.formulas import Number
from ..rules.language.query import Call
from ..rules.model.arguments import bound, given
from ..rules.model.game import Check
from ..rules.model.parameter import Parameter
from ..rules.model.roll import CHANGES
from ..tables.axes import read_axis
from ..tables.dice import die_colour
from ..tables.option_values import split_outside
from ..tables.places import Axis, AxisKind, Place
from ..tables.target import Target, dice_at, parameter_of

DIFFICULTIES = AxisKind.DIFFICULTIES
MOST_SETTINGS = 5_000  # of dials that nobody asked for
_NEW = re.compile(r"\s*(?:[\w.-]+\s*(?:=|>|<|≥|≤|≠|!)|difficulties\s*$)", re.IGNORECASE)


class Dial(NamedTuple):
    """A parameter or the difficulty, with the values that a reader can turn it to."""

    name: str
    title: Label
    places: tuple[Place, ...]
    start: int
    is_words: bool
    is_dice: bool = False  # a pool that fills up
    one: str = ""  # what one level is called, "die"; and many, "dice"
    many: str = ""
    notes: tuple[str, ...] = ()  # what is said beside each word
    colours: tuple[str, ...] = ()
    usual: int | None = None  # the word that holds where nobody says another

    @property
    def is_difficulty(self) -> bool:
        """Return whether the dial chooses what is asked for."""
        return self.name == DIFFICULTIES

    @property
    def axis(self) -> Axis:
        """Return its values as the axis of a table."""
        kind = DIFFICULTIES if self.is_difficulty else AxisKind.PARAMETER
        return Axis((kind,), (self.title,), self.places, (not self.is_words,))

    @property
    def label(self) -> str:
        """The name that a reader sees."""
        return self.title.words

    @property
    def labels(self) -> list[str]:
        """The values as a reader sees them."""
        return [place.labels[0].words for place in self.places]

    @property
    def keys(self) -> list[str]:
        """The values as a question and an address write them."""
        return [place.star for place in self.places]

    @property
    def numbers(self) -> list[Fraction]:
        """The values of a dial of numbers."""
        return [Fraction(key) for key in self.keys]

    def around_start(self, many: int) -> Dial:
        """Return the dial with so many of its values, those nearest to its start."""
        low = min(max(0, self.start - many // 2), len(self.places) - many)
        return self._replace(places=self.places[low : low + many], start=self.start - low)

    def index_of(self, value: str) -> int | None:
        """The place of a value by its name or its number."""
        if value in self.keys:
            return self.keys.index(value)
        for i, place in enumerate(self.places):
            label = place.labels[0]
            if fold(value) in map(fold, (place.star, label.words, *label.names)):
                return i
        return None


def read_dials(text: str, start: str, asked: Target) -> tuple[Dial, ...]:
    """The dials that the options write, each at its start."""
    dials = [_dial(part, asked) for part in dial_texts(text)] if text else default_dials(asked)
    names = [dial.name for dial in dials]
    for i, name in enumerate(names):
        if name in names[:i]:
            raise RulesError(f"two dials are named '{name}'; keep one")
    for dial in dials:
        keys = dial.keys
        twice = next((key for i, key in enumerate(keys) if key in keys[:i]), None)
        if twice is not None:
            raise RulesError(f"the dial '{dial.name}' has the value '{twice}' twice; keep one")
    starts = _starts(start, dials)
    return tuple(dial._replace(start=starts.get(dial.name, _first(dial, asked))) for dial in dials)


def dial_texts(text: str) -> list[str]:
    """The axes that the option lists, by lines or commas; a value's own commas stay with it."""
    found: list[str] = []
    for line in text.splitlines():
        begun = False
        for part in split_outside(line, ","):
            if not part:
                continue
            if begun and not _NEW.match(part):
                found[-1] += f", {part}"
            else:
                found.append(part)
            begun = True
    return found


def _dial(text: str, asked: Target) -> Dial:
    if asked.check is None:
        raise RulesError(
            "plain dice have nothing to turn; leave ':dials:' out, or make a check of them in the "
            "rules file"
        )
    name = re.match(r"[\w.-]+", text.strip())
    axis = read_axis(text, asked)
    if name is None or axis.kinds not in ((AxisKind.PARAMETER,), (DIFFICULTIES,)):
        raise RulesError(
            f"'{text}' is not a dial; a dial is one parameter with its values, such as "
            "'dice = 1..8', or 'difficulties'"
        )
    word = name[0].lower() if axis.kinds[0] == DIFFICULTIES else name[0]
    return _dressed(word, axis.titles[0], axis.places, asked)


def _dressed(name: str, title: Label, places: tuple[Place, ...], asked: Target) -> Dial:
    """The dial with what is said and drawn beside its values."""
    check = asked.check
    assert check is not None  # plain dice have no axis that could be a dial
    if name == DIFFICULTIES:
        hard = [check.difficulty(place.difficulty) for place in places]
        notes = tuple(needs_words(check, each) for each in hard)
        return Dial(name, title, places, 0, is_words=True, notes=notes)
    parameter = parameter_of(asked, name)
    if not parameter.choices:
        return Dial(
            name, title, places, 0, is_words=False, is_dice=_adds_dice(check, parameter),
            one="" if "." in name else plain_text(parameter.one),
            many=title.words if "." in name else plain_text(parameter.label) or parameter.name,
        )  # fmt: skip
    dice = dice_at(asked, places)
    colours = [die_colour(die) if die else "" for die in dice]
    notes = tuple(die.also[0] if die and die.also else "" for die in dice)
    found = Dial(
        name, title, places, 0, is_words=True,
        notes=notes if any(notes) else (), colours=tuple(colours) if all(colours) else (),
    )  # fmt: skip
    usual = None if parameter.required else found.index_of(str(parameter.default))
    return found._replace(usual=usual)


def _adds_dice(check: Check, parameter: Parameter) -> bool:
    """Return whether each level is one more die."""
    named = [(key, 1) for key, value in check.roll if value == Number(parameter.name)]
    return [(key in CHANGES, many) for key, many in (*parameter.each, *named)] == [(False, 1)]


def default_dials(asked: Target) -> list[Dial]:
    """A dial for what the check takes, where an author names none: what it needs comes first."""
    check = asked.check
    if check is None:
        return []
    if check.sides:
        return [dial for side in check.sides for dial in _side_dials(asked, side)]
    needed = [each for each in check.takes if each.required or each.choices]
    texts = [_axis_of(check, each, "") for each in needed]
    texts += [DIFFICULTIES] if check.difficulties else []
    texts += [_axis_of(check, each, "") for each in check.takes if each not in needed]
    dials: dict[str, Dial] = {}
    settings = 1
    for text in filter(None, texts):
        dial = _dial(text, asked)
        if settings * len(dial.places) <= MOST_SETTINGS:
            settings *= len(dial.places)
            dials[dial.name] = dial
    order = [*[each.name for each in check.takes], DIFFICULTIES]
    return [dials[name] for name in order if name in dials]


def _side_dials(asked: Target, side: str) -> list[Dial]:
    """The dials of one side of an opposed check: what it must be given."""
    check = asked.check
    assert check is not None
    assert isinstance(asked.what, Call)
    query = asked.rules.sides(asked.game, check, asked.what)[check.sides.index(side)]
    inner = asked.about(query.what).check
    if inner is None or inner.sides:
        return []
    needed = [each for each in inner.takes if each.required or each.choices]
    return [_dial(text, asked) for each in needed if (text := _axis_of(inner, each, f"{side}."))]


def _axis_of(check: Check, parameter: Parameter, side: str) -> str:
    """The axis of a parameter with values that a player would try."""
    if parameter.thrown is not None or (parameter.choices and parameter.calculated):
        return ""
    if parameter.choices:
        return f"{side}{parameter.name} = all"
    least = parameter.least
    if parameter.required and 0 <= least < 1:
        least = 1
    room = 7 if parameter.required else 5 if _adds_dice(check, parameter) else 3
    most = least + room if parameter.most is None else min(parameter.most, least + 2 * room)
    return f"{side}{parameter.name} = {least}..{most}" if most > least else ""


def _starts(text: str, dials: Sequence[Dial]) -> dict[str, int]:
    """Read where the author lets each dial start."""
    found: dict[str, int] = {}
    known = {dial.name: dial for dial in dials}
    for part in dial_texts(text):
        name, _, value = (piece.strip() for piece in part.partition("="))
        dial = known.get(name)
        if dial is None:
            raise RulesError(f"':start:': no dial named '{name}'{suggest(name, known)}")
        if not value:
            example = f"{name} = {dial.keys[0]}"
            raise RulesError(f"':start:': the dial '{name}' needs its value, as in '{example}'")
        if name in found:
            raise RulesError(f"':start:' has two values for the dial '{name}'; keep one")
        index = dial.index_of(value.strip('"“”'))
        if index is None:
            hint = suggest(value, dial.labels, 12)
            raise RulesError(f"':start:': the dial '{name}' has no value '{value}'{hint}")
        found[name] = index
    return found


def _first(dial: Dial, asked: Target) -> int:
    """Return where a dial starts by itself: at the argument or default of the check, or midway."""
    check = asked.check
    assert check is not None
    known: dict[str, object] = {}
    if isinstance(asked.what, Call) and not check.sides:
        try:
            known = bound(check, asked.what.args)
        except RulesError:
            known = {each.name: each.default for each in check.takes}
            known |= given(check, asked.what.args)
    value = known.get(dial.name)
    key = f"{float(value):g}" if isinstance(value, Fraction) else str(value)
    index = None if value is None else dial.index_of(key)
    return (len(dial.places) - 1) // 2 if index is None else index


def setting_of(dials: Sequence[Dial], picked: Sequence[int]) -> int:
    """Return the number of a setting; the last dial turns fastest."""
    number = 0
    for dial, pick in zip(dials, picked, strict=True):
        number = number * len(dial.places) + pick
    return number
