"""The same book gives the same bytes, whatever machine, folder or hour it is built in."""

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

BUILDERS = ("html", "latex", "epub", "rulebook-pdf", "drift")
EPOCH = "1700000000"
# What differs is what a machine may differ in.
MACHINES = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "77", "TZ": "Pacific/Auckland", "LC_ALL": "C", "COLUMNS": "40"},
)
JOBS = ("1", "2")
# Sphinx pickles its environment with times in it.
KEPT = (".pickle", ".doctree", ".buildinfo")


def built(folder: Path, machine: int) -> Path:
    """What the book comes to in every output."""
    env = {**os.environ, **MACHINES[machine], "SOURCE_DATE_EPOCH": EPOCH, "PYTHONUTF8": "1"}
    rulebook = [sys.executable, "-m", "sphinxext.rulebook"]
    words = ["--title", "The Ferry", "--author", "A"]
    subprocess.run([*rulebook, "init", folder, *words], env=env, check=True, capture_output=True)
    for number in range(6):  # so that Sphinx reads in parallel
        (folder / f"more-{number}.rst").write_text(
            f":orphan:\n\nMore {number}\n======\n\n:odds:`{number + 1}d6 >= 7`\n\n"
            f".. odds-chart:: Bars\n   :check: {number + 1}d6\n   :kind: bars\n"
        )
    for builder in BUILDERS:
        command = [sys.executable, "-m", "sphinx", "-q", "-b", builder, "-j", JOBS[machine]]
        where = ["-d", folder.parent / "trees", folder, folder.parent / "out" / builder]
        subprocess.run(
            [*command, *map(str, where)], cwd=folder, env=env, check=False, capture_output=True
        )
    return folder.parent / "out"


def digests(out: Path) -> dict[str, str]:
    """A digest of every file; of a book in a zip, of what is within, with its times."""
    found = {}
    for path in sorted(out.rglob("*")):
        name = path.relative_to(out).as_posix()
        if not path.is_file() or name.endswith(KEPT):
            continue
        found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        if path.suffix == ".epub":
            archive = zipfile.ZipFile(path)
            for info in archive.infolist():
                data = archive.read(info)
                said = f"{info.date_time} {info.external_attr} {hashlib.sha256(data).hexdigest()}"
                found[f"{name}/{info.filename}"] = said
    return found


@pytest.mark.slow
def test_two_machines_make_the_same_bytes(tmp_path: Path) -> None:
    first = digests(built(tmp_path / "one/book", 0))
    second = digests(built(tmp_path / "another, longer/book", 1))
    assert len([name for name in first if name.startswith("rulebook-pdf/")]) > 1
    assert sorted(first) == sorted(second)
    assert [name for name in first if first[name] != second[name]] == []
