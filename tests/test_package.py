"""The distribution: what is in the wheel, and that it works away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path

import pytest

from sphinxext.rulebook import __version__

TREE = Path(__file__).parents[1]
PACKAGE = TREE / "sphinxext/rulebook"
GAMES = {"arrata", "fons", "narrative", "unnamed", "uwr"}
CLI = pytest.mark.skipif(not (PACKAGE / "cli.py").exists(), reason="no command line yet")
NEIGHBOUR = "def setup(app):\n    return {'parallel_read_safe': True}\n"
CONF = """\
extensions = ["sphinxext.opengraph", "sphinxext.rulebook", "sphinxext.neighbour"]
extensions += ["sphinxext.rulebook.hover"]
ogp_site_url = "https://example.org/"
ogp_social_cards = {"enable": False}
"""


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """What the command printed; one that fails is shown whole."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**kept, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@dataclass(frozen=True)
class Place:
    """A virtual environment away from the checkout, which sees our dependencies but not us."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin/python"

    @property
    def site(self) -> Path:
        return next(self.folder.glob("lib/python*/site-packages"))

    def install(self, *what: str | Path) -> None:
        """Install with this test run's pip and hatchling, and so without a network."""
        pip = (sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet")
        run(*pip, "--no-deps", "--no-index", "--no-build-isolation", *what)

    def where(self, module: str) -> Path:
        """The file that a module is imported from, by someone who stands in this folder."""
        return Path(self.say(f"import {module}; print({module}.__file__)"))

    def say(self, code: str) -> str:
        """What a line of Python prints here."""
        return run(self.python, "-c", code, cwd=self.folder).strip()


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist of this tree, and the wheel built from that sdist."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, TREE, cwd=out)
    (sdist,) = out.glob("*.tar.gz")
    (wheel,) = out.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def wheel(distributions: tuple[Path, Path]) -> Path:
    """The wheel, as it would be published."""
    return distributions[1]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A new environment with another ``sphinxext`` distribution in the same folder."""
    folder = tmp_path / "place"
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    place = Place(folder)
    # A path in a .pth file brings its packages, but not the .pth of our editable install.
    (place.site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    (place.site / "sphinxext/neighbour").mkdir(parents=True)
    (place.site / "sphinxext/neighbour/__init__.py").write_text(NEIGHBOUR)
    return place


@pytest.fixture
def installed(place: Place, wheel: Path) -> Place:
    """That environment with the wheel in it."""
    place.install(wheel)
    return place


def files(folder: Path) -> set[str]:
    """The files of a folder that are ours, as paths from it."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_the_package_and_the_template_whole(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    template = {f"conf_template/{name}" for name in files(TREE / "conf_template")}
    help_pages = {  # of the manual, for a preview without a network
        f"preview/troubleshooting/{name}" for name in files(TREE / "docs/troubleshooting")
    }
    ours = {f"sphinxext/rulebook/{name}" for name in files(PACKAGE) | template | help_pages}
    assert {name for name in names if ".dist-info/" not in name} == ours
    assert "sphinxext/rulebook/py.typed" in names
    assert "sphinxext/__init__.py" not in names


def test_the_wheel_holds_the_five_games(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    games = {Path(name).stem for name in names if "/rules/games/" in name and "toml" in name}
    assert games == GAMES


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    said = message_from_bytes(archive.read(metadata))
    assert said["Name"] == "sphinxext-rulebook"
    assert said["Version"] == __version__
    assert said["License-Expression"] == "MIT AND OFL-1.1"  # the fonts of the looks
    needs = {line.split(">")[0] for line in said.get_all("Requires-Dist", []) if ";" not in line}
    assert {"sphinx", "docutils", "sphinx-hoverxref", "matplotlib", "icepool"} <= needs


def test_the_sdist_holds_the_tests_and_the_manual(distributions: tuple[Path, Path]) -> None:
    with tarfile.open(distributions[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"tests/test_package.py", "docs/conf.py", "Makefile", "LICENSE"} <= names


def test_the_wheel_works_away_from_the_checkout(installed: Place) -> None:
    assert installed.where("sphinxext.rulebook").is_relative_to(installed.site)
    assert installed.where("sphinxext.neighbour").is_relative_to(installed.site)
    assert installed.where("sphinxext.opengraph").is_file()


def test_an_editable_install_hides_no_neighbour(place: Place) -> None:
    place.install("--editable", TREE)
    assert place.where("sphinxext.rulebook").is_relative_to(PACKAGE)
    assert place.where("sphinxext.neighbour").is_relative_to(place.site)
    assert place.where("sphinxext.opengraph").is_file()


def test_an_installed_wheel_builds_a_book_beside_its_neighbours(
    installed: Place, tmp_path: Path
) -> None:
    book = tmp_path / "book"
    book.mkdir()
    (book / "conf.py").write_text(CONF)
    (book / "index.rst").write_text("A book\n======\n")
    out = tmp_path / "html"
    run(installed.python, "-m", "sphinx", "-W", "-b", "html", book, out, cwd=book)
    assets = (path.name for path in PACKAGE.rglob("rulebook*.[cj]s*"))
    inside = "rulebook-throw.js"  # is a part of rulebook-live.js
    static = {name for name in assets if ".min." not in name} - {inside}
    assert static <= {path.name for path in (out / "_static").iterdir()}


@CLI
def test_the_command_runs_from_there(installed: Place, tmp_path: Path) -> None:
    for command in [
        (installed.folder / "bin/rulebook",),
        (installed.python, "-m", "sphinxext.rulebook"),
    ]:
        listed = run(*command, "games", cwd=tmp_path)
        assert all(game in listed for game in GAMES)
