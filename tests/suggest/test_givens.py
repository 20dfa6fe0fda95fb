"""Numbers that the rules or the world give, beside those that dice come to."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinxext.rulebook.drift.suggest.scan import suggestions
from sphinxext.rulebook.drift.suggest.suggestion import as_lines
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import Rules

DRAWN = """Total  Chance
-----  ------
 7+    58.3%
 8+    43.7%
 9+    27.8%
10+    16.7%
"""


def found(folder: Path, text: str, *, plain: bool = False) -> list[str]:
    """The figures that are pointed out."""
    page = folder / "page.md"
    page.write_text(text, encoding="utf-8")
    return [each.found for each in suggestions([page], Rules({}), Style(), plain=plain)]


@pytest.mark.parametrize(
    "text",
    [
        "With a skill of 60% you hit if the dice show no more.",
        "If both have 50%, roll again on 2d6.",
        "A success needs a stat below 40% of the die.",
        "There's a 35% chance that the librarian remembers the book.",
        "There is a 50% chance that a shot hits another creature.",
        "In this quarter nobody comes 80% of the time.",
        "According to the survey, 62% of readers roll 2d6.",
        "I aimed for a 65% hit rate on d20.",
        "A roll of 01-05 always succeeds, and 96-00 always fails.",
        "The winner has 8 or more points.",
        "Fines in the harbour come to 2d6%, so pay and succeed.",
        "At odds of 3:1 against the defender, roll on the third column.",
        "A potion lasts 4+1d4 turns; half a dose 50%.",
        "The vicar has Occult 45, and 1/6 Sanity loss if he is unmasked (1/1d6).",
        "If the check fails by 5 or more, half of the wood is lost.",
        "- **test**: use CHECK instead of EXPECT where necessary [#44795]",
        "One in five guards sleeps, or one in ten in winter.",
    ],
)
def test_what_is_given_is_left_alone(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, f"# Rules\n\n{text}\n") == []


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("When 3d3 comes up 9, that is 1 in 27.", ["1 in 27"]),
        (
            "Gewürfelt wird mit 3W20. Das gelingt mit jedem Würfel zu 65 %.",
            ["65 %"],
        ),
    ],
)
def test_what_dice_come_to_is_found(tmp_path: Path, text: str, figures: list[str]) -> None:
    assert sorted(found(tmp_path, f"# Würfel\n\n{text}\n")) == sorted(figures)


def test_shares_of_things_are_no_chances_because_of_the_page_around_them(tmp_path: Path) -> None:
    votes = "| Who | Vote |\n|---|---|\n| Elves | 40% |\n| Dwarves | 35% |\n| Orcs | 25% |\n"
    odds = "A 7+ on 2d6 comes up 58% of the time, a 9+ 28%, a 10+ 17%.\n"
    assert found(tmp_path, f"# Odds and ends\n\n{odds}\n{votes}") == ["58%", "28%", "17%"]


def test_prices_beside_a_column_of_chances_do_not_hide_it(tmp_path: Path) -> None:
    table = (
        "| Rarity | Cost | DC | Success at +5 |\n|---|---|---|---|\n"
        "| Common | 50 gp | 10 | 80% |\n| Rare | 200 gp | 15 | 55% |\n"
    )
    assert found(tmp_path, f"# Crafting\n\nRoll a d20.\n\n{table}") == ["80%", "55%"]


@pytest.mark.parametrize("fence", ["```", "```text", "~~~"])
def test_a_table_in_a_code_block_is_found_and_judged(tmp_path: Path, fence: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"Roll 2d6.\n\n{fence}\n{DRAWN}{fence[:3]}\n", encoding="utf-8")
    said = suggestions([page], Rules({}), Style(), plain=True)
    assert [each.right for each in said if each.right] == ["41.7%"]
    page.write_text(f"Roll 2d6.\n\n{fence}\n{DRAWN.replace('43.7', '41.7')}{fence[:3]}\n", "utf-8")
    lines = as_lines(suggestions([page], Rules({}), Style(), plain=True))
    assert len(lines) == 1  # a table is proposed once
    assert lines[0].endswith("<!-- dice-table: check=2d6; rows=counts >= 7..10 -->")


ODDS = "# Odds\n\nA 7+ on 2d6 comes up 58% of the time, a 9+ 28%, a 10+ 17%.\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "You tear at least one of three nets, and one of five boats.",
        "Two rolls at 50% both have to succeed.",
        "I keep what matters between 55% and 75%.",
        "In 24 test games the red side won 11, or 46%, with 5 draws.",
        "With 2d6 after a 65% hit rate that is little.",
        "Ten shots that hit on 3+ score 6.67 hits on average, or 6.67 on average.",
    ],
)
def test_a_page_of_chances_speaks_for_no_counts_and_givens(tmp_path: Path, text: str) -> None:
    said = found(tmp_path, f"{ODDS}{text}\n")
    assert [each for each in said if each not in ("58%", "28%", "17%", "6.67")] == []


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Green troops break on 7+, 58%. Corps guns come on 5–6 (33%).", ["58%", "33%"]),
        ("A bonus of 1 means a 28% chance of a 10+, 44% of 7–9.", ["28%", "44%"]),
    ],
)
def test_a_chance_beside_its_totals_or_its_die_is_found(
    tmp_path: Path, text: str, figures: list[str]
) -> None:
    assert found(tmp_path, f"{ODDS}{text}\n")[3:] == figures


SHARED = """| Difference | Kill | Stopped | Nothing |
|------------|------|---------|---------|
| 8 | 28% | 14% | 58% |
| 6 | 58% | 14% | 28% |
| 4 | 83% | 8% | 8% |
| 2 | 97% | 3% | 0% |
"""


def test_rows_of_outcomes_that_share_a_hundred_are_those_of_two_dice(tmp_path: Path) -> None:
    assert len(found(tmp_path, f"# Armour\n\nRoll 2d6.\n\n{SHARED}")) == 12
    others = SHARED.replace("14%", "18%").replace("58%", "54%")
    assert found(tmp_path, f"# Armour\n\n{others}") == []


def test_a_number_added_before_dice_belongs_to_them(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Your age is 20 + 3d6 (avg 30.5), or 12+2d4 (avg 18).\n", encoding="utf-8")
    said = suggestions([page], Rules({}), Style())
    assert [(each.found, each.right) for each in said] == [("30.5", None), ("18", "17")]


def test_what_a_program_prints_is_no_table_of_chances(tmp_path: Path) -> None:
    printed = "Name   Cover\nscan   93.1%\nmask   88.4%\nclue   91.7%\nsums   97.0%\n"
    assert found(tmp_path, f"Roll the tests.\n\n```\n{printed}```\n\n```python\n{DRAWN}```\n") == []


def test_each_of_two_tables_to_be_filled_in_alike_is_listed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    table = "| Roll of 2d6 | Chance |\n|---|---|\n| good | 33% |\n| bad | 56% |\n| ugly | 71% |\n"
    page.write_text(f"# Dice\n\nRoll dice.\n\n{table}\nRoll more dice.\n\n{table}", "utf-8")
    lines = as_lines(suggestions([page], Rules({}), Style()))
    assert sum(line.endswith("write around the table") for line in lines) == 2
