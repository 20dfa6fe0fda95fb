"""Throws by the page's own script in a browser, and what the rules say of the same dice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sphinxext.rulebook.live.explorer import Part, explorer
from sphinxext.rulebook.live.pages import SCRIPT, STATIC, without_comments
from sphinxext.rulebook.live.specs import ExplorerSpec
from sphinxext.rulebook.rules import Rules, RulesError
from sphinxext.rulebook.rules.language.query import Query, Thrown
from sphinxext.rulebook.words.formatter import Style
from tests.support import browser

THROW = """([id, settings, many]) => {
  const { data, planOf, carryOut } = document.getElementById(id).rulebook, found = [];
  const brief = (part) => [part.first, part.again, part.value, part.outcome];
  for (const picks of settings) {
    const plan = planOf(picks);
    if (!plan) { found.push(null); continue; }
    found.push(Array.from({ length: many }, () => {
      const thrown = carryOut(plan, data.roll);
      return [thrown.value, thrown.outcome, thrown.parts.map(brief), thrown.names ?? null];
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
    script = without_comments((STATIC / SCRIPT).read_text("utf-8"))
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
            found += [(one, each, made) for each, made in zip(picks, throws, strict=True) if made]
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
    from sphinxext.rulebook.ask.cell_question import question
    from sphinxext.rulebook.ask.cells import asking
    from sphinxext.rulebook.ask.specs import TableSpec
    from sphinxext.rulebook.live.dials import read_dials

    ask = asking(one.rules, Style(), TableSpec(one.spec.game, one.spec.check, ""))
    dials = read_dials(one.spec.dials, "", ask.asked)
    patches = [dial.places[pick].patches[0] for dial, pick in zip(dials, picks, strict=True)]
    query = question(ask.asked, patches, "")
    if query.event is not None:
        query = one.rules.met(query)
    return query._replace(event=None)


def differences(one: Trial, picks: Sequence[int], throws: Sequence[Any]) -> list[str]:
    """List the throws that the page and `judge` read differently."""
    query = query_at(one, picks)
    wrong = []
    for value, outcome, parts, names in throws:
        said = names[outcome] if names and outcome >= 0 else None
        for kind, judged in _judged(one.rules, query, parts, value):
            if kind == "whole":
                here = (judged.value, judged.outcome)
                shown = (None if judged.value is None else value, said)
            else:
                here, shown = judged, kind
            if here != shown:
                wrong.append(f"{query} on {json.dumps(parts)}: page {shown}, rules {here}")
    return wrong


def _judged(rules: Rules, query: Query, parts: Sequence[Any], value: int) -> Iterator[Any]:
    """Judge the dice of a throw by the rules: the whole, or each part of a repetition."""
    from sphinxext.rulebook.rules.language.query import Call

    what = query.what
    check = rules.game(query.game).check(what.check) if isinstance(what, Call) else None
    if check is not None and check.repeats:
        yield value, len(parts)
        inner = query._replace(what=Call(check.repeats, what.args))
        filled: set[int] = set()
        ended = False
        known = [o.name for o in rules.game(query.game).check(check.repeats).outcomes]
        for first, again, _, place in parts:
            judged = rules.judge(inner._replace(thrown=(Thrown(tuple(first), tuple(again)),)))
            yield known[place], judged.outcome
            if judged.outcome in check.slots:
                own = check.slots.index(judged.outcome)
                free = [n for n in range(own, len(check.slots)) if n not in filled]
                filled |= set(free[:1])
                ended = len(filled) == len(check.slots) if check.full else not free
        yield True, ended
        return
    if check is None:
        first = [face for part in parts for face in part[0]]
        again = [face for part in parts for face in part[1]]
        thrown: tuple[Thrown, ...] = (Thrown(tuple(first), tuple(again)),)
    else:
        thrown = tuple(Thrown(tuple(first), tuple(again)) for first, again, _, _ in parts)
    yield "whole", rules.judge(query._replace(thrown=thrown))
