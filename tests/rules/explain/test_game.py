"""The rules read back: every number and every word of a game is there, and follows the file."""

import copy
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError, load, load_game, shipped
from sphinxext.rulebook.rules.explain.game import explain, signature
from sphinxext.rulebook.rules.file.numbers import numbers
from sphinxext.rulebook.rules.file.positions import element_key
from tests.rules.proof.writing import toml
from tests.support.cases import cases_of

CASES = cases_of(__file__)

Stated = Callable[..., Rules]

OWN = sorted(Path(__file__).parents[1].glob("games/*.toml"))
GAMES = [*shipped(), *[path.stem for path in OWN]]


def rules_of(name: str) -> Rules:
    return load_game(name) if name in shipped() else load(OWN[0].with_name(f"{name}.toml"))


def explained(data: dict[str, Any], folder: Path) -> str:
    """The sentences of explain for a rules file with this data."""
    path = folder / "changed.toml"
    lines = [f"{key} = {toml(value)}\n" for key, value in data.items() if key != "extends"]
    path.write_text("".join(lines), encoding="utf-8")
    return explain(load(path).game())


def others(value: Any) -> Iterator[list[Any]]:
    """For each number that the value holds, other values with another number there."""
    if isinstance(value, int):
        yield [value + 1, value - 1, value + 2, 0]
        return
    for match in re.finditer(r"\d+", value):
        number = int(match[0])
        yield [
            value[: match.start()] + str(new) + value[match.end() :]
            for new in (number + 1, number - 1, number + 2, number + 4)
            if new >= 0
        ]


def changed(data: dict[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The data with another value at the path."""
    new = copy.deepcopy(data)
    at: Any = new
    for key in path[:-1]:
        at = at[place_in(at, key)]
    at[place_in(at, path[-1])] = value
    return new


def place_in(table: Any, key: str) -> Any:
    """The key in a table, or the place in a list of what is called so."""
    if not isinstance(table, list):
        return key
    return [element_key(i, each) for i, each in enumerate(table)].index(key)


@pytest.mark.parametrize("name", GAMES)
def test_the_text_changes_with_each_number_of_the_file(name: str, tmp_path: Path) -> None:
    data = {"limit": 500, **rules_of(name).game().data}
    text = explained(data, tmp_path)
    tried = 0
    for path, value in numbers(data):
        for candidates in others(value):
            told = 0
            for candidate in candidates:
                if candidate == value:
                    continue
                try:
                    new = explained(changed(data, path, candidate), tmp_path)
                except RulesError:
                    continue  # a number that the rules refuse
                assert new != text, (".".join(path), value, candidate)
                told += 1
            assert told or "choices" in path, f"no other number can stand at {'.'.join(path)}"
            tried += 1
    assert tried > 1


@pytest.mark.parametrize("name", GAMES)
def test_every_name_of_a_game_is_in_the_text(name: str) -> None:
    game = rules_of(name).game()
    text = explain(game)
    words: list[str] = [game.title, *game.checks, *game.dice]
    for ladder in game.ladders.values():
        words += [*ladder.names, *[f"any {group}" for group in ladder.groups]]
    for check in game.checks.values():
        words += [check.label, check.text, signature(check), *check.slots, *check.sides]
        words += [f"any {group}" for group in check.groups]
        words += [outcome.name for outcome in check.outcomes]
        words += [each for one in check.difficulties for each in (one.name, one.text)]
        for parameter in check.takes:
            words += [parameter.name, parameter.text, *parameter.cancels, *parameter.needed]
            words += [word for one in parameter.choices for word in (one.name, *one.also)]
    assert [word for word in words if word not in text] == []


def test_a_shared_ladder_names_the_face_of_each_die() -> None:
    text = explain(load_game("narrative").game())
    assert "The red die, also called disadvantage, has 6 faces: 1 is NO! AND..., 2 is NO!" in text
    assert "5 is YES! BUT..., 6 is YES!" in text


def test_one_check_is_explained_alone_with_its_own_dice() -> None:
    game = load_game("narrative").game()
    assert explain(game, "ACTION").startswith("Action roll: action(die)\n")
    assert "The blue die" in explain(game, "action")
    assert "The blue die" not in explain(game, "action-d6")
    assert "Resisting" not in explain(game, "action")


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_said_twice(name: str) -> None:
    text = explain(rules_of(name).game())
    assert "...." not in text
    assert "No roll has more than 10,000 dice" not in text
    lists = [line for line in text.splitlines() if line.count(", ") > 3 and "is rolled" not in line]
    assert sorted(lists) == sorted(set(lists))


def test_an_unknown_check_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(RulesError, match="did you mean 'direct'"):
        explain(load_game("uwr").game(), "dirct")


SAID = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    "game", [name for name in SAID if name not in ("everything", "rules", "numbers")]
)
def test_a_game_is_told_in_plain_sentences(game: str) -> None:
    text = explain(rules_of(game).game())
    assert [sentence for sentence in SAID[game] if sentence not in text] == []


def test_every_word_of_the_vocabulary_has_its_sentence(stated: Stated) -> None:
    text = explain(stated(SAID["rules"]).game())
    assert [sentence for sentence in SAID["everything"] if sentence not in text] == []


def test_numbers_are_those_of_rules_and_not_of_prose() -> None:
    case = SAID["numbers"]
    assert {".".join(path): value for path, value in numbers(case["data"])} == case["found"]


HANDED = CASES["handed"]


@pytest.mark.parametrize(
    ("check", "sentence"), CASES["it_says_what_is_handed_on_and_when_it_is_rolled"]
)
def test_it_says_what_is_handed_on_and_when_it_is_rolled(
    stated: Stated, check: str, sentence: str
) -> None:
    assert sentence in explain(stated(HANDED).game(), check)


def test_it_does_not_say_that_what_a_default_sets_is_handed_on(stated: Stated) -> None:
    strength = explain(stated(HANDED).game(), "sure").partition("- strength")[2].splitlines()[0]
    assert strength.endswith("For each: +1 to the result.")


def test_a_duel_says_what_it_compares(stated: Stated) -> None:
    duel = (
        "[check.x]\nroll = 'mine - yours'\ntakes = ['mine', 'yours']\n"
        "outcomes = ['L: yours beats mine 2+', 'T: mine ties yours', 'W: otherwise']\n"
    )
    said = " ".join(explain(stated(duel).game()).split())
    assert "worst first, that is true" in said
    assert "L: the outcome of yours is better than that of mine, by 2 or more places." in said
    assert "T: the outcomes of mine and yours are the same." in said
