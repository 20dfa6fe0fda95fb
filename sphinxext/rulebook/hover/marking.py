"""The marks: which references show a preview, as tooltip or modal.

hoverxref's domains mark first where it is there. This one goes over them and marks the rest:
`doc`, a `term` in another letter case, and everything where hoverxref is missing.
"""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any, Final, cast

from docutils import nodes
from sphinx.domains import ObjType
from sphinx.roles import XRefRole
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from sphinxext.rulebook.hover import hoverxref
from sphinxext.rulebook.hover.pages import shows_previews

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.domains import Domain
    from sphinx.environment import BuildEnvironment

    Base = Domain
else:
    Base = object

logger = logging.getLogger(__name__)

MARK: Final = "hxr-hoverxref"
_KIND_MARKS: Final = {"tooltip": "hxr-tooltip", "modal": "hxr-modal"}
_MARKS: Final = frozenset({MARK, *_KIND_MARKS.values()})
# Our roles, and the kind that the role's own name gives.
ROLES: Final[dict[str, str | None]] = {
    "hoverxref": None,
    "hoverxreftooltip": "tooltip",
    "hoverxrefmodal": "modal",
}


class Marking(Base):
    """A domain that marks the references it resolves."""

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        """The resolved reference, with the marks that its role and target call for."""
        found = super().resolve_xref(env, fromdocname, builder, typ, target, node, contnode)
        if found is None and typ in ROLES:  # hoverxref's own domain is not below us
            found = super().resolve_xref(env, fromdocname, builder, "ref", target, node, contnode)
        if found is None:
            return None
        self._mark_again(env, builder, typ, node, found)
        return found

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """List the meanings of an `any`, each with the marks of its own role."""
        results = super().resolve_any_xref(env, fromdocname, builder, target, node, contnode)
        for role, found in results:
            self._mark_again(env, builder, role.rpartition(":")[2], node, found)
        return results

    def _mark_again(
        self,
        env: BuildEnvironment,
        builder: Builder,
        typ: str,
        node: pending_xref,
        found: nodes.Node,
    ) -> None:
        target = node.get("reftarget", "")
        kind = kind_of(env.config, self.name, typ, target)
        if kind is None and node.get("reftype") == "any":
            kind = kind_of(env.config, "std", "any", target)
        _unmark(found)  # hoverxref marks EPUB too, and words that came to no link
        if kind is not None and shows_previews(builder) and not _is_index(env, target):
            for reference in _references(found):
                mark(reference, kind)


def mark_domains(app: Sphinx, config: Config) -> None:
    """Put marking over every domain that the settings name, hoverxref's own below it."""
    _hoverxref_domains(app, config)
    for role in ROLES:
        app.add_role_to_domain(
            "std",
            role,
            XRefRole(lowercase=True, innernodeclass=nodes.inline, warn_dangling=True),
            override=True,
        )
    for name, domain in list(app.registry.domains.items()):
        # A role may ask a domain that does not list it, as `eq` does.
        if name == "std" or name in config.hoverxref_domains or config.hoverxref_roles:
            app.add_domain(_marking(domain), override=True)


def _marking(domain: type[Domain]) -> type[Domain]:
    """A domain that marks, over one that resolves."""
    members: dict[str, object] = {"__module__": domain.__module__}  # MyST looks whose it is
    if domain.name == "std":  # intersphinx finds our roles' targets by what a label is for
        label = domain.object_types["label"]
        with_ours = ObjType(label.lname, *label.roles, *ROLES, **label.attrs)
        members["object_types"] = {**domain.object_types, "label": with_ours}
    made = types.new_class(
        f"Marking{domain.__name__}", (Marking, domain), {}, lambda body: body.update(members)
    )
    return cast("type[Domain]", made)


def _hoverxref_domains(app: Sphinx, config: Config) -> None:
    setup_domains = hoverxref.setup_domains()
    if setup_domains is None:
        return
    before = dict(app.registry.domains)
    try:
        setup_domains(app, config)
    except Exception as error:  # whatever stops it, the book does not hang on it
        logger.info("hoverxref cannot mark on this Sphinx, its marks come from us: %s", error)
        app.registry.domains.clear()
        app.registry.domains.update(before)


def kind_of(
    config: Config, domain: str, typ: str, target: str, *, every: bool = False
) -> str | None:
    """The kind of preview that a reference opens, or None if it opens none.

    The settings name the roles that open one, unless every role does.
    """
    if target in config.hoverxref_ignore_refs:
        return None
    names = ("citation", typ) if domain == "citation" else (f"{domain}:{typ}", typ)
    if not every and not any(_is_chosen(config, domain, name) for name in names):
        return None
    types = config.hoverxref_role_types
    kind: str = (
        ROLES.get(typ) or types.get(names[0]) or types.get(typ) or config.hoverxref_default_type
    )
    return kind


def _is_chosen(config: Config, domain: str, name: str) -> bool:
    return (
        name in ROLES
        or (name == "ref" and config.hoverxref_auto_ref)
        or name in config.hoverxref_roles
        or domain in config.hoverxref_domains
    )


class FootnoteMarks(SphinxPostTransform):
    """Marks footnotes, which no domain resolves, where the book lists `footnote`."""

    default_priority = 12  # after references are resolved

    def run(self, **_arguments: Any) -> None:
        """Mark every reference to a footnote of the page."""
        kind = kind_of(self.config, "std", "footnote", "")
        if kind:
            for reference in self.document.findall(nodes.footnote_reference):
                mark(reference, kind)


def mark_footnotes(app: Sphinx) -> None:
    """Have footnotes marked in a book that shows previews."""
    if shows_previews(app.builder):
        app.add_post_transform(FootnoteMarks)


def _is_index(env: BuildEnvironment, target: str) -> bool:
    """Tell whether a label names a page that Sphinx makes, such as an index of modules."""
    labels = env.get_domain("std").data["labels"]
    return target in labels and labels[target][0] not in env.found_docs


def _references(found: nodes.Node) -> list[nodes.reference]:
    if isinstance(found, nodes.reference):
        return [found]
    return list(found.findall(nodes.reference))  # a citation's link is between brackets


def mark(reference: Element, kind: str) -> None:
    """Put the marks of a kind on a reference."""
    reference["classes"] += [MARK, _KIND_MARKS[kind]]


def _unmark(found: nodes.Node) -> None:
    for element in found.findall(nodes.Element):
        element["classes"] = [name for name in element["classes"] if name not in _MARKS]
