"""Rules that look right and once were answered wrongly, each against every roll."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError
from sphinxext.rulebook.rules.explain.game import explain

D6, D10, D20 = range(1, 7), range(1, 11), range(1, 21)
Stated = Callable[..., Rules]


@pytest.mark.parametrize("throws", ["first", "all"])
def test_a_sign_on_a_die_that_rolls_again(stated: Stated, every: Any, throws: str) -> None:
    rules = stated(
        "[die.fire]\n"
        "faces = [0, 1, '2 + smoke']\n"
        "[check.burn]\n"
        'roll = "2 fire, again on 2 once"\n'
        'outcomes = ["Clear: otherwise", "Cough: first.smoke", '
        f'"Choke: always {throws}.smoke 2+"]\n'
    )

    def read(*chains: tuple[int, ...]) -> str:
        looked = [shown if throws == "all" else shown[:1] for shown in chains]
        if sum(place == 2 for shown in looked for place in shown) >= 2:
            return "Choke"
        return "Cough" if any(shown[0] == 2 for shown in chains) else "Clear"

    wanted, _ = every.bounced([(range(3), [2])] * 2, read, 2, once=True)
    assert rules.ask("burn").outcomes == wanted
    said = "every throw" if throws == "all" else "their first throw"
    assert f"of smoke the dice show, on {said}." in explain(rules.game())
    assert rules.judge("burn on 3 1; 3").outcome == ("Choke" if throws == "all" else "Cough")


def test_a_use_of_slots_says_when_it_ends(stated: Stated, agrees: Any) -> None:
    text = (
        "[check.use]\n"
        'roll = "d10"\n'
        'outcomes = ["Gone: = 1", "Kept: >= 2"]\n'
        "[check.uses]\n"
        'repeats = "use"\n'
        'slots = ["Gone"]\n'
    )
    assert stated(text).ask("uses mean").value == 20  # the second one finds no slot
    rules = stated(text + 'ends = "full"\n')
    assert rules.ask("uses mean").value == 10
    assert rules.ask("uses = 3").probability == Fraction(81, 1000)
    assert rules.ask("uses median").value == 7
    assert "until the last slot is filled" in explain(rules.game())


def test_a_die_that_is_taken_away(stated: Stated, every: Any) -> None:
    rules = stated(
        "[check.x]\n"
        'roll = "d20 - d4"\n'
        'outcomes = ["Bad: <= 0 or highest = 20", "Good: otherwise"]\n'
    )

    def read(a: int, b: int) -> tuple[int, str]:
        return a - b, "Bad" if a - b <= 0 or a == 20 else "Good"

    found = rules.ask("x").odds.joint()
    wanted = every.roll([D20, range(1, 5)], read)
    assert {(value, name): chance for (name, value), chance in found.items()} == wanted
    assert rules.judge("x on 3 4").value == -1
    assert "Roll 1d4, taken away." in explain(rules.game())


def test_a_word_with_a_text_stands_for_its_text(stated: Stated) -> None:
    """Whatever the other words are, and whatever die the word looks like."""
    rules = stated(
        "[check.strike]\n"
        'roll = "weapon + strength"\n'
        "takes.weapon.choices = "
        '{ d4 = { also = "dagger" }, d20 = { roll = "2d6", also = "greatsword" } }\n'
        "takes.strength = 0\n"
    )
    assert rules.ask("strike(greatsword) mean").value == 7
    assert rules.ask("strike(dagger) mean").value == Fraction(5, 2)
    assert rules.judge("strike(d20) on 1 6").value == 7


@pytest.mark.parametrize(
    ("roll", "read"),
    [
        ("power + status", lambda a, b: (a + b, b < a)),
        ("power + status, success on 5+ of power", lambda a, b: (int(a >= 5), b < a)),
        ("power + status, keep highest of power", lambda a, b: (a + b, b < a)),
    ],
)
def test_a_clause_and_a_reading_look_at_what_a_word_rolls(
    stated: Stated, every: Any, roll: str, read: Any
) -> None:
    text = (
        "[die.red-d8]\nfaces = ['1-8']\n"
        "[check.act]\n"
        f'roll = "{roll}"\n'
        'takes.power.choices = { d8 = "1 red-d8", d6 = {} }\n'
        'takes.status.choices = ["d4", "d8"]\n'
        'readings.hindered = "highest(status) < highest(power)"\n'
        'outcomes = ["Free: otherwise", "Hindered: always hindered"]\n'
    )
    wanted: dict[tuple[str, int], Fraction] = {}
    dice = [range(1, 9), range(1, 9)]
    for (value, hindered), chance in every.roll(dice, read).items():
        wanted["Hindered" if hindered else "Free", value] = chance
    rules = stated(text)
    assert rules.ask("act(d8, d8)").odds.joint() == wanted
    for a, b in ((3, 4), (4, 3), (8, 8)):
        judged = rules.judge(f"act(d8, d8) on {a} {b}")
        assert (judged.value, judged.outcome == "Hindered") == read(a, b)


def test_dice_of_a_word_are_thrown_again_by_what_it_rolls(stated: Stated) -> None:
    rules = stated(
        "[die.red-d8]\nfaces = ['1-8']\n"
        "[check.act]\n"
        'roll = "power + status, reroll on 1 of power"\n'
        'takes.power.choices = { d8 = "2 red-d8", d6 = "d6" }\n'
        'takes.status.choices = ["d4", "d8"]\n'
    )
    once = Fraction(sum(range(2, 9)) + Fraction(9, 2), 8)
    assert rules.ask("act(d8, d8) mean").value == 2 * once + Fraction(9, 2)


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("roll = 'arm'\nreadings.top = 'highest(arm)'", "a clause or reading looks at the dice"),
        ("roll = '2 arm'", "the roll multiplies it or takes it away"),
        ("roll = 'arm'\ntakes.luck.each = '+arm'", "a change adds one die of 'arm'"),
        ("roll = 'd20'", "the roll does not name 'arm'"),
    ],
)
def test_a_word_that_has_to_roll_dice_of_one_kind(mistakes: Any, rest: str, said: str) -> None:
    (line,) = mistakes(f"[check.x]\n{rest}\ntakes.arm.choices = {{ d4 = 'd6 + d8', d6 = {{}} }}")
    assert "check.x.takes.arm.choices.d4" in line
    assert said in line


ACT = (
    "[check.act]\n"
    'roll = "power + status{clause}"\n'
    "takes.power.choices = {{ d4 = {{}}, d6 = {{}}, d8 = {d8} }}\n"
    'takes.status.choices = ["d4", "d6", "d8"]\n'
    'takes.luck = {{ each = "+1d6", least = 0 }}\n'
    'outcomes = ["Free: otherwise", "Hindered: always {condition}"]\n'
)


@pytest.mark.parametrize(
    ("clause", "condition"),
    [
        ("", "highest(status) < highest(power)"),
        ("", "natural(power) >= 2"),
        ("", "count(2+ of power) 1+"),
        (", reroll on 1 of power", "1+"),
        (", success on 5+ of power, 2 success on 9+", "1+"),
        (", again on 6 of power once", "1+"),
    ],
)
def test_dice_of_one_kind_from_two_parameters_are_not_one_heap(
    stated: Stated, refused: Any, clause: str, condition: str
) -> None:
    rules = stated(ACT.format(clause=clause, condition=condition, d8="{}"))
    for question in ("act(d8, d8)", "act(d6, d8, 1)"):
        assert "give it dice of its own: [die." in refused(rules, question)
    with pytest.raises(RulesError, match="give it dice of its own"):
        rules.judge("act(d8, d8) on 3 4")
    assert rules.ask("act(d8, d6) >= 0").probability == 1
    rules = stated(
        "[die.power-d8]\nfaces = ['1-8']\n"
        + ACT.format(clause=clause, condition=condition, d8='"1 power-d8"')
    )
    if "status)" not in condition:
        assert rules.ask("act(d8, d8, 1) >= 0").probability == 1


def test_dice_of_one_kind_are_told_apart_by_dice_of_their_own(stated: Stated, every: Any) -> None:
    rules = stated(
        "[die.power-d8]\nfaces = ['1-8']\n"
        + ACT.format(clause="", condition="highest(status) < highest(power)", d8='"1 power-d8"')
    )
    wanted = every.roll([range(1, 9)] * 2, lambda power, status: status < power)
    assert rules.ask("act(d8, d8) is Hindered").probability == wanted[True] == Fraction(7, 16)


@pytest.mark.parametrize("rest", [", reroll on 1 of d4", '"\nreadings.q = "highest(d4)'])
def test_what_is_asked_of_dice_that_are_taken_away(stated: Stated, refused: Any, rest: str) -> None:
    rules = stated(f'[check.x]\nroll = "d20 - d4{rest}"\n')
    assert "takes d4 away" in refused(rules, "x mean")


RED = "[die.red]\nfaces = ['hit', 'hit', 'crit', 'look', 0, 0]\n"
FACES = ["hit", "hit", "crit", "look", "blank", "blank"]


@pytest.mark.parametrize(
    ("clause", "named"),
    [
        ("reroll on blank", {"blank"}),
        ("reroll on hit or blank of red", {"hit", "blank"}),
        ("reroll on look or 0 of red", None),
        ("reroll on 0", None),
        ("reroll on even", None),
        ("again on 0 once", None),
        ("success on 0", None),
    ],
)
def test_faces_of_signs_are_named_by_what_they_show(
    stated: Stated, refused: Any, every: Any, clause: str, named: set[str] | None
) -> None:
    hits = "all.hit" if "again" in clause else "hit"
    rules = stated(f'{RED}[check.x]\nroll = "2 red, {clause}"\nreadings.hits = "{hits}"\n')
    if named is None:
        said = refused(rules, "x hits >= 1")
        assert "Name those that you mean: 'blank or crit or hit or look'" in said
        return
    twice = every.roll(
        [FACES] * 4,
        lambda a, b, c, d: [c if a in named else a, d if b in named else b].count("hit"),
    )
    for many in range(3):
        assert rules.ask(f"x hits = {many}").probability == twice.get(many, 0)
    assert rules.judge("x on 3 4").value == 0


def test_signs_count_as_successes_and_are_counted(stated: Stated, every: Any) -> None:
    rules = stated(
        f'{RED}[check.x]\nroll = "2 red, success on hit, 2 success on crit"\n'
        'readings.plain = "count(blank)"\nreadings.either = "count(look or blank)"\n'
    )
    worth = {"hit": 1, "crit": 2}
    wanted = every.roll([FACES] * 2, lambda *faces: sum(worth.get(face, 0) for face in faces))
    for value, chance in wanted.items():
        assert rules.ask(f"x = {value}").probability == chance
    for reading, named in (("plain", ["blank"]), ("either", ["look", "blank"])):
        counted = every.roll(
            [FACES] * 2, lambda *faces, of=named: sum(face in of for face in faces)
        )
        for value, chance in counted.items():
            assert rules.ask(f"x {reading} = {value}").probability == chance


def test_a_number_that_faces_write_beside_signs_is_named_as_before(stated: Stated) -> None:
    rules = stated("[die.b]\nfaces = [0, 1, '1 + luck', 2]\n[check.x]\nroll = 'b, reroll on 1'\n")
    assert rules.ask("x = 2").probability == Fraction(3, 8)


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("success on hit+", "names faces, and a number is needed"),
        ("reroll on blnk", "no face or parameter 'blnk'"),
        ("reroll on Curse", "'Curse' is an outcome; in faces write its place, 1"),
    ],
)
def test_a_face_that_is_named_wrongly(mistakes: Any, clause: str, said: str) -> None:
    rest = "\n[check.omen]\nroll = 'd2'\noutcomes = ['Curse', 'Fine']"
    (line,) = mistakes(f'{RED}[check.x]\nroll = "2 red, {clause}"{rest}')
    assert said in line
    assert "takes." not in line


def test_brackets_within_brackets_of_a_sum(stated: Stated, every: Any) -> None:
    rules = stated(
        "[check.x]\nroll = '2d6'\nresult = 'value * (1 + (same = 2))'\n"
        "readings.q = '(count(1) = 1) or (count(2) = 1)'\n"
        "readings.both = '((count(1) = 1) or (highest = 6)) and (lowest = 2)'\n"
    )
    wanted = every.roll([D6] * 2, lambda a, b: (a + b) * (2 if a == b else 1))
    assert {n: rules.ask(f"x = {n}").probability for n in wanted} == wanted
    once = every.roll([D6] * 2, lambda *f: f.count(1) == 1 or f.count(2) == 1)
    assert rules.ask("x q = 1").probability == once[True]
    both = every.roll([D6] * 2, lambda *f: (f.count(1) == 1 or max(f) == 6) and min(f) == 2)
    assert rules.ask("x both = 1").probability == both[True]


def test_words_that_are_calculated_with(mistakes: Any) -> None:
    rules = "[check.x]\nroll = '2d6'\ntakes.place.choices = { Head = '+1', Arm = '+2' }\n"
    for result in ("value + place", "value * (1 + (place is Head))"):
        (line,) = mistakes(f"{rules}result = '{result}'\n")
        assert "'place' takes words, and these cannot be calculated with" in line


def test_a_reading_alone_is_no_question(stated: Stated, refused: Any) -> None:
    rules = stated("[check.x]\nroll = '2d6'\nreadings.seven = 'natural = 7'\n")
    assert "write 'seven = 1' or 'seven >= 1'" in refused(rules, "x seven")
