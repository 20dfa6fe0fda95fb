"""Links into other projects: marked where the book wants previews of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from sphinxext.rulebook.hover import marking, settings
from sphinxext.rulebook.hover.pages import shows_previews
from sphinxext.rulebook.hover.projects import projects_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)


def warn_of_unknown(_app: Sphinx, config: Config) -> None:
    """Tell of projects that intersphinx does not know."""
    mapping = getattr(config, "intersphinx_mapping", {})
    for name in config[settings.PROJECTS]:
        if name not in mapping:
            logger.warning(
                "%s names %r: put it into intersphinx_mapping as well",
                settings.PROJECTS,
                name,
                type="rulebook",
                subtype="hover",
            )


class Links(SphinxPostTransform):
    """Marks the links into the projects that the book wants previews of."""

    default_priority = 13  # after references are resolved

    def run(self, **_arguments: Any) -> None:
        """Mark every link of the page that leads to a page of theirs."""
        config = self.config
        bases = tuple(each.base for each in projects_of(config, Path(self.app.confdir)))
        for reference in self.document.findall(nodes.reference):
            if reference.get("refuri", "").startswith(bases):
                marking.mark(reference, config.hoverxref_default_type)


def mark_links(app: Sphinx) -> None:
    """Have links into other projects marked in a book that shows previews."""
    if app.config[settings.PROJECTS] and shows_previews(app.builder):
        app.add_post_transform(Links)
