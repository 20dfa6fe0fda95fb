"""The doctor: what is installed, what is missing, and what in conf.py will not work."""

import re
import sys
from pathlib import Path

import pytest

from tests.support.cases import cases_of
from tests.support.command import Run

CONF = 'extensions = ["sphinxext.rulebook"]\nhtml_theme = "alabaster"\n'
RULES = '[check.test]\nroll = "2d6, success on 5+"\n'


@pytest.fixture
def book(rulebook: Run, tmp_path: Path) -> Path:
    """A small book that is the current folder."""
    (tmp_path / "conf.py").write_text(CONF)
    (tmp_path / "rules.toml").write_text(RULES)
    return tmp_path


def test_our_own_manual_is_in_order(rulebook: Run) -> None:
    docs = Path(__file__).parents[2] / "docs"
    assert rulebook("doctor", docs).status == 0


@pytest.mark.parametrize(("conf", "fault"), cases_of(__file__)["what_will_not_work"])
def test_what_will_not_work(book: Path, rulebook: Run, conf: str, fault: str) -> None:
    (book / "conf.py").write_text(conf)
    status, out, _ = rulebook("doctor")
    assert status == 1
    assert fault in out
    assert "nothing wrong" not in out


def test_every_setting_of_the_manual_is_known(book: Path, rulebook: Run) -> None:
    """Their values are computed, so that only the names count."""
    manual = Path(__file__).parents[2] / "docs/reference/configuration.rst"
    named = re.findall(r"(?m)^\.\. confval:: (rulebook_\w+)$", manual.read_text("utf-8"))
    assert "rulebook_preview_project_seconds" in named
    kept = [name for name in named if not name.startswith("rulebook_rules")]
    lines = "".join(f"{name} = str()\n" for name in kept)
    for extensions in (CONF, CONF.replace('rulebook"', 'rulebook.hover"')):
        (book / "conf.py").write_text(extensions + lines)
        assert rulebook("doctor").out.endswith("\n  nothing wrong\n")


@pytest.mark.parametrize(
    ("lacks", "says_so"),
    [
        ("typst", "PDF               needs typst: pip install"),
        ("watchfiles", "rulebook preview  needs watchfiles: pip install"),
    ],
)
def test_what_an_output_needs(
    book: Path, rulebook: Run, monkeypatch: pytest.MonkeyPatch, lacks: str, says_so: str
) -> None:
    monkeypatch.setitem(sys.modules, lacks, None)
    status, out, _ = rulebook("doctor")
    assert status == 0
    assert says_so in out
    assert f"needs {lacks}" in out
