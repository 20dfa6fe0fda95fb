"""Rules that look right and once were answered wrongly, each against every roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sphinxext.rulebook.rules import Mistakes, Rules, RulesError
from sphinxext.rulebook.rules.explain.game import explain

D6, D10, D20 = range(1, 7), range(1, 11), range(1, 21)
Stated = Callable[..., Rules]


def judged(rules: Rules, call: str, dice: list[Any]) -> dict[str | None, Fraction]:
    """The share of each outcome, every roll judged by itself."""
    rolls = list(product(*dice))
    counts = Counter(rules.judge(f"{call} on {' '.join(map(str, f))}").outcome for f in rolls)
    return {name: Fraction(n, len(rolls)) for name, n in counts.items()}


@pytest.mark.parametrize(
    "word", ["flat", "times", "shown", "dice", "word", "number", "op", "span", "kept", "degree"]
)
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
    assert "for lost: how many of the dice that do not count show 11, 22 or 33." in told


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


SKILL = """
[check.skill]
roll = { "d%" = 1 }
takes.skill = { required = true, most = 100 }
outcomes = { Failure = "> skill", Hard = "<= skill / 2", Success = "<= skill" }
[check.skill.groups]
made = ["Hard", "Success"]
"""


def test_sides_whose_skill_is_in_their_outcomes_are_not_compared_by_bare_dice(
    stated: Stated, refused: Any
) -> None:
    rules = stated(
        SKILL + '[check.raw]\nversus = ["a", "b"]\noutcomes = { w = "> 0", l = "<= 0" }\n'
    )
    said = refused(rules, "raw(skill(50), skill(40)) is w")
    assert "would be compared by its bare dice, whatever its 'skill'" in said
    assert 'win = "degree > 0"' in said


def test_whole_outcomes_are_compared(stated: Stated, every: Any) -> None:
    rules = stated(
        SKILL.replace('"d%" = 1', "d20 = 1")
        + '[check.contest]\nversus = ["mine", "yours"]\n[check.contest.outcomes]\n'
        'Both = "mine is any made and yours is any made and mine = yours"\n'
        'Win = "degree > 0 or degree = 0 and mine is Success and mine > yours"\n'
        'Lose = "otherwise"\n'
    )

    def degree(skill: int, face: int) -> int:
        return 0 if face > skill else 1 if face <= skill / 2 else 2

    def read(a: int, b: int) -> str:
        mine, yours = degree(12, a), degree(9, b)
        if mine and yours and a == b:
            return "Both"
        return "Win" if mine > yours or (mine == yours == 2 and a > b) else "Lose"

    wanted = every.roll([D20] * 2, read)
    assert rules.ask("contest(skill(12), skill(9))").outcomes == wanted
    for a, b in product((1, 5, 6, 7, 9, 12, 13), repeat=2):
        judged_as = rules.judge(f"contest(skill(12), skill(9)) on {a} | {b}")
        assert (judged_as.outcome, judged_as.value) == (read(a, b), a - b)


@pytest.mark.parametrize(("word", "pick"), [("best", max), ("worst", min)])
def test_the_better_of_two_whole_results_stands(
    stated: Stated, every: Any, word: str, pick: Any
) -> None:
    rules = stated(
        SKILL.replace('"d%" = 1', "d20 = 1")
        + f'[check.lucky]\ntries = "skill"\n{word} = 2\ntakes.skill = {{ required = true }}\n'
    )
    names = ("Failure", "Hard", "Success")

    def read(a: int, b: int) -> str:
        return names[pick(0 if f > 12 else 1 if f <= 6 else 2 for f in (a, b))]

    assert rules.ask("lucky(12)").outcomes == every.roll([D20] * 2, read)
    for a, b in product((1, 6, 7, 12, 13), repeat=2):
        assert rules.judge(f"lucky(12) on {a} | {b}").outcome == read(a, b)


ATTACK = """
[check.attack]
roll = { d20 = 1 }
takes.ac = { required = true }
takes.bonus = { each = { add = 1 } }
takes.weapon = { rolls = "d4" }
takes.extra = {}
[check.attack.outcomes]
Critical = { when = "natural = 20", result = "weapon + weapon again + extra + d6" }
Glance = { when = "natural = 2", result = "half(weapon)" }
Hit = { when = ">= ac", result = "weapon + extra" }
Miss = "otherwise"
"""


def test_an_outcome_comes_to_something(stated: Stated, every: Any) -> None:
    rules = stated(ATTACK)

    def read(d20: int, first: int, second: int, d6: int) -> int:
        if d20 == 20:
            return first + second + 2 + d6
        if d20 == 2:
            return first // 2
        return first + 2 if d20 + 3 >= 14 else 0

    wanted = every.roll([D20, range(1, 5), range(1, 5), D6], read)
    answer = rules.ask("attack(14, 3, extra=2)")
    assert {k: c for k, c in answer.counts.items() if c} == wanted
    assert answer.outcomes["Critical"] == Fraction(1, 20)
    assert rules.ask("attack(14, 3, weapon=3, extra=2) = 5").probability == Fraction(9, 20)
    critical = rules.judge("attack(14, 3, extra=2) on 20 | 4 | 1 | 6")
    assert (critical.value, critical.outcome) == (13, "Critical")
    assert rules.judge("attack(14, 3, extra=2) on 15 | 3").value == 5
    assert rules.judge("attack(14, 3) on 3").value == 0
    assert "Its value is weapon + weapon again + extra + d6." in explain(rules.game())


def test_a_use_of_slots_says_when_it_ends(stated: Stated, agrees: Any) -> None:
    text = (
        '[check.use]\nroll = { d10 = 1 }\noutcomes = { Gone = "= 1", Kept = ">= 2" }\n'
        '[check.uses]\nrepeats = "use"\nslots = ["Gone"]\n'
    )
    assert stated(text).ask("uses mean").value == 20  # the second one finds no slot
    rules = stated(text + 'ends = "full"\n')
    assert rules.ask("uses mean").value == 10
    assert rules.ask("uses = 3").probability == Fraction(81, 1000)
    assert rules.ask("uses median").value == 7
    assert "until the last slot is filled" in explain(rules.game())


def test_a_die_that_shrinks_with_use(stated: Stated) -> None:
    rules = stated(
        '[check.use]\ntakes.die.choices = ["d12", "d8", "d4"]\n'
        'outcomes = { Low = "<= 2", Fine = "otherwise" }\n'
        '[check.supply]\nrepeats = "use"\ntakes.die.choices = ["d12", "d8", "d4"]\n'
        "changes.Low.die = 1\n"
    )
    assert rules.ask("supply(d4) mean").value == 2
    assert rules.ask("supply(d12) mean").value == 6 + 4 + 2
    assert rules.ask("supply(d8) = 2").probability == Fraction(1, 4) * Fraction(1, 2)


def test_saves_until_three_either_way(stated: Stated) -> None:
    rules = stated(
        "[check.save]\nroll = { d20 = 1 }\n"
        'outcomes = { Worse = "= 1", Failure = "< 10", Up = "= 20", Success = "otherwise" }\n'
        '[check.saves]\nrepeats = "save"\ntakes = { wins = {}, losses = {} }\n'
        "changes = { Worse = { losses = 2 }, Failure = { losses = 1 }, Success = { wins = 1 } }\n"
        'ends = "outcome is Up or wins >= 3 or losses >= 3"\n'
        'outcomes = { Dies = "losses >= 3", Wakes = "outcome is Up", Lives = "otherwise" }\n'
    )

    def play(wins: int, losses: int) -> Counter[str]:
        if wins >= 3 or losses >= 3:
            return Counter({"Dies" if losses >= 3 else "Lives": Fraction(1)})
        found: Counter[Any] = Counter()
        for ways, more, worse in ((1, 0, 2), (8, 0, 1), (10, 1, 0)):
            for name, chance in play(wins + more, losses + worse).items():
                found[name] += chance * Fraction(ways, 20)
        found["Wakes"] += Fraction(1, 20)
        return found

    assert rules.ask("saves").outcomes == play(0, 0)
    assert rules.ask("saves(1, 2)").outcomes == play(1, 2)
    assert rules.ask("saves <= 5").probability == 1


def test_pools_that_shrink_by_each_round_lost(stated: Stated) -> None:
    rules = stated(
        '[check.pool]\nroll = { success = "4+" }\ntakes.dice = { each = { d6 = 1 } }\n'
        '[check.clash]\nversus = ["a", "b"]\n'
        'outcomes = { Lose = "< 0", Draw = "= 0", Win = "> 0" }\n'
        '[check.war]\nrepeats = "clash(pool(mine), pool(yours))"\n'
        "takes = { mine = { required = true }, yours = { required = true } }\n"
        "changes = { Win = { yours = -1 }, Lose = { mine = -1 } }\n"
        'ends = "mine = 0 or yours = 0"\n'
        'outcomes = { Victory = "yours = 0", Defeat = "mine = 0" }\n'
    )

    def win(mine: int, yours: int) -> Fraction:
        if not mine or not yours:
            return Fraction(int(not yours))
        up = rules.ask(f"clash(pool({mine}), pool({yours})) > 0").probability or Fraction(0)
        down = rules.ask(f"clash(pool({mine}), pool({yours})) < 0").probability or Fraction(0)
        return (up * win(mine, yours - 1) + down * win(mine - 1, yours)) / (up + down)

    for mine, yours in product(range(1, 5), repeat=2):
        assert rules.ask(f"war({mine}, {yours}) is Victory").probability == win(mine, yours)
    assert rules.ask("war(1, 1) mean").value == 2


def test_a_question_for_two_things_at_once(stated: Stated, every: Any, refused: Any) -> None:
    rules = stated(
        "[check.normal]\nroll = { d6 = 2, d8 = 1 }\ntakes.skill = { each = { add = 1 } }\n"
        'readings.body = { is = "sum", of = "d8" }\n'
        'outcomes = { Bad = "<= 9", Good = "otherwise" }\n'
    )
    dice = [D6, D6, range(1, 9)]
    asked = {
        "normal(8) body = 8": lambda *dice: dice[2] == 8,
        "normal(8) >= 20 and body >= 5": lambda a, b, c: a + b + c + 8 >= 20 and c >= 5,
        "normal(2) outcome is Good and same >= 2": lambda a, b, c: (
            a + b + c + 2 > 9 and len({a, b, c}) < 3
        ),
        "normal lowest = 1 or highest = 8": lambda a, b, c: 1 in (a, b, c) or c == 8,
    }
    for question, holds in asked.items():
        wanted = every.roll(dice, holds)
        assert rules.ask(question).probability == wanted[True], question
        assert str(rules.ask(question).query) == question
    assert "'normal' shows no 'boddy'; did you mean 'body'?" in refused(rules, "normal boddy = 8")
    assert "has no outcome named 'Goo'" in refused(rules, "normal outcome is Goo and body = 1")


def test_a_die_that_is_taken_away(stated: Stated, every: Any) -> None:
    rules = stated(
        '[check.x]\nroll = { d20 = 1, "-d4" = 1 }\n'
        'outcomes = { Bad = "<= 0 or highest = 20", Good = "otherwise" }\n'
    )

    def read(a: int, b: int) -> tuple[int, str]:
        return a - b, "Bad" if a - b <= 0 or a == 20 else "Good"

    found = rules.ask("x").odds.joint()
    wanted = every.roll([D20, range(1, 5)], read)
    assert {(value, name): chance for (name, value), chance in found.items()} == wanted
    assert rules.judge("x on 3 4").value == -1
    assert "Roll 1d4, taken away." in explain(rules.game())


def test_choices_that_are_numbers_are_numbers(stated: Stated) -> None:
    rules = stated(
        "[check.brass]\ntakes.dice = { each = { d6 = 1 }, default = 1 }\ntakes.number.default = 3\n"
        'takes.number.choices = { 2 = { success = "1" }, 3 = { success = "1-2" } }\n'
        'outcomes = { Near = "number - same > 1 and >= 1", Far = "otherwise" }\n'
    )
    assert rules.ask("brass is Near").probability == Fraction(1, 3)
    assert rules.ask("brass(number=2) is Near").probability == 0
    assert rules.ask("brass(number=1d1+1) >= 1").probability == Fraction(1, 6)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[check.x]\nroll = { d6 = 2, success = 5+ }", 'faces need quotes: "5+"'),
        (
            '[check.x]\noutcomes = { Partial hit = "7..9" }',
            'words in quotes: "Partial hit" = …',
        ),
        ('[check.x]\nroll = { d6 = 2, success = "5+ }', "begins with a quote ends with one"),
        (
            "[check.x]\ntakes.a = {}\n[check.x.takes]\nb = {}",
            "write all of that table in one place",
        ),
        (
            "[check.x]\nroll = { d6 = 1 }\ntakes.skill = {}\nresult = 'skill-value'",
            "a minus needs spaces around it: 'skill - value'",
        ),
    ],
)
def test_a_slip_says_what_to_write(stated: Stated, text: str, said: str) -> None:
    with pytest.raises(Mistakes) as caught:
        stated(text)
    assert said in str(caught.value)


def test_an_argument_out_of_its_place_says_which_parameter_it_was_taken_for(
    stated: Stated, refused: Any
) -> None:
    rules = stated('[check.x]\ntakes.die.choices = ["d4", "d6"]\ntakes.rank = {}\n')
    said = refused(rules, "x(1) >= 2")
    assert said.startswith("'die' of 'x' takes no '1'; there is 'd4' and 'd6'")
    assert "takes die, rank in this order; for 'rank' write 'rank=1'" in said


def test_pools_are_compared_die_by_die(stated: Stated, every: Any) -> None:
    rules = stated(
        '[die.red]\nfaces = "1-6"\n[die.blue]\nfaces = "1-6"\n'
        "[check.fight]\nroll = { red = 3, blue = 2 }\n"
        'readings.losses = { is = "beats", of = "red", against = "blue" }\n'
        'outcomes = { None = "losses = 0", One = "losses = 1", Both = "losses = 2" }\n'
        "[check.omens]\nroll = { red = 2, blue = 2 }\n"
        'readings.good = { faces = "4+", of = "red", against = "blue" }\n'
        'readings.even = { is = "ties", of = "red", against = "blue" }\n'
        'outcomes = { Tied = "even = 2", Good = "good >= 1", Bad = "otherwise" }\n'
    )

    def fight(*faces: int) -> str:
        red, blue = sorted(faces[:3], reverse=True), sorted(faces[3:], reverse=True)
        return ("None", "One", "Both")[sum(a > b for a, b in zip(red, blue, strict=False))]

    def omens(*faces: int) -> str:
        red, blue = sorted(faces[:2]), sorted(faces[2:])
        if red == blue:
            return "Tied"
        return "Good" if any(f >= 4 for f in Counter(red) - Counter(blue)) else "Bad"

    assert rules.ask("fight").outcomes == every.roll([D6] * 5, fight)
    assert rules.ask("fight is Both").probability == Fraction(2890, 7776)
    assert rules.ask("omens").outcomes == every.roll([D6] * 4, omens)
    assert rules.judge("fight on 6 1 3 5 3").outcome == fight(6, 1, 3, 5, 3) == "One"
    assert rules.judge("omens on 4 5 5 1").outcome == omens(4, 5, 5, 1)
    told = explain(rules.game())
    assert "how many red dice show more, each against a blue die, highest first" in told
    assert "after each blue die took away one that shows the same" in told


def test_the_outcomes_of_a_repetition_go_by_its_result(stated: Stated) -> None:
    rules = stated(
        '[check.save]\nroll = { d2 = 1 }\noutcomes = { No = "= 1", Yes = "= 2" }\n'
        '[check.three]\nrepeats = "save"\ntimes = 3\ntakes.wins = {}\nchanges.Yes.wins = 1\n'
        'result = "value * 10 + wins"\noutcomes = { Low = "<= 31", High = "otherwise" }\n'
    )
    assert rules.ask("three = 31").probability == Fraction(3, 8)
    assert rules.ask("three is Low").probability == rules.ask("three <= 31").probability


def test_a_degree_needs_two_sides_with_outcomes(stated: Stated) -> None:
    rules = stated(
        "[check.pool]\nroll = { d6 = 1 }\n"
        '[check.feud]\nversus = ["a", "b"]\noutcomes = { won = "degree > 0", lost = "otherwise" }\n'
    )
    with pytest.raises(RulesError, match="'feud' compares outcomes by 'degree', and 'pool' names"):
        rules.ask("feud(pool, pool) is won")


SAVE = """
[check.save]
roll = { d20 = 1 }
outcomes = { Fail = "< 10", OK = "< 20", Up = { when = "otherwise", label = "On your feet" } }
groups.fine = ["OK", "Up"]
"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('repeats = "save"\nends = "outcome is Upp"', "no outcome of 'save' named 'Upp'; did you"),
        ('repeats = "save"\nends = "is any fin"', "no group of outcomes of 'save' named 'fin'"),
        (
            'repeats = "save"\ntimes = 2\noutcomes = { A = "outcome is Foo", B = "otherwise" }',
            "check.x.outcomes.A: no outcome of 'save' named 'Foo'",
        ),
        (
            'versus = ["a", "b"]\noutcomes = { A = "a is Upp", B = "otherwise" }',
            "no outcome named 'Upp'; did you mean 'Up'?",
        ),
        (
            'versus = ["a", "b"]\noutcomes = { A = "b is any fin", B = "otherwise" }',
            "no group of outcomes named 'fin'; did you mean 'fine'?",
        ),
        ('repeats = "save"\ntimes = 2\ntakes.skil = {}', "no parameter of 'save' named 'skil'"),
        ('tries = "save"\nbest = 2\ntakes.skil = {}', "no parameter of 'save' named 'skil'"),
        ('versus = ["value", "b"]', "'value' cannot name a side; take another word"),
        (
            'tries = "save"\nbest = 2\noutcomes = { A = "otherwise" }',
            "a check that tries 'save' has its outcomes; write yours there",
        ),
        (
            'repeats = "save"\ntimes = 2\ntakes.outcome.choices = { a = {} }',
            "'outcome' cannot name a parameter",
        ),
    ],
)
def test_an_outcome_that_nothing_has_is_a_mistake(mistakes: Any, text: str, line: str) -> None:
    assert any(line in found for found in mistakes(f"{SAVE}[check.x]\n{text}\n"))


def test_an_outcome_of_another_check_goes_by_its_label_too(stated: Stated, refused: Any) -> None:
    rules = stated(
        SAVE + '[check.x]\nrepeats = "save"\ntakes.n = {}\nchanges.Fail.n = 1\n'
        'ends = "outcome is On your feet or n = 2"\n'
        'outcomes = { Down = "n = 2", Fail = "otherwise" }\n'
        '[check.v]\nversus = ["a", "b"]\noutcomes = { A = "a is On your feet", B = "otherwise" }\n'
    )
    assert rules.ask("x is Fail").probability == 1 - Fraction(9, 10) ** 2
    assert rules.ask("v(save, save) is A").probability == Fraction(1, 20)
    assert rules.ask("v(save, save) a is Up and b is any fine").probability == Fraction(11, 400)
    # In a question the outcome is that of the check; by a name that it lacks, the last one.
    assert rules.ask("x outcome is Fail").probability == rules.ask("x is Fail").probability
    assert rules.ask("x outcome is Up").probability == rules.ask("x is Fail").probability
    assert rules.ask("x outcome is Down and n = 2").probability == Fraction(81, 100)
    assert "no outcome named 'Upp'; did you mean 'Up'?" in refused(rules, "x outcome is Upp")
    assert "no outcome named 'Upp'; did you mean 'Up'?" in refused(rules, "v(save, save) a is Upp")


def test_a_whole_result_is_asked_for_its_outcome_and_its_number(stated: Stated) -> None:
    rules = stated(
        SAVE + '[check.lucky]\ntries = "save"\nbest = 2\n'
        "[check.hit]\nroll = { d20 = 1 }\n"
        'outcomes = { Miss = "< 11", Hit = { when = "otherwise", result = "d8" } }\n'
    )
    asked = rules.ask("lucky outcome is OK and >= 15").probability
    assert asked == Fraction(19**2 - 14**2, 400)
    assert rules.ask("lucky outcome is any fine").probability == 1 - Fraction(81, 400)
    assert rules.ask("hit outcome is Hit and >= 5").probability == Fraction(1, 4)
    assert rules.ask("hit >= 3 and <= 4").probability == Fraction(1, 8)


def test_a_side_whose_outcomes_have_values_is_compared_by_them(stated: Stated) -> None:
    rules = stated(
        "[check.under]\nroll = { d20 = 1 }\ntakes.goal = { required = true }\n"
        'outcomes = { Miss = "> goal", Made = { when = "otherwise", result = "natural" } }\n'
        '[check.duel]\nversus = ["a", "b"]\n'
        'outcomes = { Lose = "< 0", Tie = "= 0", Win = "> 0" }\n'
    )

    def worth(goal: int, face: int) -> int:
        return face if face <= goal else 0

    wins = sum(worth(14, a) > worth(11, b) for a in D20 for b in D20)
    assert rules.ask("duel(under(14), under(11)) is Win").probability == Fraction(wins, 400)
    assert rules.judge("duel(under(14), under(11)) on 9 | 12").outcome == "Win"


@pytest.mark.parametrize(
    ("text", "other", "question"),
    [
        ('repeats = "save"\ntimes = 3\ntakes.n = {}\nchanges.OK.n = 1', 'result = "n"', "mean"),
        ('tries = "save"\nbest = 2', "", "is Up"),
        ('repeats = "save"\nslots = ["Fail"]\nends = "full"', "", "mean"),
    ],
)
def test_like_shares_what_a_check_does_with_another(
    stated: Stated, text: str, other: str, question: str
) -> None:
    rules = stated(f'{SAVE}[check.a]\n{text}\n{other}\n[check.b]\nlike = "a"\n[check.c]\n{text}\n')
    asked = rules.ask(f"a {question}")
    same = rules.ask(f"b {question}")
    assert (asked.value, asked.probability) == (same.value, same.probability)
    assert asked.value or asked.probability
