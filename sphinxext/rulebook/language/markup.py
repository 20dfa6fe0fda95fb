"""Labels of a rules file on a page: their inline markup in the page's own language.

A rules file may serve pages in reStructuredText and in Markdown, so a label is taken apart here
and put together as nodes. Only roles, substitutions and links go through the page's parser;
everything else is text that no parser can misread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from docutils import nodes

Parse = Callable[[str], list[nodes.Node]]


class PieceKind(Enum):
    """The kinds of markup in a label."""

    TEXT = auto()
    STRONG = auto()
    EMPHASIS = auto()
    LITERAL = auto()
    ROLE = auto()
    SUBSTITUTION = auto()
    LINK = auto()


class LabelPiece(NamedTuple):
    """A stretch of a label that is of one kind."""

    kind: PieceKind
    text: str  # with its escapes resolved, but for strong and emphasis, which hold pieces
    name: str = ""  # of a role; where a link leads


_MARKED = frozenset("\\`*|[{")  # every mark has one of these
_MARKS = (
    r"\\(?P<escaped>[*_`|\\<>{}\[\]:$&#!~\"'])"
    r"|``(?P<literal>(?=\S).+?(?<=\S))``(?!`)"
    r"|(?<![\w:]):(?P<role>[\w+.-]+(?::[\w+.-]+)*):`(?P<said>(?:\\.|[^`\\])+)`"
    r"|(?<!\w)\{(?P<myst_role>[\w+.:-]+)\}`(?P<myst_said>(?:\\.|[^`\\])+)`"
    r"|`(?P<link>[^`<>]+?)\s*<(?P<where>[^`<>\s]+)>`__?"
    r"|(?<![!\w])\[(?P<myst_link>[^\[\]]+)\]\((?P<myst_where>[^()\s]+)\)"
    r"|`(?P<code>(?:\\.|[^`\\])+)`(?!\w)"
    r"|(?<!\w)\|(?P<substitution>(?=\S)(?:\\.|[^|\\])+?(?<=\S))\|(?!\w)"
    r"|\{\{\s*(?P<myst_substitution>[\w.-]+)\s*\}\}"
    r"|(?<!\w)\*\*(?P<strong>(?=\S)(?:\\.|[^\\])+?(?<=\S))\*\*(?!\w)"
    r"|(?<![\w*])\*(?P<emphasis>(?=[^\s*])(?:\\.|[^\\*])+?(?<=\S))\*(?![\w*])"
)


def escaped(text: str) -> str:
    """Text that stands for itself where a label's markup is read."""
    return re.sub(r"([*_`|\\<{\[:$])", r"\\\1", text)


def pieces(label: str) -> Iterator[LabelPiece]:
    """The label taken apart."""
    text, at = "", 0
    # Most labels have no mark at all, and the pattern takes a while to compile.
    for match in () if _MARKED.isdisjoint(label) else re.finditer(_MARKS, label, re.DOTALL):
        text += label[at : match.start()]
        at = match.end()
        if match["escaped"]:
            text += match["escaped"]
            continue
        if text:
            yield LabelPiece(PieceKind.TEXT, text)
            text = ""
        yield _piece(match)
    if text + label[at:]:
        yield LabelPiece(PieceKind.TEXT, text + label[at:])


def _piece(match: re.Match[str]) -> LabelPiece:
    kind = match.lastgroup or ""
    found = match[kind]
    if kind in ("strong", "emphasis"):
        return LabelPiece(PieceKind[kind.upper()], found)
    if kind in ("literal", "code"):
        return LabelPiece(PieceKind.LITERAL, found)
    if kind in ("said", "myst_said"):
        return LabelPiece(PieceKind.ROLE, found, match["role"] or match["myst_role"])
    if kind in ("where", "myst_where"):
        return LabelPiece(PieceKind.LINK, (match["link"] or match["myst_link"]).strip(), found)
    return LabelPiece(PieceKind.SUBSTITUTION, found)


TARGET = re.compile(r"(?<=\S)\s*<[^<>]*>$")


_NODES = {PieceKind.STRONG: nodes.strong, PieceKind.EMPHASIS: nodes.emphasis}


def label_nodes(label: str, parse: Parse, *, markdown: bool) -> list[nodes.Node]:
    """The label as nodes; ``parse`` reads what only the page's own parser knows."""
    found: list[nodes.Node] = []
    for piece in pieces(label):
        if piece.kind is PieceKind.TEXT:
            found.append(nodes.Text(piece.text))
        elif piece.kind is PieceKind.LITERAL:
            found.append(nodes.literal(piece.text, piece.text))
        elif piece.kind in _NODES:
            inner = label_nodes(piece.text, parse, markdown=markdown)
            found.append(_NODES[piece.kind](piece.text, "", *inner))
        else:
            found.extend(parse(_written(piece, markdown=markdown)))
    return found


def plain_text(label: str) -> str:
    """The words of a label, without what they lead to."""
    return "".join(map(_piece_text, pieces(label)))


def _piece_text(piece: LabelPiece) -> str:
    if piece.kind in (PieceKind.STRONG, PieceKind.EMPHASIS):
        return plain_text(piece.text)
    return TARGET.sub("", piece.text) if piece.kind is PieceKind.ROLE else piece.text


def label_source(label: str, *, markdown: bool) -> str:
    """The label as the page's language writes it, for translators."""
    return "".join(_written(piece, markdown=markdown) for piece in pieces(label))


def _written(piece: LabelPiece, *, markdown: bool) -> str:
    kind, text = piece.kind, piece.text
    if kind is PieceKind.TEXT:
        return as_typed(text, markdown=markdown)
    if kind is PieceKind.LITERAL:
        return f"`{text}`" if markdown else f"``{text}``"
    if kind in (PieceKind.STRONG, PieceKind.EMPHASIS):
        stars = "**" if kind is PieceKind.STRONG else "*"
        return f"{stars}{label_source(text, markdown=markdown)}{stars}"
    if kind is PieceKind.ROLE:
        return f"{{{piece.name}}}`{text}`" if markdown else f":{piece.name}:`{text}`"
    if kind is PieceKind.LINK:
        return f"[{text}]({piece.name})" if markdown else f"`{text} <{piece.name}>`__"
    return f"{{{{{text}}}}}" if markdown else f"|{text}|"


def as_typed(text: str, *, markdown: bool) -> str:
    """Text that the page's parser reads as itself."""
    if markdown:
        return re.sub(r"([\\`*\[\]<&{$|]|(?<!\w)_|_(?!\w))", r"\\\1", text)
    return re.sub(r"([\\`*|]|_(?!\w))", r"\\\1", text)
