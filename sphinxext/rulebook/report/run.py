"""Checks a book, or a folder of sources, for the command line."""

from __future__ import annotations

from pathlib import Path

from ..check.judge import Verdict
from .builder import write_reports
from .formats import Report
from .reading import NothingHeldError, is_book, read_book, source_of


def checked(docs: Path, out: Path | None = None, *, suggest: bool = False) -> Report:
    """The report on the book in a folder; what keeps it from being read is one line.

    Where suggestions are wanted, a folder of sources that is no book has its own.
    """
    if suggest and not is_book(docs):
        return _of_folder(docs, out)
    out = out or docs / "_build" / "drift"
    try:
        reading = read_book(docs, out, docs / "_build" / "doctrees")
    except NothingHeldError:
        if suggest:
            return _of_folder(source_of(docs), out)
        report = Report(Verdict(0, (), ()))
        write_reports(report, out)
        return report
    if not suggest:
        return reading.report
    from .suggestions import of_book

    report = reading.report._replace(suggestions=of_book(reading.env))
    write_reports(report, out)
    return report


def _of_folder(folder: Path, out: Path | None) -> Report:
    """The suggestions for sources that no rules are held against yet."""
    from .suggestions import report_on_folder

    report = report_on_folder(folder)
    if out is not None:
        write_reports(report, out)
    return report
