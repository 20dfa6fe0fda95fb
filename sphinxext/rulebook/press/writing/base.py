"""The writer's place in the book, and the tools that every family of nodes uses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from .. import markup

if TYPE_CHECKING:
    from ..builder import PressBuilder

# Nodes that show nothing.
SILENT = (
    "comment", "substitution_definition", "tabular_col_spec", "highlightlang", "meta", "pending",
    "system_message", "decoration", "toctree", "docinfo", "acks_placeholder", "GameMark",
    "HeldMark", "title_placeholder", "colspec", "label", "fontawesome",
)  # fmt: skip
# Nodes that show what is in them, and nothing else.
CLEAR = (
    "document", "attribution", "versionmodified", "definition", "term", "classifier", "acks",
    "pending_xref", "download_reference", "abbreviation", "acronym", "generated", "problematic",
    "legend", "PassthroughTextElement", "compound",
)  # fmt: skip
# Nodes that are a call around what is in them.
AROUND = {
    "emphasis": "emph", "title_reference": "emph", "literal_emphasis": "emph", "manpage": "emph",
    "strong": "strong", "literal_strong": "strong", "superscript": "super", "subscript": "sub",
}  # fmt: skip

# Nodes that are a block around what is in them.
BLOCKS = {"centered": "centred", "caption": "rubric", "title": "rubric", "subtitle": "rubric"}
PARAGRAPH = "\n\n"  # how a paragraph begins
# Blocks whose place on the page is asked, for warnings about pages.
SPOTTED = (
    nodes.table, nodes.figure, nodes.image, nodes.literal_block, nodes.Admonition,
    nodes.definition_list, addnodes.glossary,
)  # fmt: skip


@dataclass
class BookPosition:
    """The writer's place in the book."""

    page: str  # the document
    level: int = 0  # of the section
    room: float = 0  # the width of a panel or of a column, in points; 0 is that of the text
    sheet: bool = False  # inside a sheet
    over: str = ""  # the title of a section that is nothing but a sheet
    plain: bool = False  # inside something that takes no notes, such as a caption
    title: bool = False  # inside a heading, whose words appear in the contents again


class BaseWriter:
    """Sends each node to the method for its kind, and keeps labels, notes and letters."""

    def __init__(self, builder: PressBuilder, root: str, *, parts: bool) -> None:
        """Begin at the root page; with parts, its pages are parts and theirs are chapters."""
        self.builder = builder
        self.env = builder.env
        self.words = builder.words
        self.root = root
        self.parts = parts
        self.where = BookPosition(root)
        self.notes: dict[str, nodes.Element] = {}  # by page and id
        self.placed_notes: set[str] = set()
        self.labels: dict[str, str] = {}  # what a reference names, and the label that it has
        self.emitted: set[str] = set()
        self.wanted: set[str] = set()
        self.marks: list[str] = []  # index entries and anchors that wait for the next words
        self.letters: dict[str, nodes.Node] = {}  # each character, where it is first used
        self.places: list[nodes.Element] = []  # blocks, by the numbers in their marks
        self.has_index = False
        self.indexed: set[str] = set()

    def book(self, tree: nodes.document) -> str:
        """Write the body of the book: everything after the contents."""
        self._survey(tree)
        body = self.children(tree)
        body += self.flush()
        for label in sorted(self.wanted - self.emitted):
            body += markup.block("anchor", markup.string(label))
        return body

    def _survey(self, tree: nodes.document) -> None:
        """Collect every name that a reference may use, and the text of every note."""
        for page, node in _by_page(tree, self.root):
            if isinstance(node, nodes.footnote | nodes.citation):
                for name in node["ids"]:
                    self.notes[f"{page}:{name}"] = node
            ids: list[str] = node.get("ids", [])
            for name in ids:
                self.labels[f"{page}:{name}"] = f"{page}:{ids[0]}"
            if isinstance(node, nodes.section) and ids:
                self.labels.setdefault(f"{page}:", f"{page}:{ids[0]}")

    def __call__(self, node: nodes.Node) -> str:
        """Write one node."""
        for kind in type(node).__mro__:
            method = getattr(self, f"on_{kind.__name__}", None)
            if method is not None:
                return self.placed(node, str(method(node)))
            if kind.__name__ in AROUND:
                return markup.inline(AROUND[kind.__name__], body=self.children(node))
            if kind.__name__ in BLOCKS:
                return markup.block(BLOCKS[kind.__name__], body=self.children(node))
            if kind.__name__ in CLEAR:
                return self.children(node)
        name = type(node).__name__
        if name in SILENT:
            return ""
        if name in self.builder.taught:
            return str(self.builder.taught[name](self, node))
        self.unknown(node)
        words = self.children(node) or self.text_of(node)
        if isinstance(node, nodes.Inline) and not isinstance(node, nodes.General):
            return words
        return f"\n\n{words}\n\n" if words else ""

    def placed(self, node: nodes.Node, written: str) -> str:
        """Put a comment before a block that leads from the Typst source back to its line."""
        if not isinstance(node, (nodes.paragraph, *SPOTTED)) or not written.strip():
            return written
        if self.where.sheet:
            return written  # a sheet is mended at the line of its panel
        number = self.place(node)
        mark = f"{markup.mark(number)}{markup.inline('spot', str(number))}"
        if isinstance(node, nodes.paragraph) and written.startswith(PARAGRAPH):
            return f"{PARAGRAPH}{mark}{written.removeprefix(PARAGRAPH)}"  # a cell strips its break
        return f"{mark}{written}"

    def place(self, node: nodes.Element) -> int:
        """Return the number that leads back to the node."""
        self.places.append(node)
        return len(self.places) - 1

    def children(self, node: nodes.Node) -> str:
        """Write everything in a node."""
        return "".join(map(self, node.children))

    def unknown(self, node: nodes.Node) -> None:
        """Warn about a kind of node that nothing is known of. Its words are still printed."""
        name = type(node).__name__
        self.warn(
            f"the PDF knows no '{name}' and prints only its words; keep it to the web with "
            "'.. only:: html', or have its extension teach the PDF (see 'Print it')",
            node,
        )

    def warn(self, message: str, node: nodes.Node, subtype: str = "press") -> None:
        """Warn at the place of the node."""
        self.builder.warn(message, node, self.where.page, subtype)

    def text_of(self, node: nodes.Node) -> str:
        """Write only the words of a node."""
        return self.words_of(node.astext(), node)

    def words_of(self, text: str, node: nodes.Node) -> str:
        """Write words as markup, and note their letters: some may have no font."""
        for char in set(text):
            self.letters.setdefault(char, node)
        return markup.text(text)

    def string(self, text: str, node: nodes.Node) -> str:
        """Write words as a string, and note their letters."""
        self.words_of(text, node)
        return markup.string(text)

    def label(self, node: nodes.Element) -> str:
        """Return the label of a node as an argument. Each label is set once."""
        names: list[str] = node.get("ids", [])
        for name in names:
            label = self.labels.get(f"{self.where.page}:{name}", "")
            if label and label not in self.emitted:
                self.emitted.add(label)
                return f"at: {markup.string(label)}"
        return ""

    def anchor(self, node: nodes.Element) -> None:
        """Attach the names of the node to the next words."""
        if given := self.label(node):
            self.marks.append(markup.inline("anchor", given.removeprefix("at: ")))

    def flush(self) -> str:
        """Return the marks that wait for words, and forget them."""
        marks, self.marks = self.marks, []
        return "".join(marks)

    def target(self, page: str, name: str) -> str:
        """Return the label that a reference leads to, or nothing if the book lacks it."""
        label = self.labels.get(f"{page}:{name}") or self.labels.get(f"{page}:", "")
        if label:
            self.wanted.add(label)
        return label

    @contextmanager
    def inside(self, **changes: Any) -> Iterator[None]:
        """Change the place in the book for a while."""
        before = self.where
        self.where = BookPosition(**{**before.__dict__, **changes})
        try:
            yield
        finally:
            self.where = before

    def caption(self, node: nodes.Element, title: nodes.Element | None, kind: str) -> str:
        """Write a caption with its number and the marks that wait for words."""
        marks = self.flush()
        with self.inside(plain=True):
            words = self.children(title) if title is not None else ""
        number = self.number_of(node, kind) if title is not None else ""
        if number:
            number = markup.inline("numbered", markup.string(number))
        return marks + number + words + self.flush()

    def number_of(self, node: nodes.Element, kind: str) -> str:
        """Return "Table 2" where the book numbers its tables."""
        if not self.env.config.numfig:
            return ""
        known = self.env.toc_fignumbers.get(self.where.page, {}).get(kind, {})
        names: list[str] = node.get("ids", [])
        for name in names:
            if name in known:
                format_ = self.env.config.numfig_format.get(kind, "%s")
                number = ".".join(map(str, known[name]))
                return str(format_ % number if "%s" in format_ else format_)
        return ""


def _by_page(tree: nodes.Node, page: str) -> Iterator[tuple[str, nodes.Element]]:
    """Yield every element with the page that it comes from."""
    for child in tree.children:
        if isinstance(child, addnodes.start_of_file):
            yield from _by_page(child, child["docname"])
        elif isinstance(child, nodes.Element):
            yield page, child
            yield from _by_page(child, page)


def capital(text: str) -> str:
    """Begin a word of the rules with a capital. A name of dice, such as d20, stays as it is."""
    return text[:1].upper() + text[1:] if text[:2].isalpha() else text


def classes_of(node: nodes.Node) -> list[str]:
    """Return the classes of a node. Text has none."""
    return list(node["classes"]) if isinstance(node, nodes.Element) else []
