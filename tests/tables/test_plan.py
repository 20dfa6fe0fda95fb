"""The questions of a table: all known before one is asked, and asked within one budget."""

from typing import Any

import pytest

from sphinxext.rulebook.dice.budget import EACH
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.language.labels import Label
from sphinxext.rulebook.rules import count_work
from sphinxext.rulebook.rules.rules import load
from sphinxext.rulebook.tables.axes import read_axis
from sphinxext.rulebook.tables.grid import table
from sphinxext.rulebook.tables.plan import one_place, plan_of
from sphinxext.rulebook.tables.specs import TableSpec
from sphinxext.rulebook.tables.target import target_of
from tests.support.cases import cases_of

CASES = cases_of(__file__)

SHOWN: list[tuple[dict[str, Any], list[str]]] = CASES["shown"]


@pytest.mark.parametrize(("options", "asked"), SHOWN)
def test_a_plan_knows_its_questions_and_has_asked_none(
    options: dict[str, Any], asked: list[str]
) -> None:
    spec = TableSpec("", "direct", rows="dice = 1..2", **options)
    with count_work() as work:
        target = target_of(load("game:uwr"), Style(), spec)
        rows = read_axis(spec.rows, target)
        columns = read_axis(spec.columns, target) if spec.columns else one_place(Label(""))
        plan = plan_of(target, rows, columns)
    assert work.questions == 0
    assert [str(query) for query in plan.queries] == asked


def test_a_whole_table_has_one_budget() -> None:
    dice = ", ".join(f"{n}d20kh12" for n in range(60, 180))
    spec = TableSpec("", "2d6", rows=f"checks = {dice}", event=">= 150")
    with count_work() as work:
        grid = table(load("game:uwr"), Style(), spec)
    assert not grid.body[0][1].refused
    assert "too much work together" in grid.refused[-1]
    assert work.steps < 3 * EACH
