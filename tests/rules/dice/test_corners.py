"""Corners of the engine where two rules meet."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError
from sphinxext.rulebook.rules.explain.game import explain
from tests.support.work import calls

D6 = range(1, 7)
NEAR = Fraction(1, 10**12)
Stated = Callable[..., Rules]
DUEL = '[check.duel]\nversus = ["a", "b"]\noutcomes = { lose = "<= 0", win = ">= 1" }\n'


def test_all_failures_beside_kept_dice(stated: Stated, every: Any) -> None:
    rules = stated(
        '[check.x]\nroll = { d6 = 3, success = "5+", failure = "1-2", keep = "highest 2" }\n'
        'outcomes = { Ruin = "all failures", Bad = "<= -1", Even = "= 0", Good = ">= 1" }'
    )

    def read(*faces: int) -> str:
        worths = sorted((f >= 5) - (f <= 2) for f in faces)
        value = sum(worths[1:])
        if max(worths) < 0:
            return "Ruin"
        return "Bad" if value < 0 else "Even" if value == 0 else "Good"

    wanted = every.roll([D6] * 3, read)
    assert rules.ask("x").outcomes == {
        name: wanted.get(name, 0) for name in ("Ruin", "Bad", "Even", "Good")
    }
    for faces in product(D6, repeat=3):
        shown = " ".join(map(str, faces))
        assert rules.judge(f"x on {shown}").outcome == read(*faces)


def test_a_free_success_leaves_no_disaster(game: Any) -> None:
    rules = game("unnamed")
    assert rules.ask('pull(2, burned_aspects=1) is "Disaster!"').probability == 0
    assert rules.judge("pull(2, burned_aspects=1) on 1 1").outcome == "Failure"
    assert rules.judge("pull(2, penalty=3) on 1 1").outcome == "Disaster!"
    assert rules.ask('pull(2, penalty=3) is "Disaster!"').probability == Fraction(1, 36)


def test_a_check_like_one_of_names_with_a_roll_of_its_own_has_numbers(stated: Stated) -> None:
    rules = stated(
        'extends = "game:narrative"\n'
        '[check.sum]\nlike = "action"\nroll = { d6 = 2 }\ntakes.bonus.each.add = 1\n'
        'outcomes = { low = "<= 6", high = ">= 7" }\n',
        name="own.toml",
    )
    assert rules.ask("sum(1) >= 8").probability == Fraction(21, 36)
    assert rules.ask("sum is high").probability == Fraction(21, 36)
    assert rules.judge("sum(1) on 3 4").value == 8


def test_a_check_like_another_reads_it_the_same_way_unless_it_says_otherwise(
    stated: Stated,
) -> None:
    rules = stated(
        'extends = "game:narrative"\n[check.again]\nlike = "action"\ntitle = "Again"\n',
        name="own.toml",
    )
    assert rules.ask("again(red) is any YES").probability == Fraction(1, 3)
    assert rules.judge("again(red) on 5").outcome == "YES! BUT..."


def test_own_dice_are_read_by_their_faces_and_named_ones_by_their_place(stated: Stated) -> None:
    rules = stated(
        '[outcomes.sky]\nnames = ["rain", "cloud", "sun"]\n'
        '[die.sky-2]\nfaces = ["sun", "rain", "cloud", "rain"]\n'
        "[die.tens]\nfaces = [0, 10, 20, 30]\n"
        '[check.weather]\noutcomes = "sky"\ntakes.die.choices = ["sky-2"]\n'
        "[check.count]\nroll = { tens = 2 }\n"
        '[check.words]\nroll = { tens = 1 }\noutcomes = { few = "<= 10", many = ">= 20" }\n'
    )
    assert rules.judge("weather(sky-2) on 1").outcome == "sun"
    assert rules.judge("weather(sky-2) on 4").outcome == "rain"
    assert rules.judge("count on 30 0").value == 30
    assert rules.judge("words on 20").outcome == "many"
    assert rules.ask("weather(sky-2) is rain").probability == Fraction(1, 2)


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("4dF on -1 0 1 1", 1),
        ("4dF on −1 −1 −1 0", -3),
        ("d% on 100", 100),
        ("2d6+3 on 5 6", 14),
        ("d8 - 2d6kh1 on 7 2 5", 2),
        ("d6*10+d6 on 3 4", 34),
        ("10-d6 on 4", 6),
        ("2d6! on 6 2; 6 1", 15),
        ("d6! + d4 on 6 3; 2", 11),
    ],
)
def test_plain_dice_that_were_thrown(game: Any, query: str, value: int) -> None:
    assert game("uwr").judge(query).value == value


def test_cancelling_never_turns_a_negative_number_round(
    stated: Stated, every: Any, agrees: Any
) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 1 }\ntakes.up = { each = { add = 1 }, least = -3 }\n"
        'takes.down = { each = { add = -10 }, cancels = "up" }\n'
    )
    agrees(rules, "x(up=-2, down=1)", every.roll([D6], lambda a: a - 12))
    agrees(rules, "x(up=2, down=1)", every.roll([D6], lambda a: a + 1))


def test_a_condition_reckons_with_numbers_only(mistakes: Any) -> None:
    (line,) = mistakes(
        "[check.x]\ntakes.die.choices = ['d6', 'd8']\noutcomes = { a = '<= die', b = '>= 0' }\n"
    )
    assert "no parameter or reading named 'die'" in line


def test_halves_reach_conditions_as_halves(stated: Stated) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 1 }\ntakes.k = { half = { add = 0 } }\n"
        "outcomes = { under = '<= k', over = '> k' }\n"
    )
    assert rules.ask("x(3.5) is under").probability == Fraction(1, 2)
    assert rules.ask("x(4) is under").probability == Fraction(2, 3)


def test_two_slots_of_one_name_are_filled_one_after_the_other(stated: Stated) -> None:
    rules = stated(
        '[check.hit]\nroll = { d6 = 1 }\noutcomes = { hurt = "<= 3", safe = ">= 4" }\n'
        '[check.down]\nrepeats = "hit"\nslots = ["hurt", "hurt", "hurt"]\n'
    )
    # Down at the fourth hit: the chance of exactly n is that of a fourth success at the nth toss.
    assert rules.ask("down < 4").probability == 0
    assert rules.ask("down = 4").probability == Fraction(1, 16)
    assert rules.ask("down = 5").probability == Fraction(4, 32)
    assert rules.ask("down mean").value == 8


def test_slots_may_be_named_by_a_shared_ladder(stated: Stated, mistakes: Any) -> None:
    text = (
        '[outcomes.pain]\nnames = ["none", "mild", "grave"]\n'
        '[die.pain]\nfaces = ["none", "mild", "grave"]\n'
        '[check.hurt]\noutcomes = "pain"\nroll = { pain = 1 }\n'
        '[check.down]\nrepeats = "hurt"\nslots = ["mild", "grave"]\n'
    )
    assert stated(text).ask("down = 2").probability == Fraction(1, 3) ** 2
    (line,) = mistakes(text.replace('["mild", "grave"]\n', '["mild", "gravee"]\n'))
    assert "no outcome named 'gravee'; did you mean 'grave'?" in line


def sides(rules: Rules, first: str, second: str, k: int) -> Fraction:
    """The chance of a margin of k by adding up both sides as far as they matter."""
    a, b = rules.ask(first).odds.law, rules.ask(second).odds.law
    low, high = b.ends
    return sum((b.at(y) * a.at(y + k) for y in range(low - 40, high + 40)), Fraction(0))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("20-d6!", "d6"),
        ("d6", "20-d6!"),
        ("20-d6!", "3-d8!"),
        ("d8!", "20-2d6!"),
        ("20-d6!", "d6!"),
        ("duel(d6!, d4!)", "d6"),
        ("d6", "duel(d6!, d4!)"),
        ("duel(d6!, d4!)", "duel(d4!, d6!)"),
        ("duel(d6!, d4!)", "3-d4!"),
        ("down", "d6"),
        ("2d6", "down"),
        ("down", "down"),
        ("down", "d6!"),
        ("best", "3-d6!"),
        ("wide", "wide"),
    ],
)
def test_any_two_checks_stand_against_each_other(stated: Stated, first: str, second: str) -> None:
    rules = stated(
        DUEL
        + '[check.hit]\nroll = { d6 = 1 }\noutcomes = { hurt = "<= 3", safe = ">= 4" }\n'
        + '[check.down]\nrepeats = "hit"\nslots = ["hurt", "hurt"]\n'
        + '[check.best]\nroll = { d6 = 2, again = "6", keep = "highest 1" }\n'
        + '[check.wide]\nroll = { d6 = 1, again = "5-6" }\n'
    )
    call = f"duel({first}, {second})"
    for k in (-7, -1, 0, 2, 9):
        asked = rules.ask(f"{call} = {k}")
        assert asked.probability is not None
        assert abs(asked.probability - sides(rules, first, second, k)) < NEAR
        assert asked.error <= Fraction(1, 10**15)
    counts = rules.ask(call).counts
    assert counts is not None
    assert sum(counts.values()) == 1
    both = rules.ask(call).outcomes
    assert both is not None
    assert sum(both.values()) == 1


def test_an_endless_tail_ends_at_the_first_value_that_hardly_counts(game: Any) -> None:
    rules = game("arrata")
    for call in (
        "stat(B1, advantage=1)",
        "opposed(stat(B1, advantage=1), stat(B300, advantage=1))",
        "opposed(stat(B90, advantage=1), stat(B1, advantage=1))",
        "opposed(stat(B1, advantage=1), stat(B300))",
    ):
        counts = rules.ask(call).counts
        assert sum(counts.values()) == 1
        tail = counts.tail
        assert rules.ask(f"{call} >= {tail}").probability < NEAR
        assert rules.ask(f"{call} >= {tail - 1}").probability >= NEAR
        assert counts[tail] == rules.ask(f"{call} >= {tail}").probability
        if counts.head is not None:
            head = counts.head
            assert rules.ask(f"{call} <= {head}").probability < NEAR
            assert rules.ask(f"{call} <= {head + 1}").probability >= NEAR


def test_only_values_that_can_come_up_are_listed(stated: Stated, game: Any) -> None:
    counts = game("uwr").ask("2d6*10").counts
    assert list(counts) == [20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120]
    table = stated("[check.x]\nroll = { d66 = 1 }").ask("x").counts
    assert table is not None
    assert list(table) == [10 * a + b for a in D6 for b in D6]


def test_no_dice_left_are_none_or_what_the_rules_put_in_their_place(
    stated: Stated, every: Any, agrees: Any
) -> None:
    rules = stated(
        '[check.x]\nroll = { success = "5+", none = { d4 = 1, success = "4" } }\n'
        "takes.dice = { each = { d6 = 1 } }\ntakes.less = { each = { d6 = -1 } }\n"
        "takes.free = { each = { successes = 1 } }\n"
    )
    luck = every.roll([range(1, 5)], lambda a: int(a == 4))
    agrees(rules, "x", luck)
    agrees(rules, "x(2, 5)", luck)
    agrees(rules, "x(1)", every.roll([D6], lambda a: int(a >= 5)))
    agrees(rules, "x(0, free=2)", every.roll([range(1, 5)], lambda a: int(a == 4) + 2))
    assert rules.judge("x on 4").value == 1


def test_a_notation_of_names_with_hyphens(stated: Stated) -> None:
    rules = stated(
        "[check.x]\nnotation = '{die-kind}.{many-of}'\nroll = { success = '5+' }\n"
        "takes.die-kind.choices = { lo-w = { d6 = 1 }, 'hi gh' = { d8 = 1 } }\n"
        "takes.many-of = { each = { d6 = 1 }, least = -3 }\n"
    )
    assert rules.ask('x("lo-w.2") >= 3').probability == Fraction(1, 27)
    assert rules.ask('x("hi gh.-1") = 0').probability == Fraction(1, 2)
    assert rules.ask('x("LO-W.2") >= 3').probability == Fraction(1, 27)


@pytest.mark.parametrize("of", ["d6", "d8", ""])
def test_readings_beside_dice_kept_of_one_kind(stated: Stated, every: Any, of: str) -> None:
    reading = f'{{ faces = "1", of = "{of}" }}' if of else '"1"'
    text = (
        '[check.x]\nroll = { d6 = 2, d8 = 1, keep = "highest 1 of d6" }\n'
        f"readings.ones = {reading}\n"
        'outcomes = { bad = "ones >= 1 and <= 8", rest = ">= 0" }\n'
    )

    def bad(a: int, b: int, c: int) -> bool:
        looked = {"d6": (a, b), "d8": (c,), "": (a, b, c)}[of]
        return 1 in looked and max(a, b) + c <= 8

    wanted = every.roll([D6, D6, range(1, 9)], bad)
    rules = stated(text)
    assert rules.ask("x is bad").probability == wanted[True]
    ways = [rules.judge(f"x on {a} {b} {c}").outcome for a in D6 for b in D6 for c in range(1, 9)]
    assert Fraction(ways.count("bad"), len(ways)) == wanted[True]
    same = stated(text.replace("ones >= 1", "same >= 2"))
    wanted = every.roll(
        [D6, D6, range(1, 9)], lambda a, b, c: len({a, b, c}) < 3 and max(a, b) + c <= 8
    )
    assert same.ask("x is bad").probability == wanted[True]


BARGAIN = """
[check.bargain]
takes.die.choices = ["d4", "d8"]
takes.charm = { each = { add = 1 }, least = -2, most = 4 }
notation = "{die}%s{charm}"
"""


@pytest.mark.parametrize("asked", ["d8+2", "d8 + 2", '"d8+2"', "d8-1", "d8 − 1", "d8"])
def test_a_notation_may_look_like_dice(stated: Stated, asked: str) -> None:
    charm = {"d8": 0, "d8-1": -1, "d8 − 1": -1}.get(asked, 2)
    rules = stated(BARGAIN % "+")
    assert rules.ask(f"bargain({asked}) mean").value == Fraction(9, 2) + charm


@pytest.mark.parametrize("sign", ["+", "", "-", "/", " vs "])
def test_the_notation_that_a_message_shows_can_be_asked(
    stated: Stated, refused: Any, sign: str
) -> None:
    rules = stated(BARGAIN % sign)
    example = refused(rules, "bargain").partition("as in '")[2].rstrip("'")
    assert rules.ask(f"{example} mean").value == Fraction(5, 2) + 3
    assert f"Written short as {{die}}{sign}{{charm}}: bargain(" in explain(rules.game())


def test_a_sign_that_no_die_thrown_can_show_is_not_shown(stated: Stated) -> None:
    rules = stated(
        "[die.boon]\nfaces = [{}, {value = 1, luck = 1}]\n"
        "[check.dare]\nroll = { d6 = 1 }\ntakes.boons.each.boon = 1\n"
        'outcomes = { Lucky = "luck >= 1", Plain = "otherwise" }'
    )
    assert rules.judge("dare on 3").outcome == "Plain"
    assert rules.judge("dare(1) on 3 2").outcome == "Lucky"
    assert rules.ask("dare is Lucky").probability == 0


def test_no_dice_left_show_no_row_and_no_skulls(stated: Stated) -> None:
    rules = stated(
        '[check.a]\nroll = { d8 = 1 }\ntakes.skill.each.d8 = -1\nreadings.skulls = "1-3"\n'
        'outcomes = { Yes = "row >= 1 and skulls >= 1", No = "otherwise" }'
    )
    assert rules.ask("a(1)").outcomes == {"Yes": 0, "No": 1}
    assert rules.ask("a").outcomes == {"Yes": Fraction(3, 8), "No": Fraction(5, 8)}


def test_the_highest_face_as_a_success_grows_downwards(stated: Stated, every: Any) -> None:
    rules = stated(
        '[check.a]\nroll = { d6 = 2, d8 = 1, success = "top" }\ntakes.wide.each.widen = 1\n'
        "takes.wide.least = -1"
    )
    for wide in (-1, 0, 1, 3):

        def read(*faces: int, wide: int = wide) -> int:
            lowest = [top - wide if wide >= 0 else 9 for top in (6, 6, 8)]
            return sum(least <= face for face, least in zip(faces, lowest, strict=True))

        wanted = every.roll([D6, D6, range(1, 9)], read)
        assert rules.ask(f"a({wide})").counts == wanted
    assert rules.judge("a(1) on 5 4 7").value == 2


@pytest.mark.parametrize("times", [-1, 0, 2])
def test_dice_fail_by_what_they_show_however_often_they_count(stated: Stated, times: int) -> None:
    rules = stated(f'[check.a]\nroll = {{ d10 = 3, success = "5+", rerolls = 1, times = {times} }}')
    found: dict[int, Fraction] = {}
    ten = range(1, 11)
    for faces in product(ten, repeat=3):
        failed = any(face < 5 for face in faces)
        for new in ten if failed else (None,):
            shown = " ".join(map(str, faces)) + (f"; {new}" if new else "")
            value = rules.judge(f"a on {shown}").value
            assert value is not None
            share = Fraction(1, 1000 * (10 if failed else 1))
            found[value] = found.get(value, Fraction(0)) + share
    assert rules.ask("a").counts == found


@pytest.mark.parametrize(
    ("roll", "thrown"),
    [
        ('d6 = 3, failure = "1", success = "5+", again = "1"', "1 1 1; 6 6 6"),
        ('d10 = 5, success = "6+", rerolls = -2', "2 2 6 8 5"),
    ],
)
def test_what_has_no_odds_is_not_judged_either(
    stated: Stated, refused: Any, roll: str, thrown: str
) -> None:
    rules = stated(f"[check.a]\nroll = {{ {roll} }}")
    assert refused(rules, "a >= 1") == refused(rules, f"a on {thrown}")


def test_the_list_of_a_throw_that_doubles_and_has_something_added_is_quick(stated: Stated) -> None:
    rules = stated(
        "[check.stress]\nroll = { d10 = 1 }\ntakes.skill.each = { add = 1 }\n"
        'continues = { when = "natural = 1", then = "double" }'
    )
    assert calls(lambda: rules.ask("stress(2)").counts) < 500_000  # value by value takes millions
    counts = rules.ask("stress(2)").counts
    assert counts is not None
    assert counts[4] == Fraction(1, 10)  # a 2 alone
    assert sum(counts.values()) == 1


RECKONED = """
[check.fury]
roll = { success = "6+" }
takes.dice = { each = { d10 = 1 }, required = true }
readings.tens = "10"
result = "value + 2 * floor(tens / 2)"
"""
KEPT = """
[die.ring]
faces = [{}, { value = 1, strife = 1 }, { value = 1 }, { luck = 1, strife = 1 }, { luck = 2 }, \
{ value = 2 }]
[check.ring]
roll = { keep = "best 2" }
takes.rings = { each = { ring = 1 }, required = true }
readings.luck-kept = { sign = "luck", among = "kept" }
readings.anger = { sign = "strife", among = "kept" }
outcomes = { Failure = "< 1", Anger = "anger >= 1", Plain = "luck-kept < 1", Lucky = "otherwise" }
choose = "best for Lucky"
"""


@pytest.mark.parametrize(
    ("text", "answered", "refused", "said"),
    [
        (RECKONED, "fury(100) >= 20", "fury(800) >= 10", "321,201 throws that are told apart"),
        (KEPT, "ring(6) is Lucky", "ring(14) is Lucky", "14 dice that are thrown again or chosen"),
    ],
    ids=["results", "dice kept by choice"],
)
def test_what_is_reckoned_throw_by_throw_is_refused_in_time(
    stated: Stated, text: str, answered: str, refused: str, said: str
) -> None:
    rules = stated(text)
    assert rules.ask(answered).probability is not None

    def ask() -> None:
        with pytest.raises(RulesError, match=said):
            rules.ask(refused)

    assert calls(ask) < 500_000
