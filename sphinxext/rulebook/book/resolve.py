"""The end of reading a page: every waiting figure is asked under the game in force there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.utils import unescape
from sphinx import addnodes
from sphinx.environment import BuildEnvironment
from sphinx.locale import init as init_locale
from sphinx.transforms import SphinxTransform
from sphinx.util.i18n import docname_to_domain

from ..rules.errors import RulesError
from ..tables.specs import Request, RequestKind
from .catalogue import Catalogues
from .chart_directive import OddsChartNode
from .chart_nodes import named
from .claims import Claim, unread
from .dice import die_node
from .domain import AskedAt, rulebook_of
from .meanings import answer_classes
from .places import Places, in_other_markup, whole_path, words_in
from .roles import GameMark, HeldMark, Waiting, WaitingFigure

if TYPE_CHECKING:
    from ..figures.rolled import OutcomeName


NEAR = 4  # words, and pieces of a sentence, beside a figure
_WORD = re.compile(r"[^\W\d_]+")


class ResolveFigures(SphinxTransform):
    """Answers the figures of the finished page; after translations and substitutions are in."""

    default_priority = 250

    def apply(self, **_: Any) -> None:
        """Walk the page in its order, minding where the game changes."""
        if str(self.document.get("source", "")).endswith("<translated>"):
            return  # a translated paragraph on its own; it is walked with its page
        memory, page = rulebook_of(self.env), self.env.docname
        places = Places(str(self.config.source_encoding))
        catalogues = Catalogues(self.env, page)
        game = ""
        for node in list(self.document.findall(Waiting)):
            if isinstance(node, GameMark):
                game = node["game"]
                node.parent.remove(node)
            elif isinstance(node, HeldMark):
                from .held_table import claim_of  # not before a page holds a table

                memory.hold(page, catalogues.placed(claim_of(node, self.env)))
            elif isinstance(node, OddsChartNode):
                memory.charts.setdefault(page, []).append(named(node))
            elif not isinstance(node, WaitingFigure):
                continue
            elif _is_defined_only(node):
                # The page shows its copies, and they are asked where they are.
                node.replace_self(nodes.inline(node.rawsource, node["words"] or node["question"]))
            else:
                _answer(node, game, self.env, places, catalogues)
        self.warn_of_other_markup()

    def warn_of_other_markup(self) -> None:
        """Say where one of our roles is typed as the other markup writes it."""
        page = self.env.docname
        shown = self.document.settings.record_dependencies
        for file in (str(self.env.doc2path(page)), *shown.list):
            path = whole_path(file)
            for line, role, wrong in in_other_markup(path, str(self.config.source_encoding)):
                rulebook_of(self.env).hold(page, unread(path, line, f"{role}: {wrong}", role))


def _is_defined_only(node: WaitingFigure) -> bool:
    """True if the node is in the definition of a substitution."""
    parent = node.parent
    while parent is not None and not isinstance(parent, nodes.substitution_definition):
        parent = parent.parent
    return parent is not None


def _answer(
    node: WaitingFigure, game: str, env: BuildEnvironment, places: Places, catalogues: Catalogues
) -> None:
    """Put the figure where the question was, and remember what it shows or claims."""
    from ..figures.rolled import OutcomeName
    from ..tables.dice import DieFace
    from ..tables.requests import answered, fingerprint_of, reason

    memory, page = rulebook_of(env), env.docname
    kind, words, question = node["kind"], node["words"], node["question"]
    if kind is RequestKind.DIE:
        # Words before the die in angle brackets would be an answer, which a picture has not.
        words, question = "", node["within"].strip()
    request = Request(kind, node["game"] or game, question, node["style"])
    shown = nodes.inline(node.rawsource, classes=[f"rulebook-{kind}", *node["classes"]])
    source, start = _place(node)
    if source.startswith("<"):  # such as <rst_prologue>, which conf.py puts around each page
        source, start = str(Path(env.srcdir, "conf.py")), 1
    line, said = places.find(source, start, unescape(node["within"]))
    if (node.source or "").endswith(TRANSLATED) and (there := catalogues.place(node["within"])):
        source, line, said = there.file, there.line, there.text
    shown.source, shown.line = node.source, line
    answer: Any
    try:
        answer = text = words or answered(memory.book, request)
        if words:
            typed = words_in(said) if said else words
            memory.hold(page, Claim(source, line, request, typed, around=_around(node)))
        elif isinstance(text, OutcomeName):
            text = _in_translation(shown, text, env)
    except RulesError as error:
        answer, text = error, words or f"[{question}]"
        shown["classes"].append("rulebook-missing")
        if message := reason(memory.book, error):
            memory.hold(page, unread(source, line, f"{kind}: {message}", kind))
    if not words:
        at = AskedAt(source, line, around=_around(node))
        memory.note(page, request, fingerprint_of(answer), at)
    if isinstance(text, DieFace):
        node.replace_self(die_node(text, node.rawsource, node["classes"]))
        return
    if not words and _in_title(node):
        memory.titles.setdefault(page, []).append(text)
    if kind is RequestKind.ROLLED:
        shown["classes"] += answer_classes(memory.book.rules, request, text)
    shown += nodes.Text(text)
    node.replace_self(shown)
    if isinstance(shown.parent, nodes.term):
        _index(shown.parent)


def _around(figure: nodes.Element) -> str:
    """Return the author's words before and behind a figure; other figures are none of them."""
    beside = figure.parent.children
    at = beside.index(figure)
    before, behind = _words(beside[max(0, at - NEAR) : at]), _words(beside[at + 1 : at + NEAR])
    return " ".join([*before[-NEAR:], "…", *behind[:NEAR]])


def _words(some: Iterable[nodes.Node]) -> list[str]:
    own = (each for each in some if not isinstance(each, Waiting) and not _is_shown(each))
    return [word for each in own for word in _WORD.findall(each.astext())]


def _is_shown(node: nodes.Node) -> bool:
    """Return whether a node is one of our figures."""
    classes = node["classes"] if isinstance(node, nodes.Element) else ()
    return any(name.startswith("rulebook-") for name in classes)


def _place(node: nodes.Element) -> tuple[str, int]:
    """The file and the line; a translated text is where the text that it translates does."""
    place: nodes.Element = node
    while place.parent is not None and not (
        place.line and place.source and not place.source.endswith(TRANSLATED)
    ):
        place = place.parent
    return place.source or place.get("source", ""), place.line or 1


TRANSLATED = ":<translated>"


def _index(term: nodes.term) -> None:
    """Let the index say what the term shows, which was a question when it was noted."""
    for index in term.findall(addnodes.index):
        index["entries"] = [(kind, term.astext(), *rest) for kind, _, *rest in index["entries"]]


def _in_title(node: nodes.Node) -> bool:
    """True if the figure is in a title, which other pages repeat."""
    while node.parent is not None:
        node = node.parent
        if isinstance(node, nodes.title | nodes.caption | nodes.term | nodes.rubric):
            return True
    return False


def _in_translation(shown: nodes.inline, text: OutcomeName, env: BuildEnvironment) -> str:
    """The name of an outcome as the book's translators have it; it is offered to them."""
    if rulebook_of(env).output == "gettext":
        shown.rawsource, shown["translatable"] = text, True
    domain = docname_to_domain(env.docname, env.config.gettext_compact)
    folders = [str(env.srcdir / folder) for folder in env.config.locale_dirs]
    catalogue, found = init_locale(folders, env.config.language, domain)
    return catalogue.gettext(text) if found else text
