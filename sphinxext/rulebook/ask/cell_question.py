"""The question of one cell: a check with what its row and its column change."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.errors import RulesError
from ..rules.language.parse import parse_event
from ..rules.language.query import Event, EventKind, Query
from ..rules.questions import with_arguments
from .places import AxisContext, Patch


def question(asked: AxisContext, patches: Sequence[Patch], event: str | Event) -> Query:
    """The question of the cell where these patches meet; an option may give its event."""
    what, game = asked.what, asked.game
    for patch in patches:
        if patch.what is not None:
            what = patch.what
    args = [arg for patch in patches for arg in patch.args]
    what = with_arguments(asked.rules, asked.game, what, args)
    difficulty = next((patch.difficulty for patch in patches if patch.difficulty), "")
    found = _event(patches, event)
    if difficulty:
        if found is None:
            return Query(game, what, Event(EventKind.MEETS, difficulty))
        met = asked.rules.met(Query(game, what, Event(EventKind.MEETS, difficulty)))
        return met._replace(event=found)
    return Query(game, what, found)


def _event(patches: Sequence[Patch], option: str | Event) -> Event | None:
    templates = [patch.template for patch in patches if patch.template]
    if isinstance(option, str) and "*" in option:
        templates.append(option)
        option = ""
    stars = [patch.star for patch in patches if patch.star]
    if templates:
        if not stars:
            raise RulesError(f"nothing fills the * of '{templates[0]}'")
        star = stars[-1] if len(stars) == 1 else stars[0]
        if templates[0].partition(" ")[0] in ("is", "meets"):
            star = f'"{star}"'
        return parse_event(templates[0].replace("*", star))
    events = [patch.event for patch in patches if patch.event is not None]
    if len(events) > 1:
        raise RulesError(
            f"both axes ask for an event, '{events[0]}' and '{events[1]}'; let one of them be "
            "'events' or a parameter"
        )
    if events:
        return events[0]
    if isinstance(option, str):
        return parse_event(option) if option else None
    return option
