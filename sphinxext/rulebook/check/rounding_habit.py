"""The rounding that a typed table follows, whatever the book says of it."""

from __future__ import annotations

from collections.abc import Iterable

from ..figures.correct import as_chance
from ..words.formatter import ROUNDED, Style, rounded
from ..words.read_figure import Form, figures_in
from .pairing import Pair

FEWEST = 2  # figures that tell another rounding from the one that was said


def followed(pairs: Iterable[Pair], style: Style, *, percent: bool) -> str:
    """Name the rounding of most of the table's figures if the book asks for another; else ''."""
    fits = dict.fromkeys(ROUNDED, 0)
    telling = 0
    for pair in pairs:
        exact = pair.cell.value
        if not pair.cell.kind.tells_rounding or exact is None:
            continue
        for figure in figures_in(pair.typed.text, style.language):
            written = as_chance(figure, percent=percent)
            if written.form not in (Form.PERCENT, Form.DECIMAL) or written.bound or written.hedged:
                continue
            places = written.digits + (2 if written.form is Form.PERCENT else 0)
            right = [way for way in ROUNDED if rounded(exact, places, way) == written.value]
            if right and len(right) < len(ROUNDED):
                telling += 1
                for way in right:
                    fits[way] += 1
    best = max(fits, key=lambda way: (fits[way], way == style.rounding))
    if fits[best] - fits.get(style.rounding, 0) < FEWEST or fits[best] * 2 <= telling:
        return ""
    return f"most of the table is rounded {ROUNDED[best]}"
