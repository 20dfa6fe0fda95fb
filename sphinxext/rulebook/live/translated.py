"""The words of an explorer's data: listed for a catalogue, and put in another language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from .pages import as_text

WordPlace = tuple[Any, Any]  # a dict or list of the data, and the key or number of a text in it


def words_of(text: str) -> list[str]:
    """Return every text of the data that a translator would write, each once, the longest first."""
    words = dict.fromkeys(str(inside[key]) for inside, key in _written(json.loads(text)))
    found = [word for word in words if any(letter.isalpha() for letter in word)]
    return sorted(found, key=len, reverse=True)


def with_word(text: str, word: str, other: str) -> str:
    """Return the data with another text in the place of one, also within what is said with it."""
    data = json.loads(text)
    for dial in data["dials"]:
        if dial.get("words"):
            dial.setdefault("keys", list(dial["values"]))  # an address keeps the rules' words
    for inside, key in list(_written(data)):
        if inside[key] == word:
            inside[key] = other
    for inside, key in list(_said(data)):
        inside[key] = put_into(inside[key], word, other)
    return as_text(data)


def put_into(sentence: str, word: str, other: str) -> str:
    """Return the sentence with another text in the place of a word or several."""
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda _: other, sentence)


def _written(data: dict[str, Any]) -> Iterator[WordPlace]:
    """Walk through the words of the rules file."""
    yield from _named(data, "one", "all")
    for dial in data["dials"]:
        yield from _named(dial, "label", "one", "many")
        if dial.get("words"):
            yield from _listed(dial, "values", *([] if dial.get("hard") else ["notes"]))
    yield from _listed(data, *(["names"] if "colours" in data else []), "means")


def _said(data: dict[str, Any]) -> Iterator[WordPlace]:
    """Walk through what the book says with these words."""
    yield from _listed(data, "tails")
    for head in data.get("heads", ()):
        yield head, "say"
    for dial in data["dials"]:
        yield from _listed(dial, *(["notes"] if dial.get("hard") else []))


def _named(inside: dict[str, Any], *keys: str) -> Iterator[WordPlace]:
    for key in keys:
        if inside.get(key):
            yield inside, key


def _listed(inside: dict[str, Any], *keys: str) -> Iterator[WordPlace]:
    for key in keys:
        for number in range(len(inside.get(key, ()))):
            yield inside[key], number
