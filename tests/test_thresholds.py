"""Every bound that a reader meets, just inside and just outside; the cases are data."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.books import Builder
from tests.support.command import Run

CASES = tomllib.loads(Path(__file__).with_name("thresholds.toml").read_text("utf-8"))


def checked(rulebook: Run, text: str) -> Any:
    """Check a plain page, and return the report."""
    Path("page.md").write_text(text, encoding="utf-8")
    return rulebook("check", "--format", "json").json


@pytest.mark.parametrize("settings", CASES["typed"])
def test_typed_figures(settings: str, rulebook: Run) -> None:
    """Each `right` is silent, each `wrong` is drift, each `refused` is an error."""
    if settings != "default":
        Path("rulebook.toml").write_text(f"{settings}\n", encoding="utf-8")
    wanted: dict[str, str] = {}
    for case in CASES["typed"][settings]:
        for verdict in ("right", "wrong", "refused"):
            for words in case.get(verdict, ()):
                wanted[f"{words} <!-- odds: {case['asked']} -->"] = verdict
    lines = [f"{line}\n" for line in wanted]
    report = checked(rulebook, "\n".join(lines))
    verdicts = {each["line"]: "wrong" for each in report["drift"]}
    verdicts |= {each["line"]: "refused" for each in report["unread"]}
    found = {words: verdicts.get(2 * n + 1, "right") for n, words in enumerate(wanted)}
    assert found == wanted


@pytest.mark.parametrize("case", CASES["odds"], ids=lambda case: str(case["asked"]))
def test_answers_in_a_terminal(case: dict[str, str], rulebook: Run) -> None:
    line = rulebook("odds", case["asked"]).out.splitlines()[1].strip()
    assert line == case["says"] or line.startswith(f"{case['says']}  ")


@pytest.mark.parametrize("settings", CASES["shown"])
def test_figures_on_a_page(settings: str, build: Builder) -> None:
    cases = CASES["shown"][settings]
    page = "".join(f":odds:`{case['asked']}`\n\n" for case in cases)
    files = {"index.rst": f"T\n=\n\n{page}"}
    book = build(builder="text", files=files, conf=tomllib.loads(settings))
    shown = (book.outdir / "index.txt").read_text("utf-8").split("\n\n")[1:]
    assert [each.strip() for each in shown] == [case["shows"] for case in cases]


@pytest.mark.parametrize("case", CASES["table"], ids=lambda case: str(case["name"]))
def test_reasons_of_tables(case: dict[str, Any], rulebook: Run) -> None:
    """Each wrong cell, with its reason."""
    report = checked(rulebook, f"<!-- dice-table: {case['asks']} -->\n\n{case['typed']}")
    assert report["unread"] == []
    whys = {each["found"]: each["why"] for each in report["drift"]}
    assert whys == case["whys"]


@pytest.mark.parametrize("case", CASES["page"], ids=lambda case: str(case["name"]))
def test_plain_pages(case: dict[str, Any], rulebook: Run) -> None:
    report = checked(rulebook, case["page"])
    assert report["drift"] == []
    assert [each["message"] for each in report["unread"]] == case["unread"]


def test_a_parameter_without_an_end_is_tried_up_to_200(build: Builder) -> None:
    rules = "name = 'R'\n[check.try]\nroll = 'd100'\ntakes.skill.each = '+1'\n"
    table = (
        ".. dice-table:: Needed\n   :check: try\n   :rows: chances = 9%, 10%, 11%\n"
        "   :event: >= 291\n   :show: reach\n   :of: skill\n"
    )
    book = build(
        builder="text",
        files={"rules.toml": rules, "index.rst": f"T\n=\n\n{table}"},
        conf={"rulebook_rules": "rules.toml"},
    )
    shown = (book.outdir / "index.txt").read_text("utf-8")
    assert [line.split()[-2] for line in shown.splitlines() if "%" in line] == ["199", "200", "–"]


def test_findings_are_in_the_order_of_pages(build: Builder) -> None:
    wrong = "T\n=\n\n:odds:`34% <d6 >= 5>`\n"
    pages = {f"{name}.rst": wrong for name in "abc"}
    contents = "T\n=\n\n.. toctree::\n\n   c\n   b\n   a\n"
    build(builder="drift", files={"index.rst": contents, **pages})
    book = build(builder="drift", files={"a.rst": wrong + "\nRead last.\n"})
    report = json.loads((book.outdir / "drift.json").read_text("utf-8"))
    assert [Path(each["file"]).name for each in report["drift"]] == ["a.rst", "b.rst", "c.rst"]


@pytest.mark.parametrize(("version", "status"), [('"version": 1, ', 0), ("", 2)])
def test_a_lock_says_its_version(version: str, status: int, build: Builder, rulebook: Run) -> None:
    book = build(files={"index.rst": "T\n=\n\n:odds:`33% <d6 >= 5>`\n"})
    lock = book.srcdir / "odds.lock.json"
    assert rulebook("lock", book.srcdir).status == 0
    text = lock.read_text("utf-8")
    assert text.startswith('{"version": ')
    lock.write_text("{" + version.strip() + text.partition(",")[2], encoding="utf-8")
    assert rulebook("check", book.srcdir).status == status
