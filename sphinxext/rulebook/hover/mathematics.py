"""The MathJax of a page, for a preview that shows mathematics on a page that has none."""

from __future__ import annotations

import html
import json
import re
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin

_SCRIPT: Final = re.compile(r'<script\b[^>]*\ssrc="([^"]*)"')
_CONFIG: Final = re.compile(r"<script>\s*window\.MathJax = (\{.*?\})\s*</script>", re.DOTALL)


class MathJax(NamedTuple):
    """The address of a page's MathJax, seen from the book's root, and its settings."""

    src: str
    config: dict[str, Any] | None


def mathjax_of(text: str, uri: str, path: str) -> MathJax | None:
    """The MathJax that a page loads, from a path that the book gives or by its name, or None."""
    for script in map(html.unescape, _SCRIPT.findall(text)):
        if "mathjax" in script.lower() or (path and script.partition("?")[0].endswith(path)):
            depth = urljoin("/", uri).count("/") - 1
            return MathJax(script.removeprefix("../" * depth), _config(text))
    return None


def _config(text: str) -> dict[str, Any] | None:
    found = _CONFIG.search(text)
    try:
        return json.loads(found[1]) if found else None
    except json.JSONDecodeError:  # a configuration in JavaScript: only its own page can run it
        return None
