"""No page or file shows an old figure: what to read and write again, and what to remove."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder

from ..files import load_json, save_json
from ..settings import NO_SEAL, Seal, sealed
from .chart import drawing_for, form_for, name_among_images
from .domain import RulebookDomain, rulebook_of
from .drawings import all_charts, listeners_print

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from ..settings import Book
    from ..tables.specs import Request

# Beside the doctrees too, as a file more in an output folder would be packed into help books.
READ = "rulebook-read.json"
SHOWN, WRITTEN = "rulebook-shown", "rulebook-written"
TITLES = ""  # in place of a page's name, for the figures in titles of all pages


def keep_fresh(app: Sphinx) -> None:
    """Let every build read and write what the rules moved."""
    reading = PagesToRead()
    app.connect("env-get-outdated", reading.outdated)
    app.connect("env-before-read-docs", reading.begin)
    app.connect("write-started", reading.saved)
    app.connect("build-finished", reading.finished)
    output = PagesToWrite()
    app.connect("env-updated", output.outdated)
    app.connect("doctree-resolved", output.note)
    app.connect("build-finished", output.finished)


class PagesToRead:
    """The pages to read again."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self.unsure: set[str] = set()  # pages whose doctrees may be newer than the environment

    def outdated(self, app: Sphinx, env: BuildEnvironment, *_: Any) -> list[str]:
        """The pages whose figures moved since they were read, or whose reading was cut short."""
        memory = rulebook_of(env)
        before, self.unsure = _last_read(app)
        if before.digest and before == sealed(app.config, before.files):
            memory.unmoved = before
            moved = []
        else:
            prints: dict[Request, bytes] = {}
            book = memory.book
            moved = [page for page, asked in memory.asked.items() if _moved(book, asked, prints)]
        return sorted({*self.unsure, *moved})

    def begin(self, app: Sphinx, env: BuildEnvironment, pages: Sequence[str]) -> None:
        """Note what is being read: a build killed now leaves doctrees that no environment knows."""
        if pages:
            _ = rulebook_of(env).book  # read once, not by each of the parallel readers
            save_json(_read_file(app), [*NO_SEAL, sorted({*self.unsure, *pages})])

    def saved(self, app: Sphinx, *_: Any) -> None:
        """Note that the environment on disk knows what was read: it is saved before any writing."""
        memory = rulebook_of(app.env)
        save_json(_read_file(app), [*memory.seal, []])
        memory.forget_answers()

    def finished(self, app: Sphinx, exception: Exception | None) -> None:
        """The same for builders that never say that they start to write."""
        if exception is None and getattr(app, "env", None) is not None:
            self.saved(app)


def _moved(book: Book, asked: Mapping[Request, bytes], prints: dict[Request, bytes]) -> bool:
    from ..tables.requests import fingerprint

    for request, shown in asked.items():
        now = prints.get(request)
        if now is None:
            now = prints[request] = fingerprint(book, request)
        if now != shown:
            return True
    return False


def _read_file(app: Sphinx) -> Path:
    return Path(app.doctreedir) / READ


def _last_read(app: Sphinx) -> tuple[Seal, set[str]]:
    """The seal that the saved fingerprints belong to, and the pages that are unsure."""
    try:
        digest, files, unsure = load_json(_read_file(app))
        return Seal(digest, tuple(files)), set(unsure)
    except (TypeError, ValueError):
        return NO_SEAL, set()


class PagesToWrite:
    """The pages to write again in this output, whichever builder read them."""

    def __init__(self) -> None:
        """Begin with nothing written."""
        self.before: dict[str, str] = {}
        self.now: dict[str, str] = {}
        self.written: set[str] = set()

    def outdated(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """The pages that this output shows otherwise than they were read."""
        memory = rulebook_of(env)
        if not memory.asked or not _page_by_page(app.builder):
            return []
        found = load_json(_record(app, SHOWN))
        self.before = found if isinstance(found, dict) else {}
        now = self.now = _digests(memory, listeners_print(app.builder))
        differing = {
            page for page in {*self.before, *now} if self.before.get(page) != now.get(page)
        }
        # A build that is killed while it writes leaves these pages in either shape.
        certain = {page: self.before[page] for page in self.before if page not in differing}
        if certain != self.before:
            save_json(_record(app, SHOWN), certain)
        # A figure in a title is in menus, links and lists of any page.
        return sorted(env.found_docs if TITLES in differing else env.found_docs & differing)

    def note(self, app: Sphinx, doctree: Any, page: str) -> None:
        """Note a page that is written."""
        del app, doctree
        self.written.add(page)

    def finished(self, app: Sphinx, exception: Exception | None) -> None:
        """Note what this output shows now that all of it is written."""
        if exception is not None or getattr(app, "env", None) is None:
            return
        memory = rulebook_of(app.env)
        if not memory.asked or not _page_by_page(app.builder):
            return
        written = set(self.written)
        if written >= app.env.found_docs:
            written.add(TITLES)
        # Some pages alone are written where the command line names them.
        shown = {
            page: digest
            for page, digest in self.now.items()
            if page in written or self.before.get(page) == digest
        }
        save_json(_record(app, SHOWN), shown)


def _page_by_page(builder: Builder) -> bool:
    """Return whether the builder writes page by page, and only the pages that changed."""
    return bool(builder.format) and not isinstance(builder.get_outdated_docs(), str)


def _digests(memory: RulebookDomain, listeners: str) -> dict[str, str]:
    """A digest of what each page shows, and of all figures in titles."""
    digests = {page: _digest(list(asked.items())) for page, asked in memory.asked.items()}
    for page in memory.charts.keys() & digests.keys() if listeners else ():
        digests[page] += listeners
    digests[TITLES] = _digest(sorted(memory.titles.items()))
    return digests


def _digest(value: object) -> str:
    return hashlib.blake2b(repr(value).encode(), digest_size=12).hexdigest()


def _record(app: Sphinx, name: str) -> Path:
    """Return where something is kept of each output that shares the doctrees."""
    return Path(app.doctreedir, f"{name}-{app.builder.name}-{_digest(str(app.outdir))}.json")


PACKAGE = Path(__file__).parents[1]


def keep_clean(app: Sphinx) -> None:
    """Let every build clear its output folder before it writes, and keep the names of its files."""
    app.connect("env-updated", _clear, priority=900)
    app.connect("build-finished", _keep, priority=900)


def _clear(app: Sphinx, _env: Any) -> list[str]:
    """Remove what the last build named and this one does not."""
    out = Path(app.outdir)
    named = set(_names(app))
    kept = load_json(_record(app, WRITTEN))
    for name in map(str, kept if isinstance(kept, list) else ()):
        path = out / name
        is_inside = path.is_relative_to(out) and ".." not in path.parts
        if name in named or not is_inside or not path.is_file():
            continue
        path.unlink()
        for folder in path.relative_to(out).parents:
            if folder.name and not any((out / folder).iterdir()):
                (out / folder).rmdir()
    return []


def _keep(app: Sphinx, exception: Exception | None) -> None:
    """Keep the names of the files, for the next build; a cover is drawn anew by each."""
    if exception is not None:
        return
    names = {*_names(app), *_cover(app)}
    save_json(
        _record(app, WRITTEN), sorted(name for name in names if Path(app.outdir, name).is_file())
    )


def _names(app: Sphinx) -> Iterator[str]:
    """Yield the names of our files in the output folder, and of the book's pages."""
    yield from _pages(app)
    yield from _charts(app)
    if isinstance(app.builder, StandaloneHTMLBuilder):
        ours = PACKAGE, Path(app.doctreedir)
        for folder in map(Path, app.config.html_static_path):
            if any(folder.is_relative_to(each) for each in ours):
                for path in folder.rglob("*"):
                    yield f"_static/{path.relative_to(folder).as_posix()}"


def _pages(app: Sphinx) -> Iterator[str]:
    builder, env = app.builder, app.env
    suffix: str = getattr(builder, "out_suffix", "")
    is_whole = isinstance(builder, SingleFileHTMLBuilder)
    if not suffix:
        return
    for page in [app.config.root_doc] if is_whole else env.found_docs:
        if isinstance(builder, StandaloneHTMLBuilder):
            yield Path(builder.get_outfilename(page)).relative_to(app.outdir).as_posix()
        else:
            yield f"{page}{suffix}"
        written_in = "".join(PurePosixPath(env.doc2path(page)).suffixes[-1:])
        for more in {"", app.config.html_sourcelink_suffix}:
            yield f"_sources/{page}{written_in}{more}"


def _charts(app: Sphinx) -> Iterator[str]:
    """Yield the drawings and the pictures of dice among the images of the output."""
    builder = app.builder
    folder = PurePosixPath(getattr(builder, "imagedir", ""))
    for drawing in all_charts(app.env):
        if form := form_for(builder):
            yield str(folder / f"{drawing_for(builder, drawing).key}.{form}")
        yield from (str(folder / name_among_images(each)) for each in drawing.pictures)


def _cover(app: Sphinx) -> Iterator[str]:
    """Yield the picture of an e-book's cover and its page, where we drew it."""
    cover = getattr(app.config, "epub_cover", ())
    if app.builder.name == "epub" and cover and PurePosixPath(cover[0]).stem == "rulebook-cover":
        yield from (cover[0], "epub-cover.xhtml")
