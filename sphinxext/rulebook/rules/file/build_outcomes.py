"""Builds the readings, outcomes and difficulties of a check, every word of them checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from ..errors import fold
from ..language.conditions import (
    ALL_FAILURES,
    READINGS,
    VALUE,
    Both,
    Compare,
    Condition,
    Either,
    Shows,
    equals,
    read_by,
)
from ..language.query import Event, EventKind
from ..language.read_condition import AGAIN, parse_condition
from ..model.faces import Faces
from ..model.game import Difficulty, Ladder, Outcome, Parameter, Table
from ..model.reading import (
    ALL,
    EVERY,
    FACES,
    FIRST,
    GROUPS,
    PAIRED,
    SETS,
    SIGN,
    SIZED,
    SUM,
    Reading,
)
from .build_names import RESERVED, BuildPlace, among, is_name, unique
from .build_takes import wrong_die
from .positions import KeyPath

# What authors write in a condition for a word of ours.
OUR_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("else", "default", "always", "anything"), "'otherwise'"),
    **dict.fromkeys(
        ("total", "roll", "result", "count", "sum", "margin"), "'value', or no word, as in '>= 10'"
    ),
    **dict.fromkeys(("double", "doubles", "doublet", "pair"), "'same >= 2'"),
    **dict.fromkeys(("triple", "triples", "triplet"), "'same >= 3'"),
    "straight": "'row >= 5'",
}
AXES = ("difficulties", "outcomes")
Groups = Mapping[str, tuple[str, ...]]


class Context(NamedTuple):
    """The names that the conditions of a check may use."""

    names: tuple[str, ...]  # of parameters that take numbers
    readings: Mapping[str, Any]
    base: Ladder | None  # the ladder that the dice of the check, or of one it is like, show
    signs: tuple[str, ...]  # what faces of the game's dice show beside their numbers
    alone: bool  # whether there is nothing to read but the value
    words: Mapping[str, tuple[str, ...] | None] = {}  # what may be asked for a name, and which
    more: tuple[str, ...] = ()  # numbers that such a check has beside its value


def known_words(context: Context) -> tuple[str, ...]:
    """The names that a number of the check may be calculated from."""
    if context.alone:
        return (*context.names, *context.more, VALUE)
    read = (*context.readings, *context.signs, *READINGS, VALUE)
    return (*context.names, *context.more, *read)


def reading(place: BuildPlace, key: str, found: Any, names: Iterable[str]) -> Reading:
    """The dice and faces that one of the check's own readings looks at."""
    at = ("readings", key)
    if not is_name(key) or key in RESERVED or key in names or key in place.game.signs:
        place.add(at, f"'{key}' cannot name a reading; take another word")
    if isinstance(found, Faces):
        found = {"faces": found}
    ways = [word for word in (FACES, SIGN, "is") if word in found]
    if len(ways) != 1:
        place.add(at, "a reading looks at 'faces', at a 'sign', or 'is' a word; give one of these")
        return Reading(SUM)
    faces: Faces | None = found.get("faces")
    if faces is not None:
        for name in faces.face_names:
            if name not in place.numbers:
                place.unknown(at, "parameter", name, place.numbers)
    sign = found.get("sign", "")
    if sign and sign not in place.game.signs:
        place.unknown((*at, "sign"), "sign", sign, place.game.signs)
    of = found.get("of", faces.of if faces is not None else "")
    if of and (wrong := wrong_die(place, of)):
        place.add((*at, "of"), wrong)
    if found.get("throws") == EVERY and found.get("is") in (*SETS, *SIZED, GROUPS):
        message = f"'{found['is']}' looks at the last throws; leave 'throws' out"
        place.add((*at, "throws"), message)
    what = found.get("is", ways[0])
    against = found.get("against", "")
    if against and (wrong := wrong_die(place, against)):
        place.add((*at, "against"), wrong)
    if (what in PAIRED) > bool(against) or (against and (not of or what not in (*PAIRED, FACES))):
        message = "dice are compared by of = \"red\", against = \"blue\", with 'faces' or 'is'"
        place.add(at, f'{message} = "beats" or "ties"')
    if against and {"among", "throws"} & found.keys():
        place.add(at, "dice that are compared are all thrown dice; leave 'among' and 'throws' out")
    among_, throws = found.get("among", ALL), found.get("throws", FIRST)
    size = _size(place, at, what, found)
    return Reading(what, faces, sign, of, among_, throws, against, size)


def _size(place: BuildPlace, at: KeyPath, what: str, found: Mapping[str, Any]) -> int:
    """The number beside a word for sets: their size, a place among them, or a sum."""
    meant = {"sets": "size", "height": "size", "width": "place", GROUPS: "reach"}.get(what)
    for word in ("size", "place", "reach"):
        if word in found and word != meant:
            place.add((*at, word), f"'{word}' says nothing of '{what}'; leave it out")
    if what == GROUPS and "reach" not in found:
        place.add(at, "say what the faces of a group add up to, as in reach = 10")
    return int(found.get(meant, SIZED.get(what, 0))) if meant else 0


def outcomes(
    place: BuildPlace, found: Mapping[str, Any], context: Context, *, same_roll: bool
) -> tuple[tuple[Outcome, ...], str, Groups]:
    """The outcomes, the ladder they are where there is no number to ask for, and the groups."""
    given = found.get("outcomes", {})
    groups = dict(found.get("groups", {}))
    if isinstance(given, str):
        ladder = place.game.ladders.get(given)
        if ladder is None:
            place.unknown(("outcomes",), "ladder of outcomes", given, place.game.ladders)
            return (), "", groups
        for group, members in groups.items():
            among(members, ladder.names, (*place.at, "groups", group), place.problems)
        return _of_ladder(ladder), given, {**ladder.groups, **groups}
    made = [_outcome(place, name, each, context) for name, each in given.items()]
    unique(given, (*place.at, "outcomes"), place.problems)
    for group, members in groups.items():
        among(members, given, (*place.at, "groups", group), place.problems)
    named = same_roll or any(outcome.written.casefold().startswith("is ") for outcome in made)
    return tuple(made), context.base.name if context.base and named and made else "", groups


def _outcome(place: BuildPlace, name: str, found: Any, context: Context) -> Outcome:
    fields = {"when": found} if isinstance(found, str) else dict(found)
    written = fields.pop("when", "")
    at = ("outcomes", name)
    read = partial(parse_condition, written, (*context.readings, *context.signs))
    when = place.problems.attempt((*place.at, *at), read)
    if when is not None:
        when = _resolved(place, when, at, context)
        reads = read_by(when) & {*READINGS, ALL_FAILURES} - {VALUE}
        if context.alone and reads:
            message = f"'{written}' reads dice, and here is but one number; write '>= 2'"
            place.add(at, message)
    result: Any = fields.get("result")
    if result is not None:
        known = known_words(context)
        for word in sorted(result.names() - result.own_rolls().keys() - {*known}):
            place.unknown((*at, "result"), "parameter or reading", word, known)
        for rolled in result.own_rolls().values():
            word = rolled.removesuffix(f" {AGAIN}")
            if word != rolled and word not in context.names:
                place.unknown((*at, "result"), "parameter", word, context.names)
        if context.alone:
            place.add((*at, "result"), "an outcome has a result only where dice are thrown")
    return Outcome(name, when, written, **fields)


def condition_of(
    place: BuildPlace, at: tuple[str, ...], written: str, context: Context
) -> Condition | None:
    """The condition that is there, its words checked."""
    read = partial(parse_condition, written, (*context.readings, *context.signs))
    when = place.problems.attempt((*place.at, *at), read)
    return None if when is None else _resolved(place, when, at, context)


def _resolved(place: BuildPlace, condition: Condition, at: KeyPath, context: Context) -> Condition:
    """The condition with named outcomes as their places, its words checked."""
    if isinstance(condition, Both | Either):
        parts = [_resolved(place, part, at, context) for part in condition.parts]
        return type(condition)(tuple(parts))
    if isinstance(condition, Compare):
        known = known_words(context)
        for word in sorted(condition.names()):
            if word in context.words and context.words[word] is not None:
                first = (context.words[word] or ("",))[0]
                message = f"no parameter or reading named '{word}' is a number; it takes words, so "
                place.add(at, f"{message}write '{word} is {first}'")
            elif any(ch.isdecimal() for ch in word) and " " in word:
                place.add(at, _NO_DICE)
            elif word not in known and not (context.alone and word in READINGS):
                if other := OUR_WORDS.get(fold(word)):
                    place.add(at, f"no parameter or reading named '{word}'; write {other}")
                else:
                    place.unknown(at, "parameter or reading", word, known)
    if isinstance(condition, Shows) and condition.of:
        return _worded(place, condition, at, context)
    return (
        _placed(place, condition, at, context.base) if isinstance(condition, Shows) else condition
    )


_NO_DICE = "a condition compares numbers that are known; roll dice in a parameter with 'rolls'"


def _worded(place: BuildPlace, shows: Shows, at: KeyPath, context: Context) -> Condition:
    """The condition that a parameter of words, or a side, is this."""
    if shows.of not in context.words:
        place.unknown(at, "parameter of words", shows.of, context.words)
        return shows
    words = context.words[shows.of]
    if words is None:
        return shows
    known = {fold(word): fold(words[i]) for i, word in enumerate(words)}
    if shows.name not in known:
        place.unknown(at, "choice", shows.written or shows.name, words)
    return shows


def _placed(place: BuildPlace, shows: Shows, at: KeyPath, base: Ladder | None) -> Condition:
    """The places on the ladder of a named outcome or of a group."""
    names, groups = (base.names, base.groups) if base else ((), {})
    places = {fold(each): i for i, each in enumerate(names, 1)}
    if shows.group:
        members = {fold(group): members for group, members in groups.items()}.get(shows.name)
    else:
        members = (shows.name,) if shows.name in places else None
    if members is None:
        what = "group" if shows.group else "outcome"
        place.unknown(at, what, shows.written or shows.name, groups if shows.group else names)
        return shows
    parts = [equals(places[fold(member)]) for member in members if fold(member) in places]
    return parts[0] if len(parts) == 1 else Either(tuple(parts))


def difficulties(
    place: BuildPlace,
    found: Mapping[str, Any],
    takes: tuple[Parameter, ...],
    made: tuple[Outcome, ...],
    groups: Groups,
) -> tuple[Difficulty, ...]:
    """The named difficulties, easiest first."""
    unique(found, (*place.at, "difficulties"), place.problems)
    return tuple([_difficulty(place, k, v, takes, made, groups) for k, v in found.items()])


def _difficulty(
    place: BuildPlace,
    key: str,
    found: Mapping[str, Any],
    takes: tuple[Parameter, ...],
    made: tuple[Outcome, ...],
    groups: Groups,
) -> Difficulty:
    at = ("difficulties", key)
    given = tuple(found.get("with", {}).items())
    known = {parameter.name: parameter for parameter in takes}
    for name, value in given:
        parameter = known.get(name)
        if parameter is None:
            place.unknown((*at, "with"), "parameter", name, known)
        elif parameter.choices and parameter.choice(str(value)) is None:
            names = [choice.name for choice in parameter.choices]
            place.unknown((*at, "with", name), "choice", str(value), names)
        elif not parameter.choices and isinstance(value, str):
            place.add((*at, "with", name), f"should be a number, not '{value}'")
    needs: Event = found["needs"]
    if needs.kind in (EventKind.MEAN, EventKind.MEDIAN, EventKind.MEETS):
        message = f"'{needs}' is not an event that a roll meets; write a number or '>= 2'"
        place.add((*at, "needs"), message)
    words = [word for outcome in made for word in (outcome.name, outcome.label) if word]
    if needs.kind is EventKind.IS and fold(needs.name) not in map(fold, words):
        place.unknown((*at, "needs"), "outcome", needs.name, [o.name for o in made])
    if needs.kind is EventKind.ANY and fold(needs.name) not in map(fold, groups):
        place.unknown((*at, "needs"), "group of outcomes", needs.name, groups)
    rest = {k: found.get(k, "") for k in ("example", "text", "label")}
    return Difficulty(key, needs, given, **rest)


def table(place: BuildPlace, axis: str, found: Any) -> Table:
    """Read how a page shows a ladder of the check."""
    if axis not in AXES:
        place.unknown(("table",), "table", axis, AXES)
    if isinstance(found, Mapping):
        return Table(tuple(found), tuple(found.values()))
    return Table((), tuple(found))


def _of_ladder(ladder: Ladder) -> tuple[Outcome, ...]:
    return tuple(
        [
            Outcome(
                name,
                equals(place),
                text=ladder.texts.get(name, ""),
                colour=ladder.colours.get(name, ""),
            )
            for place, name in enumerate(ladder.names, 1)
        ]
    )
