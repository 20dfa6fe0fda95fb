"""Reads the markup within a text of Markdown, each letter with its place."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, compress
from typing import TYPE_CHECKING, Any

from .document import Note, NoteKind
from .text import Text

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
MOST_NAMED = 80  # letters of a role's name
DEEPEST = 60  # lists and quotations within others; at CommonMark's 20, marks in deep lists are lost
_ROLE = re.compile(r"\{(?P<name>[\w:.+-]+)\}$")
_FOREIGN_ROLE = re.compile(r"(?<![\w:`]):(?P<name>[a-z]+):$")  # as reStructuredText writes it
_PLAIN = re.compile(r"(?:[^\\`*_\[\]<&!\n]|\n(?![ \t]))*")


@lru_cache(maxsize=2)
def parser_for(myst: bool) -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.colon_fence import colon_fence_plugin
    from mdit_py_plugins.front_matter import front_matter_plugin

    parser = MarkdownIt("commonmark", {"maxNesting": DEEPEST}).enable("table")
    parser.use(front_matter_plugin)
    if myst:
        parser.use(colon_fence_plugin)
    for rule in parser.inline.ruler.__rules__:
        rule.fn = _noted(rule.name, rule.fn)
    parser.inline.ruler2.disable("fragments_join")  # it mixes what is markup with what is text
    return parser.disable("inline")


def _noted(name: str, rule: Callable[[Any, bool], bool]) -> Callable[[Any, bool], bool]:
    """Return a rule of the parser that notes what it found where."""

    def apply(state: Any, silent: bool) -> bool:
        start, many = state.pos, len(state.tokens)
        done = rule(state, silent)
        if done and not silent and name != "text" and state.tokens is state.env["tokens"]:
            label = start
            if name in ("link", "image"):
                is_image = name == "image"
                label = state.md.helpers.parseLinkLabel(state, start + is_image, not is_image)
            state.env["found"].append((name, start, state.pos, label, state.tokens[many:]))
        return done

    return apply


def shown(content: Text, *, myst: bool = False) -> tuple[Text, list[Note]]:
    """Return what readers see of a text in Markdown, and what is noted in it."""
    if _PLAIN.fullmatch(content):
        return content.replace("\n", " "), []
    tokens: list[Token] = []
    env: dict[str, Any] = {"found": [], "tokens": tokens}
    parser = parser_for(myst)
    parser.inline.parse(str(content), parser, env, tokens)
    letters = _Letters(content)
    for name, start, end, label, made in env["found"]:
        letters.take(name, start, end, label, made)
    return letters.result(myst)


class _Letters:
    """The letters that readers see of a text in Markdown."""

    def __init__(self, content: Text) -> None:
        self.content = content
        self.letters: list[str] = list(content)  # nothing where a sign of markup is
        self.notes: list[tuple[NoteKind, str, int, int, int]] = []
        self.code: list[tuple[int, int, int]] = []  # where it begins, and what is in it

    def hide(self, start: int, end: int) -> None:
        """Hide what no reader sees."""
        self.letters[start:end] = [""] * (end - start)

    def take(self, name: str, start: int, end: int, label: int, made: Sequence[Token]) -> None:
        """Take in what a rule of the parser found."""
        said = self.content[start:end]
        match name:
            case "emphasis":
                for place, token in zip(range(start, end), made[start - end :], strict=True):
                    if token.type != "text" or not token.content:
                        self.hide(place, place + 1)
            case "backticks" if made and made[-1].type == "code_inline":
                first = start + len(made[-1].markup)
                inner = said[first - start : start - first]
                gap = inner[:1] == inner[-1:] == " " and bool(inner.strip())
                first, last = first + gap, end - len(made[-1].markup) - gap
                self.hide(start, first)
                self.hide(last, end)
                self.code.append((start, first, last))
            case "html_inline":
                self.hide(start, end)
                if comment := _COMMENT.fullmatch(said):
                    at = start + comment.start(1), start + comment.end(1)
                    self.notes.append((NoteKind.COMMENT, "", start, *at))
            case "escape" if said[-1:].isspace() or made[-1].content != made[-1].markup:
                self.hide(start, start + 1)
                self.hide(start + 2, end)
            case "newline":
                self.hide(start + 1, end)
            case "entity":
                self.hide(start, end)
                self.letters[start] = html.unescape(said)[:1].replace("\u00a0", " ")
            case "link":
                self.hide(start, start + 1)
                self.hide(label, end)
            case "image":
                self.hide(start, end)
                self.notes.append(
                    (NoteKind.IMAGE, str(self.content[start + 2 : label]), start, 0, 0)
                )
            case "autolink":
                self.hide(start, start + 1)
                self.hide(end - 1, end)

    def result(self, myst: bool) -> tuple[Text, list[Note]]:
        """Return the text, and what is noted in it."""
        for start, first, last in self.code:
            name = self.content[max(0, start - MOST_NAMED) : start]
            if myst and (role := _ROLE.search(name)):
                at = start - len(role[0])
                self.notes.append((NoteKind.ROLE, role["name"], at, first, last))
                self.hide(at, start)
            elif role := _FOREIGN_ROLE.search(name):
                at = start - len(role[0])
                self.notes.append((NoteKind.FOREIGN, role["name"], at, first, last))
        before = [0, *accumulate(map(len, self.letters))] if self.notes else []
        known, text = self.content.places, "".join(self.letters).replace("\n", " ")
        places = list(compress(known, self.letters))
        notes = [
            Note(kind, name, self.content[first:last], before[at], known[at] if known else 0)
            for kind, name, at, first, last in sorted(self.notes, key=lambda each: each[2])
        ]
        return Text(text, places), notes
