"""Writes a book as Typst. Each node becomes a call by its meaning; only the look knows its form."""

from __future__ import annotations

from .boxes import BoxesWriter
from .code import CodeWriter
from .panels import PanelsWriter
from .pictures import PicturesWriter
from .references import ReferencesWriter
from .structure import StructureWriter
from .tables import TablesWriter
from .words import WordsWriter


class Writer(
    StructureWriter,
    WordsWriter,
    ReferencesWriter,
    BoxesWriter,
    PanelsWriter,
    CodeWriter,
    PicturesWriter,
    TablesWriter,
):
    """Turns the nodes of a whole book into Typst source."""
