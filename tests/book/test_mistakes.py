"""What is wrong is one warning where it is wrong, with the nearest right word; the page builds."""

import re
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.errors import RulesError
from sphinxext.rulebook.rules.rules import load
from sphinxext.rulebook.tables.grid import table
from sphinxext.rulebook.tables.specs import TableSpec
from tests.support.books import Book, Builder
from tests.support.cases import cases_of
from tests.support.pages import directive, in_markdown, text

CASES = cases_of(__file__)
CONF = CASES["conf"]
CHART = {"check": "narrative:action", "across": "die = all"}
GOOD = {"check": "direct", "rows": "dice = 1, 2", "event": ">= 1"}


def page_of(build: Builder, source: str, *, name: str = "index.rst", **conf: object) -> Book:
    return build(files={"conf.py": CONF, name: source}, conf=conf, fresh=True)


WRONG = [
    *((case["change"], case["says"]) for case in CASES["table"]),
    ({"digits": "9" * 5000}, "'digits' is a number from 0 to 12"),
    ({"rows": f"dice = 1..{'9' * 5000}"}, "a number of 5,000 digits; the most is 40"),
]


def are_said(book: Book, wanted: list[tuple[int, str, str]]) -> None:
    """Make sure that a page has these warnings: their lines, types and words, and no others."""
    assert len(book.warnings) == len(wanted), "\n".join(book.warnings)
    for said, (line, kind, words) in zip(book.warnings, wanted, strict=True):
        assert re.fullmatch(rf"index\.\w+:{line}: WARNING: \S+: .*\[rulebook\.{kind}\]", said)
        assert words in said


@pytest.mark.parametrize("markdown", [False, True])
def test_each_wrong_directive_is_named_at_its_line_and_the_page_builds(
    build: Builder, markdown: bool
) -> None:
    write, page = (in_markdown, "# T\n\n") if markdown else (directive, "T\n=\n\n")
    wanted = []
    wrong = [("dice-table", GOOD | changes, words) for changes, words in WRONG]
    wrong += [("odds-chart", CHART | each["change"], each["says"]) for each in CASES["chart"]]
    for name, options, words in wrong:
        if markdown:
            options = {key: value for key, value in options.items() if value}
        if not (markdown and {"row", "colour"} & {*options}):  # Markdown warns of these itself
            wanted.append((page.count("\n") + 1, name.rpartition("-")[2], words))
            page += write(name, "Bad", **options)
    page += write("dice-table", "Good", **GOOD) + "\n\nThe end.\n"
    book = page_of(build, page, name="index.md" if markdown else "index.rst")
    are_said(book, wanted)
    shown = text(book.soup())
    assert shown.count("Missing here: Bad") == len(wanted)
    assert shown.index("Good") < shown.index("The end.")


def test_an_event_that_markdown_reads_as_yaml(build: Builder) -> None:
    source = "# T\n\n```{dice-table} Bad\n:check: direct\n:rows: dice = 1\n:event: >= 2\n```\n"
    book = page_of(build, source, name="index.md")
    (ours,) = [line for line in book.warnings if "[rulebook." in line]
    assert "contains ' #': ':event: \">= 2\"'" in ours
    assert "Missing here: Bad" in text(book.soup())


def test_each_wrong_role_is_named_at_its_line(build: Builder) -> None:
    page, wanted = "T\n=\n\n", []
    for role, kind, words in CASES["roles"]:
        wanted.append((page.count("\n") + 2, kind, words))
        page += f"One.\nIt is {role}, so.\n\n"
    book = page_of(build, page)
    are_said(book, wanted)
    assert len(book.soup().select(".rulebook-missing")) == len(wanted)


def test_a_substitution_with_a_mistake_is_one_warning_where_it_is_written(build: Builder) -> None:
    source = "T\n=\n\n.. |x| replace:: :odds:`dirct(4) >= 2`\n\nOnce |x|, twice |x|, |x|.\n"
    book = page_of(build, source)
    (line,) = book.warnings
    assert line.startswith("index.rst:4: ")


def test_a_game_that_there_is_not(build: Builder) -> None:
    book = page_of(build, "T\n=\n\n.. rulebook-game:: arata\n\n:odds:`direct(1) >= 1`\n")
    (line,) = book.warnings
    assert line.startswith("index.rst:4: WARNING: rulebook-game: no game named 'arata'")
    assert line.endswith("did you mean 'arrata'? [rulebook.game]")
    assert "33%" in text(book.soup())


@pytest.mark.parametrize(
    ("quiet", "left"),
    [("rulebook.table", 1), ("rulebook", 0), ("rulebook.*", 0), ("rulebook.odds", 1)],
)
def test_a_warning_can_be_silenced(build: Builder, quiet: str, left: int) -> None:
    bad = directive("dice-table", "Bad", **{**GOOD, "check": "dirct"})
    source = f"T\n=\n\n{bad}\n\n:odds:`dirct(1) >= 1`\n"
    assert len(page_of(build, source, suppress_warnings=[quiet]).warnings) == left


def test_a_page_in_another_language_says_what_is_missing(build: Builder) -> None:
    bad = directive("dice-table", "Tafel", **{**GOOD, "check": "dirct"})
    book = page_of(build, f"T\n=\n\n{bad}\n", language="de")
    assert "Hier fehlt: Tafel" in text(book.soup())


# Garbage that looks a little like what belongs there.
_WORDS = """direct action dice favor faces outcomes difficulties counts events with chances checks
= >= 1..3 1 -1 2.5 "" " , ; ( ) * .. all is any YES meets Easy mean 2d6 d% 10%..90% by 10% | ` 0
999999 first.dice opposed … ≥ “ ” <script> \\ { } [ ] : # !"""
_words = st.sampled_from(_WORDS.split())
_garbage = st.one_of(st.text(max_size=30), st.lists(_words, max_size=8).map(" ".join))
_RULES = load({name: f"game:{name}" for name in ("uwr", "narrative")})


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(
    check=st.one_of(st.sampled_from(["direct", "narrative:action", "2d6", "opposed"]), _garbage),
    rows=st.one_of(st.sampled_from(["dice = 1..2", "outcomes", "faces", "counts = 1"]), _garbage),
    columns=_garbage,
    event=_garbage,
    footer=_garbage,
    given_=_garbage,
    show=st.one_of(st.sampled_from(["", "ways", "mean", "difference", "reach"]), _garbage),
    of=_garbage,
)
def test_no_option_whatever_breaks_out(
    check: str, rows: str, columns: str, event: str, footer: str, given_: str, show: str, of: str
) -> None:
    for more in ({}, {"columns": columns}, {"event": event}, {"footer": footer}):
        spec = TableSpec("", check, rows, given=given_, show=show, of=of, **more)
        with suppress(RulesError):
            table(_RULES, Style(), spec)


def test_a_page_of_garbage_builds(build: Builder) -> None:
    odd = ["`", "*", "|", "<", "{{", "\\", "%s", "%(x)s", "{0}", "\x00", ":", "''", '"']
    parts = [
        directive("dice-table", f"Bad {mark}" if mark not in "`*|" else "Bad", **{key: mark})
        for mark in odd
        for key in ("check", "rows", "columns", "event", "with", "footer", "show", "format")
    ]
    parts += [f":odds:`a{mark}b`\n" for mark in odd if mark != "`"]
    book = page_of(build, "T\n=\n\n" + "\n".join(parts) + "\n\nThe end.\n")
    assert "The end." in text(book.soup())
    assert all("Traceback" not in line for line in book.warnings)


def test_a_role_of_the_other_markup_and_a_sheet_are_wrong_at_their_lines(build: Builder) -> None:
    conf = CONF + 'myst_enable_extensions = ["fieldlist"]\n'
    index = "# Book\n\n(storm)=\n\n## Storm\n\n```{toctree}\nm\nr\n```\n"
    pages = {"index.md": index, "m.md": CASES["in_other_markup"], "r.rst": CASES["in_other_rest"]}
    book = build(files={"conf.py": conf, **pages})
    markdown = "WARNING: {0}: Markdown writes roles as {{{0}}}`…`; :{0}:`…` is shown as it is"
    rest = "WARNING: {0}: reStructuredText writes roles as :{0}:`…`; {{{0}}}`…` is shown as it"
    sheet = "WARNING: rulebook-sheet: nothing in the book is named '{}'; "
    wanted = [
        ("m.md:1: ", markdown.format("odds")),
        ("m.md:4: ", markdown.format("die")),
        ("m.md:4: ", markdown.format("rolled")),
        ("m.md:6: ", markdown.format("rule")),
        ("m.md:17: ", sheet.format("Long ago") + "there is 'storm'"),
        ("m.md:18: ", sheet.format("strom") + "did you mean 'storm'?"),
        ("r.rst:1: ", rest.format("odds")),
        ("r.rst:4: ", rest.format("rolled")),
    ]
    lacking = [
        place + words
        for place, words in wanted
        if not any(each.startswith(place + words) for each in book.warnings)
    ]
    assert lacking == [], book.warnings
    assert len(book.warnings) == len(wanted), "\n".join(book.warnings)


def test_a_figure_that_is_too_much_work_is_a_dash_and_refuses_a_chart(build: Builder) -> None:
    rules = (
        "[check.a]\n"
        'roll = "dice d10"\n'
        "takes.dice = {}\n"
        'readings.raises = "bundles(10)"\n'
        'outcomes = ["A: raises >= 3 and row >= 2", "B: otherwise"]\n'
    )
    conf = 'extensions = ["sphinxext.rulebook"]\nrulebook_rules = "rules.toml"\n'
    page = (
        "T\n=\n\n.. dice-table:: Cap\n   :check: a\n   :rows: dice = 2, 60\n   :columns: outcomes\n"
        "\n.. odds-chart:: Cap\n   :check: a\n   :across: dice = 2, 60, 3\n   :event: is B\n"
    )
    book = build(builder="text", files={"conf.py": conf, "rules.toml": rules, "index.rst": page})
    assert len(book.warnings) == 2
    assert "figures of this table that are left out: 2; 60 dice are too many" in book.warnings[0]
    assert "'60' cannot be drawn: 60 dice are too many" in book.warnings[1]
    shown = book.read("index.txt")
    assert "| 2    | 0% | 100% |" in shown
    assert "| 60   | –  | –    |" in shown


def test_a_speaker_is_found_in_time_whatever_the_name() -> None:
    from sphinxext.rulebook.book.boxes import SPEAKER

    assert SPEAKER.match("a" + "-" * 31) is None  # twice as long with each more, once
    found = SPEAKER.match("Anne-Marie O’Hara: Run!")
    assert found["who"] == "Anne-Marie O’Hara"
