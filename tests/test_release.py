"""The files of a release: each fits its published schema, and they agree with each other."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from sphinxext.rulebook import __version__
from sphinxext.rulebook.cli import main
from tests.support import tools
from tests.support.cases import cases_of

CASES = cases_of(__file__)

ROOT = Path(__file__).parents[1]
CI = ROOT / "docs/how-to/ci"
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
SCHEMAS = {
    "github-workflows": [*(ROOT / ".github/workflows").glob("*.yml"), CI / "github.yml"],
    "gitlab-ci": [CI / "gitlab.yml"],
    "github-issue-forms": [path for path in FORMS if path.name != "config.yml"],
    "github-issue-config": [ROOT / ".github/ISSUE_TEMPLATE/config.yml"],
    "citation-file-format": [ROOT / "CITATION.cff"],
    "readthedocs": [ROOT / ".readthedocs.yaml"],
}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_each_file_fits_its_schema(schema: str) -> None:
    program = str(Path(sys.executable).parent / "check-jsonschema")
    command = [program, "--builtin-schema", f"vendor.{schema}", *map(str, SCHEMAS[schema])]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("find", [tools.workflow_faults, tools.workflow_risks])
def test_workflows_are_sound(find: Callable[..., object], tmp_path: Path) -> None:
    assert main(["init", str(tmp_path / "book")]) == 0
    workflows = [*(ROOT / ".github/workflows").glob("*.yml"), CI / "github.yml"]
    workflows.append(tmp_path / "book/.github/workflows/book.yml")
    assert not find(*workflows)
    broken = tmp_path / "broken.yml"
    broken.write_text(CASES["broken"], encoding="utf-8")
    assert find(broken)


def test_forms_ask_for_the_rules_file() -> None:
    forms = [yaml.safe_load(path.read_text("utf-8")) for path in FORMS if path.name != "config.yml"]
    assert len(forms) >= 3
    for form in forms:
        assert "rules" in {field.get("id") for field in form["body"]}


def test_the_version_is_the_same_everywhere() -> None:
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))["version"] == __version__


def notes(*words: str) -> subprocess.CompletedProcess[str]:
    """The notes of a release, as the workflow takes them."""
    command = [str(ROOT / "tools/release"), "notes", *words]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_notes_come_from_the_changelog() -> None:
    found = notes()
    assert found.returncode == 0
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert found.stdout.startswith("The first release.")
    assert len(re.findall(r"(?m)^- ", found.stdout)) == len(re.findall(r"(?m)^- ", changes))


def test_a_version_without_changes_has_no_notes() -> None:
    found = notes("99.0")
    assert found.returncode == 1
    assert found.stderr == "release: the changelog has no 99.0\n"


def test_each_python_that_is_tested_is_allowed() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
    matrix = workflow["jobs"]["test"]["strategy"]["matrix"]
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert f'requires-python = ">={matrix["python"][0]}"' in project
    assert f'"sphinx>={matrix["sphinx"][0]}"' in project
