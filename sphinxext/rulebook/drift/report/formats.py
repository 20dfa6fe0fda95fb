"""A judged book as files that machines read: json, SARIF, JUnit, annotations."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree as ET

from ...book.claims import Finding, FindingKind
from ...files import from_here
from ...version import __version__
from ..check.finding import Verdict
from .coverage import Unshown
from .words import message, news, why

if TYPE_CHECKING:
    from ..suggest.suggestion import Suggestion


MOST_ROWS = 100  # of a summary
MOST_UNREAD = 4  # lines of a screen


class Report(NamedTuple):
    """The result of a check of a book."""

    verdict: Verdict
    unshown: tuple[Unshown, ...] = ()
    suggestions: tuple[Suggestion, ...] | None = None  # None where nobody asked for any
    strict: bool = False  # a figure that is surely wrong without any rules counts as drift
    lists_all: bool = False  # each suggestion, instead of a screen
    lists_moved: bool = False  # each figure that moved, instead of one line on all of them
    unread_files: tuple[str, ...] = ()  # what a search for suggestions left out, and why

    @property
    def status(self) -> int:
        """The exit status: 2 where something could not be read, 1 for drift, else 0."""
        if self.verdict.errors:
            return 2
        surely_wrong = self.strict and any(each.known for each in self.wrong)
        return 1 if self.verdict.drift or self.changed or surely_wrong else 0

    @property
    def changed(self) -> tuple[Finding, ...]:
        """The figures that moved since the book was locked."""
        return self.verdict.of(FindingKind.CHANGED)

    @property
    def wrong(self) -> tuple[Suggestion, ...]:
        """The figures that are wrong under any rules."""
        return tuple(each for each in self.suggestions or () if each.right is not None)


def lines(report: Report) -> list[Finding]:
    """Everything that the report finds, its file named from here, in the order of the book."""
    order = list(FindingKind)
    found = [each for each in report.verdict.findings if each.kind is not FindingKind.NOT_JUDGED]
    return sorted(
        map(_here, found), key=lambda each: (each.file, each.line, order.index(each.kind))
    )


def _here(found: Finding) -> Finding:
    """Return a finding, its file named from here."""
    return found._replace(file=from_here(found.file))


def _line(found: Finding) -> str:
    """Return a finding as a person and an editor read it."""
    return f"{found.file}:{found.line}: {found.kind}: {message(found)}"


def as_text(report: Report) -> str:
    """The findings one a line, and a last line that sums up."""
    verdict, changed = report.verdict, report.changed
    shown = (lines if report.lists_moved else _urgent)(report)
    said = list(map(_line, (*shown, *map(_here, verdict.of(FindingKind.NOT_JUDGED)))))
    if changed and not report.lists_moved:
        said.append(news(changed))
    parts = [f"{verdict.checked:,} figure{'' if verdict.checked == 1 else 's'} checked"]
    parts.append(f"{len(verdict.drift)} drifted" if verdict.drift else "no drift")
    wrong = len(report.wrong)
    counts = [(len(changed), "changed since the lock"), (len(verdict.errors), "could not be read"),
              (wrong, "wrong under any rules")]  # fmt: skip
    parts += [f"{many} {what}" for many, what in counts if many]
    if report.suggestions is not None:
        from ..suggest.suggestion import as_lines, as_screen

        said += (as_lines if report.lists_all else as_screen)(report.suggestions)
        parts.append(f"{len(report.suggestions) - wrong} that nothing checks")
        unread = list(report.unread_files)
        if not report.lists_all and len(unread) > MOST_UNREAD:
            unread[MOST_UNREAD:] = [f"{len(unread) - MOST_UNREAD} more kinds and folders"]
        said += [f"not read: {each}" for each in unread]
    return "\n".join([*said, ", ".join(parts)]) + "\n"


def as_dict(report: Report) -> dict[str, Any]:
    """The report as `drift.json` holds it."""
    verdict = report.verdict
    found = {
        "checked": verdict.checked,
        "drift": [
            {
                **_place(each),
                "found": each.found,
                "expected": each.expected,
                "query": each.query,
                "probability": each.probability,
                "why": why(each),
            }
            for each in verdict.drift
        ],
        "changed": [
            {"query": each.query, "old": each.found, "new": each.expected, **_place(each)}
            for each in report.changed
        ],
        "undocumented": [each._asdict() for each in report.unshown],
        "unread": [{**_place(each), "message": message(each)} for each in verdict.errors],
        "unasked": [
            {**_place(each), "names": list(each.why.about if each.why else ())}
            for each in verdict.of(FindingKind.NOT_JUDGED)
        ],
    }
    if report.suggestions is not None:
        found["suggestions"] = [each.entry for each in report.suggestions]
        found["not_read"] = list(report.unread_files)
    return found


def _place(found: Finding) -> dict[str, Any]:
    return {"file": from_here(found.file), "line": found.line}


def as_json(report: Report) -> str:
    """The report as JSON text."""
    return json.dumps(as_dict(report), indent=2, ensure_ascii=False) + "\n"


RULES = {
    FindingKind.DRIFT: ("A figure that the rules do not give", "error"),
    FindingKind.CHANGED: ("A published figure that moved since the lock", "warning"),
    FindingKind.ERROR: ("A claim or a rule that could not be read", "error"),
}


def as_sarif(report: Report) -> str:
    """The report as SARIF 2.1.0."""
    rules = [
        {
            "id": f"rulebook.{kind}",
            "shortDescription": {"text": text},
            "defaultConfiguration": {"level": level},
        }
        for kind, (text, level) in RULES.items()
    ]
    tool = {"driver": {"name": "rulebook", "semanticVersion": __version__, "rules": rules}}
    results = [_result(line) for line in lines(report)]
    whole = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": tool, "columnKind": "unicodeCodePoints", "results": results}],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False)


def _result(line: Finding) -> dict[str, Any]:
    from urllib.parse import quote

    place = {
        "artifactLocation": {"uri": quote(line.file)},
        "region": {"startLine": max(1, line.line)},
    }
    return {
        "ruleId": f"rulebook.{line.kind}",
        "ruleIndex": list(RULES).index(line.kind),
        "level": RULES[line.kind][1],
        "message": {"text": message(line)},
        "locations": [{"physicalLocation": place}],
    }


def as_junit(report: Report) -> str:
    """The report as JUnit XML, a test case for each finding and one for all that is right."""
    found = lines(report)
    errors = sum(line.kind is FindingKind.ERROR for line in found)
    many = {"tests": len(found) + 1, "failures": len(found) - errors, "errors": errors, "time": 0}
    counts = {name: str(n) for name, n in many.items()}
    suites = ET.Element("testsuites", {"name": "rulebook", **counts})
    suite = ET.SubElement(suites, "testsuite", {"name": "drift", **counts})
    name = f"{report.verdict.checked} figures checked"
    ET.SubElement(suite, "testcase", {"classname": "rulebook", "name": name, "time": "0"})
    for line in found:
        said = _printable(message(line))
        # Readers take two cases of one name for the same, and a line may hold two findings.
        named = {"classname": _printable(line.file), "name": f"line {line.line}: {said}"}
        case = ET.SubElement(suite, "testcase", {**named, "time": "0"})
        kind = "error" if line.kind is FindingKind.ERROR else "failure"
        body = ET.SubElement(case, kind, {"message": said, "type": f"rulebook.{line.kind}"})
        body.text = _printable(_line(line))
    ET.indent(suites)
    text: str = ET.tostring(suites, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def _printable(text: str) -> str:
    """The text without what XML cannot hold."""
    return _NO_XML.sub("", text)


_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_github(report: Report) -> str:
    """The report as annotations of GitHub Actions."""
    found = [(each, message(each)) for each in _urgent(report)]
    found += [(_here(each), news(report.changed)) for each in report.changed[:1]]
    return "".join(
        f"::{RULES[each.kind][1]} file={_property(each.file)},line={each.line},"
        f"title=rulebook {each.kind}::{_data(says)}\n"
        for each, says in found
    )


def _urgent(report: Report) -> list[Finding]:
    """Return what is wrong in the book, without what moved."""
    return [each for each in lines(report) if each.kind is not FindingKind.CHANGED]


def as_summary(report: Report) -> str:
    """Return the report as a table of Markdown, for the summary of a job on GitHub."""
    parts = as_text(report).splitlines()
    rows = [f"| {each.file}:{each.line} | {each.kind} | {message(each)} |".replace("\n", " ")
            for each in _urgent(report)[:MOST_ROWS]]  # fmt: skip
    rows += [f"| {each.file}:{each.line} | wrong | {each.found} should be {each.right} |"
             for each in report.wrong[: MOST_ROWS - len(rows)] if each.known]  # fmt: skip
    head = ["| Place | Kind | What is wrong |", "| --- | --- | --- |"] if rows else []
    return "\n".join([*head, *rows, "", parts[-1], ""])


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": as_text,
    "json": as_json,
    "sarif": as_sarif,
    "junit": as_junit,
    "github": as_github,
}
FILES = {"drift.json": as_json, "drift.sarif": as_sarif, "drift.xml": as_junit}
