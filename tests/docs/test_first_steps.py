"""The commands of the README and of the first tutorial, from a clone and from a wheel."""

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import DOCS, ROOT

TUTORIAL = (DOCS / "tutorial/first-book.rst").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
PREVIEW = "rulebook preview"  # which does not end by itself
Run = Callable[..., str]


def commands(text: str) -> list[str]:
    """Every command of ours that a page tells the reader to type, in its order."""
    found = re.findall(r"^ *((?:rulebook|cd) [^\n]+)$", text, re.MULTILINE)
    return [each for each in found if not each.startswith(PREVIEW)]


@pytest.fixture(params=["clone", "wheel"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Runs a command in a new environment and an empty home."""
    home, venv, dist = (tmp_path / name for name in ("home", "venv", "dist"))
    home.mkdir()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    site = next(venv.glob("lib/python*/site-packages"))
    # What we build on is found where it is; our own package is installed anew.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    source = ROOT
    if request.param == "wheel":
        build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(dist)]
        subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
        (source,) = dist.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(venv / "bin/python"), "install", "--quiet"]
    subprocess.run(
        [*pip, "--no-deps", "--no-index", "--no-build-isolation", str(source)], check=True
    )
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "XDG", "VIRTUAL"))}
    path = os.pathsep.join((str(venv / "bin"), os.environ["PATH"]))

    def ran(command: str, folder: Path, status: int = 0) -> str:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder, env={**kept, "HOME": str(home), "PATH": path},
            capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == status, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    return ran


def test_pages_tell_commands() -> None:
    assert "rulebook init my-game --markdown" in commands(README)
    assert {"rulebook check", "rulebook fix", "rulebook pdf"} <= set(commands(TUTORIAL))


@pytest.mark.slow
def test_what_a_newcomer_types_works(run: Run, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    for command in commands(README):
        run(command, work)
    assert (work / "my-game/conf.py").is_file()
    for markup in ("", " --markdown"):
        folder = work
        for command in commands(TUTORIAL):
            if command.startswith("rulebook init"):
                if command.endswith(" --markdown") != bool(markup):
                    continue
                command = command.replace("night-ferry", f"night-ferry{len(markup)}")
            if command.startswith("cd "):
                folder = work / f"night-ferry{len(markup)}"
                continue
            run(command, folder)
        assert "no drift" in run("rulebook check", folder)
        assert list(folder.glob("_build/pdf/*.pdf"))
        # The change that the tutorial makes, and the two commands that it then gives.
        rules = folder / "rules.toml"
        rules.write_text(rules.read_text("utf-8").replace("(5 - edge)", "(4 - edge)"), "utf-8")
        assert "should be" in run("rulebook check", folder, 1)
        run("rulebook fix", folder)
        assert "no drift" in run("rulebook check", folder)
