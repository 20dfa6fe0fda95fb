"""Links into other projects: marked where the book wants previews of them and has the pages.

Others resolve them, by roles that no domain of ours sees, so they are wrapped before that and
unwrapped after.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from sphinxext.rulebook.hover import markdown, marking, settings
from sphinxext.rulebook.hover.conf import place_of
from sphinxext.rulebook.hover.pages import shows_previews
from sphinxext.rulebook.hover.projects import Library, folder_named

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

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


class _KeptLink(nodes.inline):
    """A reference while it is resolved, with the role and the target that it was written with."""


class WrapLinks(SphinxPostTransform):
    """Wraps every reference that is about to be resolved."""

    default_priority = 7  # before that of Markdown at 8, of intersphinx's own roles and MyST at 9

    def run(self, **_arguments: Any) -> None:
        """Wrap every reference of the page."""
        for link in list(self.document.findall(pending_xref)):
            wrapped = _KeptLink(
                domain=link.get("refdomain") or "std",
                role=link.get("reftype", ""),
                target=link.get("reftarget", ""),
            )
            link.replace_self(wrapped)
            wrapped += link


class UnwrapLinks(SphinxPostTransform):
    """Marks the links into the projects that the book wants previews of."""

    default_priority = 13  # after references are resolved

    def run(self, **_arguments: Any) -> None:
        """Mark every link of the page that leads to a page of theirs, by its role if it has one."""
        library = Library.at_hand(self.env)
        roles: dict[nodes.reference, _KeptLink] = {}
        for wrapped in list(self.document.findall(_KeptLink)):
            roles |= dict.fromkeys(wrapped.findall(nodes.reference), wrapped)
            wrapped.replace_self(wrapped.children)
        for reference in self.document.findall(nodes.reference):
            url = reference.get("refuri", "").partition("#")[0]
            if library.project_of(url) is None:
                continue
            kind = self._kind(reference, roles.get(reference))
            if kind and self._has(library, url, reference):
                marking.mark(reference, kind)

    def _kind(self, reference: nodes.reference, wrapped: _KeptLink | None) -> str | None:
        """The kind of preview that a link opens; one without a role opens as most do."""
        config = self.config
        if wrapped is None:
            return str(config.hoverxref_default_type)
        target: str = wrapped["target"]
        project, _, inside = target.partition(":")
        if project in config[settings.PROJECTS] and inside in config.hoverxref_ignore_refs:
            return None
        role = wrapped["role"]
        if role == "myst":
            role = markdown.role_of(reference) or "ref"
        return marking.kind_of(
            config, wrapped["domain"], role, target, every=not settings.say_what_to_mark(config)
        )

    def _has(self, library: Library, url: str, reference: nodes.reference) -> bool:
        """True where the page at an address can be had; tell once of a folder that lacks it."""
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


def mark_links(app: Sphinx) -> None:
    """Have links into other projects marked in a book that shows previews."""
    if app.config[settings.PROJECTS] and shows_previews(app.builder):
        Library.of(app)
        app.add_post_transform(WrapLinks)
        app.add_post_transform(UnwrapLinks)
