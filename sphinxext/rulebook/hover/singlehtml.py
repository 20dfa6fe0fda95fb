"""Links within a book of one page: `#document-page#label`, as newer Sphinx writes it, mended."""

from __future__ import annotations

import re
from typing import Final

_DOUBLE: Final = re.compile(r'href="#document-[^"#]*(#[^"#]+)"')


def mended(text: str) -> str:
    """The page with every link to a label of the book leading there."""
    return _DOUBLE.sub(r'href="\1"', text)
