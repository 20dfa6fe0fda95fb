"""Finishes an e-book: what it says of itself, its cover, and times that every build has."""

from __future__ import annotations

import os
import re
import time
import zipfile
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files import write_atomically

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

EPOCH = "SOURCE_DATE_EPOCH"
FIRST = 315_532_800  # a zip knows no year before 1980
UNKNOWN = "unknown"  # what Sphinx writes where conf.py says nothing
ABOUT, CONTENTS = "content.opf", "toc.ncx"
TEXTS = (ABOUT, CONTENTS, ".xhtml")
# What a reader who cannot see the pages can expect. Charts and dice are described in words.
ACCESS = (
    ("accessMode", "textual"),
    ("accessMode", "visual"),
    ("accessModeSufficient", "textual"),
    ("accessibilityFeature", "alternativeText"),
    ("accessibilityFeature", "readingOrder"),
    ("accessibilityFeature", "structuralNavigation"),
    ("accessibilityFeature", "tableOfContents"),
    ("accessibilityHazard", "none"),
)
SUMMARY = "Headings, lists and tables are marked as such; charts and dice have descriptions."
_UID = re.compile(r'name="dtb:uid" content="[^"]*"')
_HTML = re.compile(r"<html\b(?![^>]* lang=)")
_COVER = re.compile(r'<meta name="cover" content="([^"]+)"/>')


def name_book(app: Sphinx) -> None:
    """Say what the e-book is where conf.py does not, so that none is by 'unknown'."""
    if app.builder.name != "epub":
        return
    import uuid

    config = app.config
    said = f"{config.project}\n{config.author}"
    for name, value in (
        ("epub_identifier", f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, said)}"),
        ("epub_description", config.rulebook_subtitle or config.project),
        ("epub_contributor", config.author),
    ):
        if getattr(config, name, "") == UNKNOWN and isinstance(value, str):
            setattr(config, name, value)


def cover_book(app: Sphinx) -> list[Any]:
    """Draw the cover of an e-book, which adds no page, and leave out what a build keeps."""
    if app.builder.name != "epub":
        return []
    kept, out = Path(app.doctreedir), Path(app.outdir)
    if kept.is_relative_to(out):  # where Sphinx was told no other place; it packs whatever is there
        files = [str(each.relative_to(out)) for each in kept.rglob("*") if each.is_file()]
        app.config.epub_exclude_files = [*app.config.epub_exclude_files, *files]
    if not app.config.epub_cover:
        from .ebook_cover import add_cover

        add_cover(app)
    return []


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
            if info.filename.endswith(TEXTS):
                data = _mended(info.filename, data.decode("utf-8"), app.config).encode("utf-8")
            book.writestr(same, data)
    write_atomically(path, new.getvalue())


def _mended(name: str, text: str, config: Config) -> str:
    """Add what Sphinx leaves out of a file of the book."""
    if name == ABOUT:
        return _told(text)
    if name == CONTENTS:  # where Sphinx gives the book another name
        return _UID.sub(f'name="dtb:uid" content="{escape(config.epub_identifier)}"', text, 1)
    text = text.replace('<nav epub:type="toc">', '<nav epub:type="toc" role="doc-toc">')
    language = escape((config.language or "en").replace("_", "-"))
    return _HTML.sub(rf'\g<0> lang="{language}" xml:lang="{language}"', text, 1)


def _told(about: str) -> str:
    """Add how accessible the book is, and which picture is its cover."""
    if "schema:accessMode" in about:
        return about
    lines = [f'<meta property="schema:{name}">{value}</meta>' for name, value in ACCESS]
    lines.append(f'<meta property="schema:accessibilitySummary">{escape(SUMMARY)}</meta>')
    about = about.replace("</metadata>", "".join(f"  {each}\n  " for each in lines) + "</metadata>")
    if cover := _COVER.search(about):
        item = f'<item id="{cover[1]}" '
        about = about.replace(item, f'{item}properties="cover-image" ')
    return about
