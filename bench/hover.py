"""Measures what previews cost: time, memory and size of a book of 200 pages, 4,000 references.

The same sources are built without previews, with ours and with sphinx-tippy, in turn and in
processes of their own, and then built again with nothing changed. Processor time is compared, the
least of several rounds, as it depends less than the clock on what else the machine does; the
clock's is shown beside it. In a larger book they cost a smaller share: Sphinx makes the theme's
menu of all pages anew on each page, so that the build grows faster than its pages do.

    python bench/hover.py
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeAlias

from build import WORDS, contents
from figures import SPHINX, figure, finish, run

SECTIONS, PAGES, REFERENCES, ROUNDS = 4, 200, 4000, 3
KINDS = {"without": "", "rulebook": "sphinxext.rulebook.hover", "tippy": "sphinx_tippy"}


class Previews(NamedTuple):
    """The cost of a build: seconds, megabytes, seconds again, and bytes, of pages alone as well."""

    first: float
    memory: float
    again: float
    size: int
    pages: int


Round: TypeAlias = dict[str, Previews]
ROWS: tuple[tuple[str, str, float, Callable[[Round, str], float]], ...] = (
    ("time more", "share", 0.08, lambda all_, who: all_[who].first / all_["without"].first - 1),
    (
        "size more", "share", 0.15,
        lambda all_, who: (all_[who].size - all_["without"].size) / all_["without"].pages,
    ),
    ("memory", "times", 1.1, lambda all_, who: all_[who].memory / all_["without"].memory),
    ("nothing changed, more", "s", 0.3, lambda all_, who: all_[who].again - all_["without"].again),
)  # fmt: skip


def write_book(folder: Path, pages: int, references: int) -> None:
    """Write the sources: chapters of prose with references all over the book, and a glossary."""
    chance = random.Random(7)  # the same book every time
    terms = [f"{first} {second}" for first in WORDS[:10] for second in WORDS[10:20]]
    labels = [f"p{page}s{section}" for page in range(pages) for section in range(SECTIONS)]
    glossary = "\n".join(f"   {term}\n      {prose(chance, 20)}\n" for term in terms)
    (folder / "glossary.rst").write_text(f"Glossary\n========\n\n.. glossary::\n\n{glossary}")
    names = [f"page{page}" for page in range(pages - 2)]
    (folder / "index.rst").write_text(contents("Book", [*names, "glossary"]))
    shares = [references // len(names) + (n < references % len(names)) for n in range(len(names))]
    for number, (name, share) in enumerate(zip(names, shares, strict=True)):
        known = labels[: len(names) * SECTIONS]
        asked = [
            f":term:`{chance.choice(terms)}`" if n % 3 == 0 else f":ref:`{chance.choice(known)}`"
            for n in range(share)
        ]
        (folder / f"{name}.rst").write_text(chapter(chance, number, asked))
    (folder / "conf.py").write_text(
        "import os\n"
        "extensions = os.environ['EXTENSIONS'].split()\n"
        "html_theme = 'furo'\n"
        "tippy_rtd_urls = []\ntippy_enable_wikitips = False\ntippy_enable_doitips = False\n"
    )


def chapter(chance: random.Random, number: int, asked: list[str]) -> str:
    """One page: a title and sections, each a few paragraphs with its share of references."""
    parts = [f"Chapter {number}\n{'=' * 20}\n"]
    for section in range(SECTIONS):
        title = f"{prose(chance, 3)} {number}.{section}"
        parts.append(f".. _p{number}s{section}:\n\n{title}\n{'-' * len(title)}\n")
        mine = asked[section::SECTIONS]
        for paragraph in range(3):
            linked = " ".join(f"{prose(chance, 12)} {link}." for link in mine[paragraph::3])
            parts.append(f"{prose(chance, 25)}. {linked}\n")
    return "\n".join(parts)


def prose(chance: random.Random, words: int) -> str:
    """That many words."""
    return " ".join(chance.choices(WORDS, k=words)).capitalize()


def build(source: Path, out: Path, extensions: str) -> Previews:
    """Build the book anew and once more, and return what it took."""
    shutil.rmtree(out, ignore_errors=True)
    first = run(*SPHINX, "html", "-E", source, out, EXTENSIONS=extensions)
    again = run(*SPHINX, "html", source, out, EXTENSIONS=extensions)
    size = sum(
        path.stat().st_size
        for path in out.rglob("*")
        if path.suffix in (".html", ".js", ".css", ".json")
        if ".doctrees" not in path.parts and path.name != "searchindex.js"
    )
    pages = sum(path.stat().st_size for path in out.rglob("*.html"))
    return Previews(first.processor, first.memory, again.processor, size, pages)


def main() -> int:
    """Build the book in each way, in turn."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "source")
        source.mkdir()
        write_book(source, PAGES, REFERENCES)
        rounds = [
            {who: build(source, Path(folder, who), KINDS[who]) for who in KINDS}
            for _ in range(ROUNDS)
        ]
    book = f"previews, {REFERENCES:,} links on {PAGES:,} pages"
    return finish(
        figure(f"{book}: {what}", unit, [more(each, "rulebook") for each in rounds], limit,
               peer="sphinx-tippy", beside=median(more(each, "tippy") for each in rounds))
        for what, unit, limit, more in ROWS
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
