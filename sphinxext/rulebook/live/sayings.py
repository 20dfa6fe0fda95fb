"""The words of an explorer, on the page and in the script, by language."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..language.language_file import language_file
from ..rules.language.query import AVERAGES, Event, EventKind

if TYPE_CHECKING:
    from ..rules.model.game import Check


class Sayings(NamedTuple):
    """The words of one language around the odds."""

    exactly: str = "exactly {n}"
    or_more: str = "{n} or more"
    or_less: str = "{n} or less"
    more_than: str = "more than {n}"
    less_than: str = "less than {n}"
    other_than: str = "other than {n}"
    or_better: str = "{name} or better"
    from_to: str = "{first} to {last}"
    any_of: str = "any {name}"
    set_at: str = "{settings}."
    average: str = "on average"
    median: str = "the median"


def _explorer(language: str) -> dict[str, Any]:
    """Read the words of a language from its file; English has none, its words are here."""
    return dict(language_file(language).get("explorer", {}))


@lru_cache(maxsize=16)
def sayings_of(language: str) -> Sayings:
    """The words of a language, English where there are none."""
    said = {k: text for k, text in _explorer(language).items() if k != "script"}
    return Sayings(**said)


@lru_cache(maxsize=16)
def script_words_of(language: str) -> dict[str, str]:
    """Return the words of a language for the script, which speaks English by itself."""
    return dict(_explorer(language).get("script", {}))


_TEMPLATES = {
    "=": "exactly",
    ">=": "or_more",
    "<=": "or_less",
    ">": "more_than",
    "<": "less_than",
    "!=": "other_than",
}


def event_said(event: Event, check: Check | None, says: Sayings) -> str:
    """An event as a reader says it: "2 or more successes", "any YES"."""
    if event.kind is EventKind.ANY:
        label = check.group_label(event.name) if check else ""
        return label or says.any_of.format(name=event.name)
    noun = check.noun if check else None
    if event.kind in (EventKind.IS, EventKind.MEETS):
        return event.name
    if event.kind in AVERAGES:
        what = getattr(says, "average" if event.kind is EventKind.MEAN else "median")
        return f"{noun.many} {what}" if noun and noun.many else str(what)
    number = str(event.number).replace("-", "−")
    if noun and noun.one:
        number += f" {noun.one if event.number == 1 else noun.many}"
    return str(getattr(says, _TEMPLATES[event.kind])).format(n=number)
