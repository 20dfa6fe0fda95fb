"""What hoverxref's settings and ours say, as a reader sees it."""

import contextlib
import re
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.hover.conftest import CONF, Opened, Written
from tests.hover.reading import Reader
from tests.support.cases import cases_of

PAGES: dict[str, str | bytes] = {
    "index": ":hoverxreftooltip:`tip <target>` :hoverxrefmodal:`modal <target>`"
    " :hoverxrefmodal:`bare <bare>` :hoverxrefmodal:`figure <figure>`"
    " :py:func:`roll` :py:func:`choose` :term:`Grip` [Dice]_\n",
    "to": "To\n==\n\n.. _target:\n\nTarget\n------\n\nWords.\n\n.. _bare:\n\nBare words.\n\n"
    ".. figure:: none.png\n   :name: figure\n\n   A caption\n\n   A legend.\n\n"
    ".. py:function:: roll(n: int)\n\n   Rolls.\n\n"
    ".. glossary::\n\n   Grip\n      A hold.\n\n.. [Dice] A book.\n"
    f"\n.. py:function:: choose(otherwise='{'die' * 40}')\n\n   Says ``{'dice' * 40}``.\n",
}


CASES = cases_of(__file__)
Visit = Callable[..., Reader]
MANUAL = Path(__file__).parents[2] / "docs" / "previews" / "moving.rst"


@pytest.fixture
def visit(book: Written, opened: Opened) -> Iterator[Visit]:
    """Someone at the first page of a book with these settings."""
    with contextlib.ExitStack() as visits:

        def built(**settings: Any) -> Reader:
            folder = book(PAGES, **settings).outdir
            return visits.enter_context(opened(folder, from_disk=True))

        yield built


@pytest.mark.parametrize("case", CASES["seen"], ids=lambda case: case["name"])
def test_what_a_reader_sees(visit: Visit, case: dict[str, Any]) -> None:
    reader = visit(**case["settings"])
    reader.hold_time()
    for step in case["steps"].splitlines():
        reader.act(step)


def test_a_link_looks_as_the_book_says_while_previews_are_on(visit: Visit) -> None:
    decoration = ("textDecorationStyle", "a.hxr-tooltip")
    default = visit()
    assert default.style(*decoration) == "dotted"
    default.page.get_by_role("button", name="Previews of links").click()
    assert default.style(*decoration) != "dotted"
    assert visit(rulebook_preview_look="plain").style(*decoration) != "dotted"


def test_the_switch_among_a_theme_s_buttons_or_off(visit: Visit) -> None:
    furo = visit(html_theme="furo", rulebook_preview_switch="buttons")
    assert furo.page.locator(".content-icon-container .rulebook-preview-switch").is_visible()
    none = visit(rulebook_preview_switch="off")
    assert none.page.locator(".rulebook-preview-switch").count() == 0
    bare = visit(rulebook_preview_switch="buttons")  # a theme without buttons: at the end
    assert bare.page.locator("[role=main] > .rulebook-preview-choice").is_visible()


def test_a_selector_means_no_links_of_a_sidebar(book: Written, opened: Opened) -> None:
    index = "From\n====\n\n:doc:`to`\n\n.. toctree::\n   :hidden:\n\n   to\n"
    conf = CONF + 'rulebook_preview_selector = "a.internal"\n'
    folder = book({"index": index, "to": "To\n==\n\nWords.\n"}, conf).outdir
    with opened(folder, from_disk=True) as reader:
        reader.hold_time()
        reader.hover(reader.page.locator(".sphinxsidebar a.internal").first)
        reader.stays(0)
        reader.hover(reader.page.locator("[role=main] a.internal").first)
        reader.opens("Words.")


@pytest.mark.parametrize(("setting", "value", "says"), CASES["wrong"])
def test_a_wrong_setting_is_one_clear_line(
    book: Written, setting: str, value: object, says: str
) -> None:
    warned = book(PAGES, f"{CONF}rulebook_preview_{setting} = {value!r}\n").warnings
    assert any(line.startswith("conf.py:2: WARNING: ") and says in line for line in warned)


def test_the_manual_tells_of_every_setting_of_hoverxref() -> None:
    spec = find_spec("hoverxref")
    if spec is None or spec.origin is None:
        pytest.skip("sphinx-hoverxref is not installed")
    source = Path(spec.origin).with_name("extension.py").read_text("utf-8")
    settings = set(re.findall(r"add_config_value\('(\w+)'", source))
    assert len(settings) > 30
    assert set(re.findall(r"``(hoverxref_\w+)``", MANUAL.read_text("utf-8"))) == settings
