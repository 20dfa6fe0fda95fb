"""Absurd questions are answered in good time, or refused at once in one line."""

import subprocess
import sys
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.dice.law import held_by
from sphinxext.rulebook.rules import Rules, RulesError, count_work
from tests.support.work import calls

CASES = tomllib.loads(Path(__file__).with_name("absurd.toml").read_text("utf-8"))
KINDS = "+".join(f"d{n}" for n in range(2, 60))
REFUSED = [*CASES["refused"], ["uwr", KINDS, "too many kinds of dice in one roll"]]


@pytest.mark.parametrize(("name", "query"), CASES["quick"])
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


def test_sums_that_fit_in_no_memory_are_refused_before_any_work(game: Any, refused: Any) -> None:
    with count_work() as work:
        assert "too many to sort exactly" in refused(game("uwr"), "5000d1000kh15 != 20")
    assert work.steps < 1_000_000


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
    kept = held_by(law for answer in rules._answers.values() for law in answer.odds.laws)
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


@pytest.mark.parametrize(("change", "said"), CASES["unstated"])
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
