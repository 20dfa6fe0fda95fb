"""Lists the files of a folder that are read, and names the others."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

MARKDOWN = frozenset(
    {".md", ".markdown", ".mdown", ".mkd", ".myst", ".qmd", ".rmd", ".mdx", ".livemd"}
)
RESTRUCTURED = frozenset({".rst", ".rest", ".txt"})
OTHER = frozenset(
    {".typ", ".adoc", ".asciidoc", ".tex", ".org", ".textile", ".html", ".htm", ".xhtml", ".ipynb"}
    | {".docx", ".odt", ".rtf", ".pdf", ".wiki", ".mediawiki", ".creole", ".pod", ".tid"}
)
BUILT = frozenset(
    name
    for names in (
        "build dist node_modules venv site-packages locale locales site target __pycache__",
        "_build _site _book _static _sources _templates _output",
    )
    for name in names.split()
)
BUILD_MARK = ".buildinfo"  # Sphinx writes it into a web edition
LISTS = frozenset(("requirements.txt", "robots.txt", "cmakelists.txt"))


@dataclass(frozen=True)
class Sources:
    """The files to read, in order, and a line for each kind of file or folder that is not."""

    files: tuple[Path, ...]
    unread: tuple[str, ...] = ()


def is_markdown(path: Path) -> bool:
    """Check that the file is read as Markdown."""
    return path.suffix.lower() in MARKDOWN


def sources_of(folder: Path) -> Sources:
    """Every reStructuredText and Markdown file of a folder; a file stands for itself."""
    if folder.is_file():
        return Sources((folder,))
    files: list[Path] = []
    others: Counter[str] = Counter()
    skipped: list[str] = []
    for where, folders, names in os.walk(folder):
        kept = sorted(name for name in folders if not _is_made(Path(where) / name))
        skipped += [
            f"the folder {os.path.relpath(Path(where) / name, folder)}"
            for name in sorted({*folders} - {*kept})
            if not name.startswith(".") and _has_sources(Path(where) / name)
        ]
        folders[:] = kept
        for name in sorted(names):
            suffix = Path(name).suffix.lower()
            if suffix in MARKDOWN | RESTRUCTURED and name.lower() not in LISTS:
                files.append(Path(where) / name)
            elif suffix in OTHER:
                others[suffix] += 1
    unread = [f"{n} {suffix} file{'' if n == 1 else 's'}" for suffix, n in sorted(others.items())]
    return Sources(tuple(files), (*unread, *skipped))


def _is_made(folder: Path) -> bool:
    """Check that a program fills the folder, such as one with the web edition of a book."""
    name = folder.name
    return name in BUILT or name.startswith(".") or (folder / BUILD_MARK).is_file()


def _has_sources(folder: Path) -> bool:
    """Check that a folder that is left out has pages in its first few hundred files."""
    seen = 0
    for _, _, names in os.walk(folder):
        for name in names:
            if Path(name).suffix.lower() in MARKDOWN | {".rst"}:
                return True
            seen += 1
        if seen > 500:
            return False
    return False
