"""Writes a book as Typst. Each node becomes a call by its meaning; only the look knows its form."""

from __future__ import annotations

from .blocks import BlocksWriter
from .inline import InlineWriter
from .pictures import PicturesWriter
from .structure import StructureWriter
from .tables import TablesWriter


class Writer(StructureWriter, InlineWriter, BlocksWriter, PicturesWriter, TablesWriter):
    """Turns the nodes of a whole book into Typst source."""
