"""The memory from one build to the next: what each page pointed at, and which files came of it.

A build in which nothing changed looks at the dates of the pages and reads none of them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from sphinxext.rulebook.hover.packing import digest_of

_SOURCES: Final = Path(__file__).parent


@dataclass
class PageMemory:
    """A page as the last build left it."""

    stamp: tuple[int, int] = (0, 0)
    targets: list[tuple[str, str]] = field(default_factory=list)
    elsewhere: dict[str, str] = field(default_factory=dict)  # addresses, by the names of targets
    wanted: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)  # with the digest of each


def stamp_of(path: Path) -> tuple[int, int]:
    """A stamp that changes when the file does, found without reading it."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size


@cache
def of_this_release() -> str:
    """A digest of the code that makes previews: another release makes them anew."""
    sources = sorted(_SOURCES.glob("*.py"))
    return digest_of(*(path.read_text("utf-8") for path in sources))


def load(path: Path, key: str) -> dict[str, PageMemory]:
    """The pages of a build that was made with the same key, by their names, else none."""
    try:
        kept = json.loads(path.read_text("utf-8"))
        return {} if kept["key"] != key else {n: _page(page) for n, page in kept["pages"].items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        # None yet, of another release, or spoilt.
        return {}


def _page(kept: dict[str, Any]) -> PageMemory:
    targets = [(name, id_) for name, id_ in kept["targets"]]
    stamp = (int(kept["stamp"][0]), int(kept["stamp"][1]))
    return PageMemory(stamp, targets, kept["elsewhere"], kept["wanted"], kept["files"])


def save(path: Path, key: str, pages: dict[str, PageMemory]) -> None:
    """Keep the pages for the next build."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = {name: asdict(page) for name, page in pages.items()}
    path.write_text(json.dumps({"key": key, "pages": kept}), "utf-8")
