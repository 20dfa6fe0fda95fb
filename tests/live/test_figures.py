"""The figures that a page is given are those of the rules, at every setting."""

from __future__ import annotations

from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from sphinxext.rulebook.live.explorer import explorer
from sphinxext.rulebook.live.packing import DIGITS, width_for
from sphinxext.rulebook.live.specs import ExplorerSpec
from sphinxext.rulebook.rules import Rules, load
from sphinxext.rulebook.words.formatter import Style, chance

ENDLESS = """
[check.use]
takes.die.choices = ["d12", "d8", "d4"]
outcomes = { Less = "<= 2", Enough = "otherwise" }
[check.lantern]
repeats = "use"
takes.die.choices = ["d12", "d8", "d4"]
changes.Less.die = 1
[check.burst]
roll = { d6 = 1, again = "top" }
takes.less = { each = { "-d20" = 1 }, most = 1 }
takes.more = { each = { d6 = 1 }, most = 2 }
"""


def rules_from(text: str, folder: Path) -> Rules:
    """The rules that a text states."""
    path = folder / "rules.toml"
    path.write_text(text, "utf-8")
    return load(path)


def made(rules: Rules, check: str, **options: str) -> dict[str, Any]:
    """The data of an explorer with one check."""
    spec = ExplorerSpec("", check, options.pop("dials", ""), **options)
    return explorer(rules, Style(), spec, 60).parts[0].data


def read(text: str, place: int, most: int) -> int:
    """One number of a packed text."""
    width = width_for(most)
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
    columns = len(data["figs"]) // width_for(len(data["texts"])) // rows
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
    rules = rules_from(ENDLESS, tmp_path)
    for check in ("lantern", "burst"):
        data = made(rules, check)
        many, low = data["many"], data.get("low", 0)
        for picks in settings(data):
            given = ", ".join(
                dial.get("keys", dial["values"])[pick]
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
