"""The values a key may have: one declaration reads, checks and writes the JSON Schema."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ..errors import RulesError, fold, suggest
from .positions import KeyPath, element_key


class Problems:
    """The mistakes found so far, each at its key path."""

    def __init__(self) -> None:
        """Begin with none."""
        self.found: list[tuple[KeyPath, str]] = []
        self.left_out: set[KeyPath] = set()
        self._gone: frozenset[KeyPath] = frozenset()

    def follow(self) -> None:
        """Take as no mistake more what only follows from keys that are left out by now."""
        self._gone = frozenset(self.left_out.union(path for path, _ in self.found))

    def add(self, path: KeyPath, message: str) -> None:
        """Note one more mistake."""
        for gone in self._gone:
            if gone[: len(path)] == path or (gone and f"'{gone[-1]}'" in message):
                return
        self.found.append((path, message))

    def unique(self, path: KeyPath, names: Iterable[str]) -> bool:
        """Note the names that are there twice; return whether there are none."""
        seen: set[str] = set()
        before = len(self.found)
        for name in names:
            if fold(name) in seen:
                self.add(path, f"'{name}' is there twice; letter case does not matter")
            seen.add(fold(name))
        return len(self.found) == before

    def attempt(self, path: KeyPath, read: Callable[[], Any], otherwise: Any = None) -> Any:
        """The value that is read; a mistake is noted, and the other value returned."""
        try:
            return read()
        except RulesError as error:
            self.add(path, str(error))
            return otherwise


class ValueKind(NamedTuple):
    """One kind of value: what it is called, which JSON it is, and how it is read."""

    called: str
    json: Mapping[str, Any]
    accepts: Callable[[Any], bool]
    read: Callable[[Any, KeyPath, Problems], Any]

    def made(self, make: Callable[[Any], Any]) -> ValueKind:
        """The kind whose values are made into something."""

        def read(value: Any, path: KeyPath, problems: Problems) -> Any:
            found = self.read(value, path, problems)
            return None if found is None else make(found)

        return self._replace(read=read)


SHOWN = 60  # characters of a value that a mistake repeats


class Field(NamedTuple):
    """A key of a table: what is there and what it means."""

    kind: ValueKind
    meaning: str
    needed: bool = False
    into: str = ""  # what the key is called in the model, if that is another word


def _named(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    shown = repr(value) if isinstance(value, str) else str(value)
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…"


def accept(kind: ValueKind, value: Any, path: KeyPath, problems: Problems) -> Any:
    """Return the value as the kind reads it, without its mistaken parts; None if it is one."""
    if not kind.accepts(value):
        problems.add(path, f"should be {kind.called}, not {_named(value)}")
        return None
    found = kind.read(value, path, problems)
    if found is None:
        problems.left_out.add(path)
    return found


def _as_it_is(value: Any, _path: KeyPath, _problems: Problems) -> Any:
    return value


def whole(least: int | None = None, most: int = 1_000_000) -> ValueKind:
    """A whole number within bounds."""
    low = -most if least is None else least

    def read(value: int, path: KeyPath, problems: Problems) -> int | None:
        if low <= value <= most:
            return value
        problems.add(path, f"{value:,} is out of reason; it should be {low:,} to {most:,}")
        return None

    return ValueKind(
        "a whole number",
        {"type": "integer", "minimum": low, "maximum": most},
        lambda value: isinstance(value, int) and not isinstance(value, bool),
        read,
    )


def text_like(called: str) -> ValueKind:
    """Text that is read where its words are known."""
    json = {"type": "string", "description": called}
    return ValueKind(called, json, lambda value: isinstance(value, str), _as_it_is)


TEXT = text_like("text in quotes")._replace(json={"type": "string"})


def parsed(called: str, parse: Callable[[str], Any]) -> ValueKind:
    """Text that is read by a parser of its own."""
    return ValueKind(
        called,
        {"type": "string", "description": called},
        lambda value: isinstance(value, str),
        lambda value, path, problems: problems.attempt(path, lambda: parse(value)),
    )


def a_list(item: ValueKind, most: int = 0) -> ValueKind:
    """A list of one kind of thing, of so many at most."""

    def read(value: list[Any], path: KeyPath, problems: Problems) -> tuple[Any, ...] | None:
        found = [accept(item, each, (*path, str(i)), problems) for i, each in enumerate(value)]
        if 0 < most < len(value):
            problems.add(path, f"{len(value):,} of them; the most is {most:,}")
            return None
        return tuple([each for each in found if each is not None]) or None

    json = {"type": "array", "items": item.json, "minItems": 1}
    return ValueKind(
        f"a list of {item.called}",
        json | ({"maxItems": most} if most else {}),
        lambda value: isinstance(value, list) and bool(value),
        read,
    )


def named_list(item: ValueKind) -> ValueKind:
    """A list of things with a name each, by their names."""

    def read(value: list[Any], path: KeyPath, problems: Problems) -> dict[str, Any] | None:
        keys = [element_key(i, each) for i, each in enumerate(value)]
        once = problems.unique(path, keys)
        made = [accept(item, each, (*path, key), problems)
                for key, each in zip(keys, value, strict=True)]  # fmt: skip
        return {each["name"]: each for each in made if each is not None} if once else None

    return a_list(item)._replace(read=read)


class Listed(dict[str, Any]):
    """A table for a name of a list, of which another file may say more."""


def marked(kind: ValueKind) -> ValueKind:
    """A table whose keys may have been in a list; what it gives says so."""

    def read(value: Mapping[str, Any], path: KeyPath, problems: Problems) -> dict[str, Any]:
        found: dict[str, Any] = kind.read(value, path, problems)
        listed = [name for name in found if isinstance(value[name], Listed)]
        return found | {name: {**found[name], "listed": True} for name in listed}

    return kind._replace(read=read)


def bare_names() -> ValueKind:
    """A list of the author's own words, each a table that says nothing more."""

    def read(value: list[str], path: KeyPath, problems: Problems) -> dict[str, Any] | None:
        once = problems.unique(path, value)
        return {name: {"listed": True} for name in value} if once else None

    kind = a_list(TEXT)

    def accepts(value: Any) -> bool:
        return kind.accepts(value) and all(isinstance(name, str) for name in value)

    return kind._replace(accepts=accepts, read=read)


def names_of(item: ValueKind) -> ValueKind:
    """A table whose keys are the author's own words."""

    def read(value: Mapping[str, Any], path: KeyPath, problems: Problems) -> dict[str, Any]:
        found = {key: accept(item, each, (*path, key), problems) for key, each in value.items()}
        return {key: each for key, each in found.items() if each is not None}

    return ValueKind(
        "a table",
        {"type": "object", "additionalProperties": item.json},
        lambda value: isinstance(value, Mapping),
        read,
    )


def either(*kinds: ValueKind) -> ValueKind:
    """The first of several kinds that accepts the value."""

    def read(value: Any, path: KeyPath, problems: Problems) -> Any:
        kind = next(kind for kind in kinds if kind.accepts(value))
        return kind.read(value, path, problems)

    return ValueKind(
        " or ".join(kind.called for kind in kinds),
        {"anyOf": [kind.json for kind in kinds]},
        lambda value: any(kind.accepts(value) for kind in kinds),
        read,
    )


def record(
    fields: Mapping[str, Field], called: str = "a table", gone: Mapping[str, str] | None = None
) -> ValueKind:
    """A table with known keys; what it gives is a dict of those that are there.

    `gone` has keys of older files, and what to do instead; braces there are the old value.
    """

    def read(value: Mapping[str, Any], path: KeyPath, problems: Problems) -> dict[str, Any] | None:
        needed = [key for key, field in fields.items() if field.needed]
        missing = [key for key in needed if key not in value]
        for key in missing:
            problems.add(path, f"the key '{key}' is missing ({fields[key].meaning})")
        found: dict[str, Any] = {}
        for key, each in value.items():
            if key not in fields:
                now = (gone or {}).get(key)
                hint = f"; {now.format(each)}" if now else suggest(key, fields, 20)
                problems.add((*path, key), f"unknown key '{key}'{hint}")
                continue
            made = accept(fields[key].kind, each, (*path, key), problems)
            if made is not None:
                found[fields[key].into or key] = made
            elif key in needed:
                return None
        return None if missing else found

    json: dict[str, Any] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            key: described(field.kind.json, field.meaning) for key, field in fields.items()
        },
    }
    if needed := [key for key, field in fields.items() if field.needed]:
        json["required"] = needed
    return ValueKind(called, json, lambda value: isinstance(value, Mapping), read)


def described(json: Mapping[str, Any], meaning: str) -> dict[str, Any]:
    """The JSON Schema with what the key means, before how it is written."""
    written = json.get("description", "")
    return {"description": f"{meaning}; {written}" if written else meaning, **_without(json)}


def _without(json: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in json.items() if key != "description"}
