"""Gives a table its button to roll on a page for a browser; elsewhere it is an ordinary table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..book.domain import rulebook_of
from ..live.pages import as_text

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DATA = "rulebook_data"  # what a node has for the script: names and values of attributes
FIGURE = "rulebook_figure"
SCRIPT = "rulebook_script"  # how it is rolled on, for the script
FIGURE_ID = "rulebook_figure_id"  # where two tables of a page have the same id
HIDDEN = "rulebook_hidden"  # a copy that nobody sees
LEAST_SHARE, MOST_SHARE = 9, 60  # letters for the width of a column
PREFIX = "roll-"  # of the id of a figure, whose table has the name's own


class RollElement(nodes.inline):
    """An element of a page with what the script needs: its tag is in "tag"."""


class HiddenFigure(nodes.comment):
    """A copy of another page's table. As a comment it is not indexed for the search of the book."""


class RollRow(nodes.row):
    """A row with the rolls that lead to it."""


class RollNodes(SphinxPostTransform):
    """Puts the nodes for the script in the place of ordinary ones."""

    default_priority = 895

    def run(self, **_kwargs: Any) -> None:
        """Change the tables of the page, where a browser will show it."""
        if rulebook_of(self.env).output == "latex":
            for table in self.document.findall(nodes.table):
                if {"rulebook-table-random", "longtable"} <= set(table["classes"]):
                    _wide_as_texts(table)
        if not rulebook_of(self.env).is_for_browsers:
            return
        from .made import entry_data

        for table in list(self.document.findall(nodes.table)):
            data = table.get(FIGURE)
            if data is None:
                continue
            for row in list(table.findall(nodes.row)):
                for cell in list(row.children):
                    if isinstance(cell, nodes.entry) and DATA in cell:
                        _dressed(cell)
                if DATA in row:
                    new = RollRow("", *row.children, **row.attributes)
                    new.source, new.line = row.source, row.line
                    row.replace_self(new)
            _aligned(table)
            kind: type[nodes.Element] = HiddenFigure if table.get(HIDDEN) else RollElement
            figure = kind("", tag="figure", classes=["rulebook-random"])
            figure[DATA] = data | ({"hidden": ""} if table.get(HIDDEN) else {})
            figure["ids"] = [PREFIX + table.get(FIGURE_ID, each) for each in table["ids"][:1]]
            table.parent.replace(table, figure)
            inner: list[dict[str, str]] = [each[DATA] for each in table.findall(RollElement)]
            said = [each["data-roll"] for each in inner if "data-roll" in each]
            script = as_text({**table[SCRIPT], "entries": entry_data(said)})
            text = f'<script type="application/json">{script}</script>'
            figure += nodes.raw("", text, format="html")
            if table.get(HIDDEN):
                table["ids"] = []  # the links to it go to its own page
            figure += table


_RANGE = re.compile(r"(\d{1,4})(\s?[-–—]\s?\d{1,4})?")


def _wide_as_texts(table: nodes.table) -> None:
    """Give the columns shares of the line by their texts: LaTeX makes all of a long table alike."""
    specs = list(table.findall(nodes.colspec))
    if "colwidths-given" in table["classes"]:
        return
    rows = [row.children for row in table.findall(nodes.row) if len(row.children) == len(specs)]
    for place, spec in enumerate(specs):
        longest = max((len(row[place].astext()) for row in rows), default=1)
        spec["colwidth"] = max(LEAST_SHARE, min(longest, MOST_SHARE))
    table["classes"].append("colwidths-given")


def _aligned(table: nodes.table) -> None:
    """Align the ranges of a column on their dash: the numbers before it are as wide."""
    columns: dict[int, list[tuple[nodes.Text, re.Match[str]]]] = {}
    for row in table.findall(nodes.row):
        for place, cell in enumerate(row.children):
            texts = list(cell.findall(nodes.Text))
            if len(texts) == 1 and (match := _RANGE.fullmatch(texts[0].strip())):
                columns.setdefault(place, []).append((texts[0], match))
    for cells in columns.values():
        widest = max(len(match[1]) for _, match in cells)
        for text, match in cells if any(match[2] for _, match in cells) else ():
            classes = ["rulebook-low", *([f"rulebook-low-{widest}"] if widest > 1 else [])]
            low = nodes.inline("", match[1], classes=classes)
            span = nodes.inline("", "", low, classes=["rulebook-range"])
            span += [nodes.Text(match[2])] if match[2] else []
            text.parent.replace(text, span)


def element(
    tag: str, inside: nodes.Node | Sequence[nodes.Node], name: str, data: Mapping[str, str]
) -> RollElement:
    """Return an element around nodes, with a class of this name and values for the script."""
    made = RollElement("", tag=tag, classes=[name] if name else [])
    made += inside
    made[DATA] = dict(data)
    return made


def wrap_link(link: nodes.Element, target: str) -> None:
    """Mark a link as one that a roll plays out."""
    wrapper = element("span", [], "rulebook-nested", {"data-table": PREFIX + target})
    link.replace_self(wrapper)
    wrapper += link


def _dressed(cell: nodes.entry) -> None:
    """Mark the dice in an entry, and the links to other tables."""
    from .dice import NOTATION

    for text in list(cell.findall(nodes.Text)):
        parent = text.parent
        if isinstance(parent, nodes.literal | nodes.reference) or not NOTATION.search(text):
            continue
        made: list[nodes.Node] = []
        last = 0
        for notation, start, end in dice_said(str(text)):
            made.append(nodes.Text(text[last:start]))
            dice = nodes.Text(text[start:end])
            made.append(element("span", dice, "rulebook-dice", {"data-roll": notation}))
            last = end
        if made:
            made.append(nodes.Text(text[last:]))
            parent.replace(text, [node for node in made if node.astext()])
    for link in list(cell.findall(nodes.reference)):
        target = link.get("refid")
        if target and not isinstance(link.parent, RollElement):
            wrap_link(link, target)
    if "data-entry" in cell.get(DATA, {}) and len(cell) == 1:
        only = cell[0]
        if isinstance(only, nodes.paragraph) and "data-rolls" not in cell[DATA]:
            new = element("p", only.children, "", cell.attributes.pop(DATA))
            new.update_basic_atts(only)
            only.replace_self(new)


_AVERAGE = re.compile(r"\s*\([\d.,½]+\)")
_TIMES = re.compile(r"\s*[×x*]\s*(\d{1,6})(?![\w.])")


def dice_said(text: str) -> list[tuple[str, int, int]]:
    """The dice of a text, in the script's notation, with where they are."""
    from .dice import NOTATION, dice_of

    found = []
    for match in NOTATION.finditer(text):
        dice = dice_of(match[0])
        if dice is None or ("+" in dice.name.lstrip("+") and dice.name.count("d") > 1):
            continue
        end = match.end()
        times = _TIMES.match(text, end)
        notation = dice.name + (f"*{times[1]}" if times else "")
        end = times.end() if times else end
        average = _AVERAGE.match(text, end)
        found.append((notation, match.start(), average.end() if average else end))
    return found


def visit_element(self: Any, node: nodes.Element) -> None:
    """Open an element with its values for the script."""
    end = "\n" if node["tag"] == "figure" else ""
    self.body.append(self.starttag(node, node["tag"], end, **node.get(DATA, {})))


def depart_element(self: Any, node: nodes.Element) -> None:
    """Close it."""
    self.body.append(f"</{node['tag']}>" + "\n" * (node["tag"] != "span"))


def visit_row(self: Any, node: RollRow) -> None:
    """Open the row."""
    at = len(self.body)
    self.visit_row(node)
    data: dict[str, str] = node.get(DATA, {})
    said = "".join(f' {name}="{self.attval(value)}"' for name, value in data.items())
    self.body[at] = self.body[at].replace("<tr", f"<tr{said}", 1)


def depart_row(self: Any, node: RollRow) -> None:
    """Close it."""
    self.depart_row(node)


def add_roll_nodes(app: Sphinx) -> None:
    """Let pages for a browser have what the script needs."""
    app.add_node(RollElement, html=(visit_element, depart_element))
    app.add_node(HiddenFigure, html=(visit_element, depart_element))
    app.add_node(RollRow, html=(visit_row, depart_row))
    app.add_post_transform(RollNodes)
