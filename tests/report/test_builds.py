"""Drift in ordinary builds and in the drift builder: which pages are judged, and when."""

import json
import re

import pytest

from tests.support.books import Book, Builder
from tests.support.cases import cases_of

CONF = 'project = "Book"\nextensions = ["sphinxext.rulebook"]\nrulebook_rules = "rules.toml"\n'
CASES = cases_of(__file__)
RULES = CASES["rules"]
PAGE = "Page\n====\n\nA :odds:`34% <pool(1) >= 1>` chance.\n"
RIGHT = PAGE.replace("34%", "33%")
TABLE = CASES["table"]


def files(page: str = PAGE, **more: str) -> dict[str, str]:
    return {"conf.py": CONF, "rules.toml": RULES, "index.rst": page, **more}


def drift(book: Book) -> list[str]:
    """The warnings of drift, without their reasons."""
    return [line.partition(": WARNING: ")[0] for line in book.warnings if " drift: " in line]


def found(book: Book) -> list[tuple[str, int]]:
    report = json.loads((book.outdir / "drift.json").read_text("utf-8"))
    return [(each["file"].rpartition("/")[2], each["line"]) for each in report["drift"]]


def test_in_an_ordinary_build_drift_is_a_warning_at_its_line(build: Builder) -> None:
    book = build(files=files(PAGE + TABLE))
    assert drift(book) == ["index.rst:4", "index.rst:12"]
    # Sphinx shows types at the end of a line from 8.0 on.
    assert book.warnings[0].removesuffix(" [rulebook.drift]") == (
        'index.rst:4: WARNING: drift: "34%" should be "33%": pool(1) >= 1 is 1/3 (33.33…%); '
        "34% is 1/3 rounded up"
    )
    assert book.status == 0


def test_it_warns_again_when_no_page_is_read(build: Builder) -> None:
    build(files=files())
    book = build()
    assert "0 changed" in book.printed or "no targets" in book.printed
    assert drift(book) == ["index.rst:4"]


def test_with_w_a_build_that_reads_nothing_fails(build: Builder) -> None:
    assert build(files=files()).status == 0
    assert build(strict=True).status == 1
    assert build(files=files(RIGHT), strict=True).status == 0


@pytest.mark.parametrize(("before", "after"), [(PAGE, RIGHT), (RIGHT, PAGE)])
def test_what_a_check_has_read_in_between_is_judged_anew(
    build: Builder, before: str, after: str
) -> None:
    build(files=files(before))
    checked = build(builder="drift", files={"index.rst": after})
    assert bool(found(checked)) == (after == PAGE)
    assert bool(drift(build())) == (after == PAGE)


def test_a_claim_that_cannot_be_read_warns_each_time(build: Builder) -> None:
    book = build(files=files(PAGE.replace("34%", "soon")))
    again = build()
    for each in (book, again):
        assert len(each.warnings) == 1
        assert each.warnings[0].startswith("index.rst:4: WARNING: odds: 'soon' is not a chance")


def test_a_change_of_the_rules_is_drift_though_no_page_is_read(build: Builder) -> None:
    assert build(files=files(RIGHT)).warnings == ()
    book = build(files={"rules.toml": RULES.replace("5+", "4+")})
    assert drift(book) == ["index.rst:4"]
    assert "is 1/2 (50%)" in book.warnings[0]
    assert build(files={"rules.toml": RULES}).warnings == ()


def test_a_claim_that_the_rules_lacked_is_right_when_they_have_it(build: Builder) -> None:
    other = RULES.replace("check.pool", "check.other")
    book = build(files={**files(RIGHT + TABLE.replace("34", "33")), "rules.toml": other})
    assert len(book.warnings) == 2
    assert build(files={"rules.toml": RULES}).warnings == ()


def test_what_is_generated_makes_no_claim(build: Builder) -> None:
    page = "Page\n====\n\nA :odds:`pool(1) >= 1` chance.\n" + TABLE.partition("\n   ==")[0]
    book = build(files=files(page), builder="drift")
    assert json.loads(book.read("drift.json"))["checked"] == 0


def test_pages_that_go_are_forgotten(build: Builder) -> None:
    book = build(files=files(RIGHT, **{"other.rst": f":orphan:\n\n{PAGE}"}), builder="drift")
    assert found(book) == [("other.rst", 6)]
    (book.srcdir / "other.rst").unlink()
    assert found(build(builder="drift")) == []


def test_parallel_readers_claim_together(build: Builder) -> None:
    pages = {f"page{n:02}.rst": f":orphan:\n\n{PAGE}{TABLE}" for n in range(12)}
    book = build(files=files(**pages), builder="drift", jobs=3)
    lines = [("index.rst", 4), *[(name, line) for name in sorted(pages) for line in (6, 14)]]
    assert sorted(found(book)) == sorted(lines)
    assert json.loads(book.read("drift.json"))["checked"] == 1 + 12 * 3
    assert book.status == 1
    again = build(builder="drift", jobs=3)
    assert sorted(found(again)) == sorted(lines)


def test_the_drift_builder_prints_a_line_each_also_when_quiet(build: Builder) -> None:
    book = build(files=files(), builder="drift", process=True)
    lines = [line for line in book.printed.splitlines() if ": drift: " in line]
    assert len(lines) == 1
    assert re.search(r'index\.rst:4: drift: "34%" should be "33%": pool\(1\) >= 1 is 1/3', lines[0])
    assert book.warnings == ()


def test_with_w_other_warnings_do_not_change_the_status(build: Builder) -> None:
    page = RIGHT + "\nSee :ref:`nowhere` and |nothing|.\n"
    book = build(files=files(page), builder="drift", strict=True)
    assert book.status == 0
    assert book.warnings


def test_judging_leaves_the_doctrees_to_other_builders(build: Builder) -> None:
    build(files=files(), builder="drift")
    book = build()
    assert "0 added, 0 changed, 0 removed" in book.printed
    assert drift(book) == ["index.rst:4"]
    assert "34%" in book.read()


def test_an_included_text_claims_on_each_page_that_shows_it(build: Builder) -> None:
    part = "A :odds:`34% <pool(1) >= 1>` chance.\n"
    book = build(
        files=files(
            "Page\n====\n\n.. include:: part.inc\n",
            **{"part.inc": part, "other.rst": ":orphan:\n\n.. include:: part.inc\n"},
        ),
        builder="drift",
    )
    assert found(book) == [("part.inc", 1), ("part.inc", 1)]


PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "{}"\nmsgstr "{}"\n'


def test_a_translated_figure_claims_once_at_its_line_of_the_catalogue(build: Builder) -> None:
    english = "A :odds:`33% <pool(1) >= 1>` chance."
    german = "Eine Chance von :odds:`34 % <pool(1) >= 1>`."
    book = build(
        files={
            **files(f"Page\n====\n\nFirst.\n\n{english}\n"),
            "conf.py": CONF + 'language = "de"\nlocale_dirs = ["locale"]\n',
            "locale/de/LC_MESSAGES/index.po": PO.format(english, german),
        },
        builder="drift",
    )
    report = json.loads(book.read("drift.json"))
    assert report["checked"] == 1
    assert found(book) == [("index.po", 5)]
    assert [each["found"] for each in report["drift"]] == ["34 %"]
