"""What is not read closely has no figure: the quick look never changes what is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext.rulebook.rules.rules import Rules
from sphinxext.rulebook.suggest import markdown_mask
from sphinxext.rulebook.suggest.scan import suggestions
from sphinxext.rulebook.suggest.worth_reading import is_worth_reading
from sphinxext.rulebook.words.clue_words import every_language, some, spoken_in, word_index
from sphinxext.rulebook.words.formatter import Style

ROOMS = Path(__file__).parent
PAGES = sorted(ROOMS.glob("dense/[b-g]*.md"))
KINDS = ("dice", "rolls", "odds chances", "succeed", "money", "results", "average_near", "tries")


def test_the_same_is_found_where_everything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = suggestions(PAGES, Rules({}), Style())
    monkeypatch.setattr(markdown_mask, "is_worth_reading", lambda _: True)
    assert suggestions(PAGES, Rules({}), Style()) == quick
    assert len(quick) > 40


@pytest.mark.parametrize(
    "text",
    [
        "* [[`234a505e96`](https://e.org/c/234a505e96)] - **src**: allow it [#57325](https://e.org)",
        "Released on a Monday, with thanks to everybody who reported what was broken.",
        "See chapter 4 and the notes in [the list](https://e.org/v1/2/3).",
    ],
)
def test_lines_of_changelogs_are_not_read_closely(text: str) -> None:
    assert not is_worth_reading(text)


WORDS = re.findall(
    r"\S+",
    "rolls rolled dice odds Chance hit HITS price d6s snake eyes of the time all your on in media "
    "average PROBABILITY unprobable Würfe der Fälle ¿ 12 +",
)


@given(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join))
def test_a_search_for_words_finds_what_its_pattern_finds(text: str) -> None:
    for spoken in (spoken_in("en"), spoken_in("de"), every_language()):
        seen = word_index(spoken).seen(text)
        for kinds in KINDS:
            words = some(kinds, spoken)
            expected = words.pattern.search(text)
            found = words.search(text)
            assert (found and found.span()) == (expected and expected.span())
            assert words.is_in(text, seen) == (expected is not None)
