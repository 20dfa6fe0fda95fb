"""Writes a book as Typst. Each node becomes a call by its meaning; only the look knows its form."""

from __future__ import annotations

from .writing.boxes import BoxesWriter
from .writing.code import CodeWriter
from .writing.formulas import FormulasWriter
from .writing.panels import PanelsWriter
from .writing.pictures import PicturesWriter
from .writing.references import ReferencesWriter
from .writing.structure import StructureWriter
from .writing.tables import TablesWriter
from .writing.words import WordsWriter


class Writer(
    StructureWriter,
    WordsWriter,
    FormulasWriter,
    ReferencesWriter,
    BoxesWriter,
    PanelsWriter,
    CodeWriter,
    PicturesWriter,
    TablesWriter,
):
    """Turns the nodes of a whole book into Typst source."""
