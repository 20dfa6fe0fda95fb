"""Addresses: what a link in a page points at, and where the previews of a page are kept."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.parse import urljoin as join

FOLDER: Final = "_static/rulebook-previews"
_SOMEWHERE: Final = "http://book.invalid/"  # stands for wherever the book is read


class Target(NamedTuple):
    """What a link points at: the name of a page's previews, and an id in it or nothing."""

    page: str
    id: str


def target_of(page_uri: str, href: str) -> Target | None:
    """What a link in a page points at, or None where that is not in the book."""
    url = urlsplit(join(join(_SOMEWHERE, page_uri), href))
    if not url.geturl().startswith(_SOMEWHERE):
        return None
    return Target(name_of(url.path.removeprefix("/")), unquote(url.fragment))


def name_of(uri: str) -> str:
    """The name under which the previews of a page are kept; the script names them the same.

    `a/b.html`, and `a/b` on a host that hides the ending, are `a/b`; `a/` is `a/index`.
    """
    name = re.sub(r"(^|/)index(\.x?html?)?$", r"\1", unquote(uri))
    name = re.sub(r"\.x?html?$", "", name)
    return f"{name}index" if name == "" or name.endswith("/") else name
