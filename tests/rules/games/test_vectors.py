"""The exact answers and the worked examples that the five games must give."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

DATA = Path(__file__).parent / "data"
Game = Callable[[str], Rules]


def _rows(name: str, game: str = "game") -> list[Any]:
    rows = json.loads((DATA / name).read_text(encoding="utf-8"))
    return [pytest.param(row, id=f"{row[game]}:{row['query']}") for row in rows]


@pytest.mark.parametrize("row", _rows("vectors.json"))
def test_the_exact_answer_is_given(game: Game, row: dict[str, Any]) -> None:
    answer = game(row["game"]).ask(row["query"])
    assert answer.probability == Fraction(row["probability"])
    assert answer.exact


@pytest.mark.parametrize("row", _rows("judged.json"))
def test_given_dice_come_to_what_the_rules_say(game: Game, row: dict[str, Any]) -> None:
    judged = game(row["game"]).judge(row["query"])
    assert judged._asdict() == {key: row[key] for key in judged._fields}


@pytest.mark.parametrize("row", _rows("examples.json", "source"))
def test_every_example_with_rolled_dice_of_the_books_is_read_by_their_rules(
    game: Game, row: dict[str, Any]
) -> None:
    judged = game(row["source"]).judge(row["query"])
    assert judged._asdict() == {key: row[key] for key in judged._fields}


@pytest.mark.parametrize("row", _rows("contradictions.json", "source"))
def test_where_a_book_contradicts_its_rules_the_engine_follows_the_rules(
    game: Game, row: dict[str, Any]
) -> None:
    judged = game(row["source"]).judge(row["query"])
    wanted = row["engine"]
    if isinstance(wanted, int):
        assert judged.value == wanted
    elif wanted.startswith("failures: "):
        assert judged.failures == int(wanted.removeprefix("failures: "))
    else:
        assert judged.outcome == wanted
    assert row["why"]


def test_an_arrow_at_someone_who_does_not_contest_hits_with_any_result(game: Game) -> None:
    # "Since 3 >= 0, my check was a success": an Obstacle of 0 is always met.
    assert game("arrata").ask("stat(B5) >= 0").probability == 1


def test_a_disadvantage_beyond_the_stat_leaves_no_dice_and_no_successes(game: Game) -> None:
    assert game("arrata").ask("stat(B2, disadvantage=4) = 0").probability == 1
