"""Readers see the labels of sides and groups, never their names in the rules file."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinxext.rulebook.rules import Mistakes, load
from tests.support.books import Builder

RULES = (
    "[check.hit]\n"
    'takes.dice = { label = "dice", required = true }\n'
    'roll = "dice d6, success on 5+"\n'
    'outcomes = ["Miss: = 0", "Graze: = 1", "Hit: >= 2"]\n'
    'groups = { works = ["Graze", "Hit"] }\n'
    'labels = { works = "it works" }\n'
    'difficulties = { Plain = { needs = "is any works" } }\n'
    'table.difficulties = { "Task" = "{name}", "Needs" = "{needs}" }\n'
    "\n"
    "[check.duel]\n"
    'versus = ["mine", "yours"]\n'
    'labels = { mine = "your {}", yours = "The other side" }\n'
    'outcomes = ["lose: <= 0", "win: > 0"]\n'
)
PAGE = """\
Duel
====

.. dice-table:: Duels
   :check: duel(hit, hit)
   :event: is win
   :rows: mine.dice = 1..2
   :columns: yours.dice = 1..2

.. dice-table:: Groups
   :check: hit
   :rows: dice = 1..2
   :columns: outcomes = any works, Hit

.. dice-table:: Events
   :check: hit
   :rows: dice = 1..2
   :columns: events = "is any works"

   ====  =========
   dice  any works
   ====  =========
   1     33%
   2     56%
   ====  =========

.. dice-table:: Ladder
   :check: hit
   :rows: difficulties
"""
CONF = 'extensions = ["sphinxext.rulebook"]\nrulebook_rules = "rules.toml"\nproject = "Duel"\n'


def test_tables_show_the_labels(build: Builder) -> None:
    book = build(files={"conf.py": CONF, "rules.toml": RULES, "index.rst": PAGE})
    assert book.warnings == ()
    text = book.soup().get_text(" ")
    for label in ("your dice", "The other side: dice", "it works"):
        assert label in text
    assert "mine" not in text
    assert text.count("any works") == 1  # the author's own word in a typed table


def test_a_label_for_nothing_is_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(RULES.replace('{ works = "it', '{ work = "it'), "utf-8")
    with pytest.raises(Mistakes, match="no side or group named 'work'; did you mean 'works'"):
        load(file)


STRIKE = (
    "[check.strike]\n"
    'roll = "3d6"\n'
    'takes.nerve = { each = "+1", label = "Nerve" }\n'
    'readings.harm = { faces = "1" }\n'
    'outcomes = ["Odd: always same >= 2 and harm = 0", "Brave: always nerve > 2", '
    '"Low: < 0 or > 30", "Poor: 5-8", { name = "Named", when = "12+", shown = "a dozen" }, '
    '"Rest: otherwise"]\n'
)
SAID = {
    "en": [
        "equal dice: at least 2 and harm: 0", "Nerve: more than 2", "less than 0 or more than 30",
        "5 to 8", "a dozen", "anything else",
    ],
    "de": [
        "gleiche Würfel: mindestens 2 und harm: 0", "Nerve: mehr als 2",
        "weniger als 0 oder mehr als 30", "5 bis 8", "a dozen", "alles andere",
    ],
}  # fmt: skip


@pytest.mark.parametrize("language", SAID)
def test_readers_see_when_an_outcome_holds_in_words_of_the_book(
    build: Builder, language: str
) -> None:
    page = (
        ".. dice-table:: Strike\n   :check: strike\n   :rows: outcomes\n\n"
        ":rule:`strike.outcomes.Poor`, :rule:`strike.outcomes.Rest`; "
        ":rule:`5-8 <strike.outcomes.Poor>`\n\n"
        ".. random-table:: Wounds\n   :dice: strike(nerve=1)\n\n   - a\n   - b\n"
    )
    files = {"index.rst": f"T\n=\n\n{page}", "rules.toml": STRIKE}
    book = build(files=files, conf={"language": language})
    assert not book.warnings
    soup = book.soup()
    tables = soup.select("table")
    said = [row.select("td, th")[1].get_text(strip=True) for row in tables[0].select("tbody tr")]
    assert said == SAID[language]
    (sentence,) = (each.get_text() for each in soup.select("section > p"))
    assert sentence == f"{SAID[language][3]}, {SAID[language][5]}; 5-8"
    assert tables[1].select_one("th").get_text(strip=True) == "Strike (nerve 1)"
