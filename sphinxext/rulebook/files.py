"""Files of ours: written in one go, JSON that a killed build cannot spoil, and small assets."""

from __future__ import annotations

import errno
import json
import os
import re
import tempfile
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_BREAK: Final = re.compile(r"\s*\n\s*")
_NEEDLESS: Final = re.compile(r"(?<=[{};,])\n")  # a break that ends no word


def write_atomically(path: Path, data: bytes, mode: int = 0o644, *, sync: bool = False) -> None:
    """Write a file so that others see the old one or the new one, never half of it.

    With `sync` it is on the disk when this returns.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        new.chmod(mode)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def read_file(path: Path) -> bytes:
    """Read a file, but no pipe or device, which may never end."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, "this is a device or a pipe")
    return path.read_bytes()


def is_within(path: Path, folders: Iterable[Path]) -> bool:
    """Return whether a path is in one of the folders, as written and where its links lead."""
    places = list(folders)
    # A path elsewhere is not even looked at: it may be a share on another machine.
    written = Path(os.path.abspath(path))
    known = [Path(os.path.abspath(each)) for each in places]
    try:
        real = [each.resolve() for each in places]
        if not any(map(written.is_relative_to, [*known, *real])):
            return False
        return any(map(path.resolve().is_relative_to, real))
    except (OSError, ValueError, RuntimeError):
        return True  # a circle of links, or no path at all: reading it says what is wrong


def from_here(file: str | os.PathLike[str]) -> str:
    """The file relative to the working directory, with forward slashes."""
    try:
        shown = os.path.relpath(file)
    except ValueError:  # another drive
        shown = os.fspath(file)
    return Path(shown).as_posix()


def load_json(path: Path) -> Any:
    """The value in the file, None where it is missing or spoilt."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


def save_json(path: Path, value: object) -> None:
    """Write the value, unless the file holds it already."""
    data = json.dumps(value, sort_keys=True).encode()
    try:
        if path.read_bytes() == data:
            return
    except OSError:
        pass  # it is written now
    write_atomically(path, data)


def small(asset: Path) -> str:
    """Return a script or stylesheet of ours as readers load it, without what is for us.

    `tools/minify` makes the small copy of a script. One that was edited since is served as it is.
    """
    text = asset.read_text("utf-8")
    if asset.suffix == ".css":
        return _NEEDLESS.sub("", _BREAK.sub("\n", _COMMENT.sub("", text))).lstrip()
    made_from, _, copy = asset.with_suffix(".min.js").read_text("utf-8").partition("\n")
    is_current = sha256(text.encode()).hexdigest()[:16] in made_from
    return copy if is_current else text
