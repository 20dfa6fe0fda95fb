"""Every kind of axis, every kind of cell, in reStructuredText and in Markdown."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.books import Builder
from tests.support.pages import cells, directive, in_markdown

Rows = list[list[str]]

CONF = """\
project = "Book"
author = copyright = "The authors"
extensions = ["myst_parser", "sphinxext.rulebook"]
rulebook_rules = {name: f"game:{name}" for name in ("uwr", "unnamed", "arrata", "narrative")}
"""

TABLES = tomllib.loads(Path(__file__).with_name("tables.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[Rows]]:
    """The rows of all tables, in the order of `TABLES`, of the page in a language of markup."""
    rst = "".join(directive("dice-table", name, **each["options"]) for name, each in TABLES.items())
    md = "".join(
        in_markdown("dice-table", name, **each["options"]) for name, each in TABLES.items()
    )
    files = {
        "conf.py": CONF,
        "index.rst": f"T\n=\n\n.. toctree::\n\n   md\n\n{rst}",
        "md.md": f"# M\n\n{md}",
    }
    book = Builder(tmp_path_factory.mktemp("tables"))(files=files)
    assert book.warnings == ()
    pages = {
        page: [cells(table) for table in book.soup(f"{page}.html").select("table")]
        for page in ("index", "md")
    }
    return pages.__getitem__


@pytest.mark.parametrize("page", ["index", "md"])
@pytest.mark.parametrize("name", TABLES)
def test_a_table(shown: Callable[[str], list[Rows]], page: str, name: str) -> None:
    assert shown(page)[list(TABLES).index(name)] == TABLES[name]["rows"]
