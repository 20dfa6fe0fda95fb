"""The files of a book while it is read: what each held, and which are read as other texts."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from unittest.mock import patch

from .files import digest
from .lines import forget_lines

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


class Overlay:
    """Every way to read a file, in whatever program: docutils, a Markdown parser, csv."""

    def __init__(self, instead: Mapping[Path, bytes] | None = None) -> None:
        """Take the texts that some files are to be read as, by their real paths."""
        self.instead = {str(path): data for path, data in (instead or {}).items()}
        self.digests: dict[Path, bytes] = {}

    def pages(self, env: BuildEnvironment) -> list[str]:
        """The pages that are made of the files in question."""
        return [
            page for page in env.found_docs if not self.instead.keys().isdisjoint(_files(env, page))
        ]

    @contextmanager
    def opened(self, folder: Path) -> Iterator[None]:
        """Let files be read so meanwhile, noting what those below a folder hold."""
        root, real = os.path.join(folder.resolve(), ""), open

        def found(file: Any, mode: str = "r", *args: Any, **options: Any) -> IO[Any]:
            if mode in ("r", "rt", "rb") and isinstance(file, str | os.PathLike):
                path = os.path.realpath(file)
                if path in self.instead:
                    return _as_file(self.instead[path], mode, *args, **options)
                if path.startswith(root) and Path(path) not in self.digests:
                    with real(path, "rb") as held:
                        self.digests[Path(path)] = digest(held.read())
            return real(file, mode, *args, **options)

        forget_lines()
        with patch("builtins.open", found), patch("io.open", found):
            yield
        forget_lines()


def _files(env: BuildEnvironment, page: str) -> Iterator[str]:
    """The files that a page was read from, as real paths."""
    yield os.path.realpath(env.doc2path(page))
    for name in env.dependencies.get(page, ()):
        yield os.path.realpath(os.path.join(env.srcdir, name))


def _as_file(
    data: bytes,
    mode: str,
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
) -> IO[Any]:
    """The data as a file that was opened."""
    del buffering
    raw = io.BytesIO(data)
    return raw if "b" in mode else io.TextIOWrapper(raw, encoding, errors, newline)
