"""Finishes an e-book: its cover, its tabs, what it says of itself, and times that never change."""

from __future__ import annotations

import os
import re
import time
import zipfile
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.epub3 import HTML_TAG, Epub3Builder
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..files import write_atomically
from . import fonts
from .book_tree import front_of, meta_of
from .look import look_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PICTURE = "_static/rulebook-cover.png"
PAGE = "epub-cover.xhtml"
SHARP = 200  # dots to the inch, so that a cover of A5 is 1165 dots wide
SOURCE = '#import "look/look.typ": *\n#show: book\n#cover()\n'
TABS = "design_component"  # by which sphinx-design knows its containers
EPOCH = "SOURCE_DATE_EPOCH"
FIRST = 315_532_800  # a zip knows no year before 1980
UNKNOWN = "unknown"  # what Sphinx writes where conf.py says nothing
ABOUT = "content.opf"
# What a reader who cannot see the pages can expect. Charts and dice are described in words.
ACCESS = Path(__file__).parent / "access.opf"
_COVER = re.compile(r'<meta name="cover" content="([^"]+)"/>')


def name_book(app: Sphinx) -> None:
    """Say what the e-book is where conf.py does not, and its language on every page."""
    if not isinstance(app.builder, Epub3Builder):
        return
    import uuid

    config = app.config
    language = escape((config.language or "en").replace("_", "-"))
    app.builder.html_tag = f'{HTML_TAG[:-1]} lang="{language}" xml:lang="{language}">'
    said = f"{config.project}\n{config.author}"
    for name, value in (
        ("epub_identifier", f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, said)}"),
        ("epub_description", config.rulebook_subtitle or config.project),
        ("epub_contributor", config.author),
    ):
        if getattr(config, name, "") == UNKNOWN and isinstance(value, str):
            setattr(config, name, value)
    told, named = app.builder.toc_metadata, {"uid": escape(config.epub_identifier)}
    # Sphinx gives the book another name there, and has no setting for it.
    app.builder.toc_metadata = lambda *given: {**told(*given), **named}  # type: ignore[method-assign]


def cover_book(app: Sphinx) -> list[Any]:
    """Draw the cover of an e-book, which adds no page, and leave out what a build keeps."""
    if app.builder.name != "epub":
        return []
    if not app.config.epub_cover:
        Path(app.outdir, PAGE).unlink(missing_ok=True)  # an older one would be in the book twice
        if picture := _drawn(app):
            target = Path(app.outdir, PICTURE)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(picture)
            app.config.epub_cover = (PICTURE, "epub-cover.html")
    kept, out = Path(app.doctreedir), Path(app.outdir)
    if kept.is_relative_to(out):  # where Sphinx was told no other place; it packs whatever is there
        files = [str(each.relative_to(out)) for each in kept.rglob("*") if each.is_file()]
        app.config.epub_exclude_files = [*app.config.epub_exclude_files, *files]
    return []


def _drawn(app: Sphinx) -> bytes:
    """Draw the cover; nothing without a look, or where Typst is not installed."""
    try:
        import typst
    except ImportError:
        return b""
    choices, look = look_of(app.config, Path(app.confdir), tells=False)
    if look is None:
        return b""
    from .builder import BOOK, PressBuilder
    from .writing import Writer

    press = PressBuilder(app, app.env)
    press.begin()
    press.outdir = type(app.outdir)(Path(app.doctreedir, "rulebook-cover"))
    press.choices, press.look = choices._replace(bleed=0), look
    press.tree = app.env.get_doctree(app.config.root_doc)
    for chapters in list(press.tree.findall(addnodes.toctree)):
        chapters.parent.parent.remove(chapters.parent)
    press.front, press.subtitle = front_of(press.tree)
    writer = Writer(press, app.config.root_doc, parts=False)
    press.write_sources("", meta_of(press, writer), set())
    (press.sources / BOOK).write_text(SOURCE, "utf-8")
    folder = press.sources / "fonts"
    own = fonts.within([look.folder / "fonts", *choices.fonts])
    fonts.gather(own, writer.letters, folder)
    known = typst.Fonts(include_system_fonts=False, font_paths=[str(folder)])
    source = str(press.sources / BOOK)
    compiler = typst.Compiler(source, root=str(press.sources), font_paths=known)
    drawn = compiler.compile(format="png", ppi=SHARP)
    return drawn if isinstance(drawn, bytes) else (drawn or [b""])[0]


def finish_book(app: Sphinx, exception: Exception | None) -> None:
    """Write the e-book again: with what Sphinx leaves out, and with the times of the release."""
    if exception or app.builder.name != "epub":
        return
    path = Path(app.outdir, f"{app.config.epub_basename}.epub")
    if not path.is_file():
        return
    said = os.environ.get(EPOCH, "")
    when = time.gmtime(max(int(said), FIRST))[:6] if said.isdecimal() else None
    new = BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(new, "w") as book:
        for info in old.infolist():  # in their order: a reader looks for the first
            same = zipfile.ZipInfo(info.filename, when or info.date_time)
            same.compress_type, same.external_attr = info.compress_type, 0o644 << 16
            data = old.read(info)
            if info.filename == ABOUT:
                data = _told(data.decode("utf-8")).encode("utf-8")
            book.writestr(same, data)
    write_atomically(path, new.getvalue())


def _told(about: str) -> str:
    """Add how accessible the book is, and which picture is its cover."""
    if "schema:accessMode" in about:
        return about
    about = about.replace("</metadata>", f"{ACCESS.read_text('utf-8')}</metadata>")
    if cover := _COVER.search(about):
        item = f'<item id="{cover[1]}" '
        about = about.replace(item, f'{item}properties="cover-image" ')
    return about


class FlatTabs(SphinxPostTransform):
    """Writes each tab as its name, and what is on it."""

    default_priority = 150  # before sphinx-design makes buttons, which are no XHTML
    builders = ("epub",)

    def run(self, **_: Any) -> None:
        """Take every set of tabs for ordinary text, which sphinx-design hides no part of."""
        for tabs in self.document.findall(nodes.container):
            if tabs.get(TABS) == "tab-set":
                del tabs[TABS]
                for each in tabs.findall(nodes.Element):
                    each["classes"] = [n for n in each["classes"] if not n.startswith("sd-tab")]
