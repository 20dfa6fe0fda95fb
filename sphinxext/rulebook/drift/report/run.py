"""Checks a book, or a folder of sources, for the command line."""

from __future__ import annotations

from pathlib import Path

from ..check.finding import Verdict
from .builder import write_reports
from .formats import Report
from .reading import NothingHeldError, is_book, read_book, read_plain, source_of


def checked(
    docs: Path, out: Path | None = None, *, suggest: bool = False, plain: bool = False
) -> Report:
    """The report on the book in a folder; what keeps it from being read is one line.

    A folder without a conf.py is checked without Sphinx, and gets no reports unless `out` is given.
    """
    if plain or not is_book(docs):
        return _of_folder(docs, out, suggest=suggest, plain=plain)
    out = out or docs / "_build" / "drift"
    try:
        reading = read_book(docs, out, docs / "_build" / "doctrees")
    except NothingHeldError:
        if suggest:
            return _of_folder(source_of(docs), out, suggest=True)
        report = Report(Verdict())
        write_reports(report, out)
        return report
    if not suggest:
        return reading.report
    from .suggestions import of_book

    report = reading.report._replace(suggestions=of_book(reading.env))
    write_reports(report, out)
    return report


def _of_folder(folder: Path, out: Path | None, *, suggest: bool, plain: bool = False) -> Report:
    """Report on a folder of plain sources, and leave files only where they are asked for."""
    reading = read_plain(folder, lock=True)
    report = reading.report
    if suggest:
        from .suggestions import of_folder

        report = of_folder(reading.env, report, plain=plain)
    if out is not None:
        write_reports(report, out)
    return report
