"""Labels: cells that show no figure at all."""

from __future__ import annotations

from .kind import FigureKind


class PlainLabel(FigureKind):
    """A heading or a label of a row."""

    name = "label"
    is_figure = is_locked = False

    def is_judged(self, typed: object, names: object) -> bool:
        """A label is its author's own."""
        return False

    def is_alone(self, text: str, language: str) -> bool:  # nor is it mended
        """Return False: nobody but its author knows whether it or its figures are wrong."""
        return False


LABEL = PlainLabel()
