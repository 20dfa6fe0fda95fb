"""Tables in a real browser: what axe says, nothing runs off a phone, shading can be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support import browser
from tests.support.books import Builder
from tests.support.cases import cases_of
from tests.support.pages import directive

CASES = cases_of(__file__)

TABLES = (
    directive("dice-table", "Ladder", check="direct", rows="difficulties")
    + directive(
        "dice-table",
        "Shaded and wide",
        check="unnamed:pull",
        rows="outcomes",
        columns="traits = 1..14",
        shade="",
    )
    + directive(
        "dice-table",
        "Nested",
        check="direct",
        rows="dice = 2, 4 ; rerolls = 0, 1",
        columns='favor = 0, 1 ; events = ">= 1", ">= 2"',
        shade="",
    )
    + directive(
        "dice-table",
        check="narrative:action",
        rows="faces = 6..1",
        columns="die = all",
        footer="is any YES",
    )
    + directive(
        "dice-table",
        "Shaded",
        check="direct",
        rows="dice = 1..12",
        columns="counts >= 1..3",
        shade="",
    )
)


@pytest.fixture(scope="module", params=["alabaster", "furo"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    build = Builder(tmp_path_factory.mktemp("browser"))
    files = {"conf.py": CASES["conf"], "index.rst": f"T\n=\n\n{TABLES}"}
    book = build(files=files, conf={"html_theme": request.param})
    assert book.warnings == ()
    return book.outdir


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1100])
def test_tables_are_read_and_seen(chromium: Any, folder: Path, dark: bool, width: int) -> None:
    url = (folder / "index.html").as_uri()
    with browser.view(chromium, url, width=width, dark=dark) as view:
        assert browser.axe_violations(view.page, ".rulebook-scroll") == []
        size = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert view.page.evaluate(size) <= 0
        shaded = view.page.evaluate(CASES["contrast"])
        assert len({colour for _, colour in shaded}) > 8  # a step can be told from the next
        assert min(ratio for ratio, _ in shaded) >= 4.5
        figures = "e => e.map(x => getComputedStyle(x).textAlign)"
        aligned = view.page.eval_on_selector_all("td.rulebook-figure", figures)
        assert set(aligned) == {"end"}
