"""Wrong questions: one line each, what is wrong and the nearest thing that exists."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.rules import RulesError, load
from sphinxext.rulebook.rules.language.parse import parse, parse_args, parse_call, parse_event

CASES = tomllib.loads(Path(__file__).with_name("questions.toml").read_text("utf-8"))
WRONG = [
    *CASES["wrong"],
    ["uwr", "direct(" + "9" * 5000 + ")", "the number at character 8 has 5,000 digits"],
    ["uwr", "direct(4) on " + "9" * 5000, "has 5,000 digits"],
    ["uwr", "direct(" * 500 + "1" + ")" * 500, "checks within checks, more than 20 deep"],
    ["uwr", "direct(4) >= 1" + " " * 200_000, "a question of 200,014 characters; the most is"],
]


@pytest.mark.parametrize(("name", "query", "said"), WRONG, ids=[q[:50] for _, q, _ in WRONG])
def test_a_wrong_question_gets_one_line(
    game: Any, refused: Any, name: str, query: str, said: str
) -> None:
    line = refused(game(name), query)
    assert said in line
    assert len(line) < 400


@pytest.mark.parametrize(("name", "one", "other"), CASES["same"])
def test_two_spellings_are_one_question(game: Any, name: str, one: str, other: str) -> None:
    assert game(name).ask(one).probability == game(name).ask(other).probability


@pytest.mark.parametrize("text", CASES["written"])
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
    assert asked.probability * 6 == 1
