"""An explorer speaks every language that we write."""

import json
import re
from pathlib import Path

import pytest

from sphinxext.rulebook.live.pages import SCRIPT, STATIC
from sphinxext.rulebook.live.sayings import sayings_of, script_words_of
from tests.live.conftest import CONF
from tests.support.books import Builder
from tests.support.pages import directive

LANGUAGES = ["de", "es", "fr", "it", "ja", "pl", "pt", "ru", "tr", "uk", "zh"]
START = "dice = 4, difficulties = Difficult"
FIELD = re.compile(r"\{\w+\}")


def own_words() -> dict[str, str]:
    """Read the English words from the script."""
    text = Path(STATIC, SCRIPT).read_text("utf-8")
    table = text[text.index("const SAY = {") : text.index("...JSON.parse(tag")]
    return dict(re.findall(r'(\w+): "((?:[^"\\]|\\.)*)"', table))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_with_the_same_fields(language: str) -> None:
    said = script_words_of(language)
    assert said.keys() == own_words().keys()
    for key, english in own_words().items():
        assert sorted(FIELD.findall(said[key])) == sorted(FIELD.findall(english)), key
    for field, english in vars(sayings_of("en")).items():
        other = getattr(sayings_of(language), field)
        words = any(letter.isalpha() for letter in FIELD.sub("", english))
        assert other != english or language == "en" or not words
        assert FIELD.findall(other) == FIELD.findall(english), field


def test_english_and_unknown_languages_say_what_the_script_says() -> None:
    assert script_words_of("en") == script_words_of("tlh") == {}


def test_a_german_page_speaks_german(build: Builder) -> None:
    options = {
        "name": "direct",
        "check": "direct",
        "roll": "",
        "dials": "dice = 1..6, difficulties",
    }
    page = f"Odds\n====\n\n{directive('odds-explorer', **options, start=START)}"
    book = build(files={"conf.py": CONF, "index.rst": page}, conf={"language": "de"})
    assert book.warnings == ()
    script = book.soup().select_one("script[src*=rulebook-live]")
    assert json.loads(str(script["data-words"]))["roll"] == "Würfeln"
    data = json.loads(book.soup().select_one("#direct script").string)
    assert data["heads"][2]["say"] == "Difficult: 2 successes oder mehr"
    assert "41\u00a0%" in data["texts"]
