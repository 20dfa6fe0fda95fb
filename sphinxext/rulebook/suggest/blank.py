"""Blanks text without moving any other letter, and knows which directives hold prose."""

from __future__ import annotations

import re

# Directives whose content is text for readers; of all others the content is blanked too.
SPOKEN = frozenset(
    re.findall(
        r"\S+",
        "note tip hint warning caution danger attention important error seealso admonition topic "
        "sidebar epigraph highlights pull-quote compound container rst-class class centered "
        "glossary versionadded versionchanged deprecated table list-table csv-table figure card "
        "grid grid-item grid-item-card dropdown tab-set tab-item example rubric aside",
    )
)
_DICE = re.compile(r"\d*d(?:\d+|%|F)[\w+-]*")


def blank(text: str) -> str:
    """As many spaces as the text has letters, its line ends kept."""
    return re.sub(r"[^\n]", " ", text)


def kept_dice(code: str) -> tuple[int, int]:
    """The part of a code span that is kept: dice, which authors like to write as code."""
    inner = code.strip("`")
    if _DICE.fullmatch(inner):
        at = code.index(inner)
        return at, at + len(inner)
    return 0, 0
