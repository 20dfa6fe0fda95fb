"""Rules that look right and once were answered wrongly, each against every roll."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Mistakes, Rules
from sphinxext.rulebook.rules.explain.game import explain

D6, D10, D20 = range(1, 7), range(1, 11), range(1, 21)
Stated = Callable[..., Rules]


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
