"""Letters stand out from their ground in every look, by day and by night: axe reads every page."""

import pytest
from playwright.sync_api import Browser

from sphinxext.rulebook.press.look import looks_that_ship
from tests.support import browser
from tests.support.books import Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", looks_that_ship())
def test_every_page_passes(
    tmp_path_factory: pytest.TempPathFactory, chromium: Browser, name: str, dark: bool
) -> None:
    built = Builder(tmp_path_factory.mktemp(name))("ferry", conf={"rulebook_look": name})
    compared = []
    for page in ("dice", "water", "words"):
        with browser.view(chromium, (built.outdir / f"{page}.html").as_uri(), dark=dark) as view:
            assert browser.axe_violations(view.page, "article") == [], (name, page)
            compared += view.page.evaluate(CASES["in_charts"])
    assert len(compared) > 20
    assert [each for each in compared if each[1] < 4.5] == []
