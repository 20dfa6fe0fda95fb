"""Whatever authors type is taken in without a crash, a hang, or a hand on a file of others.

Each kind of input has 25 examples every day; those that fail are made smaller by Hypothesis.
"""

import logging
import os
import re
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinxext.rulebook.book.claims import Claim
from sphinxext.rulebook.book.domain import rulebook_of
from sphinxext.rulebook.book.roles import split
from sphinxext.rulebook.charts.chart import ChartSpec
from sphinxext.rulebook.charts.read_chart import chart
from sphinxext.rulebook.drift.check.judge import judge_claim, judge_page
from sphinxext.rulebook.drift.plain.book import read_text
from sphinxext.rulebook.drift.report.words import message
from sphinxext.rulebook.drift.suggest.scan import suggestions
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.language.read_figure import figures_in, read
from sphinxext.rulebook.rules import Mistakes, Rules, RulesError, load
from sphinxext.rulebook.rules.explain.game import explain
from sphinxext.rulebook.settings import Book, read_book
from sphinxext.rulebook.source.catalogue import messages
from sphinxext.rulebook.source.csv import records
from sphinxext.rulebook.source.document import CsvFile
from sphinxext.rulebook.source.files import LINE_END, read_source
from sphinxext.rulebook.source.text import lines_of
from sphinxext.rulebook.tables.grid import table
from sphinxext.rulebook.tables.specs import Request, RequestKind, TableSpec
from tests.fuzz import writing
from tests.support.books import Builder
from tests.support.work import calls

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits a process as Linux does")
RULES = Path(__file__).with_name("rules.toml").read_text("utf-8")
CONF = """\
extensions = ["myst_parser", "sphinxext.rulebook"]
html_theme = "basic"
myst_enable_extensions = ["colon_fence"]
"""
PLACED = re.compile(r".+?(?::\d+)?: \S.*")
LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "tr", "ja", "zh_CN")
ODD: tuple[Any, ...] = (
    None, "", 0, -1, 10**9, 1.5, True, [], {}, {"a": 1}, {1: "x"}, "game:none", b"x", "50%",
)  # fmt: skip
MEGABYTES = 300
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
NEVER = re.compile(
    r"os\.(remove|rename|mkdir|rmdir|link|symlink|truncate|system|exec|posix_spawn|spawn)"
    r"|subprocess\.Popen|socket\.(connect|bind|getaddrinfo|sendto)|urllib\.Request"
)


class Place(NamedTuple):
    """A folder to write in, and the book that is asked."""

    folder: Path
    book: Book


def asked(rules: Rules, question: str) -> None:
    """Ask: the chances of all values are 1 together, or one line refuses it."""
    refused = ""
    try:
        answer = rules.ask(question)
        answer.as_json()
        for chances in (answer.counts, answer.outcomes):
            assert chances is None or sum(chances.values()) == 1, chances
        rules.judge(question)
    except RulesError as error:
        refused = str(error)
    assert "\n" not in refused


def questions(place: Place, pick: Random) -> None:
    """Ask the rules, and let them judge."""
    asked(place.book.rules, writing.question(pick))


def rules_files(place: Place, pick: Random) -> None:
    """Read a rules file, ask what it holds and read it back."""
    path = place.folder / "rules.toml"
    path.write_bytes(writing.rules_file(pick))
    try:
        rules = load(path)
    except RulesError as error:
        lines = error.lines if isinstance(error, Mistakes) else [str(error)]
        assert [line for line in lines if not PLACED.fullmatch(line)] == []
        return
    for check in list(rules.game().checks.values())[:3]:
        takes = [p.choices[0].name if p.choices else str(max(2, p.least)) for p in check.takes[:2]]
        quoted = ", ".join(f'"{each}"' if not each.isdecimal() else each for each in takes)
        for event in (pick.choice(("", " >= 2", " mean", " = 3")), " on 1 2 3; 4"):
            asked(rules, f"{check.name}({quoted}){event}")
    with suppress(RulesError):
        explain(rules.game())


def axes(place: Place, pick: Random) -> None:
    """Make a table and a chart of the options."""
    found = writing.options(pick, pick.choice(("dice-table", "dice-table", "odds-chart")))
    found["given"] = found.pop("with", "")
    for spec, make in ((TableSpec, table), (ChartSpec, chart)):
        known = [each.name for each in fields(spec)]
        options: Any = spec(**{name: found.get(name, "") for name in known})
        with suppress(RulesError):
            make(place.book.rules, place.book.style, options)


def typed_figures(_place: Place, pick: Random) -> None:
    """Read figures as a language writes them."""
    language = pick.choice(LANGUAGES)
    text = " ".join(writing.figure(pick) for _ in writing.some(pick, 3))
    read(text, language)
    list(figures_in(text, language))


def held_roles(place: Place, pick: Random) -> None:
    """Judge the words of a role, and say what would be right."""
    words, question = split(writing.role(pick))
    if words:
        kind = RequestKind(pick.choice(("odds", "rule", "rolled")))
        claim = Claim("one.rst", 3, Request(kind, "", question), words)
        for finding in judge_claim(place.book, claim).findings:
            message(finding)


def plain_pages(place: Place, pick: Random) -> None:
    """Read a page of a folder without Sphinx, and judge it."""
    markdown = writing.often(pick, 50)
    text = LINE_END.sub("\n", writing.page(pick, markdown=markdown))  # as it comes from a file
    claims = read_text(text, "page", place.book, markdown=markdown)
    for finding in judge_page(place.book, claims).findings:
        message(finding)


def prose(place: Place, pick: Random) -> None:
    """Look for figures that nothing holds."""
    path = place.folder / pick.choice(("prose.md", "prose.rst"))
    path.write_text(writing.prose(pick), "utf-8", errors="replace")
    suggestions([path], place.book.rules, place.book.style, plain=writing.often(pick, 50))


def comma_separated(_place: Place, pick: Random) -> None:
    """Find the cells of comma-separated values."""
    text = writing.bent(pick, writing.quoted(writing.cells(pick)), 60)
    form = CsvFile(
        delim=pick.choice((",", ";", "\t", " ")), quote=pick.choice(('"', "'")),
        escape=pick.choice(("", "\\", '"')), keepspace=writing.often(pick, 20),
    )  # fmt: skip
    for cell in (cell for row in records(lines_of(text), form) for cell in row):
        for letter, where in zip(cell, cell.places, strict=True):
            assert text[where] == letter or letter == "\n"


def catalogues(place: Place, pick: Random) -> None:
    """Find figures in a catalogue of translations."""
    path = place.folder / f"book-{pick.randint(0, 10**9)}.po"
    path.write_text(writing.catalogue(pick), "utf-8", errors="replace")
    source = "\n".join(read_source(path).lines)
    assert all((said.end or 0) <= len(source) for said in messages(source))
    path.unlink()


touched: list[str] | None = None  # what was done that no input may do, while one is tried
own = ""


def heard(event: str, args: tuple[Any, ...]) -> None:
    """Note programs, hosts, and files that are not the test's own."""
    opens = event == "open" and bool(args[2] and args[2] & WRITES)
    if touched is None or not (opens or NEVER.fullmatch(event)):
        return
    given = args[:1] if opens else args[:2]
    paths = [os.fsdecode(each) for each in given if isinstance(each, str | bytes)]
    for path in paths if opens else paths or [event]:
        if not re.match(rf"{re.escape(own)}|.*(__pycache__|\.hypothesis)", os.path.realpath(path)):
            touched.append(f"{event} {args!r}")


sys.addaudithook(heard)


@contextmanager
def watched(folder: Path) -> Iterator[None]:
    """Let what is done within take no more memory, and touch nothing but a folder."""
    global touched, own
    touched, own = [], os.path.realpath(folder)
    limit = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[0])
    room = pages * resource.getpagesize() + MEGABYTES * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (room, limit[1]))
    try:
        yield
        found = touched
    finally:
        touched = None
        resource.setrlimit(resource.RLIMIT_AS, limit)
    assert found == []


def try_many(folder: Path, many: int, take: Callable[[Random], object]) -> None:
    """Try so many inputs, each within its bounds."""

    @settings(max_examples=many, suppress_health_check=list(HealthCheck))
    @given(pick=st.randoms(use_true_random=False))
    def within_bounds(pick: Random) -> None:
        with watched(folder):
            calls(lambda: take(pick))

    logging.disable(logging.CRITICAL)
    try:
        within_bounds()
    finally:
        logging.disable(logging.DEBUG)


MANY = pytest.mark.parametrize("many", [25, pytest.param(2_000, marks=pytest.mark.slow)])
DOORS = [
    questions, rules_files, axes, typed_figures, held_roles, plain_pages, prose, comma_separated,
    catalogues,
]  # fmt: skip


@MANY
@pytest.mark.parametrize("door", DOORS)
def test_inputs_keep_within_bounds(
    door: Callable[[Place, Random], None], many: int, tmp_path: Path
) -> None:
    path = tmp_path / "book.toml"
    path.write_text(RULES, "utf-8")
    place = Place(tmp_path, Book(load({"made": path}), Style()))
    try_many(tmp_path, many, lambda pick: door(place, pick))


@MANY
def test_pages_and_settings_keep_within_bounds(build: Builder, many: int) -> None:
    """Read a page of a Sphinx book, judge it, and write it; then with a setting that is odd."""
    index = "B\n=\n\n.. toctree::\n\n   one\n   two\n"
    files = {"one.rst": "A\n=\n", "two.md": "# A\n", "rules.toml": RULES, "index.rst": index}
    book = build(files={"conf.py": CONF, **files})

    def take(pick: Random) -> None:
        env, builder = app.env, app.builder
        name = pick.choice(("one.rst", "two.md"))
        path = book.srcdir / name
        text = writing.page(pick, markdown=name == "two.md")
        path.write_bytes(text.encode("utf-8", "replace"))
        env.clear_doc(path.stem)
        builder.read_doc(path.stem, _cache=False)
        memory = rulebook_of(env)
        for finding in judge_page(memory.book, memory.claims.get(path.stem, [])).findings:
            message(finding)
        builder.prepare_writing({path.stem})
        tree = env.get_doctree(path.stem)
        env.apply_post_transforms(tree, path.stem)
        builder.write_doc(path.stem, tree)
        setting = pick.choice([name for name in app.config.values if name.startswith("rulebook_")])
        before = getattr(app.config, setting)
        setattr(app.config, setting, pick.choice(ODD))
        read_book(app.config, book.srcdir)
        setattr(app.config, setting, before)

    with patch_docutils(book.srcdir), docutils_namespace():
        app = Sphinx(book.srcdir, book.srcdir, book.outdir, book.doctreedir, "html",
                     status=None, warning=None)  # fmt: skip
        app.build()
        try_many(book.srcdir.parent, many, take)
