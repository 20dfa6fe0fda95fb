"""Examples on paper and in an e-book: in one markup, as nothing there can be clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

MARKUPS = ["Markdown", "reStructuredText"]
BOTH = "both-in-print"  # a set of tabs that is about the two markups


class FlatTabs(SphinxPostTransform):
    """Leaves of each example its Markdown; other tabs are one after the other anyway."""

    builders = ("epub", "latex", "rulebook-pdf")
    default_priority = 100  # before sphinx-design turns tabs into radio buttons

    def run(self, **_: Any) -> None:
        """Change every set of tabs."""
        for tabs in list(self.document.findall(nodes.container)):
            if tabs.get("design_component") != "tab-set":
                continue
            items = list(_items(tabs))
            if [item.children[0].astext() for item in items] == MARKUPS and BOTH not in tabs[
                "classes"
            ]:
                tabs.replace_self(items[0].children[1].children)


def _items(tabs: nodes.container) -> Iterator[nodes.Element]:
    return (each for each in tabs.children if isinstance(each, nodes.Element))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the transform."""
    app.add_post_transform(FlatTabs)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
