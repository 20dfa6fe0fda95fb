"""The data of an explorer as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def as_text(data: Mapping[str, Any]) -> str:
    """The data as JSON that can be in a page."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
