"""`rulebook check`: what it prints, what it leaves, and its exit status."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.cases import cases_of
from tests.support.command import Run, Said

CONF = 'project = "Book"\nextensions = ["sphinxext.rulebook"]\nrulebook_rules = "game:uwr"\n'
WRONG = "Odds\n====\n\nA :odds:`34% <direct(1) >= 1>` chance.\n"
LINE = 'book/index.rst:4: drift: "34%" should be "33%": direct(1) >= 1 is 1/3 (33.33…%); '

Check = Callable[..., Said]


@pytest.fixture
def check(rulebook: Run) -> Check:
    """Checks a book of these files."""

    def run(*options: str, **files: str) -> Said:
        pages = {"conf.py": CONF, **files}
        rulebook.write({f"book/{name}": text for name, text in pages.items()})
        return rulebook("check", "book", *options)

    return run


def files(folder: Path) -> dict[str, str]:
    """Every file with a digest of what it holds."""
    return {
        path.relative_to(folder).as_posix(): hashlib.md5(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_drift_is_a_line_and_status_1(check: Check) -> None:
    status, out, err = check(**{"index.rst": WRONG})
    assert status == 1
    assert out.splitlines()[0].startswith(LINE)
    assert out.splitlines()[1:] == ["1 figure checked, 1 drifted"]
    assert err == ""
    made = {path.split("/")[1] for path in files(Path("book")) if path.startswith("_build/")}
    assert made == {"doctrees", "drift"}


def test_a_right_book_is_status_0(check: Check) -> None:
    status, out, _ = check(**{"index.rst": WRONG.replace("34%", "33%")})
    assert (status, out) == (0, "1 figure checked, no drift\n")


def test_a_claim_that_cannot_be_read_is_status_2(check: Check) -> None:
    status, out, err = check(**{"index.rst": WRONG.replace("34%", "34 apples") + WRONG})
    assert status == 2
    assert "book/index.rst:4: error: odds: '34 apples' is not a chance such as" in out
    assert err.count("\n") <= 1  # Sphinx's own, of the title that comes twice


@pytest.mark.parametrize("kind", ["json", "sarif", "junit", "github"])
def test_only_the_wanted_format_is_printed(check: Check, kind: str) -> None:
    status, out, _ = check("--format", kind, "--out", "reports", **{"index.rst": WRONG})
    assert status == 1
    name = {"json": "drift.json", "sarif": "drift.sarif", "junit": "drift.xml"}.get(kind)
    if name:
        assert out.strip() == Path("reports", name).read_text("utf-8").strip()
    else:
        assert out.startswith("::error file=book/index.rst,line=4,title=rulebook drift::")
    assert not Path("book/_build/drift").exists()


def test_json_stays_json_under_github_actions(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    _, out, err = check("--format", "json", **{"index.rst": WRONG})
    assert json.loads(out)["checked"] == 1
    assert err.startswith("::error file=book/index.rst")
    _, out, err = check(**{"index.rst": WRONG})
    assert out.splitlines()[-1].startswith("::error file=book/index.rst")
    _, out, err = check("--format", "github", **{"index.rst": WRONG})
    assert out.count("::error") + err.count("::error") == 1


def test_no_source_is_changed(check: Check) -> None:
    check(**{"index.rst": WRONG, "other.rst": ":orphan:\n\nWords.\n"})
    before = files(Path("book"))
    check(**{"index.rst": WRONG})
    after = files(Path("book"))
    assert {name for name in before if before[name] != after.get(name)} <= {
        name for name in before if name.startswith("_build/")
    }


def test_the_second_check_reads_nothing_and_says_the_same(check: Check) -> None:
    assert check(**{"index.rst": WRONG}) == check(**{"index.rst": WRONG})


def test_conf_py_may_stand_in_source(rulebook: Run) -> None:
    rulebook.write({"docs/source/conf.py": CONF, "docs/source/index.rst": WRONG})
    out = rulebook("check", "docs", ends=1).out
    assert out.startswith("docs/source/index.rst:4: drift: ")
    assert Path("docs/_build/drift/drift.json").is_file()


def test_a_book_with_none_of_our_directives_is_clean(check: Check) -> None:
    plain = {"index.rst": "Book\n====\n\nWords.\n"}
    assert check(**plain, **{"conf.py": CONF.replace('rulebook_rules = "game:uwr"\n', "")}) == (
        0, "0 figures checked, no drift\n", "",
    )  # fmt: skip
    assert check(**plain, **{"conf.py": 'project = "Book"\n'}) == (
        0, "0 figures checked, no drift\n", "",
    )  # fmt: skip
    assert Path("book/_build/drift/drift.sarif").is_file()


def test_warnings_of_sphinx_never_change_the_status(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)  # where Sphinx writes in colours
    page = WRONG.replace("34%", "33%") + "\nSee :ref:`nowhere` and :doc:`nothing` and |this|.\n"
    status, out, err = check(**{"index.rst": page})
    assert (status, out) == (0, "1 figure checked, no drift\n")
    assert "index.rst" in err
    assert "\x1b" not in err


@pytest.mark.parametrize("named", [True, False])
def test_a_folder_without_conf_py_is_plain_pages_and_stays_as_it_is(
    rulebook: Run, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    held = "You roll 7 or more 50% <!-- odds: 2d6 >= 7 --> of the time.\n"
    rulebook.write({"notes/odds.md": held})
    notes = rulebook.folder / "notes"
    if not named:
        monkeypatch.chdir(notes)
    docs, where = (["notes"], "in notes") if named else ([], "here")
    note = f"rulebook: no conf.py {where}, so the pages are read as plain ones\n"
    said = rulebook("check", *docs, ends=1)
    assert said.out.endswith("1 figure checked, 1 drifted\n")
    assert said.err == note
    assert list(files(notes)) == ["odds.md"]
    reports = rulebook.folder / "reports"
    assert rulebook("check", *docs, "--plain", "--out", reports, ends=1).err == ""
    assert (reports / "drift.json").is_file()
    assert rulebook("fix", *docs, ends=0).err == note
    assert rulebook.text("notes/odds.md").startswith("You roll 7 or more 58% <!--")
    rulebook.write({"notes/odds.md": "Nothing is held here.\n"})
    assert rulebook("check", *docs) == (0, "0 figures checked, no drift\n", note)
    (notes / "odds.md").unlink()
    rulebook("check", *docs, ends=2)


CASES = cases_of(__file__)
CANNOT_START = CASES["cannot_start"]


@pytest.mark.parametrize("kind", CANNOT_START)
def test_a_book_that_cannot_be_read_is_one_line_and_status_2(rulebook: Run, kind: str) -> None:
    conf, message = CANNOT_START[kind]
    rulebook.write({"book/index.rst": WRONG, "book/conf.py": conf})
    (line,) = rulebook("check", "book").refused()
    assert f"rulebook: {line}\n".startswith(message)


def test_rules_that_cannot_be_read_are_a_line_each_and_status_2(check: Check) -> None:
    rules = 'extends = "more/base.toml"\n[check.a]\nrol = { success = "5+" }\n'
    status, out, err = check(
        **{
            "conf.py": CONF.replace("game:uwr", "rules.toml"),
            "rules.toml": rules,
            "more/base.toml": "[check.b]\nrol = {}\n",
            "index.rst": WRONG,
        }
    )
    assert status == 2
    lines = [line.partition(" error: ")[0] for line in out.splitlines()[:-1]]
    assert lines == ["book/more/base.toml:2:", "book/rules.toml:3:"]
    assert out.splitlines()[-1] == "0 figures checked, no drift, 2 could not be read"
    assert err == ""


def test_it_runs_from_a_shell(rulebook: Run) -> None:
    rulebook.write({"book/conf.py": CONF, "book/index.rst": WRONG})
    done = subprocess.run(
        [sys.executable, "-m", "sphinxext.rulebook", "check", "book"],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stdout.startswith(LINE)
    assert done.stderr == ""
