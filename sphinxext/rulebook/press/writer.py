"""A book as Typst: every node becomes a call by its meaning, which the look alone knows to set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from . import markup
from .maths import MathError, typst_math
from .tables import TableWriter

if TYPE_CHECKING:
    from .builder import PressBuilder

# Admonitions by their node; each has a title of its own in the language of the book.
ADMONITIONS = (
    "attention", "caution", "danger", "error", "hint", "important", "note", "tip", "warning",
    "seealso",
)  # fmt: skip
# Boxes of ours, as page/boxes.py makes them.
BOXES = ("example", "read-aloud", "remember")
# Nodes that show nothing.
SILENT = (
    "comment", "substitution_definition", "tabular_col_spec", "highlightlang", "meta", "pending",
    "system_message", "decoration", "toctree", "docinfo", "acks_placeholder", "GameMark",
    "HeldMark", "title_placeholder", "colspec",
)  # fmt: skip
ABREAST = 2  # cards of a grid that a page has room for side by side
LONG_ENOUGH = 160  # letters that a paragraph needs before its first one may be a large initial
_INITIAL = re.compile(r"([“‘«„¿¡\"']?)([^\W\d_])(\S*.*)", re.DOTALL)


@dataclass
class Footnotes:
    """The notes of the book: their text by page and id, and which are set already."""

    texts: dict[str, nodes.Element] = field(default_factory=dict)
    placed: set[str] = field(default_factory=set)


@dataclass
class Where:
    """Where in the book the writer is."""

    page: str  # the document
    level: int = 0  # of the section
    room: float = 0  # the width of a panel, in points; 0 is that of the text
    plain: bool = False  # inside something that takes no notes, such as a heading


class Writer:
    """Turns the nodes of a whole book into Typst source."""

    def __init__(self, builder: PressBuilder, root: str, *, parts: bool) -> None:
        """Begin at the root page; with parts, its pages are parts and theirs are chapters."""
        self.builder = builder
        self.env = builder.env
        self.words = builder.words
        self.root = root
        self.parts = parts
        self.where = Where(root)
        self.notes = Footnotes()
        self.labels: dict[str, str] = {}  # what a reference names, and the label that it has
        self.emitted: set[str] = set()
        self.wanted: set[str] = set()
        self.marks: list[str] = []  # index entries and anchors that wait for the next words
        self.letters: dict[str, nodes.Node] = {}  # each character, where it is first used
        self.has_index = False
        self.indexed: set[str] = set()

    # -- the whole -----------------------------------------------------------------------------

    def book(self, tree: nodes.document) -> str:
        """The body of the book: all that comes after the contents."""
        self._survey(tree)
        body = self.children(tree)
        body += self.flush()
        for label in sorted(self.wanted - self.emitted):
            body += markup.block("anchor", markup.string(label))
        return body

    def _survey(self, tree: nodes.document) -> None:
        """Learn every name that a reference may use, and where the notes are."""
        for page, node in _by_page(tree, self.root):
            if isinstance(node, nodes.footnote | nodes.citation):
                for name in node["ids"]:
                    self.notes.texts[f"{page}:{name}"] = node
            ids: list[str] = node.get("ids", [])
            for name in ids:
                self.labels[f"{page}:{name}"] = f"{page}:{ids[0]}"
            if isinstance(node, nodes.section) and ids:
                self.labels.setdefault(f"{page}:", f"{page}:{ids[0]}")

    # -- dispatch ------------------------------------------------------------------------------

    def __call__(self, node: nodes.Node) -> str:
        """The node as Typst."""
        for kind in type(node).__mro__:
            method = getattr(self, f"on_{kind.__name__}", None)
            if method is not None:
                return str(method(node))
        name = type(node).__name__
        if name in SILENT:
            return ""
        self.unknown(node)
        if isinstance(node, nodes.Inline):
            return self.children(node)
        return f"\n\n{self.children(node) or self.text_of(node)}\n\n"

    def children(self, node: nodes.Node) -> str:
        """All that is in a node."""
        return "".join(map(self, node.children))

    def unknown(self, node: nodes.Node) -> None:
        """Say that a kind of node has no form here; its words are set all the same."""
        name = type(node).__name__
        self.warn(f"nothing is known here of '{name}'; its words are set plainly", node)

    def warn(self, message: str, node: nodes.Node) -> None:
        """A warning at the place of the node."""
        self.builder.warn(message, node, self.where.page)

    def text_of(self, node: nodes.Node) -> str:
        """Only the words of a node."""
        return self.words_of(node.astext(), node)

    def words_of(self, text: str, node: nodes.Node) -> str:
        """Words as markup; their letters are noted, for some may have no font."""
        for char in set(text):
            self.letters.setdefault(char, node)
        return markup.text(text)

    def string(self, text: str, node: nodes.Node) -> str:
        """Words as a string."""
        self.words_of(text, node)
        return markup.string(text)

    # -- labels and index ----------------------------------------------------------------------

    def label(self, node: nodes.Element) -> str:
        """The label of a node that others refer to, as an argument; each is set once."""
        names: list[str] = node.get("ids", [])
        for name in names:
            label = self.labels.get(f"{self.where.page}:{name}", "")
            if label and label not in self.emitted:
                self.emitted.add(label)
                return f"at: {markup.string(label)}"
        return ""

    def anchor(self, node: nodes.Element) -> None:
        """Let the next words carry the names of the node."""
        if given := self.label(node):
            self.marks.append(markup.inline("anchor", given.removeprefix("at: ")))

    def flush(self) -> str:
        """The marks that waited for words to stand with."""
        marks, self.marks = self.marks, []
        return "".join(marks)

    def target(self, page: str, name: str) -> str:
        """The label of what a reference names, empty where the book has it not."""
        label = self.labels.get(f"{page}:{name}") or self.labels.get(f"{page}:", "")
        if label:
            self.wanted.add(label)
        return label

    @contextmanager
    def inside(self, **changes: Any) -> Iterator[None]:
        """Write something at another place of the book."""
        before = self.where
        self.where = Where(**{**before.__dict__, **changes})
        try:
            yield
        finally:
            self.where = before

    # -- structure -----------------------------------------------------------------------------

    def on_document(self, node: nodes.document) -> str:
        return self.children(node)

    def on_start_of_file(self, node: nodes.Element) -> str:
        with self.inside(page=node["docname"]):
            return self.children(node)

    def on_section(self, node: nodes.section) -> str:
        level = self.where.level
        if self.where.page == self.root and level == 0:
            return self._root(node)
        with self.inside(level=level + 1):
            return self._titled(node, level + 1) + self._begun(node)

    def _root(self, node: nodes.section) -> str:
        """The first page: what it says before its chapters opens the book."""
        front = [each for each in node.children if not isinstance(each, nodes.title)]
        first = next((i for i, each in enumerate(front) if _leads_on(each)), len(front))
        said = "".join(map(self, front[:first])).strip()
        preface = ""
        if said and not self.builder.blurb_is(front[:first]):
            preface = markup.block("preface", body=f"\n{self.flush()}{said}\n")
        with self.inside(level=0 if not self.parts else -1):
            return preface + "".join(map(self, front[first:]))

    def _titled(self, node: nodes.section, level: int) -> str:
        title = next((each for each in node.children if isinstance(each, nodes.title)), None)
        if title is None:
            return ""
        waiting, self.marks = self.marks, []
        with self.inside(plain=True):
            words = self.children(title)
        self.marks = waiting + self.marks
        label = self.label(node)
        if level == 0:
            return markup.block("part", label, body=words)
        if level == 1:
            kind = f"kind: {markup.string(_kind(node))}"
            return markup.block("chapter", label, kind, body=words)
        return markup.block("section", str(level), label, body=words)

    def _begun(self, node: nodes.section) -> str:
        """What follows a title; a chapter that begins with a long paragraph opens with it."""
        rest = [each for each in node.children if not isinstance(each, nodes.title)]
        shown = [each for each in rest if not isinstance(each, nodes.Invisible | addnodes.index)]
        first = shown[0] if shown else None
        if self.where.level == 1 and isinstance(first, nodes.paragraph):
            return "".join(self._opening(e) if e is first else self(e) for e in rest)
        return "".join(map(self, rest))

    def _opening(self, node: nodes.paragraph) -> str:
        start = node.children[0] if node.children else None
        match = _INITIAL.fullmatch(start) if isinstance(start, nodes.Text) else None
        if match is None or len(node.astext()) < LONG_ENOUGH:
            return self(node)
        assert start is not None
        marks = self.flush()
        rest = self.words_of(match[3], node) + "".join(map(self, node.children[1:]))
        initial = self.string(match[1] + match[2], node)
        return markup.block("opening", initial, body=f"{marks}{rest}{self.flush()}")

    def on_title(self, node: nodes.title) -> str:
        return markup.block("rubric", body=self.children(node))

    def on_subtitle(self, node: nodes.Element) -> str:
        return markup.block("rubric", body=self.children(node))

    def on_rubric(self, node: nodes.Element) -> str:
        return markup.block("rubric", self.label(node), body=self.children(node))

    def on_transition(self, _: nodes.Node) -> str:
        return markup.block("transition")

    # -- words ---------------------------------------------------------------------------------

    def on_Text(self, node: nodes.Text) -> str:  # noqa: N802  # docutils names it so
        words = self.words_of(node.astext(), node)  # without the escapes that docutils keeps
        return self.flush() + words if words.strip() else words

    def on_paragraph(self, node: nodes.Element) -> str:
        self.anchor(node)
        if "rulebook-says" in node["classes"]:
            return self._said(node)
        if "rulebook-aside" in node["classes"]:
            return markup.block("aside", body=self.children(node))
        words = self.children(node) + self.flush()
        return f"\n\n{words.strip()}\n\n" if words.strip() else ""

    def _said(self, node: nodes.Element) -> str:
        """What a speaker says, apart from the speaker."""
        who, *said = [e for e in node.children if "rulebook-colon" not in _classes(e)]
        name = self.flush() + self.words_of(who.astext(), node)
        return markup.block("says", f"[{name}]", body="".join(map(self, said)).strip())

    def on_emphasis(self, node: nodes.Element) -> str:
        return markup.inline("emph", body=self.children(node))

    on_title_reference = on_emphasis
    on_literal_emphasis = on_emphasis

    def on_strong(self, node: nodes.Element) -> str:
        return markup.inline("strong", body=self.children(node))

    on_literal_strong = on_strong

    def on_literal(self, node: nodes.Element) -> str:
        return self.flush() + markup.inline("code", self.string(node.astext(), node))

    def on_superscript(self, node: nodes.Element) -> str:
        return markup.inline("super", body=self.children(node))

    def on_subscript(self, node: nodes.Element) -> str:
        return markup.inline("sub", body=self.children(node))

    def on_abbreviation(self, node: nodes.Element) -> str:
        return self.children(node)

    on_acronym = on_abbreviation
    on_generated = on_abbreviation

    def on_inline(self, node: nodes.Element) -> str:
        classes = node["classes"]
        body = self.children(node)
        for name in ("odds", "rule", "rolled"):
            if f"rulebook-{name}" in classes:
                return markup.inline(name, *_outcome_of(classes), body=body)
        if "rulebook-tick" in classes:
            return markup.inline("tick")
        if "menuselection" in classes or "guilabel" in classes:
            return markup.inline("strong", body=body)
        if "kbd" in classes:
            return markup.inline("code", self.string(node.astext(), node))
        if node.get("ids"):
            self.anchor(node)
            return self.flush() + body
        return body

    def on_rulebook_die(self, node: nodes.Element) -> str:
        face = node["face"]
        words = self.string(face.words, node)
        given = [markup.string(face.die), markup.string(face.face), str(face.sides)]
        own = f"own: {markup.boolean(face.own)}"
        return self.flush() + markup.inline("die-face", *given, own, words)

    def on_problematic(self, node: nodes.Element) -> str:
        return self.children(node)

    def on_manpage(self, node: nodes.Element) -> str:
        return markup.inline("emph", body=self.children(node))

    def on_raw(self, node: nodes.Element) -> str:
        return node.astext() if "typst" in node.get("format", "").split() else ""

    def on_math(self, node: nodes.Element) -> str:
        return self.flush() + self._math(node, block=False)

    def on_math_block(self, node: nodes.Element) -> str:
        label = self.label(node)
        number = self._number_of(node, "equation")
        body = self._math(node, block=True)
        return markup.block("equation", label, f"number: {markup.string(number)}", body=body)

    def _math(self, node: nodes.Element, *, block: bool) -> str:
        source = node.astext()
        try:
            found = typst_math(source)
        except MathError as error:
            self.warn(f"the formula '{source}' cannot be set: {error}", node)
            return markup.inline("code", markup.string(source))
        said = f"alt: {markup.string(' '.join(source.split()))}"
        shape = f"block: {markup.boolean(block)}"
        return markup.inline("math.equation", said, shape, f"$ {found} $")

    # -- references ----------------------------------------------------------------------------

    def on_reference(self, node: nodes.Element) -> str:
        page, name, address = self._goal(node)
        body = self.children(node)
        if address:
            shown = node.astext().strip()
            footed = shown not in (address, address.removeprefix("mailto:"))
            footed = footed and not self.where.plain and not address.startswith("mailto:")
            note = f"footed: {markup.boolean(footed)}"
            return markup.inline("web", markup.string(address), note, body=body)
        label = self.target(page, name)
        if not label:
            return body
        return markup.inline(_reference_kind(node), markup.string(label), body=body)

    on_number_reference = on_reference

    def _goal(self, node: nodes.Element) -> tuple[str, str, str]:
        """The page and the name that a reference leads to, or an address outside."""
        if "refid" in node:
            return self.where.page, node["refid"], ""
        address = node.get("refuri", "")
        if address.startswith("%"):
            page, _, name = address[1:].partition("#")
            return page, name, ""
        if address.startswith("#"):
            return self.where.page, address[1:], ""
        return "", "", address

    def on_target(self, node: nodes.Element) -> str:
        if "refid" in node or "refuri" in node:
            return self.children(node)
        self.anchor(node)
        return self.children(node)

    def on_pending_xref(self, node: nodes.Element) -> str:
        return self.children(node)

    on_download_reference = on_pending_xref

    def on_footnote_reference(self, node: nodes.Element) -> str:
        key = f"{self.where.page}:{node.get('refid', '')}"
        note = self.notes.texts.get(key)
        if note is None:
            return markup.inline("super", body=self.text_of(node))
        label = f"note-{key}"
        if key in self.notes.placed:
            return f"#footnote(std.label({markup.string(label)}));"
        self.notes.placed.add(key)
        inner = "".join(self(each) for each in note.children if not isinstance(each, nodes.label))
        return f"#footnote[{inner.strip()}]#std.label({markup.string(label)});"

    def on_footnote(self, node: nodes.Element) -> str:
        """A note stands at the foot of the page that refers to it; one without is kept here."""
        keys = [f"{self.where.page}:{name}" for name in node["ids"]]
        if any(key in self.notes.placed for key in keys) or node.get("backrefs"):
            return ""
        return self.on_citation(node)

    def on_citation(self, node: nodes.Element) -> str:
        label = next((each for each in node.children if isinstance(each, nodes.label)), None)
        self.anchor(node)
        name = self.words_of(label.astext(), node) if label is not None else ""
        rest = "".join(self(each) for each in node.children if each is not label).strip()
        return markup.block("cited", f"[{self.flush()}{name}]", body=rest)

    def on_citation_reference(self, node: nodes.Element) -> str:
        return f"\\[{self.children(node)}\\]"

    def on_label(self, _: nodes.Node) -> str:
        return ""

    def on_index(self, node: nodes.Element) -> str:
        entries: list[tuple[str, str, str]] = node.get("entries", [])
        for entry in entries:
            self._index(*entry[:3])
        return ""

    def _index(self, kind: str, value: str, target: str) -> None:
        """Note an entry of the index for the next words."""
        main = target != "" and not target.startswith("term-")
        self.has_index = self.has_index or main
        parts = [part.strip() for part in value.split(";") if part.strip()]
        found: list[tuple[str, str, str]] = []  # the entry, what is under it, where else to look
        if kind in ("see", "seealso") and len(parts) == 2:
            found = [(parts[0], "", parts[1])]
        elif kind == "triple" and len(parts) == 3:
            a, b, c = parts
            found = [(a, f"{b} {c}", ""), (b, f"{c}, {a}", ""), (c, f"{a} {b}", "")]
        elif kind == "pair" and len(parts) == 2:
            found = [(parts[0], parts[1], ""), (parts[1], parts[0], "")]
        elif parts:
            found = [(parts[0], ", ".join(parts[1:]), "")]
        for name, under, see in found:
            self.indexed.add(name)
            texts = [markup.string(each) for each in (name, under, see)]
            self.marks.append(markup.inline("ix", *texts))

    # -- lists ---------------------------------------------------------------------------------

    def on_bullet_list(self, node: nodes.Element) -> str:
        return self._list("bullets", node)

    def on_enumerated_list(self, node: nodes.Element) -> str:
        style = {
            "loweralpha": "a", "upperalpha": "A", "lowerroman": "i", "upperroman": "I",
        }.get(node.get("enumtype", ""), "1")  # fmt: skip
        pattern = f"{node.get('prefix', '')}{style}{node.get('suffix', '.')}"
        start = f"start: {node.get('start', 1)}"
        return self._list("numbers", node, f"pattern: {markup.string(pattern)}", start)

    def _list(self, name: str, node: nodes.Element, *arguments: str) -> str:
        self.anchor(node)
        if all("rulebook-box" in _classes(each) for each in node.children):
            return markup.block("ticks", *(f"[{self._item(each)}]" for each in node.children))
        tight = all(map(_is_short, node.children))
        items = [markup.content(self._item(each)) for each in node.children]
        return markup.block(name, *arguments, f"tight: {markup.boolean(tight)}", *items)

    def _item(self, node: nodes.Node) -> str:
        return (self.children(node) + self.flush()).strip()

    def on_definition_list(self, node: nodes.Element) -> str:
        return self._definitions(node, "definitions")

    def on_glossary(self, node: nodes.Element) -> str:
        found = ""
        for each in node.children:
            if isinstance(each, nodes.definition_list):
                found += self._definitions(each, "glossary")
            else:
                found += self(each)
        return found

    def _definitions(self, node: nodes.Element, name: str) -> str:
        entries = []
        for item in node.children:
            terms = []
            for each in getattr(item, "children", []):
                if isinstance(each, nodes.term | nodes.classifier):
                    self.anchor(each)
                    body = self.children(each)
                    terms.append(markup.content(self.flush() + body))
            rest = [e for e in item.children if isinstance(e, nodes.definition)]
            said = "".join(map(self.children, rest)).strip()
            entries.append(f"({markup.array(terms)}, [{said}])")
        return markup.block(name, *entries)

    def on_definition(self, node: nodes.Element) -> str:
        return self.children(node)

    on_term = on_classifier = on_definition

    def on_field_list(self, node: nodes.Element) -> str:
        return markup.block("fields", self._pairs(node).removesuffix(", "))

    def on_option_list(self, node: nodes.Element) -> str:
        pairs = []
        for item in node.children:
            names, text = item.children[0], item.children[-1]
            shown = ", ".join(each.astext() for each in names.children)
            code = markup.inline("code", self.string(shown, item))
            pairs.append(f"([{code}], [{self.children(text).strip()}])")
        return markup.block("fields", *pairs)

    def on_line_block(self, node: nodes.Element) -> str:
        return markup.block("verse", body=self._lines(node))

    def _lines(self, node: nodes.Element, deep: int = 0) -> str:
        found = []
        for each in node.children:
            if isinstance(each, nodes.line_block):
                found.append(self._lines(each, deep + 1))
            else:
                indent = f"#h({deep * 1.5}em);" * bool(deep)
                found.append(indent + (self.children(each).strip() or "#v(0.5em);"))
        return " \\\n".join(found)

    def on_hlist(self, node: nodes.Element) -> str:
        columns = [markup.content(self.children(each)) for each in node.children]
        return markup.block("beside", f"{len(columns)}", *columns)

    def on_acks(self, node: nodes.Element) -> str:
        return self.children(node)

    # -- boxes ---------------------------------------------------------------------------------

    def on_block_quote(self, node: nodes.Element) -> str:
        by = [each for each in node.children if isinstance(each, nodes.attribution)]
        rest = "".join(self(each) for each in node.children if each not in by)
        if _is_wrapper(node):
            return rest
        name = f"by: [{self.children(by[0])}]" if by else ""
        return markup.block("quoted", name, body=rest.strip())

    def on_attribution(self, node: nodes.Element) -> str:
        return self.children(node)

    def on_Admonition(self, node: nodes.Element) -> str:  # noqa: N802  # docutils names it so
        kind = type(node).__name__
        return self._box("admonition", node, kind, self.builder.label_of(kind))

    def on_admonition(self, node: nodes.Element) -> str:
        for name in BOXES:
            if f"rulebook-{name}" in node["classes"]:
                return self._box(name, node, "", "")
        if "rulebook-stat-block" in node["classes"]:
            return self._stat_block(node)
        kind = next((c for c in node["classes"] if c in ADMONITIONS), "note")
        return self._box("admonition", node, kind, "")

    def _stat_block(self, node: nodes.Element) -> str:
        """Who it is, then facts and boxes to tick beside tables."""
        self.anchor(node)
        name, line, facts, left, right = "", "", "", "", ""
        for each in node.children:
            if isinstance(each, nodes.title):
                name = self.flush() + self.children(each)
            elif isinstance(each, nodes.paragraph) and "rulebook-line" in each["classes"]:
                line = self.children(each)
            elif isinstance(each, nodes.field_list):
                facts += self._pairs(each)
            elif isinstance(each, nodes.table | nodes.figure):
                right += self(each)
            else:
                left += self(each)
        return markup.block(
            "stat-block",
            f"[{name}]",
            f"line: [{line}]" if line else "",
            f"facts: ({facts})" if facts else "",
            f"left: [{(left + self.flush()).strip()}]" if left.strip() else "",
            f"right: [{right.strip()}]" if right.strip() else "",
        )

    def _pairs(self, node: nodes.Element) -> str:
        """The fields of a list, each with its comma."""
        found = ""
        for item in node.children:
            name, body = item.children[0], item.children[-1]
            found += f"([{self.children(name)}], [{self.children(body).strip()}]), "
        return found

    def on_seealso(self, node: nodes.Element) -> str:
        return self._box("admonition", node, "seealso", self.builder.label_of("seealso"))

    def on_versionmodified(self, node: nodes.Element) -> str:
        return self.children(node)

    def on_topic(self, node: nodes.Element) -> str:
        if "contents" in node["classes"]:
            return ""  # the book has its contents at its beginning
        return self._box("sidebar", node, "", "")

    def on_sidebar(self, node: nodes.Element) -> str:
        return self._box("sidebar", node, "", "")

    def _box(self, name: str, node: nodes.Element, kind: str, title: str) -> str:
        """A box with a title: one of its own, or the word for what it is."""
        self.anchor(node)
        own = [each for each in node.children if isinstance(each, nodes.title)]
        words = self.flush() + (self.children(own[0]) if own else markup.text(title))
        rest = "".join(self(each) for each in node.children if each not in own)
        rest = (rest + self.flush()).strip()
        first = markup.string(kind) if kind else ""
        return markup.block(name, first, f"[{words}]", body=f"\n{rest}\n")

    def on_compound(self, node: nodes.Element) -> str:
        return self.children(node)

    def on_centered(self, node: nodes.Element) -> str:
        return markup.block("centred", body=self.children(node))

    def on_container(self, node: nodes.Element) -> str:
        kind = node.get("design_component", "")
        if kind in ("tab-set", "dropdown", "card") or kind.startswith("grid"):
            return self._design(kind, node)
        self.anchor(node)
        return self.children(node)

    def _design(self, kind: str, node: nodes.Element) -> str:
        """Tabs, cards and grids of sphinx-design: one after the other, or side by side."""
        if kind == "tab-set":
            tabs = []
            for item in node.children:
                name = next(iter(item.children), None)
                rest = "".join(map(self, item.children[1:])).strip()
                tabs.append(f"([{self.children(name) if name else ''}], [{rest}])")
            return markup.block("tabs", *tabs)
        if kind == "grid-container" or kind == "grid-row":
            items = list(_findall_design(node, "grid-item"))
            if items:
                shown = [markup.content(self.children(e).strip()) for e in items]
                return markup.block("beside", str(min(ABREAST, len(items))), *shown)
            return self.children(node)
        if kind in ("card", "dropdown"):
            titles = [e for e in node.findall(nodes.Element) if "sd-card-title" in e["classes"]]
            titles += [e for e in node.findall(nodes.rubric) if not titles]
            title = self.children(titles[0]) if titles else ""
            rest = "".join(self(e) for e in _without(node, titles[:1]))
            return markup.block("card", f"[{title}]", body=f"\n{rest.strip()}\n")
        return self.children(node)

    def on_rulebook_sheet(self, node: nodes.Element) -> str:
        """A page of its own, its panels side by side."""
        panels = []
        with self.inside(plain=True, room=self.builder.panel_room(node["layout"])):
            for panel in node.children:
                assert isinstance(panel, nodes.Element)
                body = (self.children(panel) + self.flush()).strip()
                full = isinstance(next(iter(panel.children), None), nodes.table)
                panels.append(
                    markup.dictionary(
                        [
                            ("kind", markup.string("table" if full else "text")),
                            ("title", f"[{self.words_of(panel['title'], panel)}]"),
                            ("body", f"[{body}]"),
                        ]
                    )
                )
        title = f"[{self.words_of(node['title'], node)}]"
        landscape = markup.boolean(node["layout"] == "landscape")
        return markup.block("sheet", title, landscape, self.label(node), *panels)

    # -- code ----------------------------------------------------------------------------------

    def on_literal_block(self, node: nodes.Element) -> str:
        self.anchor(node)
        language = node.get("language", "")
        lang = f"lang: {markup.string(language)}" if language not in ("none", "default", "") else ""
        code = self.string(node.astext(), node)
        return (self.flush() and "") + markup.block("code-block", code, lang)

    on_doctest_block = on_literal_block

    def on_productionlist(self, node: nodes.Element) -> str:
        return markup.block("code-block", self.string(node.astext(), node))

    def on_desc(self, node: nodes.Element) -> str:
        signatures = [e for e in node.children if isinstance(e, addnodes.desc_signature)]
        for each in signatures:
            self.anchor(each)
        shown = " \\\n".join(
            markup.inline("code", self.string(each.astext(), each)) for each in signatures
        )
        rest = "".join(
            self.children(e) for e in node.children if isinstance(e, addnodes.desc_content)
        )
        return markup.block("definitions", f"(([{self.flush()}{shown}],), [{rest.strip()}])")

    # -- pictures ------------------------------------------------------------------------------

    def on_image(self, node: nodes.Element) -> str:
        call = self._picture(node)
        if not call:
            return self.text_of(nodes.Text(node.get("alt", "")))
        if isinstance(node.parent, nodes.paragraph | nodes.term | nodes.line | nodes.reference):
            return markup.inline("small-picture", *call)
        return markup.block("figure-of", f"picture({', '.join(call)})")

    def _picture(self, node: nodes.Element) -> list[str]:
        path = self.builder.picture(node, self.where.page)
        if not path:
            return []
        width = _length(node.get("width", ""))
        alt = " ".join(node.get("alt", "").split())
        given = [markup.string(path), f"alt: {markup.string(alt)}" if alt else ""]
        if width:
            given.append(f"width: {width}")
        return [each for each in given if each]

    def on_figure(self, node: nodes.Element) -> str:
        caption = next((e for e in node.children if isinstance(e, nodes.caption)), None)
        legend = [e for e in node.children if isinstance(e, nodes.legend)]
        label = self.label(node)
        words = self._caption(node, caption, "figure")
        rest = "".join(map(self.children, legend)).strip()
        shown = []
        for each in node.children:
            if each is caption or each in legend:
                continue
            shown.append(self._shown(each))
        arguments = [label, f"caption: [{words}]" if words else ""]
        arguments += [f"legend: [{rest}]"] * bool(rest)
        if isinstance(node.parent, nodes.section):  # not in a box, where nothing can float
            arguments.append("float: true")
        return markup.block("figure-of", *shown, *[each for each in arguments if each])

    def _shown(self, node: nodes.Node) -> str:
        """What a figure shows, as an argument."""
        from ..page.chart_directive import OddsChartNode

        if isinstance(node, OddsChartNode):
            return self.builder.chart(node, self)
        if isinstance(node, nodes.reference) and len(node) == 1:
            return self._shown(node[0])
        if isinstance(node, nodes.image) and (call := self._picture(node)):
            return f"picture({', '.join(call)})"
        return markup.content(self(node).strip())

    def on_OddsChartNode(self, node: nodes.Element) -> str:  # noqa: N802
        return markup.block("figure-of", self.builder.chart(node, self))

    def on_caption(self, node: nodes.Element) -> str:
        return markup.block("rubric", body=self.children(node))

    def on_legend(self, node: nodes.Element) -> str:
        return self.children(node)

    def _caption(self, node: nodes.Element, title: nodes.Element | None, kind: str) -> str:
        """The words of a caption with its number, and the marks that wait for words."""
        marks = self.flush()
        with self.inside(plain=True):
            words = self.children(title) if title is not None else ""
        number = self._number_of(node, kind) if title is not None else ""
        if number:
            number = markup.inline("numbered", markup.string(number))
        return marks + number + words + self.flush()

    def _number_of(self, node: nodes.Element, kind: str) -> str:
        """ "Table 2", where the book numbers its tables."""
        if kind == "equation":
            return f"({node['number']})" if node.get("number") else ""
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

    # -- tables --------------------------------------------------------------------------------

    def on_table(self, node: nodes.table) -> str:
        title = next((e for e in node.children if isinstance(e, nodes.title)), None)
        label = self.label(node)
        caption = self._caption(node, title, "table")
        return TableWriter(self, node).written(caption, label)


def _by_page(tree: nodes.Node, page: str) -> Iterator[tuple[str, nodes.Element]]:
    """Every element with the page that it comes from."""
    for child in tree.children:
        if isinstance(child, addnodes.start_of_file):
            yield from _by_page(child, child["docname"])
        elif isinstance(child, nodes.Element):
            yield page, child
            yield from _by_page(child, page)


def _leads_on(node: nodes.Node) -> bool:
    """Whether other pages, or sections, begin in the node."""
    found = (nodes.section, addnodes.start_of_file)
    return isinstance(node, found) or any(
        isinstance(each, found) for each in node.findall(nodes.Element)
    )


def _kind(node: nodes.section) -> str:
    """What a chapter is full of: text, or tables."""
    shown = [e for e in node.children if isinstance(e, nodes.Element)]
    shown = [e for e in shown if not isinstance(e, nodes.title | nodes.Invisible | addnodes.index)]
    return "tables" if shown and isinstance(shown[0], nodes.table) else "text"


def _reference_kind(node: nodes.Element) -> str:
    """What a reference names: a word of the glossary, or a place of the book."""
    classes: set[str] = set()
    for each in node.findall(nodes.Element):
        classes.update(each.get("classes", []))
    return "term" if "std-term" in classes else "see"


def _outcome_of(classes: Sequence[str]) -> list[str]:
    """The number of the outcome that words name, as an argument."""
    for name in classes:
        if (number := name.removeprefix("rulebook-outcome-")).isdecimal():
            return [f"outcome: {number}"]
    return []


def _classes(node: nodes.Node) -> list[str]:
    return list(node["classes"]) if isinstance(node, nodes.Element) else []


def _is_short(item: nodes.Node) -> bool:
    """Whether a list's item is one paragraph, perhaps with a list below it."""
    inner = [e for e in item.children if not isinstance(e, nodes.bullet_list | nodes.Invisible)]
    return len(inner) <= 1


def _is_wrapper(node: nodes.Element) -> bool:
    """Whether a quote is only an indented list or table, which quotes nothing."""
    return all(isinstance(e, nodes.Sequential | nodes.table | nodes.figure) for e in node.children)


def _findall_design(node: nodes.Element, kind: str) -> Iterable[nodes.Element]:
    for child in node.children:
        if isinstance(child, nodes.container):
            if child.get("design_component") == kind:
                yield child
            else:
                yield from _findall_design(child, kind)


def _without(node: nodes.Element, left_out: Sequence[nodes.Node]) -> list[nodes.Node]:
    """The children of a card, without its title."""
    found: list[nodes.Node] = []
    for child in node.children:
        if child in left_out:
            continue
        if isinstance(child, nodes.container) and any(e in child.children for e in left_out):
            found += [e for e in child.children if e not in left_out]
        else:
            found.append(child)
    return found


_UNITS = {"px": 0.75, "": 0.75, "pt": 1, "pc": 12, "in": 72, "cm": 72 / 2.54, "mm": 72 / 25.4}


def _length(text: str) -> str:
    """A length of docutils as Typst writes it."""
    match = re.fullmatch(r"([0-9.]+)\s*(\S*)", str(text))
    if match is None:
        return ""
    if match[2] == "%":
        return f"{match[1]}%"
    if match[2] in ("em", "rem", "ex", "ch"):
        return f"{match[1]}em"
    return f"{float(match[1]) * _UNITS.get(match[2], 0.75):g}pt"
