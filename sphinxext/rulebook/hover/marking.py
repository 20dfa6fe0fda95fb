"""The marks: which references show a preview, as tooltip or modal.

Every reference is wrapped before it is resolved and unwrapped after, whoever resolves it: a
domain, intersphinx or MyST. A mark of hoverxref's that is right stays as it is. What it leaves
out is added, and none stays where there can be no preview.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.roles import XRefRole
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinxext.rulebook.hover import hoverxref, projects
from sphinxext.rulebook.hover.pages import is_for_browsers
from sphinxext.rulebook.hover.settings import ROLES, kind_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

MARK: Final = "hxr-hoverxref"
_KIND_MARKS: Final = {"tooltip": "hxr-tooltip", "modal": "hxr-modal"}
_MARKS: Final = frozenset({MARK, *_KIND_MARKS.values()})
_BY_TARGET: Final = ("any", "myst")  # the target says which role is meant


class Wrapped(nodes.inline):
    """A reference while it is resolved, with the domain, role and target it was written with."""


class Wrap(SphinxPostTransform):
    """Wraps every reference that is about to be resolved."""

    default_priority = 7  # before intersphinx's own roles and MyST at 9

    def run(self, **_arguments: Any) -> None:
        """Wrap every reference of the page."""
        for link in list(self.document.findall(pending_xref)):
            role = link.get("reftype", "")
            domain, target = link.get("refdomain") or "std", link.get("reftarget", "")
            wrapped = Wrapped(domain=domain, role=role, target=target)
            if role in ROLES:
                link["reftype"] = "ref"  # which leads to the same, in other projects too
            link.replace_self(wrapped)
            wrapped += link


class Mark(SphinxPostTransform):
    """Marks what came of the references, and takes their wrappers off."""

    default_priority = 13  # after footnotes are resolved
    is_shown = True  # in an output that has previews

    def run(self, **_arguments: Any) -> None:
        """Mark every reference of the page that opens a preview."""
        origins: dict[nodes.reference, Wrapped] = {}
        for wrapped in list(self.document.findall(Wrapped)):
            for element in wrapped.findall(nodes.Element):
                if isinstance(element, nodes.reference):
                    origins[element] = wrapped
                    mark(element, self._kind(element, wrapped))
                else:
                    mark(element, None)
            wrapped.replace_self(wrapped.children)
        if not self.is_shown:
            return
        if footnotes := kind_of(self.config, "std", "footnote", ""):
            for note in self.document.findall(nodes.footnote_reference):
                mark(note, footnotes)
        for reference in self.document.findall(nodes.reference):
            if reference.get("id_link") and "refid" in reference:  # of Markdown, within its page
                mark(reference, kind_of(self.config, "std", "ref", reference["refid"]))
        projects.mark_links(self.document, self.env, origins, mark)

    def _kind(self, reference: nodes.reference, wrapped: Wrapped) -> str | None:
        """Return the kind of preview that a reference within the book opens."""
        target = wrapped["target"]
        if not self.is_shown or not reference.get("internal", True):
            return None
        labels = self.env.get_domain("std").data["labels"]
        if target in labels and labels[target][0] not in self.env.found_docs:
            return None  # a page that Sphinx makes, such as an index of modules
        if wrapped["role"] not in _BY_TARGET:
            return kind_of(self.config, wrapped["domain"], wrapped["role"], target)
        domain, role = role_of(reference)
        kind = kind_of(self.config, domain, role, target)
        if kind is None and wrapped["role"] == "any":
            kind = kind_of(self.config, "std", "any", target)
        return kind


class LeaveUnmarked(Mark):
    """Takes wrappers and hoverxref's marks off where no preview is shown."""

    is_shown = False


def role_of(reference: nodes.reference) -> tuple[str, str]:
    """Return the domain and role that a target stood for, as Sphinx and MyST note them inside."""
    classes = [name for inner in reference.findall(nodes.Element) for name in inner["classes"]]
    for name in classes:
        domain, _, role = name.partition("-")
        if role and domain in classes:
            return domain, role
    return "std", ""


def mark(reference: nodes.Element, kind: str | None) -> None:
    """Give a reference the marks of a kind and no others."""
    wanted = [MARK, _KIND_MARKS[kind]] if kind else []
    if [name for name in reference["classes"] if name in _MARKS] != wanted:
        others = [name for name in reference["classes"] if name not in _MARKS]
        reference["classes"] = [*others, *wanted]


def prepare(app: Sphinx, config: Config) -> None:
    """Let hoverxref's domains mark, and give the book its roles with or without them."""
    hoverxref.mark_domains(app, config)
    for role in ROLES:
        made = XRefRole(lowercase=True, innernodeclass=nodes.inline, warn_dangling=True)
        app.add_role_to_domain("std", role, made, override=True)


def mark_references(app: Sphinx) -> None:
    """Have the references of the book marked, in an output that shows previews."""
    app.add_post_transform(Wrap)
    app.add_post_transform(Mark if is_for_browsers(app.builder) else LeaveUnmarked)
