"""The roles: a figure in a sentence, asked at the end of its page under the game in force."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.utils import unescape
from sphinx import addnodes
from sphinx.environment import BuildEnvironment
from sphinx.locale import init as init_locale
from sphinx.transforms import SphinxTransform
from sphinx.util.i18n import docname_to_domain

from ..language.formatter import FORMATS, ROUNDINGS
from ..rules.errors import RulesError
from ..tables.specs import Request, RequestKind, StyleOptions
from .chart import OddsChartNode, named
from .claims import Claim, unread
from .dice import die_node
from .directive import RulebookDirective, Waiting, word_of
from .domain import AskedAt, rulebook_of
from .marks import answer_classes
from .places import HELD, KINDS, Catalogues, Places, in_other_markup, whole_path, words_in

if TYPE_CHECKING:
    from docutils.parsers.rst.states import Inliner
    from sphinx.application import Sphinx

    from ..figures.rolled import OutcomeName


class WaitingFigure(nodes.inline, Waiting):
    """A figure that waits for the end of the page, when the game in force is known."""

    def astext(self) -> str:
        """The text for a title's name; a text node would keep the whole page in memory."""
        return str(self["words"] or self["question"])


class GameMark(nodes.Invisible, nodes.Element, Waiting):
    """From here on a page asks another game."""


class HeldMark(nodes.Invisible, nodes.Element, Waiting):
    """A mark in a typed table: its question, kept until the page is read to its end."""


OPTIONS = {
    "format": word_of(FORMATS),
    "digits": directives.nonnegative_int,
    "rounding": word_of(ROUNDINGS),
    "game": directives.unchanged_required,
    "class": directives.class_option,
}


def split(text: str) -> tuple[str, str]:
    """The author's words, if any, and the question."""
    match = HELD.fullmatch(text.strip())
    if match is None:
        return "", text.strip()
    return match["words"].strip(), match["question"].strip()


def _place(inliner: Inliner, lineno: int) -> tuple[str | None, int | None]:
    """The file and the line of a role; none where the paragraph around it knows better."""
    document = inliner.document
    if type(inliner).__module__.startswith("myst_parser"):
        return document["source"], lineno
    source, line = inliner.reporter.get_source_and_line(lineno)
    # Within Markdown the reporter may speak of a file that was read before.
    return (source, line) if source == document.current_source else (None, None)


def _role_of(kind: RequestKind) -> Any:
    """A plain function, since only its options reach roles that are derived from it."""

    def ask(
        name: str,  # noqa: ARG001  # docutils gives a role all of these
        rawtext: str,
        text: str,
        lineno: int,
        inliner: Inliner,
        options: Mapping[str, Any] | None = None,
        content: Sequence[str] = (),  # noqa: ARG001  # as above
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        given = options or {}
        words, question = split(unescape(text))
        node = WaitingFigure(rawtext, classes=list(given.get("classes", [])))
        node["kind"], node["words"], node["question"] = kind, words, question
        node["style"] = StyleOptions(*(str(given.get(key, "")) for key in StyleOptions._fields))
        node["game"] = given.get("game", "")
        node["within"] = text
        node.source, node.line = _place(inliner, lineno)
        return [node], []

    ask.options = OPTIONS  # type: ignore[attr-defined]  # where docutils looks for a role's options
    ask.rulebook = True  # type: ignore[attr-defined]  # how our derived roles are told from others
    return ask


def add_roles(app: Sphinx) -> None:
    """Make the roles known."""
    for kind in KINDS:
        app.add_role(kind.value, _role_of(kind))
    app.add_node(WaitingFigure)
    app.add_node(GameMark)


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
    """Return whether the node is in the definition of a substitution."""
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
    source, start = _source_of(node)
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


def _source_of(node: nodes.Element) -> tuple[str, int]:
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
    """Return whether the figure is in a title, which other pages repeat."""
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


class RulebookGame(RulebookDirective):
    """From here to the end of the page another game is asked."""

    required_arguments = 1
    optional_arguments = 0
    final_argument_whitespace = False
    subtype = "game"

    def run(self) -> list[nodes.Node]:
        """A mark that is gone when the page is read."""
        from ..tables.requests import fingerprint, game_of

        name = self.arguments[0]
        memory, request = rulebook_of(self.env), Request(RequestKind.GAME, name, "")
        memory.note(self.env.docname, request, fingerprint(memory.book, request))
        try:
            game_of(name, memory.book.rules.games)
        except RulesError as error:
            if self.broken(error):
                return []
        self.env.temp_data["rulebook_game"] = name
        return [GameMark("", game=name)]
