"""The data of an explorer on its page: every figure, and how its dice are thrown."""

from __future__ import annotations

from typing import Any

from ..charts.colours import ink_on, outcome_colours
from ..language.formatter import ChanceFormat
from ..language.markup import plain_text
from ..rules.model.game import Check
from .columns import numbers_in
from .dials import Dial, steps_of
from .made import Made
from .packing import packed_figures, packed_fractions, packed_settings, packed_throws

MOST_FRACTIONS = 400  # laws times columns, where a reader chooses among the columns


def page_data(made: Made) -> dict[str, Any]:
    """The data of one check."""
    columns, laws = made.columns, made.answers.laws
    rows = [[*columns.figures(law), *law.events] for law in laws]
    check = made.ask.check
    noun = check.noun if check else None
    data: dict[str, Any] = {
        "dials": [_dial(dial, made.ask.style.language) for dial in made.dials],
        "many": columns.many,
        **packed_figures(rows, [law.means for law in laws], made.ask.style),
        **packed_settings(made.answers),
        "tails": list(columns.tails),
        "one": noun.one if noun else "",
        "all": noun.many if noun else "",
    }
    if columns.named:
        assert check is not None  # plain dice name no outcomes
        data.update(_outcomes(check))
    else:
        data["low"] = columns.low
    if columns.width > 1:
        data["width"] = columns.width
    if columns.named or columns.width > 1 or not numbers_in(columns.names):
        data["names"] = list(columns.names)
    chosen = list(range(columns.many + len(columns.tails)))
    if made.heads:
        data["heads"] = [head.data for head in made.heads]
        chosen = list(dict.fromkeys(h.column for h in made.heads if "mean" not in h.data))
    else:
        data["turn"] = made.turn
    few = made.heads or len(rows) * columns.many <= MOST_FRACTIONS
    if few and chosen and made.ask.style.format != ChanceFormat.FRACTION:
        data["exact"] = packed_fractions(rows, chosen)
    if made.spec.roll:
        data["roll"] = packed_throws(made.answers)
        data["unrolled"] = 1 if data["roll"] is None else None
    return {key: value for key, value in data.items() if value is not None}


def _dial(dial: Dial, language: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": dial.name,
        "label": dial.label,
        "values": dial.labels,
        "start": dial.start,
    }
    if dial.keys != dial.labels:
        found["keys"] = dial.keys
    if dial.is_words:
        found["words"] = 1
        found |= {"hard": 1} if dial.is_difficulty else {}
        found |= {"notes": list(dial.notes)} if dial.notes else {}
        found |= {"colours": list(dial.colours)} if dial.colours else {}
        found |= {"usual": dial.usual} if dial.usual is not None else {}
        return found
    found |= {"dice": 1} if dial.is_dice else {}
    found |= {"one": dial.one} if dial.one else {}
    found["many"] = dial.many
    steps = steps_of(dial, language)
    if any(text != _plain_step(gap, dial) for gap, text in steps.items()):
        found["steps"] = steps
    return found


def _plain_step(gap: str, dial: Dial) -> str:
    """Return how the script says a distance by itself."""
    return f"{gap} {dial.one if gap == '1' and dial.one else dial.many}"


def _outcomes(check: Check) -> dict[str, Any]:
    """Return how each outcome looks, and what it means for the story."""
    colours = outcome_colours(check)
    texts = [plain_text(each.text or each.shown) for each in check.outcomes]
    found: dict[str, Any] = {"colours": colours, "inks": [ink_on(colour) for colour in colours]}
    return {**found, "means": texts} if any(texts) else found


def groups_begin(check: Check) -> list[int]:
    """At which outcomes another group begins."""
    inside = [
        [name for name, group in check.groups.items() if each.name in group]
        for each in check.outcomes
    ]
    return [k for k in range(1, len(inside)) if inside[k] != inside[k - 1]]
