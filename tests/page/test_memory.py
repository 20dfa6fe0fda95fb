"""While a book is built, what lives to its end is not searched for garbage; afterwards it is."""

from __future__ import annotations

import gc
import json
from typing import TYPE_CHECKING

import pytest
from sphinx.errors import ExtensionError

from sphinxext.rulebook.page.memory import SparedSearches

if TYPE_CHECKING:
    from tests.support.books import Builder

CONF = """
import gc, json, pathlib

extensions = ["sphinxext.rulebook"]

def note(app, *_):
    file = pathlib.Path(app.srcdir, "set-aside.json")
    file.write_text(json.dumps([gc.get_freeze_count(), gc.get_threshold()[0]]))
    if app.config.author == "fails":
        raise ValueError("no such page")

def setup(app):
    app.connect("doctree-resolved", note)
"""
FILES = {"index.rst": "Book\n====\n", "conf.py": CONF}
MANY = 1000  # at least so many objects live to the end of every build


@pytest.fixture(autouse=True)
def first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process be one that has built no book."""
    gc.unfreeze()
    monkeypatch.setattr(SparedSearches, "is_first", True)


def test_what_was_set_aside_is_given_back(build: Builder) -> None:
    before = gc.get_threshold()
    book = build("kept", files=FILES)
    aside, bound = json.loads((book.srcdir / "set-aside.json").read_text())
    assert aside > MANY
    assert bound > before[0]
    assert (gc.get_freeze_count(), gc.get_threshold()) == (0, before)


def test_it_is_given_back_where_a_build_fails(build: Builder) -> None:
    before = gc.get_threshold()
    with pytest.raises(ExtensionError, match="no such page"):
        build("failed", files=FILES, conf={"author": "fails"})
    assert (gc.get_freeze_count(), gc.get_threshold()) == (0, before)


def test_only_the_first_build_of_a_process_sets_aside(build: Builder) -> None:
    build("kept", files=FILES)
    book = build("kept", files=FILES, fresh=True)
    assert json.loads((book.srcdir / "set-aside.json").read_text()) == [0, gc.get_threshold()[0]]
