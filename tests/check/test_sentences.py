"""Sentences as books write them: every right way is silent, every wrong one is named."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.judging import Judge

SENTENCES = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text("utf-8"))


def listed(groups: list[dict[str, Any]]) -> tuple[str, list[str]]:
    """A page with all of the sentences, and the sentences."""
    words = [(group, each) for group in groups for each in group["said"]]
    lines = [f"- :{group['role']}:`{each} <{group['question']}>`\n" for group, each in words]
    return "".join(lines), [" ".join(each.split()) for _, each in words]


@pytest.mark.parametrize("language", SENTENCES["right"])
def test_every_right_way_is_silent(judge: Judge, language: str) -> None:
    page, words = listed(SENTENCES["right"][language])
    settings: dict[str, Any] = {"language": language}
    judged = judge(page, **settings)
    assert judged.lines == []
    assert judged.checked == len(words)


@pytest.mark.parametrize("language", SENTENCES["wrong"])
def test_every_wrong_one_is_named(judge: Judge, language: str) -> None:
    page, words = listed(SENTENCES["wrong"][language])
    settings: dict[str, Any] = {"language": language}
    judged = judge(page, **settings)
    assert [(line, found) for _, line, found in judged.found] == list(enumerate(words, 4))
    assert judged.checked == len(words)
