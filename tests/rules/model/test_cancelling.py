"""Parameters that cancel each other: what is left decides, in whatever order they are written."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations

import pytest

from sphinxext.rulebook.rules import Rules, RulesError

Stated = Callable[..., Rules]
ROLL = '[check.t]\nroll = "3d6"\n'
BONUS, RAIN, GLOOM = "each = '+1d6'", "each = '-1'", "each = '-9'"
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
            {"a": f"{BONUS}, cancels = 'b'", "b": "each = '+5', cancels = 'c'", "c": RAIN},
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
             "dark": "each = '-2', cancels = 'bonus'"},
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
             "c": "each = '+4'"},
            {"a": 1, "b": 1, "c": 1},
            "'a' and 'c' of 't' are more together than 'b'",
        ),
        (
            {"a": f"{BONUS}, cancels = 'b'", "b": f"{RAIN}, cancels = 'c'",
             "c": "each = '+4', cancels = 'd'", "d": RAIN},
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
