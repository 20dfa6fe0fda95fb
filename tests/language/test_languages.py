"""Translated books: the text of message catalogues is held, and named at its line there."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sphinxext.rulebook.figures.correct import as_chance, is_correct, is_correct_difference
from sphinxext.rulebook.language import formatter as numbers
from sphinxext.rulebook.language.formatter import FORMATS, ROUNDINGS, Style
from sphinxext.rulebook.language.language_file import languages, own_file
from sphinxext.rulebook.language.read_figure import figures_in
from tests.support.judging import CONF, Judge, Judged

PAGE = """\
Odds
====

One die: :odds:`33% <d6 >= 5>`. Two: :odds:`56% <2d6kh1 >= 5>`.

.. dice-table::
   :check: d6
   :rows: counts >= 4, 5
   :columns: checks = d6, 2d6kh1

   ====  ======  =======
   Need  one     better
   ====  ======  =======
   4     50%     75%
   5     33%     56%
   ====  ======  =======
"""
PO = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

#. a comment: {right}
msgid "One die: :odds:`33% <d6 >= 5>`. Two: :odds:`56% <2d6kh1 >= 5>`."
msgstr ""
"One :odds:`{right} <d6 >= 5>`. "
"Two :odds:`{wrong} <2d6kh1 >= 5>`."

msgid "75%"
msgstr "{cell}"
"""
# How each language writes 33.3%, 55.5% for what is 55.6%, and 74% for what is 75%.
WRITTEN = {
    "en": ("33.3%", "55.5%", "74%"),
    "de": ("33,3 %", "55,5 %", "74 %"),
    "fr": ("33,3 %", "55,5 %", "74 %"),
    "es": ("33,3 %", "55,5 %", "74 %"),
    "pt": ("33,3%", "55,5%", "74%"),
    "it": ("33,3%", "55,5%", "74%"),
    "pl": ("33,3%", "55,5%", "74%"),
    "ru": ("33,3 %", "55,5 %", "74 %"),
    "uk": ("33,3 %", "55,5 %", "74 %"),
    "tr": ("%33,3", "%55,5", "%74"),
    "ja": ("33.3％", "55.5％", "74％"),
    "zh_CN": ("33.3%", "55.5%", "74%"),
    "pt_BR": ("33,3%", "55,5%", "74%"),
}


def translated(judge: Judge, language: str, po: str, page: str = PAGE) -> Judged:
    files = {
        "conf.py": CONF + f'language = "{language}"\nlocale_dirs = ["locale"]\n',
        "index.rst": page,
        f"locale/{language}/LC_MESSAGES/index.po": po,
    }
    settings: dict[str, Any] = {"rulebook_rules": "game:uwr"}
    return judge(files=files, **settings)


@pytest.mark.parametrize("language", WRITTEN)
def test_a_finding_names_the_catalogue_and_its_line(judge: Judge, language: str) -> None:
    right, wrong, cell = WRITTEN[language]
    judged = translated(judge, language, PO.format(right=right, wrong=wrong, cell=cell))
    po = f"locale/{language}/LC_MESSAGES/index.po"
    assert judged.found == [(po, 9, wrong), (po, 12, cell)], judged.text
    assert judged.checked == 6


def test_what_is_not_translated_yet_is_held_at_its_source(judge: Judge) -> None:
    judged = translated(judge, "de", 'msgid ""\nmsgstr ""\n\nmsgid "75%"\nmsgstr "75 %"\n')
    assert judged.lines == []
    assert judged.checked == 6


UNTRANSLATED = """\
Odds
====

At :odds:`at least 30% <d6 >= 5>`, :odds:`30% to 35% <d6 >= 5>` or
:odds:`33% (5 or higher) <d6 >= 5>`, and not :odds:`at least 40% <d6 >= 5>`.

.. dice-table::
   :check: d6
   :rows: counts >= 4, 5, 6

   ====  ============
   Need  Chance
   ====  ============
   4     half
   5     one in three
   6     one in five
   ====  ============
"""


def test_words_that_nobody_has_translated_are_read_in_english_too(judge: Judge) -> None:
    po = 'msgid ""\nmsgstr ""\n\nmsgid "Chance"\nmsgstr "Szansa"\n'
    judged = translated(judge, "pl", po, UNTRANSLATED)
    assert [found for _, _, found in judged.found] == ["at least 40%", "one in five"], judged.text
    assert judged.checked == 7


WORDS = {
    "de": ("jeder dritte Wurf: ein Drittel", "zwei Drittel"),
    "fr": ("un tiers", "deux tiers"),
    "es": ("un tercio", "dos tercios"),
    "en": ("one third", "two thirds"),
}


@pytest.mark.parametrize("language", WORDS)
def test_a_catalogue_may_spell_its_numbers(judge: Judge, language: str) -> None:
    right, wrong = WORDS[language]
    judged = translated(judge, language, PO.format(right=right, wrong=wrong, cell="75 %"))
    assert [(line, found) for _, line, found in judged.found] == [(9, wrong)], judged.text


CHANCES = [Fraction(n, d) for d in (2, 6, 8, 36, 201, 1296) for n in (0, 1, 2, d // 3, d - 1, d)]


LANGUAGES = ["en", "de", "es", "fr", "it", "ja", "pl", "pt", "ru", "tr", "uk", "zh"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_book_writes_itself_is_right_when_it_is_typed(language: str) -> None:
    for chance in CHANCES:
        for form, digits, rounding in product(FORMATS, range(3), ROUNDINGS):
            style = Style(form, digits, rounding, language=language)
            (written,) = figures_in(numbers.chance(chance, style), language)
            assert is_correct(as_chance(written, percent=written.value > 1), chance, style)
            (written,) = figures_in(numbers.difference(chance - Fraction(1, 3), style), language)
            assert is_correct_difference(written, chance - Fraction(1, 3), style)


LETTERED = """\
.. dice-table:: Chances of a success
   :check: direct
   :rows: dice = 3, 1, 2
   :event: >= 1

   ==== =====
   Dice Chance
   3d6  70%
   1d6  33%
   2d6  56%
   ==== =====

.. dice-table:: Averages
   :check: 2d6
   :rows: events = "mean"

   ===== ========
   Roll  Average
   2d6   7 (2d6)
   ===== ========

:odds:`58% (7+ on 2d6) <2d6 >= 7>` and :odds:`7 (2d6) <2d6 mean>`
and :odds:`58% for 8 or more on 2d6 <2d6 >= 7>`.
"""


@pytest.mark.parametrize("letter", "twkкдnzDTWK")
def test_each_letter_for_dice_is_read_as_the_english_one(judge: Judge, letter: str) -> None:
    plain = judge(LETTERED)
    page = re.sub(r"(?<=\d)d(?=6(?! >|  ?mean|\n   :))", letter, LETTERED)
    lettered = judge(page)
    assert plain.checked == lettered.checked
    assert len(plain.found) == len(lettered.found) == 1, lettered.text


@pytest.mark.parametrize("language", languages())
def test_english_has_every_kind_of_words(language: str) -> None:
    own, english = own_file(language), own_file("en")
    kinds = {kind for kind, words in own.items() if isinstance(words, list)}
    assert kinds <= english.keys()
    assert own.get("page", english["page"]).keys() == english["page"].keys()
