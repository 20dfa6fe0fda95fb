"""Labels of the rules: markup where the author means it, and everything else is text."""

import tomllib
from pathlib import Path
from typing import Any

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

LABELS = tomllib.loads(Path(__file__).with_name("written.toml").read_text("utf-8"))["labels"]


@pytest.mark.parametrize("case", LABELS, ids=lambda case: str(case[0]))
def test_a_label_taken_apart(case: list[Any]) -> None:
    label, *parts = case
    assert list(pieces(label)) == [LabelPiece(PieceKind[kind], *said) for kind, *said in parts]


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
