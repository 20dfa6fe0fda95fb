"""Addresses: what a link in a page points at, and where the previews of a page are kept."""

from __future__ import annotations

import posixpath
import re
from typing import Final, NamedTuple
from urllib.parse import unquote

# Both are in the folder of static files.
FOLDER: Final = "rulebook-previews"
VERSIONS: Final = "rulebook-versions"
_ELSEWHERE: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|/")
_INDEX: Final = re.compile(r"(^|/)index(\.x?html?)?$")
_ENDING: Final = re.compile(r"\.x?html?$")


class Target(NamedTuple):
    """The target of a link: the name of a page's previews, and an id or nothing."""

    page: str
    id: str


def target_of(page_uri: str, href: str) -> Target | None:
    """Find the target of a link in a page, or None if that is outside the book."""
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
    return Target(name_of(path.removeprefix("./")), unquote(fragment))


def file_of(name: str) -> str:
    """The file that keeps the previews of a page, without its ending."""
    return f"{FOLDER}/{name}"


def name_of(uri: str) -> str:
    """The name under which the previews of a page are kept; the script names them the same.

    `a/b.html`, and `a/b` on a host that hides the ending, are `a/b`; `a/` is `a/index`.
    """
    name = _ENDING.sub("", _INDEX.sub(r"\1", unquote(uri)))
    return f"{name}index" if name == "" or name.endswith("/") else name
