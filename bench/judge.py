"""What it costs to judge a book: 200 pages with 5,000 claims, beside Sphinx on the same pages.

The same pages are read twice from nothing, each time by a process of its own: once by Sphinx with
roles and a directive that only show what they are given, as a table with a caption does, and once
with the extension, which reads and judges them. The time between is what reading claims and
judging them costs; it may be at most a fifth of the first. A third run, with nothing to read, shows
what a later check costs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from figures import SPHINX, figure, finish, run

PAGES, WORDS, ROWS, COLUMNS = 200, 9, 4, 4  # claims: 200 x (9 + 4 x 4) = 5,000
MOST = 1.2
TURNS = 7

PLAIN = """
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.builders import Builder
from sphinx.util.docutils import SphinxDirective


class Shown(SphinxDirective):
    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = {name: directives.unchanged for name in ("check", "rows", "columns")}

    def run(self):
        (table,) = self.parse_content_to_nodes()
        caption, messages = self.parse_inline(self.arguments[0], lineno=self.lineno)
        table.insert(0, nodes.title(self.arguments[0], "", *caption))
        return [table, *messages]


def said(name, rawtext, text, lineno, inliner, options=None, content=()):
    return [nodes.inline(rawtext, text.partition("<")[0].strip())], []


class Read(Builder):
    name = "read"
    allow_parallel = True

    def get_outdated_docs(self):
        return []

    def get_target_uri(self, docname, typ=None):
        return ""

    def prepare_writing(self, docnames):
        pass

    def write_documents(self, docnames):
        pass


def setup(app):
    app.add_builder(Read)
    app.add_directive("dice-table", Shown)
    for name in ("odds", "rolled", "rule"):
        app.add_role(name, said)
    return {"parallel_read_safe": True}
"""
PROSE = (
    "Whoever leads the expedition decides which way it takes, and whether it rests before the pass "
    "or behind it. The *weather* turns on the third day, and from then on every march asks for a "
    "check: see the table below. Those who carry **too much** throw one die less.\n"
)


def page(number: int, ask: Callable[[str], str]) -> str:
    """The text of a page: prose, held words and one held table."""
    dice = number % 12 + 1
    title = f"Chapter {number}"
    lines = [title, "=" * len(title), "", PROSE]
    for k in range(WORDS):
        claim = f"direct({dice + k % 3}, favor={k % 2}) >= {k % 4 + 1}"
        lines += [f"On day {k + 1} it is :odds:`{ask(claim)} <{claim}>` of the time. {PROSE}"]
    lines += ["", ".. dice-table:: The pass", "   :check: direct"]
    lines += [f"   :rows: dice = {dice}..{dice + ROWS - 1}"]
    lines += [f"   :columns: counts >= 1..{COLUMNS}", "", "   .. list-table::", ""]
    lines += ["      * - dice", *[f"        - {c + 1}+" for c in range(COLUMNS)]]
    for row in range(dice, dice + ROWS):
        lines += [f"      * - {row}"]
        lines += [f"        - {ask(f'direct({row}) >= {c + 1}')}" for c in range(COLUMNS)]
    return "\n".join([*lines, "", PROSE])


def written(folder: Path) -> None:
    """The book laid out, its figures right."""
    from sphinxext.rulebook.language.formatter import Style, chance
    from sphinxext.rulebook.rules import load_game

    rules = load_game("uwr")

    def ask(question: str) -> str:
        found = rules.ask(question).probability
        assert found is not None
        return chance(found, Style())

    for number in range(PAGES):
        (folder / f"page{number:03}.rst").write_text(page(number, ask), "utf-8")
    pages = "".join(f"   page{number:03}\n" for number in range(PAGES))
    (folder / "index.rst").write_text(f"Book\n====\n\n.. toctree::\n\n{pages}", "utf-8")


def timed(book: Path, extension: str, builder: str, doctrees: Path) -> float:
    """Return the seconds of a processor that Sphinx takes."""
    conf = f'extensions = ["{extension}"]\n'
    if extension != "plain":
        conf += 'rulebook_rules = "game:uwr"\n'
    else:
        (book / "plain.py").write_text(PLAIN, "utf-8")
        conf = f"import sys\nsys.path.insert(0, {str(book)!r})\n{conf}"
    (book / "conf.py").write_text(conf, "utf-8")
    return run(*SPHINX, builder, "-W", "-d", doctrees, book, doctrees.parent / builder).processor


def main() -> int:
    """Read the book in three ways, in turn; a turn is compared within itself."""
    ratios, again = [], []
    with TemporaryDirectory() as made:
        book = Path(made, "book")
        book.mkdir()
        written(book)
        for turn in range(TURNS):
            place = Path(made, str(turn))
            plain = timed(book, "plain", "read", place / "plain/doctrees")
            trees = place / "judged/doctrees"
            ratios.append(timed(book, "sphinxext.rulebook", "drift", trees) / plain)
            again.append(timed(book, "sphinxext.rulebook", "drift", trees))
        report = json.loads((place / "judged/drift/drift.json").read_text("utf-8"))
    claims = PAGES * (WORDS + ROWS * COLUMNS)
    assert report["checked"] == claims, report["checked"]
    return finish(
        [
            figure(f"judge {claims:,} claims", "times", ratios, MOST, peer="Sphinx alone"),
            figure(f"judge {claims:,} claims again, nothing changed", "s", again),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
