"""Runs Typst, and puts its warnings and errors into words for an author."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..package_source import install_command
from ..rules.errors import RulesError

if TYPE_CHECKING:
    import typst as typst_module
    from typst import PDFStandard

STANDARDS: tuple[list[PDFStandard], ...] = (["ua-1"], [])  # a PDF that every reader can hear


@dataclass(frozen=True)
class Typeset:
    """One book to be set."""

    source: Path
    target: Path
    fonts: Path
    timestamp: int


def typeset(job: Typeset) -> list[str]:
    """Make the PDF and return the warnings. A PDF that misses the standard is still made."""
    try:
        import typst
    except ImportError:
        raise RulesError(f"a PDF needs typst: {install_command('book')}") from None
    known = typst.Fonts(include_system_fonts=False, font_paths=[str(job.fonts)])
    compiler = typst.Compiler(str(job.source), root=str(job.source.parent), font_paths=known)
    said: list[str] = []
    for standards in STANDARDS:
        try:
            data, warnings = compiler.compile_with_warnings(
                format="pdf", pdf_standards=standards, timestamp=job.timestamp
            )
        except typst.TypstError as error:
            said.append(_told(error))
            if not standards or not error.message.startswith("PDF/UA"):
                raise RulesError(f"Typst cannot set the book: {said[-1]}") from None
            continue
        assert isinstance(data, bytes)  # a PDF is one file
        job.target.write_bytes(data)
        return [*said, *map(_told, warnings)]
    raise AssertionError("the second try sets the book or raises")


def _told(message: typst_module.TypstError | typst_module.TypstWarning) -> str:
    """Put a message of Typst on one line."""
    lines = [line.strip() for line in message.diagnostic.splitlines()]
    place = next((line.split("─ ", 1)[1] for line in lines if "┌─" in line), "")
    hints = f" ({'; '.join(message.hints)})" if message.hints else ""
    return f"{message.message}{hints}" + (f", at {place}" if place else "")
