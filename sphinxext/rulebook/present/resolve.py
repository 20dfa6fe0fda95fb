"""The end of reading a page: every waiting figure is asked under the game in force there."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from ..domain import RulebookDomain, rulebook_of
from ..drift.claims import Broken, Claim
from ..drift.lines import Finder
from ..rules.errors import RulesError
from .requests import Request, answered, fingerprint
from .roles import Asked, GameMark

logger = logging.getLogger(__name__)


class ResolveFigures(SphinxTransform):
    """Answers the figures of the finished page; after translations and substitutions are in."""

    default_priority = 250

    def apply(self, **_: Any) -> None:
        """Walk the page in its order, minding where the game changes."""
        if str(self.document.get("source", "")).endswith("<translated>"):
            return  # a translated paragraph on its own; it is walked with its page
        memory = rulebook_of(self.env)
        finder = Finder()
        game = ""
        for node in list(self.document.findall(_wanted)):
            if isinstance(node, GameMark):
                game = node["game"]
                node.parent.remove(node)
            elif isinstance(node, Asked):
                _answer(node, game, memory, self.env.docname, finder)


def _wanted(node: nodes.Node) -> bool:
    return isinstance(node, Asked | GameMark)


def _answer(node: Asked, game: str, memory: RulebookDomain, page: str, finder: Finder) -> None:
    """Put the figure where the question stood, and remember what it shows or claims."""
    request = Request(node["kind"], node["game"] or game, node["question"], node["how"])
    shown = nodes.inline(node.rawsource, classes=[f"rulebook-{request.kind}", *node["classes"]])
    source = (node.source or "").removesuffix(":<translated>")
    line = finder.line(source, node.line or 1, node["within"])
    shown.source, shown.line = node.source, line
    try:
        if memory.book.problem and not memory.book.rules.games and _needs_rules(request):
            raise RulesError(memory.book.problem)
        text = node["words"] or answered(memory.book, request)
        if node["words"]:
            memory.hold(page, Claim(source, line, request, node["words"]))
    except RulesError as error:
        memory.hold(page, Broken(source, line, f"{request.kind}: {error}", said=True))
        logger.warning(
            "%s: %s", request.kind, error, location=shown, type="rulebook", subtype=request.kind
        )
        text = node["words"] or f"[{request.text}]"
        shown["classes"].append("rulebook-missing")
    if not node["words"]:
        memory.note(page, request, fingerprint(memory.book, request))
        if _in_title(node):
            memory.titles.setdefault(page, []).append(text)
    shown += nodes.Text(text)
    node.replace_self(shown)


def _in_title(node: nodes.Node) -> bool:
    """Whether the figure stands where other pages repeat it."""
    while node.parent is not None:
        node = node.parent
        if isinstance(node, nodes.title | nodes.caption | nodes.term | nodes.rubric):
            return True
    return False


def _needs_rules(request: Request) -> bool:
    return request.kind == "rule"
