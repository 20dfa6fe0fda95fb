"""The figures that a page is given are those of the rules, at every setting."""

from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from sphinxext.rulebook.language.formatter import Style, chance
from sphinxext.rulebook.live.data import DIGITS
from sphinxext.rulebook.live.directive import ExplorerSpec
from sphinxext.rulebook.live.explorer import explorer
from sphinxext.rulebook.rules import Rules, load
from tests.support.cases import cases_of

CASES = cases_of(__file__)


def rules_from(text: str, folder: Path) -> Rules:
    """The rules that a text states."""
    path = folder / "rules.toml"
    path.write_text(text, "utf-8")
    return load(path)


def made(rules: Rules, check: str, **options: str) -> dict[str, Any]:
    """The data of an explorer with one check."""
    spec = ExplorerSpec("", check, options.pop("dials", ""), **options)
    return explorer(rules, Style(), spec, 60).data


def width_of(most: int) -> int:
    """How many digits of base 64 a number takes."""
    return next(n for n in range(1, 5) if most < 64**n)


def read(text: str, place: int, most: int) -> int:
    """One number of a packed text."""
    width = width_of(most)
    step, number = len(text) // width, 0
    for k in range(width):
        number = number * 64 + DIGITS.index(text[k * step + place])
    return number


def figures(data: dict[str, Any], picks: tuple[int, ...]) -> list[str]:
    """What a page shows in every column at a setting."""
    place, rows = 0, data["rows"]
    for dial, pick in zip(data["dials"], picks, strict=True):
        place = place * len(dial["values"]) + pick
    row = read(data["at"], place, rows + len(data["refused"]) - 1)
    columns = len(data["figs"]) // width_of(len(data["texts"])) // rows
    codes = [read(data["figs"], k * rows + row, len(data["texts"])) for k in range(columns)]
    return [data["texts"][code] for code in codes]


def settings(data: dict[str, Any]) -> list[tuple[int, ...]]:
    """Every setting of the dials."""
    sizes = [range(len(dial["values"])) for dial in data["dials"]]
    assert prod(map(len, sizes)) > 1
    return list(product(*sizes))


def test_only_what_cannot_be_is_shown_as_never(tmp_path: Path) -> None:
    """A die that soon runs out shares its columns with one that lasts: the end of its law is cut
    off long before theirs, and is not nothing."""
    rules = rules_from(CASES["endless"], tmp_path)
    for check in ("lantern", "burst"):
        data = made(rules, check)
        many, low = data["many"], data.get("low", 0)
        for picks in settings(data):
            given = ", ".join(
                f"{dial['name']}={dial.get('keys', dial['values'])[pick]}"
                for dial, pick in zip(data["dials"], picks, strict=True)
            )
            shown, last = figures(data, picks), low + many - 1
            for n in range(low, last + 1, 4):
                event = f"<= {n}" if n == low else f">= {n}" if n == last else f"= {n}"
                asked = [event] if n == low else [event, f">= {n}"]
                columns = [n - low, many + n - low - 1]
                for event, column in zip(asked, columns, strict=False):
                    answer = rules.ask(f"{check}({given}) {event}").probability
                    assert shown[column] == chance(answer, Style()), (given, event)


STARTS = CASES["starts"]


def test_the_great_figure_starts_at_a_group_or_midway(tmp_path: Path) -> None:
    rules = rules_from(STARTS, tmp_path)

    def start(check: str, dials: str) -> str:
        data = made(rules, check, dials=dials)
        return str(data["tails"][data["turn"] - 1])

    assert start("percentile", "skill = 10..90 by 10") == "Regular to Hard"
    assert start("oath", "armour = 8..18") == "any kept"
    assert start("oil", "lamps = 0..1") == "5 hours or more"  # one hour is sure


def test_outcomes_from_best_to_worst_are_no_better_further_down(tmp_path: Path) -> None:
    assert made(rules_from(STARTS, tmp_path), "climb")["tails"] == ["So to Badly", "Badly"]


def test_a_page_knows_the_word_that_goes_without_saying(tmp_path: Path) -> None:
    rules = rules_from(STARTS, tmp_path)
    skill, help_ = made(rules, "percentile", dials="skill = 40..50, help = all")["dials"]
    assert "usual" not in skill
    assert help_["values"][help_["usual"]] == "alone"


def test_paper_shows_some_values_of_a_long_dial(tmp_path: Path) -> None:
    rules = rules_from(STARTS, tmp_path)
    spec = ExplorerSpec("", "percentile", "skill = 1..99", start="skill = 40")
    body = explorer(rules, Style(), spec, 60).grid.body
    assert [row[0].text for row in body] == [str(n) for n in range(5, 100, 5)]


def test_a_column_of_several_values_asks_for_all_of_them_or_nothing(tmp_path: Path) -> None:
    """A lock keeps what a cell of the table asks for."""
    rules = rules_from(STARTS, tmp_path)
    for check in ("d613", "3d6!"):
        body = explorer(rules, Style(), ExplorerSpec("", check), 60).grid.body
        asked = {row[1].question: row[1].value for row in body if row[1].question}
        assert asked
        assert asked == {question: rules.ask(question).probability for question in asked}
