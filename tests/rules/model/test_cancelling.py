"""Parameters that cancel each other: what is left decides, in whatever order they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations

import pytest

from sphinxext.rulebook.rules import Rules, RulesError
from sphinxext.rulebook.rules.explain.game import explain

Stated = Callable[..., Rules]
ROLL = "[check.t]\nroll = { d6 = 3 }\n"
BONUS, RAIN, GLOOM = "each = { d6 = 1 }", "each = { add = -1 }", "each = { add = -9 }"
WET = f"{RAIN}, cancels = 'bonus'"


def every_order(takes: Mapping[str, str], args: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """The rules and the question with their keys and arguments in every order."""
    for names in permutations(takes):
        lines = "".join(f"takes.{name} = {{ {takes[name]} }}\n" for name in names)
        for given in permutations(args):
            yield ROLL + lines, ", ".join(f"{name}={args[name]}" for name in given)


@pytest.mark.parametrize(
    ("takes", "args", "mean"),
    [
        # Two that are alike cancel one: one of them is left.
        (
            {"bonus": BONUS, "rain": WET, "dark": WET},
            {"bonus": 1, "rain": 1, "dark": 1},
            Fraction(19, 2),
        ),
        (
            {"bonus": BONUS, "rain": WET, "dark": WET},
            {"bonus": 3, "rain": 1, "dark": 1},
            14,
        ),
        # Two that name each other cancel once.
        (
            {"bonus": f"{BONUS}, cancels = 'rain'", "rain": f"{RAIN}, cancels = 'bonus'"},
            {"bonus": 1, "rain": 1},
            Fraction(21, 2),
        ),
        (
            {"bonus": f"{BONUS}, cancels = 'rain'", "rain": f"{RAIN}, cancels = 'bonus'"},
            {"bonus": 2, "rain": 3},
            Fraction(19, 2),
        ),
        # In a row of three, the one in the middle takes both away.
        (
            {"a": f"{BONUS}, cancels = 'b'", "b": "each = { add = 5 }, cancels = 'c'", "c": RAIN},
            {"a": 1, "b": 2, "c": 1},
            Fraction(21, 2),
        ),
        # An order says which of them is left.
        (
            {"bonus": f"{BONUS}, cancels = 'dark, rain'", "rain": RAIN, "dark": GLOOM},
            {"bonus": 1, "rain": 1, "dark": 1},
            Fraction(19, 2),
        ),
        (
            {"bonus": f"{BONUS}, cancels = 'rain, dark'", "rain": RAIN, "dark": GLOOM},
            {"bonus": 2, "rain": 1, "dark": 3},
            Fraction(21, 2) - 18,
        ),
    ],
)  # fmt: skip
def test_what_is_left_in_every_order(
    stated: Stated, takes: Mapping[str, str], args: Mapping[str, int], mean: Fraction
) -> None:
    for text, given in every_order(takes, args):
        assert stated(text).ask(f"t({given}) mean").value == mean, (text, given)


@pytest.mark.parametrize(
    ("takes", "args", "message"),
    [
        (
            {"bonus": BONUS, "rain": WET,
             "dark": "each = { add = -2 }, cancels = 'bonus'"},
            {"bonus": 1, "rain": 1, "dark": 1},
            "'dark' and 'rain' of 't' are more together than 'bonus', and which of them it cancels "
            "is open; say the order, as in takes.bonus.cancels = \"dark, rain\"",
        ),
        (
            {"a": f"{BONUS}, cancels = 'b'", "b": f"{RAIN}, cancels = 'c'", "c": BONUS},
            {"a": 1, "b": 1, "c": 1},
            None,
        ),
        (
            {"a": f"{BONUS}, cancels = 'b'", "b": f"{RAIN}, cancels = 'c'",
             "c": "each = { add = 4 }"},
            {"a": 1, "b": 1, "c": 1},
            "'a' and 'c' of 't' are more together than 'b'",
        ),
        (
            {"a": f"{BONUS}, cancels = 'b'", "b": f"{RAIN}, cancels = 'c'",
             "c": "each = { add = 4 }, cancels = 'd'", "d": RAIN},
            {"a": 1, "b": 1, "c": 1, "d": 1},
            "'a', 'b', 'c' and 'd' of 't' cancel each other in a row",
        ),
    ],
)  # fmt: skip
def test_what_is_open_and_matters_is_refused(
    stated: Stated, takes: Mapping[str, str], args: Mapping[str, int], message: str | None
) -> None:
    said = set()
    for text, given in every_order(takes, args):
        try:
            said.add(str(stated(text).ask(f"t({given}) mean").value))
        except RulesError as error:
            said.add(str(error))
    (found,) = said
    assert message in found if message else found == "14"


def test_alike_parameters_that_a_condition_reads_are_not_alike(stated: Stated) -> None:
    text = (
        ROLL + "takes.bonus = { each = { d6 = 1 } }\n"
        "takes.rain = { each = { add = -1 }, cancels = 'bonus' }\n"
        "takes.dark = { each = { add = -1 }, cancels = 'bonus' }\n"
        "outcomes = { Wet = 'rain = 1', Dry = 'otherwise' }\n"
    )
    with pytest.raises(RulesError, match="which of them it cancels is open"):
        stated(text).ask("t(1, 1, 1) is Wet")
    with pytest.raises(RulesError, match="which of them it cancels is open"):
        stated(text).judge("t(1, 1, 1) on 1 2 3")


def test_conditions_formulas_and_judged_dice_see_what_is_left(stated: Stated) -> None:
    rules = stated(
        "[check.t]\nroll = { d6 = 1 }\n"
        "takes = { up = { most = 1, cancels = 'down' }, down = { most = 1 } }\n"
        "outcomes = { Bad = 'down = 1 and < 5', Good = 'up = 1', Plain = 'otherwise' }\n"
        "[check.r]\nroll = { d6 = 1, success = 'low+' }\nresult = 'value + 10 * up'\n"
        "takes = { up = { cancels = 'down' }, down = {}, low = { default = 'up + 2' } }\n"
        "[check.best]\ntries = 't'\nbest = 'many'\n"
        "takes = { many = { default = 3, cancels = 'down' }, down = {}, up = {} }\n"
        "[check.by]\nroll = {}\nresult = 'up'\n"
        "takes = { up = { cancels = 'down', rolls = 'd4' }, down = {} }\n"
    )
    assert rules.ask("t(1, 1) is Plain").probability == 1
    assert rules.ask("t(1, 0) is Good").probability == 1
    assert rules.ask("t(0, 1) is Bad").probability == Fraction(2, 3)
    assert rules.ask("t(1, 1) up = 0 and down = 0").probability == 1
    assert rules.judge("t(1, 1) on 2").outcome == "Plain"
    # One up is left of three, and so a 3 is a success.
    assert rules.ask("r(3, 2) = 11").probability == Fraction(2, 3)
    assert rules.judge("r(3, 2) on 3").value == 11
    assert rules.judge("best(down=1, up=1) on 2 | 3").outcome == "Good"
    assert rules.ask("by(down=2) = 0").probability == Fraction(1, 2)
    assert rules.ask("by(down=2) = 2").probability == Fraction(1, 4)


def test_explain_says_what_cancels_what(stated: Stated) -> None:
    rules = stated(
        ROLL + "takes.bonus = { each = { d6 = 1 }, cancels = 'dark, rain' }\n"
        "takes.rain = { each = { add = -1 } }\ntakes.dark = { each = { add = -9 } }\n"
        "[check.u]\nroll = { d6 = 3 }\ntakes.bonus = { each = { d6 = 1 } }\n"
        "takes.rain = { each = { add = -1 }, cancels = 'bonus' }\n"
        "takes.dark = { each = { add = -9 }, cancels = 'bonus' }\n"
    )
    said = " ".join(explain(rules.game()).split())
    assert "It cancels dark, then rain, one for one." in said
    assert "It and rain and dark cancel each other, one for one." in said
    assert "A question is refused if it matters which of them go first." in said
