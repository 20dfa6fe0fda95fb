"""Reads the tree of a whole book, and writes down all that a look knows of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from ..book.domain import rulebook_of
from ..book.sheet import rulebook_sheet
from .look import dice_colours, runs_from_the_right

if TYPE_CHECKING:
    from sphinx.config import Config

    from .builder import PressBuilder
    from .writing import Writer

SHORT_BLURB = 420  # letters that a cover has room for
CONTENTS = 70  # headings that the contents have room for


def front_of(tree: nodes.document) -> tuple[nodes.section | None, str]:
    """Return the section that holds the book, and a subtitle above it if there is one."""
    front = next((e for e in tree.children if isinstance(e, nodes.section)), None)
    if front is None:
        return None, ""
    shown = visible(front.children[1:])
    if len(shown) == 1 and isinstance(shown[0], nodes.section):
        inner = shown[0]
        if any(isinstance(each, addnodes.start_of_file) for each in inner.findall()):
            return inner, " ".join(inner.children[0].astext().split())
    return front, ""


def has_parts(tree: nodes.document) -> bool:
    """Tell if the book has parts: most pages of the first one hold pages of their own."""
    tops = list(_top_files(tree))
    deep = [each for each in tops if any(True for _ in _top_files(each))]
    return len(tops) > 1 and len(deep) * 2 > len(tops)


def is_sheet(section: nodes.section) -> bool:
    """Tell if a section has a title and a sheet, and nothing else that is printed."""
    return [type(each) for each in visible(section.children)] == [nodes.title, rulebook_sheet]


def ends_in_sheet(tree: nodes.document) -> bool:
    """Tell if the last page of the book is a sheet, which nothing can follow on its page."""
    sections = list(tree.findall(nodes.section))
    return bool(sections) and isinstance(visible(sections[-1].children)[-1], rulebook_sheet)


def short_opening(front: Sequence[nodes.Node]) -> nodes.paragraph | None:
    """Return the one paragraph that the book opens with, if it is short enough for a cover."""
    shown = [each for each in visible(front) if not holds_pages(each)]
    said = shown[0] if len(shown) == 1 else None
    if not isinstance(said, nodes.paragraph) or len(said.astext()) > SHORT_BLURB:
        return None
    return said if all(isinstance(each, nodes.Text) for each in said.children) else None


def line_of(node: nodes.Node) -> str:
    """Return the file and line of a node: its own, else of its first words, else around it."""
    inner = [node, *node.findall(nodes.Element)]
    around: list[Any] = []
    place: Any = node.parent  # docutils says that a node always has a parent
    while place is not None:
        around.append(place)
        place = place.parent
    found = (each for each in (*inner, *around) if each.line and each.source)
    return next((f"{each.source}:{each.line}" for each in found), "")


def visible(children: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Return the nodes that show something."""
    return [e for e in children if not isinstance(e, nodes.Invisible | addnodes.index)]


def _top_files(node: nodes.Node) -> Iterator[nodes.Element]:
    """Yield the pages that a page holds directly."""
    for child in node.children:
        if isinstance(child, addnodes.start_of_file):
            yield child
        elif isinstance(child, nodes.Element):
            yield from _top_files(child)


def holds_pages(node: nodes.Node) -> bool:
    """Tell if a page or a section begins in the node."""
    found = (addnodes.start_of_file, nodes.section)
    return isinstance(node, found) or any(isinstance(e, found) for e in node.findall(nodes.Element))


def meta_of(builder: PressBuilder, writer: Writer) -> str:
    """Write the book's title, its words, its page and its colours, as base.typ reads them."""
    choices, look, config = builder.choices, builder.look, builder.config
    width, height = builder.paper_size
    said = {
        "title": config.project,
        "subtitle": choices.subtitle or builder.subtitle,
        "author": "" if config.author == "Author name not set" else config.author,
        "copyright": _copyright(config),
        "release": config.release,
        "blurb": choices.blurb or builder.blurb(),
    }
    for text in (*said.values(), *choices.facts):
        writer.words_of(text, builder.tree)
    told = {
        **said,
        "keywords": _keywords(builder.tree),
        "date": bool(builder.timestamp()),
        "facts": choices.facts,
        "picture": builder.copy(choices.cover) if choices.cover else None,
        "language": (config.language or "en").replace("_", "-"),
        "rtl": runs_from_the_right(config.language),
        "accent": choices.accent or look.accent,
        "outcomes": look.chart.outcomes,
        "paper": choices.paper or look.paper,
        "page": {**builder.sheet._asdict(), "width": width, "height": height},
        "mirrored": choices.mirrored,
        "bleed": choices.bleed,
        "words": builder.words,
        "dice": dice_of(builder),
        "index": writer.has_index,
        "contents-depth": _contents_depth(builder.tree),
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


def _copyright(config: Config) -> str:
    """Return the years and names of `copyright`, of which there may be several."""
    told = config.copyright
    words = told if isinstance(told, str) else ", ".join(map(str, told))
    return words.strip().removeprefix("©").strip()


def _keywords(tree: nodes.document) -> list[str]:
    """Return the keywords that '.. meta::' gives on any page, each once."""
    told = [each["content"] for each in tree.findall(nodes.meta) if each.get("name") == "keywords"]
    words = (word.strip() for each in told for word in each.split(","))
    return list(dict.fromkeys(filter(None, words)))


def _contents_depth(tree: nodes.document) -> int:
    """Return the depth of the contents: two levels if these fit on about two pages."""
    sections = sum(1 for _ in tree.findall(nodes.section))
    return 2 if sections <= CONTENTS else 1


def dice_of(builder: PressBuilder) -> Mapping[str, str]:
    """Return the colour of each die in the book."""
    return dice_colours(builder.look, rulebook_of(builder.env).book.rules.games)
