"""Links within a book of one page that Sphinx leads nowhere, mended.

Newer ones write `#document-page#label`, and none gives the first page a place to lead to.
"""

from __future__ import annotations

import re
from typing import Final

_DOUBLE: Final = re.compile(r'href="#document-[^"#]*(#[^"#]+)"')


def mended(text: str, root: str) -> str:
    """The page with every link to a label of the book leading there, to its root to the top."""
    text = _DOUBLE.sub(r'href="\1"', text)
    if f'id="document-{root}"' in text:
        return text
    return text.replace(f'href="#document-{root}"', 'href="#"')
