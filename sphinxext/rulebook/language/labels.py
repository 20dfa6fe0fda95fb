"""Labels of rows, columns and ladders."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..rules.language.query import AVERAGES, Event, EventKind
from .markup import plain_text
from .phrasebook import Phrases

if TYPE_CHECKING:  # the rules are loaded late
    from ..rules.model.game import Check

_SHOWN = {">=": "≥", "<=": "≤", "!=": "≠"}


class Label(NamedTuple):
    """A heading: the rules' own words, which may hold markup, or plain text."""

    text: str
    names: tuple[str, ...] = ()  # other words that name the same value
    markup: bool = False

    @property
    def words(self) -> str:
        """The heading without markup."""
        return plain_text(self.text) if self.markup else self.text


def compared(op: str, number: str) -> str:
    """A comparison as a heading shows it: "≥ 2"."""
    return f"{_SHOWN.get(op, op)} {number}"


def event_label(event: Event, words: Phrases, check: Check | None) -> Label:
    """An event as the heading of a row or column, as the check's labels name it."""
    if event.kind is EventKind.ANY:
        any_ = f"any {event.name}"
        label = check.group_label(event.name) if check else ""
        return Label(label or any_, (str(event), event.name, any_))
    if event.kind in (EventKind.IS, EventKind.MEETS):
        return Label(event.name, (str(event),))
    if event.kind is EventKind.HOLDS:
        said = event.name.removeprefix("outcome is ")
        for op, sign in _SHOWN.items():
            said = said.replace(op, sign)
        return Label(said, (event.name,))
    if event.kind in AVERAGES:
        return Label(getattr(words, event.kind), (event.kind,))
    number = str(event.number).replace("-", "−")
    return Label(compared(event.kind, number), (str(event), f"{number}+"))
