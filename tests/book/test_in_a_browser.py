"""Tables in a real browser: what axe says, nothing runs off a phone, shading can be read."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support import browser
from tests.support.books import Builder
from tests.support.cases import cases_of

CASES = cases_of(__file__)


@pytest.fixture(scope="module")
def folder_in(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Builds the book in a theme, once."""

    @cache
    def built(theme: str) -> Path:
        files = {"conf.py": CASES["conf"], "index.rst": f"T\n=\n\n{CASES['tables']}"}
        build = Builder(tmp_path_factory.mktemp(theme))
        book = build(files=files, conf={"html_theme": theme})
        assert book.warnings == ()
        return book.outdir

    return built


# Each pair of a theme, a width and a system that is light or dark.
@pytest.mark.parametrize(("theme", "width", "dark"), CASES["tables_are_read_and_seen"])
def test_tables_are_read_and_seen(
    chromium: Any, folder_in: Callable[[str], Path], theme: str, width: int, dark: bool
) -> None:
    url = (folder_in(theme) / "index.html").as_uri()
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
