"""Boxes of a rulebook: an example of play, text to read aloud, a rule to remember, a stat block.

Each is an admonition with a class of its own, so that every output shows it; a look sets it apart.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.transforms import SphinxTransform

from ..language.language_file import press_words
from .directive import COMMON, RulebookDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx

# Who speaks, before the colon: a name of a few words, and no sentence.
SPEAKER = re.compile(r"(?P<who>[^\W\d_](?:[^\s:.!?]| (?! )){0,31}):\s+(?P<said>.*)", re.DOTALL)
BOX = re.compile(r"\[[ xX_]?\]\s+")


class BoxDirective(RulebookDirective):
    """A box with an optional title."""

    has_content = True
    option_spec: ClassVar[Any] = COMMON
    kind: ClassVar[str]
    title: ClassVar[str] = ""  # the book's word, if the author gives no title

    def run(self) -> list[nodes.Node]:
        """The admonition."""
        self.assert_has_content()
        box = nodes.admonition("\n".join(self.content))
        box["classes"] += [f"rulebook-{self.kind}", *self.options.get("class", [])]
        self.set_source_info(box)
        messages: list[nodes.system_message] = []
        if self.arguments:
            title, messages = self.line_of(self.arguments[0], nodes.title)
        else:
            title = nodes.title("", press_words(self.config.language or "en")[self.title])
            title["translatable"] = False
            self.set_source_info(title)
        box += title
        box += self.begun()
        box += self.parse_content_to_nodes()
        self.add_name(box)
        return [box, *messages]

    def begun(self) -> list[nodes.Node]:
        """The nodes before the content."""
        return []


class Example(BoxDirective):
    """An example of play; a paragraph that begins with a name and a colon is that person's."""

    kind = title = "example"


class ReadAloud(BoxDirective):
    """Text that is read to the players."""

    kind = title = "read-aloud"


class Remember(BoxDirective):
    """A rule to remember."""

    kind = title = "remember"


class StatBlock(BoxDirective):
    """A creature or a character: facts as a field list, tables, and boxes to tick."""

    required_arguments = 1
    optional_arguments = 0
    kind = "stat-block"
    option_spec: ClassVar[Any] = {**BoxDirective.option_spec, "line": directives.unchanged}

    def begun(self) -> list[nodes.Node]:
        """A line that says who this is."""
        if not self.options.get("line"):
            return []
        said, classes = self.options["line"], ["rulebook-line"]
        line, messages = self.line_of(said, nodes.paragraph, classes=classes)
        return [line, *messages]


class SetBoxesOut(SphinxTransform):
    """Sets speakers apart from what they say, and boxes to tick; after translations are in."""

    default_priority = 260

    def apply(self, **_: Any) -> None:
        """Walk the boxes of the page."""
        for item in list(self.document.findall(nodes.list_item)):
            _box_to_tick(item)
        for node in self.document.findall(nodes.admonition):
            if "rulebook-example" in node["classes"]:
                for paragraph in list(node.findall(nodes.paragraph)):
                    _speaker(paragraph)


def _speaker(paragraph: nodes.paragraph) -> None:
    first = paragraph.children[0] if paragraph.children else None
    match = SPEAKER.fullmatch(first) if isinstance(first, nodes.Text) else None
    if match is None or first is None:
        if isinstance(paragraph.parent, nodes.admonition):
            paragraph["classes"].append("rulebook-aside")
        return
    paragraph["classes"].append("rulebook-says")
    who = nodes.inline("", match["who"], classes=["rulebook-speaker"])
    colon = nodes.inline("", ": ", classes=["rulebook-colon"])
    paragraph.children[0:1] = []
    for at, each in enumerate((who, colon, nodes.Text(match["said"]))):
        paragraph.insert(at, each)


def _box_to_tick(item: nodes.list_item) -> None:
    first = next(iter(item.findall(nodes.Text)), None)
    match = BOX.match(first) if first is not None else None
    if match is None or first is None:
        return
    item["classes"].append("rulebook-box")
    marked = nodes.inline("", match[0].strip(), classes=["rulebook-tick"])
    rest = nodes.Text(first[match.end() :])
    first.parent.replace(first, [marked, nodes.Text(" "), rest])


def add_boxes(app: Sphinx) -> None:
    """Make the directives known."""
    app.add_directive("example", Example)
    app.add_directive("read-aloud", ReadAloud)
    app.add_directive("remember", Remember)
    app.add_directive("stat-block", StatBlock)
    app.add_transform(SetBoxesOut)
