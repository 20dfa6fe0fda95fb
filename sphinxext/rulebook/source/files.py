"""Source files byte for byte: their lines, encoding, mark and ends, and a way to replace them."""

from __future__ import annotations

import codecs
import hashlib
import os
import re
import stat
from pathlib import Path
from typing import NamedTuple

from ..files import from_here, read_file, write_atomically
from ..rules.errors import RulesError

LINE_END = re.compile(r"(\r\n|[\n\r])")  # editors count no form feed as one, Python does


class Source(NamedTuple):
    """A source file as it was read; what its encoding cannot read is kept as it is."""

    path: Path
    lines: tuple[str, ...]
    ends: tuple[str, ...]
    mark: bytes
    encoding: str
    digest: bytes

    @property
    def text(self) -> str:
        """The whole text without its byte-order mark, lines ended as they are."""
        return "".join(line + end for line, end in zip(self.lines, self.ends, strict=True))

    @property
    def page(self) -> str:
        """The text as its parser reads it: a newline behind each line, nothing unreadable."""
        return "\n".join(self.lines).encode("utf-8", "replace").decode("utf-8")


def unreadable(folder: Path) -> str:
    """The first place below a folder at which a source is no UTF-8 text, as file and line."""
    for path in sorted(
        path for ending in ("rst", "md", "txt") for path in folder.rglob(f"*.{ending}")
    ):
        data = path.read_bytes() if path.is_file() else b""
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            return f"{from_here(path)}:{line}"
    return ""


def digest(data: bytes) -> bytes:
    """A few bytes that tell one content from another."""
    return hashlib.blake2b(data, digest_size=16).digest()


def read_source(path: Path, encoding: str = "utf-8-sig") -> Source:
    """The file with its lines and all that a later write has to keep."""
    data = read_file(path)
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    plain = "utf-8" if encoding.lower().replace("_", "-") in ("utf-8-sig", "utf8") else encoding
    text = data[len(mark) :].decode(plain, "surrogateescape")
    pieces = LINE_END.split(text)
    lines, ends = (*pieces[::2],), (*pieces[1::2], "")
    many = len(lines) - (not lines[-1])  # nothing is behind the last end
    return Source(path, lines[:many], ends[:many], mark, plain, digest(data))


def write_source(source: Source, folder: Path) -> None:
    """The file replaced in one go, if it is as it was read, and is in the folder."""
    path = inside(source.path, folder)
    if not path.stat().st_mode & stat.S_IWUSR or not os.access(path, os.W_OK):
        raise RulesError("the file is read-only")
    try:
        data = source.mark + source.text.encode(source.encoding, "surrogateescape")
    except UnicodeEncodeError as error:
        missing = error.object[error.start : error.end]
        raise RulesError(f"the file's encoding has no '{missing}'") from None
    if digest(path.read_bytes()) != source.digest:
        raise RulesError("the file changed since it was read; run 'rulebook fix' again")
    write_atomically(path, data, stat.S_IMODE(path.stat().st_mode), sync=True)


def inside(path: Path, folder: Path) -> Path:
    """The real file, which must be in the folder also where a link leads to it."""
    real = path.resolve()
    if not real.is_relative_to(folder.resolve()):
        raise RulesError("the file is outside the book's folder")
    return real
