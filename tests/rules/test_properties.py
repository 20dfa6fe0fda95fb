"""Properties of every roll, tried on random rules and questions."""

from fractions import Fraction
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from sphinxext.rulebook.rules import Rules, load_game
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
    (
        "pull(traits={}, skills={}, aspects={}, burned_traits={}, burned_aspects={}, bonus={}, "
        "penalty={}, drama={}, stunt={})"
    ).format,
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
    assert chance(uwr(), f"direct({many}, favor={favor + 1}, rerolls={rerolls}) >= {n}") >= less
    assert chance(uwr(), f"direct({many}, favor={favor}, rerolls={rerolls + 1}) >= {n}") >= less
    assert chance(uwr(), f"direct({many + 1}, favor={favor}, rerolls={rerolls}) >= {n}") >= less


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
    pull = chance(unnamed(), f"pull(traits={many + 1}) >= {n}")
    nothing = "bonus=0, penalty=0, drama=0, stunt=0, burned_traits=0, burned_aspects=0"
    assert chance(unnamed(), f"pull(traits={many + 1}, {nothing}) >= {n}") == pull
    both = f"pull(traits={many + 1}, bonus={extra}, penalty={extra}) >= {n}"
    assert chance(unnamed(), both) == pull
    assert chance(uwr(), f"{many + 1}d6+0 >= {n}") == chance(uwr(), f"{many + 1}d6 >= {n}")


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
