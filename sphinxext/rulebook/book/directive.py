"""The base of all directives: their options, their game, and mistakes in either."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar, NamedTuple, TypeVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from ..language.phrasebook import words_of
from ..rules.errors import RulesError, suggest
from ..tables.specs import AskingSpec, Request, RequestKind
from .claims import unread
from .domain import AskedAt, rulebook_of
from .places import source_lines, whole_path

Convert = Callable[[Any], Any]  # docutils gives a text, or None where there is no value


class Waiting(nodes.Node):
    """A node that is settled when the whole page is read."""


class WrongOption(NamedTuple):
    """An option whose value is wrong, and why; the directive says so when it runs."""

    why: str


class Options(dict[str, Convert]):
    """The options that a directive takes; what is wrong with one is kept for our own warning."""

    def __init__(self, options: Mapping[str, Convert]) -> None:
        """Read every option without the quotes around its value."""
        super().__init__({name: _kept(convert) for name, convert in options.items()})

    def __missing__(self, name: str) -> Convert:
        """An option that there is not."""
        wrong = WrongOption(f"no such option{suggest(name, self)}")
        return lambda _: wrong


def _kept(convert: Convert) -> Convert:
    def read(argument: str | None) -> Any:
        try:
            return convert(argument if argument is None else unquoted(argument))
        except ValueError as error:
            said = str(error)
            return WrongOption("takes whole numbers" if "int()" in said else said)

    return read


def unquoted(argument: str | None) -> str:
    """An option's value, one outer pair of quotes taken off."""
    text = (argument or "").strip()
    if len(text) > 1 and text[0] in "\"'" and text[-1] == text[0] and text[0] not in text[1:-1]:
        return text[1:-1].strip()
    return text


def word_of(words: Sequence[str]) -> Any:
    """A directive option that takes one of some words."""

    def read(argument: str | None) -> str:
        value = (argument or "").strip()
        if value not in words:
            raise ValueError(f"no '{value}'{suggest(value, words)}")
        return value

    return read


def aligned(argument: str) -> str:
    """Read the alignment of a table or a figure."""
    return directives.choice(argument, ("left", "center", "right"))


ASKING: dict[str, Convert] = {
    "check": unquoted,
    "with": unquoted,
    "event": unquoted,
    "format": unquoted,
    "digits": unquoted,
    "rounding": unquoted,
    "game": unquoted,
}
COMMON: dict[str, Convert] = {"name": directives.unchanged, "class": directives.class_option}

_OPTIONS = re.compile(  # how a body begins that has options, with its fence or without
    r"(?:\s*[`~:]{3,}\{[^\n]*\n)?\s*(?::[\w-]+:|---\s)"
)


Line = TypeVar("Line", bound=nodes.TextElement)


class RulebookDirective(SphinxDirective):
    """The base of all directives: finds the game and reports mistakes."""

    optional_arguments = 1
    final_argument_whitespace = True
    subtype: ClassVar[str] = "table"  # of its warnings

    @property
    def game(self) -> str:
        """The game that the directive asks: its own option, or the one in force on the page."""
        own = self.options.get("game", "")
        current = self.env.temp_data.get("rulebook_game", "")
        return str(own or current)

    @property
    def is_markdown(self) -> bool:
        """Return whether the page is written in Markdown."""
        return type(self.state).__module__.startswith("myst_parser")

    def check_options(self) -> None:
        """Nothing, where every option could be read."""
        for name, value in self.options.items():
            if isinstance(value, WrongOption):
                raise RulesError(f"':{name}:': {value.why}")
        if not self.options and self.is_markdown and self._writes_options():
            raise RulesError(
                "no options can be read; in Markdown, put a value in quotes if it starts with '>', "
                "'!' or a quote, or contains ' #': ':event: \">= 2\"'"
            )

    def _writes_options(self) -> bool:
        """Return whether options are written below the first line; MyST 4 hides their text."""
        if _OPTIONS.match(self.block_text):
            return True
        file, line = self.get_source_info()
        below = source_lines(whole_path(file or ""))[line : line + 1]
        return bool(below and _OPTIONS.match(below[0]))

    def broken(self, error: RulesError) -> bool:
        """Remember what is wrong where the directive is, unless the rules file said it."""
        from ..tables.requests import reason

        memory = rulebook_of(self.env)
        if message := reason(memory.book, error):
            file, line = self.get_source_info()
            wrong = unread(file, line, f"{self.name}: {message}", self.subtype)
            memory.hold(self.env.docname, wrong)
        return bool(message)

    def missing(self, error: RulesError) -> list[nodes.Node]:
        """Warn where the directive is, and say on the page that something is missing."""
        self.broken(error)
        what = self.arguments[0] if self.arguments else self.options.get("check", "")
        text = words_of(self.config.language).missing.format(what=what or self.name)
        return [nodes.paragraph("", text, classes=["rulebook-missing"], translatable=False)]

    def titled(self, node: nodes.Element) -> list[nodes.system_message]:
        """Parse the caption, which becomes the node's first child; return the parser's messages."""
        if not self.arguments:
            return []
        title, messages = self.line_of(self.arguments[0], nodes.title)
        node.insert(0, title)
        return messages

    def line_of(
        self, text: str, kind: type[Line], **attributes: Any
    ) -> tuple[Line, list[nodes.system_message]]:
        """Parse a line, such as the caption, as a node; return it with the parser's messages."""
        parsed, messages = self.parse_inline(text, lineno=self.lineno)
        made = kind(text, "", *parsed, **attributes)
        self.set_source_info(made)
        return made, messages

    def dressed(self, made: nodes.Element, *classes: str) -> list[nodes.Node]:
        """Give a node its caption, its name and its classes; return it with what is behind it."""
        made["classes"] += [*classes, *self.options.get("class", [])]
        if self.arguments:  # it takes the place of a caption within
            made.children = [node for node in made.children if not isinstance(node, nodes.title)]
        self.set_source_info(made)
        self.add_name(made)
        return [made, *self.titled(made)]


class AskingDirective(RulebookDirective):
    """The base of the directives that ask the rules."""

    asks: ClassVar[type[AskingSpec]]  # what the options come to

    def run(self) -> list[nodes.Node]:
        """The nodes of the answer, or a line that says it is missing."""
        from ..tables.requests import fingerprint, fingerprint_of  # the engine is loaded late

        memory, page = rulebook_of(self.env), self.env.docname
        request = None
        try:
            self.check_options()
            spec = self.spec()
            request = Request(RequestKind(self.subtype), spec.game, "", spec)
            if self.content:
                return self.held(spec)
            found = spec.answer(memory.book)
            print_ = fingerprint_of(found)
            made = self.drawn(spec, found, print_)
        except RulesError as error:
            if request:
                memory.note(page, request, fingerprint(memory.book, request))
            return self.missing(error)
        at = AskedAt(*self.get_source_info(), " ".join("".join(self.arguments).split()))
        memory.note(page, request, print_, at)
        return made

    def spec(self) -> Any:
        """The question that the options make."""
        names = [field.name for field in fields(self.asks)]
        given = {name: self.options.get(name, "") for name in names}
        return self.asks(**{**given, "game": self.game, "given": self.options.get("with", "")})

    def drawn(self, spec: Any, found: Any, print_: bytes) -> list[nodes.Node]:
        """Return the nodes that show what was found, which has this fingerprint."""
        raise NotImplementedError  # each directive gives its own

    def held(self, spec: Any) -> list[nodes.Node]:
        """Return the nodes of what the author typed, where a directive takes a body."""
        raise NotImplementedError  # as above
