"""Small files of ours: written in one go, and JSON that a killed build cannot spoil."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any


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
