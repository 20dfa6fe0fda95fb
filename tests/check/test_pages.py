"""Pages as authors write them: each wrong figure is named at its file and its line."""

import pytest

from tests.support.cases import cases_of
from tests.support.judging import Judge

PAGES = cases_of(__file__)


@pytest.mark.parametrize("name", PAGES)
def test_each_wrong_figure_of_a_page_is_named(judge: Judge, name: str) -> None:
    case = PAGES[name]
    given = {key: case[key] for key in ("markdown", "game", "files") if key in case}
    judged = judge(case["page"], **given)
    assert (judged.status, judged.checked) == (case["status"], case["checked"]), judged.text
    assert sorted(judged.found) == case.get("found", []), judged.text
    assert judged.lines == case.get("lines", judged.lines)
