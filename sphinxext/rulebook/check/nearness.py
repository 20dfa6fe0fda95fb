"""Whether a typed cell may be meant for a generated one: how its layout is known."""

from __future__ import annotations

from fractions import Fraction

from ..ask.cells import Cell
from ..figures.correct import HEDGE
from ..page.source.typed_table import Typed
from ..words.mentions import mentioned
from ..words.read_figure import Written, figures_in, numbers_in, read

NEAR = Fraction(51, 10_000)  # a percentage that is rounded to a whole one


def is_near(typed: Typed, cell: Cell, language: str) -> bool:
    """Whether the cell says nearly what the rules give, however it is rounded and written."""
    text = typed.text
    if text and text == cell.text:
        return True
    if cell.value is None:
        return bool(mentioned(f"{text} {typed.images}", (cell.text, *cell.names)))
    if (whole := read(text, language)) is not None and whole.manner == "blank":
        return cell.value in (0, 1)
    if cell.kind in ("chance", "difference"):
        return any(_is_about(each, abs(cell.value)) for each in figures_in(text, language))
    return any(abs(number - cell.value) * 2 <= 1 for number in numbers_in(text, language))


def _is_about(written: Written, exact: Fraction) -> bool:
    if written.bound:
        return written.manner != "number"
    value = 1 / written.value if written.manner == "one-in" else abs(written.value)
    most = HEDGE if written.hedged else NEAR
    return any(abs(each - exact) <= most for each in (value, value / 100))
