"""Commands as an author types them, one after the other, with what each prints and leaves.

A session of `sessions.toml` has its files and its steps. A step may write files first, and then
runs a command: it `ends` with a status, `says` some words, `lacks` others, prints `out` and no
other text, or is `refused` with lines that have these words in them; then files are as it `leaves`
them.
"""

import shlex
from typing import Any

import pytest

from tests.support.cases import cases_of
from tests.support.command import Run


@pytest.mark.parametrize("case", cases_of(__file__)["session"], ids=lambda case: str(case["name"]))
def test_a_session(case: dict[str, Any], rulebook: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    rulebook.write(case.get("files", {}))
    for name, value in case.get("env", {}).items():
        monkeypatch.setenv(name, value)
    for step in case["steps"]:
        rulebook.write(step.get("writes", {}))
        said = rulebook(*shlex.split(step["run"]))
        told = said.out + said.err
        if "refused" in step:
            lines = said.refused()
            assert len(lines) == len(step["refused"]), lines
            assert all(map(str.__contains__, lines, step["refused"])), lines
        else:
            assert said.status == step.get("ends", 0), told
        assert said.out == step.get("out", said.out)
        assert [each for each in step.get("says", ()) if each not in told] == [], told
        assert [each for each in step.get("lacks", ()) if each in told] == [], told
        for name, text in step.get("leaves", {}).items():
            assert rulebook.text(name) == text
