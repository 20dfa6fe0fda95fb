"""Every example of the manual comes to the same in Markdown as in reStructuredText."""

import importlib.util
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.books import Builder
from tests.support.cases import cases_of
from tests.support.pages import cells, text

CASES = cases_of(__file__)

DOCS = Path(__file__).parents[2] / "docs"


def examples(page: Path) -> Iterator[str]:
    """The bodies of the page's ``shown`` directives."""
    lines = page.read_text("utf-8").splitlines()
    for i, line in enumerate(lines):
        if line.strip() != ".. shown::":
            continue
        indent = len(line) - len(line.lstrip())
        body: list[str] = []
        for inner in lines[i + 1 :]:
            if inner.strip() and len(inner) - len(inner.lstrip()) <= indent:
                break
            body.append(inner)
        yield textwrap.dedent("\n".join(body)).strip() + "\n"


PAGES = [page for page in sorted(DOCS.rglob("*.rst")) if list(examples(page))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page(build: Builder, page: Path) -> None:
    spec = importlib.util.spec_from_file_location("shown", DOCS / "_ext/shown.py")
    shown = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(shown)
    found = list(examples(page))
    pages = {}
    named = "|".join(re.findall(r"^\s*:name: ([\w-]+)$", "\n".join(found), re.MULTILINE)) or "(?!)"
    for n, example in enumerate(found):
        pages[f"r{n}.rst"] = f"Title\n=====\n\n{example}"
        twin = re.sub(rf"\b({named})\b", r"\1-twin", shown.in_markdown(example))
        pages[f"m{n}.md"] = f"# Title\n\n{twin}\n"
    index = "T\n=\n\n.. toctree::\n   :glob:\n\n   *\n"
    book = build(files={"conf.py": CASES["conf"], "index.rst": index, **pages})
    assert book.warnings == ()
    for n, _ in enumerate(found):
        rst, md = (book.soup(f"{name}{n}.html") for name in ("r", "m"))
        assert [cells(t) for t in rst.select("table")] == [cells(t) for t in md.select("table")]
        for where in ("section > p", "aside p, .admonition p"):
            assert [text(p) for p in rst.select(where)] == [text(p) for p in md.select(where)]
