"""The names of the numbers, put together as each language puts them together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

Names = tuple[str, ...]  # of one number: the one to write, then others that are read
Joined = Callable[[str, str], str]


def names(language: str, said: Mapping[str, Any]) -> tuple[Names, ...]:
    """For each number from 0 on its names, from those that the language has of its own.

    Its file lists the first ones, and tens and hundreds by their numbers; other forms of a name
    stand behind a bar.
    """
    found = [_forms(name) for name in said["ones"]]
    tens, hundreds = _bases(said["tens"]), _bases(said.get("hundreds", {}))
    fuse, above = _FUSED.get(language, _SPACED), _ABOVE.get(language, _SPACED)
    found += [_built(n, tens, found, fuse) for n in range(len(found), 100)]
    if hundreds:
        found += [_built(n, hundreds, found, above) for n in range(100, 1000)]
    else:
        found.append(tens[100])
    return tuple(found)


def _built(number: int, bases: Mapping[int, Names], smaller: list[Names], joined: Joined) -> Names:
    base = max(each for each in bases if each <= number)
    if base == number:
        return bases[base]
    pairs = product(bases[base], smaller[number - base])
    return tuple(dict.fromkeys(joined(first, second) for first, second in pairs))


def _bases(said: Mapping[str, str]) -> dict[int, Names]:
    return {int(number): _forms(name) for number, name in said.items()}


def _forms(name: str) -> Names:
    """The forms of a name; Slavic ones end otherwise where they are counted of."""
    forms = name.split("|")
    return tuple(
        dict.fromkeys((*forms, *(f"{form[:-1]}и" for form in forms if form.endswith("ь"))))
    )


def _german(ten: str, one: str) -> str:
    return f"{'ein' if one.startswith('ein') else one}und{ten}"


def _french(ten: str, one: str) -> str:
    if not ten.startswith("quatre") and one in ("un", "une", "onze"):
        return f"{ten} et {one}"
    return f"{ten.removesuffix('s')}-{one}"


def _italian(ten: str, one: str) -> str:
    return (ten[:-1] if one[0] in "uo" else ten) + ("tré" if one == "tre" else one)


_SPACED: Joined = "{} {}".format
_FUSED: dict[str, Joined] = {
    "en": "{}-{}".format,
    "de": _german,
    "fr": _french,
    "es": "{} y {}".format,
    "it": _italian,
    "pt": "{} e {}".format,
    "ja": "{}{}".format,
    "zh": "{}{}".format,
}
_ABOVE: dict[str, Joined] = {"en": "{} and {}".format, "de": "{}{}".format}
