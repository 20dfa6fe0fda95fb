"""A chance beside the rolls of a random table is held to the dice, and mended."""

import pytest

from tests.support.cases import cases_of
from tests.support.command import Run

CASES = cases_of(__file__)
ROWS = "| {} | {} | A sign |\n"


@pytest.mark.parametrize(("dice", "head", "rows", "wrong"), CASES["tables"])
def test_a_chance_is_that_of_its_row(
    dice: str, head: str, rows: list[tuple[str, str]], wrong: dict[str, str], rulebook: Run
) -> None:
    text = CASES["page"].format(dice=dice, head=head)
    rulebook.write({"page.md": text + "".join(ROWS.format(*row) for row in rows)})
    drift = rulebook.check()[1]["drift"]
    assert {each["found"]: each["expected"] for each in drift} == wrong
    assert {each["query"] for each in drift} <= {"omens"}
    rulebook("fix", ".")
    mended = text + "".join(ROWS.format(rolls, wrong.get(typed, typed)) for rolls, typed in rows)
    assert rulebook.text("page.md") == mended
