"""A quick look for a sign finds all that a slow reading of every letter finds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext.rulebook.rules.rules import Rules
from sphinxext.rulebook.suggest import clues
from sphinxext.rulebook.suggest.arithmetic import averages, chances, dice_text, proved, sums
from sphinxext.rulebook.suggest.arithmetic.typed import around, around_percentages, matches
from sphinxext.rulebook.suggest.clue_patterns import clue_patterns
from sphinxext.rulebook.suggest.clues import possible_figures
from sphinxext.rulebook.suggest.passages import NOTATION, Sentence
from sphinxext.rulebook.suggest.scan import suggestions
from sphinxext.rulebook.words.clue_words import every_language
from sphinxext.rulebook.words.dice_patterns import DIE_SIGN
from sphinxext.rulebook.words.formatter import Style

PAGES = sorted(Path(__file__).parent.glob("dense/[b-c]*.md"))
PIECES = re.findall(
    r"\S+",
    "1 in 6 (17%) 2-in-6 ; 33% 50 percent Prozent 7 per cent ％ 12 of 36 ways = 4 + 3 - 2 HD 3+1 "
    "(14hp) 2d6 1D8+1 12w10 3к6 d% 4dF 1d6/2d6 (3.5/7) 1d6 / 2d6 / 3d6 [3/7/10] 12345d6 x2d6 .1d6 "
    "1,296 one two three half third chance odds succeed fails average rolls roll rolled hit hits "
    "on 6 6+ 5-6 ½ .5 0,25 only a a1b2c3d4 `9d1e` #123 (x) , . : ! time times dice you success "
    "zwei drei Würfe Chance rate: trois sur un",
)
TEXTS = st.lists(st.sampled_from([*PIECES, "\n", "\n\n", "x " * 400]), max_size=24).map(" ".join)


@given(TEXTS)
def test_all_matches_are_around_a_sign(text: str) -> None:
    percentages = around_percentages(text)
    for pattern, parts in (
        (chances._SHARE_FIRST, percentages),
        (chances._SHARE_NEAR, percentages),
        (chances._PERCENT_FIRST, percentages),
        (sums._SUM, around(sums._EQUAL, text)),
        (proved._SLASHED, around(proved._SLASH, text)),
        (averages._HIT_DICE, around(averages._HD, text)),
    ):
        quick = [each.span() for each in matches(pattern, text, parts)]
        assert quick == [each.span() for each in pattern.finditer(text)]


@given(TEXTS)
def test_all_dice_are_found_by_their_letters(text: str) -> None:
    slow = [each for match in dice_text.DICE.finditer(text) if (each := dice_text._read(match))]
    assert list(dice_text.dice_in(text)) == slow
    assert DIE_SIGN.search(text) or not NOTATION.search(text)
    for language in every_language():
        dice = clue_patterns(language).named_dice
        assert bool(dice.search(text)) == bool(dice._pattern.search(text))


@given(TEXTS, st.sampled_from(["en", "de", "fr"]), st.booleans(), st.sampled_from([0, 2]))
def test_a_text_without_a_form_has_no_figure(
    text: str, language: str, goes_on: bool, company: int
) -> None:
    sentence = Sentence(text, 1, "You rolled 4, 3 and 5.", "Chances")
    with pytest.MonkeyPatch.context() as patch:
        quick = list(
            possible_figures(sentence, language=language, goes_on=goes_on, company=company)
        )
        patch.setattr(clues, "_may_have_form", lambda *_: True)
        slow = possible_figures(sentence, language=language, goes_on=goes_on, company=company)
        assert list(slow) == quick


def test_the_same_is_suggested_where_every_sentence_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick = suggestions(PAGES, Rules({}), Style())
    monkeypatch.setattr(clues, "_may_have_form", lambda *_: True)
    assert suggestions(PAGES, Rules({}), Style()) == quick
    assert len(quick) > 10
