"""The kinds of values in a change of a roll: dice by name, and the keys of `CHANGES`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from ..errors import RulesError, fold, suggest
from ..model.arguments import MOST_SIDES
from ..model.faces import Faces, named_faces, parse_faces, refuse_two_values
from ..model.roll import CHANGES, FACE, Keep, Ties, standard_die
from .positions import KeyPath
from .spec import (
    TEXT,
    Problems,
    ValueKind,
    a_list,
    accept,
    described,
    either,
    later,
    one_of,
    parsed,
    whole,
)

_MANY_DICE = re.compile(r"(\d+)([dD](?:\d+|F))")
# What authors call a change of ours.
OUR_WORDS = {
    **dict.fromkeys(("explode", "explodes", "exploding", "ace", "open-ended"), "again"),
    **dict.fromkeys(("bonus", "modifier", "plus", "flat"), "add"),
    **dict.fromkeys(("hit", "hits", "target", "count"), "success"),
    **dict.fromkeys(("botch", "fail", "fails", "cancel"), "failure"),
    **dict.fromkeys(("drop", "best", "highest", "lowest"), "keep"),
    **dict.fromkeys(("multiply", "double"), "times"),
}
_KEEP = re.compile(r"(highest|lowest|best)(?:\s+(?!of\b)(\d+|[^\W\d]\w*))?(?:\s+of\s+(\S+))?")


def parse_keep(text: str) -> Keep:
    """The dice that the text keeps."""
    match = _KEEP.fullmatch(text.strip())
    if match is None or match[2] == "0":
        raise RulesError(
            f'\'{text}\' keeps nothing; write "highest 3", "lowest 1" or "highest 1 of d20"'
        )
    many = match[2] or "1"
    by = "" if many.isdecimal() else many
    chosen = match[1] == "best"
    return Keep(1 if by else int(many), match[1] != "lowest", match[3] or "", by, chosen)


WORTH = either(one_of((FACE,)), whole())


def _read_worth(
    value: Mapping[str, Any], path: KeyPath, problems: Problems
) -> tuple[tuple[Faces, int], ...]:
    pairs = []
    if len(value) > MOST_SIDES:
        problems.add(path, f"{len(value):,} keys are too many; no die has more than "
                           f"{MOST_SIDES:,} sides")  # fmt: skip
        return ()
    for key, worth in value.items():
        faces = problems.attempt((*path, key), partial(parse_faces, key))
        number = accept(WORTH, worth, (*path, key), problems)
        if faces is not None and number is not None:
            pairs.append((faces, number))
    for kind in sorted({faces.of for faces, _ in pairs}):
        table = [(faces, number) for faces, number in pairs if faces.of in ("", kind)]
        known = named_faces(faces for faces, _ in table)
        if problems.attempt(path, partial(refuse_two_values, table, known), otherwise=path):
            break  # one such mistake is enough
    return tuple(pairs)


def read_change(value: Mapping[str, Any], path: KeyPath, problems: Problems) -> Any:
    """The change as pairs; which dice there are is checked when the game is whole."""
    pairs = []
    for key, each in value.items():
        at = (*path, key)
        if key in CHANGES:
            read = accept(_CHANGE_KINDS[CHANGES[key].reads], each, at, problems)
        elif isinstance(each, int) or not die_known(key, {}):
            read = accept(whole(), each, at, problems)
        else:
            hint = suggest(key, CHANGES, 20)
            if ours := OUR_WORDS.get(fold(key)):
                hint = f"; did you mean '{ours}'?"
            if not hint.startswith("; did you mean"):
                hint = f": no change{hint}; if it is a die, it takes a whole number"
            problems.add(at, f"unknown key '{key}'{hint}")
            continue
        if read is not None:
            pairs.append((key, read))
    return tuple(pairs)


ONE_SET = parsed('faces such as "5+", "2-4", "1, 6" or "top"', parse_faces)


def _read_by_die(value: Mapping[str, Any], path: KeyPath, problems: Problems) -> Faces:
    """The faces of each kind of dice."""
    found = {die: accept(ONE_SET, each, (*path, die), problems) for die, each in value.items()}
    parts = [faces._replace(of=die) for die, faces in found.items() if faces is not None]
    return Faces(parts=tuple(parts), throws=parts[0].throws if parts else "")


FACES = either(
    ValueKind(
        "a table of them for each kind of dice",
        {"type": "object", "additionalProperties": ONE_SET.json},
        lambda value: isinstance(value, Mapping) and bool(value),
        _read_by_die,
    ),
    ONE_SET,
)._replace(called=ONE_SET.called)


CHANGE_TABLE = ValueKind(
    "a table of changes such as { d6 = 2 }",
    {
        "type": "object",
        "properties": {},  # filled below, from the one list of changes
        "additionalProperties": {"type": "integer", "description": "so many dice of that name"},
    },
    lambda value: isinstance(value, Mapping),
    read_change,
)
CHANGE = later("a table of changes such as { d6 = 2 }", "change", lambda: CHANGE_TABLE)
_CHANGE_KINDS: Mapping[str, ValueKind] = {
    "whole": whole(),
    "faces": FACES,
    "keep": parsed('dice to keep, such as "highest 3" or "lowest 1 of d20"', parse_keep),
    "worth": ValueKind(
        "a table of faces and what they count",
        {"type": "object", "additionalProperties": WORTH.json},
        lambda value: isinstance(value, Mapping),
        _read_worth,
    ),
    "ties": either(
        one_of(("larger", "smaller")).made(lambda word: Ties(larger=word == "larger")),
        a_list(TEXT).made(Ties),
    ),
    "none": either(
        ValueKind('"error"', {"const": "error"}, lambda v: v == "error", lambda v, _p, _q: v),
        CHANGE,
    ),
}
CHANGE_TABLE.json["properties"].update(
    {key: described(_CHANGE_KINDS[kind.reads].json, kind.meaning) for key, kind in CHANGES.items()}
)


def die_known(name: str, own: Mapping[str, Any], *, only_dice: bool = False) -> str:
    """Empty where the name is a die's, else what is wrong with it."""
    name = name.removeprefix("-")
    if name in own:
        return ""
    try:
        if standard_die(name) is not None:
            return ""
    except RulesError as error:
        return str(error)
    if only_dice:
        return f"no die named '{name}'{suggest(name, own) or '; write one such as d6'}"
    if (dice := _MANY_DICE.fullmatch(name)) is not None:
        return f"'{name}' names no die; for that many dice write {dice[2]} = {dice[1]}"
    if ours := OUR_WORDS.get(fold(name)):
        return f"unknown key '{name}'; did you mean '{ours}'?"
    return f"unknown key '{name}': neither a change nor a die{suggest(name, [*CHANGES, *own], 20)}"
