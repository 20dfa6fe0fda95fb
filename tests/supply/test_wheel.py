"""The wheel and the sdist: the same bytes wherever they are built, and they work elsewhere."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest

from sphinxext.rulebook import __version__
from tests.support.books import Once
from tests.support.cases import cases_of

CASES = cases_of(__file__)

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
LISTED = [
    line
    for line in Path(__file__).with_name("contents.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
PRIVATE = ("BEGIN PRIVATE KEY", "BEGIN OPENSSH", "_authToken", f"{Path.home()}/", str(ROOT))
NEIGHBOUR = "def setup(app):\n    return {'parallel_read_safe': True}\n"


def run(*command: str | Path, **env: str) -> str:
    """Return what a command prints; one that fails is shown whole."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        list(map(str, command)), cwd="/", env={**kept, "PYTHONUTF8": "1", **env},
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def built(folder: Path, **env: str) -> Path:
    """Build the wheel and the sdist of what is under version control, copied into a folder."""
    names = run("git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (folder / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / "tree" / name)
    (folder / "tree/docs/_build").mkdir(exist_ok=True)
    (folder / "tree/docs/_build/page.html").write_text("what is ignored is not published")
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist")
    run(*build, folder / "tree", **env)
    return folder / "dist"


class Published(NamedTuple):
    """The wheel and the sdist."""

    wheel: Path
    sdist: Path

    def names(self) -> list[str]:
        """Return the files of the wheel."""
        return zipfile.ZipFile(self.wheel).namelist()


@pytest.fixture
def published(once: Once) -> Published:
    """Build once what would be published."""
    if not (ROOT / ".git").exists():
        pytest.skip("no checkout")
    dist = once("published", lambda folder: built(folder, TZ="UTC")) / "dist"
    return Published(next(dist.glob("*.whl")), next(dist.glob("*.tar.gz")))


def test_two_folders_give_the_same_bytes(published: Published, tmp_path: Path) -> None:
    umask = os.umask(0o077)
    try:
        machine = {"TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
        dist = built(tmp_path / "another folder, with a longer name", **machine)
    finally:
        os.umask(umask)
    for path in published:
        assert path.read_bytes() == (dist / path.name).read_bytes()


def test_all_that_is_no_python_is_listed_and_all_that_is_ours_is_there(
    published: Published,
) -> None:
    names = [name for name in published.names() if not name.endswith(".py")]
    assert [n for n in names if not any(PurePosixPath(n).match(line) for line in LISTED)] == []
    assert [line for line in LISTED if not any(PurePosixPath(n).match(line) for n in names)] == []
    package = (path for path in (ROOT / "sphinxext").rglob("*") if "__pycache__" not in path.parts)
    ours = {path.relative_to(ROOT).as_posix() for path in package if path.is_file()}
    assert ours <= set(published.names())
    assert "sphinxext/__init__.py" not in published.names()


def test_the_wheel_says_what_it_is(published: Published) -> None:
    (metadata,) = (name for name in published.names() if name.endswith(".dist-info/METADATA"))
    said = message_from_bytes(zipfile.ZipFile(published.wheel).read(metadata))
    assert said["Name"] == "sphinxext-rulebook"
    assert said["Version"] == __version__
    assert said["License-Expression"] == "MIT AND OFL-1.1"  # the fonts of the looks
    needs = {line.split(">")[0] for line in said.get_all("Requires-Dist", []) if ";" not in line}
    assert {"sphinx", "docutils", "sphinx-hoverxref", "matplotlib", "icepool"} <= needs


def test_the_sdist_has_the_tests_and_nothing_of_this_machine(published: Published) -> None:
    with tarfile.open(published.sdist) as archive:
        members = [member for member in archive.getmembers() if member.isfile()]
        texts = {each.name.partition("/")[2]: archive.extractfile(each).read() for each in members}
    assert {"tests/supply/test_wheel.py", "docs/conf.py", "Makefile", "LICENSE"} <= texts.keys()
    del texts["tests/supply/test_wheel.py"]
    private = [word.encode() for word in PRIVATE]
    assert [name for name, data in texts.items() if any(word in data for word in private)] == []
    assert {(member.uid, member.gid, member.uname) for member in members} == {(0, 0, "")}


@pytest.fixture(params=["wheel", "editable"])
def python(request: pytest.FixtureRequest, published: Published, tmp_path: Path) -> Path:
    """A new environment with our package, its dependencies and a neighbour in the namespace."""
    venv = tmp_path / "place"
    run(sys.executable, "-m", "venv", "--without-pip", venv)
    site = next(venv.glob("lib/python*/site-packages"))
    # A path in a .pth file brings its packages, but not the .pth of our editable install.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    (site / "sphinxext/neighbour").mkdir(parents=True)
    (site / "sphinxext/neighbour/__init__.py").write_text(NEIGHBOUR)
    what = [published.wheel] if request.param == "wheel" else ["--editable", ROOT]
    pip = (sys.executable, "-m", "pip", "--python", venv / "bin/python", "install", "--quiet")
    run(*pip, "--no-deps", "--no-index", "--no-build-isolation", *what)
    where = "import sphinxext.rulebook; print(sphinxext.rulebook.__file__)"
    ours = site if request.param == "wheel" else ROOT
    assert Path(run(venv / "bin/python", "-c", where).strip()).is_relative_to(ours)
    return venv / "bin/python"


def test_it_works_away_from_the_checkout_beside_its_neighbours(
    python: Path, tmp_path: Path
) -> None:
    book, out = tmp_path / "book", tmp_path / "html"
    book.mkdir()
    (book / "conf.py").write_text(CASES["conf"])
    (book / "index.rst").write_text("A book\n======\n")
    run(python, "-m", "sphinx", "-W", "-b", "html", book, out)
    assets = (path.name for path in (ROOT / "sphinxext").rglob("rulebook*.[cj]s*"))
    inside = "rulebook-throw.js"  # is a part of rulebook-live.js
    static = {name for name in assets if ".min." not in name} - {inside}
    assert static <= {path.name for path in (out / "_static").iterdir()}
    for command in [(python.with_name("rulebook"),), (python, "-m", "sphinxext.rulebook")]:
        listed = run(*command, "games")
        assert all(game in listed for game in ("arrata", "fons", "narrative", "unnamed", "uwr"))
