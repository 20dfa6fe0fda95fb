"""Real Sphinx builds of small books."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sphinx.locale
from bs4 import BeautifulSoup
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from docutils import nodes

ROOTS = Path(__file__).parents[1] / "roots"
CONF = """\
project = "Book"
author = copyright = "The authors"
version = "1"
extensions = ["sphinxext.rulebook"]
"""
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Book:
    """What a build left behind; `warnings` are its lines, with paths from the book's folder."""

    srcdir: Path
    outdir: Path
    doctreedir: Path
    status: int
    warnings: tuple[str, ...]
    printed: str
    app: Sphinx | None

    def read(self, path: str = "index.html") -> str:
        """The text of an output file."""
        return (self.outdir / path).read_text("utf-8")

    def soup(self, path: str = "index.html") -> BeautifulSoup:
        """An output page, to be asked with ``select`` and ``select_one``."""
        return BeautifulSoup(self.read(path), "html.parser")

    def doctree(self, page: str = "index") -> nodes.document:
        """A page as it was read, before references are resolved."""
        assert self.app, "built in a process of its own"
        return self.app.env.get_doctree(page)

    def resolved(self, page: str = "index") -> nodes.document:
        """A page as its builder wrote it."""
        assert self.app, "built in a process of its own"
        return self.app.env.get_and_resolve_doctree(page, self.app.builder)


@dataclass(frozen=True)
class Builder:
    """Builds the books of one test in its own folder."""

    folder: Path

    def __call__(
        self,
        root: str = "book",
        builder: str = "html",
        *,
        files: Mapping[str, str | bytes] | None = None,
        conf: Mapping[str, Any] | None = None,
        strict: bool = False,
        jobs: int = 1,
        fresh: bool = False,
        process: bool = False,
    ) -> Book:
        """The built book.

        ``tests/roots/ROOT`` is copied on the first call; ``files`` are written over it, or make
        the whole book where there is no such root. The next call with the same root builds the
        same folder again, reading what changed since, or all of it if ``fresh``. ``conf``
        overrides conf.py, ``strict`` is -W --keep-going, ``jobs`` is -j (Sphinx reads in
        parallel from six pages on), and ``process`` runs ``sphinx-build`` apart from this one.
        """
        srcdir = self._sources(root, files or {})
        built = self.folder / f"{root}-built"
        if fresh:
            shutil.rmtree(built, ignore_errors=True)
        make = _apart if process else _here
        return make(srcdir, built / builder, built / "doctrees", builder, conf or {}, strict, jobs)

    def _sources(self, root: str, files: Mapping[str, str | bytes]) -> Path:
        """The folder of the book, its files laid out."""
        srcdir = self.folder / root
        if not srcdir.exists():
            if (ROOTS / root).is_dir():
                shutil.copytree(ROOTS / root, srcdir)
            elif not files:
                raise LookupError(f"no tests/roots/{root}, and no files given")
        for name, text in files.items():
            path = srcdir / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        if not (srcdir / "conf.py").exists():
            (srcdir / "conf.py").write_text(CONF, "utf-8")
        return srcdir


def _here(
    srcdir: Path,
    outdir: Path,
    doctreedir: Path,
    builder: str,
    conf: Mapping[str, Any],
    strict: bool,
    jobs: int,
) -> Book:
    """The book, built in this process, which is left as it was."""
    printed, warned = io.StringIO(), io.StringIO()
    with _alone(srcdir), patch_docutils(srcdir), docutils_namespace():
        app = Sphinx(
            srcdir,
            srcdir,
            outdir,
            doctreedir,
            builder,
            confoverrides=dict(conf),
            status=printed,
            warning=warned,
            warningiserror=strict,
            keep_going=True,
            parallel=jobs,
        )
        app.build()
    return Book(
        srcdir,
        outdir,
        doctreedir,
        app.statuscode,
        _lines(warned.getvalue(), srcdir),
        COLOURS.sub("", printed.getvalue()),
        app,
    )


def _apart(
    srcdir: Path,
    outdir: Path,
    doctreedir: Path,
    builder: str,
    conf: Mapping[str, Any],
    strict: bool,
    jobs: int,
) -> Book:
    """The book, built by a ``sphinx-build`` of its own."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "sphinx", "-b", builder, "-d", str(doctreedir)),
            *(part for key, value in conf.items() for part in ("-D", f"{key}={_plain(value)}")),
            *(["-W", "--keep-going"] if strict else []),
            *("-j", str(jobs), str(srcdir), str(outdir)),
        ],
        env={**os.environ, "NO_COLOR": "1", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    warnings = _lines(done.stderr, srcdir)
    return Book(srcdir, outdir, doctreedir, done.returncode, warnings, done.stdout, None)


def _plain(value: object) -> object:
    """A configuration value as ``-D`` takes it."""
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return int(value) if isinstance(value, bool) else value


def _lines(warned: str, srcdir: Path) -> tuple[str, ...]:
    """The lines of what was warned, as the author would see them from the book's folder."""
    text = COLOURS.sub("", warned).replace(f"{srcdir}{os.sep}", "")
    return tuple(line for line in text.splitlines() if line.strip())


@contextmanager
def _alone(srcdir: Path) -> Iterator[None]:
    """Keep a build's import path, the modules of its folder and its language to itself."""
    path = sys.path[:]
    sphinx.locale.translators.clear()
    try:
        yield
    finally:
        sys.path[:] = path
        sphinx.locale.translators.clear()
        for name, module in list(sys.modules.items()):
            if (getattr(module, "__file__", None) or "").startswith(f"{srcdir}{os.sep}"):
                del sys.modules[name]
