"""Every letter of a document is where its source has it."""

from pathlib import Path

import pytest

from sphinxext.rulebook.drift.plain.book import read_text
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules import Rules
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.source.document import Block, Document, Kind, Table, TableKind
from sphinxext.rulebook.source.read import read_document
from tests.support.cases import cases_of

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for folder in ("docs", "tests/roots", "conf_template")
    for suffix in ("*.md", "*.rst")
    for path in (ROOT / folder).rglob(suffix)
    if "_build" not in path.parts
)


def misplaced(document: Document) -> tuple[list[str], int]:
    """List the texts whose letters are elsewhere, and count those without places."""
    found, unplaced = [], 0
    for item in document.items:
        if isinstance(item, Block) and len(item.text.places) == len(item.text):
            typed = "".join(document.source[place] for place in item.text.places)
            pairs = zip(item.text, typed, strict=True)
            if not all(a == b or a.isspace() or b in "&|" for a, b in pairs):
                found.append(f"{item.line}: {item.text}")
        elif isinstance(item, Block) and item.text:
            unplaced += 1
    return found, unplaced


def test_letters_of_real_pages_stand_where_they_are_typed() -> None:
    many, wrong, unplaced = 0, [], 0
    for path in PAGES:
        text = path.read_text("utf-8")
        document = read_document(text, markdown=path.suffix == ".md", myst=True)
        many += len(document.items)
        found, without = misplaced(document)
        wrong += [f"{path.name}:{each}" for each in found]
        unplaced += without
    assert wrong == []
    assert unplaced <= many // 200  # names of fields, attributions
    assert many > 5_000


CASES = cases_of(__file__)


def tables_of(document: Document) -> list[Table]:
    """Return the tables of a document."""
    return [item for item in document.items if isinstance(item, Table)]


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in CASES["cells"].items() for text in texts]
)
def test_each_kind_of_table_has_its_cells_where_they_are_typed(kind: str, text: str) -> None:
    document = read_document(text, markdown=kind == "md")
    (table,) = tables_of(document)
    assert [[str(cell.text) for cell in row] for row in table.rows] == [
        ["a", "b"],
        ["1", "33 % more"],
    ]
    assert table.heads == 1
    cell = table.rows[1][1]
    assert text[cell.text.places[0]] == "3"
    assert document.line(cell.text.places[0]) == cell.line
    assert text[: cell.text.places[-1] + 1].endswith("more")


def test_a_cell_that_spans_stands_in_each_place_that_it_covers() -> None:
    text = '<table><tr><td rowspan="2">a<td colspan=2>b<tr><td>c<td></table>'
    table = tables_of(read_document(text, markdown=True))[0]
    assert table.kind is TableKind.HTML
    assert [[str(cell.text) for cell in row] for row in table.rows] == [
        ["a", "b", "b"],
        ["a", "c", ""],
    ]


def test_what_stands_in_directives_is_read_and_code_is_not() -> None:
    text = ".. tab-item:: One\n\n   Text\n\n.. code-block::\n\n   Code\n\nEnd::\n\n  More\n"
    blocks = [(block.kind, str(block.text)) for block in read_document(text, markdown=False).blocks]
    assert blocks == [
        (Kind.PARAGRAPH, "One"), (Kind.PARAGRAPH, "Text"), (Kind.CODE, "Code"),
        (Kind.PARAGRAPH, "End:"), (Kind.CODE, "  More"),
    ]  # fmt: skip


def test_a_table_that_ends_nowhere_ends_nothing() -> None:
    document = read_document("<table>\n\n| a |\n|---|\n| 1 |\n", markdown=True)
    assert [item.kind for item in document.items if isinstance(item, Table)] == [TableKind.PIPE]


def test_lists_that_go_too_deep_are_one_line_and_the_rest_is_read() -> None:
    text = f"20%\n\n.. odds: d6 = 1\n\n{'* ' * 500}x\n\n20%\n\n.. odds: d6 = 1\n"
    claims = read_text(text, "a.rst", Book(Rules({}), Style()), markdown=False)
    assert [getattr(claim, "words", claim.line) for claim in claims] == ["20%", "20%", 5]
