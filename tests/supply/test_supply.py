"""Everything of others that ships may ship, and known weaknesses of what we need are told."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.cases import cases_of

CASES = cases_of(__file__)

ROOT = Path(__file__).parents[2]


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
    found = CASES["fake_audit"].replace("VULNS", known).replace("STATUS", str(int(known != "[]")))
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
