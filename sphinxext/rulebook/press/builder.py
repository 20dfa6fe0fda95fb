"""The builder ``rulebook-pdf``: puts the book together, writes it as Typst and makes the PDF."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.errors import SphinxError
from sphinx.locale import admonitionlabels
from sphinx.util.nodes import inline_all_toctrees

from ..page.domain import rulebook_of
from ..page.warn import warn
from ..rules.errors import RulesError
from ..words.book_words import words_of
from . import fonts, markup
from .choices import DEFAULT_LOOK, PAPERS, POINTS, Choices, read_choices
from .ebook import settle_times
from .look import Look, LookError, look_named
from .pages import faults_of
from .typeset import Printed, Typeset, typeset

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from .writer import Writer
    from .writing.base import BaseWriter

BASE = Path(__file__).parent / "base.typ"
BOOK, META, LOOK = "book.typ", "meta.typ", "look"
MISSING_LETTER = re.compile(r"the text .* could not be displayed with font")
CONTENTS = 70  # headings that the contents have room for
SHEET_MARGINS = 30  # millimetres, of a sheet's margins and of the space between its panels
PANEL_PADDING = 14  # points, within a panel
SHORT_INDEX = 24  # entries that need no page of their own
SHORT_BLURB = 420  # letters that a cover has room for


class PressBuilder(Builder):
    """Makes one PDF of the book."""

    name = "rulebook-pdf"
    format = "typst"
    epilog = "The PDF is in %(outdir)s."
    supported_image_types: ClassVar[list[str]] = [
        "image/svg+xml", "image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf",
    ]  # fmt: skip
    supported_remote_images = False
    allow_parallel = True
    imgpath = imagedir = "pictures"  # for extensions that draw

    def init(self) -> None:
        """Begin with no book, look or pictures."""
        self.docnames: set[str] = set()
        self.look: Look
        self.choices: Choices
        self.words = words_of(self.config.language or "en")
        self.copied: dict[str, str] = {}
        self.made: Path | None = None  # the PDF, once there is one
        self.tags.add("pdf")  # for '.. only:: pdf'
        self.taught: dict[str, Callable[..., Any]] = {}  # how extensions write their nodes

    # -- what Sphinx asks ----------------------------------------------------------------------

    def get_outdated_docs(self) -> str:
        """Return the whole book: a PDF is always made anew."""
        return "the book"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:  # noqa: ARG002
        """Return a page's name, which the writer turns into a label."""
        return f"%{docname}"

    def get_relative_uri(self, from_: str, to: str, typ: str | None = None) -> str:  # noqa: ARG002
        """Return the same address wherever the reference is."""
        return self.get_target_uri(to, typ)

    def prepare_writing(self, docnames: Set[str]) -> None:  # noqa: ARG002  # Sphinx gives them
        """Read the choices and the look. A wrong one is a warning, and the default is used."""
        self.choices, mistakes = read_choices(self.config, Path(self.confdir))
        for mistake in mistakes:
            warn("config", mistake, self.conf(mistake.partition(":")[0]))
        try:
            self.look = look_named(self.choices.look or DEFAULT_LOOK)
        except LookError as error:
            warn("config", f"rulebook_look: {error}", self.conf("rulebook_look"))
            self.look = look_named(DEFAULT_LOOK)

    def write(self, *_: Any) -> None:  # type: ignore[misc]  # LaTeX's builder on 7.4 does so, too
        """Make the whole book at once, not page by page."""
        self.prepare_writing(set(self.env.all_docs))
        self.make()

    def finish(self) -> None:
        """Do nothing: the book is made by now."""

    # -- the book ------------------------------------------------------------------------------

    def make(self) -> None:
        """Write the Typst sources into the output folder and make the PDF."""
        from .writer import Writer  # only a book that is printed needs it

        tree = self.assembled()
        self.post_process_images(tree)
        folder = self.sources
        folder.mkdir(parents=True, exist_ok=True)
        self.tree = tree
        self.front, self.subtitle = _front_of(tree)
        writer = Writer(self, self.config.root_doc, parts=self.has_parts(tree))
        body = writer.book(tree)
        meta = self.meta(writer)
        indexed = writer.indexed if writer.has_index else set()
        self._write_sources(folder, body, meta, indexed)
        self.gather_fonts(writer, folder / "fonts")
        job = Typeset(folder / BOOK, self.pdf, folder / "fonts", self.timestamp())
        try:
            self._tell(typeset(job), writer)
        except RulesError as error:
            raise SphinxError(str(error)) from None
        self.made = self.pdf

    def _tell(self, printed: Printed, writer: Writer) -> None:
        """Warn of everything that Typst or a look at the pages finds, each at its line."""
        source = (self.sources / BOOK).read_text("utf-8")
        for message in printed.messages:
            if MISSING_LETTER.search(message.text):
                continue  # told already, with its script
            number = markup.place_before(source, message.line, message.column)
            if message.line and number is not None:
                self.warn(message.text, writer.places[number], self.config.root_doc)
            else:
                warn("press", message.text, self.conf())
        for fault in faults_of(self.pdf, printed.spots, self.edge(), self.columns()):
            if fault.spot is None:
                warn("press", fault.text, self.conf())
            else:
                self.warn(fault.text, writer.places[fault.spot], self.config.root_doc)

    def edge(self) -> float:
        """Return how many points at the edge of the PDF's page are cut off by a print shop."""
        return self.choices.bleed * POINTS

    def columns(self) -> int:
        """Return how many columns of text a page has."""
        look = self.look
        return (look.sheets.get(self.choices.paper) or look.sheets[look.paper]).columns

    @property
    def sources(self) -> Path:
        """The folder that Typst reads."""
        return Path(self.outdir, "typst")

    def conf(self, setting: str = "rulebook_") -> str:
        """Return the line where conf.py sets something, for a warning."""
        path = Path(self.confdir, "conf.py")
        lines = path.read_text("utf-8").splitlines() if path.is_file() else []
        line = next((n for n, each in enumerate(lines, 1) if each.startswith(setting)), 1)
        return f"{path}:{line}"

    @property
    def pdf(self) -> Path:
        """The path of the PDF."""
        words = re.findall(r"[^\W_]+", self.config.project.lower())
        return Path(self.outdir, f"{'-'.join(words) or 'book'}.pdf")

    def timestamp(self) -> int:
        """Return the date in the PDF: SOURCE_DATE_EPOCH, else none, so that two runs agree."""
        return int(os.environ.get("SOURCE_DATE_EPOCH", "0") or 0)

    def assembled(self) -> nodes.document:
        """Join all pages into one tree and resolve its references."""
        root = self.config.root_doc
        tree = self.env.get_doctree(root)
        tree["docname"] = root
        self.docnames = {root}
        whole = inline_all_toctrees(self, self.docnames, root, tree, str, [root])
        whole["docname"] = root
        self.env.resolve_references(whole, root, self)
        return whole

    def has_parts(self, tree: nodes.document) -> bool:
        """Tell if the book has parts: most pages of the first one hold pages of their own."""
        if self.config.latex_toplevel_sectioning in ("part", "chapter"):
            return bool(self.config.latex_toplevel_sectioning == "part")
        tops = list(_top_files(tree))
        deep = [each for each in tops if any(True for _ in _top_files(each))]
        return len(tops) > 1 and len(deep) * 2 > len(tops)

    def meta(self, writer: Writer) -> str:
        """Write everything that the look knows about the book and its choices."""
        choices, look = self.choices, self.look
        paper = choices.paper or look.paper
        sheet = look.sheets.get(paper) or look.sheets[look.paper]
        width, height = PAPERS[paper]
        author = "" if self.config.author == "Author name not set" else self.config.author
        blurb = choices.blurb or self.blurb()
        for text in (
            self.config.project,
            author,
            choices.subtitle or self.subtitle,
            blurb,
            *choices.facts,
        ):
            writer.words_of(text, self.tree)
        picture = self.copy(choices.cover) if choices.cover else ""
        edge = choices.bleed
        sizes = [
            ("width", f"{width + 2 * edge}mm"), ("height", f"{height + 2 * edge}mm"),
            ("inside", f"{sheet.inside + edge}mm"), ("outside", f"{sheet.outside + edge}mm"),
            ("top", f"{sheet.top + edge}mm"), ("bottom", f"{sheet.bottom + edge}mm"),
            ("size", f"{sheet.size}pt"), ("step", f"{sheet.step}pt"),
            ("columns", str(sheet.columns)), ("gutter", f"{sheet.gutter}mm"),
            ("margin-column", f"{sheet.margin_column}mm"),
            ("mirrored", markup.boolean(choices.mirrored)),
        ]  # fmt: skip
        told = [
            ("title", markup.string(self.config.project)),
            ("subtitle", markup.string(choices.subtitle or self.subtitle)),
            ("author", markup.string(author)),
            ("blurb", markup.string(blurb)),
            ("facts", markup.array(map(markup.string, choices.facts))),
            ("picture", markup.string(picture) if picture else "none"),
            ("language", markup.string((self.config.language or "en").replace("_", "-"))),
            ("accent", f"rgb({markup.string(choices.accent or look.accent)})"),
            ("paper", markup.string(paper)),
            ("page", markup.dictionary(sizes)),
            ("words", markup.dictionary((k, markup.string(v)) for k, v in self.words.items())),
            ("dice", markup.dictionary((k, f"rgb({markup.string(v)})") for k, v in self.dice())),
            ("index", markup.boolean(writer.has_index)),
            ("outcomes", str(self.most_outcomes())),
            ("contents-depth", str(self.contents_depth())),
        ]
        lines = ",\n  ".join(f"{key}: {value}" for key, value in told)
        return f"#let meta = (\n  {lines},\n)\n"

    def most_outcomes(self) -> int:
        """Count the outcomes of the check that has the most."""
        games = rulebook_of(self.env).book.rules.games.values()
        return max((len(c.outcomes) for g in games for c in g.checks.values()), default=0)

    def contents_depth(self) -> int:
        """Return the depth of the contents: two levels if these fit on about two pages."""
        sections = sum(1 for _ in self.tree.findall(nodes.section))
        return 2 if sections <= CONTENTS else 1

    def dice(self) -> Iterator[tuple[str, str]]:
        """Yield the colour of each die: the look's, else the one in the rules."""
        from ..ask.colours import hex_of

        found: dict[str, str] = {}
        for game in rulebook_of(self.env).book.rules.games.values():
            for die in game.dice.values():
                if colour := hex_of(die.colour) if die.colour else "":
                    found.setdefault(die.name, colour)
        yield from {**found, **self.look.dice}.items()

    def _write_sources(self, folder: Path, body: str, meta: str, indexed: set[str]) -> None:
        shutil.copyfile(BASE, folder / "base.typ")
        shutil.copytree(
            self.look.folder, folder / LOOK, dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("fonts", "*.css"),
        )  # fmt: skip
        (folder / META).write_text(meta, "utf-8")
        lines = [
            f'#import "{LOOK}/look.typ": *',
            "#show: book",
            "#cover()",
            "#repeated(contents())",
            body,
            f"#book-index(short: {markup.boolean(len(indexed) < SHORT_INDEX)})" if indexed else "",
            "#spots()",
        ]
        (folder / BOOK).write_text("\n".join(lines) + "\n", "utf-8")

    # -- what the writer asks ------------------------------------------------------------------

    def warn(self, message: str, node: nodes.Node, page: str) -> None:
        """Warn at the line of a node, or at its page."""
        warn("press", message, _line_of(node) or page)

    def label_of(self, kind: str) -> str:
        """Return the title of an admonition in the language of the book."""
        return str(admonitionlabels.get(kind, kind.capitalize()))

    def blurb(self) -> str:
        """Return the opening words of the first page if they are short enough for a cover."""
        if self.front is None or not self.blurb_is(self.front.children[1:]):
            return ""
        [said] = [e for e in self.front.children[1:] if isinstance(e, nodes.paragraph)]
        return " ".join(said.astext().split())

    def blurb_is(self, front: Sequence[nodes.Node]) -> bool:
        """Tell if the book opens with one short paragraph, which the cover shows."""
        shown = [e for e in front if not isinstance(e, nodes.Invisible | addnodes.index)]
        shown = [e for e in shown if not _holds_pages(e)]
        return (
            not self.choices.blurb
            and len(shown) == 1
            and isinstance(shown[0], nodes.paragraph)
            and all(isinstance(e, nodes.Text) for e in shown[0].children)
            and len(shown[0].astext()) <= SHORT_BLURB
        )

    def picture(self, node: nodes.Element, page: str) -> str:
        """Return the path of a picture in the output folder, or nothing if it cannot be shown."""
        uri = node.get("uri", "")
        source = Path(self.srcdir, uri)
        if "://" in uri or not source.is_file():
            if "://" in uri:
                self.warn(f"the picture '{uri}' is not in the book; print needs a copy", node, page)
            return ""
        return self.copy(source)

    def copy(self, source: Path) -> str:
        """Copy a file into the output folder and return its name there."""
        key = str(source)
        if key not in self.copied:
            name = f"pictures/{len(self.copied) + 1}-{source.name}"
            target = self.sources / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            self.copied[key] = f"/{name}"
        return self.copied[key]

    def panel_room(self, layout: str) -> float:
        """Return the width of a sheet's panel in points."""
        width, height = PAPERS[self.choices.paper or self.look.paper]
        whole, columns = (height, 3) if layout == "landscape" else (width, 2)
        return (whole - SHEET_MARGINS) / columns * POINTS - PANEL_PADDING

    def chart(self, node: nodes.Element, writer: BaseWriter) -> str:
        """Draw a chart for the page, in Typst's own shapes and text."""
        from .charts import chart_call

        return chart_call(self, node, writer)

    # -- fonts ---------------------------------------------------------------------------------

    def gather_fonts(self, writer: Writer, target: Path) -> None:
        """Put all fonts of the book into a folder. Warn of each letter that has none."""
        own = [path for each in self.choices.fonts for path in sorted(each.iterdir())]
        own = [path for path in own if path.suffix in (*fonts.PLAIN, ".woff2")]
        ours = [*self.look.fonts, *own]
        known = fonts.unpacked(ours, target)
        missing = fonts.lacking(writer.letters, known)
        if missing:
            spare = fonts.unpacked(fonts.fonts_of_matplotlib(), target)
            known += spare
            missing = fonts.lacking(missing, spare)
        if missing:
            found = fonts.fonts_of_machine(missing)
            spare = fonts.unpacked(found, target)
            known += spare
            missing = fonts.lacking(missing, spare)
        for path in target.iterdir():
            if path not in known:
                path.unlink()
        for font, letters in fonts.by_script(missing).items():
            self.warn(
                f"no font has {fonts.listed(letters)}; put one that has, such as {font}, into a "
                "folder that 'rulebook_fonts' names",
                next(node for char, node in writer.letters.items() if char in letters),
                writer.root,
            )


def _top_files(node: nodes.Node) -> Iterator[nodes.Element]:
    """Yield the pages that a page holds directly."""
    for child in node.children:
        if isinstance(child, addnodes.start_of_file):
            yield child
        elif isinstance(child, nodes.Element):
            yield from _top_files(child)


def _front_of(tree: nodes.document) -> tuple[nodes.section | None, str]:
    """Return the section that holds the book, and a subtitle above it if there is one."""
    front = next((e for e in tree.children if isinstance(e, nodes.section)), None)
    if front is None:
        return None, ""
    shown = [e for e in front.children[1:] if not isinstance(e, nodes.Invisible | addnodes.index)]
    if len(shown) == 1 and isinstance(shown[0], nodes.section):
        inner = shown[0]
        if any(isinstance(each, addnodes.start_of_file) for each in inner.findall()):
            return inner, " ".join(inner.children[0].astext().split())
    return front, ""


def _line_of(node: nodes.Node) -> str:
    """Return the file and line of a node: its own, else of its first words, else around it."""
    inner = [node, *node.findall(nodes.Element)]
    around: list[Any] = []
    place: Any = node.parent  # docutils says that a node always has a parent
    while place is not None:
        around.append(place)
        place = place.parent
    found = (each for each in (*inner, *around) if each.line and each.source)
    return next((f"{each.source}:{each.line}" for each in found), "")


def _holds_pages(node: nodes.Node) -> bool:
    """Tell if a page or a section begins in the node."""
    found = (addnodes.start_of_file, nodes.section)
    return isinstance(node, found) or any(isinstance(e, found) for e in node.findall(nodes.Element))


def add_press(app: Sphinx) -> None:
    """Add the settings and the builder to Sphinx."""
    from .choices import SETTINGS

    for setting in SETTINGS:
        app.add_config_value(setting.name, setting.default, "", Any)
    app.add_builder(PressBuilder)
    app.connect("builder-inited", _learn_nodes)
    app.connect("build-finished", settle_times)


def _learn_nodes(app: Sphinx) -> None:
    """Take what extensions teach: app.add_node(kind, **{"rulebook-pdf": (function, None)})."""
    if isinstance(app.builder, PressBuilder):
        handlers = app.registry.translation_handlers.get(PressBuilder.name, {})
        app.builder.taught = {kind: visit for kind, (visit, _) in handlers.items()}
