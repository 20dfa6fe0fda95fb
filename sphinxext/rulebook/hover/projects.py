"""Pages of other projects, for previews of what intersphinx links to.

They are read while the book is built: from a folder if there is one, else over the network. There
are limits of time and size, and pages are kept between builds. A reader's browser asks no other
site.
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.util import logging

from sphinxext.rulebook.files import write_atomically
from sphinxext.rulebook.hover import settings
from sphinxext.rulebook.hover.conf import place_of
from sphinxext.rulebook.hover.kept import digest_of, name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

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
        return self.prefix + name_of(url.removeprefix(self.base))


def projects_of(config: Config, confdir: Path) -> list[Project]:
    """The projects that the book wants previews of."""
    mapping: dict[str, Any] = getattr(config, "intersphinx_mapping", {})
    return [
        Project(name, *_place(mapping[name], folder_named(config, confdir, name), confdir))
        for name in config.rulebook_preview_projects
        if name in mapping
    ]


def folder_named(config: Config, confdir: Path, name: str) -> Path | None:
    """The folder that the book names for the pages of a project, if it names one."""
    given = config.rulebook_preview_projects
    folder = given[name] if isinstance(given, dict) else None
    return (confdir / folder).resolve() if folder else None


def _place(mapped: Any, folder: Path | None, confdir: Path) -> tuple[str, tuple[Path, ...]]:
    """The address of a project, and where its pages may be at hand.

    They are in the folder that the book names, else beside a local inventory.
    """
    _name, (uri, inventories) = mapped
    named = [folder] if folder else []
    local = [each for each in inventories if each and "://" not in each]
    own = [] if "://" in uri else [confdir / uri]
    beside = [(confdir / each).parent for each in local]
    return f"{uri.removesuffix('/')}/", (*named, *beside, *own)


class Library:
    """The pages of other projects, as files, for one build."""

    def __init__(self, app: Sphinx) -> None:
        """Begin with all the time and the room that a build has for them."""
        self.config: Config = app.config
        self.confdir = Path(app.confdir)
        self.kept = app.doctreedir / "rulebook-pages"  # that were read over the network
        self.projects = projects_of(app.config, self.confdir)
        self.seconds: float = app.config.rulebook_preview_project_seconds  # what is left
        self.room: float = app.config.rulebook_preview_project_megabytes * 1_000_000
        self.failed: set[str] = set()

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
        kept = self.kept / f"{digest_of(url)}.html"
        days = getattr(self.config, "intersphinx_cache_limit", 5)
        if kept.is_file() and (days < 0 or time.time() - kept.stat().st_mtime < days * _DAY):
            return kept
        if url not in self.failed:
            begun = time.monotonic()
            try:
                write_atomically(kept, self._read(url, begun + self.seconds))
            except Exception as error:  # whatever the network does, the book is built
                logger.info("no previews of %s: %s", url, error)
                self.failed.add(url)
            self.seconds -= time.monotonic() - begun
        return kept if kept.is_file() else None

    def _read(self, url: str, until: float) -> bytes:
        from sphinx.util import requests

        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError("rulebook_preview_project_seconds is up")
        config = self.config
        answer = requests.get(
            url,
            stream=True,
            timeout=left,
            _user_agent=config.user_agent,
            _tls_info=(config.tls_verify, config.tls_cacerts),
        )
        with closing(answer):
            answer.raise_for_status()
            return b"".join(self._within_limits(answer.iter_content(_CHUNK), until))

    def _within_limits(self, chunks: Iterator[bytes], until: float) -> Iterator[bytes]:
        for chunk in chunks:
            self.room -= len(chunk)
            if self.room < 0:
                raise MemoryError("rulebook_preview_project_megabytes is used up")
            if time.monotonic() > until:
                raise TimeoutError("rulebook_preview_project_seconds is up")
            yield chunk


_open: Final[WeakKeyDictionary[BuildEnvironment, Library]] = WeakKeyDictionary()


def open_library(app: Sphinx) -> None:
    """Open the library of a build, from which it marks links and writes previews."""
    _open[app.env] = Library(app)


def library_of(env: BuildEnvironment) -> Library:
    """Return the library of the build."""
    return _open[env]


def _files(folder: Path, inside: str) -> list[Path]:
    """The files that may hold a page, by its address within the project."""
    path = (folder / inside).resolve()
    if not path.is_relative_to(folder.resolve()):
        return []
    return [path / "index.html" if path.is_dir() else path, path.with_name(f"{path.name}.html")]


def warn_of_unknown(app: Sphinx, config: Config) -> None:
    """Tell of projects that intersphinx does not know, and of folders that are not there."""
    place = place_of("rulebook_preview_projects", Path(app.confdir) / "conf.py")
    for name in config.rulebook_preview_projects:
        folder, wrong = folder_named(config, Path(app.confdir), name), ""
        if name not in getattr(config, "intersphinx_mapping", {}):
            wrong = f" names {name!r}: put it into intersphinx_mapping as well"
        elif folder and not folder.is_dir():
            wrong = f": there is no folder {folder} for {name!r}; write the path "
            wrong += "from the folder of conf.py"
        if wrong:
            settings.warn(f"rulebook_preview_projects{wrong}", place)


def mark_links(
    document: nodes.document,
    env: BuildEnvironment,
    origins: Mapping[nodes.reference, nodes.Element],
    mark: Callable[[nodes.Element, str], None],
) -> None:
    """Mark each link of a page that leads to a page of theirs, by its role if it has one."""
    if not env.config.rulebook_preview_projects:
        return
    library = library_of(env)
    for reference in document.findall(nodes.reference):
        url = reference.get("refuri", "").partition("#")[0]
        if library.project_of(url) is None:
            continue
        kind = _kind(env.config, reference, origins.get(reference))
        if kind and library.page(url) is not None:
            mark(reference, kind)


def _kind(config: Config, reference: nodes.reference, origin: nodes.Element | None) -> str | None:
    """Return the kind of preview that a link opens; one without a role opens as most do."""
    if origin is None:
        return str(config.hoverxref_default_type)
    target: str = origin["target"]
    project, _, inside = target.partition(":")
    if project in config.rulebook_preview_projects and inside in config.hoverxref_ignore_refs:
        return None
    role = origin["role"]
    if role == "myst":
        classes = [name for inner in reference.findall(nodes.inline) for name in inner["classes"]]
        role = "doc" if "std-doc" in classes else "ref"
    every = not settings.say_what_to_mark(config)
    return settings.kind_of(config, origin["domain"], role, target, every=every)
