"""The cover of an e-book: the one that the look draws for print, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx import addnodes

from . import fonts
from .book_tree import front_of
from .choices import read_choices
from .floats import write_floats
from .look import LookError, look_named

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PICTURE = "_static/rulebook-cover.png"
PAGE = "epub-cover.xhtml"
SHARP = 200  # dots to the inch, so that a cover of A5 is 1165 dots wide
SOURCE = '#import "look/look.typ": *\n#show: book\n#cover()\n'


def add_cover(app: Sphinx) -> None:
    """Draw the cover into the e-book."""
    Path(app.outdir, PAGE).unlink(missing_ok=True)  # an older one would be in the book twice
    if picture := _drawn(app):
        target = Path(app.outdir, PICTURE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(picture)
        app.config.epub_cover = (PICTURE, "epub-cover.html")


def _drawn(app: Sphinx) -> bytes:
    """Draw the cover; nothing without a look, or where Typst is not installed."""
    try:
        import typst
    except ImportError:
        return b""
    choices, _ = read_choices(app.config, Path(app.confdir))
    try:
        look = look_named(choices.look) if choices.look else None
    except LookError:
        return b""
    if look is None:
        return b""
    from .builder import BOOK, PressBuilder
    from .meta import meta_of
    from .writer import Writer

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
    write_floats(press.sources, set(), {})
    folder = press.sources / "fonts"
    fonts.gather([*look.fonts, *fonts.within(choices.fonts)], writer.letters, folder)
    known = typst.Fonts(include_system_fonts=False, font_paths=[str(folder)])
    source = str(press.sources / BOOK)
    compiler = typst.Compiler(source, root=str(press.sources), font_paths=known)
    drawn = compiler.compile(format="png", ppi=SHARP)
    return drawn if isinstance(drawn, bytes) else (drawn or [b""])[0]
