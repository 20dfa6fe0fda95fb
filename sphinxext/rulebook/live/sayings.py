"""The words of an explorer, on the page and in the script, by language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..language.language_file import language_file
from ..language.phrasebook import Phrases, words_of
from ..rules.language.query import AVERAGES, Event, EventKind

if TYPE_CHECKING:
    from ..rules.model.game import Check


def sayings_of(language: str) -> Phrases:
    """Return the words of a language around the odds."""
    return words_of(language, "explorer")


def script_words_of(language: str) -> dict[str, str]:
    """Return the words of a language for the script, which speaks English by itself."""
    words: dict[str, str] = language_file(language)["explorer"].get("script", {})
    return words


_TEMPLATES = {
    "=": "exactly",
    ">=": "or_more",
    "<=": "or_less",
    ">": "more_than",
    "<": "less_than",
    "!=": "other_than",
}


def event_said(event: Event, check: Check | None, says: Phrases) -> str:
    """An event as a reader says it: "2 or more successes", "any YES"."""
    if event.kind is EventKind.ANY:
        label = check.group_label(event.name) if check else ""
        return label or says.any_of.format(name=event.name)
    noun = check.noun if check else None
    if event.kind in (EventKind.IS, EventKind.MEETS):
        return event.name
    if event.kind in AVERAGES:
        what = says.average if event.kind is EventKind.MEAN else says.median
        return f"{noun.many} {what}" if noun and noun.many else what
    number = str(event.number).replace("-", "−")
    if noun and noun.one:
        number += f" {noun.one if event.number == 1 else noun.many}"
    return str(getattr(says, _TEMPLATES[event.kind])).format(n=number)
