"""Tables of other pages that a roll leads to: hidden copies, so that it plays them out from a disk.

A page that is opened from a disk may load no other page, so the tables have to be in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..book.domain import rulebook_of
from .nodes import DATA, FIGURE, FIGURE_ID, HIDDEN, wrap_link

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

MOST_COPIES = 40  # on one page


class TableCopies(SphinxPostTransform):
    """Puts a hidden copy of every table of another page behind the tables that lead to it."""

    default_priority = 4  # before links are resolved, so that those in copies are as well

    def run(self, **_kwargs: Any) -> None:
        """Copy the tables, where a browser will show the page."""
        if not rulebook_of(self.env).is_for_browsers:
            return
        waiting = [table for table in self.document.findall(nodes.table) if FIGURE in table]
        own: dict[tuple[str, str], str] = {}
        for table in waiting:
            page = _page_of(table) or self.env.docname
            for name in table["ids"]:
                if name in own.values():  # of another page, where all are on one
                    table[FIGURE_ID] = nodes.make_id(f"{page} {name}")
                own[page, name] = table.get(FIGURE_ID, name)
        have = dict(own)
        pages: dict[str, nodes.document] = {}
        while waiting:
            table = waiting.pop(0)
            for link, page, name in list(_links(table, self.env)):
                if (page, name) not in have and len(have) < len(own) + MOST_COPIES:
                    if page not in pages:
                        pages[page] = self.env.get_doctree(page)
                    copy = _copy(pages[page], page, name)
                    if copy is not None:
                        have[page, name] = copy["ids"][0]
                        self.document += copy
                        waiting.append(copy)
                if (page, name) in have:
                    link["refdoc"] = self.env.docname  # a copy leads from this page
                    wrap_link(link, have[page, name])


def _page_of(table: nodes.table) -> str | None:
    """The page that a table comes from, where one page has all others within it."""
    node: nodes.Element | None = table
    while node is not None and "docname" not in node:
        node = node.parent
    return None if node is None else node["docname"]  # that Sphinx gives to sections of others


def _links(
    table: nodes.table, env: BuildEnvironment
) -> Iterator[tuple[addnodes.pending_xref, str, str]]:
    """Every link of a table's entries to a place with a name, with its page and its id there."""
    places = env.domains["std"].data["anonlabels"]
    for cell in table.findall(nodes.entry):
        if DATA not in cell:
            continue
        for link in cell.findall(addnodes.pending_xref):
            target = link.get("reftargetid") or link.get("reftarget", "")
            page, name = places.get(nodes.fully_normalize_name(target), ("", ""))[:2]
            if name:
                yield link, page, name


def _copy(doctree: nodes.document, page: str, name: str) -> nodes.table | None:
    """A copy of a table of another page that nobody sees, without any name but its own."""
    found = (table for table in doctree.findall(nodes.table) if FIGURE in table)
    table = next((table for table in found if name in table["ids"]), None)
    if table is None:
        return None
    copy = table.deepcopy()
    for node in copy.findall(nodes.Element):
        node["ids"], node["names"] = [], []
    copy.children = [child for child in copy.children if not isinstance(child, nodes.title)]
    copy["ids"] = [nodes.make_id(f"{page} {name}")]
    copy[FIGURE] = {key: value for key, value in copy[FIGURE].items() if key != "data-roll"}
    copy[HIDDEN] = True
    return copy


def pages_with_copies(app: Sphinx, env: BuildEnvironment, *changes: set[str]) -> list[str]:
    """The pages to write again, because they have copies of tables from pages that changed."""
    if not any(changes):
        return []  # and the rules need not be read
    tables = getattr(rulebook_of(env).book.rules, "tables", {})
    if not tables:
        return []
    from .nested import circle  # the engine is not imported for a book without tables

    pages = {name: app.project.path2doc(table.file) for name, table in tables.items()}
    changed = set().union(*changes)
    again = {
        pages[name]
        for name, table in tables.items()
        if any(pages[other] in changed for other in circle(table, tables)[1:])
    }
    return sorted(page for page in again - changed if page in env.found_docs)
