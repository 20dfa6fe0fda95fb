"""Figures in words, in each language: silent where they are right, named where they are not."""

import pytest

from tests.support.cases import cases_of
from tests.support.judging import Held

SPOKEN = cases_of(__file__)


@pytest.mark.parametrize("language", SPOKEN["words"])
def test_words_are_right_of_their_question_alone(held: Held, language: str) -> None:
    said = [(words, each) for each in SPOKEN["words"][language] for words in each["said"]]
    right, wrong = ([(words, each[kind]) for words, each in said] for kind in ("right", "wrong"))
    held(right, wrong, language=language)


@pytest.mark.parametrize("language", SPOKEN["faces"])
def test_faces_beside_a_chance_are_read_in_each_language(held: Held, language: str) -> None:
    chance = "%33" if language == "tr" else "33%"
    faces = SPOKEN["faces"][language].values()
    right, wrong = ([(f"{chance} ({each})", "d6 >= 5") for each in many] for many in faces)
    held(right, wrong, language=language)


@pytest.mark.parametrize("language", SPOKEN["clauses"])
def test_a_clause_is_read_whole(held: Held, language: str) -> None:
    clauses = SPOKEN["clauses"][language].items()
    right, wrong = (
        [(words, asked) for asked, each in clauses for words in each[n]] for n in (0, 1)
    )
    held(right, wrong, language=language)


ROLLS = {"two": "5 6 1", "one": "5 2 1", "none": "1 2 1"}


@pytest.mark.parametrize("language", SPOKEN["rolled"])
def test_successes_are_counted_in_each_language(held: Held, language: str) -> None:
    words = [(each, said) for said, many in SPOKEN["rolled"][language].items() for each in many]
    right = [(each, f"direct(3) on {ROLLS[said]}") for each, said in words]
    others = [(each, "two" if said == "one" else "one") for each, said in words]
    wrong = [(each, f"direct(3) on {ROLLS[said]}") for each, said in others]
    held(right, wrong, role="rolled", language=language)
