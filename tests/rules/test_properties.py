"""Properties of every roll, tried on random rules and questions."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinxext.rulebook.rules import Rules, load, load_game
from sphinxext.rulebook.rules.language.parse import parse
from sphinxext.rulebook.rules.language.query import Call, Event, EventKind, Query

uwr = cache(lambda: load_game("uwr"))
arrata = cache(lambda: load_game("arrata"))
unnamed = cache(lambda: load_game("unnamed"))
narrative = cache(lambda: load_game("narrative"))

small = st.integers(0, 9)
directs = st.builds("direct({}, favor={}, rerolls={})".format, small, st.integers(0, 4), small)
levels = st.one_of(
    st.just(""),
    st.builds(", advantage={}".format, st.integers(0, 4)),
    st.builds(", disadvantage={}".format, st.integers(0, 12)),
)
stats = st.builds("stat({}{}{})".format, st.sampled_from("BAS"), small, levels)
pulls = st.builds(
    "pull({}, {}, {}, {}, {}, {}, {}, {}, {})".format,
    st.integers(1, 4),
    *[st.integers(0, 3)] * 6,
    st.integers(0, 2),
    st.integers(0, 1),
)
dice = st.lists(
    st.builds(
        "{}d{}{}".format, st.integers(1, 4), st.sampled_from([2, 4, 6, 8, 10, "F"]), st.just("")
    ),
    min_size=1,
    max_size=3,
).map(lambda terms: " + ".join(terms))
asked = st.one_of(
    directs.map(lambda q: ("uwr", q)),
    stats.map(lambda q: ("arrata", q)),
    pulls.map(lambda q: ("unnamed", q)),
    dice.map(lambda q: ("uwr", q)),
)
GAMES = {"uwr": uwr, "arrata": arrata, "unnamed": unnamed, "narrative": narrative}


def chance(rules: Rules, query: str) -> Fraction:
    """The chance that a question asks for."""
    found = rules.ask(query).probability
    assert found is not None
    return found


@given(asked)
def test_all_chances_sum_to_exactly_one(question: tuple[str, str]) -> None:
    name, call = question
    answer = GAMES[name]().ask(call)
    assert answer.counts is not None
    assert sum(answer.counts.values()) == 1
    assert all(each > 0 for each in answer.counts.values())
    if answer.outcomes is not None:
        assert sum(answer.outcomes.values()) == 1


@given(asked, st.integers(-5, 15))
def test_the_events_of_one_number_share_out_to_one(question: tuple[str, str], n: int) -> None:
    name, call = question
    rules = GAMES[name]()
    below, same, above = (chance(rules, f"{call} {op} {n}") for op in ("<", "=", ">"))
    assert below + same + above == 1
    assert chance(rules, f"{call} <= {n}") == below + same
    assert chance(rules, f"{call} >= {n}") == same + above
    assert chance(rules, f"{call} != {n}") == below + above


@given(asked)
def test_the_mean_is_the_sum_of_what_is_listed(question: tuple[str, str]) -> None:
    name, call = question
    rules = GAMES[name]()
    counts, mean = rules.ask(call).counts, rules.ask(f"{call} mean").value
    assert counts is not None
    assert mean is not None
    near = sum(value * each for value, each in counts.items())
    if counts.tail is None and counts.head is None:
        assert near == mean
    else:
        assert abs(near - mean) < Fraction(1, 10**9)
    median = int(rules.ask(f"{call} median").value or 0)
    assert chance(rules, f"{call} <= {median}") >= Fraction(1, 2)
    assert chance(rules, f"{call} < {median}") < Fraction(1, 2)


@given(small, st.integers(0, 5), small, st.integers(0, 10))
def test_favor_never_lowers_a_chance(many: int, favor: int, rerolls: int, n: int) -> None:
    less = chance(uwr(), f"direct({many}, favor={favor}, rerolls={rerolls}) >= {n}")
    assert chance(uwr(), f"direct({many}, {favor + 1}, {rerolls}) >= {n}") >= less
    assert chance(uwr(), f"direct({many}, {favor}, {rerolls + 1}) >= {n}") >= less
    assert chance(uwr(), f"direct({many + 1}, {favor}, {rerolls}) >= {n}") >= less


@given(st.sampled_from("BAS"), small, st.integers(0, 5), st.integers(-3, 10))
def test_advantage_never_lowers_and_disadvantage_never_raises_a_chance(
    quality: str, many: int, level: int, n: int
) -> None:
    stat = f"stat({quality}{many}"
    up = [chance(arrata(), f"{stat}, advantage={k}) >= {n}") for k in (level, level + 1)]
    assert up[0] <= up[1]
    # A further level takes a die away, which may help: its 1 would have counted against you.
    down = [chance(arrata(), f"{stat}, disadvantage={k}) >= {n}") for k in (0, 1)]
    assert down[0] >= down[1]


def test_one_die_may_be_better_than_two_of_which_a_1_counts_against_you() -> None:
    assert chance(arrata(), "stat(S2, disadvantage=1) >= 1") == Fraction(25, 36)
    assert chance(arrata(), "stat(S2, disadvantage=2) >= 1") == Fraction(5, 6)


@given(stats, stats)
def test_win_and_lose_share_out_to_one(first: str, second: str) -> None:
    call = f"opposed({first}, {second})"
    assert chance(arrata(), f"{call} is win") + chance(arrata(), f"{call} is lose") == 1


@given(st.one_of(st.tuples(directs, directs), st.tuples(dice, directs)), st.integers(-6, 6))
def test_sides_that_change_places_change_the_sign(sides: tuple[str, str], n: int) -> None:
    first, second = sides
    one = chance(uwr(), f"opposed({first}, {second}) = {n}")
    assert one == chance(uwr(), f"opposed({second}, {first}) = {-n}")


@given(stats, stats, st.integers(-6, 6))
def test_stats_that_change_places_change_the_sign(first: str, second: str, n: int) -> None:
    one = chance(arrata(), f"opposed({first}, {second}) = {n}")
    assert one == chance(arrata(), f"opposed({second}, {first}) = {-n}")


@given(small, small, st.integers(0, 3))
def test_a_modifier_of_zero_changes_nothing(many: int, n: int, extra: int) -> None:
    plain = chance(uwr(), f"direct({many}) >= {n}")
    assert chance(uwr(), f"direct({many}, favor=0, rerolls=0) >= {n}") == plain
    stat = chance(arrata(), f"stat(B{many}) >= {n}")
    assert chance(arrata(), f"stat(B{many}, advantage=0, disadvantage=0) >= {n}") == stat
    pull = chance(unnamed(), f"pull({many + 1}) >= {n}")
    nothing = "bonus=0, penalty=0, drama=0, stunt=0, burned_traits=0, burned_aspects=0"
    assert chance(unnamed(), f"pull({many + 1}, {nothing}) >= {n}") == pull
    both = f"pull({many + 1}, bonus={extra}, penalty={extra}) >= {n}"
    assert chance(unnamed(), both) == pull
    assert chance(uwr(), f"{many + 1}d6+0 >= {n}") == chance(uwr(), f"{many + 1}d6 >= {n}")


@pytest.mark.parametrize(
    ("name", "call", "sides"),
    [
        ("uwr", "direct(3, favor=1)", [6] * 3),
        ("arrata", "stat(A4, disadvantage=2)", [6] * 3),
        ("unnamed", "pull(2, 1, penalty=1)", [6] * 3),
        ("narrative", "resisting(red)", [6]),
        ("narrative", "action-d6(advantage)", [6] * 2),
        ("bands", "move(1, edge=1)", [6] * 3),
        ("twenty", "attack(3, 16, disadvantage=1)", [20] * 2),
        ("tens", "pool(2)", [10] * 2),
        ("highest", "act(0)", [6] * 2),
        ("highest", "act(3)", [6] * 3),
        ("glitch", "test(3)", [6] * 3),
        ("threedice", "skill(15)", [6] * 3),
        ("doubles", "hand(4)", [6] * 4),
        ("doubles", "stress(1, 2)", [6] * 3),
        ("bestthree", "ability", [6] * 4),
        ("uwr", "3d6kl2*2", [6] * 3),
        ("uwr", "opposed(direct(2), direct(1, favor=2))", [6, 6, 6]),
    ],
)
def test_judging_every_roll_gives_the_chances(
    game: Any, name: str, call: str, sides: Sequence[int]
) -> None:
    rules = game(name)
    seen: dict[Any, int] = {}
    rolls = list(product(*[range(1, n + 1) for n in sides]))
    for faces in rolls:
        shown = " ".join(map(str, faces[:2])) + " | " + " ".join(map(str, faces[2:]))
        text = shown if call.startswith("opposed") else " ".join(map(str, faces))
        judged = rules.judge(f"{call} on {text}")
        key = judged.outcome, judged.value
        seen[key] = seen.get(key, 0) + 1
    answer = rules.ask(call)
    if answer.outcomes is not None:
        for outcome in answer.outcomes:
            ways = sum(n for (named, _), n in seen.items() if named == outcome)
            assert answer.outcomes[outcome] == Fraction(ways, len(rolls)), outcome
    if answer.counts is not None:
        for value, each in answer.counts.items():
            ways = sum(n for (_, shown), n in seen.items() if shown == value)
            assert each == Fraction(ways, len(rolls)), value


faces = st.lists(st.integers(-3, 6), min_size=1, max_size=4)


@st.composite
def rolls(draw: st.DrawFn) -> tuple[str, list[list[int]], dict[str, Any]]:
    """Rules with random dice, worths and keeping, and what they were made of."""
    kinds = [draw(faces) for _ in range(draw(st.integers(1, 2)))]
    many = [draw(st.integers(1, 3)) for _ in kinds]
    table = st.dictionaries(st.integers(-3, 6), st.integers(-2, 3), max_size=4)
    worth = draw(st.none() | table.filter(lambda each: any(each.values()) or not each))
    keep = draw(st.none() | st.tuples(st.booleans(), st.integers(1, 4)))
    add = draw(st.integers(-4, 4))
    times = draw(st.sampled_from([1, 1, 2, -1, 10]))
    lines = [f"[die.k{'xy'[i]}]\nfaces = {each}" for i, each in enumerate(kinds)]
    roll = [f"k{'xy'[i]} = {n}" for i, n in enumerate(many)] + [f"add = {add}", f"times = {times}"]
    if worth is not None:
        roll.append("worth = { " + ", ".join(f'"{k}" = {v}' for k, v in worth.items()) + " }")
    if keep:
        roll.append(f'keep = "{"highest" if keep[0] else "lowest"} {keep[1]}"')
    text = "\n".join([*lines, "[check.x]", "roll = { " + ", ".join(roll) + " }", ""])
    pool = [each for each, n in zip(kinds, many, strict=True) for _ in range(n)]
    return text, pool, {"worth": worth, "keep": keep, "add": add, "times": times}


@given(rolls())
@settings(max_examples=120)
def test_random_rules_agree_with_every_roll(
    every: Any, agrees: Any, made: tuple[str, list[list[int]], dict[str, Any]]
) -> None:
    text, pool, say = made

    def read(*shown: int) -> int:
        worth = say["worth"]
        values = [f if worth is None else worth.get(f, 0) for f in shown]
        if say["keep"]:
            highest, many = say["keep"]
            values = sorted(values, reverse=highest)[:many]
        return sum(values) * say["times"] + say["add"]

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.toml"
        path.write_text(text, encoding="utf-8")
        agrees(load(path), "x", every.roll(pool, read))


names = st.text("abYES!. -()'", min_size=1, max_size=8).map(str.strip).filter(bool)
numbers = st.tuples(st.sampled_from([">=", "<=", ">", "<", "=", "!="]), st.integers(-99, 99))
events = st.one_of(
    numbers.map(lambda pair: Event(EventKind(pair[0]), number=pair[1])),
    st.tuples(st.sampled_from([EventKind.IS, EventKind.ANY, EventKind.MEETS]), names).map(
        lambda pair: Event(*pair)
    ),
    st.sampled_from([Event(EventKind.MEAN), Event(EventKind.MEDIAN)]),
)
arguments = st.recursive(
    st.one_of(
        st.integers(-50, 50),
        st.integers(-9, 9).map(lambda n: Fraction(2 * n + 1, 2)),
        st.sampled_from(["red", "B5", "overwhelming advantage", "even odds", "a, b)"]),
    ),
    lambda inner: st.builds(
        Call,
        st.sampled_from(["direct", "taken-out", "pull"]),
        st.lists(st.tuples(st.sampled_from(["", "dice", "die"]), inner), max_size=3).map(tuple),
    ),
    max_leaves=6,
)
calls = st.builds(
    Call,
    st.sampled_from(["direct", "taken-out", "pull"]),
    st.lists(st.tuples(st.sampled_from(["", "dice", "die"]), arguments), max_size=3).map(tuple),
)


@given(st.sampled_from(["", "uwr"]), calls, st.none() | events)
@settings(max_examples=300)
def test_a_question_read_from_its_own_text_is_the_same(
    game: str, what: Call, event: Event | None
) -> None:
    query = Query(game, what, event)
    again = parse(str(query))
    assert str(again) == str(query)
    assert again.event == event
