"""Absurd questions are answered in good time, or refused at once in one line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError
from tests.support.work import calls

QUICK = [
    ("uwr", "10000d10 >= 55000"),
    ("uwr", "10000d10 mean"),
    ("uwr", "5000d20 = 50000"),
    ("uwr", "100d1000 >= 50000"),
    ("uwr", "opposed(direct(10000), direct(10000)) is win"),
    ("uwr", "direct(10000, rerolls=10000) >= 5500"),
    ("uwr", "direct(500, rerolls=200) >= 200"),
    ("uwr", "10000d6kh1 = 6"),
    ("uwr", "10000d6!kl1 >= 2"),
    ("uwr", "1000d10 - 1000d10 >= 0"),
    ("uwr", "10d10!kh5 >= 40"),
    ("uwr", "10d10!kh5"),
    ("uwr", "4d1000kh3 >= 2500"),
    ("uwr", "100d6kh50 >= 250"),
    ("uwr", "d6!*1000 >= 50000"),
    ("uwr", "d2! >= 20000"),
    ("uwr", "d6*0+d6"),
    ("uwr", "d6!*0-2d6*2"),
    ("arrata", "stat(A9889) >= 6600"),
    ("arrata", "stat(B9889, advantage=1) >= 5500"),
    ("arrata", "stat(B9889, advantage=1) median"),
    ("arrata", "opposed(stat(B9889, disadvantage=1), stat(A9889)) is win"),
    ("unnamed", "pull(traits=5000, aspects=4000) is Failure"),
    ("slots", "lasting >= 100000"),
]
REFUSED = [
    ("uwr", "20d6!-d6! >= -100000", "so far out; take fewer dice"),
    ("uwr", "d100! >= 99999", "summed exactly for results up to"),
    ("uwr", "d6!-d6! = 100000", "so far out; take fewer dice"),
    ("uwr", "5000d6!kh50 mean", "take fewer"),
    ("uwr", "10000d10", "too long to list; ask for a part of it"),
    ("uwr", "opposed(direct(10000), direct(10000))", "too long to list"),
    ("uwr", "10000d6!", "too long to list"),
    ("uwr", "1000d6kh500 >= 1800", "too many to sort exactly; take fewer"),
    ("uwr", "5000d100*1000 >= 1", "this roll can reach 500,000; the most is 100,000"),
    ("uwr", "direct(10000, rerolls=5000) >= 1", "are too many to count exactly"),
    ("uwr", "+".join(f"d{n}" for n in range(2, 60)), "too many kinds of dice in one roll"),
    (
        "arrata",
        "opposed(stat(B9889, advantage=1), stat(A9889, advantage=1)) is win",
        "are too many",
    ),
    ("arrata", "opposed(stat(B999, advantage=1), stat(A999, advantage=1))", "too long to list"),
    ("highest", "act(1000) is Critical", "1,000 dice are too many"),
    ("doubles", "hand(1000) is Pair", "1,000 dice are too many"),
    ("doubles", "stress(5000, 5000) is Panic", "too many for outcomes that read 'panic' too"),
    ("tens", "pool(1000) is Botch", "too many for outcomes that read 'good' and 'ones' too"),
]


@pytest.mark.parametrize(("name", "query"), QUICK)
def test_a_question_of_thousands_of_dice_is_answered(game: Any, name: str, query: str) -> None:
    rules = game(name)
    assert calls(lambda: rules.ask(query)) < 500_000
    assert rules.ask(query).exact


@pytest.mark.parametrize(("name", "query", "said"), REFUSED, ids=[q[:40] for _, q, _ in REFUSED])
def test_what_would_take_too_long_is_refused_at_once(
    game: Any, refused: Any, name: str, query: str, said: str
) -> None:
    rules = game(name)
    assert calls(lambda: said in refused(rules, query)) < 2_500_000
    assert said in refused(rules, query)


def test_the_best_of_thousands_is_a_power(game: Any) -> None:
    asked = game("uwr").ask("10000d6kh1 <= 5").probability
    assert asked == Fraction(5, 6) ** 10000
    asked = game("uwr").ask("1000d6!kl1 >= 3").probability
    assert asked == Fraction(4, 6) ** 1000


def test_large_pools_agree_with_binomials(game: Any) -> None:
    from math import comb

    for dice, favor, low, high in ((500, 0, 2, 1), (401, 1, 1, 1), (300, 2, 1, 2)):
        law = game("uwr").ask(f"direct({dice}, favor={favor})").odds.law
        for k in (0, 1, dice // 3, dice // 2, dice - 1, dice):
            wanted = Fraction(comb(dice, k) * low ** (dice - k) * high**k, (low + high) ** dice)
            assert law.at(k) == wanted


def test_far_tails_are_walked_without_being_kept(game: Any) -> None:
    # One exploding d2 comes to more than 2 n only by n twos in a row.
    assert game("uwr").ask("d2! >= 40001").probability == Fraction(1, 2**20000)
    law = game("uwr").ask("d2!").odds.law
    assert len(law.series.terms) < 20_000


def test_what_answers_hold_in_memory_has_a_bound(game: Any) -> None:
    rules = Rules(game("uwr").games)
    for dice in range(3000, 3400):
        rules.ask(f"direct({dice}) >= 1000")
    kept = sum(answer.odds.held for answer in rules._answers.values())
    assert kept < 500_000_000


def test_writing_numbers_of_any_length_leaves_python_as_it_was(game: Any) -> None:
    limit = sys.get_int_max_str_digits()
    written = game("uwr").ask("direct(9999) = 3000").as_json()["probability"]
    assert len(written) > 8000
    assert sys.get_int_max_str_digits() == limit
    top, _, bottom = written.partition("/")
    assert bottom.isdecimal()
    assert top.isdecimal()


def test_importing_the_rules_imports_nothing_heavy() -> None:
    code = "import sys, sphinxext.rulebook.rules; print(*sorted(sys.modules))"
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = {name.partition(".")[0] for name in out.stdout.split()}
    assert not loaded & {"sphinx", "docutils", "matplotlib", "icepool"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("roll = { d6 = 1, again = '1+' }", "every face rolls again, so the roll never ends"),
        (
            "roll = { d6 = 1, success = '5', failure = '6', again = '6' }",
            "a face that takes away cannot roll",
        ),
        ("roll = { d6 = 3, rerolls = 1 }", "only a roll that counts successes has failed dice"),
        ("roll = { d6 = 3, d8 = 1, rerolls = 1, success = '5+' }", "rerolls need one kind of die"),
        ("roll = { d6 = 3, rerolls = -1, success = '5+' }", "cannot be fewer than 0 rerolls"),
        (
            "roll = { d6 = 3, rerolls = 1, success = '5+', failure = '1' }",
            "say it by their faces",
        ),
        (
            "roll = { d6 = 3, again = '1', success = '5+', rerolls = 1 }",
            "leave it out of 'again'",
        ),
        (
            "roll = { d6 = 1, again = '6', reroll = '1' }",
            'write "1 first" for the first throw of each die alone, or "1 every"',
        ),
        (
            "roll = { d6 = 1, success = '5+', rerolls = 1, reroll = '1' }",
            "which throws 'reroll' looks at beside 'rerolls' is open",
        ),
        ("roll = { d6 = 1, times = 100000 }", "this roll can reach 600,000"),
        ("roll = { d6 = 1, add = 200000 }", "this roll can reach 200,006"),
        ("roll = { d6 = 1 }\noutcomes.a = '>= 9'", "'x' has no outcome for a result of 1"),
        ("roll = { d6 = 1 }\ntakes.k = {}\noutcomes.a = '>= 9 / k'", "divides by 0 here"),
        (
            "roll = { d6 = 2, success = '5+', failure = '1', again = '6' }\n"
            "outcomes = { a = 'successes >= 1', b = '>= -9' }",
            "'successes' looks at every throw, and the d6s roll again without end",
        ),
        (
            "roll = { d6 = 3, again = '6', keep = 'highest 2' }\n"
            "readings.o = { faces = '1', among = 'kept' }\n"
            "outcomes = { a = 'o >= 1', b = '>= 0' }",
            "dice that are kept and roll again without end cannot be read so",
        ),
    ],
)
def test_what_the_engine_cannot_state_is_refused_in_one_line(
    stated: Callable[..., Rules], refused: Any, change: str, said: str
) -> None:
    assert said in refused(stated(f"[check.x]\n{change}\n"), "x")


def test_python_runs_only_where_it_is_allowed(
    stated: Callable[..., Rules], refused: Any, tmp_path: Any
) -> None:
    (tmp_path / "dice_of_mine.py").write_text(
        "import icepool\n"
        "def two(many=1): return many @ icepool.d6\n"
        "def bad(many=1): return 5\n"
        "def fails(many=1): raise ValueError('no')\n"
    )
    text = "\n".join(
        f"[check.{name}]\npython = 'dice_of_mine:{name}'\ntakes.many = {{ default = 1 }}"
        for name in ("two", "bad", "fails", "none")
    )
    assert "it runs only with 'rulebook_python = True'" in refused(stated(text), "two(2)")
    rules = stated(text, python=True)
    assert rules.ask("two(2) = 7").probability == Fraction(1, 6)
    assert rules.ask("two(2)").mean == 7
    assert "should return an icepool.Die, not int" in refused(rules, "bad")
    assert "'dice_of_mine:fails' failed: ValueError: no" in refused(rules, "fails")
    assert "has no callable named 'none'" in refused(rules, "none")
    with pytest.raises(RulesError, match="those read no dice"):
        rules.judge("two on 3")
