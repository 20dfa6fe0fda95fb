"""What is wrong is one warning where it is wrong, with the nearest right word; the page builds."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.errors import RulesError
from sphinxext.rulebook.rules.rules import load
from sphinxext.rulebook.tables.grid import table
from sphinxext.rulebook.tables.specs import TableSpec
from tests.support.pages import directive, in_markdown, text

if TYPE_CHECKING:
    from tests.support.books import Book, Builder

CONF = """\
project = "Book"
author = copyright = "The authors"
show_warning_types = True
extensions = ["myst_parser", "sphinxext.rulebook"]
rulebook_rules = {name: f"game:{name}" for name in ("uwr", "unnamed", "arrata", "narrative")}
"""
GOOD = {"check": "direct", "rows": "dice = 1, 2", "event": ">= 1"}


def page_of(build: Builder, source: str, *, name: str = "index.rst", **conf: object) -> Book:
    return build(files={"conf.py": CONF, name: source}, conf=conf, fresh=True)


# What is changed in a good table, and words of the one warning.
WRONG: dict[str, tuple[dict[str, str], str]] = {
    "check": ({"check": "dirct"}, "no check named 'dirct' in uwr; did you mean 'direct'?"),
    "no check": ({"check": ""}, "':check:' is missing"),
    "an event in the check": ({"check": "direct >= 2"}, "a check or dice alone"),
    "an average of an event": ({"show": "mean"}, "leave out one of them"),
    "an average under counts": (
        {"show": "median", "event": "", "columns": "counts >= 1..2"},
        "':show: median' is about whole rolls, and an axis of this table asks for chances",
    ),
    "ways of an average": ({"show": "ways", "event": "mean"}, "an average is no number of ways"),
    "an average as a chance": ({"show": "chance", "event": "mean"}, "leave out ':show: chance'"),
    "a difference from nothing": (
        {"show": "difference"},
        "':show: difference' compares each column with the first, and there is one; add",
    ),
    "ways of faces": (
        {"check": "narrative:action(red)", "rows": "faces", "event": "", "show": "ways"},
        "':show: ways' has no effect, for the axes say what each cell shows",
    ),
    "ways of ways": (
        {"columns": 'ways = ">= 1"', "event": "", "show": "ways"},
        "':show: ways' has no effect",
    ),
    "two shows in a cell": (
        {"rows": 'difference = "favor=1"', "columns": 'ways = ">= 1"', "event": ""},
        "a cell cannot show both 'difference' and 'ways'",
    ),
    "a chance less an average": (
        {"columns": 'events = "mean", ">= 1"', "event": "", "show": "difference"},
        "a chance and an average have no difference",
    ),
    "levels of nothing": ({"of": "dice"}, "':of:' has no effect here"),
    "chances that nothing reaches": (
        {"columns": "chances = 10%..90% by 20%"},
        "an axis of chances needs ':show: reach'",
    ),
    "an event over other events": (
        {"check": "direct(2)", "rows": "counts >= 1..2", "event": ">= 1"},
        "':event: >= 1' has no effect",
    ),
    "a format of words": (
        {"rows": "difficulties", "event": "", "format": "fraction"},
        "':format:' has no effect on a table of words from the rules",
    ),
    "a unit of nothing typed": ({"unit": "percent"}, "':unit:' has no effect on a table without"),
    "no rows": ({"rows": ""}, "':rows:' is missing"),
    "parameter": ({"rows": "dise = 1..3"}, "did you mean 'dice'?"),
    "axis": ({"rows": "outcoms"}, "no axis named 'outcoms'"),
    "values": ({"rows": "dice = one"}, "'one' is not a value of 'dice'"),
    "a range without end": ({"rows": "dice = 1..100000"}, "more than 400 values"),
    "empty values": ({"rows": "dice ="}, "has no values"),
    "a comparison of a parameter": ({"rows": "dice >= 1"}, "needs its values, as in 'dice = 1..6'"),
    "too many cells": (
        {"rows": "dice = 1..300", "columns": "favor = 0..200"},
        "more than 20,000 cells",
    ),
    "difficulty": ({"rows": "difficulties = Easi"}, "did you mean 'Easy'?"),
    "outcome": (
        {"check": "narrative:action(red)", "rows": 'outcomes = "YES", "NO!"', "event": ""},
        "ask 'is any YES'",
    ),
    "group": (
        {"check": "narrative:action(red)", "rows": "outcomes = any YEP", "event": ""},
        "did you mean 'YES'?",
    ),
    "no outcomes": ({"rows": "outcomes"}, "'direct' names no outcomes"),
    "event": ({"event": ">= two"}, "expected a whole number, not 'two'"),
    "event without a number": ({"event": "often"}, "expected an event"),
    "no event": ({"event": ""}, "add ':event: >= 2'"),
    "two events": (
        {"rows": "counts = 1", "columns": "counts = 2", "check": "direct(2)"},
        "both axes ask for an event",
    ),
    "a place for nothing": (
        {"check": "direct(2)", "rows": 'with = ""', "event": "= *"},
        "nothing fills the *",
    ),
    "arguments": ({"with": "favour=1"}, "did you mean 'favor'?"),
    "format": ({"format": "percents"}, "did you mean 'percent'?"),
    "digits": ({"digits": "many"}, "'digits' is a number from 0 to 12"),
    "digits without end": ({"digits": "9" * 5000}, "'digits' is a number from 0 to 12"),
    "rounding": ({"rounding": "nearst"}, "did you mean 'nearest'?"),
    "show": ({"show": "chances"}, "did you mean 'chance'?"),
    "reach of nothing": ({"show": "reach"}, "needs ':of:'"),
    "footer": ({"footer": "is YES"}, "':footer:': 'direct' needs 'dice'"),
    "game": ({"game": "narativ"}, "did you mean 'narrative'?"),
    "option": ({"row": "dice = 1"}, "':row:': no such option; did you mean 'rows'?"),
    "align": ({"align": "middle"}, "':align:'"),
    "width": ({"width": "broad"}, "':width:'"),
    "widths": ({"widths": "1 2 3"}, "names 3 columns, but the table has 2"),
    "widths of words": ({"widths": "one two"}, "':widths:'"),
    "header rows": ({"header_rows": "9"}, "':header-rows:' is 9, but the table has 3 rows"),
    "header rows of words": ({"header_rows": "two"}, "':header-rows:': takes whole numbers"),
    "stub columns": ({"stub_columns": "9"}, "':stub-columns:' is 9, but the table has 2 columns"),
    "endless digits": (
        {"rows": f"dice = 1..{'9' * 5000}"},
        "a number of 5,000 digits; the most is 40",
    ),
    "a step of none": ({"rows": "dice = 1..3 by 0"}, "'1..3 by 0' goes nowhere; its step is 1"),
    "faces": ({"check": "2d6", "rows": "faces = 9", "event": ""}, ""),
}


@pytest.mark.parametrize("name", WRONG)
def test_one_warning_at_the_directive(build: Builder, name: str) -> None:
    changes, words = WRONG[name]
    options = {**GOOD, **changes}
    bad = directive("dice-table", "Bad", **options)
    good = directive("dice-table", "Good", **GOOD)
    book = page_of(build, f"T\n=\n\n{bad}\n{good}\n\nThe end.\n")
    assert len(book.warnings) == 1, book.warnings
    assert book.warnings[0].startswith("index.rst:4: WARNING: dice-table: ")
    assert words in book.warnings[0]
    assert book.warnings[0].endswith("[rulebook.table]")
    page = text(book.soup())
    assert "Missing here: Bad" in page
    assert "Good" in page
    assert "The end." in page


MD_SAYS_ITSELF = {"option"}  # Markdown warns itself of an option that there is not


@pytest.mark.parametrize("name", sorted(WRONG.keys() - MD_SAYS_ITSELF))
def test_the_same_warning_in_markdown(build: Builder, name: str) -> None:
    changes, words = WRONG[name]
    options = {key: value for key, value in {**GOOD, **changes}.items() if value}
    bad = in_markdown("dice-table", "Bad", **options)
    book = page_of(build, f"# T\n\n{bad}\nThe end.\n", name="index.md")
    assert len(book.warnings) == 1, book.warnings
    assert book.warnings[0].startswith("index.md:3: WARNING: dice-table: ")
    assert words in book.warnings[0]
    assert "Missing here: Bad" in text(book.soup())


def test_an_event_that_markdown_reads_as_yaml(build: Builder) -> None:
    source = "# T\n\n```{dice-table} Bad\n:check: direct\n:rows: dice = 1\n:event: >= 2\n```\n"
    book = page_of(build, source, name="index.md")
    (ours,) = [line for line in book.warnings if "[rulebook." in line]
    assert "contains ' #': ':event: \">= 2\"'" in ours
    assert "Missing here: Bad" in text(book.soup())


@pytest.mark.parametrize(
    ("role", "subtype", "words"),
    [
        (":odds:`dirct(4) >= 2`", "odds", "did you mean 'direct'?"),
        (":odds:`direct(4)`", "odds", "asks for no event"),
        (":odds:`direct(4) >=`", "odds", "expected a whole number, but the text ends"),
        (":odds:`direct(4) >= 100001`", "odds", "the most is 100,000"),
        (":odds:`direct(100000) >= 2`", "odds", "more than the"),
        (":odds:`direct(dise=4) >= 2`", "odds", "did you mean 'dice'?"),
        (":odds:`narative:action(red) is any YES`", "odds", "did you mean 'narrative'?"),
        (":odds:`narrative:action(rad) is any YES`", "odds", "did you mean 'red'?"),
        (":odds:`narrative:action(red) >= 2`", "odds", "names its outcomes"),
        (":rule:`direct.sucess`", "rule", "did you mean 'success'?"),
        (":rule:`direct`", "rule", "is not a path of a rule"),
        (":rule:`2d6.success`", "rule", "plain dice have no rules"),
        (":rule:`direct.difficulties`", "rule", "has several values"),
        (":rule:`direct.difficulties.Easi`", "rule", "did you mean 'Easy'?"),
        (":rolled:`direct(2)`", "rolled", "names no dice"),
        (":rolled:`direct(2) on 1 2 3`", "rolled", "dice"),
        (":rolled:`direct(2) on 1 7`", "rolled", "7"),
        (":rolled:`direct(2) >= 1 on 1 2`", "rolled", "leave '>= 1' out"),
    ],
)
def test_one_warning_at_the_role(build: Builder, role: str, subtype: str, words: str) -> None:
    book = page_of(build, f"T\n=\n\nOne.\n\nIt is {role}, so.\n")
    (line,) = book.warnings
    assert line.startswith(f"index.rst:6: WARNING: {subtype}: ")
    assert words in line
    assert line.endswith(f"[rulebook.{subtype}]")
    missing = book.soup().select_one(".rulebook-missing")
    assert missing is not None


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


@pytest.mark.parametrize("quiet", ["rulebook.table", "rulebook", "rulebook.*"])
def test_a_warning_can_be_silenced(build: Builder, quiet: str) -> None:
    bad = directive("dice-table", "Bad", **{**GOOD, "check": "dirct"})
    book = page_of(build, f"T\n=\n\n{bad}\n", suppress_warnings=[quiet])
    assert book.warnings == ()


def test_silence_for_one_is_not_silence_for_all(build: Builder) -> None:
    bad = directive("dice-table", "Bad", **{**GOOD, "check": "dirct"})
    source = f"T\n=\n\n{bad}\n\n:odds:`dirct(1) >= 1`\n"
    book = page_of(build, source, suppress_warnings=["rulebook.odds"])
    assert len(book.warnings) == 1


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


@settings(max_examples=400, suppress_health_check=list(HealthCheck))
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
    check: str,
    rows: str,
    columns: str,
    event: str,
    footer: str,
    given_: str,
    show: str,
    of: str,
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


IN_OTHER_MARKUP = """\
# One in six: :odds:`d6 = 1`

A bell tolls,
and (:rolled:`YES! BUT... <action(yellow) on 4>`) is *seldom :die:`d6 5`*.

:rule:`direct.success` is where a field would begin.

:die: `d6` is a field, `:odds:` a name, and ``:odds:`d6 = 1` `` code.

<!-- no field -->

    :odds:`d6 = 1`

> ```{rulebook-sheet} Sheet
> :layout: portrait
>
> - Long ago
> - Storm <strom>
> ```
"""
IN_OTHER_REST = """\
One in six: {odds}`d6 = 1`
==========================

A bell tolls, and ({rolled}`YES! BUT... <action(yellow)
on 4>`) is as ``{odds}`d6 = 1``` in code.

::

   {odds}`d6 = 1`
"""


def test_a_role_of_the_other_markup_and_a_sheet_are_wrong_at_their_lines(build: Builder) -> None:
    conf = CONF + 'myst_enable_extensions = ["fieldlist"]\n'
    index = "# Book\n\n(storm)=\n\n## Storm\n\n```{toctree}\nm\nr\n```\n"
    pages = {"index.md": index, "m.md": IN_OTHER_MARKUP, "r.rst": IN_OTHER_REST}
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


def test_a_row_that_is_too_much_work_is_left_out_and_named(build: Builder) -> None:
    rules = (
        "[check.a]\nroll = {}\ntakes.dice = { each = { d10 = 1 }, required = true }\n"
        'readings.raises = { is = "groups", reach = 10 }\n'
        'outcomes = { A = "raises >= 3 and row >= 2", B = "otherwise" }\n'
    )
    conf = 'extensions = ["sphinxext.rulebook"]\nrulebook_rules = "rules.toml"\n'
    page = (
        "T\n=\n\n.. dice-table:: Cap\n   :check: a\n   :rows: dice = 2, 60\n   :columns: outcomes\n"
        "\n.. odds-chart:: Cap\n   :check: a\n   :across: dice = 2, 60, 3\n   :event: is B\n"
    )
    book = build(builder="text", files={"conf.py": conf, "rules.toml": rules, "index.rst": page})
    assert len(book.warnings) == 2
    assert "figures of this table that are left out: 2; 60 dice are too many" in book.warnings[0]
    assert "left out of this chart: 60; 60 dice are too many" in book.warnings[1]
    shown = book.read("index.txt")
    assert "| 2    | 0% | 100% |" in shown
    assert "| 60   | –  | –    |" in shown


def test_a_speaker_is_found_in_time_whatever_the_name() -> None:
    from sphinxext.rulebook.book.boxes import SPEAKER

    assert SPEAKER.match("a" + "-" * 31) is None  # twice as long with each more, once
    found = SPEAKER.match("Anne-Marie O’Hara: Run!")
    assert found is not None
    assert found["who"] == "Anne-Marie O’Hara"
