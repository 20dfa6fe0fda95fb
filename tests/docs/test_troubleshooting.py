"""The pages on troubleshooting explain messages that the package can say, and no other."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from sphinxext.rulebook.book.warn import SUBTYPES

from .conftest import DOCS, ROOT
from .said import Saying, sayings

PAGES = {path.stem: path.read_text("utf-8") for path in (DOCS / "troubleshooting").glob("*.rst")}
FEWEST = 6  # letters, of which a message has more than a name or a word of the rules
# Whose words are too few to be found.
PUT_TOGETHER = {"'…' failed", "rulebook_look", "rulebook_…: no '…'"}


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


ENTRIES = [
    text for page in PAGES.values() for terms in re.findall(r"^``.*``$", page, re.MULTILINE)
    for text in terms.strip("`").split("``. ``") if text not in PUT_TOGETHER
]  # fmt: skip


def fits(entry: str, said: str) -> bool:
    """Tell if a message is this one, alone or among other words; `…` is what varies."""
    begin = r"(?<!\w)" if entry[:1].isalnum() else ""
    return bool(re.search(begin + ".*?".join(map(re.escape, entry.strip("… ").split("…"))), said))


def test_every_entry_is_of_a_message(said: Sequence[Saying]) -> None:
    assert len(said) > 500
    assert len(ENTRIES) > 60
    stale = [e for e in ENTRIES if not any(fits(e, s.text) or fits(s.text, e) for s in said)]
    assert stale == []


def test_an_entry_says_enough_to_be_told_from_others() -> None:
    assert [text for text in ENTRIES if len(text.replace("…", "")) < FEWEST] == []


@pytest.mark.parametrize("code", SUBTYPES)
def test_every_code_has_a_place(code: str) -> None:
    (page,) = (text for text in PAGES.values() if f".. _trouble-{code}:" in text)
    assert f"``rulebook.{code}``" in page
