"""The store: after a build, every preview that the book's pages need, beside its scripts.

Previews are made from the pages as they were written, by whichever process and at whichever
build, so none is ever older than its page. What did not change is left alone.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import unquote

from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.locale import __
from sphinx.util.display import progress_message

from sphinxext.rulebook.hover import kept, settings
from sphinxext.rulebook.hover.kept import PREVIEWS, PageMemory
from sphinxext.rulebook.hover.markup import elements_of, mathjax_of, start_of_content
from sphinxext.rulebook.hover.pages import is_for_browsers
from sphinxext.rulebook.hover.pieces import Piece, piece_at, preview_of, whole_page
from sphinxext.rulebook.hover.projects import Library, library_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config

_LINK: Final = re.compile(r"<a\b[^>]*>")
_MARKED: Final = re.compile(r"<a [^>]*\bhxr-hoverxref\b[^>]*>")
_HREF: Final = re.compile(r'\shref="([^"]*)"')
# Newer Sphinx links to a label of a book of one page by both names.
_DOUBLE: Final = re.compile(r'href="#document-[^"#]*(#[^"#]+)"')


class Page(NamedTuple):
    """A page that was written: the name of its previews, its file, and its address in the book."""

    name: str
    path: Path
    uri: str = ""  # none of another project's


def write_previews(app: Sphinx, exception: Exception | None) -> None:
    """Write the previews of a book that was built."""
    builder = app.builder
    if exception is None and is_for_browsers(builder):
        with progress_message(__("writing previews")):
            key = kept.digest_of(
                kept.of_this_release(), str(app.outdir), settings.that_change_previews(app.config)
            )
            kept_at = app.doctreedir / f"rulebook-previews-{builder.name}.json"
            keeper = _Keeper(app, kept.load(kept_at, key))
            kept.save(kept_at, key, keeper.run(list(_written_pages(builder))))


def _written_pages(builder: StandaloneHTMLBuilder) -> Iterator[Page]:
    if isinstance(builder, SingleFileHTMLBuilder):
        root = builder.config.root_doc
        path = builder.outdir / f"{root}{builder.out_suffix}"
        _mend(path, root)
        yield Page(kept.name_of(path.name), path, path.name)
        return
    for docname in sorted(builder.env.found_docs):
        path = builder.outdir / builder.get_outfilename(docname)
        if path.is_file():
            uri = builder.get_target_uri(docname)
            yield Page(kept.name_of(uri), path, uri)


def _mend(path: Path, root: str) -> None:
    """Have every link to a label of the book lead there, and to its root to the top."""
    text = path.read_text("utf-8")
    mended = _DOUBLE.sub(r'href="\1"', text)
    if f'id="document-{root}"' not in mended:
        mended = mended.replace(f'href="#document-{root}"', 'href="#"')
    if mended != text:
        path.write_text(mended, "utf-8")


class _Keeper:
    """Brings the files of a book's previews up to date with its pages."""

    def __init__(self, app: Sphinx, before: Mapping[str, PageMemory]) -> None:
        self.config: Config = app.config
        self.limit: int = app.config.rulebook_preview_length
        self.also = bool(app.config.rulebook_preview_selector)
        self.out = app.outdir / "_static"
        self.library = library_of(app.env)
        self.before = before

    def run(self, pages: list[Page]) -> dict[str, PageMemory]:
        """Write what changed, and return what to remember of it all."""
        after = {page.name: self._looked_at(page) for page in pages}
        wanted: dict[str, set[str]] = {}
        urls: dict[str, str] = {}  # of pages in other projects, by name
        for known in after.values():
            urls |= known.elsewhere
            for name, ids in known.targets.items():
                wanted.setdefault(name, set()).update(ids)
        for name in sorted(urls.keys() & wanted.keys()):
            if path := self.library.page(urls[name]):
                pages.append(Page(name, path))
                after[name] = self._looked_at(pages[-1])
        there = self._files_there()
        files: dict[str, str] = {}
        tops: dict[str, str] = {}
        for page in pages:
            known, wish = after[page.name], sorted(wanted.pop(page.name, ()))
            if known.wanted != wish or not there.issuperset(known.files):
                known.wanted = wish
                known.files = self._write(self._files_of(page, wish)) if wish else {}
            files |= known.files
            if wish:
                tops[page.name] = known.files[kept.file_of(page.name)]
        for name in wanted.keys() - urls.keys():  # pages without a text, such as the book's index
            files |= self._write(kept.files_of(kept.file_of(name), PREVIEWS, {}))
        if tops:
            versions = kept.files_of(kept.VERSIONS, "versions", tops, most=kept.VERSIONS_MOST)
            files |= self._write(versions)
        for left in there - files.keys():
            (self.out / f"{left}.js").unlink()
        return after

    def _files_there(self) -> set[str]:
        found = (self.out / kept.FOLDER).rglob("*.js")
        return {
            path.relative_to(self.out).as_posix().removesuffix(".js")
            for path in (*found, *self.out.glob(f"{kept.VERSIONS}*.js"))
        }

    def _looked_at(self, page: Page) -> PageMemory:
        """Return the targets of a page's links; the page is read only if it changed."""
        stamp = kept.stamp_of(page.path)
        known = self.before.get(page.name)
        if known and known.stamp == stamp:
            return replace(known)
        if not page.uri:
            return PageMemory(stamp)
        text = page.path.read_text("utf-8")
        return PageMemory(stamp, *_targets(page.uri, text, self.library, self.also))

    def _files_of(self, page: Page, ids: Iterable[str]) -> dict[str, str]:
        text = page.path.read_text("utf-8", "replace")
        previews = previews_of(text, ids, self.limit, not page.uri)
        extra = {}
        if page.uri and any(' class="math ' in str(entry[0]) for entry in previews.values()):
            mathjax = mathjax_of(text, page.uri, getattr(self.config, "mathjax_path", ""))
            if mathjax:
                extra["math"] = mathjax._asdict()
        return kept.files_of(kept.file_of(page.name), PREVIEWS, previews, extra)

    def _write(self, made: Mapping[str, str]) -> dict[str, str]:
        """Have these files there; the digest of each by its name."""
        for name, content in made.items():
            path = self.out / f"{name}.js"
            data = content.encode("ascii")
            if not path.is_file() or path.read_bytes() != data:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        return {name: kept.digest_of(content) for name, content in made.items()}


def _targets(
    uri: str, text: str, library: Library, also: bool
) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return the ids that a page's links lead to, by page, and addresses in other projects.

    Where a selector says which links have previews, a browser knows them and we do not: then every
    link of the page's text may. All pages are read for this, so only their links are looked for.
    """
    found: dict[str, set[str]] = {}
    elsewhere: dict[str, str] = {}
    tags = _LINK.findall(text, start_of_content(text)) if also else _MARKED.findall(text)
    for href in {html.unescape(match[1]) for tag in tags if (match := _HREF.search(tag))}:
        url, _, fragment = href.partition("#")
        if project := library.project_of(url):
            name = project.name_of(url)
            elsewhere[name] = url
            found.setdefault(name, set()).add(unquote(fragment))
        elif target := kept.target_of(uri, href):
            found.setdefault(target[0], set()).add(target[1])
    return {name: sorted(ids) for name, ids in found.items()}, elsewhere


def previews_of(
    text: str, ids: Iterable[str], limit: int, is_foreign: bool = False
) -> dict[str, list[object]]:
    """Return the markup of the preview of each id of a page, with a 1 where it is cut."""
    wanted = set(ids)
    page = elements_of(text)
    pieces: dict[str, Piece] = {}
    for element in page:
        named = element.attributes.get("id")
        if named in wanted and named not in pieces:
            pieces[named] = piece_at(page, element)
    if "" in wanted and (whole := whole_page(page)):
        pieces[""] = whole
    made = {name: preview_of(piece, limit, is_foreign) for name, piece in sorted(pieces.items())}
    return {name: preview for name, preview in made.items() if preview}
