"""Translated books: the text of message catalogues is held, and named at its line there."""

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
from tests.support.cases import cases_of
from tests.support.judging import CONF, Judge, Judged

CASES = cases_of(__file__)

PO = CASES["po"]
# How each language writes 33.3%, 55.5% for what is 55.6%, and 74% for what is 75%.
WRITTEN = CASES["written"]


def translated(judge: Judge, language: str, po: str, page: str = CASES["page"]) -> Judged:
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


def test_words_that_nobody_has_translated_are_read_in_english_too(judge: Judge) -> None:
    po = 'msgid ""\nmsgstr ""\n\nmsgid "Chance"\nmsgstr "Szansa"\n'
    judged = translated(judge, "pl", po, CASES["untranslated"])
    assert [found for _, _, found in judged.found] == ["at least 40%", "one in five"], judged.text
    assert judged.checked == 7


WORDS = CASES["words"]


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


LETTERED = CASES["lettered"]


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
