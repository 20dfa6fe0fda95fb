"""Small files beside the doctrees: an environment is saved only when a page was read."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def kept(path: Path) -> Any:
    """What the file holds, None where it is missing or spoilt."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None


def keep(path: Path, value: object) -> None:
    """Replace the file in one go, so that a killed build leaves the old one or the new."""
    text = json.dumps(value, sort_keys=True)
    try:
        if path.read_text("utf-8") == text:
            return
    except (OSError, ValueError):
        pass  # it is written now
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
