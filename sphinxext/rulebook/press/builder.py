"""The builder ``rulebook-pdf``: puts the book together, writes it as Typst and makes the PDF."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.builders import Builder
from sphinx.errors import SphinxError
from sphinx.locale import admonitionlabels
from sphinx.util.nodes import inline_all_toctrees

from ..book.warn import warn
from ..charts.colours import contrast
from ..hover.conf import declare, place_of
from ..hover.private import taught_nodes
from ..language.language_file import press_words
from ..rules.errors import RulesError
from . import fonts, markup
from .book_tree import ends_in_sheet, front_of, has_parts, line_of, meta_of, short_opening
from .charts import dress_charts
from .ebook import FlatTabs, cover_book, finish_book, name_book
from .look import DEFAULT_LOOK, PAPERS, POINTS, SETTINGS, Choices, Look, Sheet, look_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from .writing import Writer

BASE = Path(__file__).parent / "base.typ"
BOOK, META, LOOK = "book.typ", "meta.json", "look"
SHEET_MARGINS = 30  # millimetres, of a sheet's margins and of the space between its panels
CAPTION = 5  # lines that a caption takes, with the space around it
PANEL_PADDING = 14  # points, within a panel
READABLE = 4.5  # the least contrast of letters, by WCAG
SHORT_INDEX = 24  # entries that need no page of their own


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
    ending = ".pdf"  # of the name of the PDF

    def init(self) -> None:
        """Begin a book, for which '.. only:: pdf' is printed."""
        self.begin()
        self.tags.add("pdf")

    def begin(self) -> None:
        """Begin with no book, look or pictures."""
        self.docnames: set[str] = set()
        self.look: Look
        self.choices: Choices
        self.words = press_words(self.config.language or "en")
        self.copied: dict[str, str] = {}
        self.taught: dict[str, Callable[..., Any]] = {}  # how extensions write their nodes

    # -- what Sphinx asks ----------------------------------------------------------------------

    def get_outdated_docs(self) -> str:
        """Return the whole book: a PDF is always made anew."""
        return "the book"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:  # noqa: ARG002  # as Sphinx asks
        """Return a page's name, which the writer turns into a label."""
        return f"%{docname}"

    def get_relative_uri(self, from_: str, to: str, typ: str | None = None) -> str:  # noqa: ARG002  # as Sphinx asks
        """Return the same address wherever the reference is."""
        return self.get_target_uri(to, typ)

    def prepare_writing(self, docnames: Set[str]) -> None:  # noqa: ARG002  # Sphinx gives them
        """Read the choices and the look. A wrong one is a warning, and the default is used."""
        confdir = Path(self.confdir)
        self.choices, look = look_of(self.config, confdir, tells=True, default=DEFAULT_LOOK)
        assert look is not None  # the default one ships
        self.look = look
        accent = self.choices.accent
        if accent and (found := contrast(accent, "#ffffff")) < READABLE:
            message = f"rulebook_accent: {accent} has a contrast of {found:.2f} with white; "
            message += f"letters need {READABLE}, so take a darker colour"
            warn("advice", message, self.conf("rulebook_accent"))

    def write(self, *_: Any) -> None:  # type: ignore[misc]  # LaTeX's builder on 7.4 does so, too
        """Make the whole book at once, not page by page."""
        self.prepare_writing(set(self.env.all_docs))
        self.make()

    def finish(self) -> None:
        """Do nothing: the book is made by now."""

    # -- the book ------------------------------------------------------------------------------

    def make(self) -> None:
        """Write the Typst sources into the output folder and make the PDF."""
        # Only a book that is printed needs these.
        from .pages import faults_of
        from .typeset import typeset
        from .writing import Writer

        tree = self.assembled()
        self.post_process_images(tree)
        folder = self.sources
        shutil.rmtree(folder / "pictures", ignore_errors=True)  # of an older book
        folder.mkdir(parents=True, exist_ok=True)
        self.tree = tree
        self.front, self.subtitle = front_of(tree)
        writer = Writer(self, self.config.root_doc, parts=self.has_parts(tree))
        body = writer.book(tree)
        indexed = writer.indexed if writer.has_index else set()
        self.write_sources(body, meta_of(self, writer), indexed)
        self._gather_fonts(writer, folder / "fonts")
        try:
            told, spots = typeset(folder / BOOK, self.pdf, folder / "fonts", self.timestamp())
            found = faults_of(self.pdf, spots, self.choices.bleed * POINTS, self.sheet.columns)
        except RulesError as error:
            raise SphinxError(str(error)) from None
        for fault in (*told, *found):
            if fault.spot is None:
                warn("press", fault.text, self.conf())
            else:
                self.warn(fault.text, writer.places[fault.spot], self.config.root_doc)

    @property
    def paper_size(self) -> tuple[float, float]:
        """The width and height of the paper in millimetres."""
        return PAPERS[self.choices.paper or self.look.paper]

    @property
    def sheet(self) -> Sheet:
        """Lay out the paper as the look does."""
        look = self.look
        return look.sheets.get(self.choices.paper) or look.sheets[look.paper]

    @property
    def sources(self) -> Path:
        """The folder that Typst reads."""
        return Path(self.outdir, "typst")

    def conf(self, setting: str = r"rulebook_\w+") -> str:
        """Return the line where conf.py sets something, for a warning."""
        return place_of(setting, Path(self.confdir, "conf.py"))

    @property
    def pdf(self) -> Path:
        """The path of the PDF."""
        words = re.findall(r"[^\W_]+", self.config.project.lower())
        return Path(self.outdir, f"{'-'.join(words) or 'book'}{self.ending}")

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
        """Tell if the book has parts: as conf.py says, else as its pages are held."""
        if self.config.latex_toplevel_sectioning in ("part", "chapter"):
            return bool(self.config.latex_toplevel_sectioning == "part")
        return has_parts(tree)

    def write_sources(self, body: str, meta: str, indexed: set[str]) -> None:
        """Write what Typst reads: the look, what it knows of the book, and the book."""
        folder = self.sources
        folder.mkdir(parents=True, exist_ok=True)
        is_short = 0 < len(indexed) < SHORT_INDEX
        index = f"#book-index(short: {markup.boolean(is_short)})" if indexed else ""
        if is_short and ends_in_sheet(self.tree):  # below the text, for a sheet fills its page
            text, sheet, panels = body.rpartition("\n#sheet(")
            body, index = f"{text}\n{index}{sheet}{panels}", ""
        shutil.copyfile(BASE, folder / "base.typ")
        shutil.copytree(
            self.look.folder, folder / LOOK, dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("fonts", "*.css"),
        )  # fmt: skip
        (folder / META).write_text(meta, "utf-8", newline="\n")
        lines = [
            f'#import "{LOOK}/look.typ": *',
            "#show: book",
            "#cover()",
            "#title-page()",
            "#repeated(contents())",
            body,
            index,
            "#spots()",
        ]
        (folder / BOOK).write_text("\n".join(lines) + "\n", "utf-8", newline="\n")

    # -- what the writer asks ------------------------------------------------------------------

    def warn(self, message: str, node: nodes.Node, page: str, subtype: str = "press") -> None:
        """Warn at the line of a node, or at its page."""
        warn(subtype, message, line_of(node) or page)

    def label_of(self, kind: str) -> str:
        """Return the title of an admonition in the language of the book."""
        return str(admonitionlabels.get(kind, kind.capitalize()))

    def opening(self, front: Sequence[nodes.Node]) -> nodes.paragraph | None:
        """Return the first words of the book if these are on the cover."""
        return None if self.choices.blurb else short_opening(front)

    def blurb(self) -> str:
        """Return the opening words of the first page if they are short enough for a cover."""
        said = self.opening(self.front.children[1:]) if self.front else None
        return " ".join(said.astext().split()) if said else ""

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

    def keep(self, svg: str) -> str:
        """Write a drawing into the output folder and return its name there."""
        name = f"pictures/{hashlib.blake2b(svg.encode(), digest_size=8).hexdigest()}.svg"
        target = self.sources / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(svg, "utf-8", newline="\n")
        return f"/{name}"

    def panel_room(self, layout: str) -> float:
        """Return the width of a sheet's panel in points."""
        width, height = self.paper_size
        whole, columns = (height, 3) if layout == "landscape" else (width, 2)
        return (whole - SHEET_MARGINS) / columns * POINTS - PANEL_PADDING

    def chart_height(self) -> float:
        """Return the height that a page has for a chart above its caption, in points."""
        sheet = self.sheet
        body = (self.paper_size[1] - sheet.top - sheet.bottom) * POINTS
        return body - CAPTION * sheet.step

    def text_room(self) -> float:
        """Return the width of a line of text in points."""
        return self.sheet.text_width(self.paper_size[0]) * POINTS

    def column_room(self) -> float:
        """Return the width of one of two columns in points."""
        return self.text_room() / 2 - PANEL_PADDING

    def _gather_fonts(self, writer: Writer, folder: Path) -> None:
        """Put all fonts of the book into a folder. Warn of each letter that has none."""
        own = fonts.within([self.look.folder / "fonts", *self.choices.fonts])
        missing = fonts.gather(own, writer.letters, folder)
        for font, letters in fonts.by_script(missing).items():
            self.warn(
                f"no font has {fonts.listed(letters)}; put one that has, such as {font}, into a "
                "folder that 'rulebook_fonts' names",
                next(node for char, node in writer.letters.items() if char in letters),
                writer.root,
            )


def add_press(app: Sphinx) -> None:
    """Add the settings and the builder to Sphinx."""
    declare(app, SETTINGS)
    app.add_builder(PressBuilder)
    app.add_post_transform(FlatTabs)
    app.connect("builder-inited", dress_charts)
    app.connect("builder-inited", _learn_nodes)
    app.connect("builder-inited", name_book)
    app.connect("html-collect-pages", cover_book)
    app.connect("build-finished", finish_book)


def _learn_nodes(app: Sphinx) -> None:
    """Take what extensions teach: app.add_node(kind, **{"rulebook-pdf": (function, None)})."""
    if isinstance(app.builder, PressBuilder):
        app.builder.taught = taught_nodes(app, PressBuilder.name)
