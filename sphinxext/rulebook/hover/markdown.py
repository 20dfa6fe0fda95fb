"""Links of Markdown, `[text](#label)` and `[text](page.md)`: marked as `ref` and `doc` are.

MyST resolves them itself and asks no domain that marks, so they are wrapped before it does
and unwrapped after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinxext.rulebook.hover import marking
from sphinxext.rulebook.hover.pages import shows_previews

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_ROLES: Final = {"std-ref": "ref", "std-doc": "doc"}


class _Wrapped(nodes.inline):
    """A link of Markdown while MyST resolves it, with what it was to point at."""


class Wrap(SphinxPostTransform):
    """Wraps the links that MyST is about to resolve."""

    default_priority = 8  # MyST's own is 9

    def run(self, **_arguments: Any) -> None:
        """Wrap every link of Markdown in the page."""
        for link in list(self.document.findall(pending_xref)):
            if link["reftype"] == "myst":
                wrapped = _Wrapped(target=link["reftarget"])
                link.replace_self(wrapped)
                wrapped += link


class Unwrap(SphinxPostTransform):
    """Marks what came of the links of Markdown."""

    default_priority = 11  # Sphinx resolves what is left at 10

    def run(self, **_arguments: Any) -> None:
        """Take every wrapper off, and mark the reference that was in it."""
        for wrapped in list(self.document.findall(_Wrapped)):
            for reference in wrapped.findall(nodes.reference):
                if reference.get("internal"):
                    self._mark(reference, role_of(reference), wrapped["target"])
            wrapped.replace_self(wrapped.children)
        for reference in self.document.findall(nodes.reference):
            if reference.get("id_link") and "refid" in reference:  # found within its own page
                self._mark(reference, "ref", reference["refid"])

    def _mark(self, reference: nodes.reference, role: str, target: str) -> None:
        kind = marking.kind_of(self.config, "std", role, target)
        if kind:
            marking.mark(reference, kind)


def role_of(reference: nodes.reference) -> str:
    """The role that a link of Markdown stands for, or nothing where MyST does not say."""
    classes = {name for inner in reference.findall(nodes.inline) for name in inner["classes"]}
    return next((role for name, role in _ROLES.items() if name in classes), "")


def mark_links(app: Sphinx) -> None:
    """Have the links of Markdown marked in a book that is written with MyST and shows previews."""
    if "myst_parser" in app.extensions and shows_previews(app.builder):
        app.add_post_transform(Wrap)
        app.add_post_transform(Unwrap)
