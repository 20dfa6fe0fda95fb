"""What authors write is text in every output; it runs nothing and reaches for nothing else."""

import base64
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support import browser
from tests.support.cases import cases_of

CASES = cases_of(__file__)

HERE = Path(__file__).parent
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"><text>KEPT-PICTURE</text></svg>'
SECRET = '[check.own]\nroll = "d6"\nname = "KEPT-CHECK"\n'
BUILDERS = ("html", "latex", "text", "epub", "rulebook-pdf", "drift")
EVIL = 'document.title="pwned"'


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A hostile book that is built in every output, and what its builds reached for."""
    base = tmp_path_factory.mktemp("hostile")
    book = base / "place/book"
    shutil.copytree(HERE / "hostile", book)
    (base / "place/secret.svg").write_text(PICTURE)
    (base / "place/secret.toml").write_text(SECRET)
    (book / "link.toml").symlink_to(base / "place/secret.toml")
    (book / "linked.toml").write_text('extends = "link.toml"')
    (book / "absolute.toml").write_text(f"extends = '{base}/place/secret.toml'")
    said = base / "seen.json"
    done = subprocess.run(
        [sys.executable, "-c", CASES["watched"], book, said, *BUILDERS],
        cwd=base, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.exists(), done.stderr
    assert "Traceback" not in done.stderr
    assert "'os:system'; it runs only with" in done.stderr
    for name in ("beside", "linked", "absolute"):
        assert re.search(rf"{name}.toml:1: WARNING: extends: .* is outside the book", done.stderr)
    return book / "_build", json.loads(said.read_text())


@pytest.mark.slow
def test_a_build_starts_calls_and_reads_nothing_else(hostile: tuple[Path, list[str]]) -> None:
    assert hostile[1] == []


@pytest.mark.slow
def test_no_picture_from_elsewhere_is_published(hostile: tuple[Path, list[str]]) -> None:
    kept = [b"KEPT-PICTURE", base64.b64encode(PICTURE.encode())[8:60]]
    for path in hostile[0].rglob("*"):
        if not path.is_file():
            continue
        parts = [path.read_bytes()]
        if path.suffix == ".epub":
            archive = zipfile.ZipFile(path)
            parts += [archive.read(name) for name in archive.namelist()]
        assert not any(word in data for data in parts for word in kept), path


@pytest.mark.slow
def test_hostile_words_are_letters_in_latex_and_typst(hostile: tuple[Path, list[str]]) -> None:
    tex = next(
        text for path in (hostile[0] / "latex").glob("*.tex")
        if r"\documentclass" in (text := path.read_text("utf-8"))
    )  # fmt: skip
    assert r"\write18" not in tex
    assert r"\input{/etc" not in tex
    assert "textbackslash" in tex
    typst = "".join(p.read_text("utf-8") for p in (hostile[0] / "rulebook-pdf").rglob("*.typ"))
    assert '\n#read("/etc' not in typst
    assert "pwned" in typst


POLICY = (
    "default-src 'self'; script-src 'self'; object-src 'none'; img-src 'self' data:;"
    " style-src 'self' 'unsafe-inline'"
)


@pytest.mark.slow
def test_a_strict_policy_finds_no_script_in_a_page(
    hostile: tuple[Path, list[str]], chromium: Browser
) -> None:
    with (
        browser.served(hostile[0] / "html", POLICY) as base,
        browser.view(chromium, f"{base}index.html") as view,
    ):
        view.page.locator(".rulebook-explorer").first.hover()
        view.page.wait_for_timeout(300)
        assert view.page.title().startswith("Book")
        assert view.off_site(base) == []
        # Sphinx shows its search box by a script of its own in the page.
        assert len(view.refused) <= 1
        assert view.page.locator("img[src=x]").count() == 0
        assert EVIL in view.page.locator("body").inner_text()
