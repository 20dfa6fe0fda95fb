"""Tabs one after the other in an e-book, where nothing can be clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class FlatTabs(SphinxPostTransform):
    """Makes plain containers of sphinx-design's tabs before it turns them into radio buttons."""

    default_priority = 100
    builders: ClassVar[tuple[str, ...]] = ("epub",)  # type: ignore[misc]  # Sphinx says so too

    def run(self, **_: Any) -> None:
        """Take from each set of tabs the mark by which sphinx-design knows it."""
        for node in self.document.findall(nodes.container):
            if node.get("design_component") == "tab-set":
                node["design_component"] = ""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the transform."""
    app.add_post_transform(FlatTabs)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
