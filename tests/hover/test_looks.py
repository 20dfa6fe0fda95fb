"""Lists, tables, notes and code look in a preview as they do on their page, in every theme."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from tests.hover import books
from tests.hover.conftest import Opened
from tests.hover.reading import BOX, close, shown

THEMES = ("sphinx_rtd_theme", "alabaster", "furo", "sphinx_book_theme", "pydata_sphinx_theme")
LABELS = (
    "bullets",
    "numbers",
    "fields",
    "terms",
    "quoted",
    "noted",
    "by-list",
    "in-python",
)
LOOSE = "default-src 'self' 'unsafe-inline' data:"

# The looks of the elements in a piece. A length counts in letters or in pixels, whichever agrees.
LOOKS = """
(root) => [...root.querySelectorAll('ul, ol, li, p, dl, dt, dd, th, td, pre, code, blockquote, em')]
  .filter(e => !e.closest('.headerlink') && e.getClientRects().length
    && !e.matches('.rulebook-preview-title, .rulebook-preview-heading'))
  .map(e => {
    const style = getComputedStyle(e);
    const size = parseFloat(style.fontSize);
    const lengths = ['marginLeft', 'paddingLeft'].map(name => parseFloat(style[name]));
    return {
      name: e.localName, text: e.textContent.trim().slice(0, 20),
      kinds: ['listStyleType', 'fontWeight', 'fontStyle', 'textTransform', 'display',
        'fontFamily', 'textAlign'].map(name => style[name])
        .concat(e.localName === 'pre' ? style.whiteSpace : ''), // tables wrap here
      lengths, ems: lengths.map(length => length / size),
    };
  })
"""


@pytest.fixture(scope="session")
def coded(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], books.Book]:
    """The book of `roots/hover-code` in a theme, built once."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent

    def built(theme: str) -> books.Book:
        out = shared / f"hover-code-{theme}"
        source = books.ROOTS / "hover-code"
        books.once(out, lambda: books.build_apart(source, out, html_theme=theme).warnings)
        return books.Book(out / "html", "")

    return built


def differences(page: dict[str, Any], preview: dict[str, Any]) -> list[str]:
    """How an element looks otherwise in its preview."""
    where = f"{page['name']} {page['text']!r}"
    found = [
        f"{where}: {before} is {after}"
        for before, after in zip(page["kinds"], preview["kinds"], strict=True)
        if before != after
    ]
    for each in range(len(page["lengths"])):
        in_pixels = abs(page["lengths"][each] - preview["lengths"][each])
        in_letters = abs(page["ems"][each] - preview["ems"][each])
        if min(in_pixels, in_letters * 16) > 1:
            found.append(f"{where}: {page['lengths'][each]}px is {preview['lengths'][each]}px")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_a_piece_looks_in_its_preview_as_on_its_page(
    coded: Callable[[str], books.Book], opened: Opened, theme: str
) -> None:
    book = coded(theme)
    wrong: list[str] = []
    with (
        opened(book, "index.html", policy=LOOSE, still=True) as asking,
        opened(book, "prose.html", policy=LOOSE, still=True) as prose,
        opened(book, "listings.html", policy=LOOSE, still=True) as listings,
    ):
        for label in LABELS:
            link = asking.page.locator(f'a.hxr-hoverxref[href$="#{label}"]').first
            link.hover()
            shown(asking.page)
            wide = asking.page.locator(BOX).evaluate("e => e.scrollWidth - e.clientWidth")
            wrong += [f"{label}: {wide}px wider than its box"] if wide else []
            preview = asking.page.locator(f"{BOX} .rulebook-preview-body").evaluate(LOOKS)
            page = (listings if label == "in-python" else prose).page
            here = page.locator(f"#{label}").first.evaluate(
                f"e => ({LOOKS})(e.matches('span') ? e.parentElement : {{"
                " querySelectorAll: s => [...(e.matches(s) ? [e] : []), ...e.querySelectorAll(s)]})"
            )
            assert [each["name"] for each in preview] == [each["name"] for each in here], label
            for before, after in zip(here, preview, strict=True):
                wrong += [f"{label}: {text}" for text in differences(before, after)]
            close(asking.page)
    assert wrong == []
