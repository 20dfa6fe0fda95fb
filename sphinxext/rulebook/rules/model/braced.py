"""Dice whose name is completed by parameters: `d{size}`, `{weapon}`."""

from __future__ import annotations

import re
from collections.abc import Mapping

_BRACES = re.compile(r"\{([^{}]*)\}")
_PLAIN = re.compile(r"d(?:\d+|[Ff%])")


def named_in(die: str) -> tuple[str, ...]:
    """The parameters that complete the name of a die."""
    return tuple(_BRACES.findall(die)) if "{" in die else ()


def completed(die: str, values: Mapping[str, object]) -> str:
    """The name of the die with these values of its parameters."""
    if "{" not in die:
        return die
    return _BRACES.sub(lambda match: str(values.get(match[1], match[0])), die)


def kind_in_words(die: str, *, many: bool = False) -> str:
    """A kind of dice as a sentence names it: "d6", "die with as many sides as size"."""
    if "{" not in die:
        return f"{die} dice" if many else die
    noun = "dice" if many else "die"
    size = re.fullmatch(r"d\{([^{}]*)\}", die)
    if size is not None:
        return f"{noun} with as many sides as {size[1]}"
    return f"{noun} of the kind that {' and '.join(named_in(die))} gives"


def several_in_words(die: str) -> str:
    """Several dice of a kind: "d6s", "omen dice"."""
    return f"{die}s" if _PLAIN.fullmatch(die) else kind_in_words(die, many=True)


def one_in_words(die: str) -> str:
    """One die of a kind with its article: "a d6", "an omen die"."""
    kind = kind_in_words(die)
    if "{" in die or _PLAIN.fullmatch(die):
        return f"a {kind}"
    return f"{'an' if die[0].casefold() in 'aeiou' else 'a'} {kind} die"
