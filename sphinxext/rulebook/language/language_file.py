"""The file of a language: how its figures are read, its dice, and what our own pages say."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

FALLBACK = "en"
_AT_ONCE = re.compile(r"^(?:clear_)?die_letters = .*|^alike = .*", re.MULTILINE)
_FOLDER = files(__package__).joinpath("languages")


def short_name(language: str) -> str:
    """The language without its country: "de" for "de_AT"."""
    return language.replace("-", "_").split("_")[0].lower()


@lru_cache(maxsize=64)
def language_file(language: str) -> dict[str, Any]:
    """The language's file; what it leaves out is as in English."""
    said = own_file(language)
    if not said:
        return own_file(FALLBACK)
    return said if "numbers" in said else {**own_file(FALLBACK), **said}


@lru_cache(maxsize=64)
def own_file(language: str) -> dict[str, Any]:
    """The language's own file, without English behind it; empty if there is none."""
    file = _FOLDER.joinpath(f"{short_name(language)}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages that have a file."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir()))


@lru_cache(maxsize=1)
def die_letters() -> str:
    """The letters that languages write dice with: d6, W6, k6, к6, t6.

    A book in one language quotes dice of another, so each of them is a die everywhere.
    """
    return "".join(sorted(set().union(*_said_at_once()["die_letters"])))


@lru_cache(maxsize=1)
def clear_die_letters() -> str:
    """The letters that stand for a die in prose with no number before them: d20, W66."""
    return "".join(sorted(set().union(*_said_at_once()["clear_die_letters"])))


@lru_cache(maxsize=1)
def alike_letters() -> dict[str, str]:
    """The letters that writers of a language exchange for others."""
    return {one: other for each in _said_at_once()["alike"] for one, other in each.items()}


@lru_cache(maxsize=8)
def words_of_all(key: str) -> frozenset[str]:
    """The words that the languages have for something, all together."""
    return frozenset(word for each in languages() for word in own_file(each).get(key, ()))


@lru_cache(maxsize=1)
def _said_at_once() -> dict[str, list[Any]]:
    """The lines that every build needs at once, without reading the rest of the files."""
    said: dict[str, list[Any]] = {}
    for file in _FOLDER.iterdir():
        for line in _AT_ONCE.findall(file.read_text("utf-8")):
            for key, value in tomllib.loads(line).items():
                said.setdefault(key, []).append(value)
    return said


def press_words(language: str) -> dict[str, str]:
    """The words in a language, English where its file has none."""
    words: dict[str, str] = {**language_file(FALLBACK)["press"]}
    return {**words, **language_file(language).get("press", {})}


_DICE = re.compile(r"(?<![^\W_])(\d{0,3})d(?=(?:\d{1,4}|%)(?![^\W_]))")


def die_name(notation: str, language: str) -> str:
    """Return dice in the notation of the rules as a book in the language writes them."""
    letter = own_file(language).get("written_die", "d")
    return _DICE.sub(rf"\g<1>{letter}", notation)
