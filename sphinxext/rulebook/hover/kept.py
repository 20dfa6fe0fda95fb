"""The files that previews are kept in, and the memory from one build to the next.

A page loads scripts that hand over what they keep, from a disk too. One that would be large is
told in parts, so a reader who looks at one term of a large glossary does not wait for the others.
A build in which nothing changed looks at the dates of the pages and reads none of them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re
import zlib
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from sphinxext.rulebook.files import load_json, save_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Both are in the folder of static files.
FOLDER: Final = "rulebook-previews"
VERSIONS: Final = "rulebook-versions"
PREVIEWS: Final = "previews"
# The most that a file takes, where no single entry is larger.
MOST: Final = 16_000
VERSIONS_MOST: Final = 6_000
_ELSEWHERE: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|/")
_INDEX: Final = re.compile(r"(^|/)index(\.x?html?)?$")
_ENDING: Final = re.compile(r"\.x?html?$")


def target_of(page_uri: str, href: str) -> tuple[str, str] | None:
    """Find the page and the id that a link points at, or None if that is outside the book."""
    path, _, fragment = href.partition("#")
    path = path.partition("?")[0]
    if _ELSEWHERE.match(path):
        return None
    if path:
        path, slash = posixpath.join(posixpath.dirname(page_uri), path), path.endswith("/")
        path = posixpath.normpath(path) + ("/" if slash else "")
    else:
        path = page_uri
    if path.startswith("../"):
        return None
    return name_of(path.removeprefix("./")), unquote(fragment)


def file_of(name: str) -> str:
    """The file that keeps the previews of a page, without its ending."""
    return f"{FOLDER}/{name}"


def name_of(uri: str) -> str:
    """The name under which the previews of a page are kept; the script names them the same.

    `a/b.html`, and `a/b` on a host that hides the ending, are `a/b`; `a/` is `a/index`.
    """
    name = _ENDING.sub("", _INDEX.sub(r"\1", unquote(uri)))
    return f"{name}index" if name == "" or name.endswith("/") else name


def digest_of(*texts: str) -> str:
    """A short digest of a few texts."""
    found = hashlib.blake2b(digest_size=6)
    for text in texts:
        found.update(text.encode())
        found.update(b"\0")
    return found.hexdigest()


def files_of(
    name: str,
    kind: str,
    entries: Mapping[str, object],
    extra: Mapping[str, object] | None = None,
    most: int = MOST,
) -> dict[str, str]:
    """The scripts for some entries by their names: one, or one that tells of its parts."""
    whole = _packed({kind: entries, **(extra or {})})
    if len(whole) <= most or len(entries) < 2:
        return {name: whole}
    # The script compares keys as JavaScript does, by their UTF-16.
    keys = sorted(entries, key=lambda key: key.encode("utf-16-be"))
    parts = list(_parts(kind, {key: entries[key] for key in keys}, most))
    files = {f"{name}~{number}": content for number, (_first, content) in enumerate(parts)}
    found = [[first, digest_of(content)] for first, content in parts]
    return {name: _packed({"parts": found, **(extra or {})}), **files}


def _parts(kind: str, entries: dict[str, object], most: int) -> Iterator[tuple[str, str]]:
    """The first key and the content of each part, halved until it is small enough."""
    keys = list(entries)
    content = _packed({kind: entries})
    if len(content) <= most or len(keys) < 2:
        yield keys[0], content
        return
    half = len(keys) // 2
    for some in (keys[:half], keys[half:]):
        yield from _parts(kind, {key: entries[key] for key in some}, most)


def _packed(kept: Mapping[str, object]) -> str:
    raw = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode()
    return f'rulebookPreviews("{base64.b64encode(zlib.compress(raw, 9)).decode()}")\n'


@dataclass
class PageMemory:
    """A page as the last build left it, in types that JSON has."""

    stamp: str = ""
    targets: dict[str, list[str]] = field(default_factory=dict)  # ids that it wants, by page
    elsewhere: dict[str, str] = field(default_factory=dict)  # addresses, by the names of targets
    wanted: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)  # with the digest of each


def stamp_of(path: Path) -> str:
    """Return a stamp that changes when the file does, found without reading it."""
    status = path.stat()
    return f"{status.st_mtime_ns}-{status.st_size}"


@cache
def of_this_release() -> str:
    """A digest of the code that makes previews: another release makes them anew."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return digest_of(*(path.read_text("utf-8") for path in sources))


def load(path: Path, key: str) -> dict[str, PageMemory]:
    """Return the pages of a build that was made with the same key, by their names, else none."""
    kept = load_json(path)
    try:
        pages = kept["pages"] if kept["key"] == key else {}
        return {name: PageMemory(**page) for name, page in pages.items()}
    except (LookupError, TypeError, AttributeError):  # none yet, of another release, or spoilt
        return {}


def save(path: Path, key: str, pages: dict[str, PageMemory]) -> None:
    """Keep the pages for the next build."""
    save_json(path, {"key": key, "pages": {name: asdict(page) for name, page in pages.items()}})
