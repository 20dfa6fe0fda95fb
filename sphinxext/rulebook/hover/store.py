"""The store: after a build, every preview that the book's pages need, beside its scripts.

Previews are made from the pages as they were written, all of them at every build, so none is
ever older than its page, whichever pages were written again and by however many processes.
"""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.locale import __
from sphinx.util.display import progress_message

from sphinxext.rulebook.hover import addresses, settings, singlehtml
from sphinxext.rulebook.hover.cutting import Preview, preview_of
from sphinxext.rulebook.hover.markup import Page
from sphinxext.rulebook.hover.mathematics import mathjax_of
from sphinxext.rulebook.hover.pages import shows_previews
from sphinxext.rulebook.hover.pieces import piece_at, whole_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config

_MARKED: Final = re.compile(r'<a\b[^>]*\bclass="[^"]*\bhxr-hoverxref\b[^>]*>')
_HREF: Final = re.compile(r'\shref="([^"]*)"')


class Written(NamedTuple):
    """A page as it was written: its address within the book and its markup."""

    uri: str
    text: str


def write_previews(app: Sphinx, exception: Exception | None) -> None:
    """Write the previews of a book that was built."""
    builder = app.builder
    if exception is None and shows_previews(builder):
        with progress_message(__("writing previews")):
            pages = list(_written_pages(builder))
            made = _all_previews(pages, app.config)
            _keep(app.outdir / addresses.FOLDER, made)


def _written_pages(builder: StandaloneHTMLBuilder) -> Iterator[Written]:
    if isinstance(builder, SingleFileHTMLBuilder):
        root = builder.config.root_doc
        path = builder.outdir / f"{root}{builder.out_suffix}"
        yield Written(path.name, _mend(path, root))
        return
    for docname in sorted(builder.env.found_docs):
        path = builder.outdir / builder.get_outfilename(docname)
        if path.is_file():
            yield Written(builder.get_target_uri(docname), path.read_text("utf-8"))


def _mend(path: Path, root: str) -> str:
    text = path.read_text("utf-8")
    mended = singlehtml.mended(text, root)
    if mended != text:
        path.write_text(mended, "utf-8")
    return mended


def _all_previews(pages: Iterable[Written], config: Config) -> dict[str, str]:
    """The previews of each page that is referred to, ready to keep, by the page's name.

    A page with nothing to show has none, and says so: a browser would report a missing file.
    """
    pages = list(pages)
    wanted: dict[str, set[str]] = {}
    for page in pages:
        for target in _targets(page):
            wanted.setdefault(target.page, set()).add(target.id)
    return dict.fromkeys(wanted, _packed({"previews": {}})) | {
        name: _packed(_kept_of(page, wanted[name], config))
        for page in pages
        if (name := addresses.name_of(page.uri)) in wanted
    }


def _targets(page: Written) -> Iterator[addresses.Target]:
    for href in {found[1] for tag in _MARKED.findall(page.text) if (found := _HREF.search(tag))}:
        if target := addresses.target_of(page.uri, html.unescape(href)):
            yield target


def _kept_of(page: Written, ids: set[str], config: Config) -> dict[str, object]:
    """What is kept of a page: its previews and, where they show mathematics, its MathJax."""
    previews = _previews(page.text, ids, config[settings.LENGTH])
    kept: dict[str, object] = {
        "previews": {
            name: [p.markup, 1] if p.is_cut else [p.markup] for name, p in previews.items()
        }
    }
    if any(' class="math ' in preview.markup for preview in previews.values()):
        mathjax = mathjax_of(page.text, page.uri, getattr(config, "mathjax_path", ""))
        if mathjax:
            kept["math"] = mathjax._asdict()
    return kept


def _previews(text: str, ids: set[str], limit: int) -> dict[str, Preview]:
    page = Page(text)
    pieces = {name: piece_at(page, spot) for name, spot in page.spots(ids - {""}).items()}
    if "" in ids and (whole := whole_page(page)):
        pieces[""] = whole
    previews = {name: preview_of(page, piece, limit) for name, piece in sorted(pieces.items())}
    return {name: preview for name, preview in previews.items() if preview}


def _keep(folder: Path, made: Mapping[str, str]) -> None:
    """Have a folder hold these previews and no others, leaving files that stay the same."""
    files = {folder / f"{name}.js": content for name, content in made.items()}
    for old in set(folder.rglob("*.js")) - files.keys():
        old.unlink()
    for path, content in files.items():
        if not path.is_file() or path.read_text("ascii") != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, "ascii")


def _packed(kept: Mapping[str, object]) -> str:
    """A script that hands the previews over: a file that a page may load from a disk too."""
    raw = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode()
    return f'rulebookPreviews("{base64.b64encode(zlib.compress(raw, 9)).decode()}")\n'
