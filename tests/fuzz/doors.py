"""The doors by which what authors write comes in: each takes an input and does all that follows."""

from __future__ import annotations

import logging
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from functools import cached_property
from pathlib import Path
from typing import Any

from docutils.parsers.rst import directives, roles
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinxext.rulebook.book.catalogue import translated
from sphinxext.rulebook.book.claims import Claim
from sphinxext.rulebook.book.domain import rulebook_of
from sphinxext.rulebook.book.roles import split
from sphinxext.rulebook.charts.chart import ChartSpec
from sphinxext.rulebook.charts.read_chart import chart
from sphinxext.rulebook.drift.check.finding import Verdict
from sphinxext.rulebook.drift.check.judge import judge_claim, judge_page
from sphinxext.rulebook.drift.plain.book import read_text
from sphinxext.rulebook.drift.report.words import message
from sphinxext.rulebook.drift.suggest.scan import suggestions
from sphinxext.rulebook.language.read_figure import figures_in, read
from sphinxext.rulebook.rules import Mistakes, Rules, RulesError, load
from sphinxext.rulebook.rules.explain.game import explain
from sphinxext.rulebook.settings import Book, read_book
from sphinxext.rulebook.source.catalogue import read_catalogue
from sphinxext.rulebook.source.csv import records
from sphinxext.rulebook.source.document import CsvFile
from sphinxext.rulebook.source.files import LINE_END, read_source
from sphinxext.rulebook.source.text import Text, lines_of
from sphinxext.rulebook.tables.grid import table
from sphinxext.rulebook.tables.specs import Request, RequestKind, TableSpec

from . import writing
from .choices import Choices
from .rules_files import rules_file
from .shares import MEMORY

RULES = """\
[die.red]
faces = ["Very bad", "Bad", "Bad", "Good", "Good", "Very good"]
colour = "#b00"
also = "dark red"
[die.blue]
faces = ["Bad", "Bad", "Good", "Good", "Very good", "Very good"]
[outcomes.how]
names = ["Very bad", "Bad", "Good", "Very good"]
groups.FINE = ["Good", "Very good"]
[check.hit]
roll = { success = "5+" }
takes.dice = { required = true, each = { d6 = 1 }, label = "dice" }
takes.boost = { each = { widen = 1 }, most = 3 }
difficulties.Easy = { needs = 1 }
difficulties.Hard = { needs = 3, text = "<b>hard</b>" }
[check.cast]
roll = { d10 = 1, again = "top" }
takes.dice.each = { d10 = 1 }
takes.bonus = { each = { add = 1 }, least = -5 }
outcomes = { Bad = "<= 6", Good = "7..9", "Very good" = "otherwise" }
[check.fate]
outcomes = "how"
takes.die = { choices = ["red", "blue"] }
[check.duel]
versus = ["first", "second"]
[check.luck]
roll = { d20 = 2, keep = "highest 1" }
"""
PLACED = re.compile(r".+?(?::\d+)?: \S.*")
LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "tr", "ja", "zh_CN")


def conf(folder: Path) -> str:
    """The conf.py of the book that is built again and again."""
    return (
        'project = author = copyright = "B"\n'
        'extensions = ["myst_parser", "sphinxext.rulebook"]\n'
        'rulebook_rules = {"made": "rules.toml"}\nhtml_theme = "basic"\n'
        'myst_enable_extensions = ["colon_fence"]\nkeep_warnings = False\n'
    )


def placed(text: Text) -> Iterator[tuple[str, int]]:
    """Yield each letter of a text with its place."""
    return zip(text, text.places, strict=True)


class Doors:
    """Everything that takes in what an author wrote, opened once in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.book_folder = folder / "book"
        self.book_folder.mkdir()
        (self.book_folder / "conf.py").write_text(conf(folder))
        (self.book_folder / "rules.toml").write_text(RULES)
        (self.book_folder / "index.rst").write_text("B\n=\n\n.. toctree::\n\n   one\n   two\n")
        (self.book_folder / "one.rst").write_text("A\n=\n")
        (self.book_folder / "two.md").write_text("# A\n")
        self.said: object = ""  # by the input that is tried
        self.stack = ExitStack()
        # Filled by docutils as pages ask for them, before Sphinx adds its own.
        self.bare = dict(directives._directives), dict(roles._roles)  # type: ignore[attr-defined]
        logging.disable(logging.CRITICAL)

    def close(self) -> None:
        """Leave everything as it was."""
        self.stack.close()
        logging.disable(logging.NOTSET)

    @cached_property
    def app(self) -> Sphinx:
        """A book that was built once."""
        self.stack.enter_context(docutils_namespace())
        self.stack.enter_context(patch_docutils(str(self.book_folder)))
        built = self.folder / "built"
        app = Sphinx(self.book_folder, self.book_folder, built / "html", built / "trees", "html",
                     status=None, warning=None)  # fmt: skip
        app.build()
        return app

    @cached_property
    def book(self) -> Book:
        """Its rules and its style."""
        return rulebook_of(self.app.env).book

    @contextmanager
    def without_sphinx(self) -> Iterator[None]:
        """Let docutils know no more directives and roles than it has by itself."""
        names = (directives._directives, roles._roles)  # type: ignore[attr-defined]  # as Sphinx does
        kept = [dict(known) for known in names]
        for known, own in zip(names, self.bare, strict=True):
            known.clear()
            known.update(own)
        try:
            yield
        finally:
            for known, before in zip(names, kept, strict=True):
                known.clear()
                known.update(before)

    def question(self, choices: Choices) -> None:
        """Ask the rules, and let them judge."""
        text = self.said = writing.question(choices)
        self.asked(self.book.rules, text)
        self.one_line(lambda: self.book.rules.judge(text))

    def asked(self, rules: Rules, question: str) -> None:
        """Ask: the chances of all values are 1 together, or one line refuses it."""

        def ask() -> None:
            answer = rules.ask(question)
            answer.as_json()
            for chances in (answer.counts, answer.outcomes):
                assert chances is None or sum(chances.values()) == 1, chances

        self.one_line(ask)

    def one_line(self, ask: Callable[[], object]) -> None:
        """Make sure that what is refused is refused in one line."""
        line = refusal(ask)
        assert line is None or "\n" not in line, line

    def rules(self, choices: Choices) -> None:
        """Read a rules file, ask what it holds and read it back."""
        path = self.folder / "rules.toml"
        self.said = rules_file(choices)
        path.write_bytes(self.said)
        try:
            rules = load(path)
        except RulesError as error:
            for line in error.lines if isinstance(error, Mistakes) else [str(error)]:
                assert PLACED.fullmatch(line), line
            return
        game = rules.game()
        for check in list(game.checks.values())[:3]:
            given = [
                p.choices[0].name if p.choices else str(max(2, p.least)) for p in check.takes[:2]
            ]
            quoted = ", ".join(f'"{each}"' if not each.isdecimal() else each for each in given)
            event = choices.pick(("", " >= 2", " mean", " = 3"))
            self.asked(rules, f"{check.name}({quoted}){event}")
            self.one_line(lambda: rules.judge(f"{check.name}({quoted}) on 1 2 3; 4"))  # noqa: B023
        refusal(lambda: explain(game))

    def axes(self, choices: Choices) -> None:
        """Make a table and a chart of the options."""
        found = writing.options(choices, choices.pick(("dice-table", "dice-table", "odds-chart")))
        self.said = found
        found["given"] = found.pop("with", "")
        for spec, make in ((TableSpec, table), (ChartSpec, chart)):
            known = [each.name for each in fields(spec)]
            asked: Any = spec(**{name: found.get(name, "") for name in known})
            refusal(lambda: make(self.book.rules, self.book.style, asked))  # noqa: B023

    def figure(self, choices: Choices) -> None:
        """Read figures as a language writes them."""
        language = choices.pick(LANGUAGES)
        text = self.said = " ".join(writing.figure(choices) for _ in choices.some(3))
        read(text, language)
        list(figures_in(text, language))

    def role(self, choices: Choices) -> None:
        """Judge the words of a role, and write right ones where they are wrong."""
        text = self.said = writing.role(choices)
        words, asked = split(text)
        if words:
            kind = choices.pick(("odds", "rule", "rolled"))
            claim = Claim("one.rst", 3, Request(RequestKind(kind), "", asked), words)
            self.mend(judge_claim(self.book, claim))

    def mend(self, verdict: Verdict) -> None:
        """Look for right figures instead of those that drifted."""
        for finding in verdict.findings:
            message(finding)

    def page(self, choices: Choices) -> None:
        """Read a page of a Sphinx book, judge it, and write it as HTML."""
        markdown = choices.often(40)
        path = self.book_folder / ("two.md" if markdown else "one.rst")
        self.app.env.clear_doc(path.stem)
        text = self.said = writing.page(choices, markdown=markdown)
        path.write_bytes(text.encode("utf-8", "replace"))
        builder, env = self.app.builder, self.app.env
        builder.read_doc(path.stem, _cache=False)
        self.mend(judge_page(self.book, rulebook_of(env).claims.get(path.stem, [])))
        builder.prepare_writing({path.stem})
        tree = env.get_and_resolve_doctree(path.stem, builder)
        builder.write_doc(path.stem, tree)

    def plain(self, choices: Choices) -> None:
        """Read a page of a folder without Sphinx, and judge it."""
        markdown = choices.often(50)
        written = writing.page(choices, markdown=markdown)
        text = self.said = LINE_END.sub("\n", written)  # as it comes from a file
        with self.without_sphinx():
            claims = read_text(text, "page", self.book, markdown=markdown)
        self.mend(judge_page(self.book, claims))

    def prose(self, choices: Choices) -> None:
        """Look for figures that nothing holds."""
        path = self.folder / choices.pick(("prose.md", "prose.rst"))
        self.said = writing.prose(choices)
        path.write_text(self.said, "utf-8", errors="replace")
        with self.without_sphinx():
            suggestions([path], self.book.rules, self.book.style, plain=choices.often(50))

    def csv(self, choices: Choices) -> None:
        """Find the cells of comma-separated values."""
        text = self.said = writing.bent(choices, writing.quoted(writing.cells(choices)), 60)
        sign = choices.pick(("", "\\", '"'))
        form = CsvFile(delim=choices.pick((",", ";", "\t", " ")), quote=choices.pick(('"', "'")),
                   escape=sign, keepspace=choices.often(20))  # fmt: skip
        for row in records(lines_of(text), form):
            for cell in row:
                assert all(text[at] == letter or letter == "\n" for letter, at in placed(cell))

    def catalogue(self, choices: Choices) -> None:
        """Find figures in a catalogue of translations."""
        path = self.folder / f"book-{choices.number(0, 9)}.po"
        self.said = writing.catalogue(choices)
        path.write_text(self.said, "utf-8", errors="replace")
        document, found = translated(path)
        assert all(document.line(said.end or 0) for said in found)
        read_catalogue("\n".join(read_source(path).lines), markdown=choices.often(50))

    def settings(self, choices: Choices) -> None:
        """Read settings that make no sense."""
        config = self.app.config
        names = [name for name in config.values if name.startswith("rulebook_")]
        name = choices.pick(names)
        before = getattr(config, name)
        odd: tuple[Any, ...] = (
            None,
            "",
            0,
            -1,
            10**9,
            1.5,
            True,
            [],
            {},
            {"a": 1},
            {1: "x"},
            "game:none",
            b"x",
            "50%",
        )
        try:
            self.said = name, choices.pick(odd)
            setattr(config, *self.said)
            read_book(config, self.book_folder)
        finally:
            setattr(config, name, before)


def refusal(ask: Callable[[], object]) -> str | None:
    """The line that refuses it; None where it is answered."""
    try:
        ask()
    except RulesError as error:
        return str(error)
    return None


def opened(within: Path | None = None) -> Doors:
    """All doors, in a folder of their own."""
    return Doors(Path(tempfile.mkdtemp(prefix="rulebook-fuzz-", dir=within or MEMORY)))
