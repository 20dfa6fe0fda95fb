"""Throws by the page's own script in a browser, and what the rules say of the same dice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sphinxext.rulebook.files import small
from sphinxext.rulebook.live.explorer import Part, explorer
from sphinxext.rulebook.live.pages import SCRIPT, STATIC
from sphinxext.rulebook.live.specs import ExplorerSpec
from sphinxext.rulebook.rules import Rules, RulesError
from sphinxext.rulebook.rules.dice.mechanics.reckoned import result_of
from sphinxext.rulebook.rules.dice.odds import first_outcome
from sphinxext.rulebook.rules.dice.repeated import LAST, call_with, changed_by
from sphinxext.rulebook.rules.language.conditions import FLAT, NATURAL, VALUE, holds
from sphinxext.rulebook.rules.language.query import Call, Query, Thrown
from sphinxext.rulebook.rules.model.arguments import Values, bound
from sphinxext.rulebook.rules.model.game import Check, Game
from sphinxext.rulebook.words.formatter import Style
from tests.support import browser

THROW = """([id, settings, many]) => {
  const { data, planOf, carryOut, chance } = document.getElementById(id).rulebook, found = [];
  const brief = (part) => [part.first, part.again, part.value, part.outcome];
  const run = (one) => [one.names?.[one.outcome] ?? null, one.value, one.parts.map(brief)];
  for (const picks of settings) {
    const plan = planOf(picks);
    if (!plan) { found.push(chance(picks) === null ? "refused" : null); continue; }
    found.push(Array.from({ length: many }, () => {
      const thrown = carryOut(plan, data.roll);
      const parts = thrown.parts.map(brief), runs = thrown.runs?.map(run) ?? null;
      return [thrown.value, thrown.outcome, parts, thrown.names ?? null, runs];
    }));
  }
  return found;
}"""


class Trial(NamedTuple):
    """An explorer on a page of its own, and the rules that it was made from."""

    id: str
    rules: Rules
    spec: ExplorerSpec
    text: str
    part: Part


def trial(rules: Rules, check: str, dials: str, number: int) -> Trial | None:
    """The explorer of a check with its dials; None where the rules allow no setting."""
    spec = ExplorerSpec("", check, dials, roll="yes")
    try:
        found = explorer(rules, Style(), spec, 60)
    except RulesError:
        return None
    return Trial(f"trial-{number}", rules, spec, found.text, found.parts[0])


@contextmanager
def thrown_by_the_page(
    chromium: Any, folder: Path, trials: Sequence[Trial], settings: int, many: int
) -> Iterator[list[tuple[Trial, tuple[int, ...], list[Any]]]]:
    """For some settings of each trial so many throws, made in the browser."""
    script = small(STATIC / SCRIPT)
    (folder / SCRIPT).write_text(script, "utf-8")
    figures = "".join(
        f'<figure class="rulebook-explorer" id="{one.id}">'
        f'<script type="application/json">{one.text}</script></figure>'
        for one in trials
    )
    page = f'<!doctype html><meta charset="utf-8"><title>T</title><body>{figures}'
    (folder / "index.html").write_text(f'{page}<script src="{SCRIPT}"></script>', "utf-8")
    found = []
    with (
        browser.served(folder) as base,
        browser.view(chromium, f"{base}index.html") as view,
    ):
        assert view.errors == []
        for one in trials:
            picks = list(_spread(one.part, settings))
            throws = view.page.evaluate(THROW, [one.id, [list(each) for each in picks], many])
            assert None not in throws, f"no button: {one.spec}"
            both = zip(picks, throws, strict=True)
            found += [(one, each, made) for each, made in both if made != "refused"]
        assert view.errors == []
        yield found


def _spread(part: Part, many: int) -> Iterator[tuple[int, ...]]:
    """Some settings, spread over all of them, none twice."""
    sizes = [len(dial["values"]) for dial in part.data["dials"]]
    total = 1
    for size in sizes:
        total *= size
    step = max(1, total // many)
    for number in range(0, total, step):
        rest, picks = number, []
        for size in reversed(sizes):
            rest, pick = divmod(rest, size)
            picks.append(pick)
        yield tuple(reversed(picks))


def query_at(one: Trial, picks: Sequence[int]) -> Query:
    """The question of a setting, with what its difficulty brings."""
    from sphinxext.rulebook.ask.places import together
    from sphinxext.rulebook.ask.plan import question
    from sphinxext.rulebook.ask.specs import TableSpec
    from sphinxext.rulebook.ask.target import target_of
    from sphinxext.rulebook.live.dials import read_dials

    ask = target_of(one.rules, Style(), TableSpec(one.spec.game, one.spec.check, ""))
    dials = read_dials(one.spec.dials, "", ask)
    place = together(dial.places[pick] for dial, pick in zip(dials, picks, strict=True))
    query = question(ask, place, "")
    if query.event is not None:
        query = one.rules.met(query)
    return query._replace(event=None)


def differences(one: Trial, picks: Sequence[int], throws: Sequence[Any]) -> list[str]:
    """List the throws that the page and `judge` read differently."""
    query = query_at(one, picks)
    wrong = []
    for value, outcome, parts, names, runs in throws:
        shown = value, names[outcome] if names and outcome >= 0 else None
        try:
            judged = _judged(one.rules, query, parts, runs)
        except RulesError as error:
            if "which the player takes" in str(error):
                continue  # the page takes one of several choices that are equally good
            raise
        if judged[0] is None:  # the check names outcomes and has no number
            shown = None, shown[1]
        if judged != shown:
            wrong.append(f"{query} on {json.dumps(runs or parts)}: page {shown}, rules {judged}")
    return wrong


Read = tuple[int | None, str | None]


def _judged(rules: Rules, query: Query, parts: Sequence[Any], runs: Any) -> Read:
    """Judge the dice of a throw by the rules; of a repetition each run, and where it ends."""
    what = query.what
    game = rules.game(query.game) if isinstance(what, Call) else None
    check = game.check(what.check) if game and isinstance(what, Call) else None
    if check is None:
        first = [face for part in parts for face in part[0]]
        again = [face for part in parts for face in part[1]]
        thrown: tuple[Thrown, ...] = (Thrown(tuple(first), tuple(again)),)
    else:
        thrown = tuple(Thrown(tuple(first), tuple(again)) for first, again, _, _ in parts)
    if check is None or not check.repeats:
        judged = rules.judge(query._replace(thrown=thrown))
        return judged.value, judged.outcome
    assert game is not None
    assert isinstance(what, Call)
    args = bound(check, what.args)
    if check.slots:
        return _filled(rules, query, check, check.repeated or Call(check.repeats, what.args), runs)
    return _steered(rules, query, game, check, args, runs)


def _run(rules: Rules, query: Query, call: Call, run: Any) -> str | None:
    """Judge one run of a repetition."""
    said, value, parts = run
    number, name = _judged(rules, query._replace(what=call), parts, None)
    assert (said, value if number is not None else None) == (name, number), (call, run)
    return name


def _filled(rules: Rules, query: Query, check: Check, call: Call, runs: Sequence[Any]) -> Read:
    filled: set[int] = set()
    for count, run in enumerate(runs, 1):
        name = _run(rules, query, call, run)
        free: list[int] | None = None
        if name in check.slots:
            own = check.slots.index(name)
            free = [n for n in range(own, len(check.slots)) if n not in filled]
            filled |= set(free[:1])
        ended = len(filled) == len(check.slots) if check.full else free == []
        assert ended == (count == len(runs)), (call, runs)
    return len(runs), first_outcome(check, len(runs), {FLAT: 0}, {}) if check.outcomes else None


def _steered(
    rules: Rules, query: Query, game: Game, check: Check, values: Values, runs: Sequence[Any]
) -> Read:
    inner, most = game.check(check.repeats), 0
    if check.times:
        most = values[check.times] if isinstance(check.times, str) else check.times
    facts: dict[str, Any] = {FLAT: 0}
    for count, run in enumerate(runs, 1):
        call = call_with(check, values)
        names = {parameter.name for parameter in inner.takes}
        if check.repeated is None:
            call = call._replace(args=tuple(pair for pair in call.args if pair[0] in names))
        name = _run(rules, query, call, run)
        assert name is not None
        values, gone = changed_by(check, values, name)
        facts = {FLAT: 0, **values, LAST: inner.words_for(name)}
        over = gone or (check.ends is not None and holds(check.ends, facts)) or count == most
        assert over == (count == len(runs)), (call, runs)
    value = len(runs)
    if check.result is not None:
        value = result_of(check.result, {**facts, VALUE: value, NATURAL: value})
    return value, first_outcome(check, value, facts, {}) if check.outcomes else None
