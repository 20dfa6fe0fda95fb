"""The files that a page loads: scripts that hand over what they keep, in parts where it is much.

A script is what a page may load from a disk too. A part is small, so a reader who looks at one
term of a large glossary does not wait for the others.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# The most that a file takes, where no single entry is larger.
MOST: Final = 16_000


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
    room = most * sum(len(repr(entries[key])) for key in keys) // len(whole)
    parts = [part for some in _runs(entries, keys, room) for part in _parts(kind, some, most)]
    files = {f"{name}~{number}": content for number, (_first, content) in enumerate(parts)}
    found = [[first, digest_of(content)] for first, content in parts]
    return {name: _packed({"parts": found, **(extra or {})}), **files}


def _runs(
    entries: Mapping[str, object], keys: Sequence[str], room: int
) -> Iterator[dict[str, object]]:
    """The entries in the order of their keys, as many at a time as there is likely room for."""
    run: dict[str, object] = {}
    taken = 0
    for key in keys:
        size = len(repr(entries[key]))
        if run and taken + size > room:
            yield run
            run, taken = {}, 0
        run[key] = entries[key]
        taken += size
    yield run


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
