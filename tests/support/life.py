"""A small book whose every change is known, and what a build of it read and wrote."""

import re
from collections.abc import Mapping
from pathlib import Path

from tests.support.books import CONF, ROOTS, Book, Builder

_READ = re.compile(r"reading sources\.\.\. \[ *\d+%\] ([\w/-]+)")
_WRITTEN = re.compile(r"writing output\.\.\. \[ *\d+%\] ([\w/-]+)")
# What Sphinx itself writes anew each time: its own record, pickles, and EPUB's times.
VARYING = re.compile(r"(^|/)(\.buildinfo(\.bak)?|.*\.pickle|.*\.doctree|.*\.epub|content\.opf)$")

# A word that no page has any more stays in Sphinx's search index, and leads nowhere.
_GONE = re.compile(rb'"[^"]+": ?\[\], ?|, ?"[^"]+": ?\[\](?=})')
# Before Sphinx 8 the first page of a single file is written before what its stamps are made of.
_STAMPS = re.compile(rb"\?v=[0-9a-f]{8}")


def rules(strike: str = "5+", guard: str = "4+", *, guard_name: str = "guard") -> str:
    """A rules file with two checks; what succeeds is written in the range of each."""
    return "\n".join(
        (f'\n[check.{name}]\nroll = "dice d6, success on {success}"\ntakes = ["dice"]\n')
        for name, success in (("strike", strike), (guard_name, guard))
    )


PAGES = {path.name: path.read_text("utf-8") for path in (ROOTS / "life").glob("*.rst")}
BOOK = {**PAGES, "rules.toml": rules()}
EVERY = {name.removesuffix(".rst") for name in PAGES}


def was_read(book: Book) -> set[str]:
    """The pages that the build read."""
    return set(_READ.findall(book.printed))


def was_written(book: Book) -> set[str]:
    """The pages that the build wrote."""
    return set(_WRITTEN.findall(book.printed))


def output(folder: Path) -> dict[str, bytes]:
    """Every file of an output folder but those that Sphinx itself writes anew each time."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    for name in found.keys() & {"searchindex.js"}:
        found[name] = _GONE.sub(b"", found[name])
    for name in found.keys() & {"index.html"}:
        found[name] = _STAMPS.sub(b"", found[name])
    return {name: data for name, data in found.items() if not VARYING.search(name)}


def as_new(
    build: Builder, book: Book, builder: str = "html", root: str = "new"
) -> dict[str, bytes]:
    """What the book's sources of now come to, built from nothing in another folder."""
    files: Mapping[str, bytes] = {
        path.relative_to(book.srcdir).as_posix(): path.read_bytes()
        for path in book.srcdir.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    made = build(f"new-{len(list(book.srcdir.parent.iterdir()))}", builder, files=files)
    return output(made.outdir)


__all__ = ["BOOK", "CONF", "EVERY", "PAGES", "as_new", "output", "rules", "was_read", "was_written"]
