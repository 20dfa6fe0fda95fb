"""Rules that look right and once were answered wrongly, each against every roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sphinxext.rulebook.rules import Mistakes, Rules
from sphinxext.rulebook.rules.explain.game import explain

D6, D10, D20 = range(1, 7), range(1, 11), range(1, 21)
Stated = Callable[..., Rules]


def judged(rules: Rules, call: str, dice: list[Any]) -> dict[str | None, Fraction]:
    """The share of each outcome, every roll judged by itself."""
    rolls = list(product(*dice))
    counts = Counter(rules.judge(f"{call} on {' '.join(map(str, f))}").outcome for f in rolls)
    return {name: Fraction(n, len(rolls)) for name, n in counts.items()}


@pytest.mark.parametrize("word", ["flat", "times", "shown", "dice", "game", "kept", "error"])
def test_a_parameter_may_have_any_name(stated: Stated, word: str) -> None:
    rules = stated(
        f"[check.hit]\nroll = {{ d6 = 1 }}\ntakes.weapon = {{}}\ntakes.{word} = {{}}\n"
        f'readings.x = "1"\nresult = "weapon + {word} + 0 * x"\n'
    )
    assert rules.ask(f"hit(4, {word}=3) = 7").probability == 1


@pytest.mark.parametrize("word", ["top", "once"])
def test_a_word_for_faces_names_no_parameter(stated: Stated, word: str) -> None:
    with pytest.raises(Mistakes, match=f"'{word}' cannot name a parameter"):
        stated(f'[check.x]\nroll = {{ d6 = 1, success = "{word}+" }}\ntakes.{word} = {{}}\n')


def test_a_word_for_changes_names_no_die(stated: Stated) -> None:
    with pytest.raises(Mistakes, match="'add' is a word for changes; give the die another name"):
        stated("[die.add]\nfaces = [0, 1]\n[check.x]\nroll = { add = 2 }\n")


def test_dice_that_are_taken_away_are_kept_by_what_they_show(stated: Stated, agrees: Any) -> None:
    rules = stated('[check.loss]\nroll = { d6 = 3, keep = "highest 2", times = -1 }\n')
    assert rules.ask("loss mean").value == Fraction(-203, 24)
    assert rules.judge("loss on 1 5 3").value == -8
    assert rules.ask("10-3d6kh2 mean").value == 10 - Fraction(203, 24)
    assert rules.judge("10-3d6kh2 on 1 5 3").value == 2


@pytest.mark.parametrize("times", [1, 3, -2, 0])
def test_natural_is_what_the_kept_dice_show(stated: Stated, every: Any, times: int) -> None:
    rules = stated(
        f'[check.x]\nroll = {{ d6 = 3, keep = "highest 2", success = "4+", times = {times} }}\n'
        "takes.more = { each = { add = 1 } }\n"
        'outcomes = { Top = "natural = 12", Nine = "natural >= 9 and >= 2", Rest = "otherwise" }\n'
    )

    def read(*faces: int) -> str:
        kept = sorted(faces)[1:]
        if sum(kept) == 12:
            return "Top"
        value = times * sum(face >= 4 for face in kept) + 1
        return "Nine" if sum(kept) >= 9 and value >= 2 else "Rest"

    wanted = every.roll([D6] * 3, read)
    asked = rules.ask("x(1)").outcomes
    assert asked == {name: wanted.get(name, 0) for name in ("Top", "Nine", "Rest")}
    assert judged(rules, "x(1)", [D6] * 3) == {k: v for k, v in wanted.items() if v}


def test_natural_of_a_total_is_not_multiplied(stated: Stated) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 2, times = 10, add = 5 }\n"
        'outcomes = { Boxcars = "natural = 12", Rest = "otherwise" }\n'
    )
    assert rules.ask("x is Boxcars").probability == Fraction(1, 36)
    assert rules.judge("x on 6 6").outcome == "Boxcars"


def test_a_reading_looks_at_all_dice_or_at_those_that_count(stated: Stated, every: Any) -> None:
    rules = stated(
        '[check.test]\nroll = { "d%" = 2, keep = "lowest 1" }\n'
        '[check.test.readings]\nanywhere = "11, 22, 33"\n'
        'doubles = { faces = "11, 22, 33", among = "kept" }\n'
        'lost = { faces = "11, 22, 33", among = "dropped" }\n'
        "[check.test.outcomes]\n"
        '"Double" = "doubles = 1"\n"Lost" = "lost = 1"\n"Some" = "anywhere >= 1"\n'
        '"None" = "otherwise"\n'
    )
    doubles = (11, 22, 33)

    def read(a: int, b: int) -> str:
        if min(a, b) in doubles:
            return "Double"
        return "Lost" if max(a, b) in doubles else "None"

    wanted = every.roll([range(1, 101)] * 2, read)
    asked = rules.ask("test").outcomes
    assert asked == {name: wanted.get(name, 0) for name in ("Double", "Lost", "Some", "None")}
    assert rules.judge("test on 11 12").outcome == "Double"
    assert rules.judge("test on 11 10").outcome == "Lost"
    told = explain(rules.game())
    assert "for doubles: how many of the dice that count show 11, 22 or 33." in told
    assert "for lost: how many of the dice that are left out show 11, 22 or 33." in told


def test_successes_and_failures_are_those_of_the_dice_that_count(stated: Stated) -> None:
    rules = stated(
        '[check.x]\nroll = { d6 = 3, success = "5+", failure = "1-2", keep = "lowest 2" }\n'
        'outcomes = { Mixed = "successes >= 1 and failures >= 1", Rest = "otherwise" }\n'
    )
    asked = {name: chance for name, chance in (rules.ask("x").outcomes or {}).items() if chance}
    assert asked == judged(rules, "x", [D6] * 3)
    one = rules.judge("x on 6 5 1")
    assert (one.successes, one.failures, one.value, one.outcome) == (1, 1, 0, "Mixed")


@pytest.mark.parametrize("throws", ["first", "every"])
def test_a_sign_on_a_die_that_rolls_again(stated: Stated, every: Any, throws: str) -> None:
    rules = stated(
        "[die.fire]\nfaces = [{}, { value = 1 }, { value = 2, smoke = 1 }]\n"
        '[check.burn]\nroll = { fire = 2, again = "2 once" }\n'
        f'readings.fumes = {{ sign = "smoke", throws = "{throws}" }}\n'
        'outcomes = { Choke = "fumes >= 2", Cough = "smoke >= 1", Clear = "otherwise" }\n'
    )

    def read(*chains: tuple[int, ...]) -> str:
        looked = [shown if throws == "every" else shown[:1] for shown in chains]
        if sum(place == 2 for shown in looked for place in shown) >= 2:
            return "Choke"
        return "Cough" if any(shown[0] == 2 for shown in chains) else "Clear"

    wanted, _ = every.bounced([(range(3), [2])] * 2, read, 2, once=True)
    assert rules.ask("burn").outcomes == wanted
    said = "every throw" if throws == "every" else "their first throw"
    assert f"how many of smoke the dice show, on {said}." in explain(rules.game())
    assert rules.judge("burn on 3 1; 3").outcome == ("Choke" if throws == "every" else "Cough")


def test_both_advantage_and_disadvantage_apply(game: Any, every: Any) -> None:
    rules = game("arrata")
    found, rest = every.bounced(
        [(D6, [6])] * 2, lambda *f: sum((x >= 4) - (x == 1) for s in f for x in s), 6
    )
    for value, chance in found.items():
        asked = rules.ask(f"stat(B2, advantage=1, disadvantage=1) = {value}").probability
        assert chance <= asked <= chance + rest


def test_a_die_of_its_own_counts_nothing_without_a_word(stated: Stated, refused: Any) -> None:
    die = "[die.boon]\nfaces = [{}, { value = 1 }, { value = 2, luck = 1 }]\n"
    rules = stated(die + '[check.x]\nroll = { d6 = 1, boon = 1, success = "5+" }\n')
    assert "the boon die counts nothing here" in refused(rules, "x")
    assert "1+ of boon" in refused(rules, "x on 5 2")
    rules = stated(
        die + "[check.x]\n"
        'roll = { d6 = 1, boon = 1, success = "5+", worth = { "1+ of boon" = "face" } }\n'
        '[check.y]\nroll = { d6 = 1, boon = 1, success = { d6 = "5+" } }\n'
    )
    assert rules.ask("x = 3").probability == Fraction(1, 9)
    assert rules.judge("x on 5 3").value == 3
    assert rules.ask("y = 1").probability == Fraction(1, 3)
    assert rules.judge("y on 2 3").value == 0


def test_a_worth_of_nothing_says_what_the_other_faces_count(stated: Stated, refused: Any) -> None:
    rules = stated('[check.x]\nroll = { d6 = 2, worth = { "1-3" = 0 } }\n')
    assert 'nothing says what other faces count; add "4+" = "face"' in refused(rules, "x")
    rules = stated('[check.x]\nroll = { d6 = 2, worth = { "1-3" = 0, "4+" = "face" } }\n')
    assert rules.ask("x = 11").probability == Fraction(2, 36)
    assert rules.judge("x on 3 6").value == 6
