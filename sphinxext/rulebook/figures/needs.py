"""A difficulty in words: "1 success, +1 favor"."""

from __future__ import annotations

from ..language.labels import event_label
from ..language.markup import escaped, plain_text
from ..language.phrasebook import words_of
from ..rules.language.query import EventKind
from ..rules.model.game import Check, Difficulty, Noun


def needs_words(check: Check, difficulty: Difficulty) -> str:
    """The needs of a difficulty: "1 success, +1 favor"."""
    return plain_text(needs_markup(check, difficulty))


def needs_markup(check: Check, difficulty: Difficulty) -> str:
    """The needs of a difficulty as markup, since the label of a parameter may have some."""
    event = difficulty.needs
    noun = check.noun or Noun("", "")
    if event.kind is EventKind.AT_LEAST and noun.one:
        parts = [escaped(noun.of(event.number))]
    elif event.kind is EventKind.AT_LEAST:
        parts = [f"{event.number}+"]
    else:
        parts = [escaped(event_label(event, words_of("en"), check).text)]  # never an average
    for name, value in difficulty.given:
        parameter = check.parameter(name)
        title = parameter.label or escaped(parameter.name)
        if isinstance(value, int):
            parts.append(f"{'−' if value < 0 else '+'}{abs(value)} {title}")
            continue
        choice = parameter.choice(str(value))
        parts.append((choice.label if choice else "") or escaped(str(value)))
    return ", ".join(parts)
