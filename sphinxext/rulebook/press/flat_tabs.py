"""Shows tabs one after the other in an e-book: nothing there can be clicked."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

TABS = "design_component"  # by which sphinx-design knows its containers


class FlatTabs(SphinxPostTransform):
    """Writes each tab as its name in bold, and what is on it."""

    default_priority = 150  # before sphinx-design makes buttons, which are no XHTML
    builders = ("epub",)

    def run(self, **_: Any) -> None:
        """Change every set of tabs."""
        for tabs in list(self.document.findall(nodes.container)):
            if tabs.get(TABS) != "tab-set":
                continue
            shown: list[nodes.Node] = []
            for item in tabs.children:
                if isinstance(item, nodes.Element) and item.children:
                    name, *rest = item.children
                    words = name.children if isinstance(name, nodes.Element) else [name]
                    shown.append(nodes.paragraph("", "", nodes.strong("", "", *words)))
                    for each in rest:
                        shown += each.children if isinstance(each, nodes.container) else [each]
            tabs.replace_self(shown)
