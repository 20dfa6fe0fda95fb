"""Labels of the rules: markup where the author means it, and everything else is text."""

from __future__ import annotations

import pytest
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st

from sphinxext.rulebook.language.markup import (
    LabelPiece,
    PieceKind,
    escaped,
    label_nodes,
    label_source,
    pieces,
    plain_text,
)


@pytest.mark.parametrize(
    ("label", "parts"),
    [
        ("plain", [LabelPiece(PieceKind.TEXT, "plain")]),
        (
            "**Easy**: go",
            [LabelPiece(PieceKind.STRONG, "Easy"), LabelPiece(PieceKind.TEXT, ": go")],
        ),
        ("*a* b", [LabelPiece(PieceKind.EMPHASIS, "a"), LabelPiece(PieceKind.TEXT, " b")]),
        ("``x*y``", [LabelPiece(PieceKind.LITERAL, "x*y")]),
        (":term:`favor`", [LabelPiece(PieceKind.ROLE, "favor", "term")]),
        ("{term}`favor`", [LabelPiece(PieceKind.ROLE, "favor", "term")]),
        (":py:class:`X`", [LabelPiece(PieceKind.ROLE, "X", "py:class")]),
        ("|die|", [LabelPiece(PieceKind.SUBSTITUTION, "die")]),
        ("{{die}}", [LabelPiece(PieceKind.SUBSTITUTION, "die")]),
        ("`here <https://x.org>`_", [LabelPiece(PieceKind.LINK, "here", "https://x.org")]),
        ("[here](https://x.org)", [LabelPiece(PieceKind.LINK, "here", "https://x.org")]),
        ("2 * 3 * 4", [LabelPiece(PieceKind.TEXT, "2 * 3 * 4")]),
        (r"\*not\*", [LabelPiece(PieceKind.TEXT, "*not*")]),
        (r"\input{x}", [LabelPiece(PieceKind.TEXT, r"\input{x}")]),
        ("a|b|c", [LabelPiece(PieceKind.TEXT, "a|b|c")]),
        ("a | b | c", [LabelPiece(PieceKind.TEXT, "a | b | c")]),
        ("snake_case_ and _more", [LabelPiece(PieceKind.TEXT, "snake_case_ and _more")]),
        ("{{ two words }}", [LabelPiece(PieceKind.TEXT, "{{ two words }}")]),
        ("<script>&amp;", [LabelPiece(PieceKind.TEXT, "<script>&amp;")]),
        ("lone ` * _ | {{", [LabelPiece(PieceKind.TEXT, "lone ` * _ | {{")]),
    ],
)
def test_a_label_taken_apart(label: str, parts: list[LabelPiece]) -> None:
    assert list(pieces(label)) == parts


@given(st.text())
def test_a_name_stands_for_itself(name: str) -> None:
    assert "".join(piece.text for piece in pieces(escaped(name))) == name
    assert all(piece.kind is PieceKind.TEXT for piece in pieces(escaped(name)))


@given(st.text(alphabet="ab*_`|{}[]()<>:\\ &!#$\"'-."))
def test_any_label_can_be_shown_measured_and_offered(label: str) -> None:
    for markdown in (False, True):
        found = label_nodes(label, lambda text: [nodes.Text(text)], markdown=markdown)
        assert all(isinstance(node, nodes.Node) for node in found)
        assert isinstance(label_source(label, markdown=markdown), str)
    assert isinstance(plain_text(label), str)


def test_the_words_of_a_label_say_nothing_of_where_it_leads() -> None:
    assert plain_text("**see** :ref:`there <t>`, {term}`x` and `y <https://z>`_") == (
        "see there, x and y"
    )


def test_a_label_for_translators_is_in_the_language_of_the_page() -> None:
    label = r"**a\*b**: {term}`x`, |die| & <b> `c`"
    assert label_source(label, markdown=False) == r"**a\*b**: :term:`x`, |die| & <b> ``c``"
    assert label_source(label, markdown=True) == r"**a\*b**: {term}`x`, {{die}} \& \<b> `c`"
