"""What a reader sees: every reference opens what it points at, in a real browser."""

from __future__ import annotations

import pytest

from tests.hover.conftest import Opened, ThemedBook
from tests.support import browser

pytestmark = browser.needed

REFERENCES = {
    "html": "combat/deep/references.html",
    "dirhtml": "combat/deep/references/index.html",
    "singlehtml": "index.html",
}
BUILDERS = tuple(REFERENCES)
THEMES = ("alabaster", "furo", "sphinx_rtd_theme", "sphinx_book_theme", "pydata_sphinx_theme")

# The text of a link in the page of references, and what its preview must say.
OPENS = {
    "a bare table": "1/6",
    "a bare paragraph": "a label of its own",
    "Fig. 1.1": "Three holds, worst first.",
    "Table 3.1": "Lies on the ground",
    "Grip": "How well a creature holds on",
    "strength": "How strong a creature is.",
    "a box": "What stands in a named container.",
    "Tabs": "Swords.",
    "folded words": "Folded words.",
    "Terms": "How far a creature reaches.",
    "the numbers": "One, two, three.",
    "Huge": "Paragraph 0 says",
    "long table": "The outcome of roll number 1 in many words",
    "From Markdown": "Words in Markdown",
    "Stunned": "A stunned creature acts last.",
    "Here": "A section of the same page",
}
BOX = ".rulebook-preview"


def link(text: str) -> str:
    return f'#references a.hxr-tooltip:has(:text-is("{text}"))'


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("from_disk", [False, True], ids=["http", "file"])
def test_every_kind_of_reference_opens_what_it_points_at(
    themed: ThemedBook, opened: Opened, builder: str, from_disk: bool
) -> None:
    with opened(themed(builder=builder), REFERENCES[builder], from_disk) as view:
        for text, says in OPENS.items():
            view.page.mouse.move(0, 0)
            view.page.hover(f"{link(text)} >> nth=0")
            view.page.wait_for_selector(BOX)
            assert says in view.page.inner_text(BOX), text
            view.page.keyboard.press("Escape")
            view.page.wait_for_selector(BOX, state="detached")
        assert view.errors == []
        assert view.failed == []
        assert view.off_site(view.base) == []
