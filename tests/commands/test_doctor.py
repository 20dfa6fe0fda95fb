"""The doctor: what is installed, what is missing, and what in conf.py will not work."""

import re
import sys
from pathlib import Path

import pytest

from sphinxext.rulebook.commands.doctor import OUTPUTS
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


def test_a_book_in_order(book: Path, rulebook: Run) -> None:
    status, out, _ = rulebook("doctor")
    assert status == 0
    assert out.endswith("\nconf.py\n  nothing wrong\n")
    for output in OUTPUTS:
        assert f"  {output.name}" in out


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


def test_mistakes_of_the_rules_are_named(book: Path, rulebook: Run) -> None:
    (book / "rules.toml").write_text(RULES.replace("success", "succes"))
    status, out, _ = rulebook("doctor")
    assert status == 1
    assert "rules.toml:2: check.test.roll: no clause 'succes' in '2d6, succes on 5+'" in out


def test_settings_that_only_python_knows_are_left_alone(book: Path, rulebook: Run) -> None:
    extra = "import os\nhtml_theme = os.environ['THEME']\nrulebook_digits = int('2')\n"
    (book / "conf.py").write_text(CONF + extra)
    assert rulebook("doctor").status == 0


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


def test_previews_alone_need_no_rules(book: Path, rulebook: Run) -> None:
    (book / "rules.toml").unlink()
    assert "no rules: write a rules.toml" in rulebook("doctor").out
    (book / "conf.py").write_text(CONF.replace('rulebook"', 'rulebook.hover"'))
    assert rulebook("doctor").status == 0


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


def test_programs_are_looked_for(
    book: Path, rulebook: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(book))
    assert "needs latexmk, xelatex and xindy; on Debian" in rulebook("doctor").out


def test_without_a_book(rulebook: Run) -> None:
    status, out, _ = rulebook("doctor")
    assert status == 0
    assert "There is no book here." in out


@pytest.mark.parametrize("command", ["check", "fix", "lock"])
@pytest.mark.parametrize("place", [".", "docs"])
def test_commands_find_the_book_they_are_in(
    book: Path, rulebook: Run, command: str, place: str
) -> None:
    (book / place).mkdir(exist_ok=True)
    (book / "conf.py").rename(book / place / "conf.py")
    (book / "rules.toml").rename(book / place / "rules.toml")
    (book / place / "index.rst").write_text("Dice\n====\n\n:odds:`55% <test >= 1>`\n")
    said = rulebook(command)
    assert said.status == (0 if command == "fix" else 1)  # with a wrong figure it is not locked
    assert "1 figure" in said.out + said.err


@pytest.mark.parametrize("command", ["check", "fix", "lock", "preview", "pdf"])
def test_without_one_they_say_what_to_write(rulebook: Run, command: str) -> None:
    (line,) = rulebook(command).refused()
    assert "name the folder of your book, or make one with 'rulebook init my-game'" in line
