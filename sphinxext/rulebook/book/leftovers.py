"""Clears an output folder of what an earlier build of ours put there and this one does not name.

A build knows the names of all its files before it writes them. It keeps them beside the doctrees,
and the next build into the same folder removes those that it does not name itself. A file that no
build of ours named is the author's and stays.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder

from ..files import load_json, save_json
from .chart_nodes import drawing_for, form_for, name_among_images
from .drawings import all_charts

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PACKAGE = Path(__file__).parents[1]


def keep_clean(app: Sphinx) -> None:
    """Let every build clear its output folder before it writes, and keep the names of its files."""
    app.connect("env-updated", _clear, priority=900)
    app.connect("build-finished", _keep, priority=900)


def _clear(app: Sphinx, _env: Any) -> list[str]:
    """Remove what the last build named and this one does not."""
    out = Path(app.outdir)
    named = set(_names(app))
    kept = load_json(_kept_at(app))
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
    save_json(_kept_at(app), sorted(name for name in names if Path(app.outdir, name).is_file()))


def _kept_at(app: Sphinx) -> Path:
    """Return where the names are kept, for each folder and each builder that writes into it."""
    folder = hashlib.blake2b(str(Path(app.outdir)).encode(), digest_size=8).hexdigest()
    return Path(app.doctreedir, f"rulebook-written-{app.builder.name}-{folder}.json")


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
