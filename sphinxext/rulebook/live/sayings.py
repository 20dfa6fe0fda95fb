"""The words of an explorer, on the page and in the script, by language."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache

from ..rules.language.query import Event
from ..rules.model.game import Noun


@dataclass(frozen=True)
class Sayings:
    """What one language says around the odds."""

    exactly: str = "exactly {n}"
    or_more: str = "{n} or more"
    or_less: str = "{n} or less"
    more_than: str = "more than {n}"
    less_than: str = "less than {n}"
    other_than: str = "other than {n}"
    or_better: str = "{name} or better"
    set_at: str = "With {settings}."
    average: str = "on average"
    median: str = "the median"


@dataclass(frozen=True)
class ScriptWords:
    """What the script says."""

    roll: str = "Roll"
    again: str = "Roll again"
    keep: str = "Compare"
    link: str = "Copy link"
    copy: str = "Copy"
    copied: str = "Copied"
    table: str = "Table"
    less: str = "one less"
    more: str = "one more"
    choose: str = "Choose what counts"
    refused: str = "The rules do not allow this: {why}"
    exact: str = "exactly {n}"
    kept: str = "Kept: {old}. Turn a dial to compare."
    moved: str = "{what}: {old} to {new}"
    ready: str = "These dice will be thrown."
    met: str = "made it"
    missed: str = "missed"
    tally: str = "{n} of {all} throws so far; the odds say {odds}"
    average: str = "an average of {n} in {all} throws so far; the odds say {odds}"
    loading: str = "The odds are loading."
    dice: str = "dice"
    times: str = "{n} times"
    check: str = "Check"


@lru_cache(maxsize=16)
def sayings_of(language: str) -> Sayings:
    """The words of a language, English where there are none."""
    del language
    return Sayings()


@lru_cache(maxsize=16)
def script_words_of(language: str) -> dict[str, str]:
    """What a script says otherwise than it does by itself."""
    del language
    own = asdict(ScriptWords())
    return {key: text for key, text in own.items() if text != getattr(ScriptWords, key)}


_TEMPLATES = {
    "=": "exactly",
    ">=": "or_more",
    "<=": "or_less",
    ">": "more_than",
    "<": "less_than",
    "!=": "other_than",
}


def event_said(event: Event, noun: Noun | None, says: Sayings) -> str:
    """An event as a reader says it: "2 or more successes", "any YES"."""
    if event.kind == "any":
        return f"any {event.name}"
    if event.kind in ("is", "meets"):
        return event.name
    if event.kind in ("mean", "median"):
        what = getattr(says, "average" if event.kind == "mean" else "median")
        return f"{noun.many} {what}" if noun and noun.many else str(what)
    number = str(event.number).replace("-", "−")
    if noun and noun.one:
        number += f" {noun.one if event.number == 1 else noun.many}"
    return str(getattr(says, _TEMPLATES[event.kind])).format(n=number)
