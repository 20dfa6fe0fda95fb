"""The themes that people use: each preview says what its page says, opens, and is fit to be read.

`pip install --group themes` installs the themes; `make proofs` then runs this too.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.hover import books, oracle
from tests.hover.conftest import Opened
from tests.hover.reading import BOX, close, shown
from tests.support import browser

# The package of each theme, and what its manual has one write into conf.py.
THEMES = {
    "alabaster": ("alabaster", ""),
    "classic": ("sphinx", ""),
    "sphinxdoc": ("sphinx", ""),
    "bizstyle": ("sphinx", ""),
    "furo": ("furo", ""),
    "sphinx_rtd_theme": ("sphinx_rtd_theme", ""),
    "sphinx_book_theme": ("sphinx_book_theme", ""),
    "pydata_sphinx_theme": ("pydata_sphinx_theme", ""),
    "shibuya": ("shibuya", ""),
    "sphinx_nefertiti": ("sphinx_nefertiti", "extensions.append('sphinx_nefertiti')"),
    "sphinx_immaterial": (
        "sphinx_immaterial",
        "extensions.append('sphinx_immaterial')\n"
        "html_theme_options = {'font': False, 'palette': ["
        "{'media': '(prefers-color-scheme: light)', 'scheme': 'default'},"
        "{'media': '(prefers-color-scheme: dark)', 'scheme': 'slate'}]}",
    ),
    "sphinx_wagtail_theme": ("sphinx_wagtail_theme", "extensions.append('sphinx_wagtail_theme')"),
    "press": ("sphinx_press_theme", "extensions.append('sphinx_press_theme')"),
    "insegel": ("insegel", ""),
}
LOOSE = "default-src 'self' 'unsafe-inline' data:"


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_previews_in_a_theme(tmp_path: Path, opened: Opened, theme: str) -> None:
    package, conf = THEMES[theme]
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed: pip install --group themes")
    plain = books.write(
        tmp_path / "plain", f"extensions = []\nhtml_theme = '{theme}'\n{conf}\n", index="A\n=\n"
    )
    try:
        books.build_apart(plain, tmp_path / "plain-out")
    except AssertionError:
        pytest.skip(f"{theme} does not build on this Sphinx, with or without previews")
    source = tmp_path / "source"
    for path in sorted((books.ROOTS / "hover-code").iterdir()):
        if path.is_file():
            source.mkdir(exist_ok=True)
            (source / path.name).write_bytes(path.read_bytes())
    with (source / "conf.py").open("a", encoding="utf-8") as file:
        file.write(f"\nhtml_theme = '{theme}'\n{conf}\n")
    book = books.build_apart(source, tmp_path / "out")
    count, differing = oracle.read(book)
    assert differing == []
    assert count > 70
    for dark in (False, True):
        with opened(book, "index.html", policy=LOOSE, still=True, dark=dark) as view:
            for label in ("bullets", "noted", "in-python", "term-throw"):
                view.page.locator(f'a.hxr-hoverxref[href$="#{label}"]').first.hover()
                assert shown(view.page)
                assert browser.axe_violations(view.page, BOX) == []
                close(view.page)
