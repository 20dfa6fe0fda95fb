"""Pages that once crashed, hung or were judged wrongly."""

from typing import Any

import pytest

from sphinxext.rulebook.language.phrases import faces_in
from tests.support.cases import cases_of
from tests.support.judging import Judge

CASES = cases_of(__file__)["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_page_is_judged(judge: Judge, case: dict[str, Any]) -> None:
    judged = judge(case["page"])
    assert (judged.status, bool(judged.lines)) == (case["status"], "says" in case)
    assert all(line.startswith("index.rst:") for line in judged.lines)
    assert case.get("says", "") in "\n".join(judged.lines)


def test_a_long_range_of_numbers_is_no_range_of_faces() -> None:
    assert faces_in("30–" + "9" * 40, "en", 1, 6) is None
    assert faces_in("2-10000", "en", 1, 6) is not None
