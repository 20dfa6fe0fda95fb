"""Real Sphinx builds of small books."""

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sphinx.locale
from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.docutils import docutils_namespace, patch_docutils

Once = Callable[[str, Callable[[Path], object]], Path]
ROOTS = Path(__file__).parents[1] / "roots"
CONF = """\
project = "Book"
author = copyright = "The authors"
version = "1"
extensions = ["sphinxext.rulebook"]
"""
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Save files, by their paths below a folder, each letter as it is."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


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

    @property
    def pdf(self) -> list[Any]:
        """The pages of its PDF, as pdfplumber reads them."""
        import pdfplumber

        [file] = self.outdir.glob("*.pdf")
        return list(pdfplumber.open(io.BytesIO(file.read_bytes())).pages)

    def doctree(self, page: str = "index") -> nodes.document:
        """A page as it was read, before references are resolved."""
        assert self.app, "built in a process of its own"
        return self.app.env.get_doctree(page)

    def resolved(self, page: str = "index") -> nodes.document:
        """A page as its builder wrote it."""
        assert self.app, "built in a process of its own"
        return self.app.env.get_and_resolve_doctree(page, self.app.builder)


@dataclass(frozen=True)
class Job:
    """What is asked of one run of Sphinx."""

    srcdir: Path
    outdir: Path
    doctreedir: Path
    builder: str
    conf: Mapping[str, Any]
    strict: bool
    jobs: int
    only: Sequence[str] = ()

    def book(self, status: int, warned: str, printed: str, app: Sphinx | None = None) -> Book:
        """What came of it, its lines as the author sees them from the book's folder."""
        warnings = COLOURS.sub("", warned).replace(f"{self.srcdir}{os.sep}", "").splitlines()
        return Book(
            self.srcdir,
            self.outdir,
            self.doctreedir,
            status,
            tuple(line for line in warnings if line.strip()),
            COLOURS.sub("", printed),
            app,
        )


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
        only: Sequence[str] = (),
    ) -> Book:
        """The built book.

        ``tests/roots/ROOT`` is copied on the first call; ``files`` are written over it, or make
        the whole book where there is no such root. The next call with the same root builds the
        same folder again, reading what changed since, or all of it if ``fresh``. ``conf``
        overrides conf.py, ``strict`` is -W --keep-going, ``jobs`` is -j (Sphinx reads in
        parallel from six pages on), and ``process`` runs ``sphinx-build`` apart from this one;
        ``only`` names the sources that are written, as on the command line.
        """
        srcdir = self._sources(root, files or {})
        built = self.folder / f"{root}-built"
        if fresh:
            shutil.rmtree(built, ignore_errors=True)
        make = _apart if process else _here
        doctrees = built / "doctrees"
        return make(Job(srcdir, built / builder, doctrees, builder, conf or {}, strict, jobs, only))

    def _sources(self, root: str, files: Mapping[str, str | bytes]) -> Path:
        """The folder of the book, its files laid out."""
        srcdir = self.folder / root
        if not srcdir.exists():
            if (ROOTS / root).is_dir():
                shutil.copytree(ROOTS / root, srcdir)
            elif not files:
                raise LookupError(f"no tests/roots/{root}, and no files given")
        write_files(srcdir, files)
        if not (srcdir / "conf.py").exists():
            (srcdir / "conf.py").write_text(CONF, "utf-8")
        return srcdir


def _here(job: Job) -> Book:
    """The book, built in this process, which is left as it was."""
    printed, warned = io.StringIO(), io.StringIO()
    with _alone(job.srcdir), patch_docutils(job.srcdir), docutils_namespace():
        app = Sphinx(
            job.srcdir,
            job.srcdir,
            job.outdir,
            job.doctreedir,
            job.builder,
            confoverrides=dict(job.conf),
            status=printed,
            warning=warned,
            warningiserror=job.strict,
            keep_going=True,
            parallel=job.jobs,
        )
        app.build(filenames=[job.srcdir / name for name in job.only])
    return job.book(app.statuscode, warned.getvalue(), printed.getvalue(), app)


def _apart(job: Job) -> Book:
    """The book, built by a ``sphinx-build`` of its own."""
    settings = [f"{key}={_plain(value)}" for key, value in job.conf.items()]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "sphinx", "-b", job.builder, "-d", str(job.doctreedir)),
            *(part for setting in settings for part in ("-D", setting)),
            *(["-W", "--keep-going"] if job.strict else []),
            *("-j", str(job.jobs), str(job.srcdir), str(job.outdir)),
        ],
        env={**os.environ, "NO_COLOR": "1", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return job.book(done.returncode, done.stderr, done.stdout)


def _plain(value: object) -> object:
    """A configuration value as ``-D`` takes it."""
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return int(value) if isinstance(value, bool) else value


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
        # sphinx_book_theme appends to the default that all builds of a process share.
        Config.config_values["templates_path"].default.clear()
        for name, module in list(sys.modules.items()):
            if (getattr(module, "__file__", None) or "").startswith(f"{srcdir}{os.sep}"):
                del sys.modules[name]
