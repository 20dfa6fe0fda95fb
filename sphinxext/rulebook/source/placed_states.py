"""Reads the blocks of reStructuredText by the states of docutils, which keep places here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from itertools import dropwhile, takewhile
from typing import Any, cast

from docutils import nodes
from docutils.parsers.rst import states
from docutils.statemachine import StringList
from docutils.utils import column_width

from .builder import CODE, UNSAID, options_of
from .text import Text, joined

_OPTION = re.compile(r":\w[\w-]*:(?:\s|$)")


class PlacedLines(StringList):
    """Lines that stay texts where docutils pads wide letters."""

    def pad_double_width(self, pad_char: str) -> None:
        """Put a sign behind each wide letter, at the same place."""
        for i, line in enumerate(self.data):
            if isinstance(line, Text) and not line.isascii():
                many = [column_width(letter) for letter in line]
                text = "".join(
                    letter + pad_char * (wide - 1) for letter, wide in zip(line, many, strict=True)
                )
                places = [
                    place
                    for place, wide in zip(line.places, many, strict=True)
                    for _ in range(max(1, wide))
                ]
                self.data[i] = Text(text, places)


class DirectiveNode(nodes.Inline, nodes.Element):
    """A directive of any name, with what is in it."""

    name: str
    head: Text  # its first line
    argument: Text
    options: dict[str, Text]
    lines: Sequence[Text]  # of its body


_TRANSITIONS: dict[type, dict[str, tuple[Any, str]]] = {}  # of each state


class _Placed:
    """Keep the places of letters in every state of docutils."""

    def __init__(self, machine: Any, debug: bool = False) -> None:
        super().__init__(machine, debug)  # type: ignore[call-arg]  # a state of docutils
        known: Any = self
        known.nested_sm_kwargs = {**known.nested_sm_kwargs, "state_classes": STATES}

    def add_initial_transitions(self: Any) -> None:
        """Add the transitions of a state, which docutils looks for in each nested block anew."""
        if known := _TRANSITIONS.get(type(self)):
            self.transition_order = list(known)
            self.transitions = {name: (pattern, getattr(self, name), state)
                                for name, (pattern, state) in known.items()}  # fmt: skip
            return
        super().add_initial_transitions()  # type: ignore[misc]
        found = {name: self.transitions[name] for name in self.transition_order}
        _TRANSITIONS[type(self)] = {name: (each[0], each[2]) for name, each in found.items()}

    def paragraph(self: Any, lines: Sequence[str], lineno: int) -> Any:
        """Read a paragraph."""
        self.inliner.typed = joined(lines)
        return super().paragraph(lines, lineno)  # type: ignore[misc]

    def line_block_line(self: Any, match: re.Match[str], lineno: int) -> Any:
        """Read a line of a line block."""
        machine = self.state_machine
        lines, at = machine.input_lines, machine.line_offset + 1
        more = takewhile(lambda line: line[:1] == " ", (lines[i] for i in range(at, len(lines))))
        self.inliner.typed = joined([match.string[match.end() :], *(each.strip() for each in more)])
        return super().line_block_line(match, lineno)  # type: ignore[misc]

    def build_table_row(self: Any, rowdata: Any, tableline: int) -> Any:
        """Read the cells of a row, and remember the room of each."""
        row = super().build_table_row(rowdata, tableline)  # type: ignore[misc]
        for entry, cell in zip(row.children, (each for each in rowdata if each), strict=True):
            entry.room = next((line for line in cell[3] if isinstance(line, Text)), None)
        return row

    def comment(self: Any, match: re.Match[str]) -> Any:
        """Read a comment."""
        machine = self.state_machine
        at = machine.line_offset
        found, ends = super().comment(match)  # type: ignore[misc]
        below = machine.input_lines.data[at + 1 : machine.line_offset + 1]
        for node in found[:1]:
            node.head = match.string
            node.lines = [match.string[match.end() :], *below]
        return found, ends

    def literal_block(self: Any) -> Any:
        """Read a block of code."""
        machine = self.state_machine
        at = machine.line_offset + 1
        found = super().literal_block()  # type: ignore[misc]
        below = machine.input_lines.data[at : machine.line_offset + 1]
        for node in found[:1]:
            node.lines = list(dropwhile(lambda line: not line.strip(), below))
        return found

    def directive(self: Any, match: re.Match[str], **_: Any) -> Any:
        """Read a directive of any name: its argument, its options, and its body as prose."""
        block, _indent, offset, ends = self.state_machine.get_first_known_indented(
            match.end(), strip_top=False
        )
        block.disconnect()
        lines = cast("list[Text]", list(block))
        first = next((i for i, each in enumerate(lines) if i and not each.strip()), len(lines))
        option = next((i for i in range(first) if _OPTION.match(lines[i])), first)
        node = DirectiveNode()
        node.name, node.head = match[1], cast("Text", match.string)
        node.argument = joined([each.strip() for each in lines[:option]]).strip()
        node.options, taken = options_of(lines[option:first])
        node.lines = lines[option + taken :]
        said = [(0, option)] if match[1] not in UNSAID else []
        for begin, end in (*said, (option + taken, len(lines))):
            while begin < end and not lines[begin].strip():
                begin += 1
            if begin < end and match[1] not in CODE:
                self.nested_parse(block[begin:end], offset + begin, node)
        return [node], ends


def _late(method: Any) -> Any:
    """Return a way to call a method of a state that may do it otherwise."""
    return lambda state, match: getattr(state, method.__name__)(match)


_EXPLICIT: Any = copy(states.Body.explicit)
_EXPLICIT.constructs = [(_late(method), pattern) for method, pattern in _EXPLICIT.constructs]
STATES = tuple(
    type(base.__name__, (_Placed, base), {"nested_sm_cache": [], "explicit": _EXPLICIT})
    for base in states.state_classes
)
