"""Links into other projects: marked where the book wants previews of them and has the pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util import logging

from sphinxext.rulebook.hover import settings
from sphinxext.rulebook.hover.conf import place_of
from sphinxext.rulebook.hover.pages import shows_previews
from sphinxext.rulebook.hover.projects import Library, folder_named

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)


def warn_of_unknown(app: Sphinx, config: Config) -> None:
    """Tell of projects that intersphinx does not know, and of folders that are not there."""
    mapping = getattr(config, "intersphinx_mapping", {})
    for name in config[settings.PROJECTS]:
        folder = folder_named(config, Path(app.confdir), name)
        place = place_of(settings.PROJECTS, Path(app.confdir) / "conf.py")
        if name not in mapping:
            _warn(
                "%s names %r: put it into intersphinx_mapping as well",
                settings.PROJECTS,
                name,
                location=place,
            )
        elif folder and not folder.is_dir():
            _warn(
                "%s: there is no folder %s for %r; write the path from the folder of conf.py",
                settings.PROJECTS,
                folder,
                name,
                location=place,
            )


def mark_links(
    document: nodes.document,
    env: BuildEnvironment,
    origins: Mapping[nodes.reference, nodes.Element],
    mark: Callable[[nodes.Element, str], None],
) -> None:
    """Mark each link of a page that leads to a page of theirs, by its role if it has one."""
    if not env.config[settings.PROJECTS]:
        return
    library = Library.at_hand(env)
    for reference in document.findall(nodes.reference):
        url = reference.get("refuri", "").partition("#")[0]
        if library.project_of(url) is None:
            continue
        kind = _kind(env.config, reference, origins.get(reference))
        if kind and _has(library, url, reference):
            mark(reference, kind)


def _kind(config: Config, reference: nodes.reference, origin: nodes.Element | None) -> str | None:
    """Return the kind of preview that a link opens; one without a role opens as most do."""
    if origin is None:
        return str(config.hoverxref_default_type)
    target: str = origin["target"]
    project, _, inside = target.partition(":")
    if project in config[settings.PROJECTS] and inside in config.hoverxref_ignore_refs:
        return None
    role = origin["role"]
    if role == "myst":
        classes = [name for inner in reference.findall(nodes.inline) for name in inner["classes"]]
        role = "doc" if "std-doc" in classes else "ref"
    every = not settings.say_what_to_mark(config)
    return settings.kind_of(config, origin["domain"], role, target, every=every)


def _has(library: Library, url: str, reference: nodes.reference) -> bool:
    """Return whether the page at an address can be had; tell once of a folder that lacks it."""
    if library.page(url) is not None:
        return True
    if lack := library.lack(url):
        _warn(
            "%s: the folder %s for %r has no page %r",
            settings.PROJECTS,
            lack.folder,
            lack.project,
            lack.page,
            location=reference,
        )
    return False


def _warn(message: str, *arguments: object, location: str | nodes.Node) -> None:
    logger.warning(message, *arguments, location=location, type="rulebook", subtype="hover")


def open_library(app: Sphinx) -> None:
    """Open the library of a book that shows previews of other projects."""
    if app.config[settings.PROJECTS] and shows_previews(app.builder):
        Library.of(app)
