"""The end of reading a page: every waiting figure is asked under the game in force there."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.locale import init as init_locale
from sphinx.transforms import SphinxTransform
from sphinx.util.i18n import docname_to_domain
from sphinx.util.nodes import get_node_line

from ..domain import rulebook_of
from ..rules.errors import RulesError
from ..warnings import warn
from .requests import Named, Request, answered, fingerprint, reason
from .roles import Asked, GameMark


class ResolveFigures(SphinxTransform):
    """Answers the figures of the finished page; after translations and substitutions are in."""

    default_priority = 250

    def apply(self, **_: Any) -> None:
        """Walk the page in its order, minding where the game changes."""
        if str(self.document.get("source", "")).endswith("<translated>"):
            return  # a translated paragraph on its own; it is walked with its page
        said: set[tuple[Any, ...]] = set()
        game = ""
        for node in list(self.document.findall()):
            if isinstance(node, GameMark):
                game = node["game"]
                node.parent.remove(node)
            elif not isinstance(node, Asked):
                continue
            elif _is_defined_only(node):
                # The page shows its copies, and they are asked where they stand.
                node.replace_self(nodes.inline(node.rawsource, node["words"] or node["question"]))
            else:
                _answer(node, game, self.env, said)


def _is_defined_only(node: Asked) -> bool:
    """Whether the node stands in the definition of a substitution."""
    parent = node.parent
    while parent is not None and not isinstance(parent, nodes.substitution_definition):
        parent = parent.parent
    return parent is not None


def _answer(node: Asked, game: str, env: BuildEnvironment, said: set[tuple[Any, ...]]) -> None:
    """Put the figure where the question stood; what is wrong is said once for a place."""
    book = rulebook_of(env).book
    request = Request(node["kind"], node["game"] or game, node["question"], node["how"])
    shown = nodes.inline(node.rawsource, classes=[f"rulebook-{request.kind}", *node["classes"]])
    shown.source, shown.line = node.source, node.line
    try:
        text = node["words"] or answered(book, request)
        printed = fingerprint(text)
        if isinstance(text, Named):
            text = _in_translation(shown, text, env)
    except RulesError as error:
        printed = fingerprint(f"error: {error}")
        text = f"[{request.text}]"
        shown["classes"].append("rulebook-missing")
        message = reason(book, error)
        place = (node.source, node.line, node.rawsource)
        if message and place not in said:
            said.add(place)
            warn(request.kind, f"{request.kind}: {message}", node)
    if not node["words"]:
        rulebook_of(env).note(env.docname, request, printed)
    shown += nodes.Text(text)
    node.replace_self(shown)


def _in_translation(shown: nodes.inline, text: Named, env: BuildEnvironment) -> str:
    """The name of an outcome as the book's translators have it; it is offered to them."""
    shown.rawsource, shown["translatable"] = text, True
    shown.line = shown.line or get_node_line(shown) or 1
    domain = docname_to_domain(env.docname, env.config.gettext_compact)
    folders = [str(env.srcdir / folder) for folder in env.config.locale_dirs]
    catalogue, found = init_locale(folders, env.config.language, domain)
    return catalogue.gettext(text) if found else text
