"""Charts as pictures. Matplotlib is imported here and nowhere else, when one must be drawn."""

from __future__ import annotations

from .chart_files import FORMS, draw, drawn

__all__ = ["FORMS", "draw", "drawn"]
