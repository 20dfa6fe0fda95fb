"""Figures in words, in each language: silent where they are right, named where they are not."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.judging import Judge

SPOKEN = tomllib.loads(Path(__file__).with_name("spoken.toml").read_text("utf-8"))


def page(claims: list[tuple[str, str]]) -> str:
    return "".join(f"- :odds:`{words} <{asked}>`\n" for words, asked in claims)


@pytest.mark.parametrize("language", SPOKEN["words"])
def test_words_are_right_of_their_question_alone(judge: Judge, language: str) -> None:
    groups = SPOKEN["words"][language]
    settings: dict[str, Any] = {"language": language}
    judged = judge(
        page([(words, each["right"]) for each in groups for words in each["said"]]), **settings
    )
    assert judged.lines == []
    wrong = [(words, each["wrong"]) for each in groups for words in each["said"]]
    judged = judge(page(wrong), **settings)
    found = [(line, each) for _, line, each in judged.found]
    assert found == [(line, " ".join(words.split())) for line, (words, _) in enumerate(wrong, 4)]


@pytest.mark.parametrize("language", SPOKEN["faces"])
def test_faces_beside_a_chance_are_read_in_each_language(judge: Judge, language: str) -> None:
    right, wrong = SPOKEN["faces"][language].values()
    chance = "%33" if language == "tr" else "33%"
    settings: dict[str, Any] = {"language": language}
    judged = judge(page([(f"{chance} ({each})", "d6 >= 5") for each in right + wrong]), **settings)
    first = 4 + len(right)
    assert [(line, found) for _, line, found in judged.found] == [
        (line, f"{chance} ({each})") for line, each in enumerate(wrong, first)
    ], judged.text


@pytest.mark.parametrize("language", SPOKEN["clauses"])
def test_a_clause_is_read_whole(judge: Judge, language: str) -> None:
    clauses = SPOKEN["clauses"][language].items()
    settings: dict[str, Any] = {"language": language}
    right = [(words, asked) for asked, (many, _) in clauses for words in many]
    wrong = [(words, asked) for asked, (_, many) in clauses for words in many]
    judged = judge(page(right + wrong), **settings)
    first = 4 + len(right)
    assert [(line, found) for _, line, found in judged.found] == [
        (line, " ".join(words.split())) for line, (words, _) in enumerate(wrong, first)
    ], judged.text
    assert judged.checked == len(right) + len(wrong)


ROLLS = {"two": "5 6 1", "one": "5 2 1", "none": "1 2 1"}


@pytest.mark.parametrize("language", SPOKEN["rolled"])
def test_successes_are_counted_in_each_language(judge: Judge, language: str) -> None:
    claims = [
        f"- :rolled:`{words} <direct(3) on {ROLLS[other]}>`\n"
        for said, many in SPOKEN["rolled"][language].items()
        for words in many
        for other in (said, "two" if said == "one" else "one")
    ]
    settings: dict[str, Any] = {"language": language}
    judged = judge("".join(claims), **settings)
    wrong = range(5, 4 + len(claims), 2)
    assert [line for _, line, _ in judged.found] == list(wrong), judged.text
    assert judged.checked == len(claims)
