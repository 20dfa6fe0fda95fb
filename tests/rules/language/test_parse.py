"""Wrong questions: one line each, what is wrong and the nearest thing that exists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError, load
from sphinxext.rulebook.rules.language.parse import parse, parse_args, parse_call, parse_event

WRONG = [
    ("uwr", "", "expected a check or dice such as '2d6+3', but the text ends, at character 1"),
    ("uwr", "dirct(4) >= 1", "no check named 'dirct' in uwr; did you mean 'direct'?"),
    ("uwr", "direct(4) >=", "expected a whole number, but the text ends, at character 13"),
    ("uwr", "direct(4 >= 2", "expected ',' or ')', not '>=', at character 10"),
    ("uwr", "direct(4,) >= 2", "expected a value, not ')', at character 10"),
    ("uwr", "direct >= 2", "'direct' needs 'dice', as in 'direct(3)'"),
    ("uwr", "direct(4, favr=1) >= 2", "'direct' takes no 'favr'; did you mean 'favor'?"),
    ("uwr", "direct(4, 1, 2, 3) >= 2", "takes dice, favor, rerolls; '3' is one too many"),
    ("uwr", "direct(4, dice=3) >= 2", "'direct' is given 'dice' twice"),
    ("uwr", "direct(-1) >= 2", "'dice' of 'direct' must be 0 or more, not -1"),
    ("uwr", "direct(4.25) >= 2", "'dice' of 'direct' takes whole or half numbers, not 4.25"),
    ("uwr", "direct(4, 1.5) >= 2", "'favor' of 'direct' takes whole numbers, not 1.5"),
    ("uwr", "direct(red) >= 2", "'dice' of 'direct' takes a number, not 'red'"),
    ("uwr", "direct(4) is Success", "names no outcomes; ask with '>= n'"),
    ("uwr", "direct(4) is any YES", "'direct' has no group of outcomes named 'YES'; it has none"),
    ("uwr", "direct(4) meets Normall", "has no difficulty named 'Normall'; did you mean 'Normal'?"),
    ("uwr", "direct(4) is", "expected a name, but the text ends"),
    ("uwr", "direct(4) mean 5", "expected nothing more, not '5', at character 16"),
    ("uwr", "direct(4) maen", "expected an event such as '>= 2', 'is NAME'"),
    ("uwr", "direct(4) >= 2.5", "expected a whole number, not '2.5'"),
    ("uwr", "direct(4) >= 100001", "100001 is out of reason; the most is 100,000"),
    ("uwr", "direct(10001) >= 1", "10,001 dice are more than the 10,000 that the game allows"),
    ("uwr", "10001d6 >= 1", "10,001 dice are more than the 10,000 that are allowed"),
    ("uwr", "direct(" + "9" * 5000 + ")", "the number at character 8 has 5,000 digits"),
    ("uwr", "direct(4) on " + "9" * 5000, "has 5,000 digits"),
    ("uwr", "direct(" * 500 + "1" + ")" * 500, "checks within checks, more than 20 deep"),
    ("uwr", "direct(4) >= 1" + " " * 200_000, "a question of 200,014 characters; the most is"),
    ("uwr", "arrata:stat(B5) >= 2", "no game named 'arrata'; there is 'uwr'"),
    (
        "uwr",
        "opposed(direct(4)) is win",
        "'opposed' needs 'second', as in 'opposed(first, second)'",
    ),
    ("uwr", "opposed(direct(4), 3) is win", "'second' of 'opposed' should be a check, not 3"),
    ("uwr", "opposed(direct(4), direct(3), direct(2)) is win", "has two sides; a third is given"),
    ("uwr", "opposed(thrd=direct(4)) is win", "'opposed' has no side named 'thrd'; there is"),
    (
        "uwr",
        "opposed(direct(4), direct(3)) is winn",
        "no outcome named 'winn'; did you mean 'win'?",
    ),
    ("uwr", 'opposed(direct(4), "direct(3) >= 2")', "should be a check or dice alone, without"),
    ("uwr", "opposed(opposed, opposed) is win", "'opposed' needs 'first'"),
    ("uwr", "2d6 is Hit", "plain dice name no outcomes; ask with '>= n'"),
    ("uwr", "2d6 meets Easy", "plain dice have no named difficulties; ask with '>= n'"),
    ("uwr", "d0 >= 1", "no die 'd0': a die has 1 to 1000 sides"),
    ("uwr", "2d6kh3", "'2d6kh3' keeps 3 of 2 dice"),
    ("uwr", "2d6++3", "not '+', at character 4 of '2d6++3'"),
    ("uwr", "d1!", "every face rolls again, so the roll never ends"),
    ("uwr", "direct(4) on 1 2 3", "3 dice for a roll of 4 (4d6)"),
    ("uwr", "direct(1) on 1 2", "2 dice for a roll of 1 (1d6)"),
    ("uwr", "direct(4) on 1 2 3 7", "a d6 has no face 7; it shows 1 to 6"),
    ("unnamed", "pull(2, aspects=1) on 7 5 1", "the dice of this roll go in order: 2d6, then 1d8"),
    ("uwr", "direct(4) on 1 2 3 4; 5", "1 die after ';', but only 0 were rolled again"),
    ("uwr", "direct(2, rerolls=1) on 1 2", "the 1 rolls again: write its new throw after"),
    ("uwr", "direct(2, rerolls=1) on 1 2; 5 6", "2 dice after ';', but only 1 was rolled again"),
    ("uwr", "direct(4) >= 2 on 1 2 3 4", "asks for an event; leave '>= 2' out"),
    ("uwr", "direct(2) on 5 6 | 1 2", "has one side; '|' separates the dice of two"),
    ("uwr", "opposed(direct(2), direct(1)) on 5 6", "write the second's dice after '|'"),
    ("narrative", "action(red) >= 3", "'action' names its outcomes; ask 'is \"YES! AND...\"'"),
    ("narrative", "action(rde) is YES!", "'die' of 'action' takes no 'rde'; did you mean 'red'?"),
    ("narrative", "action(red) is any MAYBE", "no group of outcomes named 'MAYBE'; there is 'NO'"),
    ("narrative", "action(red) is YES", "'YES' is a group of outcomes; ask 'is any YES'"),
    ("narrative", "action is any YES", "'action' needs 'die', as in 'action(black)'"),
    ("narrative", "action(red) mean", "'action' only names outcomes; it has no mean"),
    ("narrative", "action(red) on 7", "the red die has no face 7; its faces are 1 to 6"),
    ("narrative", "taken-out(red) on 3", "is not a single roll; judge the check it is made of"),
    ("narrative", "taken-out(red) is none", "'taken-out' names no outcomes; ask with '>= n'"),
    ("arrata", "stat(Q5) >= 2", "'quality' of 'stat' takes no 'Q5'; there is 'B', 'A' and 'S'"),
    ("arrata", "stat(B) >= 2", "'stat' needs 'dice', as in 'stat(B3)'"),
    ("arrata", "stat(B-5) >= 2", "'dice' of 'stat' must be 0 or more, not -5"),
    ("unnamed", "pull >= 1", "no dice are left to roll"),
    ("unnamed", "pull(drama=3) >= 1", "'drama' of 'pull' must be 2 or less, not 3"),
    ("unnamed", "pull(1) is Triumph", "no outcome named 'Triumph'; did you mean 'Triumph!'?"),
]


@pytest.mark.parametrize(("name", "query", "said"), WRONG, ids=[q[:50] for _, q, _ in WRONG])
def test_a_wrong_question_gets_one_line(
    game: Any, refused: Any, name: str, query: str, said: str
) -> None:
    line = refused(game(name), query)
    assert said in line
    assert len(line) < 400


SAME = [
    ("uwr", "direct(4)>=2", "direct( 4 ) >= 2"),
    ("uwr", "direct(4) => 2", "direct(4) ≥ 2"),
    ("uwr", "direct(dice=4, favor=1) >= 2", "direct(4, 1) >= 2"),
    ("uwr", "direct(favor=1, dice=4) >= 2", "direct(4, 1) >= 2"),
    ("uwr", "uwr: direct(4) >= 2", "direct(4) >= 2"),
    ("uwr", "DIRECT(4) >= 2", "direct(4) >= 2"),
    ("uwr", 'direct(4) meets "easy"', "direct(4) meets Easy"),
    ("uwr", "direct(4) > 1", "direct(4) >= 2"),
    ("uwr", "opposed(direct(4), 'direct(3)') is WIN", "opposed(direct(4), direct(3)) is win"),
    ("uwr", "2d6 + 3 >= 10", "2d6+3 >= 10"),
    ("uwr", "2D6−1 >= 5", "2d6-1 >= 5"),
    ("uwr", "3+2d6 >= 10", "2d6+3 >= 10"),
    ("uwr", "2d6 = -5", "2d6 < 0"),
    ("narrative", "action(red) is yes! but…", 'action(red) is "YES! BUT..."'),
    ("narrative", "action(red) is “YES! BUT…”", 'action(red) is "YES! BUT..."'),
    ("narrative", "action(Overwhelming Disadvantage) is any no", "action(black) is any NO"),
    ("narrative", "action-d6(even odds) is any YES", "action-d6(yellow) is any YES"),
    ("arrata", "stat(b5) >= 2", "stat(quality=B, dice=5) >= 2"),
    ("arrata", "stat(basic, 5) >= 2", "stat(B5) >= 2"),
]


@pytest.mark.parametrize(("name", "one", "other"), SAME)
def test_two_spellings_are_one_question(game: Any, name: str, one: str, other: str) -> None:
    assert game(name).ask(one).probability == game(name).ask(other).probability


@pytest.mark.parametrize(
    "text",
    [
        "direct(4)",
        "direct(3.5, favor=-1) >= 2",
        "uwr:opposed(direct(5), direct(4, rerolls=1)) is win",
        'action("overwhelming disadvantage") is any YES',
        'action(red) is "a (b) on 3; c"',
        "direct(4) meets Extreme",
        "2d6+3 != -4",
        "4d6kh3 mean",
        "d% median",
        "taken-out(die=red) < 3",
        "direct(2, rerolls=1) on 1 5; 3",
        "opposed(direct(1), direct(1)) on 5 | 6",
    ],
)
def test_a_question_written_out_is_the_same_question(text: str) -> None:
    query = parse(text)
    again = parse(str(query))
    assert again.what == query.what
    assert again.event == query.event
    assert again.game == query.game


def test_parts_of_the_language_are_read_alone() -> None:
    assert parse_call("uwr:direct(4)")[0] == "uwr"
    assert parse_args("4, favor=1") == (("", 4), ("favor", 1))
    assert str(parse_event("is any YES")) == "is any YES"
    for wrong in ("direct(4) >= 1", "2d6 on 1 2"):
        with pytest.raises(RulesError):
            parse_call(wrong)
    for wrong in ("4,", "4 5", "favor="):
        with pytest.raises(RulesError):
            parse_args(wrong)
    with pytest.raises(RulesError):
        parse_event("")


def test_games_are_asked_by_name_and_the_first_is_the_default() -> None:
    rules = load({"one": "game:uwr", "two": "game:arrata"})
    assert rules.ask("direct(1) >= 1").probability == rules.ask("one:direct(1) >= 1").probability
    assert rules.ask("two:stat(B5) >= 3").probability is not None
    with pytest.raises(RulesError, match="no game named 'tow'; did you mean 'two'"):
        rules.ask("tow:stat(B5) >= 3")


def test_a_side_in_quotes_may_come_from_another_game() -> None:
    rules = load({"one": "game:uwr", "two": "game:arrata"})
    asked = rules.ask('opposed(direct(1), "two:stat(B1)") is win')
    assert asked.probability is not None
    assert asked.probability * 6 == 1


def test_a_parameter_that_cannot_be_nothing_has_to_be_given(
    stated: Callable[..., Rules], refused: Any
) -> None:
    rules = stated("[check.x]\ntakes.dice = { each = { d6 = 1 }, least = 2 }\n")
    assert refused(rules, "x >= 3") == "'x' needs 'dice', as in 'x(3)'"


def test_a_difficulty_of_an_opposed_check_is_met_by_its_margin(
    stated: Callable[..., Rules],
) -> None:
    rules = stated(
        'extends = "game:uwr"\n[check.opposed.difficulties]\nClear = { needs = 2 }\n', name="x.toml"
    )
    call = "opposed(direct(3), direct(2))"
    assert rules.ask(f"{call} meets Clear").probability == rules.ask(f"{call} >= 2").probability
