"""Figures in pages without rules: wrong ones are called wrong, others found or left alone."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.drift.suggest.scan import suggestions
from sphinxext.rulebook.drift.suggest.suggestion import Suggestion, as_lines
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import Rules
from tests.support.command import Run

CASES = tomllib.loads(Path(__file__).with_name("figures.toml").read_text("utf-8"))


def said(folder: Path, text: str) -> tuple[Suggestion, ...]:
    """What is suggested for a plain page."""
    page = folder / "page.md"
    page.write_text(text, encoding="utf-8")
    return suggestions([page], Rules({}), Style(), plain=True)


def corrected(folder: Path, text: str) -> list[tuple[str, str]]:
    """What is called wrong on a page, and what would be right."""
    return [(each.found, each.right) for each in said(folder, text) if each.right is not None]


def cases(name: str) -> list[Any]:
    """Each text of some groups, below the heading of its group."""
    return [f"{each['heading']}\n\n{text}\n" for each in CASES[name] for text in each["said"]]


@pytest.mark.parametrize("case", [each for kind in CASES["wrong"] for each in kind["said"]])
def test_so_it_is_alone_on_a_page(case: tuple[str, str, str], tmp_path: Path) -> None:
    assert corrected(tmp_path, case[0]) == [tuple(case[1:])]


@pytest.mark.parametrize("text", cases("right"))
def test_what_is_right_or_only_looks_so_is_no_mistake(text: str, tmp_path: Path) -> None:
    assert corrected(tmp_path, text) == []


@pytest.mark.parametrize("text", cases("left"))
def test_what_is_given_is_left_alone(text: str, tmp_path: Path) -> None:
    assert not said(tmp_path, text)


@pytest.mark.parametrize("case", CASES["found"], ids=lambda case: str(case["text"][:40]))
def test_these_are_found_and_no_others(case: dict[str, Any], tmp_path: Path) -> None:
    found = said(tmp_path, case["text"])
    assert sorted(each.found for each in found) == sorted(case["figures"])
    known = [each.write.partition("odds: ")[2].removesuffix(" -->") for each in found if each.known]
    if "asked" in case:
        assert [each for each in known if each] == case["asked"]


DRAWN = """Total  Chance
-----  ------
 7+    58.3%
 8+    43.7%
 9+    27.8%
10+    16.7%
"""


@pytest.mark.parametrize("fence", ["```", "```text", "~~~"])
def test_a_table_in_a_code_block_is_found_and_judged(tmp_path: Path, fence: str) -> None:
    page = f"Roll 2d6.\n\n{fence}\n{DRAWN}{fence[:3]}\n"
    assert corrected(tmp_path, page) == [("43.7%", "41.7%")]
    lines = as_lines(said(tmp_path, page.replace("43.7", "41.7")))
    assert len(lines) == 1  # a table is proposed once
    assert lines[0].endswith("<!-- dice-table: check=2d6; rows=counts >= 7..10 -->")


def test_each_of_two_tables_to_be_filled_in_alike_is_listed(tmp_path: Path) -> None:
    table = "| Roll of 2d6 | Chance |\n|---|---|\n| good | 33% |\n| bad | 56% |\n| ugly | 71% |\n"
    lines = as_lines(said(tmp_path, f"# Dice\n\nRoll.\n\n{table}\nRoll more dice.\n\n{table}"))
    assert sum("suggest: <!-- dice-table" in line for line in lines) == 2


HALVES = [(n, s) for n in (1, 3, 5, 7, 9) for s in (4, 6, 8, 10)]


@pytest.mark.parametrize(("up", "wrong"), [(0, "8"), (1, "7")], ids=["down", "up"])
def test_a_book_that_rounds_one_way_is_held_to_it(up: int, wrong: str, tmp_path: Path) -> None:
    lines = [f"It takes {n * (s + 1) // 2 + up} ({n}d{s}) damage." for n, s in HALVES]
    page = "\n\n".join([*lines, f"And {wrong} (3d4) damage."])
    assert corrected(tmp_path, page) == [(wrong, str(15 - int(wrong)))]


def test_a_book_that_rounds_each_die_or_gives_the_highest_is_right(tmp_path: Path) -> None:
    per_die = [f"It takes {n * (s // 2)} ({n}d{s}) damage." for n, s in HALVES]
    highest = [f"It has {n}d{s} ({n * s} hp)." for n, s in HALVES]
    for lines in (per_die, highest):
        assert corrected(tmp_path, "\n\n".join(lines)) == []


def test_each_folder_of_a_book_rounds_in_its_own_way(tmp_path: Path) -> None:
    dice = ("1d8", "2d6", "3d6", "3d8", "5d6", "7d6", "8d6")
    totals = {  # the last of each is another folder's, or nobody's
        "down": (4, 7, 10, 13, 17, 24, 48),
        "up": (5, 7, 11, 14, 18, 25, 31),
        "highest": (8, 12, 18, 24, 30, 42, 46),
    }
    paths = []
    for name, numbers in totals.items():
        (tmp_path / name).mkdir()
        for n in range(4):
            pairs = list(zip(numbers, dice, strict=True))[2 * n : 2 * n + 2]
            paths.append(tmp_path / name / f"{n}.md")
            lines = [f"**Hit Points** {number} ({thrown})\n\n" for number, thrown in pairs]
            paths[-1].write_text("".join(lines), encoding="utf-8")
    found = suggestions(paths, Rules({}), Style(), plain=True)
    wrong = {(Path(each.file).parent.name, each.found, each.right) for each in found if each.right}
    assert wrong == {("down", "48", "28"), ("up", "31", "28"), ("highest", "46", "48")}


def test_the_sure_ones_alone_set_the_status_with_strict(rulebook: Run) -> None:
    rulebook.write({"a.md": "Hit: 12 (2d6 + 4) damage"})
    said_why = 'a.md:1: wrong: "12" should be "11": 2d6 + 4 is 11 on average'
    assert said_why in rulebook("check", ".", "--suggest", "--strict", ends=1).out
    rulebook.write({"a.md": cases("right")[-1]})
    rulebook("check", ".", "--suggest", "--strict", ends=0)
