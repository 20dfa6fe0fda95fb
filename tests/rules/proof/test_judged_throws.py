"""Odds are what 'judge' says of every throw: the two know the rules by different ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.rules import Judged, Rules, RulesError, load

from .counting import Cases, Counted, faces_of
from .test_every_roll import asked, held_against, too_large
from .writing import Writer, written

THEN = ("add", "replace", "double")


def shown(game: dict[str, Any], kind: str) -> list[int]:
    """The faces of a die as a worked example writes them."""
    faces = faces_of(game, kind)
    if kind == "rune":
        return list(range(1, len(faces) + 1))
    return [face.number for face in faces]


def every_throw(
    rules: Rules, question: str, dice: Sequence[Sequence[int]]
) -> Iterator[tuple[Judged, Fraction]]:
    """Every throw that 'judge' takes, with its chance; it says itself which dice fall again."""

    def follow(first: str, again: str, chance: Fraction) -> Iterator[tuple[Judged, Fraction]]:
        try:
            yield rules.judge(f"{question} on {first}{';' if again else ''}{again}"), chance
            return
        except RulesError as error:
            if "write the" not in str(error) and "write its new throw" not in str(error):
                raise
            further = dice if "goes on" in str(error) else dice[:1]
        share = chance / prod(map(len, further))
        for faces in product(*further):
            yield from follow(first, f"{again} {' '.join(map(str, faces))}", share)

    share = Fraction(1, prod(map(len, dice)))
    for faces in product(*dice):
        yield from follow(" ".join(map(str, faces)), "", share)


def judged_alike(rules: Rules, question: str, dice: Sequence[Sequence[int]], text: str) -> None:
    """The chances of all throws by what they are judged as are the odds."""
    cases: Cases = {}
    for judged, chance in every_throw(rules, question, dice):
        assert judged.value is not None
        case = judged.outcome, judged.value
        cases[case] = cases.get(case, Fraction(0)) + chance
        if judged.outcome == "Ruined":
            assert not judged.successes, text
    held_against(rules, question, cases, text)


@pytest.mark.parametrize("start", range(0, 120, 40))
def test_a_sample_of_files(start: int, tmp_path: Path) -> None:
    tried = 0
    for seed in range(start, start + 40):
        writer = Writer(seed)
        check = writer.check()
        writer.game["check"]["x"] = check
        if "outcomes" in check:
            check["outcomes"] = {"Ruined": "all failures", **check["outcomes"]}
        counted = Counted(writer.game, check, writer.args)
        dice = [shown(writer.game, kind) for kind in counted.kinds]
        twice = any(len({*faces}) < len(faces) for faces in dice)
        if not dice or twice or too_large(counted) or len({*counted.kinds}) > 1:
            continue
        text = written(writer.game)
        path = tmp_path / "rules.toml"
        path.write_text(text, encoding="utf-8")
        try:
            judged_alike(load(path), asked(writer), dice, text)
            tried += 1
        except RulesError as error:
            if "counts nothing here" not in str(error):
                raise  # else it is a die of its own that no success can show
    assert tried > 5


@pytest.mark.parametrize("then", THEN)
@pytest.mark.parametrize("when", ["same = 2", "= -2", ">= 2 or low = 2", "highest = 3"])
def test_throws_that_go_on(then: str, when: str, tmp_path: Path) -> None:
    ruined = "Ruined = 'all failures'\n" if then == "replace" else ""
    for counting in ("", ", success = '2+', failure = '1'"):
        text = (
            f"[check.x]\nroll = {{ d3 = 2, add = 1{counting} }}\nreadings.low = '1'\n"
            f"continues = {{ when = '{when}', then = '{then}', times = 2 }}\n"
            f"[check.x.outcomes]\n{ruined}Often = 'continued = 2 and low = 1'\n"
            "Low = 'low >= 1 or lowest = 2'\nMuch = '> 6'\nRest = 'otherwise'\n"
        )
        path = tmp_path / "rules.toml"
        path.write_text(text, encoding="utf-8")
        judged_alike(load(path), "x", [range(1, 4)] * 2, text)
