"""Comments of plain folders on the pages of a Sphinx book, which does not read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main
from tests.support.cases import cases_of

CASES = cases_of(__file__)
MARKDOWN = CASES["markdown"]
REST = CASES["rest"]


def test_each_page_with_such_comments_is_warned_of_by_every_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "conf.py").write_text('extensions = ["sphinxext.rulebook", "myst_parser"]\n')
    (tmp_path / "index.md").write_text(MARKDOWN, "utf-8")
    (tmp_path / "more.rst").write_text(":orphan:\n\n" + REST, "utf-8")
    (tmp_path / "none.rst").write_text(":orphan:\n\nT\n=\n\nCode::\n\n   .. odds: 2d6\n", "utf-8")
    for _ in range(2):
        main(["check", str(tmp_path)])
        said = capsys.readouterr().err
        text = "WARNING: a Sphinx book does not read comments such as those here"
        assert f"index.md:3: {text} (2); write {{odds}}" in said
        assert f"more.rst:8: {text} (1); write :odds:" in said
        assert said.count("WARNING") == 2
