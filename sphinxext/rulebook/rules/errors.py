"""Errors that an author can mend: one class, one line each, and the nearest right word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from ..dice.errors import Refused, one_line

PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-"})
MOST_EFFORT = 60
MOST_LINES = 200  # mistakes of one file that are told

T = TypeVar("T")
RulesError = Refused  # one line that says what is wrong and what would be right


def more(effort: int) -> str:
    """Tell how much effort would do, unless none does."""
    return f"'effort = {effort}' in the rules file allows more" if effort <= MOST_EFFORT else ""


class Mistakes(RulesError):
    """All mistakes of one rules file, a line each."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Keep the lines in the order of the file."""
        more = len(lines) - MOST_LINES
        said = [one_line(line) for line in lines[:MOST_LINES]]
        self.lines = (*said, *([f"and {more:,} more mistakes"] if more > 0 else []))
        Exception.__init__(self, "\n".join(self.lines))


class TooMany(RulesError):
    """More dice than can be read so exactly in good time."""

    def __init__(self, many: int, names: Iterable[str]) -> None:
        """Say what is read of them."""
        said = listed([name for name in names if " " not in name or "(" in name], "and")
        too = f"outcomes that read {said} too" if said else "what is read of them"
        super().__init__(f"{many:,} dice are too many for {too}; take fewer")


class NoSuchGame(RulesError):
    """A question to a game that the book does not have, or to no game where it has none."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        """Say which games there are."""
        none = "there are no rules to ask; only plain dice such as '2d6 >= 7'"
        super().__init__(f"no game named '{name}'{suggest(name, known)}" if name else none)
        self.name = name


def fold(text: str) -> str:
    """A name as names compare: no case, plain quotes, dashes and ellipses, single spaces."""
    plain = text if text.isascii() else text.translate(PLAIN).replace("…", "...")
    return " ".join(plain.casefold().split())


def listed(words: Iterable[str], joint: str = "or", quote: str = "'") -> str:
    """The words as a sentence lists them: 'a', 'b' or 'c'."""
    quoted = [f"{quote}{word}{quote}" for word in words]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {joint} {quoted[-1]}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that an unknown one is most like, if any is."""
    import difflib

    folded = {fold(name): name for name in known}
    near = difflib.get_close_matches(fold(word), folded, n=1, cutoff=0.6)
    return folded[near[0]] if near else None


def find_named(
    name: str, known: Mapping[str, T], missing: str, also: Mapping[str, T] | None = None
) -> T:
    """Return what the name stands for, as names compare; refuse one that is missing."""
    if name in known:
        return known[name]
    folded = {fold(key): each for key, each in {**(also or {}), **known}.items()}
    if fold(name) not in folded:
        raise RulesError(f"{missing}{suggest(name, known) or '; it has none'}")
    return folded[fold(name)]


def suggest(word: str, known: Iterable[str], most: int = 8) -> str:
    """Name the nearest known word, or else list them, for a message about an unknown one."""
    names = list(dict.fromkeys(known))
    folded = {*map(fold, names)}
    if fold(word).removeprefix("not ") in folded and fold(word) not in folded:
        return "; there is no 'not': name the other outcomes, or a group of them"
    if near := nearest(word, names):
        return f"; did you mean '{near}'?"
    if not names:
        return ""
    if len(names) > most:
        return f"; there are {len(names)}, among them {listed(names[:most], 'and')}"
    return f"; there is {listed(names, 'and')}"
