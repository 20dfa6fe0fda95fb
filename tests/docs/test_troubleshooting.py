"""The pages on troubleshooting explain messages that the package can say, and no other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from sphinxext.rulebook.book.warn import SUBTYPES
from sphinxext.rulebook.preview.help import KnownMessage, all_messages, anchor_for, help_page

from .conftest import DOCS, ROOT
from .said import Saying, sayings

PAGES = {path.stem: path.read_text("utf-8") for path in (DOCS / "troubleshooting").glob("*.rst")}
FEWEST = 6  # letters, of which a message has more than a name or a word of the rules
# Whose words are too few to be found.
PUT_TOGETHER = {"'…' failed:", "rulebook_look:", "rulebook_…: no '…'"}


@pytest.fixture(scope="module")
def said() -> Sequence[Saying]:
    """Every message in the source, in two words or more."""
    found = sayings(ROOT / "sphinxext/rulebook")
    found = (replace(each, text=re.sub(r"%[srd]", "…", each.text)) for each in found)
    return [
        each
        for each in found
        if len(re.findall(r"\b[^\W\d_]{2,}\b", each.text)) > 1 and " " in each.text
    ]


def explains(entry: KnownMessage, text: str) -> bool:
    """True for the entry of a message, of part of it, or of one case of it."""
    return entry.fits(text) or KnownMessage(text).fits(entry.text)


def test_every_entry_is_of_a_message(said: Sequence[Saying]) -> None:
    assert len(said) > 500
    entries = [entry for entry in all_messages() if entry.text not in PUT_TOGETHER]
    stale = [e.text for e in entries if not any(explains(e, each.text) for each in said)]
    assert stale == []


def test_an_entry_is_found_by_the_words_that_an_author_sees() -> None:
    message = "dice-table: no check named 'dirct' in uwr; did you mean 'direct'?"
    assert anchor_for(message) == "message-no-check-named-in"
    assert anchor_for("rules.toml:3: check.a.roll: unknown key 'succes'") == "message-unknown-key"
    assert anchor_for("a message of somebody else") == ""


def test_anchors_are_unique_and_on_the_page() -> None:
    anchors = [message.anchor for message in all_messages()]
    assert len(anchors) == len(set(anchors))
    page = help_page()
    assert [anchor for anchor in anchors if f'id="{anchor}"' not in page] == []


def test_an_entry_says_enough_to_be_told_from_others() -> None:
    assert [m.text for m in all_messages() if m.letters < FEWEST] == []
    assert KnownMessage("a '…' of").fits("a 'b' of") is True
    assert KnownMessage("ends nothing").fits("weekends nothing") is False


@pytest.mark.parametrize("code", SUBTYPES)
def test_every_code_has_a_place(code: str) -> None:
    (page,) = (text for text in PAGES.values() if f".. _trouble-{code}:" in text)
    assert f"``rulebook.{code}``" in page
