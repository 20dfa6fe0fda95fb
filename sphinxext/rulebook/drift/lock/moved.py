"""Finds the figures that move from one set of rules, or one lock, to another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from ...figures import CHANCE, MEAN, kind_named
from ...figures.kind import number_asked
from ...language.formatter import Style
from ...rules.errors import RulesError
from ...rules.language.query import Argument, Call, Event, EventKind, Query
from ...rules.model.game import Check, Game
from ...rules.rules import Rules
from .published import CHARTED, NOTHING, PublishedFigure, both, sites

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

FEW_DICE = range(1, 6)  # tried for a parameter that has no default


class Moved(NamedTuple):
    """A figure with its old and its new value; None where one side has no such figure."""

    figure: PublishedFigure
    old: str | None
    new: str | None

    def said(self, style: Style) -> tuple[str, str]:
        """Both values as a page would say them."""
        if self.old is not None and self.new is not None:
            return both(self.figure, self.old, self.new, style)
        old = NOTHING if self.old is None else both(self.figure, self.old, "0", style)[0]
        new = NOTHING if self.new is None else both(self.figure, self.new, "0", style)[0]
        return old, new


def moved(
    old: Sequence[PublishedFigure], new: Sequence[PublishedFigure], *, lost: bool
) -> list[Moved]:
    """Every place of a figure that moves; with `lost` also what only one side has."""
    before = {figure.key: figure.value for figure in old}
    there = {figure.identity: figure.value for figure in old}
    after = {figure.key: figure.value for figure in new}
    figures = [*(each for each in old if each.key not in after), *new]
    found = []
    for figure in dict.fromkeys(figures):
        was = there.get(figure.identity, before.get(figure.key))
        now = after.get(figure.key)
        if was in (now, figure.shown or now):
            continue  # a text of the rules may be locked as its page says it
        if lost or (was is not None and now is not None):
            found.append(Moved(figure, was, now))
    return sorted(found, key=lambda each: each.figure)


def placed(moves: Sequence[Moved], env: BuildEnvironment) -> list[Moved]:
    """Return what moved with the file and the line of its place, which a lock does not know."""
    known = [site for _, site in sites(env)]
    at = {site.place: site for site in reversed(known)}
    found = []
    for each in moves:
        site = None if each.figure.file else at.get(each.figure.place, next(iter(known), None))
        figure = each.figure
        if site:
            figure = figure._replace(file=site.file, line=site.line, part=site.part)
        found.append(each._replace(figure=figure))
    return found


def revalued(figures: Sequence[PublishedFigure], rules: Rules, game: str) -> list[PublishedFigure]:
    """The figures of a game as other rules answer them; left out where these cannot."""
    found = []
    for figure in figures:
        if figure.game != game:
            continue
        try:
            value = kind_named(figure.kind).relocked(rules, figure.query)
        except RulesError:
            continue
        if value is not None:
            found.append(figure._replace(value=value, shown=""))
    return found


def gone(
    locked: Sequence[PublishedFigure], now: Sequence[PublishedFigure], rules: Rules
) -> list[Moved]:
    """Find locked figures that the rules no longer answer, because a name is gone."""
    known = {figure.key for figure in now}
    asked = [each for each in locked if each.key not in known and can_be_revalued(each)]
    for game in {figure.game for figure in asked} & {*rules.games}:
        known |= {each.key for each in revalued(asked, Rules({game: rules.games[game]}), game)}
    return [
        Moved(figure, figure.value, None)
        for figure in asked
        if figure.game in rules.games and figure.key not in known
    ]


def can_be_revalued(figure: PublishedFigure) -> bool:
    """Return whether the figure's question alone is enough to answer it again."""
    return kind_named(figure.kind).is_relocked and not figure.query.startswith(CHARTED)


def may_answer(rules: Rules, figure: PublishedFigure) -> bool:
    """False for a question about what is not in a rules file, such as a table of a page."""
    name = re.match(r"[^\W\d][\w-]*", figure.query)
    known = name is None or name[0] in rules.game().checks
    return known or bool(revalued([figure], rules, figure.game))


def at_defaults(rules: Rules) -> list[PublishedFigure]:
    """Every difficulty and outcome of every check at its defaults.

    A parameter without a default is asked with a few dice, or with each of its words.
    """
    found = []
    game = rules.game()
    for check in game.checks.values():
        for call in _calls(game, check):
            for event in _events(check):
                query = Query("", call, event)
                try:
                    value = number_asked(rules, str(query))
                except RulesError:
                    continue  # such as the mean of what only names outcomes
                kind = MEAN if event.kind is EventKind.MEAN else CHANCE
                found.append(PublishedFigure("", 0, "", kind.name, str(query), value))
    return found


def _events(check: Check) -> Iterator[Event]:
    yield from (Event(EventKind.MEETS, difficulty.name) for difficulty in check.difficulties)
    yield from (Event(EventKind.IS, outcome.name) for outcome in check.outcomes)
    yield Event(EventKind.MEAN)


def _calls(game: Game, check: Check) -> Iterator[Call]:
    """The check with its defaults; where it has none, with a few dice or each word."""
    if check.sides:
        sides = [other for other in game.checks.values() if not other.sides and not other.repeats]
        for side in sides[:1]:
            first, second = check.sides
            for call in _calls(game, side):
                yield Call(check.name, ((first, call), (second, call)))
        return
    required = [parameter for parameter in check.takes if parameter.required]
    values: list[list[tuple[str, Argument]]] = []
    for parameter in required:
        if parameter.choices:
            values.append([(parameter.name, choice.name) for choice in parameter.choices])
        else:
            most = parameter.most if parameter.most is not None else FEW_DICE[-1]
            few = [n for n in FEW_DICE if parameter.least <= n <= most] or [parameter.least]
            values.append([(parameter.name, n) for n in few])
    yield from (Call(check.name, args) for args in product(*values))
