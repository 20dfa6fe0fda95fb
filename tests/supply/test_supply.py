"""The wheel and the sdist: the same bytes wherever they are built, and nothing unlisted."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]
LISTED = [
    line
    for line in (Path(__file__).parent / "contents.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
PRIVATE = ("BEGIN PRIVATE KEY", "BEGIN OPENSSH", "_authToken", f"{Path.home()}/", str(ROOT))


def built(folder: Path, out: Path, **env: str) -> dict[str, bytes]:
    """The wheel and the sdist of a folder, by their names."""
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", out, folder],
        env={**os.environ, **env},
        check=True,
        capture_output=True,
    )
    return {path.name: path.read_bytes() for path in out.iterdir()}


def checkout(folder: Path) -> Path:
    """A copy of the files that are kept under version control, all of them new."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], Path]:
    """The wheel and the sdist, and the folder in which they are."""
    if not (ROOT / ".git").exists():
        pytest.skip("no checkout")
    base = tmp_path_factory.mktemp("one")
    return built(checkout(base / "tree"), base / "dist", TZ="UTC"), base / "dist"


@pytest.mark.slow
def test_two_folders_give_the_same_bytes(
    published: tuple[dict[str, bytes], Path], tmp_path: Path
) -> None:
    umask = os.umask(0o077)
    try:
        tree = checkout(tmp_path / "another folder, with a longer name")
    finally:
        os.umask(umask)
    (tree / "fuzz-faults.txt").write_text("what is ignored is not published")
    (tree / "docs/_build").mkdir(exist_ok=True)
    (tree / "docs/_build/page.html").write_text("nor is this")
    found = built(tree, tmp_path / "dist", TZ="Pacific/Auckland", LC_ALL="C", PYTHONHASHSEED="7")
    assert found == published[0]


@pytest.mark.slow
def test_all_that_is_no_python_is_listed(published: tuple[dict[str, bytes], Path]) -> None:
    (wheel,) = published[1].glob("*.whl")
    names = [name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith(".py")]
    assert [n for n in names if not any(PurePosixPath(n).match(line) for line in LISTED)] == []
    assert [line for line in LISTED if not any(PurePosixPath(n).match(line) for n in names)] == []


@pytest.mark.slow
def test_nothing_of_this_machine_is_published(published: tuple[dict[str, bytes], Path]) -> None:
    (sdist,) = published[1].glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        members = [member for member in archive.getmembers() if member.isfile()]
        texts = {member.name: archive.extractfile(member) for member in members}
        found = [
            (name, word)
            for name, file in texts.items()
            if file is not None and not name.endswith("tests/supply/test_supply.py")
            for data in [file.read()]
            for word in PRIVATE
            if word.encode() in data
        ]
    assert found == []
    assert {(member.uid, member.gid, member.uname) for member in members} == {(0, 0, "")}


def test_each_font_has_its_licence_beside_it() -> None:
    fonts = [
        path
        for kind in ("woff2", "ttf", "otf")
        for place in ("sphinxext", "docs")
        for path in (ROOT / place).rglob(f"*.{kind}")
    ]
    fonts = [path for path in fonts if "_build" not in path.parts]
    assert len(fonts) > 10
    for font in fonts:
        family = font.name.partition("_")[0].partition("-")[0]
        assert (font.parent / f"{family}-OFL.txt").is_file(), font


def test_no_script_of_others_ships() -> None:
    scripts = set((ROOT / "sphinxext").rglob("*.js"))
    made_small = {path for path in scripts if path.suffixes == [".min", ".js"]}
    # Each small one is made from ours, which is beside it: `tools/minify --check`.
    assert {path.with_name(path.name.replace(".min", "")) for path in made_small} <= scripts
    assert not [path.name for path in scripts if "jquery" in path.name]


FAKE_AUDIT = """\
#!/usr/bin/env bash
while [ $# -gt 0 ]; do
  case $1 in --vulnerability-service) service=$2;; --output) out=$2;; esac
  shift
done
case $ANSWERS in
  *$service*)
    echo '{"dependencies": [{"name": "one", "version": "1.0", "vulns": VULNS}]}' > "$out" ;;
  *) echo "ConnectionError: no such host" >&2; exit 1 ;;
esac
exit STATUS
"""
ADVICE = '[{"id": "PYSEC-1", "fix_versions": ["1.1"]}]'


@pytest.mark.parametrize(
    ("answers", "known", "status", "said"),
    [
        ("pypi", "[]", 0, "audit: 1 packages, 0 known vulnerabilities (pypi)"),
        ("osv", "[]", 0, "audit: 1 packages, 0 known vulnerabilities (osv)"),
        ("osv", ADVICE, 1, "one 1.0: PYSEC-1, fixed in 1.1"),
        ("none", "[]", 3, "no service could be asked, so nothing is known of these 1 packages"),
    ],
)
def test_an_audit_tells_what_is_known_from_what_could_not_be_asked(
    tmp_path: Path, answers: str, known: str, status: int, said: str
) -> None:
    tool, pins = tmp_path / "pip-audit", tmp_path / "pins.txt"
    found = FAKE_AUDIT.replace("VULNS", known).replace("STATUS", str(int(known != "[]")))
    tool.write_text(found, "utf-8")
    tool.chmod(0o755)
    pins.write_text("one==1.0\n", "utf-8")
    done = subprocess.run(
        ["bash", ROOT / "tools/release", "audit", pins],
        env={**os.environ, "PIP_AUDIT": str(tool), "ANSWERS": answers, "PYTHON": sys.executable},
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == status
    assert said in done.stdout + done.stderr
    assert ("pypi could not be asked: ConnectionError" in done.stderr) == (answers != "pypi")
