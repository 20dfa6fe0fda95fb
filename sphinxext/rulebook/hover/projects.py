"""Pages of other projects, for previews of what intersphinx links to.

They are read while the book is built: from a folder if there is one, else over the network. There
are limits of time and size, and pages are kept between builds. A reader's browser asks no other
site.
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from sphinx.util import logging

from sphinxext.rulebook.files import write_atomically
from sphinxext.rulebook.hover import addresses, settings
from sphinxext.rulebook.hover.packing import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

_DAY: Final = 24 * 60 * 60
_CHUNK: Final = 65536


@dataclass(frozen=True)
class Project:
    """Another project: its name in `intersphinx_mapping`, its address, and folders of its pages."""

    name: str
    base: str
    folders: tuple[Path, ...]

    @property
    def prefix(self) -> str:
        """The prefix of the names of its pages."""
        return f"~{self.name}/"

    def name_of(self, url: str) -> str:
        """The name under which the previews of a page are kept."""
        return self.prefix + addresses.name_of(url.removeprefix(self.base))


def projects_of(config: Config, confdir: Path) -> list[Project]:
    """The projects that the book wants previews of."""
    given = config[settings.PROJECTS]
    folders = given if isinstance(given, dict) else dict.fromkeys(given)
    mapping: dict[str, Any] = getattr(config, "intersphinx_mapping", {})
    return [
        Project(name, *_place(mapping[name], folder, confdir))
        for name, folder in folders.items()
        if name in mapping
    ]


def _place(mapped: Any, folder: str | None, confdir: Path) -> tuple[str, tuple[Path, ...]]:
    """The address of a project, and where its pages may be at hand: beside a local inventory."""
    _name, (uri, inventories) = mapped
    if folder:
        return _with_slash(uri), (confdir / folder,)
    local = [each for each in inventories if each and "://" not in each]
    own = [] if "://" in uri else [confdir / uri]
    return _with_slash(uri), tuple([(confdir / each).parent for each in local] + own)


def _with_slash(uri: str) -> str:
    return uri if uri.endswith("/") else f"{uri}/"


@dataclass
class Library:
    """The pages of other projects, as files."""

    app: Sphinx
    projects: list[Project]
    ends: float = 0.0
    room: float = 0.0
    reached: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, app: Sphinx) -> Library:
        """The library of a book, with the time and the room that it has for this build."""
        return cls(
            app,
            projects_of(app.config, Path(app.confdir)),
            time.monotonic() + app.config[settings.SECONDS],
            app.config[settings.MEGABYTES] * 1_000_000,
        )

    def project_of(self, url: str) -> Project | None:
        """The project that an address belongs to."""
        return next((each for each in self.projects if url.startswith(each.base)), None)

    def page(self, url: str) -> Path | None:
        """The file with the page at an address, or None where it cannot be had."""
        project = self.project_of(url)
        if project is None:
            return None
        inside = unquote(url.removeprefix(project.base).partition("?")[0])
        for folder in project.folders:
            for path in _files(folder, inside):
                if path.is_file():
                    return path
        is_remote = urlsplit(url).scheme in ("http", "https")
        return self._fetched(url) if is_remote else None

    def _fetched(self, url: str) -> Path | None:
        kept = self.app.doctreedir / "rulebook-pages" / f"{digest_of(url)}.html"
        days = getattr(self.app.config, "intersphinx_cache_limit", 5)
        if kept.is_file() and (days < 0 or time.time() - kept.stat().st_mtime < days * _DAY):
            return kept
        try:
            text = self._read(url)
        except Exception as error:  # whatever the network does, the book is built
            logger.info("no previews of %s: %s", url, error)
            return kept if kept.is_file() else None
        write_atomically(kept, text)
        return kept

    def _read(self, url: str) -> bytes:
        from sphinx.util import requests

        left = self.ends - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"{settings.SECONDS} is up")
        config = self.app.config
        answer = requests.get(
            url,
            stream=True,
            timeout=left,
            _user_agent=config.user_agent,
            _tls_info=(config.tls_verify, config.tls_cacerts),
        )
        with closing(answer):
            answer.raise_for_status()
            return b"".join(self._within_limits(answer.iter_content(_CHUNK)))

    def _within_limits(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            self.room -= len(chunk)
            if self.room < 0:
                raise MemoryError(f"{settings.MEGABYTES} is used up")
            if time.monotonic() > self.ends:
                raise TimeoutError(f"{settings.SECONDS} is up")
            yield chunk


def _files(folder: Path, inside: str) -> list[Path]:
    """The files that may hold a page, by its address within the project."""
    path = (folder / inside).resolve()
    if not path.is_relative_to(folder.resolve()):
        return []
    return [path / "index.html" if path.is_dir() else path, path.with_name(f"{path.name}.html")]
